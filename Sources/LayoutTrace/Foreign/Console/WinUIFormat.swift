/// A debugger's output with WinUI's tracing of layout cycles.
struct WinUIFormat: LogFormat {
  let isFatal = true
  /// WinUI logs only the last iterations before it gives up: an element in two of them loops.
  let threshold: Int? = 1
  let guide = FormatGuide(
    name: "winui",
    source: "the debugger's output of apps that set DebugSettings.LayoutCycleTracingLevel",
    tells: "the elements of each of the last iterations, in order",
    cannotTell: "the tree and causes: every verdict is undetermined")

  var anchors: [StaticString] { [LayoutCycleLog.mark] }

  func recognises(line: String) -> Bool { LayoutCycleLog.recognises(line) }

  /// The exception that ends the app after its last iteration.
  let toldKinds: Set<TraceEvent.Finding.Kind> = [.words("xaml.cycle")]

  func read(
    _ source: ByteSource, beside others: [TraceEvent.Finding]
  ) throws(TraceError) -> ImportedTrace? {
    var log = LayoutCycleLog()
    let lines = try forEachLine(of: source, LayoutCycleLog.filter, reach: LayoutCycleLog.reach) {
      log.take($0)
      return LayoutCycleLog.recognises($0)
    }
    log.finish()
    guard log.mostIterations > 0 else {
      guard others.isEmpty else {
        return FindingsTrace.make(others, name: source.name, format: name)
      }
      throw nothing(
        in: source, lines, "belongs to WinUI's tracing of layout cycles",
        remedy: "set DebugSettings.LayoutCycleTracingLevel, and save the debugger's whole output")
    }
    let note =
      "WinUI logs the last iterations before it gives up, here \(log.mostIterations), and neither "
      + "parents nor causes: an element that took part in more than one is reported"
    let (cycles, elements) = (log.cycles, log.elements)
    return ImportedTrace(name: source.name, notes: [note]) { [name] in
      LayoutCyclePass(cycles, elements, others, to: $0, source: name)
    }
  }
}

/// Writes each countdown as a turn.
private struct LayoutCyclePass: ImportedPass {
  private let cycles: [LayoutCycleLog.Countdown]
  private let elements: [(className: String, name: String)]
  private let writer: TraceWriter
  /// The numbers of the windows, one for each process.
  private var windows: [String: Int] = [:]
  /// The number of cycles written.
  private var written = 0

  init(
    _ cycles: [LayoutCycleLog.Countdown], _ elements: [(className: String, name: String)],
    _ findings: [TraceEvent.Finding], to writer: TraceWriter, source: String
  ) {
    (self.cycles, self.elements, self.writer) = (cycles, elements, writer)
    writer.write(.header(.init(tool: "loophunt import", source: source)))
    writeViews()
    for finding in findings { writer.write(.finding(finding)) }
  }

  mutating func advance() -> Bool {
    guard written <= cycles.count else { return false }
    if written < cycles.count {
      write(cycles[written], turn: written + 1)
    } else {
      writer.write(.end(turns: written))
    }
    written += 1
    return true
  }

  private mutating func writeViews() {
    for cycle in cycles where windows[cycle.process] == nil {
      let number = windows.count + 1
      windows[cycle.process] = number
      let name = cycle.process.isEmpty ? nil : cycle.process
      writer.write(.view(.init(view: number, className: "Process", name: name, isClean: true)))
    }
    var owners: [Int?] = Array(repeating: nil, count: elements.count)
    for cycle in cycles {
      for element in cycle.layouts { owners[element] = windows[cycle.process] }
    }
    for (index, element) in elements.enumerated() {
      guard let owner = owners[index] else { continue }
      writer.write(
        .view(
          .init(
            view: number(of: index), className: element.className, name: element.name,
            place: .inside(owner), isClean: true)))
    }
  }

  private func write(_ cycle: LayoutCycleLog.Countdown, turn: Int) {
    writer.write(.turn(number: turn, time: nil))
    writer.write(.commit)
    for element in cycle.layouts {
      writer.write(.layout(view: number(of: element), time: nil))
      writer.write(.done(view: number(of: element), time: nil))
    }
    writer.write(.committed(batches: cycle.layouts.count, didHitLimit: true))
  }

  private func number(of element: Int) -> Int { element + 1 + windows.count }
}
