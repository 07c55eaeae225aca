/// The line on a terminal that says how far a long file has been read.
///
/// It appears only after a while, so that short work stays quiet, and is wiped when other text
/// comes and at the end. Where no terminal listens it costs one comparison per call.
package final class Progress {
  /// How long work must last before the line appears, in nanoseconds.
  private static let patience: UInt64 = 400_000_000
  /// The least time between two drawings, in nanoseconds.
  private static let interval: UInt64 = 100_000_000

  private let console: Console
  private let isShown: Bool
  private let label: String
  private let total: Int64?
  private let start: UInt64
  private var next: UInt64
  private var isDrawn = false

  /// Starts the line of one file; `total` is its length in bytes where it is known.
  package init(on console: Console, label: String, total: Int64?, quiet: Bool) {
    self.console = console
    self.isShown = console.showsProgress && !quiet
    self.label = label
    self.total = total
    self.start = MonotonicClock.nanoseconds()
    self.next = start + Self.patience
    console.progress = self
  }

  /// Says how many bytes have been read so far.
  package func update(done: Int64) {
    guard isShown else { return }
    let now = MonotonicClock.nanoseconds()
    guard now >= next else { return }
    next = now + Self.interval
    isDrawn = true
    let text = Self.text(label: label, done: done, total: total, nanoseconds: now - start)
    console.errors.write("\r\u{1B}[K\(text)")
  }

  /// Wipes the line for other text; the next update draws it again.
  package func wipe() {
    guard isDrawn else { return }
    isDrawn = false
    console.errors.write("\r\u{1B}[K")
  }

  /// Wipes the line for good.
  package func end() {
    wipe()
    if console.progress === self { console.progress = nil }
  }

  /// `trace.jsonl: 120 MB of 200 MB, 60%, 310 MB/s, 1 s left`, never wider than 79 columns.
  package static func text(
    label: String, done: Int64, total: Int64?, nanoseconds: UInt64
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
    let figures = parts.joined(separator: ", ")
    let room = 79 - figures.count - 2
    let name = Printable.line(label)
    let shown = name.count <= room ? name : "…" + name.suffix(max(0, room - 1))
    return "\(shown): \(figures)"
  }
}
