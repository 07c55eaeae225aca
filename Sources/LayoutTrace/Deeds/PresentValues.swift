/// The values of properties whose setters do nothing if the value is the same.
struct PresentValues {
  private struct Property: Hashable {
    var view: Int
    var name: String
  }

  /// The present value of each property, and the one before.
  private var texts: [Property: (now: String?, before: String?)] = [:]

  /// Notes a change that is left out: the value before it stays, even if the change was noted already.
  mutating func lose(_ change: TraceEvent.Change) {
    guard let property = property(change) else { return }
    guard let text = texts[property] else { return texts[property] = (change.old, change.old) }
    if text.now == change.new { texts[property] = (text.before, text.before) }
  }

  /// Notes another change; false if the property has its new value already.
  mutating func keep(_ change: TraceEvent.Change) -> Bool {
    guard let property = property(change) else { return true }
    let now = texts[property]?.now
    guard now == nil || now != change.new else { return false }
    texts[property] = (change.new, now ?? change.old)
    return true
  }

  private func property(_ change: TraceEvent.Change) -> Property? {
    guard change.constraint == nil, !change.isState else { return nil }
    return Property(view: change.view, name: change.name)
  }
}
