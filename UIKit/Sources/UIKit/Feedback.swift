import Foundation

/// A knock that fingers would feel; nothing knocks.
open class UIFeedbackGenerator: NSObject {
  /// Gets ready.
  open func prepare() {}
}

/// A knock of a collision.
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
  /// The strength of a knock.
  public enum FeedbackStyle: Int, Sendable {
    /// The strengths of UIKit.
    case light, medium, heavy, soft, rigid
  }

  /// Makes one.
  ///
  /// - Parameter style: The strength; by default in the middle.
  public init(style: FeedbackStyle = .medium) {}
  /// Knocks.
  open func impactOccurred() {}
  /// Knocks.
  ///
  /// - Parameter intensity: The strength.
  open func impactOccurred(intensity: CGFloat) {}
}

/// A knock of a choice.
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
  /// Knocks.
  open func selectionChanged() {}
}

/// A knock of a result.
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
  /// The results.
  public enum FeedbackType: Int, Sendable {
    /// The results of UIKit.
    case success, warning, error
  }

  /// Knocks.
  ///
  /// - Parameter notificationType: The result.
  open func notificationOccurred(_ notificationType: FeedbackType) {}
}

extension RunLoop.Mode {
  /// The mode of a drag, in which the application's loop never is.
  public static let tracking = RunLoop.Mode("UITrackingRunLoopMode")
}

extension UIContentSizeCategory {
  /// Named as in UIKit; nobody posts it here.
  public static let didChangeNotification = Notification.Name("UIContentSizeCategoryDidChange")
}
