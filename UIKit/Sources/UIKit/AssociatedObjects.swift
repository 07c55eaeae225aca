import ViewTree

/// The ways to hold an associated object.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// Not retained; here held weakly.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// Retained.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// Copied; here retained.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// Retained.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case OBJC_ASSOCIATION_RETAIN = 769
  /// Copied; here retained.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case OBJC_ASSOCIATION_COPY = 771
}

/// A reference that does not retain.
private final class WeakBox {
  weak var object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}

/// Stores a value with a view, under the address of a key; the process ends for any other object.
///
/// - Parameters:
///   - object: The view.
///   - key: The key.
///   - value: The value; nil removes it.
///   - policy: The ownership.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  guard let view = object as? View else {
    preconditionFailure("Values can be associated with views only, not with \(type(of: object)).")
  }
  let name = "associated \(UInt(bitPattern: key))"
  if let value, policy == .OBJC_ASSOCIATION_ASSIGN {
    view.storage.values[name] = WeakBox(value as AnyObject)
  } else {
    view.storage.values[name] = value
  }
}

/// Returns the value that was stored with a view; nil for any other object.
///
/// - Parameters:
///   - object: The view.
///   - key: The key.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let value = (object as? View)?.storage.values["associated \(UInt(bitPattern: key))"]
  return (value as? WeakBox).map { $0.object as Any } ?? value
}
