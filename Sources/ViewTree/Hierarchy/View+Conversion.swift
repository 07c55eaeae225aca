import Foundation

extension View {
  /// Converts a point of this view's coordinates to those of another view.
  ///
  /// If the views are in different trees, the conversion goes through the frames of both roots, as
  /// if they were side by side on a screen.
  ///
  /// - Parameters:
  ///   - point: A point in this view's coordinates.
  ///   - view: The other view; nil means the root of this view's tree.
  public final func convert(_ point: CGPoint, to view: View?) -> CGPoint {
    // Conversion to an ancestor is the most common case.
    var (top, inTop) = (self, point)
    while top !== view, let superview = top.storedSuperview {
      inTop = top.pointInSuperview(inTop)
      top = superview
    }
    guard let view, top !== view else { return inTop }
    return convert(point, downTo: view, under: top, inTop)
  }

  /// Converts a point of another view's coordinates to this view's.
  ///
  /// - Parameters:
  ///   - point: A point in the coordinates of `view`.
  ///   - view: The other view; nil means the root of this view's tree.
  public final func convert(_ point: CGPoint, from view: View?) -> CGPoint {
    guard let view else { return pointDown(point, from: topOfTree) }
    return view.convert(point, to: self)
  }

  /// Converts a rectangle of this view's coordinates to the bounding box in those of another view.
  ///
  /// As in UIKit, it is the box of a box: the first one is taken in the nearest common ancestor.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in this view's coordinates.
  ///   - view: The other view; nil means the root of this view's tree.
  public final func convert(_ rect: CGRect, to view: View?) -> CGRect {
    guard let view else { return rectUp(rect, to: topOfTree) }
    let ancestor = nearestCommonAncestor(with: view)
    return view.rectDown(rectUp(rect, to: ancestor), from: ancestor)
  }

  /// Converts a rectangle of another view's coordinates to the bounding box in this view's.
  ///
  /// - Parameters:
  ///   - rect: A rectangle in the coordinates of `view`.
  ///   - view: The other view; nil means the root of this view's tree.
  public final func convert(_ rect: CGRect, from view: View?) -> CGRect {
    guard let view else { return rectDown(rect, from: topOfTree) }
    return view.convert(rect, to: self)
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
  /// If the transform cannot be inverted, every point becomes the anchor point, usually the middle.
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

  /// Converts a point to a view that isn't an ancestor; `inTop` is the point in the root `top`.
  ///
  /// Stands out of line, so that the way to an ancestor stays short.
  @inline(never)
  private final func convert(
    _ point: CGPoint, downTo view: View, under top: View, _ inTop: CGPoint
  ) -> CGPoint {
    var path: [View] = []
    var otherTop = view
    while otherTop !== self, let superview = otherTop.storedSuperview {
      path.append(otherTop)
      otherTop = superview
    }
    if otherTop === self { return path.reversed().reduce(point) { $1.pointFromSuperview($0) } }
    if otherTop !== top {
      let beside = otherTop.pointFromSuperview(top.pointInSuperview(inTop))
      return path.reversed().reduce(beside) { $1.pointFromSuperview($0) }
    }
    // Up to the nearest common ancestor, which has the same level on both ways, and down again.
    var (mine, inMine, level) = (self, point, self.level)
    while level > path.count || mine !== (level == 0 ? top : path[path.count - level]),
      let superview = mine.storedSuperview
    {
      inMine = mine.pointInSuperview(inMine)
      mine = superview
      level -= 1
    }
    return path.prefix(path.count - level).reversed().reduce(inMine) { $1.pointFromSuperview($0) }
  }

  /// The number of views above this one.
  private final var level: Int { ancestry.reduce(-1) { level, _ in level + 1 } }

  /// The innermost view that is or contains both this one and `other`; nil in different trees.
  ///
  /// Views above it have no part in a conversion: their transforms are not always invertible, and
  /// would cost a few digits in any case.
  private final func nearestCommonAncestor(with other: View) -> View? {
    if self === other { return self }
    var (mine, theirs) = (self, other)
    var (level, otherLevel) = (mine.level, theirs.level)
    while mine !== theirs {
      if level >= otherLevel {
        guard let superview = mine.storedSuperview else { return nil }
        mine = superview
        level -= 1
      } else {
        guard let superview = theirs.storedSuperview else { return nil }
        theirs = superview
        otherLevel -= 1
      }
    }
    return mine
  }

  /// A point of these bounds in those of an ancestor; nil is the space around the root.
  private final func pointUp(_ point: CGPoint, to ancestor: View?) -> CGPoint {
    ancestry(below: ancestor).reduce(point) { $1.pointInSuperview($0) }
  }

  /// A point of an ancestor's bounds in these; nil is the space around the root.
  private final func pointDown(_ point: CGPoint, from ancestor: View?) -> CGPoint {
    ancestry(below: ancestor).reversed().reduce(point) { $1.pointFromSuperview($0) }
  }

  /// True if this view, or one between it and an ancestor, has a transform.
  private final func isTransformed(below ancestor: View?) -> Bool {
    ancestry(below: ancestor).contains { $0.flags.contains(.isTransformed) }
  }

  /// This view and those around it, up to an ancestor, the innermost first.
  private final func ancestry(below ancestor: View?) -> some Sequence<View> {
    ancestry.lazy.prefix { $0 !== ancestor }
  }

  private final func rectUp(_ rect: CGRect, to ancestor: View?) -> CGRect {
    box(of: rect, isTurned: isTransformed(below: ancestor)) { pointUp($0, to: ancestor) }
  }

  private final func rectDown(_ rect: CGRect, from ancestor: View?) -> CGRect {
    box(of: rect, isTurned: isTransformed(below: ancestor)) { pointDown($0, from: ancestor) }
  }

  /// The bounding box of a converted rectangle, which keeps its exact size if nothing is rotated.
  private final func box(
    of rect: CGRect, isTurned: Bool, _ convert: (CGPoint) -> CGPoint
  ) -> CGRect {
    // The null rectangle is nowhere in any coordinates.
    guard !rect.isNull else { return rect }
    let rect = rect.standardized
    guard isTurned else { return CGRect(origin: convert(rect.origin), size: rect.size) }
    let (x, y) = (rect.origin.x, rect.origin.y)
    let corners = [
      convert(CGPoint(x: x, y: y)), convert(CGPoint(x: x + rect.size.width, y: y)),
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
