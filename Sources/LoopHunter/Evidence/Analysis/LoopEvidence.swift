import LayoutTrace
import ViewTree

/// The evidence of one detection, in the form in which loops can be found.
///
/// Its actors are views. Views that a loop creates in each round, and discards or accumulates,
/// count as one actor if they share place, class and identifier.
final class LoopEvidence {
  let history: CausalHistory
  let register: ViewRegister
  let texts: EvidenceTexts
  /// The way to more evidence if this is too little.
  let remedy: EvidenceRemedy
  /// The actors.
  let cast: Cast
  /// The views' numbers in the register, in ascending order; nil if they have these here, too.
  private let numbers: [Int]?

  /// Makes evidence of a history from the recorder's ring.
  init(_ recorder: EvidenceRecorder, _ history: CausalHistory, _ cast: Cast) {
    self.history = history
    register = recorder.register
    texts = recorder.texts
    remedy =
      recorder.ring.hasForgotten ? .largerRing(bytes: recorder.limits.ringBytes) : .higherThreshold
    (self.cast, numbers) = (cast, nil)
  }

  /// Makes evidence of a part of a history into which no views came.
  init(_ whole: LoopEvidence, part: HistoryIndex.Part) {
    history = part.history
    register = whole.register
    texts = whole.texts
    remedy = whole.remedy
    (cast, numbers) = (Cast(count: part.numbers.count), part.numbers)
  }

  /// The actor of each view.
  var actors: [Int] { cast.actors }

  /// True for views that came into the tree during recording, themselves or with a superview.
  var isNew: [Bool] { cast.isNew }

  /// True if any view came into the tree during recording.
  var hasNewViews: Bool { cast.hasNewViews }

  /// The view with which another came into the tree, dirty, during recording; nil if none is known.
  func carrier(of number: Int) -> Int? {
    if isNew[number] {
      let superview = register.notes[number].superview
      return superview > 0 ? superview : nil
    }
    guard numbers == nil, history.hasNewViews else { return nil }
    return sequence(first: register.view(number)?.superview, next: { $0?.superview }).lazy
      .compactMap { $0 }.prefix(while: register.isNumbered).map(register.number)
      .first { $0 < cast.arrives.count && cast.arrives[$0] }
  }

  /// The actor of a layout.
  func actor(ofLayout index: Int) -> Int { actors[history.layouts[index].view] }

  /// The number of the actor's latest view in the register.
  func number(of actor: Int) -> Int { number(ofView: cast.latest[actor]) }

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
  func isMany(_ actor: Int) -> Bool { cast.latest[actor] != actor }

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
}
