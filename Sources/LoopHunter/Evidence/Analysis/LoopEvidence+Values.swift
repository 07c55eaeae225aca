import LayoutTrace
import ViewTree

extension LoopEvidence {
  /// A value that an action replaced by another one.
  struct ValueChange {
    /// The actor whose value it is.
    var target: Int
    var property: GeometryProperty
    var old: ArraySlice<Double>
    var new: ArraySlice<Double>
  }

  /// The value that an action changed: what it wrote, the superview of a view, or an order.
  @inline(__always)
  func change(by action: CausalHistory.Action) -> ValueChange? {
    if let values = history.values(of: action), case .write(let property) = action.kind {
      return ValueChange(
        target: actors[action.target], property: property, old: values.old, new: values.new)
    }
    return action.kind.isOfTree ? changeOfTree(action) : nil
  }

  /// The numbers that differ between the value before an action and the one after another action on the
  /// same property, as bits.
  func changedParts(_ first: Int, _ last: Int) -> UInt8 {
    let (before, after) = (history.actions[first], history.actions[last])
    guard case .write(let property) = before.kind, after.kind == before.kind else {
      guard let old = change(by: before)?.old, let new = change(by: after) else { return 0 }
      return GeometryPath(new.property, old: old, new: new.new).parts
    }
    let count = EvidenceHeader.valueCount(property)
    var parts: UInt8 = 0
    for part in 0..<count
    where history.values[before.value + part] != history.values[after.value + count + part] {
      parts |= 1 << UInt8(part)
    }
    return parts
  }

  /// The property whose value an action changed.
  @inline(__always)
  func changedProperty(by action: CausalHistory.Action) -> GeometryTrack.Key? {
    switch action.kind {
    case .write(let property): .init(actor: actors[action.target], property: property)
    case .reorder: .init(actor: actors[action.superview], property: .subviewOrder)
    default:
      action.kind.isOfTree ? .init(actor: actors[action.target], property: .superview) : nil
    }
  }

  /// True if an action changed a value whose course is worth to be shown: a view that comes or goes
  /// shows in the number of subviews.
  func hasShownValue(_ action: CausalHistory.Action) -> Bool {
    switch action.kind {
    case .write, .reorder: true
    case .add: action.from != 0 && action.from != action.superview
    default: false
    }
  }

  private func changeOfTree(_ action: CausalHistory.Action) -> ValueChange? {
    func name(_ view: Int) -> Double { EvidenceTexts.number(ofActor: actors[view]) }
    guard action.kind == .reorder else {
      return ValueChange(
        target: actors[action.target], property: .superview, old: [name(action.from)],
        new: [name(action.superview)])
    }
    // The order before is whatever the last such action left.
    return ValueChange(
      target: actors[action.superview], property: .subviewOrder, old: [-1, 0],
      new: [Double(action.value), name(action.target)])
  }

  /// A part of a property of an actor as reports name it.
  func reported(_ path: GeometryPath, of actor: Int) -> LoopProperty {
    if path.property == .state {
      return .named(register.notes[number(of: actor)].identifier ?? "")
    }
    return constraint(of: actor).map { .constraint($0, path.property) } ?? path.reported
  }

  /// The values of a part of a property for people.
  func reported(_ numbers: ArraySlice<Double>, _ path: GeometryPath) -> LoopValue {
    let value = path.numbers(of: numbers)
    switch path.property.form {
    case .flag: return .flag(value[0] != 0)
    case .text where path.component == .whole:
      return .text("\"\(texts.text(of: value[0]) ?? "…")\"")
    case .word: return .text(texts.text(of: value[0]) ?? "…")
    case .state: return texts.text(of: value[0]).map(LoopValue.text) ?? .numbers(value)
    case .owner: return .text(name(of: value[0]))
    case .order:
      return .text("\(name(of: value[1])) at \(Int(value[0]))")
    default: return .numbers(value)
    }
  }

  private func name(of number: Double) -> String {
    let actor = EvidenceTexts.actor(of: number)
    guard actor != 0 else { return "none" }
    return register.notes[actor].identifier ?? register.notes[actor].className
  }
}

/// The places of some properties of actors in a list.
///
/// An actor has few of all properties: those that it has are chained.
struct PropertyPlaces {
  /// For each actor its last link; -1 for none.
  private var lasts: [Int]
  private var links: [(property: GeometryProperty, place: Int, former: Int)] = []

  /// Makes an empty table for actors below `limit`.
  init(limit: Int) { lasts = Array(repeating: -1, count: limit) }

  /// The place of a property, which can be replaced, but not removed; nil if it has none.
  subscript(key: GeometryTrack.Key) -> Int? {
    get { link(key).map { links[$0].place } }
    set {
      guard let newValue else { return }
      if let known = link(key) {
        links[known].place = newValue
      } else {
        links.append((key.property, newValue, lasts[key.actor]))
        lasts[key.actor] = links.count - 1
      }
    }
  }

  private func link(_ key: GeometryTrack.Key) -> Int? {
    var link = lasts[key.actor]
    while link >= 0 {
      if links[link].property == key.property { return link }
      link = links[link].former
    }
    return nil
  }
}
