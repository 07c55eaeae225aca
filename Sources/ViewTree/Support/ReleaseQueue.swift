/// Releases objects owned by dying ones one after another instead of one inside the other.
///
/// A dying view or controller hands the objects that it owns to the queue of the first one that
/// began to die on this thread, so that the stack holds one level of a chain of any length.
final class ReleaseQueue {
  // Each access ends before any object dies.
  @exclusivity(unchecked) private var waiting: [AnyObject] = []

  private static let slot = ThreadSlot<ReleaseQueue>()

  /// Takes the objects out of `place`; they are released now, or by an outer call on this thread.
  ///
  /// The access to `place` ends before any view dies.
  static func release<Object: AnyObject>(from place: (_ take: (inout [Object]) -> Void) -> Void) {
    if let current = slot.current { return place(current.take) }
    let queue = ReleaseQueue()
    place(queue.take)
    slot.withBinding(of: queue) { queue.drain() }
  }

  private func take<Object: AnyObject>(_ objects: inout [Object]) {
    for object in objects { waiting.append(object) }
    objects = []
  }

  private func drain() {
    while let object = waiting.popLast() { withExtendedLifetime(object) {} }
  }
}
