import LayoutTrace
import LoopHunter
import ViewTree

/// The line on a terminal that shows the progress through a long file.
///
/// It appears only after a while, so that short work stays quiet. It is erased when other text
/// comes and at the end. Without a terminal it costs one comparison per call. Any thread may
/// report.
package final class Progress: Sendable {
  /// The time that work must last before the line appears, in nanoseconds.
  private static let patience: UInt64 = 400_000_000
  /// The minimum time between two drawings, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  /// The changing state during the work.
  private struct State {
    var next: UInt64
    var isDrawn = false
  }

  /// The descriptor for the line; nil without a terminal.
  private let descriptor: Int32?
  private let label: String
  private let start: UInt64
  private let state: Locked<State>

  /// Starts the line of one file.
  package init(on descriptor: Int32?, label: String) {
    (self.descriptor, self.label) = (descriptor, label)
    self.start = MonotonicClock.nanoseconds()
    self.state = Locked(State(next: start + Self.patience))
  }

  /// True if there is a terminal for it.
  package var isShown: Bool { descriptor != nil }

  /// Reports the number of bytes read so far, their total if known, and perhaps another label.
  package func update(done: Int64, total: Int64?, label: String? = nil) {
    update { nanoseconds, width in
      Self.text(
        label: label ?? self.label, done: done, total: total, nanoseconds: nanoseconds,
        width: width)
    }
  }

  /// Reports the number of events left in a trace, and of candidates tried.
  package func update(left events: Int, tries: Int) {
    update { _, width in
      let figures =
        "\(Figures.count(events, "event")) left, \(Figures.count(tries, "candidate")) tried"
      return Self.text(label: label, figures: figures, width: width)
    }
  }

  private func update(_ text: (_ nanoseconds: UInt64, _ width: Int) -> String) {
    guard let descriptor else { return }
    let now = MonotonicClock.nanoseconds()
    state.withLock { state in
      guard now >= state.next else { return }
      state.next = now + Self.interval
      state.isDrawn = true
      let text = text(now - start, Console.columns(of: descriptor) ?? WordWrap.usualWidth)
      draw("\r\u{1B}[K\(text)", on: descriptor)
    }
  }

  /// Erases the line for other text; the next update draws it again.
  package func wipe() {
    guard let descriptor else { return }
    state.withLock { state in
      guard state.isDrawn else { return }
      state.isDrawn = false
      draw("\r\u{1B}[K", on: descriptor)
    }
  }

  /// Writes to the terminal unless it is stopped: nothing waits for a progress line.
  private func draw(_ text: String, on descriptor: Int32) {
    _ = SafeWrite.some(Array(text.utf8), to: descriptor, patience: SafeWrite.Patience(until: .now))
  }

  /// `trace.jsonl: 120 MB of 200 MB, 60%, 310 MB/s, 1 s left`, narrower than the terminal.
  ///
  /// The beginning of the name is left out first, then figures from the end.
  package static func text(
    label: String, done: Int64, total: Int64?, nanoseconds: UInt64, width: Int = WordWrap.usualWidth
  ) -> String {
    let seconds = Double(max(nanoseconds, 1)) / 1e9
    let rate = Double(done) / seconds
    var parts: [String] = []
    if let total, total > 0 {
      let share = min(100, Int(Double(done) / Double(total) * 100))
      parts.append("\(Figures.bytes(done)) of \(Figures.bytes(total)), \(share)%")
    } else {
      parts.append("\(Figures.bytes(done))")
    }
    parts.append("\(Figures.bytes(Int64(rate)))/s")
    if let total, total > done, rate > 0 {
      parts.append("\(Figures.seconds(Double(total - done) / rate)) left")
    }
    // A line as wide as the terminal would move the cursor to the next one.
    while parts.count > 1, parts.joined(separator: ", ").count > width - 1 { parts.removeLast() }
    return text(label: label, figures: parts.joined(separator: ", "), width: width)
  }

  private static func text(label: String, figures: String, width: Int) -> String {
    let room = width - 1 - figures.count - 2
    guard room >= 6 else { return String(figures.prefix(max(0, width - 1))) }
    let name = Printable.line(label)
    let shown = name.count <= room ? name : "…" + name.suffix(room - 1)
    return "\(shown): \(figures)"
  }
}
