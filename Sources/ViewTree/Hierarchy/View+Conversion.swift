import Foundation

extension View {
  /// The point in `view`'s coordinates; nil means those of the root of this view's tree.
  ///
  /// Between two trees the way leads through the frames of both roots, as if these lay side by side
  /// on a screen.
  public final func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    let (inRoot, root) = pointInRoot(point)
    guard let view else { return inRoot }
    return view.pointFromRoot(inRoot, of: root)
  }

  /// The point of `view`'s coordinates in this view's.
  public final func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    guard let view else { return pointFromRoot(point, of: nil) }
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
    let anchor = anchorOffset
    let turned = exactTransform.transform(CGPoint(x: x - anchor.x, y: y - anchor.y))
    let center = currentCenter
    return CGPoint(x: turned.x + center.x, y: turned.y + center.y)
  }

  /// A point of the superview's coordinates in these bounds.
  ///
  /// Where the transform cannot be undone every point is the anchor point, usually the middle.
  final func pointFromSuperview(_ point: CGPoint) -> CGPoint {
    guard flags.contains(.isTransformed) else {
      return CGPoint(
        x: point.x - layoutOrigin.x + storedBounds.origin.x,
        y: point.y - layoutOrigin.y + storedBounds.origin.y)
    }
    let center = currentCenter
    let anchor = anchorOffset
    let offset = CGPoint(x: point.x - center.x, y: point.y - center.y)
    let turned = exactTransform.inverted()?.transform(offset) ?? .zero
    return CGPoint(
      x: turned.x + anchor.x + storedBounds.origin.x,
      y: turned.y + anchor.y + storedBounds.origin.y)
  }

  // MARK: Whole paths

  /// A point of these bounds in those of the root, and the root.
  private final func pointInRoot(_ point: CGPoint) -> (point: CGPoint, root: View) {
    var point = point
    var view = self
    while let superview = view.storedSuperview {
      point = view.pointInSuperview(point)
      view = superview
    }
    return (point, view)
  }

  /// A point of the bounds of `other`, a root, in these bounds; nil stands for the own root.
  private final func pointFromRoot(_ point: CGPoint, of other: View?) -> CGPoint {
    var path: [View] = []
    var root = self
    while let superview = root.storedSuperview {
      path.append(root)
      root = superview
    }
    var point = point
    if let other, other !== root { point = root.pointFromSuperview(other.pointInSuperview(point)) }
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
