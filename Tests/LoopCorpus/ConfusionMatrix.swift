/// The verdicts for each kind of loop, and how often culprit and roles were right.
package struct ConfusionMatrix: Sendable {
  private var counts: [String: [String: Int]] = [:]
  package private(set) var total = 0
  package private(set) var rightVerdicts = 0
  package private(set) var rightCulprits = 0
  package private(set) var rightRoles = 0
  package private(set) var rightCycles = 0
  package private(set) var consistent = 0
  /// Verdicts that are `undetermined` because there was too little to see; they count as right.
  package private(set) var honest = 0
  /// The number of reports on programs that do not loop.
  package private(set) var innocentsConvicted = 0
  package private(set) var innocents = 0

  package init() {}

  package mutating func add(_ judgement: Judgement) {
    total += 1
    // Right in kind and wrong in detail is off the diagonal too.
    let isOff = !judgement.isVerdictRight && judgement.said == judgement.expected
    let said = judgement.isHonest ? "too little" : isOff ? "detail" : judgement.said
    counts[judgement.expected, default: [:]][said, default: 0] += 1
    rightVerdicts += judgement.isVerdictRight ? 1 : 0
    rightCulprits += judgement.isCulpritRight ? 1 : 0
    rightRoles += judgement.areRolesRight ? 1 : 0
    rightCycles += judgement.isCycleRight ? 1 : 0
    consistent += judgement.isConsistent ? 1 : 0
    honest += judgement.isHonest ? 1 : 0
  }

  package mutating func addInnocent(wasConvicted: Bool) {
    innocents += 1
    innocentsConvicted += wasConvicted ? 1 : 0
  }

  /// A table of expected by reported verdicts, and the shares below it.
  package var text: String {
    let rows = Truth.Kind.words.filter { counts[$0] != nil }
    let columns = (Truth.Kind.words + ["too little", "detail", "none"]).filter { word in
      rows.contains { counts[$0]?[word] != nil }
    }
    func cell(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    var lines: [String] = []
    if total > 0 {
      lines.append(cell("expected \\ said", 16) + columns.map { cell($0, 14) }.joined())
    }
    for row in rows {
      let values = columns.map { cell(counts[row]?[$0].map(String.init) ?? ".", 14) }
      lines.append(cell(row, 16) + values.joined())
    }
    if total > 0 {
      lines.append(
        """
        right verdicts \(share(rightVerdicts)), culprits \(share(rightCulprits)), roles \
        \(share(rightRoles)), cycles \(share(rightCycles)), the same in all hunts \
        \(share(consistent)); \(total) reports, \(honest) of them with too little to see
        """)
    }
    if innocents > 0 { lines.append("innocents convicted: \(innocentsConvicted) of \(innocents)") }
    return lines.joined(separator: "\n")
  }

  private func share(_ count: Int) -> String {
    let perMille = count * 1000 / max(1, total)
    return "\(perMille / 10).\(perMille % 10) %"
  }
}
