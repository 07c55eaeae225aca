import ViewTree

/// Follows what the layouts of one turn bring about in later ones, from any view to any other.
///
/// `ChainWatch` follows chains that come back to one view. This one sees what comes back to none for
/// long: two views that each dirty both, a ring of many, views that are replaced. A layout that anything
/// else caused, too, begins a new succession.
final class SuccessionWatch {
  /// The turns in which layouts caused the next ones.
  struct Succession {
    /// The turn of its last layout, and that layout's view.
    var turn = 0
    var view = 0
    /// The number of turns; 0 for anything but a layout, and for the layouts of an explained loop.
    var turns = 0
    /// The number of turns that came to a view which had been laid out before.
    var returns = 0

    fileprivate func isYounger(than other: Succession) -> Bool {
      (returns, turns) < (other.returns, other.turns)
    }
  }

  private struct Standing {
    /// The youngest cause for which the view was dirtied since its last layout; nil if it was not.
    var mark: Succession?
    /// The succession of the last layout.
    var latest = Succession()
    /// The view whose layout led to the last one of this view; 0 for none.
    var former = 0
    var wasLaidOut = false
    /// True while its layouts go on because of a loop that is reported.
    var isExplained = false
  }

  /// The most views of a round.
  private static let roundLimit = 256

  private let register: ViewRegister
  private var generation: Int
  private var standings: [Standing] = []
  /// The causes of what is running, the innermost last.
  private var running: [Succession] = [] {
    didSet { runningOrigin = nil }
  }
  /// The origin of what happens now, if something waits for it.
  private var runningOrigin: Origin?
  /// The causes of the work that waits, and of some timers that ended early.
  private var work: [WorkID: Succession] = [:]
  /// The work that waits in the loop now.
  private let waitingWork: () -> Set<WorkID>
  /// The amount of work at which those timers are forgotten.
  private var nextLook = 256
  /// The outermost pass that runs: the number of causes around it, and its last layout, because of which
  /// something may die and enqueue work.
  private var pass: (depth: Int, last: Succession?)? {
    didSet { runningOrigin = nil }
  }

  init(_ register: ViewRegister, waitingWork: @escaping () -> Set<WorkID>) {
    (self.register, self.waitingWork) = (register, waitingWork)
    generation = register.generation
  }

  // MARK: Events

  /// A layout begins; returns its succession if that came to the view from another turn.
  ///
  /// A layout that a loop within turns explains belongs to no succession, and begins none.
  func layoutEntered(_ number: Int, turn: Int, isExplained: Bool) -> Succession? {
    forgetIfNumbersChanged()
    var standing = standing(of: number)
    // A view that is dirtied while it waits in a batch has two layouts: the next has the same cause.
    let repeated = standing.latest.turn == turn ? standing.latest : Succession()
    let cause = standing.mark ?? repeated
    standing.mark = nil
    standing.isExplained = standing.isExplained && self.isExplained(cause)
    var succession = cause
    if isExplained {
      succession = Succession()
    } else if standing.isExplained {
      succession = Succession(turn: turn, view: number)
    } else if cause.turns == 0 {
      succession = Succession(turn: turn, view: number, turns: 1)
    } else {
      if cause.turn != turn {
        succession.turns += 1
        if standing.wasLaidOut { succession.returns += 1 }
      }
      if cause.turn != turn || cause.view != number { standing.former = cause.view }
      (succession.turn, succession.view) = (turn, number)
    }
    (standing.latest, standing.wasLaidOut) = (succession, true)
    if number > 0 { standings[number] = standing }
    running.append(succession)
    return succession.turns > 0 && cause.turn != turn ? succession : nil
  }

  /// A view's part of the constraints phase begins, which is a link of its own: its layout need not follow.
  func constraintsEntered(_ view: View, turn: Int, isExplained: Bool) {
    let number = register.number(of: view)
    forgetIfNumbersChanged()
    let cause = standing(of: number).mark ?? running.last ?? Succession()
    running.append(part(of: number, after: cause, turn: turn, isExplained: isExplained))
  }

  /// The succession of a view's own code that a phase of constraints calls.
  private func part(
    of number: Int, after cause: Succession, turn: Int, isExplained: Bool
  ) -> Succession {
    var succession = cause
    if isExplained {
      succession = Succession()
    } else if standing(of: number).isExplained, self.isExplained(cause) {
      succession = Succession(turn: turn, view: number)
    } else if cause.turns == 0 {
      succession = Succession(turn: turn, view: number, turns: 1)
    } else if cause.turn != turn {
      succession.turns += 1
      (succession.turn, succession.view) = (turn, number)
    }
    return succession
  }

  /// A part of the constraints phase or a piece of work ended.
  func left() { _ = running.popLast() }

  func layoutLeft() {
    let succession = running.popLast()
    if pass?.depth == running.count { pass?.last = succession }
  }

  /// A commit begins, or a forced pass in none.
  func passBegan() { pass = (running.count, nil) }

  func passEnded() { pass = nil }

  func dirtied(_ view: View) {
    let number = register.number(of: view)
    forgetIfNumbersChanged()
    guard number > 0 else { return }
    let cause = running.last ?? Succession()
    let mark = standing(of: number).mark
    if mark.map(cause.isYounger) ?? true { standings[number].mark = cause }
  }

  /// Notes dirty views that come with a tree.
  func treeChanged(_ change: TreeChange) {
    for view in change.dirtyViews { dirtied(view) }
  }

  /// The cause of what happens now: between two layouts of a pass, the first of them.
  private var present: Succession? {
    let last = pass?.depth == running.count ? pass?.last : nil
    return last ?? running.last
  }

  func workEnqueued(_ id: WorkID) {
    guard let cause = present, cause.turns > 0 || isExplained(cause) else { return }
    if work.count >= nextLook {
      let waiting = waitingWork()
      work = work.filter { waiting.contains($0.key) }
      nextLook = max(256, 2 * work.count)
    }
    work[id] = cause
  }

  func workBegan(_ id: WorkID) { running.append(work.removeValue(forKey: id) ?? Succession()) }

  // MARK: Origins of what waits

  /// A succession that something waits for.
  private final class Origin: LayoutOrigin {
    private weak var watch: SuccessionWatch?
    private let generation: Int
    private let succession: Succession

    init(_ succession: Succession, in watch: SuccessionWatch) {
      (self.succession, self.watch, generation) = (succession, watch, watch.generation)
    }

    /// The succession in a watch; nil if it belongs to another one.
    func succession(in watch: SuccessionWatch) -> Succession? {
      watch === self.watch && generation == watch.generation ? succession : nil
    }

    func joined(with other: any LayoutOrigin) -> (any LayoutOrigin)? {
      guard let other = other as? Origin, other.watch === watch, other.generation == generation
      else { return nil }
      return succession.isYounger(than: other.succession) ? self : other
    }
  }

  /// The succession that the running code belongs to; nil for code outside layout.
  var origin: (any LayoutOrigin)? {
    guard let cause = present, cause.turns > 0 || isExplained(cause) else { return nil }
    let origin = runningOrigin ?? Origin(cause, in: self)
    runningOrigin = origin
    return origin
  }

  /// Something that waited for origins begins; a view that is asked for its size is a link of its own.
  func consequenceBegan(
    of origins: [any LayoutOrigin], asking view: View?, turn: Int, isExplained: Bool
  ) {
    let number = view.map(register.number) ?? 0
    forgetIfNumbersChanged()
    let known = origins.lazy.compactMap { ($0 as? Origin)?.succession(in: self) }.first
    let cause = known ?? Succession()
    running.append(
      number > 0 ? part(of: number, after: cause, turn: turn, isExplained: isExplained) : cause)
  }

  // MARK: Findings

  /// Notes that a report explains the loop of a view, as long as its round goes on by itself.
  ///
  /// A layout of the round that anything else causes is no part of that loop, and counts again. Other
  /// successions go on, as they have nothing to do with it.
  func explain(_ number: Int) {
    guard number > 0 else { return }
    for view in round(to: number) { standings[view].isExplained = true }
    for index in running.indices where isExplained(running[index]) {
      running[index] = Succession(turn: running[index].turn, view: running[index].view)
    }
  }

  /// True if the last layout of a succession is of a view whose loop is explained.
  func isExplained(_ succession: Succession) -> Bool {
    succession.view > 0 && standing(of: succession.view).isExplained
  }

  /// The successions that go on, the longest first: their work waits, or a view in a window waits for layout.
  var waiting: [Succession] {
    let dirty = standings.enumerated().lazy.filter { number, standing in
      guard standing.mark != nil, let view = self.register.view(number) else { return false }
      return view.needsLayout && view.window != nil
    }.compactMap(\.element.mark)
    let waiting = waitingWork()
    return (work.filter { waiting.contains($0.key) }.map(\.value) + dirty)
      .sorted { ($0.turns, $1.view) > ($1.turns, $0.view) }
  }

  /// The numbers of the views through which a succession came to a view, up to its last visit there.
  func round(to number: Int) -> [Int] {
    var views = [number]
    var former = standing(of: number).former
    while former > 0, !views.contains(former), views.count < Self.roundLimit {
      views.append(former)
      former = standing(of: former).former
    }
    return views
  }

  // MARK: Standings

  private func standing(of number: Int) -> Standing {
    while standings.count <= number { standings.append(Standing()) }
    return standings[number]
  }

  private func forgetIfNumbersChanged() {
    guard generation != register.generation else { return }
    generation = register.generation
    standings = []
    for index in running.indices { running[index] = Succession() }
    pass?.last = nil
    work = [:]
  }
}
