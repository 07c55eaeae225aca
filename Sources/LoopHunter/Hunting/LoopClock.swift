import ViewTree

/// A loop and its time, without keeping the loop alive.
///
/// The loop's waiting work may hold hunted views, and these hold their hunter.
final class LoopClock {
  private(set) weak var loop: TurnLoop?
  private var last = Duration.zero

  init(_ loop: TurnLoop) { self.loop = loop }

  /// The loop's time; after its death the last one that was asked for.
  var now: Duration {
    if let loop { last = loop.now }
    return last
  }
}
