import Foundation

/// Long animation frames that a page reported from the field.
struct LongFramesFormat: TraceFormat {
  let usualEndings = [".json", ".ndjson"]
  let guide = FormatGuide(
    name: "long-frames",
    source: "entries of PerformanceLongAnimationFrameTiming, as JSON or as JSON Lines, alone, in "
      + "arrays, or in the 'entries' of objects",
    tells: "the functions that the browser called, with the time that styles and layout took which "
      + "they forced, in how many frames, and the worst of them",
    cannotTell: "the code that read or wrote, the number of layouts, the document; the function is "
      + "where the browser entered the app")

  private static let keys: Set = ["scripts", "blockingDuration", "renderStart", "startTime"]

  func recognises(_ head: TraceHead) -> Bool {
    let own = head.isArray ? head.inner : head.outer
    return [own, head.nested["entries"] ?? []].contains { keys in
      keys.contains("scripts") && keys.intersection(Self.keys).count > 1
    }
  }

  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace? {
    var frames = LongFrames()
    let stream = try JSONStream(source)
    while try stream.peek() != nil, !stream.wasCutOff { try frames.read(stream) }
    guard frames.count > 0 else {
      var error = TraceError(
        kind: .order, file: source.name, problem: "it holds no long animation frame",
        remedy: "observe 'long-animation-frame' with a PerformanceObserver, and send entry.toJSON()"
      )
      error.clue = .noLayouts
      throw error
    }
    var scripts = frames.scripts(options)
    let findings = frames.findings(options, &scripts)
    return FindingsTrace.make(
      findings, name: source.name, format: name, notes: scripts.notes,
      isComplete: !stream.wasCutOff)
  }
}

/// The scripts of long animation frames, by the functions that the browser called.
struct LongFrames {
  private struct Cost {
    var frames = 0
    var milliseconds = 0.0
    var worst = 0.0
  }

  /// The number of frames.
  private(set) var count = 0
  private var costs: [EnteredScripts.Function: Cost] = [:]

  private static let mostFindings = 50
  /// The depth to which arrays may nest.
  private static let deepest = 8
  /// The most milliseconds that are reported.
  private static let longest = 1e12

  /// Reads one value, which is an entry or contains some.
  mutating func read(_ stream: JSONStream, depth: Int = 0) throws(TraceError) {
    switch try stream.peek() {
    case Byte.openBracket where depth < Self.deepest:
      try stream.array { () throws(TraceError) in try read(stream, depth: depth + 1) }
    case Byte.openBrace: _ = try stream.value { take($0) }
    default: try stream.skip()
    }
  }

  private mutating func take(_ object: UnsafePointer<UInt8>) {
    if let entries = JSONMembers.value("entries", of: object) {
      var elements = JSONElements(entries)
      while let entry = elements.next() { take(entry) }
    }
    guard let scripts = JSONMembers.value("scripts", of: object) else { return }
    count += 1
    var elements = JSONElements(scripts)
    while let script = elements.next() { take(script: script) }
  }

  private mutating func take(script: UnsafePointer<UInt8>) {
    guard
      let time = JSONMembers.value("forcedStyleAndLayoutDuration", of: script)
        .flatMap(JSONMembers.number), time > 0
    else { return }
    let function = EnteredScripts.Function(
      name: JSONMembers.text("sourceFunctionName", of: script)
        ?? JSONMembers.text("invoker", of: script) ?? "",
      url: JSONMembers.text("sourceURL", of: script) ?? "",
      position: JSONMembers.whole("sourceCharPosition", of: script) ?? -1)
    var cost = costs[function] ?? Cost()
    cost.frames += 1
    cost.milliseconds = min(cost.milliseconds + time, Self.longest)
    cost.worst = min(max(cost.worst, time), Self.longest)
    costs[function] = cost
  }

  /// The scripts of all functions.
  func scripts(_ options: ImportOptions) -> EnteredScripts {
    EnteredScripts(Set(costs.keys.map(\.url)), folders: options.sourceMaps)
  }

  /// The functions past the limit, the worst first, or else the fact that there are none.
  func findings(
    _ options: ImportOptions, _ scripts: inout EnteredScripts
  ) -> [TraceEvent.Finding] {
    let limit = options.forcedMilliseconds
    let slow = costs.filter { limit > 0 && $0.value.worst >= Double(limit) }.sorted { one, other in
      if one.value.milliseconds != other.value.milliseconds {
        return one.value.milliseconds > other.value.milliseconds
      }
      return (one.key.url, one.key.name, one.key.position)
        < (other.key.url, other.key.name, other.key.position)
    }
    guard !slow.isEmpty else {
      var finding = TraceEvent.Finding(kind: .frames(.calm), verdict: nil)
      finding.property =
        "none took \(limit > 0 ? "\(limit) ms" : "a time that counts") in any of \(count) long frame"
        + (count == 1 ? "" : "s")
      return [finding]
    }
    return slow.prefix(Self.mostFindings).map { function, cost in
      var finding = TraceEvent.Finding(kind: .frames(.forced), verdict: .thrashing)
      finding.from = scripts.text(of: function)
      finding.property =
        "\(Int(cost.milliseconds.rounded())) ms in \(cost.frames) long frame"
        + "\(cost.frames == 1 ? "" : "s"), \(Int(cost.worst.rounded())) ms in the worst"
      return finding
    }
  }
}
