import ViewTree

/// An animation of a layer, which is kept and never runs.
open class CAAnimation: NSObject, CAMediaTiming, CAAction {
  /// The values that key-value coding keeps under names of an app.
  final var keyed: [String: Any] = [:]
  /// The object that would be told.
  open var delegate: (any CAAnimationDelegate)?
  /// The course of time.
  open var timingFunction: CAMediaTimingFunction?
  /// True if it goes away at its end.
  open var isRemovedOnCompletion = true
  /// The time at which it begins.
  open var beginTime: CFTimeInterval = 0
  /// The seconds that it takes.
  open var duration: CFTimeInterval = 0
  /// The speed of time.
  open var speed: Float = 1
  /// The offset of time.
  open var timeOffset: CFTimeInterval = 0
  /// The number of repetitions.
  open var repeatCount: Float = 0
  /// The seconds of repetition.
  open var repeatDuration: CFTimeInterval = 0
  /// True if it goes back again.
  open var autoreverses = false
  /// The values that it shows outside of its time.
  open var fillMode = CAMediaTimingFillMode.removed

  /// Makes an animation.
  public override init() { super.init() }
}

/// An object that is told of an animation; nobody is told here.
public protocol CAAnimationDelegate: AnyObject {
  /// Called when an animation begins.
  func animationDidStart(_ anim: CAAnimation)
  /// Called when an animation ends.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  public func animationDidStart(_ anim: CAAnimation) {}
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

/// An animation of one property.
open class CAPropertyAnimation: CAAnimation {
  /// The property.
  open var keyPath: String?
  /// True if the values are added.
  open var isAdditive = false
  /// True if repetitions go on from the last value.
  open var isCumulative = false

  /// Makes an animation.
  ///
  /// - Parameter path: The property.
  public convenience init(keyPath path: String?) {
    self.init()
    keyPath = path
  }
}

/// From one value to another.
open class CABasicAnimation: CAPropertyAnimation {
  /// The beginning.
  open var fromValue: Any?
  /// The end.
  open var toValue: Any?
  /// The distance that it goes.
  open var byValue: Any?
}

/// As a spring.
open class CASpringAnimation: CABasicAnimation {
  /// The mass.
  open var mass: CGFloat = 1
  /// The stiffness.
  open var stiffness: CGFloat = 100
  /// The damping.
  open var damping: CGFloat = 10
  /// The speed at the start.
  open var initialVelocity: CGFloat = 0
  /// The duration.
  open var settlingDuration: CFTimeInterval { duration }
}

/// Through several values.
open class CAKeyframeAnimation: CAPropertyAnimation {
  /// The values.
  open var values: [Any]?
  /// The path.
  open var path: CGPath?
  /// The time at which each value is reached.
  open var keyTimes: [NSNumber]?
  /// The course of time between two of them.
  open var timingFunctions: [CAMediaTimingFunction]?
  /// The rule for values in between.
  open var calculationMode = CAAnimationCalculationMode.linear
}

/// Several animations.
open class CAAnimationGroup: CAAnimation {
  /// The animations.
  open var animations: [CAAnimation]?
}

/// The key of a layer's animation from one picture to another.
public let kCATransition = "transition"

/// From one picture to another.
open class CATransition: CAAnimation {
  /// The kind.
  open var type = CATransitionType.fade
  /// The direction.
  open var subtype: CATransitionSubtype?
}

/// A course of time.
open class CAMediaTimingFunction: NSObject {
  /// The two points that bend the curve.
  public let controlPoints: (Float, Float, Float, Float)

  /// Makes a curve.
  ///
  /// - Parameter name: Its name.
  public init(name: CAMediaTimingFunctionName) {
    controlPoints =
      switch name {
      case .easeIn: (0.42, 0, 1, 1)
      case .easeOut: (0, 0, 0.58, 1)
      case .easeInEaseOut: (0.42, 0, 0.58, 1)
      case .default: (0.25, 0.1, 0.25, 1)
      default: (0, 0, 1, 1)
      }
  }

  /// Makes a curve of two points.
  ///
  /// - Parameters:
  ///   - c1x: The first point.
  ///   - c1y: The first point.
  ///   - c2x: The second point.
  ///   - c2y: The second point.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    controlPoints = (c1x, c1y, c2x, c2y)
  }

  /// Writes the two numbers of a point: of the begin, the two points between, or the end.
  ///
  /// - Parameters:
  ///   - idx: The place of the point, from 0 to 3.
  ///   - ptr: Two numbers.
  open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    let (c1x, c1y, c2x, c2y) = controlPoints
    let point = [(0, 0), (c1x, c1y), (c2x, c2y), (1, 1)][idx]
    (ptr[0], ptr[1]) = point
  }
}

/// A group of changes of layers, which happen at once.
public enum CATransaction {
  /// Begins a group.
  public static func begin() {}
  /// Ends a group.
  public static func commit() { completions.take().forEach(UIView.runLater) }
  /// Shows what was changed.
  public static func flush() {}
  /// Turns animations off; there are none.
  public static func setDisableActions(_ flag: Bool) {}
  /// Sets a duration, which nothing takes.
  public static func setAnimationDuration(_ duration: CFTimeInterval) {}
  /// Sets a course of time.
  public static func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {}
  /// Runs a block in a later turn, once the group is committed.
  public static func setCompletionBlock(_ block: (() -> Void)?) {
    if let block { completions.add(block) }
  }

  private static let completions = Waiting()

  /// Blocks that wait for the end of the group.
  private final class Waiting: @unchecked Sendable {
    private let lock = NSLock()
    private var blocks: [() -> Void] = []

    func add(_ block: @escaping () -> Void) { lock.withLock { blocks.append(block) } }

    func take() -> [() -> Void] {
      lock.withLock {
        defer { blocks = [] }
        return blocks
      }
    }
  }
}

// MARK: Transforms in space

/// A transform in space, as a matrix.
public struct CATransform3D: Hashable, Sendable {
  /// The entries, row by row.
  public var m11: CGFloat = 1, m12: CGFloat = 0, m13: CGFloat = 0, m14: CGFloat = 0
  /// The entries, row by row.
  public var m21: CGFloat = 0, m22: CGFloat = 1, m23: CGFloat = 0, m24: CGFloat = 0
  /// The entries, row by row.
  public var m31: CGFloat = 0, m32: CGFloat = 0, m33: CGFloat = 1, m34: CGFloat = 0
  /// The entries, row by row.
  public var m41: CGFloat = 0, m42: CGFloat = 0, m43: CGFloat = 0, m44: CGFloat = 1

  /// Makes the transform that leaves everything in place.
  public init() {}

  /// The part in the plane.
  var inPlane: CGAffineTransform {
    CGAffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }

  fileprivate static let paths: [[WritableKeyPath<CATransform3D, CGFloat> & Sendable]] = [
    [\.m11, \.m12, \.m13, \.m14], [\.m21, \.m22, \.m23, \.m24],
    [\.m31, \.m32, \.m33, \.m34], [\.m41, \.m42, \.m43, \.m44],
  ]
}

extension NSValue {
  /// The address under which a value keeps a transform: Foundation's values hold no structures on Linux.
  private nonisolated(unsafe) static let spaceKey = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

  /// Makes a value of a transform in space.
  ///
  /// - Parameter t: The transform.
  public convenience init(caTransform3D t: CATransform3D) {
    // Equal transforms make equal values.
    let hash = UInt(bitPattern: t.hashValue)
    self.init(point: CGPoint(x: Double(hash >> 32), y: Double(hash & 0xffff_ffff)))
    objc_setAssociatedObject(self, NSValue.spaceKey, t, .OBJC_ASSOCIATION_RETAIN)
  }

  /// The transform in it; that which leaves everything in place if it was made of something else.
  public var caTransform3DValue: CATransform3D {
    objc_getAssociatedObject(self, NSValue.spaceKey) as? CATransform3D ?? CATransform3DIdentity
  }
}

/// The transform that leaves everything in place.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CATransform3DIdentity = CATransform3D()

/// Returns the transform that first applies one, then another.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  var product = CATransform3D()
  for row in 0..<4 {
    for column in 0..<4 {
      product[keyPath: CATransform3D.paths[row][column]] = (0..<4).reduce(0) { sum, k in
        sum + a[keyPath: CATransform3D.paths[row][k]] * b[keyPath: CATransform3D.paths[k][column]]
      }
    }
  }
  return product
}

/// Returns a move.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DMakeTranslation(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D
{
  var made = CATransform3D()
  (made.m41, made.m42, made.m43) = (x, y, z)
  return made
}

/// Returns a scaling.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DMakeScale(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat) -> CATransform3D {
  var made = CATransform3D()
  (made.m11, made.m22, made.m33) = (x, y, z)
  return made
}

/// Returns a rotation around an axis.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  let length = (x * x + y * y + z * z).squareRoot()
  guard length > 0 else { return CATransform3D() }
  let (x, y, z) = (x / length, y / length, z / length)
  let (c, s) = (CGFloat(cos(angle)), CGFloat(sin(angle)))
  var made = CATransform3D()
  (made.m11, made.m12, made.m13) = (
    c + x * x * (1 - c), x * y * (1 - c) + z * s, x * z * (1 - c) - y * s
  )
  (made.m21, made.m22, made.m23) = (
    y * x * (1 - c) - z * s, c + y * y * (1 - c), y * z * (1 - c) + x * s
  )
  (made.m31, made.m32, made.m33) = (
    z * x * (1 - c) + y * s, z * y * (1 - c) - x * s, c + z * z * (1 - c)
  )
  return made
}

/// Returns the transform that first moves, then applies `t`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DTranslate(
  _ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeTranslation(x, y, z), t) }

/// Returns the transform that first scales, then applies `t`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DScale(
  _ t: CATransform3D, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeScale(x, y, z), t) }

/// Returns the transform that first rotates, then applies `t`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D { CATransform3DConcat(CATransform3DMakeRotation(angle, x, y, z), t) }

/// Returns a transform of the plane in space.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  var made = CATransform3D()
  (made.m11, made.m12, made.m21, made.m22, made.m41, made.m42) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
  return made
}

extension CALayer {
  /// Returns the transform as one of the plane.
  public func affineTransform() -> CGAffineTransform { transform.inPlane }

  /// Sets the transform to one of the plane.
  ///
  /// - Parameter m: The transform.
  public func setAffineTransform(_ m: CGAffineTransform) {
    transform = CATransform3DMakeAffineTransform(m)
  }
}
