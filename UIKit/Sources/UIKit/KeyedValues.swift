import Foundation
import ViewTree

/// The properties that key-value coding finds under a name.
///
/// Swift has no list of properties by name on Linux: those that apps use most are listed here, and an app adds its
/// own. A key that is not listed ends the process, with UIKit's words. `register` is not in UIKit.
public enum KeyedValues {
  /// Lists a property of a class and of those that descend from it.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - path: The property.
  public static func register<Root: AnyObject, Value>(
    _ key: String, _ path: ReferenceWritableKeyPath<Root, Value>
  ) {
    KeyTable.shared.add(key, path) { object, new in
      guard let object = object as? Root else { return .notMine }
      if case .set(let value) = new {
        guard let value = Keyed<Value>.from(value) else { return .unfit }
        object[keyPath: path] = value
      }
      return .value(object[keyPath: path])
    }
  }

  /// Lists a property that can only be read.
  ///
  /// - Parameters:
  ///   - key: The name.
  ///   - path: The property.
  public static func register<Root: AnyObject, Value>(
    _ key: String, reading path: KeyPath<Root, Value>
  ) {
    KeyTable.shared.add(key, path) { object, new in
      guard let object = object as? Root else { return .notMine }
      if case .set = new { return .fixed }
      return .value(object[keyPath: path])
    }
  }
}

/// A deed with a value under a key.
enum KeyedDeed {
  case get
  case set(Any?)
}

/// Its result.
enum KeyedResult {
  /// Done; the value that is there now.
  case value(Any?)
  /// The object is of another class.
  case notMine
  /// The value is of another type.
  case unfit
  /// The property can only be read.
  case fixed
}

/// The conversion of values, as key-value coding does it: numbers of every kind, and the number of a case.
enum Keyed<Value> {
  static func from(_ value: Any?) -> Value? {
    if let value, let same = value as? Value { return same }
    guard let value else { return (Value.self as? any Absent.Type)?.absent as? Value }
    if let kind = (Value.self as? any Absent.Type)?.wrapped {
      return Convert.convert(value, to: kind).flatMap { $0 as? Value }
    }
    return Convert.convert(value, to: Value.self) as? Value
  }
}

/// A type that has a value for nothing.
private protocol Absent {
  static var absent: Any { get }
  static var wrapped: Any.Type { get }
}

extension Optional: Absent {
  fileprivate static var absent: Any { Self.none as Any }
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}

private enum Convert {
  static func convert(_ value: Any, to kind: Any.Type) -> Any? {
    guard let number = number(value) else { return nil }
    switch kind {
    case is CGFloat.Type: return CGFloat(number)
    case is Double.Type: return number
    case is Float.Type: return Float(number)
    case is Bool.Type: return number != 0
    case is Int.Type: return Int(exactly: number.rounded(.towardZero))
    default:
      guard let kind = kind as? any RawRepresentable.Type else { return nil }
      return element(of: kind, number)
    }
  }

  /// The case with a number, of an enumeration whose raw values are whole numbers.
  private static func element<Kind: RawRepresentable>(of kind: Kind.Type, _ number: Double) -> Any?
  {
    (Int(exactly: number) as? Kind.RawValue).flatMap { Kind(rawValue: $0) }
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let value as Bool: value ? 1 : 0
    case let value as Int: Double(value)
    case let value as CGFloat: Double(value)
    case let value as Double: value
    case let value as Float: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }
}

/// The listed properties by name; each was listed for a class.
final class KeyTable: @unchecked Sendable {
  typealias Property = (AnyObject, KeyedDeed) -> KeyedResult

  static let shared = KeyTable()
  /// Lists the usual properties, once; whoever asks meanwhile waits for the end.
  private static let usual: Void = UsualKeys.list()

  private let lock = NSLock()
  private var properties: [String: [Property]] = [:]
  private var keys: [AnyKeyPath: String] = [:]

  func add(_ key: String, _ path: AnyKeyPath, _ property: @escaping Property) {
    lock.withLock {
      properties[key, default: []].append(property)
      keys[path] = key
    }
  }

  /// The name under which a property was listed; nil if it was not.
  func key(of path: AnyKeyPath) -> String? {
    _ = KeyTable.usual
    return lock.withLock { keys[path] }
  }

  /// Does a deed by the latest property of that name which is one of the object's; nil if there is none.
  func find(_ key: String, of object: AnyObject, _ deed: KeyedDeed) -> KeyedResult? {
    _ = KeyTable.usual
    let found = lock.withLock { properties[key] ?? [] }
    for property in found.reversed() {
      let result = property(object, deed)
      if case .notMine = result { continue }
      return result
    }
    return nil
  }
}

/// Key-value coding of one object.
enum KeyValueCoding {
  static func value(of object: AnyObject, _ key: String) -> Any? {
    if case .value(let value)? = KeyTable.shared.find(key, of: object, .get) {
      return unwrapped(value)
    }
    if let store = object as? any KeyedStore { return store.keyed[key] ?? nil }
    misuse(
      "[<\(type(of: object))> valueForUndefinedKey:]: this class is not key value coding-compliant "
        + "for the key \(key). KeyedValues.register(\"\(key)\", \\….…) lists a property.")
  }

  static func set(_ object: AnyObject, _ value: Any?, _ key: String) {
    switch KeyTable.shared.find(key, of: object, .set(value)) {
    case .value: return
    case .unfit:
      misuse(
        "[<\(type(of: object))> setValue:forKey:]: the property \(key) takes no "
          + "\(value.map { "\(type(of: $0))" } ?? "nil").")
    case .fixed, .notMine, nil:
      if let store = object as? any KeyedStore {
        store.keyed[key] = value
        return
      }
      misuse(
        "[<\(type(of: object))> setValue:forUndefinedKey:]: this class is not key value "
          + "coding-compliant for the key \(key). KeyedValues.register(\"\(key)\", \\….…) lists a "
          + "property.")
    }
  }

  /// The object at the end of all names of a path but the last one, and that name; nil if one on the way is nil.
  static func end(of path: String, from object: AnyObject) -> (AnyObject, String)? {
    let names = path.split(separator: ".").map(String.init)
    guard let last = names.last else { return (object, path) }
    var object = object
    for name in names.dropLast() {
      guard let next = value(of: object, name) else { return nil }
      object = next as AnyObject
    }
    return (object, last)
  }

  /// A value without the optionals around it; nil if one of them is empty.
  private static func unwrapped(_ value: Any?) -> Any? {
    guard let value else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

/// An object that keeps values under any name, as layers and animations do.
protocol KeyedStore: AnyObject {
  var keyed: [String: Any] { get set }
}

extension CALayer: KeyedStore {}
extension CAAnimation: KeyedStore {}

extension UIResponder {
  /// The value of a property that is listed in `KeyedValues`; any other key ends the process.
  ///
  /// - Parameter key: The name of the property.
  public func value(forKey key: String) -> Any? { KeyValueCoding.value(of: self, key) }
  /// Sets a property that is listed in `KeyedValues`; any other key ends the process.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The name of the property.
  public func setValue(_ value: Any?, forKey key: String) { KeyValueCoding.set(self, value, key) }
  /// The value at the end of names with dots between them.
  ///
  /// - Parameter keyPath: The names.
  public func value(forKeyPath keyPath: String) -> Any? {
    KeyValueCoding.end(of: keyPath, from: self).flatMap { KeyValueCoding.value(of: $0, $1) }
  }
  /// Sets the value at the end of names with dots between them.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - keyPath: The names.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyValueCoding.end(of: keyPath, from: self).map { KeyValueCoding.set($0, value, $1) }
  }
}

extension NSObject {
  /// The value of a property that is listed in `KeyedValues`; any other key ends the process, but for layers and
  /// animations, which keep values under any name.
  ///
  /// - Parameter key: The name of the property.
  @_disfavoredOverload
  public func value(forKey key: String) -> Any? {
    if let array = self as? NSArray {
      return array.map { KeyValueCoding.value(of: $0 as AnyObject, key) ?? NSNull() }
    }
    if let dictionary = self as? NSDictionary { return dictionary.object(forKey: key) }
    return KeyValueCoding.value(of: self, key)
  }
  /// Sets a property that is listed in `KeyedValues`; any other key ends the process, but for layers and
  /// animations, which keep values under any name.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The name of the property.
  @_disfavoredOverload
  public func setValue(_ value: Any?, forKey key: String) { KeyValueCoding.set(self, value, key) }
  /// The value at the end of names with dots between them.
  ///
  /// - Parameter keyPath: The names.
  @_disfavoredOverload
  public func value(forKeyPath keyPath: String) -> Any? {
    if self is any KeyedStore, KeyTable.shared.find(keyPath, of: self, .get) != nil {
      return value(forKey: keyPath)
    }
    return KeyValueCoding.end(of: keyPath, from: self).flatMap { KeyValueCoding.value(of: $0, $1) }
  }
  /// Sets the value at the end of names with dots between them.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - keyPath: The names.
  @_disfavoredOverload
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    KeyValueCoding.end(of: keyPath, from: self).map { KeyValueCoding.set($0, value, $1) }
  }
}

/// The properties of UIKit that key-value coding finds without a list of the app.
private enum UsualKeys {
  static func list() {
    views()
    texts()
    layers()
    KeyedValues.register("title", \UIViewController.title)
    KeyedValues.register("view", reading: \UIViewController.view)
    // A button of a bar has a view of its own only if an app gave it one.
    KeyedValues.register("view", reading: \UIBarButtonItem.customView)
    KeyedValues.register("title", \UIBarButtonItem.title)
    KeyedValues.register("enabled", \UIBarButtonItem.isEnabled)
    KeyedValues.register("contentView", reading: \UITableViewCell.contentView)
    KeyedValues.register("contentView", reading: \UICollectionViewCell.contentView)
  }

  private static func views() {
    KeyedValues.register("frame", \UIView.frame)
    KeyedValues.register("bounds", \UIView.bounds)
    KeyedValues.register("center", \UIView.center)
    KeyedValues.register("transform", \UIView.transform)
    KeyedValues.register("alpha", \UIView.alpha)
    KeyedValues.register("hidden", \UIView.isHidden)
    KeyedValues.register("tag", \UIView.tag)
    KeyedValues.register("backgroundColor", \UIView.backgroundColor)
    KeyedValues.register("tintColor", \UIView.tintColor)
    KeyedValues.register("clipsToBounds", \UIView.clipsToBounds)
    KeyedValues.register("userInteractionEnabled", \UIView.isUserInteractionEnabled)
    KeyedValues.register("contentMode", \UIView.contentMode)
    KeyedValues.register("layer", reading: \UIView.layer)
    KeyedValues.register("superview", reading: \UIView.superview)
    KeyedValues.register("enabled", \UIControl.isEnabled)
    KeyedValues.register("selected", \UIControl.isSelected)
    KeyedValues.register("highlighted", \UIControl.isHighlighted)
    KeyedValues.register("image", \UIImageView.image)
    KeyedValues.register("contentOffset", \UIScrollView.contentOffset)
    KeyedValues.register("contentSize", \UIScrollView.contentSize)
    KeyedValues.register("contentInset", \UIScrollView.contentInset)
  }

  private static func texts() {
    KeyedValues.register("text", \UILabel.text)
    KeyedValues.register("attributedText", \UILabel.attributedText)
    KeyedValues.register("font", \UILabel.font)
    KeyedValues.register("textColor", \UILabel.textColor)
    KeyedValues.register("highlightedTextColor", \UILabel.highlightedTextColor)
    KeyedValues.register("textAlignment", \UILabel.textAlignment)
    KeyedValues.register("lineBreakMode", \UILabel.lineBreakMode)
    KeyedValues.register("numberOfLines", \UILabel.numberOfLines)
    KeyedValues.register("enabled", \UILabel.isEnabled)
    KeyedValues.register("highlighted", \UILabel.isHighlighted)
    KeyedValues.register("shadowColor", \UILabel.shadowColor)
    KeyedValues.register("shadowOffset", \UILabel.shadowOffset)
    KeyedValues.register("baselineAdjustment", \UILabel.baselineAdjustment)
    KeyedValues.register("adjustsFontSizeToFitWidth", \UILabel.adjustsFontSizeToFitWidth)
    KeyedValues.register("minimumScaleFactor", \UILabel.minimumScaleFactor)
    KeyedValues.register("minimumFontSize", \UILabel.minimumFontSize)
    KeyedValues.register("text", \UITextField.text)
    KeyedValues.register("placeholder", \UITextField.placeholder)
    KeyedValues.register("font", \UITextField.font)
    KeyedValues.register("textColor", \UITextField.textColor)
    KeyedValues.register("text", \UITextView.text)
    KeyedValues.register("font", \UITextView.font)
    KeyedValues.register("textColor", \UITextView.textColor)
  }

  private static func layers() {
    KeyedValues.register("frame", \CALayer.frame)
    KeyedValues.register("bounds", \CALayer.bounds)
    KeyedValues.register("position", \CALayer.position)
    KeyedValues.register("anchorPoint", \CALayer.anchorPoint)
    KeyedValues.register("zPosition", \CALayer.zPosition)
    KeyedValues.register("transform", \CALayer.transform)
    KeyedValues.register("hidden", \CALayer.isHidden)
    KeyedValues.register("opacity", \CALayer.opacity)
    KeyedValues.register("cornerRadius", \CALayer.cornerRadius)
    KeyedValues.register("borderWidth", \CALayer.borderWidth)
    KeyedValues.register("borderColor", \CALayer.borderColor)
    KeyedValues.register("backgroundColor", \CALayer.backgroundColor)
    KeyedValues.register("shadowOpacity", \CALayer.shadowOpacity)
    KeyedValues.register("shadowRadius", \CALayer.shadowRadius)
    KeyedValues.register("shadowOffset", \CALayer.shadowOffset)
    KeyedValues.register("shadowColor", \CALayer.shadowColor)
    KeyedValues.register("masksToBounds", \CALayer.masksToBounds)
    KeyedValues.register("strokeEnd", \CAShapeLayer.strokeEnd)
    KeyedValues.register("strokeStart", \CAShapeLayer.strokeStart)
    KeyedValues.register("lineWidth", \CAShapeLayer.lineWidth)
    KeyedValues.register("duration", \CAAnimation.duration)
  }
}
