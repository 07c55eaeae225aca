/// The supported formats, in the order in which lists show them.
package enum TraceFormats {
  /// The layout trace, which is read directly.
  package static let layoutTrace: any TraceFormat = LayoutTraceFormat()

  /// All formats; add a new one here.
  package static let all: [any TraceFormat] = [
    layoutTrace, ChromeFormat(), RawFirefoxFormat(), FirefoxFormat(), WebKitFormat(),
    SafariFormat(), LongFramesFormat(), UIKitFormat(), WinUIFormat(),
    AppleReportFormat(), PostedFormat(),
  ]

  /// The names of all formats.
  package static let names = all.map(\.name).joined(separator: ", ")

  package static func named(_ name: String) -> (any TraceFormat)? { all.first { $0.name == name } }

  /// The formats that a file with these first bytes can have; its name does not matter.
  package static func recognised(inHead head: [UInt8]) -> [any TraceFormat] {
    let head = TraceHead(head)
    return all.filter { $0.recognises(head) }
  }

  private static let logFormats = all.compactMap { $0 as? any LogFormat }
  /// The formats that are better than those of the last resort.
  private static let exactLogFormats = logFormats.filter { !$0.isLastResort }

  /// Leaves out the lines of a log that are of none of some formats.
  private static func filter(of formats: [any LogFormat]) -> LineFilter {
    LineFilter(
      formats.filter(\.isLastResort).flatMap(\.anchors),
      passesFrames: formats.contains { $0.readsFrames },
      sure: formats.filter { !$0.isLastResort }.flatMap(\.anchors),
      signs: formats.contains { $0.readsFrames } ? PostedSigns.texts : [])
  }

  private static let logFilter = filter(of: logFormats)
  private static let exactFilter = filter(of: exactLogFormats)

  /// Finds the formats of the reports in a log, in their order.
  static func recognised(inLog source: ByteSource) throws(TraceError) -> [any TraceFormat] {
    var lines = ConsoleLines(source, filter: logFilter)
    lines.gate = PostedGate.passes(_:texts:)
    var left = logFormats
    var found: [any LogFormat] = []
    while found.count(where: { !$0.isLastResort }) < 2, let line = try lines.next() {
      while let index = left.firstIndex(where: { $0.recognises(line: line) }) {
        found.append(left.remove(at: index))
        // Now only another format that is better counts.
        left.removeAll { $0.isLastResort }
        lines.filter = exactFilter
        lines.gate = nil
      }
    }
    let exact = found.filter { !$0.isLastResort }
    return exact.isEmpty ? found : exact
  }
}

/// A layout trace, which is read directly.
struct LayoutTraceFormat: TraceFormat {
  let usualEndings = [".jsonl"]
  let holdsGeometry = true
  let guide = FormatGuide(
    name: "loophunt",
    source: "TraceRecorder, 'loophunt record', 'loophunt import', recorders of your own",
    tells: "views, geometry, causes, layouts, time",
    cannotTell: "anything that the recorder left out")

  func recognises(_ head: TraceHead) -> Bool { head.outer.contains("e") }
  func read(_ source: ByteSource, _ options: ImportOptions) -> ImportedTrace? { nil }
}
