import ViewTree

/// A change of a view with the way the device is held; the device lies still.
open class UIMotionEffect: NSObject {}

/// A change of one property.
open class UIInterpolatingMotionEffect: UIMotionEffect {
  /// The direction of a tilt.
  public enum EffectType: Int, Sendable {
    /// The directions of UIKit.
    case tiltAlongHorizontalAxis, tiltAlongVerticalAxis
  }

  /// The property.
  public let keyPath: String
  /// The direction.
  public let type: EffectType
  /// The value at one end.
  open var minimumRelativeValue: Any?
  /// The value at the other end.
  open var maximumRelativeValue: Any?

  /// Makes an effect.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - type: The direction.
  public init(keyPath: String, type: EffectType) { (self.keyPath, self.type) = (keyPath, type) }
}

/// Several effects.
open class UIMotionEffectGroup: UIMotionEffect {
  /// The effects.
  open var motionEffects: [UIMotionEffect]?
}

extension View {
  /// The effects of the view, which change nothing.
  public var motionEffects: [UIMotionEffect] {
    get { stored("motionEffects", or: []) }
    set { storage.values["motionEffects"] = newValue }
  }

  /// Adds an effect.
  ///
  /// - Parameter effect: The effect.
  public func addMotionEffect(_ effect: UIMotionEffect) { motionEffects.append(effect) }

  /// Removes an effect.
  ///
  /// - Parameter effect: The effect.
  public func removeMotionEffect(_ effect: UIMotionEffect) {
    motionEffects.removeAll { $0 === effect }
  }
}
