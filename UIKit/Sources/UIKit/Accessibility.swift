import Foundation

/// Settings for people who see, hear or move otherwise: all are off, and nobody is told anything.
public enum UIAccessibility {
  /// Something that a screen reader would be told.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is another screen.
    public static let screenChanged = Notification(rawValue: 1000)
    /// A part of the screen is another.
    public static let layoutChanged = Notification(rawValue: 1001)
    /// Something is to be said.
    public static let announcement = Notification(rawValue: 1008)
    /// Content was scrolled by a page.
    public static let pageScrolled = Notification(rawValue: 1009)
  }

  /// True if a screen is read to the person.
  public static var isVoiceOverRunning: Bool { false }
  /// True if a switch plays the part of fingers.
  public static var isSwitchControlRunning: Bool { false }
  /// True if nothing is to shine through.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// True if little is to move.
  public static var isReduceMotionEnabled: Bool { false }
  /// True if text is to be bold.
  public static var isBoldTextEnabled: Bool { false }
  /// True if colours are to be darker.
  public static var isDarkerSystemColorsEnabled: Bool { false }
  /// True if colours are turned round.
  public static var isInvertColorsEnabled: Bool { false }
  /// True if there are no colours.
  public static var isGrayscaleEnabled: Bool { false }
  /// True if buttons are to look like buttons.
  public static var isButtonShapesEnabled: Bool { false }

  /// Tells nobody.
  ///
  /// - Parameters:
  ///   - notification: The event.
  ///   - argument: A text or an element.
  public static func post(notification: Notification, argument: Any?) {}

  // Names of notifications that are never posted.
  /// A screen reader begins or ends.
  public static let voiceOverStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityVoiceOverStatusDidChangeNotification")
  /// The setting about what shines through is another.
  public static let reduceTransparencyStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceTransparencyStatusDidChangeNotification")
  /// The setting about movement is another.
  public static let reduceMotionStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
  /// The setting about bold text is another.
  public static let boldTextStatusDidChangeNotification = Foundation.Notification.Name(
    "UIAccessibilityBoldTextStatusDidChangeNotification")
}
