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

/// The values of objects that are no views, and have no room for them.
///
/// They die when the table is cleared of dead objects: when it has doubled since the last time.
final class OtherObjects: @unchecked Sendable {
  private final class Entry {
    weak var object: AnyObject?
    var values: [String: Any] = [:]

    init(_ object: AnyObject) { self.object = object }
  }

  /// The only table; each object is used by one thread at a time, as a view is, but not all by the same one.
  static let shared = OtherObjects()

  private let lock = NSLock()
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextClearing = 64

  subscript(object: AnyObject, name: String) -> Any? {
    // An entry may be that of a dead object that had the same address.
    get { lock.withLock { entry(of: object)?.values[name] } }
    set {
      // The replaced value may come back here when it dies.
      var replaced: [Any] = []
      lock.lock()
      defer {
        lock.unlock()
        withExtendedLifetime(replaced) {}
      }
      if let entry = entry(of: object) {
        if let old = entry.values[name] { replaced = [old] }
        entry.values[name] = newValue
      } else if let newValue {
        let entry = Entry(object)
        entry.values[name] = newValue
        if let old = entries.updateValue(entry, forKey: ObjectIdentifier(object)) {
          replaced = [old]
        }
        replaced += clear()
      }
    }
  }

  private func entry(of object: AnyObject) -> Entry? {
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry
  }

  /// Takes the entries of dead objects out.
  private func clear() -> [Entry] {
    guard entries.count >= nextClearing else { return [] }
    let dead = entries.filter { $0.value.object == nil }
    for key in dead.keys { entries[key] = nil }
    nextClearing = max(64, 2 * entries.count)
    return Array(dead.values)
  }
}

/// Stores a value with an object, under the address of a key.
///
/// The value of a view dies with it. That of any other object dies at some time after it, or with the next object
/// that has the same address and gets a value.
///
/// - Parameters:
///   - object: The object.
///   - key: The key.
///   - value: The value; nil removes it.
///   - policy: The ownership.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let name = "associated \(UInt(bitPattern: key))"
  let kept = policy == .OBJC_ASSOCIATION_ASSIGN ? value.map { WeakBox($0 as AnyObject) } : value
  if let view = object as? View {
    view.storage.values[name] = kept
  } else {
    OtherObjects.shared[object as AnyObject, name] = kept
  }
}

/// Returns the value that was stored with an object; nil without one.
///
/// - Parameters:
///   - object: The object.
///   - key: The key.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  let name = "associated \(UInt(bitPattern: key))"
  let value =
    if let view = object as? View { view.storage.values[name] } else {
      OtherObjects.shared[object as AnyObject, name]
    }
  return (value as? WeakBox).map { $0.object as Any } ?? value
}
