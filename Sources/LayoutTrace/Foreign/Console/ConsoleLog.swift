import Foundation

/// Finds the reports of layout loops in console logs, and writes them as layout traces.
enum ConsoleLog {
  /// How far a log is searched that comes through a pipe: it is kept in a file meanwhile.
  static let longestPipe: Int64 = 256 << 20

  /// The formats whose reports a text holds.
  ///
  /// - Throws: `TraceError` where it cannot be read.
  static func formats(in source: ByteSource) throws(TraceError) -> [TraceFormat] {
    var lines = ConsoleLines(source)
    var found: [TraceFormat] = []
    while found.count < 2, let line = try lines.next() {
      if !found.contains(.uikit), LayoutLoopParser.recognises(line) { found.append(.uikit) }
      if !found.contains(.winui), LayoutCycleLog.recognises(line) { found.append(.winui) }
    }
    return found
  }

  /// Writes what a log says of layout loops.
  ///
  /// - Throws: `TraceError` where it says nothing, or cannot be read.
  static func convert(
    _ source: ByteSource, from format: TraceFormat, to writer: TraceWriter,
    progress: (_ read: Int64) -> Void
  ) throws(TraceError) -> ForeignTrace.Summary {
    var lines = ConsoleLines(source)
    var summary = ForeignTrace.Summary()
    var loops = LayoutLoopParser()
    var cycles = LayoutCycleLog()
    var count = 0
    while let line = try lines.next() {
      count += 1
      if count & 0xfff == 0 { progress(lines.offset) }
      if format == .uikit { loops.take(line) } else { cycles.take(line) }
    }
    loops.finish()
    cycles.finish()
    summary.bytes = lines.offset
    let header = TraceEvent.Header(tool: "loophunt import", source: format.rawValue)
    if format == .uikit {
      guard !loops.reports.isEmpty else {
        throw nothing(
          in: source, count, "is part of a report of UIKit's debugger for layout loops",
          remedy: "run the app with -UIViewLayoutFeedbackLoopDebuggingThreshold 100, and save its "
            + "whole log")
      }
      summary.events = loops.lines
      let batches = LayoutLoopWorld(loops.reports).measure()
      let world = LayoutLoopWorld(loops.reports)
      world.record(to: writer, header: header, batches: batches)
      summary.turns = loops.reports.count
      summary.notes = world.notes
    } else {
      guard cycles.mostIterations > 0 else {
        throw nothing(
          in: source, count, "is one of WinUI's tracing of layout cycles",
          remedy: "set DebugSettings.LayoutCycleTracingLevel, and save the debugger's whole output")
      }
      summary.events = cycles.lines
      summary.turns = cycles.write(writer.write, header: header)
      summary.notes = [
        "WinUI logs the last iterations before it gives up, here \(cycles.mostIterations), and neither "
          + "parents nor causes: who took part in more than one is reported"
      ]
    }
    if let failure = writer.failure { throw failure }
    return summary
  }

  private static func nothing(
    in source: ByteSource, _ lines: Int, _ what: String, remedy: String
  ) -> TraceError {
    TraceError(
      kind: .order, file: source.name, line: 0, column: 0,
      problem: "none of the \(lines.counted("line")) \(what)", remedy: remedy)
  }
}
