/// The cause for which work waits that is done later: the common part of the causes of all that wait.
struct PendingCause {
  private var cause: LayoutCause?
  /// The amount of work that waited at the last note.
  private var count = 0

  /// Notes the amount of work after a change; if there is more than before, the current cause led to it.
  mutating func note(_ count: Int, in pass: LayoutPass?) {
    defer { self.count = count }
    guard count > self.count else { return }
    let current = pass?.cause
    if self.count == 0 {
      cause = current
    } else if let known = cause, known !== current {
      cause = current.flatMap(known.shared)
    }
  }

  /// Takes the cause, if one is known, because the work is done now.
  mutating func take() -> LayoutCause? {
    defer { (cause, count) = (nil, 0) }
    return cause
  }
}
