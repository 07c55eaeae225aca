import Foundation
import Synchronization

/// A run loop that goes turn by turn: events, blocks, timers, then one commit of all windows.
///
/// On the virtual clock, nothing happens and no time passes unless you run the loop, so every run
/// is the same. A loop, its windows and their views are used by one thread of execution at a time;
/// only the `poster` may be used from anywhere.
///
/// ```swift
/// let loop = TurnLoop()
/// let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
/// window.addSubview(FeedView(frame: window.bounds))
/// loop.runTurn()
/// print("\(loop.lastCommit.layouts) layouts")
/// ```
public final class TurnLoop {
  /// A loop's source of time.
  public enum Clock: Hashable, Sendable {
    /// Time moves only by `advance`, `run` and `runUntilIdle`.
    case virtual
    /// Real time.
    case wall
  }

  /// A summary of one commit.
  public struct CommitSummary: Hashable, Sendable, Codable {
    /// The number of times that dirty views were collected and laid out, nested passes included.
    public var batches = 0
    /// The number of layouts.
    public var layouts = 0
    /// True if the commit ended at `passLimit` with views still dirty.
    public var didHitLimit = false
    /// True if a nested pass was refused at `nestingLimit`.
    public var didHitNestingLimit = false

    /// Makes an empty summary.
    public init() {}
  }

  /// The limits at which layout that does not settle is ended.
  public enum LimitKind: String, Hashable, Sendable, Codable {
    /// `passLimit`, the batches of a pass.
    case pass
    /// `nestingLimit`, the depth to which passes may nest.
    case nesting
  }

  // MARK: State

  /// The clock the loop was made with.
  public let clock: Clock
  /// Hands work to the loop from any thread.
  public let poster: Poster
  /// The number of the running turn; between turns, of the next one.
  public internal(set) var turn: Int {
    get { pass.turn.load(ordering: .relaxed) }
    set { pass.turn.store(newValue, ordering: .relaxed) }
  }
  /// The summary of the last commit.
  public internal(set) var lastCommit = CommitSummary()
  /// The summary of the last pass outside commits: a `layoutIfNeeded` in an event or between turns.
  public var lastForcedPass: CommitSummary { pass.lastForced }

  /// True if turns also serve the main queue and the main run loop.
  public var servesMainQueue: Bool { mainQueue != nil }

  /// Serves the main queue; nil for a loop that was not made to do so.
  let mainQueue: MainQueue?
  let pass = LayoutPass()
  var registeredWindows: [WeakWindow] = []
  /// The number of windows made so far.
  var lastWindow = 0
  /// The number of windows at which dead ones are sought.
  private var nextLookForWindows = 8

  var events: [Work] = []
  var blocks: [Work] = []
  let timers = TimerQueue()
  let phaseObservers = PhaseObservers()
  var lastWorkID = 0

  var virtualNow = Duration.zero
  /// The time of a turn on the wall clock, fixed before user code runs.
  var turnNow: Duration?
  let start = ContinuousClock.now

  /// True if turns are being run, including the time between two of them.
  var isDriven = false
  var stopRequested = false
  let occupancy = Occupancy()

  /// Makes a loop without windows and without work.
  ///
  /// A loop that serves the main queue begins every turn with the work that waits in
  /// `DispatchQueue.main` and in `RunLoop.main`: blocks, `@MainActor` tasks, Foundation's timers.
  /// This work counts as events of the turn, and it wakes `run(until:)`. Run such a loop on the
  /// main thread, from code that is not itself work of the main queue; anywhere else the process
  /// ends with a message.
  ///
  /// - Parameters:
  ///   - clock: Virtual time, the default, or the wall clock.
  ///   - servesMainQueue: If `true`, the loop serves the main queue, which needs the wall clock; by
  ///     default it serves only the work that it is given.
  public init(clock: Clock = .virtual, servesMainQueue: Bool = false) {
    require(
      clock == .wall || !servesMainQueue,
      """
      A TurnLoop on the virtual clock cannot serve the main queue, whose work comes in real time. Use \
      TurnLoop(clock: .wall, servesMainQueue: true).
      """)
    self.clock = clock
    poster = Poster(wakesMainQueue: servesMainQueue, occupancy: occupancy)
    mainQueue = servesMainQueue ? MainQueue() : nil
    poster.loop = self
  }

  deinit {
    reportLeftovers()
    // Objects that a timer's work owns may own the timer: only the loop can break the cycle.
    for timer in timers.takeAll() { timer.invalidate() }
    poster.close()
    // A hunter keeps the pass, and an observer may hold the hunter.
    pass.removeObservers()
  }

  // MARK: Settings

  /// The number of batches that one commit may run, nested ones included.
  ///
  /// At the limit the commit ends, views stay dirty, and `lastCommit.didHitLimit` is true.
  public var passLimit: Int {
    get { pass.passLimit }
    set {
      require(
        newValue >= 1,
        "TurnLoop.passLimit is \(newValue); a commit needs at least one batch. Set 1 or more.")
      pass.passLimit = newValue
    }
  }

  /// The depth to which `layoutIfNeeded` may nest.
  ///
  /// Beyond it, a nested pass is refused and its views stay dirty.
  public var nestingLimit: Int {
    get { pass.nestingLimit }
    set {
      require(
        newValue >= 1,
        "TurnLoop.nestingLimit is \(newValue); a pass needs at least one level. Set 1 or more.")
      pass.nestingLimit = newValue
    }
  }

  // MARK: Reading

  /// The time since the loop was made.
  ///
  /// It does not change during a turn.
  public var now: Duration {
    switch clock {
    case .virtual: virtualNow
    case .wall: turnNow ?? (ContinuousClock.now - start)
    }
  }

  /// The windows of this loop that are alive, in the order in which they were made.
  public var windows: [Window] { registeredWindows.compactMap(\.window) }

  /// True if a turn would have nothing to do: no event, block, due timer or dirty window.
  public var isIdle: Bool { occupancy.use { !hasWorkNow } }

  var hasWorkNow: Bool {
    if !events.isEmpty || !blocks.isEmpty || poster.hasWork { return true }
    if let deadline = timers.nextDeadline, deadline <= now { return true }
    return pass.pendingWindows.holdsWork(through: lastWindow)
  }

  // MARK: Windows

  func add(_ window: Window) {
    lastWindow += 1
    window.order = lastWindow
    if !window.flags.contains(.isEnlisted) { pass.pendingWindows.add(window) }
    // This is not done for every window: with many, the cost would be the square of their number.
    if registeredWindows.count >= nextLookForWindows {
      registeredWindows.removeAll { $0.window == nil }
      nextLookForWindows = max(8, registeredWindows.count * 2)
    }
    registeredWindows.append(WeakWindow(window: window))
    pass.noteArrival(of: [window])
    pass.tellOpened(window)
  }

  // MARK: Observers

  /// Calls `body` in every turn at the given phase.
  ///
  /// In `.beforeWaiting`, the commit has the order 2,000,000: observers may run before or after.
  ///
  /// - Parameters:
  ///   - phase: The phase.
  ///   - order: Lower orders run first, equal ones in the order in which they were added; by
  ///     default 0.
  ///   - body: The code to call.
  /// - Returns: A token that ends the observation when it is cancelled or released.
  public func addObserver(
    at phase: Phase, order: Int = 0, _ body: @escaping () -> Void
  ) -> ObservationToken {
    occupancy.use {
      let work = pass.isActing ? (newWorkID(), pass.cause) : nil
      let token = phaseObservers.add(at: phase, order: order, as: work, body)
      if let work { pass.tellEnqueued(work.0, .observer) }
      return token
    }
  }

  /// Tells `observer` everything that happens in the windows of this loop.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: A token that ends the observation when it is cancelled or released.
  public func addLayoutObserver(_ observer: any LayoutObserver) -> ObservationToken {
    occupancy.use { pass.addObserver(observer) }
  }
}

/// A weak reference to a window.
struct WeakWindow { weak var window: Window? }
