import Foundation

extension View {
  /// The point in `view`'s coordinates; nil means those of the root of this view's tree.
  public final func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    guard let view else { return pointInRoot(point) }
    return view.pointFromRoot(pointInRoot(point))
  }

  /// The point of `view`'s coordinates in this view's.
  public final func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    guard let view else { return pointFromRoot(point) }
    return view.convert(point, to: self)
  }

  /// The bounding box of the rectangle in `view`'s coordinates; nil means those of the root.
  public final func convert(_ rect: CGRect, to view: View?) -> CGRect {
    boundingBox(of: rect) { convert($0, to: view) }
  }

  /// The bounding box of a rectangle of `view`'s coordinates in this view's.
  public final func convert(_ rect: CGRect, from view: View?) -> CGRect {
    boundingBox(of: rect) { convert($0, from: view) }
  }

  // MARK: One step

  /// A point of these bounds in the superview's coordinates.
  final func pointInSuperview(_ point: CGPoint) -> CGPoint {
    let x = point.x - storedBounds.origin.x
    let y = point.y - storedBounds.origin.y
    guard flags.contains(.isTransformed) else {
      return CGPoint(x: x + layoutOrigin.x, y: y + layoutOrigin.y)
    }
    let size = storedBounds.size
    let turned = transform.transform(CGPoint(x: x - size.width / 2, y: y - size.height / 2))
    let center = currentCenter
    return CGPoint(x: turned.x + center.x, y: turned.y + center.y)
  }

  /// A point of the superview's coordinates in these bounds.
  ///
  /// Where the transform cannot be undone every point is the middle of the bounds.
  final func pointFromSuperview(_ point: CGPoint) -> CGPoint {
    guard flags.contains(.isTransformed) else {
      return CGPoint(
        x: point.x - layoutOrigin.x + storedBounds.origin.x,
        y: point.y - layoutOrigin.y + storedBounds.origin.y)
    }
    let center = currentCenter
    let size = storedBounds.size
    let offset = CGPoint(x: point.x - center.x, y: point.y - center.y)
    let turned = transform.inverted()?.transform(offset) ?? .zero
    return CGPoint(
      x: turned.x + size.width / 2 + storedBounds.origin.x,
      y: turned.y + size.height / 2 + storedBounds.origin.y)
  }

  // MARK: Whole paths

  private final func pointInRoot(_ point: CGPoint) -> CGPoint {
    var point = point
    var view = self
    while let superview = view.storedSuperview {
      point = view.pointInSuperview(point)
      view = superview
    }
    return point
  }

  private final func pointFromRoot(_ point: CGPoint) -> CGPoint {
    var path: [View] = []
    var view = self
    while let superview = view.storedSuperview {
      path.append(view)
      view = superview
    }
    return path.reversed().reduce(point) { $1.pointFromSuperview($0) }
  }

  private final func boundingBox(of rect: CGRect, _ convert: (CGPoint) -> CGPoint) -> CGRect {
    let (x, y) = (rect.origin.x, rect.origin.y)
    let corners = [
      convert(CGPoint(x: x, y: y)),
      convert(CGPoint(x: x + rect.size.width, y: y)),
      convert(CGPoint(x: x, y: y + rect.size.height)),
      convert(CGPoint(x: x + rect.size.width, y: y + rect.size.height)),
    ]
    let left = corners.map(\.x).min() ?? x
    let top = corners.map(\.y).min() ?? y
    let right = corners.map(\.x).max() ?? x
    let bottom = corners.map(\.y).max() ?? y
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
