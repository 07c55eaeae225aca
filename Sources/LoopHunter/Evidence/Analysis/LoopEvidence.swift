import LayoutTrace
import ViewTree

/// The evidence of one detection, in the form in which loops can be found.
///
/// Its actors are views. Views that a loop creates in each round, and discards or accumulates,
/// count as one actor if they share place, class and identifier.
struct LoopEvidence {
  private(set) var history: CausalHistory
  let register: ViewRegister
  let texts: EvidenceTexts
  /// The way to more evidence if this is too little.
  let remedy: EvidenceRemedy
  /// The actor of each view: the first view of its kind.
  private(set) var actors: [Int] = []
  /// True for views that came into the tree during recording, themselves or with a superview.
  private(set) var isNew: [Bool] = []
  /// True if any view came into the tree during recording.
  private(set) var hasNewViews = false
  /// The latest view of each actor, which is another view if the actor represents several.
  private var latest: [Int] = []
  /// The views' numbers in the register, in ascending order; nil if they have these here, too.
  private var numbers: [Int]?

  /// Makes evidence of a history from the recorder's ring; `former` is that before the last read.
  init(_ recorder: EvidenceRecorder, _ history: CausalHistory, former: LoopEvidence?) {
    self.history = history
    register = recorder.register
    texts = recorder.texts
    remedy =
      recorder.ring.hasForgotten ? .largerRing(bytes: recorder.limits.ringBytes) : .higherThreshold
    let count = register.notes.count
    if let former, !history.hasNewViews, former.actors.count == count {
      (actors, isNew, latest) = (former.actors, former.isNew, former.latest)
    } else {
      actors = Array(0..<count)
      latest = actors
      isNew = Array(repeating: false, count: count)
      if history.hasNewViews { assignActors() }
    }
  }

  /// Hands over its history, so that it can grow in place.
  mutating func takeHistory() -> CausalHistory {
    defer { history = CausalHistory() }
    return history
  }

  /// Makes evidence of a part of a history into which no views came.
  init(_ whole: LoopEvidence, part: HistoryIndex.Part) {
    history = part.history
    register = whole.register
    texts = whole.texts
    remedy = whole.remedy
    actors = Array(part.numbers.indices)
    latest = actors
    isNew = Array(repeating: false, count: actors.count)
    numbers = part.numbers
  }

  /// The actor of a layout.
  func actor(ofLayout index: Int) -> Int { actors[history.layouts[index].view] }

  /// The number of the actor's latest view in the register.
  func number(of actor: Int) -> Int { number(ofView: latest[actor]) }

  /// The number of a view in the register.
  func number(ofView view: Int) -> Int { numbers?[view] ?? view }

  /// The view that has a number in the register; nil if it has no part in this.
  func view(numbered number: Int) -> Int? {
    guard let numbers else { return number < actors.count ? number : nil }
    let place = numbers.countBelow(number)
    return place < numbers.count && numbers[place] == number ? place : nil
  }

  /// The actor of the view that has a number in the register.
  func actor(numbered number: Int) -> Int? { view(numbered: number).map { actors[$0] } }

  /// True if the actor represents several views.
  func isMany(_ actor: Int) -> Bool { latest[actor] != actor }

  /// A living view of the actor.
  func view(of actor: Int) -> View? { register.view(number(of: actor)) }

  /// True if an actor is a view in the subtree of another, or that view itself.
  ///
  /// Of a view that is gone, its superview tells where it was.
  func isBelow(_ actor: Int, _ ancestor: Int) -> Bool {
    var number = number(of: actor)
    while number != 0 {
      if self.actor(numbered: number) == ancestor { return true }
      if let view = register.view(number) {
        return self.view(of: ancestor).map(view.isDescendant) ?? false
      }
      number = register.notes[number].superview
    }
    return false
  }

  /// The actor of the view that has a part, a state or a constraint; a view's actor itself.
  func holder(of actor: Int) -> Int {
    let number = number(of: actor)
    guard register.isPart(number) else { return actor }
    return self.actor(numbered: register.notes[number].superview) ?? actor
  }

  /// The name of the constraint that an actor is; nil for views and states.
  func constraint(of actor: Int) -> String? { register.constraint(number(of: actor)) }

  /// True if no code of the app runs in the layout of an actor: it is a control of the engine's.
  func isCodeless(_ actor: Int) -> Bool {
    EngineClasses.names.contains(register.className(of: number(ofView: actor)))
  }

  // MARK: Actors

  private struct Role: Hashable {
    var superview: Int
    var type: ObjectIdentifier
    var identifier: String?
  }

  private mutating func assignActors() {
    let notes = register.notes
    var additions = [Int](repeating: 0, count: notes.count)
    for action in history.actions {
      guard action.kind == .add else { continue }
      additions[action.target] += 1
      isNew[action.target] = action.from == 0 && additions[action.target] == 1
    }
    hasNewViews = isNew.contains(true)
    guard hasNewViews else { return }
    var layoutCounts = [Int](repeating: 0, count: notes.count)
    for layout in history.layouts { layoutCounts[layout.view] += 1 }

    var roles: [Role: [Int]] = [:]
    for number in notes.indices.dropFirst() {
      let note = notes[number]
      if note.superview > 0, isNew[note.superview], note.superview < number { isNew[number] = true }
      guard isNew[number], layoutCounts[number] <= 4 else { continue }
      let role = Role(
        superview: actors[note.superview], type: ObjectIdentifier(note.type),
        identifier: note.identifier)
      roles[role, default: []].append(number)
      // The first of a kind represents all; a superview is numbered before its subviews.
      actors[number] = roles[role]![0]
    }
    for group in roles.values where group.count > 1 { latest[group[0]] = group[group.count - 1] }
  }
}
