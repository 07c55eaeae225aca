@_spi(UIKit) import ViewTree

/// The wish of one observer to be told of one property.
class Observation {
  /// The name of the property.
  let key: String
  let options: NSKeyValueObservingOptions
  /// Reads the present value.
  let read: () -> Any?
  /// Tells the observer.
  let tell: (ObservedChange) -> Void
  /// True once the observer wants no more.
  var isOver = false

  init(
    _ key: String, _ options: NSKeyValueObservingOptions, read: @escaping () -> Any?,
    tell: @escaping (ObservedChange) -> Void
  ) { (self.key, self.options, self.read, self.tell) = (key, options, read, tell) }
}

/// A change as observers are told of it; nil stands for what they did not ask for.
struct ObservedChange {
  var isPrior = false
  var old: Any??
  var new: Any??
}

/// The observers of one object, who are told by its setters.
final class Observations {
  private var all: [Observation] = []
  /// The setters that run, each with those whom it tells and the values before.
  private var running: [(property: String, told: [(observation: Observation, old: Any?)])] = []

  var isEmpty: Bool { all.isEmpty }
  /// The wishes that have a name, the latest last.
  var named: [NamedObservation] { all.compactMap { $0 as? NamedObservation } }

  func add(_ observation: Observation) {
    all.append(observation)
    guard observation.options.contains(.initial) else { return }
    let new: Any?? = observation.options.contains(.new) ? .some(observation.read()) : nil
    observation.tell(ObservedChange(new: new))
  }

  func remove(_ observation: Observation) {
    observation.isOver = true
    all.removeAll { $0 === observation }
  }

  /// The properties that depend on each other: each setter of one may change the others.
  private static let geometry: Set = [
    "frame", "bounds", "center", "position", "transform", "contentOffset",
  ]

  private static func touches(_ property: String, _ key: String) -> Bool {
    property == key || geometry.contains(property) && geometry.contains(key)
  }

  /// Notes the values before a setter.
  ///
  /// The setter around another one tells of it, too, unless an observer runs in between.
  func begin(_ property: String) {
    guard !all.isEmpty else { return }
    let busy = Set(running.flatMap { $0.told.map { ObjectIdentifier($0.observation) } })
    let told = all.filter {
      Self.touches(property, $0.key) && !busy.contains(ObjectIdentifier($0))
    }
    running.append((property, told.map { ($0, $0.read()) }))
    for (observation, old) in running[running.count - 1].told
    where observation.options.contains(.prior) && observation.key == property {
      observation.tell(
        ObservedChange(isPrior: true, old: observation.options.contains(.old) ? .some(old) : nil))
    }
  }

  /// Tells of the setter of a property, and of other properties that it changed.
  ///
  /// As on UIKit, a setter is told also if the value is the same as before.
  func end(_ property: String) {
    guard let place = running.lastIndex(where: { $0.property == property }) else { return }
    for (observation, old) in running.remove(at: place).told where !observation.isOver {
      let new = observation.read()
      guard observation.key == property || !Self.isSame(old, new) else { continue }
      let options = observation.options
      observation.tell(
        ObservedChange(
          old: options.contains(.old) ? .some(old) : nil,
          new: options.contains(.new) ? .some(new) : nil))
    }
  }

  private static func isSame(_ old: Any?, _ new: Any?) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    guard let old = old as? any Equatable else { return false }
    return isEqual(old)
  }
}

// MARK: Objects

/// An object with observers.
enum Observed {
  private static let name = "observations"

  /// The view whose setters change an object's properties: the view itself, or the one with a layer's geometry.
  private static func view(of object: AnyObject) -> View? {
    object as? View ?? (object as? CALayer)?.geometry
  }

  static func list(of object: AnyObject) -> Observations? {
    guard let view = view(of: object) else {
      return OtherObjects.shared[object, name] as? Observations
    }
    return (view.appearance as? ViewState)?.observations
  }

  static func add(_ observation: Observation, to object: AnyObject) {
    let list = list(of: object) ?? Observations()
    if let view = view(of: object) {
      view.storage.observations = list
      view.setterWatch = { property, set in
        list.begin(property)
        set()
        list.end(property)
      }
    } else {
      OtherObjects.shared[object, name] = list
    }
    list.add(observation)
  }

  static func remove(_ observation: Observation, from object: AnyObject) {
    guard let list = list(of: object) else { return }
    list.remove(observation)
    if list.isEmpty, let view = view(of: object) { view.setterWatch = nil }
  }
}

extension View {
  /// Runs a setter that this module has, around which observers are told.
  func setting(_ property: String, _ set: () -> Void) {
    guard let watch = setterWatch else { return set() }
    watch(property, set)
  }
}
