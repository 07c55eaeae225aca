import LayoutTrace
import LoopHunter

/// One JSON document at the end.
struct JSONRenderer<Kind: Findings>: FormRenderer {
  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    [try JsonText.document(HeadedDocument(command: Kind.command, content: ending.document))]
  }
}

/// A JSON object on each line: for each loop, for each file, and for all of them.
struct JSONLinesRenderer<Kind: Findings>: FormRenderer {
  /// The content of the line of a loop.
  private struct LoopLine: Encodable {
    var file: String
    var loop: Kind.Loop
  }

  func file(_ file: Kind.File) throws -> [String] {
    try file.loops.map { try line("loop", LoopLine(file: file.result.file, loop: $0)) }
      + [line("file", file.result)]
  }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    [try line("summary", ending.document.summary)]
  }

  private func line(_ type: String, _ content: some Encodable) throws -> String {
    try JsonText.line(HeadedDocument(command: Kind.command, type: type, content: content))
  }
}

/// A partial result, which `loophunt merge` joins with others.
struct PartialRenderer<Kind: Findings>: FormRenderer {
  /// The options that affect the findings.
  let options: [String: [String]]

  var isJudged: Bool { false }

  func begin() throws -> [String] {
    [try JsonText.line(PartialHeader(command: Kind.command, options: options))]
  }

  func file(_ file: Kind.File) throws -> [String] { [try JsonText.line(PartialTrace<Kind>(file))] }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    let totals = ending.document.summary
    // Traces may not have been read at all.
    let isInterrupted = totals.isInterrupted || Interruption.isRequested
    return [
      try JsonText.line(
        PartialEnd(
          traces: totals.files, isInterrupted: isInterrupted, leftOut: totals.leftOut))
    ]
  }
}
