import Foundation
import LayoutTrace
import ViewTree

/// Writes each event to standard error in readable form.
///
/// Without it, LoopHunter prints only one line if a sink or a recording fails without a handler.
public struct StandardErrorSink: AnalyticsSink {
  private let descriptor: Int32
  /// Ends the wait for a reader that takes nothing.
  private let interrupt: TraceInterrupt?

  /// Makes the sink.
  public init() { self.init(descriptor: 2) }

  /// Makes a sink that writes to another open file descriptor, or whose waits an interrupt ends.
  package init(descriptor: Int32 = 2, interrupt: TraceInterrupt? = nil) {
    self.descriptor = descriptor
    self.interrupt = interrupt
  }

  public func record(_ event: AnalyticsEvent) throws {
    let text = WallClock.text(event.time) + " " + event.summary + "\n"
    try SafeWrite.all(
      Array(text.utf8), to: descriptor, patience: SafeWrite.Patience(interrupt: interrupt))
  }
}

extension AnalyticsEvent {
  /// The event in one to three lines: the loop, and the view that causes it.
  public var summary: String {
    func text(_ key: String) -> String? { attributes[key].map { PlainText.line($0.description) } }
    let view = text("view_path") ?? text("view_class") ?? "a view"
    let count = text("count") ?? "?"
    var line = "\(name.rawValue): "
    switch name {
    case .layoutLoop: line += "\(view) was laid out \(count) times in turn \(text("turn") ?? "?")"
    case .layoutLoopSettled: line += "\(view) settled after \(text("layouts") ?? count) layouts"
    case .layoutLoopAcrossTurns:
      line += "\(view) caused its own layout in \(text("streak") ?? "many") turns"
    case .layoutNearMiss:
      line += "\(view) had \(count) layouts in one turn; "
      line += "its threshold is \(text("threshold") ?? "?")"
    case .layoutLoopProof: line += "\(view): the culprit is \(text("culprit_proof") ?? "untested")"
    }
    line += " [\(text("verdict") ?? "?"), \(text("fingerprint") ?? "?")]"
    if let suppressed = attributes["suppressed"], suppressed != 0 {
      line += " (\(suppressed) more like it \(suppressed == 1 ? "was" : "were") held back)"
    }
    if let culprit = text("culprit") { line += "\n  " + culprit }
    if name != .layoutLoopSettled, let cycle = text("cycle"), !cycle.isEmpty {
      line += "\n  cycle: " + cycle
    }
    return line
  }
}
