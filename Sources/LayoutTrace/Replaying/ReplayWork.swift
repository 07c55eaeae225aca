import ViewTree

/// The work that a recording enqueued and that may still run, limited in any case.
///
/// A trace does not say which timers repeat, so those that ran are kept for a while.
struct ReplayWork {
  private struct Piece {
    var held: HeldWork
    var mayRepeat: Bool
    /// The order of the last run, rising with every run; 0 for work that has not run yet.
    var lastRun = 0
  }

  /// The numbers to keep of pieces of work that have not run, and of timers that have.
  private static let waitingLimit = 100_000
  private static let ranLimit = 2_048

  private var pieces: [Int: Piece] = [:]
  /// The trace's numbers of the kept work.
  private var numbers: [WorkID: Int] = [:]
  /// The work announced last, and the way in which the trace says that it was enqueued.
  private var announced: (work: WorkID, way: TraceEvent.WorkKind?)?
  private var runs = 0
  private var ranCount = 0

  /// The trace's number of a piece of work.
  func number(of work: WorkID) -> Int? { numbers[work] }

  /// The way in which the trace says that work was enqueued which is being enqueued now.
  func way(of work: WorkID) -> TraceEvent.WorkKind? {
    announced?.work == work ? announced?.way : nil
  }

  /// Announces the trace's number of the work that is enqueued next, and its way.
  mutating func announce(_ number: Int, as work: WorkID, by way: TraceEvent.WorkKind?) {
    numbers[work] = number
    announced = (work, way)
  }

  /// Keeps work until it has run.
  mutating func keep(_ held: HeldWork, as number: Int, mayRepeat: Bool) {
    pieces[number] = Piece(held: held, mayRepeat: mayRepeat)
    if pieces.count - ranCount > Self.waitingLimit { forgetHalf { $0.lastRun == 0 } }
  }

  /// The work with a number of the trace; nil if it is not kept.
  func held(_ number: Int) -> HeldWork? { pieces[number]?.held }

  /// Notes that work has run: a block is forgotten, a timer may run again.
  mutating func didRun(_ number: Int, _ work: HeldWork) {
    guard let piece = pieces[number], piece.mayRepeat else {
      pieces[number] = nil
      numbers[work.id] = nil
      return
    }
    if piece.lastRun == 0 { ranCount += 1 }
    runs += 1
    pieces[number]?.lastRun = runs
    if ranCount > Self.ranLimit { forgetHalf { $0.lastRun > 0 } }
  }

  /// Forgets the half that ran, or came, longest ago.
  private mutating func forgetHalf(of isMeant: (Piece) -> Bool) {
    let meant = pieces.filter { isMeant($0.value) }
      .sorted { ($0.value.lastRun, $0.key) < ($1.value.lastRun, $1.key) }
    for (number, piece) in meant.prefix(meant.count / 2) {
      pieces[number] = nil
      numbers[piece.held.id] = nil
      if piece.lastRun > 0 { ranCount -= 1 }
    }
  }
}
