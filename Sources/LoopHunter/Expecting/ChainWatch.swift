import LayoutTrace
import Synchronization
import ViewTree

/// Follows what layouts bring about, and finds chains that lead back to a view turn after turn.
///
/// No view is hunted for it: it gives the engine the causes that hunted views would give.
final class ChainWatch {
  private let loop: TurnLoop
  private let register: ViewRegister
  /// The views on chains, by their numbers.
  private var followers: [Follower?] = []
  private var generation: Int

  init(_ loop: TurnLoop, _ register: ViewRegister) {
    (self.loop, self.register) = (loop, register)
    generation = register.generation
  }

  deinit { release() }

  /// Lets go of all followers, which otherwise hold the causes that hold them.
  private func release() {
    for follower in followers { follower?.release() }
    followers = []
  }

  /// The cause of all that a view's layout brings about, and true if a chain came back with it, for
  /// the first time in this turn.
  func follow(_ view: View, after cause: LayoutCause?) -> (cause: LayoutCause?, isReturn: Bool) {
    let number = register.number(of: view)
    guard number > 0 else { return (cause, false) }
    if generation != register.generation {
      generation = register.generation
      release()
    }
    while followers.count <= number { followers.append(nil) }
    let follower = followers[number] ?? Follower(number, of: self)
    followers[number] = follower
    guard let last = cause?.layout(of: follower) else {
      return (follower.cause(after: cause, in: loop.pulse), false)
    }
    guard last.turn != loop.turn else { return (cause, false) }
    let chain = follower.extend(cause, from: last, turn: loop.turn)
    defer { follower.returnTurn = loop.turn }
    return (chain, follower.returnTurn != loop.turn)
  }

  /// The living views of a chain, the latest first.
  func views(of chain: LayoutCause) -> [View] {
    chain.members.compactMap { ($0 as? Follower)?.view }
  }

  /// A view on chains of causes.
  private final class Follower: ViewInstrument {
    private let number: Int
    private let generation: Int
    /// The watch; causes of dirty views can outlive it.
    private weak var watch: ChainWatch?
    /// The last turn in which a chain came back.
    var returnTurn = 0
    /// The last cause made here, used again by a layout with the same source.
    private var chain: LayoutCause?
    var newestCause: Unmanaged<LayoutCause>?

    init(_ number: Int, of watch: ChainWatch) {
      (self.number, self.watch, generation) = (number, watch, watch.generation)
    }

    /// The view, if it lives and the test still runs.
    var view: View? {
      guard let watch, generation == watch.register.generation else { return nil }
      return watch.register.view(number)
    }

    var isWatching: Bool { view != nil }
    var isOfHunter: Bool { false }

    func viewDied() {}

    func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause {
      let turn = pulse.turn.load(ordering: .relaxed)
      let source = LayoutCause.withoutLeftovers(source)
      if let chain, chain.source === source, chain.streak == 0, chain.turn == turn { return chain }
      let made = LayoutCause(member: self, turn: turn, after: source)
      keep(made)
      return made
    }

    /// The chain of a layout that another of the view led to, in an earlier turn.
    func extend(_ cause: LayoutCause?, from last: LayoutCause, turn: Int) -> LayoutCause {
      let made = LayoutCause(
        member: self, turn: turn, streak: last.streak + 1,
        after: LayoutCause.withoutLeftovers(cause), hidesFormer: true)
      keep(made)
      return made
    }

    /// Forgets its cause, which dirty views may still hold.
    func release() { chain = nil }

    /// Keeps a cause, and releases the former one when nothing here is being changed.
    private func keep(_ made: LayoutCause) {
      var former: LayoutCause? = made
      swap(&chain, &former)
    }
  }
}
