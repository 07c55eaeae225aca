@_spi(UIKit) import ViewTree

/// UIKit's name of `Responder.ChangeKey`.
public typealias NSKeyValueChangeKey = Responder.ChangeKey

extension NSKeyValueChangeKey {
  /// The kind of the change, as a number.
  public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
  /// The new value.
  public static let newKey = NSKeyValueChangeKey(rawValue: "new")
  /// The value before.
  public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
  /// The places in a collection; never there.
  public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
  /// True before the change.
  public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// The parts of a change that an observer asks for, and the times at which it is told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The value before.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// At once, too.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
  /// Before the change, too.
  public static let prior = NSKeyValueObservingOptions(rawValue: 8)
}

/// The kind of a change: a value was set; changes of collections are not told.
public enum NSKeyValueChange: UInt, Sendable {
  /// The kinds of Foundation.
  case setting = 1, insertion, removal, replacement
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
  /// Named as in Foundation.
  public typealias Kind = NSKeyValueChange
  /// The kind.
  public let kind: Kind
  /// The new value, if it was asked for.
  public let newValue: Value?
  /// The value before, if it was asked for.
  public let oldValue: Value?
  /// The places in a collection: none.
  public let indexes: IndexSet?
  /// True before the change.
  public let isPrior: Bool
}

/// A wish to be told of a property, which ends with its life, or that of the object.
public final class NSKeyValueObservation: NSObject {
  private weak var object: AnyObject?
  private var observation: Observation?

  init(_ observation: Observation, of object: AnyObject) {
    (self.observation, self.object) = (observation, object)
  }

  deinit { invalidate() }

  /// Ends the wish.
  public func invalidate() {
    guard let observation else { return }
    self.observation = nil
    observation.isOver = true
    if let object { Observed.remove(observation, from: object) }
  }
}

/// An object whose properties can be observed.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}
extension UIResponder: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a closure with each change of a property, synchronously, as long as the result lives.
  ///
  /// If nobody tells of the property here, the standard error output says so once.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - options: The values that are wanted.
  ///   - changeHandler: Called after the setter.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let (object, key) = ObservedKeys.place(of: keyPath, in: self)
    let observation = Observation(key, options) { [weak self] in
      self.map { $0[keyPath: keyPath] }
    } tell: { [weak self] change in
      guard let self else { return }
      changeHandler(
        self,
        NSKeyValueObservedChange(
          kind: .setting, newValue: change.new.flatMap { $0 as? Value },
          oldValue: change.old.flatMap { $0 as? Value }, indexes: nil, isPrior: change.isPrior))
    }
    Observed.add(observation, to: object)
    return NSKeyValueObservation(observation, of: object)
  }

  /// Tells observers before a property changes that has no setter of UIKit.
  ///
  /// - Parameter key: The name of the property.
  public func willChangeValue(forKey key: String) { Observed.list(of: self)?.begin(key) }

  /// Tells observers after a property changed that has no setter of UIKit.
  ///
  /// - Parameter key: The name of the property.
  public func didChangeValue(forKey key: String) { Observed.list(of: self)?.end(key) }

  /// Tells observers before a property changes that has no setter of UIKit.
  ///
  /// - Parameter keyPath: The property.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    let (object, key) = ObservedKeys.place(of: keyPath, in: self)
    Observed.list(of: object)?.begin(key)
  }

  /// Tells observers after a property changed that has no setter of UIKit.
  ///
  /// - Parameter keyPath: The property.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    let (object, key) = ObservedKeys.place(of: keyPath, in: self)
    Observed.list(of: object)?.end(key)
  }

  /// Has a view or a controller told of each change of a property, by its `observeValue`.
  ///
  /// Names before the last one are read once. A name that `KeyedValues` does not list ends the process, and the
  /// standard error output says once if nobody tells of a property.
  ///
  /// - Parameters:
  ///   - observer: The view or controller that is told, as long as it lives.
  ///   - keyPath: The name of the property, or names with dots between them.
  ///   - options: The values that are wanted.
  ///   - context: Given to the observer.
  public func addObserver(
    _ observer: UIResponder, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    guard let (object, key) = KeyValueCoding.end(of: keyPath, from: self) else { return }
    _ = KeyValueCoding.value(of: object, key)
    ObservedKeys.requireTeller(of: key, object, keyPath)
    let observation = NamedObservation(observer, keyPath, options, context, key) {
      [weak self, weak object] in (self, object)
    }
    Observed.add(observation, to: object)
  }

  /// Ends what `addObserver` began; ends the process, in Foundation's words, if it did not.
  ///
  /// - Parameters:
  ///   - observer: The view or controller that was told.
  ///   - keyPath: The name.
  public func removeObserver(_ observer: UIResponder, forKeyPath keyPath: String) {
    removeObserver(observer, keyPath) { _ in true }
  }

  /// Ends what `addObserver` began with a context.
  ///
  /// - Parameters:
  ///   - observer: The view or controller that was told.
  ///   - keyPath: The name.
  ///   - context: The context.
  public func removeObserver(
    _ observer: UIResponder, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) { removeObserver(observer, keyPath) { $0 == context } }

  private func removeObserver(
    _ observer: UIResponder, _ keyPath: String, _ isMeant: (UnsafeMutableRawPointer?) -> Bool
  ) {
    let object = KeyValueCoding.end(of: keyPath, from: self)?.0
    let found = object.flatMap { object in
      Observed.list(of: object)?.named.last {
        $0.observer === observer && $0.keyPath == keyPath && isMeant($0.context)
      }
    }
    guard let object, let found else {
      misuse(
        "Cannot remove an observer <\(type(of: observer))> for the key path \"\(keyPath)\" from "
          + "<\(type(of: self))> because it is not registered as an observer.")
    }
    Observed.remove(found, from: object)
  }
}

/// The wish of a view or a controller, by the name of the property.
final class NamedObservation: Observation {
  private(set) weak var observer: UIResponder?
  let keyPath: String
  let context: UnsafeMutableRawPointer?

  init(
    _ observer: UIResponder, _ keyPath: String, _ options: NSKeyValueObservingOptions,
    _ context: UnsafeMutableRawPointer?, _ key: String,
    _ objects: @escaping () -> (root: AnyObject?, holder: AnyObject?)
  ) {
    (self.observer, self.keyPath, self.context) = (observer, keyPath, context)
    super.init(key, options) {
      objects().holder.flatMap { KeyValueCoding.value(of: $0, key) }
    } tell: { [weak observer] change in
      guard let observer else { return }
      var parts: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
      if let new = change.new { parts[.newKey] = new ?? NSNull() }
      if let old = change.old { parts[.oldKey] = old ?? NSNull() }
      if change.isPrior { parts[.notificationIsPriorKey] = true }
      let root = objects().root
      func tell() {
        observer.observeValue(forKeyPath: keyPath, of: root, change: parts, context: context)
      }
      // The deeds of a view that is told are its own.
      if let view = observer as? View { view.called(tell) } else { tell() }
    }
  }
}
