import Foundation
import Synchronization

/// Turns every hunt of every hunter that shares it off and on, from any thread.
///
/// An engaged switch takes effect before the next layout is counted. The views get their own
/// classes back at the next turn boundary of their loop. After `release()`, hunts resume at a turn
/// boundary, even if both calls came within one turn.
///
/// In an app, the environment variable `LOOPHUNTER=off` engages switches from the start. No gate
/// reads it: `loophunt`, `expectNoLayoutLoops` and the proofs of reports find loops all the same.
///
/// ```swift
/// let killSwitch = KillSwitch()
/// let hunter = LoopHunter(loop: loop, killSwitch: killSwitch)
/// try hunter.attach(to: feedView) { print($0) }
/// killSwitch.engage()
/// ```
public final class KillSwitch: Sendable {
  /// The number of times that it was engaged or released: odd while it is engaged.
  ///
  /// If it has changed, the switch was engaged in the meantime.
  private let changes: Atomic<Int>

  /// Makes a switch that is released, unless the environment says `LOOPHUNTER=off`.
  public convenience init() {
    self.init(isEngaged: ProcessInfo.processInfo.environment["LOOPHUNTER"] == "off")
  }

  /// Makes a switch that reads no environment, for tests and other gates, which must not fall silent.
  ///
  /// ```swift
  /// let hunter = LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
  /// try hunter.attach(to: feedView) { print($0) }
  /// ```
  ///
  /// - Parameter isEngaged: True if hunting is off from the start.
  public init(isEngaged: Bool) { changes = Atomic(isEngaged ? 1 : 0) }

  /// Stops counting everywhere.
  public func engage() { changes.bitwiseOr(1, ordering: .releasing) }

  /// Resumes counting, from the next turn.
  public func release() {
    var seen = changes.load(ordering: .relaxed)
    while seen & 1 == 1 {
      let (exchanged, original) = changes.compareExchange(
        expected: seen, desired: seen + 1, ordering: .releasing)
      if exchanged { return }
      seen = original
    }
  }

  /// True if hunting is off.
  public var isEngaged: Bool { state.isEngaged }

  /// The state of a switch at one moment.
  struct State: Equatable {
    fileprivate let changes: Int

    /// A state that no switch ever has.
    static let never = State(changes: -1)

    var isEngaged: Bool { changes & 1 == 1 }
  }

  /// The current state.
  @inline(__always) var state: State { State(changes: changes.load(ordering: .relaxed)) }
}
