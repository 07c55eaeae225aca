import Foundation

extension View {
  /// Draws the subtree's frames as an SVG document, for a browser.
  ///
  /// Frames are in the coordinates of the tree's root, with transforms applied, and nothing outside
  /// this view is drawn. Dirty views are red, hidden ones dashed, ambiguous ones orange and dotted; a label shows its text, every
  /// other view its name. At most 5 000 views are drawn; the picture states the total number.
  public final func svgSnapshot() -> String {
    var drawing = SnapshotDrawing(of: self, limit: 5000)
    var waiting: [SnapshotItem] = [
      SnapshotItem(view: self, matrix: matrixToRoot, depth: 0, isHidden: flags.contains(.isHidden))
    ]
    while let item = waiting.popLast() {
      drawing.draw(item)
      for subview in item.view.storedSubviews.reversed() {
        waiting.append(
          SnapshotItem(
            view: subview, matrix: subview.matrixToSuperview.followed(by: item.matrix),
            depth: item.depth + 1, isHidden: item.isHidden || subview.flags.contains(.isHidden)))
      }
    }
    return drawing.document()
  }

  /// The transform from the view's bounds to its superview's.
  private final var matrixToSuperview: AffineTransform {
    let turn = flags.contains(.isTransformed) ? exactTransform : .identity
    let (center, anchor) = (currentCenter, anchorOffset)
    let x = -storedBounds.origin.x - anchor.x
    let y = -storedBounds.origin.y - anchor.y
    return AffineTransform(
      m11: turn.m11, m12: turn.m12, m21: turn.m21, m22: turn.m22,
      tX: x * turn.m11 + y * turn.m21 + turn.tX + center.x,
      tY: x * turn.m12 + y * turn.m22 + turn.tY + center.y)
  }

  /// The transform from the view's bounds to those of the root of its tree.
  private final var matrixToRoot: AffineTransform {
    ancestry.filter { $0.storedSuperview != nil }
      .reduce(.identity) { $0.followed(by: $1.matrixToSuperview) }
  }
}

/// A view to be drawn.
struct SnapshotItem {
  let view: View
  /// The transform from the view's bounds to those of the root of its tree.
  let matrix: AffineTransform
  /// The depth of the view below the picture's root.
  let depth: Int
  /// True if the view or one around it is hidden.
  let isHidden: Bool

  /// True if constraints leave a choice for the view's frame.
  var isAmbiguous: Bool { view.isVisiblyAmbiguous }

  /// The bounding box in the root's coordinates.
  var box: CGRect {
    let bounds = view.storedBounds
    let middle = matrix.transform(CGPoint(x: bounds.midX, y: bounds.midY))
    let size = matrix.boundingBox(of: bounds.size).size
    return CGRect(
      x: middle.x - size.width / 2, y: middle.y - size.height / 2, width: size.width,
      height: size.height)
  }

  /// True if the frame is upright, so that the box has its shape.
  var isUpright: Bool { matrix.m12 == 0 && matrix.m21 == 0 }
}

extension AffineTransform {
  /// Applies this transform first, then `next`.
  func followed(by next: AffineTransform) -> AffineTransform {
    AffineTransform(
      m11: m11 * next.m11 + m12 * next.m21, m12: m11 * next.m12 + m12 * next.m22,
      m21: m21 * next.m11 + m22 * next.m21, m22: m21 * next.m12 + m22 * next.m22,
      tX: tX * next.m11 + tY * next.m21 + next.tX, tY: tX * next.m12 + tY * next.m22 + next.tY)
  }
}
