import Foundation
import ViewTree

extension TraceTransform {
  init(_ transform: AffineTransform) {
    self.init(
      a: Double(transform.m11), b: Double(transform.m12), c: Double(transform.m21),
      d: Double(transform.m22), tx: Double(transform.tX), ty: Double(transform.tY))
  }

  /// The transform as the tree has it.
  var affine: AffineTransform {
    AffineTransform(m11: a, m12: b, m21: c, m22: d, tX: tx, tY: ty)
  }
}

extension TraceGeometryValue {
  /// What a setter of the tree wrote.
  init(_ property: GeometryProperty, _ value: GeometryValue) {
    switch value {
    case .rect(let rect): self = property == .bounds ? .bounds(rect) : .frame(rect)
    case .point(let point):
      self = property == .anchorPoint ? .anchor(point) : .center(point)
    case .transform(let transform): self = .transform(TraceTransform(transform))
    case .insets(let insets): self = .inset(property, insets)
    }
  }
}
