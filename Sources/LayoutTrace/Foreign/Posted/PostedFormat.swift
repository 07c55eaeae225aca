/// A text that somebody posted: a stack, a piece of a console, a sentence of a framework.
struct PostedFormat: LogFormat {
  let isLastResort = true
  let holdsLayouts = false
  let guide = FormatGuide(
    name: "posted",
    source: "crash reports and call stacks as text, pieces of consoles, sentences of frameworks: "
      + "Apple, Android, .NET, Qt, GTK, Flutter, browsers",
    tells:
      "the frames that repeat, the code that enters layout again with its place, and the views "
      + "and places that a sentence names",
    cannotTell: "geometry, counts, and everything that the text leaves out")

  let readsFrames = true

  var anchors: [StaticString] { Self.anchors }

  /// Texts of sentences, of the ends of threads, and of frames, one of which is in each line of use.
  private static let anchors: [StaticString] =
    PostedSentence.all.flatMap(\.anchors) + PostedSentence.beginnings + PostedThread.anchors
    + PostedStack.Circumstance.words
    + [
      "frame #", "-[UI", "-[NS", "-[CA", "-[_U", "  at ", ": at ", "\tat ", ".java", ".kt:",
      ".kt)", "Native Method", "Unknown Source",
      "SourceFile:", ".scala:", ".groovy:", "(package:", "(dart:", ".dll!", ".exe!", ".dart ",
      "@http",
      "@file", "@qrc:", "@webpack", "@resource", "@moz-", "@app:", "@[native", "\"symbol\"",
      " -[", "\t-[", " +[", "0x00", "\"imageOffset\"", "\"sourceFile\"", "\", line ", ".js:",
      ".swift:", ".jsx:", ".mjs:", ".ts:", ".tsx:", ".vue:", ".js?", ".ts?", ".sizeThatFits(",
      ".placement(of", " at line ", ") (at ", ".jl:", "(unknown line)", ":     0x", ":        0x",
      ".rs:",
    ].filter { $0.utf8CodeUnitCount >= 4 }

  private static let filter = LineFilter(
    anchors, passesFrames: true, signs: PostedSigns.texts)

  func recognises(line: String) -> Bool {
    let signs = PostedSigns(line)
    guard let lines = PostedDress.lines(in: line, signs) else {
      return isPosted(line, signs)
    }
    return lines.contains { isPosted($0, PostedSigns($0)) }
  }

  private func isPosted(_ line: String, _ signs: PostedSigns) -> Bool {
    signs.contains(.sentence) && PostedSentence.finding(in: line) != nil
      || FrameNotation.frame(in: line, signs)?.isEvidence == true
      || signs.contains(.circumstance) && PostedStack.Circumstance(line) != .unknown
      || signs.contains(.appleFrame)
        && (!PostedJSON.frames(in: line).isEmpty || line.holds("\"imageOffset\""))
      || signs.contains(.rust) && FrameNotation.rustPlace(in: line) != nil
      || signs.contains(.julia) && FrameNotation.juliaPlace(line) != nil
      || signs.contains(.beginning) && PostedSentence.beginnings.contains { line.holds($0) }
  }

  /// The loops and hints in a console that holds a report of another format, too.
  static func findings(beside report: any LogFormat, in source: ByteSource) throws(TraceError)
    -> [TraceEvent.Finding]
  {
    var collector = try collected(from: source).collector
    return collector.finish(isAlone: false).filter { !report.toldKinds.contains($0.kind) }
  }

  /// Collects the stacks and sentences of a text, and counts its lines.
  private static func collected(
    from source: ByteSource
  ) throws(TraceError) -> (collector: PostedCollector, lines: Int) {
    var collector = PostedCollector()
    var lines = ConsoleLines(source, filter: filter)
    while let line = try lines.next(
      passing: PostedCollector.reach, { collector.takeKnown($0, number: $1) })
    {
      // The lines after a frame or a sentence may belong to it.
      let isUsed = collector.take(line, number: lines.number, isMarked: lines.isMarked) {
        lines.above(CodeLiteral.linesAbove)
      }
      if isUsed {
        lines.passNext(PostedCollector.reach)
      }
      lines.gate = collector.isQuiet ? PostedGate.passes : nil
    }
    return (collector, lines.number)
  }

  func read(
    _ source: ByteSource, beside others: [TraceEvent.Finding]
  ) throws(TraceError) -> ImportedTrace? {
    var (collector, lines) = try Self.collected(from: source)
    let findings = collector.finish()
    if collector.counts.logged > 0, findings.allSatisfy({ $0.verdict == nil }) {
      throw TraceError(
        kind: .order, file: source.name, problem: "UIKit's log stands in the markup of a page",
        remedy: "save the log as plain text")
    }
    guard !findings.isEmpty else {
      if collector.counts.nameless > 0 { throw Self.nameless(source.name) }
      throw collector.counts.unread > 0
        ? Self.unread(source.name)
        : nothing(
          in: source, lines, "is a frame of a call stack or a sentence of a framework",
          remedy:
            "add the frames of the stack, or the framework's sentence; docs/logs.md lists both")
    }
    return FindingsTrace.make(findings, name: source.name, format: name)
  }

  /// The error for a stack that overflowed, whose frames nothing reads.
  private static func unread(_ name: String) -> TraceError {
    TraceError(
      kind: .order, file: name,
      problem: "the stack overflowed, and the lines that repeat after it are no known frames",
      remedy: "remove what stands before and after each frame; docs/logs.md lists the notations")
  }

  /// The error for stacks without names.
  static func nameless(_ name: String) -> TraceError {
    TraceError(
      kind: .order, file: name, problem: "the stacks have neither names nor symbols",
      remedy:
        "symbolicate the report: open it in Xcode's Organizer or Devices window, or run atos or "
        + "ndk-stack with the symbols of this build")
  }
}

extension PostedFrame {
  /// True if a line with it alone shows that a text holds a stack: prose can look like some frames.
  var isEvidence: Bool {
    isUnsure ? isOfSwiftUI : family != .script || place?.last?.isNumber == true
  }
}
