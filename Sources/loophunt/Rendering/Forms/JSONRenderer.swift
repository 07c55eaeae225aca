import LayoutTrace
import LoopHunter

/// One JSON document at the end.
struct JSONRenderer<Kind: Findings>: FormRenderer {
  var keepsFiles: Bool { true }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    [try JsonText.document(ending.document)]
  }
}

/// A JSON object on each line: for each loop, for each file, and for all of them.
struct JSONLinesRenderer<Kind: Findings>: FormRenderer {
  private typealias Line = ResultLine<Kind.Loop, Kind.Detail>

  func file(_ file: ResultDocument<Kind.Loop, Kind.Detail>.File) throws -> [String] {
    try file.loops.map { try line(.loop(file: file.result.file, $0)) } + [line(.file(file.result))]
  }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    [try line(.summary(ending.document.summary))]
  }

  private func line(_ content: Line.Content) throws -> String {
    try JsonText.line(Line(command: Kind.command, content: content))
  }
}

/// A partial result, which `loophunt merge` joins with others.
struct PartialRenderer<Kind: Findings>: FormRenderer {
  /// The options that affect the findings.
  let options: [String: [String]]

  func begin() throws -> [String] {
    [try JsonText.line(PartialHeader(command: Kind.command, options: options))]
  }

  func file(_ file: ResultDocument<Kind.Loop, Kind.Detail>.File) throws -> [String] {
    [try JsonText.line(PartialTrace<Kind>(file))]
  }

  func end(_ ending: ResultEnding<Kind>) throws -> [String] {
    let totals = ending.document.summary
    // Traces may not have been read at all.
    let isInterrupted = totals.isInterrupted || Interruption.isRequested
    return [try JsonText.line(PartialEnd(traces: totals.files, isInterrupted: isInterrupted))]
  }
}
