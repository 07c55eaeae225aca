extension LoopReport: CustomStringConvertible {
  /// The report for a person: the culprit, the cycle, the values, the stacks; 100 columns wide.
  public var description: String {
    var text = ReportText()
    text.paragraph(culprit?.sentence ?? sentenceWithoutCulprit)
    text.blank()
    text.paragraph(summary)
    for remark in remarks { text.paragraph(remark, first: "Note: ", rest: "  ") }
    if let outcome { text.paragraph(outcome) }
    if !cycle.isEmpty {
      text.heading(cycleHeading)
      for line in CycleTree(self).lines { text.line(line) }
    }
    if !geometry.isEmpty {
      text.heading("Values, oldest first:")
      // What the loop turns on comes first; a few are enough to see it.
      for history in geometry.prefix(4) { text.values(history) }
      if geometry.count > 4 { text.line("  … and \(geometry.count - 4) more") }
    }
    if !otherEdges.isEmpty {
      text.heading("Other edges of the loop:")
      for edge in otherEdges { text.paragraph(edge.phrase, first: "  ", rest: "    ") }
    }
    if !stacks.isEmpty {
      text.heading("Stacks, innermost first:")
      for stack in stacks {
        text.line("  dirtied \(stack.dirtied.path)")
        for frame in stack.frames { text.line("    \(frame)") }
      }
    }
    return text.lines.joined(separator: "\n")
  }

  private var sentenceWithoutCulprit: String {
    if case .acrossTurns(let streak) = verdict {
      return "`\(view.name)` (\(view.path)) was laid out because of itself in \(streak) turns."
    }
    return "`\(view.name)` (\(view.path)) was laid out \(count) times in one turn."
  }

  /// The verdict and the numbers of the detection.
  private var summary: String {
    var text = "\(verdict). Hunted: \(view.path), "
    if case .acrossTurns = verdict {
      text += "layout \(count) in turn \(turn)"
    } else {
      text += "layout \(count) in turn \(turn), threshold \(threshold)"
      if consecutiveTurns > 1 { text += ", crossed \(consecutiveTurns) turns in a row" }
    }
    return text + ". Fingerprint \(fingerprint)."
  }

  /// What became of it, once that is known.
  private var outcome: String? {
    if breakIneffective {
      let instead = huntInstead.map { " Hunt \($0.path) instead." } ?? ""
      return "Broken, without effect: the loop went on without this view.\(instead)"
    }
    if broken { return "Broken: this view is laid out no more in this turn." }
    switch settled {
    case true?: return "It settled after \(layouts ?? count) layouts of this view."
    case false?: return "It did not settle: the pass ended at its limit."
    case nil: return nil
    }
  }

  private var cycleHeading: String {
    let length = max(cycleLength, cycle.count)
    return length == 1 ? "Cycle of 1 layout:" : "Cycle of \(length) layouts, in their order:"
  }
}

extension Verdict: CustomStringConvertible {
  /// The verdict in a few words.
  public var description: String {
    switch self {
    case .oscillating(let period):
      "Oscillating: the geometry returns after \(period) round\(period == 1 ? "" : "s")"
    case .drifting(let property, let perRound):
      "Drifting: \(property) changes by \(perRound > 0 ? "+" : "")\(perRound.shortText) per round"
    case .redundant: "Redundant: every round ends with the same geometry"
    case .reentrant(let depth): "Re-entrant: layouts \(depth) deep inside each other"
    case .acrossTurns(let streak): "Across turns: one causal chain, \(streak) turns long"
    case .undetermined: "Undetermined: the evidence does not repeat"
    }
  }
}

extension InvalidationEdge {
  /// The edge in a few words, for a list.
  var phrase: String {
    var text = writer.map { "\($0.path)" } ?? "code outside layout"
    if let old, let new {
      text += " wrote \(action) of \(target.name) \(old) → \(new)"
    } else {
      text += " \(action)" + (target == writer ? "" : " on \(target.name)")
    }
    if let location { text += " at \(location)" }
    return text + "; dirtied \(dirtied.name)"
  }
}

/// Lines of a text that fits a terminal.
struct ReportText {
  static let width = 100
  private(set) var lines: [String] = []

  mutating func blank() { lines.append("") }

  mutating func heading(_ text: String) {
    blank()
    lines.append(text)
  }

  /// One line, cut where it is too long.
  mutating func line(_ text: String) {
    lines.append(
      text.count <= ReportText.width ? text : text.prefix(ReportText.width - 1) + "…")
  }

  /// Words, wrapped; one that is too long for a line is broken after a slash.
  mutating func paragraph(_ text: String, first: String = "", rest: String = "") {
    var line = first
    var isEmpty = true
    for word in text.split(separator: " ") {
      for piece in pieces(of: word, room: ReportText.width - max(first.count, rest.count)) {
        let space = isEmpty || piece.isContinuation ? "" : " "
        if !isEmpty, line.count + space.count + piece.text.count > ReportText.width {
          lines.append(line)
          line = rest
          isEmpty = true
        }
        line += (isEmpty ? "" : space) + piece.text
        isEmpty = false
      }
    }
    lines.append(line)
  }

  private func pieces(
    of word: Substring, room: Int
  ) -> [(text: Substring, isContinuation: Bool)] {
    guard word.count > room else { return [(word, false)] }
    var pieces: [(text: Substring, isContinuation: Bool)] = []
    var rest = word
    while rest.count > room {
      let head = rest.prefix(room)
      let end = head.lastIndex(of: "/").map { head.index(after: $0) } ?? head.endIndex
      pieces.append((rest[..<end], !pieces.isEmpty))
      rest = rest[end...]
    }
    pieces.append((rest, !pieces.isEmpty))
    return pieces
  }

  /// A property and its values, wrapped after an arrow.
  mutating func values(_ history: GeometryHistory) {
    paragraph(
      "\(history.view.path) \(history.property): "
        + history.shownValues.map { $0.replacing(" ", with: "\u{A0}") }.joined(separator: " → "),
      first: "  ", rest: "    ")
    // The no-break spaces kept each value in one piece.
    lines = lines.map { $0.contains("\u{A0}") ? $0.replacing("\u{A0}", with: " ") : $0 }
  }
}

extension GeometryHistory {
  /// The values; those that come again and again once, and the first of them once more.
  fileprivate var shownValues: [String] {
    guard let found = Periodicity.find(in: values), found.coverage == values.count,
      found.period > 1, found.period + 1 < values.count
    else { return values }
    return values.prefix(found.period + 1) + ["…"]
  }
}
