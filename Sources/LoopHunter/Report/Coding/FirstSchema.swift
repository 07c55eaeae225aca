import LayoutTrace

/// Reads the facts in the texts of the coded form's first version; later versions have codes.
///
/// It compares with the words of that version, not today's. Texts that it cannot read stay texts.
enum FirstSchema {
  /// The deed with this word; a write has values.
  static func action(_ word: String, hasValues: Bool) -> EdgeAction {
    if hasValues { return .write(LoopProperty(name: word)) }
    if word == "read" { return .read }
    return EdgeAction(callOrChange: word)
  }

  /// The place in code with this text.
  static func location(_ text: String) -> CodeLocation { CodeLocation(text) }

  /// The numbers of `44`, `320 × 100` or `(0, 16, 320, 100)`.
  static func value(_ text: String) -> LoopValue {
    let separators: Set<Character> = ["×", ",", "(", ")", " "]
    let parts = text.split { separators.contains($0) }
    let numbers = parts.compactMap { part in
      Double(part).flatMap { $0.shortText == part || $0.exactText == part ? $0 : nil }
    }
    return numbers.isEmpty || numbers.count < parts.count ? .text(text) : .numbers(numbers)
  }

  static func remark(_ text: String) -> Remark { remarks[text] ?? .text(text) }

  private static let remarks: [String: Remark] = [
    "Several edges keep this loop going. Fix the culprit first, then look at the others.":
      .severalEdges,
    "By the evidence alone another edge was the likeliest; without that the loop continues.":
      .replacedCulprit,
    "No layout was seen to dirty a view of the cycle. Look at code that a pass runs outside any "
      + "layout, such as updateConstraints.": .noEdge,
    "The threshold is too low: nothing was recorded before it was crossed.": .lowThreshold,
    "The verdict comes from the end of the turn, when there was more evidence.": .lateVerdict,
    "Nothing had changed before the report; the verdict covers the whole turn.": .wholeTurn,
    "The call stack has no symbols. Do not strip the program if you want functions and lines.":
      .noSymbols,
    "The call left no frame, as tail calls in optimised code do, so its line is unknown.": .noFrame,
    "This process cannot walk its call stack, so no lines are known.": .noStack,
    "WinUI's lines tell who took part, in which order: neither parents nor causes.": .winUI,
    "Read first, then write; or write everything, then read once.": .scriptRemedy(.readThenWrite),
    "Change everything in one callback, or let the callback pass over sizes that it set itself.":
      .scriptRemedy(.changeAtOnce),
  ]

  static func reason(_ text: String) -> UntestedReason { reasons[text] ?? .other(text) }

  private static let reasons: [String: UntestedReason] = [
    "no trace of the turn was recorded": .noTrace, "the turn was not over": .openTurn,
    "the recording cannot be read again, or is too long": .lostRecording,
    "the trace of the turn could not be written": .unwritableTrace,
    "the turn cannot be replayed alone": .dependentTurn, "the turn is too large": .largeTurn,
    "the trace could not be replayed again": .unrepeatableTrace,
    "the turn does not loop again by what the trace holds": .noLoopInReplay,
    "the proofs of this trace are too long": .spent,
    "the trace of the turn does not hold it": .missingEdge,
    "the trace cannot be replayed without it": .brokenReplay,
    "the run was interrupted": .interrupted,
  ]
}
