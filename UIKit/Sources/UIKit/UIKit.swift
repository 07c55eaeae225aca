// The names that `import UIKit` brings on Linux: Foundation, ViewTree and its aliases, and those in this folder.

@_exported import Foundation
@_exported import ViewTree

/// UIKit's name of `View.Color`.
public typealias UIColor = View.Color
/// UIKit's name of `View.Touch`.
public typealias UITouch = View.Touch
/// UIKit's name of `View.GestureRecognizer`.
public typealias UIGestureRecognizer = View.GestureRecognizer
/// UIKit's name of `View.Traits`.
public typealias UITraitCollection = View.Traits
/// UIKit's name of `Responder`.
public typealias UIResponder = Responder
/// UIKit's name of `Responder.AccessibilityTraits`.
public typealias UIAccessibilityTraits = Responder.AccessibilityTraits

/// The name of a method and, in ported code, a closure that calls it.
public struct Selector: Hashable, @unchecked Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let name: String
  /// Calls the method of an object with what sends it; nil if there is only a name.
  let call: ((_ target: Any, _ sender: Any?) -> Void)?

  /// Makes a selector that nothing can call.
  ///
  /// - Parameter name: The name of the method.
  public init(_ name: String) { (self.name, call) = (name, nil) }

  /// Makes a selector that calls a method; `loophunt port` writes it in place of `#selector`.
  ///
  /// - Parameters:
  ///   - name: The name of the method.
  ///   - call: Calls the method of an object with what sends it.
  public init(_ name: String, _ call: @escaping (_ target: Any, _ sender: Any?) -> Void) {
    (self.name, self.call) = (name, call)
  }

  public init(stringLiteral value: String) { self.init(value) }

  public static func == (left: Selector, right: Selector) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The time in seconds, as Core Animation counts it.
public typealias CFTimeInterval = Double

/// Returns the time in seconds since the machine was started.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// Named as in Core Foundation: any value.
public typealias CFTypeRef = AnyObject
/// Named as in Core Foundation: an array of anything.
public typealias CFArray = [Any]

/// A whole number, as Objective-C calls it.
public typealias NSInteger = Int

extension UIResponder {
  /// The class itself.
  public class func classForCoder() -> AnyClass { self }

  /// Named as in UIKit; nobody posts it here.
  public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShow")
  /// Named as in UIKit; nobody posts it here.
  public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShow")
  /// Named as in UIKit; nobody posts it here.
  public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHide")
  /// Named as in UIKit; nobody posts it here.
  public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHide")
  /// Named as in UIKit; nobody posts it here.
  public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrame")
  /// Named as in UIKit; nobody posts it here.
  public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrame")
  /// The key of the frame at the end.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEnd"
  /// The key of the frame at the beginning.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBegin"
  /// The key of the duration.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDuration"
  /// The key of the course.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurve"
}

/// Named as in UIKit; there is none, because nobody types.
public final class UndoManager {
  /// Registers nothing more.
  public func removeAllActions() {}
}

extension View {
  /// The manager of what can be undone: none.
  public var undoManager: UndoManager? { nil }
}
