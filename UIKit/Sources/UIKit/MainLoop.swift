import Foundation
import Synchronization
@_spi(UIKit) import ViewTree

/// The loop that serves what a file gives to the main queue and the main run loop: the one that runs its code,
/// else the application's.
///
/// Each member may be called on any thread. It returns false, and does nothing, if there is no such loop.
enum MainLoop {
  /// The loop that calls the running code, or whose expectation does.
  static var running: TurnLoop? {
    TurnLoop.ofThread
      ?? (UIApplication.shared.poster?.isInside == true ? UIApplication.shared.loop : nil)
  }

  /// That loop, else the application's.
  static var loop: TurnLoop? { running ?? UIApplication.shared.loop }

  /// Runs a block in the next turn, or in this one if that has not come to its blocks.
  static func run(_ block: @escaping () -> Void) -> Bool {
    give(Handed(value: block), inside: { $0.async($1.value) }, outside: { $1.value() })
  }

  /// Runs a block after a time.
  static func run(after delay: Duration, _ block: @escaping () -> Void) -> Bool {
    give(Handed(value: block)) { $0.after(delay, $1.value) }
  }

  /// Starts a timer.
  static func start(_ timer: Timer) -> Bool {
    // Counted from now: the loop takes the timer later, by the wall clock.
    let first = Duration.waiting(timer.fireDate.timeIntervalSinceNow)
    return give(Handed(value: timer)) { $1.value.start(in: $0, after: first) }
  }

  private static let unserved = Complaint(
    """
    work was given to the main queue, and no loop runs it: UIApplication.shared.loop is not set. Set it to the \
    loop of your window, or drive a TurnLoop(clock: .wall, servesMainQueue: true) on the main thread.
    """)

  private static func give<Value>(
    _ value: Handed<Value>, _ use: @escaping @Sendable (TurnLoop, Handed<Value>) -> Void
  ) -> Bool { give(value, inside: use, outside: use) }

  /// Gives the loop a value: at once inside of it, where causes are known, else as an event of the next turn.
  private static func give<Value>(
    _ value: Handed<Value>, inside: (TurnLoop, Handed<Value>) -> Void,
    outside: @escaping @Sendable (TurnLoop, Handed<Value>) -> Void
  ) -> Bool {
    if let running {
      inside(running, value)
      return true
    }
    guard let poster = UIApplication.shared.poster else {
      if !TurnLoop.isMainQueueServed { unserved.tell() }
      return false
    }
    poster.post { outside($0, value) }
    return true
  }
}

/// A note that goes to the standard error output once.
final class Complaint: Sendable {
  private let text: String
  private let wasTold = Atomic(false)

  init(_ text: String) { self.text = text }

  func tell() {
    guard !wasTold.exchange(true, ordering: .relaxed) else { return }
    FileHandle.standardError.write(Data("UIKit: \(text)\n".utf8))
  }
}

/// A value that the thread of a loop or of the main queue uses next, whichever thread hands it over.
struct Handed<Value>: @unchecked Sendable { let value: Value }

/// A timer that leaves the loop at once when it ends; one that Foundation makes leaves at its next date.
///
/// It lets go of its block then: Foundation never frees a timer on Linux.
final class LoopTimer: Timer {
  /// The block of a timer while that is valid.
  private final class Body: @unchecked Sendable {
    var block: ((Timer) -> Void)?

    init(_ block: @escaping (Timer) -> Void) { self.block = block }
  }

  fileprivate var tick: TurnLoop.Timer?
  private var body: Body?

  /// Makes a timer.
  ///
  /// - Parameters:
  ///   - interval: The distance in seconds.
  ///   - repeats: True if it goes on.
  ///   - block: The code to call.
  convenience init(
    every interval: TimeInterval, repeats: Bool, _ block: @escaping @Sendable (Timer) -> Void
  ) {
    let body = Body(block)
    self.init(
      fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats
    ) { body.block?($0) }
    self.body = body
  }

  override func invalidate() {
    tick?.invalidate()
    tick = nil
    super.invalidate()
    let last = body?.block
    body?.block = nil
    // Must be last: the target may die with it.
    withExtendedLifetime(last) {}
  }
}

/// The timers that were started, each of which starts once in however many modes code adds it.
private final class StartedTimers: @unchecked Sendable {
  static let shared = StartedTimers()

  private struct Reference { weak var timer: Timer? }

  private let lock = NSLock()
  private var references: [ObjectIdentifier: Reference] = [:]

  /// Returns false if the timer was started before.
  func add(_ timer: Timer) -> Bool {
    lock.withLock {
      references = references.filter { $0.value.timer != nil }
      let key = ObjectIdentifier(timer)
      defer { references[key] = Reference(timer: timer) }
      return references[key] == nil
    }
  }
}

extension Timer {
  /// Starts the timer in a loop, which keeps it while it is valid.
  ///
  /// A date in the distant future pauses it; another date counts only before the timer starts.
  fileprivate func start(in loop: TurnLoop, after first: Duration) {
    guard StartedTimers.shared.add(self) else { return }
    let interval = Duration.waiting(timeInterval)
    if timeInterval > 0, first == interval {
      repeatedly(every: interval, in: loop)
    } else {
      keep(
        loop.after(first) { [weak loop] in
          guard self.isValid else { return }
          self.fire()
          if let loop, self.isValid { self.repeatedly(every: interval, in: loop) }
        })
    }
  }

  /// The seconds from which on a date pauses a timer: Foundation keeps an earlier date for the distant future.
  private static let pause = 1e9

  private func repeatedly(every interval: Duration, in loop: TurnLoop) {
    var tick: TurnLoop.Timer?
    tick = loop.every(interval, target: loop) { _ in
      guard self.isValid else {
        tick?.invalidate()
        // The tick holds this closure, and so all that the timer holds.
        tick = nil
        return
      }
      if self.fireDate.timeIntervalSinceNow < Self.pause { self.fire() }
    }
    keep(tick)
  }

  private func keep(_ tick: TurnLoop.Timer?) { (self as? LoopTimer)?.tick = tick }
}

extension Duration {
  /// A time to wait, in whole milliseconds, since code counts it from a moment before; never below zero.
  fileprivate static func waiting(_ seconds: TimeInterval) -> Duration {
    .milliseconds(Int64(min(max((seconds * 1000).rounded(.up), 0), 1e15)))
  }
}

extension DispatchTime {
  /// The time to wait for it.
  var wait: Duration {
    let now = DispatchTime.now().uptimeNanoseconds
    guard uptimeNanoseconds > now else { return .zero }
    return .waiting(TimeInterval(uptimeNanoseconds - now) / 1e9)
  }
}
