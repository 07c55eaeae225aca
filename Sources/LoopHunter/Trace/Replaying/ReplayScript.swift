import Foundation
import ViewTree

/// Runs the turns of a recording through a loop: what a replayer does inside.
///
/// It keeps one turn of events and the live views. A *frame* is the piece of the turn that is being
/// run: the turn itself, a layout's events, a commit's, or those of a piece of work. `cursor` is
/// the place in the innermost frame; layouts that the engine runs meanwhile are frames of their own.
final class ReplayScript: LayoutObserver, LayoutReplay {
  let reader: TraceReader
  let loop = TurnLoop(clock: .virtual)
  private let interrupt: TraceInterrupt?
  var observations: [ObservationToken] = []

  var turn = ReplayTurn()
  var nodes: [ReplayNode] = []
  var nodeOfSlot: [Int32] = []
  var freeNodes: [Int32] = []
  var goneNodes: [Int32] = []
  var stamp = 0
  var nextNumber = 0
  var nextTime: Int64?
  var hasEnded = false
  var header: TraceEvent.Header?
  /// Whether somebody needs `from` of every event: a recorder, or a hunter for its report.
  var wantsOrigins = false

  /// Called with each view when it is made.
  var onView: ((View, Int) -> Void)?
  /// Called with each view before its first layout.
  var onFirstLayout: ((View, Int) -> Void)?

  // MARK: What was found

  var replayedLayouts = 0
  var unexplainedLayouts = 0
  var divergence: TraceDivergence?
  var divergentTurns = 0
  var leftRecordingInTurn: Int?
  /// Whether an interrupt ended a turn before its end.
  private(set) var wasInterrupted = false

  // MARK: Where it is

  var cursor: Int32 = 0
  var end: Int32 = 0
  var layouts: [RunningLayout] = []
  /// The next layout that the recording has; -1 for none.
  var expectedLayout: Int32 = -1
  var turnDiverged = false
  /// The number of the turn that is replayed, or was replayed last: at its end the loop has gone on.
  var runningTurn = 0
  var hasLeft = false
  var resizeDepth = 0
  /// The event that is being applied, until the engine has told of it; -1 then.
  var applied: Int32 = -1
  /// The place of `from` of the event that observers are being told of; -1 for none.
  var toldOrigin: Int32 = -1
  /// The recorded layout that ended last, for observers that are told of it later.
  var lastLeft: Int32 = -1

  /// The deaths that follow each other and whose views know by now who holds whom.
  var inherited: Range<Int32> = 0..<0

  /// How many windows there were so far, and when the commit began.
  var windowsOpened = 0
  var windowsAtCommit = 0
  /// The window that is being made.
  var opening: (item: ReplayItem, index: Int32)?

  var work = ReplayWork()

  /// A layout of the replay that is running, and the frame it interrupted.
  struct RunningLayout {
    /// The recorded layout; -1 for one that the recording does not have.
    var index: Int32
    var hasPerformed: Bool
    var outerCursor: Int32
    var outerEnd: Int32
  }

  /// How many batches of a commit may run where the recording names no limit.
  static let unlimitedBatches = Int.max
  /// How deep layout may nest, whatever the recording says: each level needs stack.
  static let nestingLimit = 1_024
  /// What a live view needs, a hunt on it and a name included, and room to grow.
  static let bytesPerView = 1_000
  /// How many events of a snapshot are kept before their views are built.
  static let snapshotPiece: Int32 = 1 << 14
  /// What an event of the turn needs, with room to grow, and at how many the memory is looked at.
  static let bytesPerEvent = 300
  static let firstLook: Int32 = 1 << 13
  /// How far ahead the end of a setter's consequences is looked for, and how deep they may nest.
  static let resizeReach: Int32 = 4_096
  static let resizeLimit = 64

  init(_ input: TraceInput, options: TraceOptions, interrupt: TraceInterrupt?) throws(TraceError) {
    self.interrupt = interrupt
    reader = try TraceReader(
      input, options: options, interrupt: interrupt, bytesPerView: Self.bytesPerView)
    loop.replay = self
    // First of all observers: what the others ask for is known when they are told.
    observations.append(loop.addLayoutObserver(self))
    do throws(TraceError) {
      _ = try readTurn()
    } catch {
      stop()
      throw error
    }
    loop.passLimit = max(1, header?.passLimit ?? Self.unlimitedBatches)
    loop.nestingLimit = min(max(1, header?.nestingLimit ?? 256), Self.nestingLimit)
  }

  /// Builds the views of the snapshot, and runs what else stands before the first turn.
  func buildSnapshot() {
    // Nobody was told of the views that were built while the snapshot was read.
    if let onView {
      for node in nodes { if let view = node.view { onView(view, node.number) } }
    }
    let isWhole = turn.isSnapshot
    if isWhole { buildPiece() }
    for node in nodes where node.isClean { node.view?.discardPendingLayout() }
    // A lenient reader lets events pass that no turn line precedes: they are the first turn.
    if !isWhole { runLoadedTurn(number: loop.turn) }
  }

  /// Builds the views of a snapshot that were read so far, whose lines need not be kept then.
  func buildPiece() {
    cursor = 0
    end = turn.count
    while cursor < end { step() }
  }

  // MARK: Turns

  /// Reads and runs the next turn; nil at the end.
  func runTurn() throws(TraceError) -> Int? {
    if observations.count == 1 {
      observations.append(loop.addLayoutObserver(ReplayEpilogue(self)))
    }
    guard try readTurn() else { return nil }
    let number = max(turn.number, loop.turn)
    runLoadedTurn(number: number)
    return number
  }

  /// Lets go of the loop, whose observer this is.
  func stop() {
    for observation in observations { observation.cancel() }
  }

  func runLoadedTurn(number: Int) {
    expectedLayout = turn.firstLayout
    turnDiverged = false
    runningTurn = number
    hasLeft = false
    inherited = 0..<0
    cursor = 0
    end = turn.count
    let time = turn.time.map { Duration.nanoseconds($0) }
    loop.replayTurn(number, at: time) {
      while cursor < end { step() }
    }
    if expectedLayout >= 0 && !hasLeft {
      diverge(at: turn[expectedLayout], replayed: "the end of the turn")
    }
    if turnDiverged { divergentTurns += 1 }
    recycleNodes()
  }

  /// Leaves out the rest of the turn if an interrupt came; returns whether one did.
  ///
  /// A turn can hold millions of layouts: every step and every layout begins with this.
  @inline(__always)
  @discardableResult
  func stopIfInterrupted() -> Bool {
    interrupt?.isInterrupted == true && leaveOutRest()
  }

  @inline(never)
  private func leaveOutRest() -> Bool {
    // What is left out is no divergence.
    wasInterrupted = true
    hasLeft = true
    cursor = end
    loop.abandonPasses()
    return true
  }

  func view(_ node: Int32) -> View? {
    node >= 0 ? nodes[Int(node)].view : nil
  }
}
