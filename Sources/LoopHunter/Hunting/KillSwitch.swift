import Foundation
import Synchronization

/// Turns every hunt of every hunter that shares it off and on, from any thread.
///
/// Engaged, it takes effect before the next layout is counted; the views get their own classes back
/// at the next turn boundary of their loop. Released, hunts resume at the next turn boundary.
///
/// The environment variable `LOOPHUNTER=off` engages every switch from the start.
public final class KillSwitch: Sendable {
  private let engaged: Atomic<Bool>

  /// A switch that is released, unless the environment says `LOOPHUNTER=off`.
  public init() {
    engaged = Atomic(ProcessInfo.processInfo.environment["LOOPHUNTER"] == "off")
  }

  /// Stops counting everywhere.
  public func engage() { engaged.store(true, ordering: .releasing) }

  /// Lets counting go on, from the next turn.
  public func release() { engaged.store(false, ordering: .releasing) }

  /// Whether hunting is off.
  public var isEngaged: Bool { engaged.load(ordering: .relaxed) }
}
