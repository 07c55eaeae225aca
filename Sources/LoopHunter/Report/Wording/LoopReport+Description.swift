import LayoutTrace

extension LoopReport: CustomStringConvertible {
  /// The report for a person: the culprit, the cycle, the values, the stacks; 80 columns wide.
  public var description: String { text(width: WordWrap.usualWidth) }

  /// The report for a person in lines of another width.
  package func text(width: Int) -> String {
    let (headline, rest) = lines(width: width)
    return (headline + rest).joined(separator: "\n")
  }

  /// The lines of the report for a person, those of the culprit's sentence apart.
  package func lines(width: Int) -> (headline: [String], rest: [String]) {
    var text = ReportText(width: width)
    text.paragraph(culprit?.sentence ?? sentenceWithoutCulprit)
    let headline = text.lines
    text.blank()
    addFields(to: &text)
    guard reported == nil else {
      addReported(to: &text)
      return (headline, Array(text.lines.dropFirst(headline.count)))
    }
    addRounds(to: &text)
    addEdges(to: &text)
    return (headline, Array(text.lines.dropFirst(headline.count)))
  }

  /// Adds the facts that have a word for their name.
  private func addFields(to text: inout ReportText) {
    text.field("Verdict", verdictText)
    if let reportedBy {
      text.field("Reported", "by \(reportedBy)")
    } else {
      text.field("Hunted", hunted)
    }
    if let reportedLacks { text.field("Lacks", reportedLacks) }
    if let outcome { text.field("Outcome", outcome) }
    if let share {
      if let libraries = share.libraries { text.field("Library", libraries) }
      text.field("Proof", share.rest)
      for fact in [share.time, share.span].compactMap(\.self) { text.field("Time", fact) }
    } else if reported == nil, let proof {
      text.field("Proof", proof)
    }
    if let remedy { text.field("Remedy", "\(remedy)") }
    for remark in remarks { text.field("Note", "\(remark)") }
    if reported == nil || !fingerprint.isEmpty { text.field("Fingerprint", fingerprint) }
  }

  /// Adds the cycle and the values of its rounds.
  private func addRounds(to text: inout ReportText) {
    if !cycle.isEmpty {
      text.heading(cycleHeading)
      for line in CycleTree(self).lines(width: text.width) { text.line(line) }
    }
    if !geometry.isEmpty {
      text.heading("Values, oldest first:")
      // The values that decide the loop come first; a few are enough to see it.
      text.values(
        geometry.prefix(4).map {
          let mark = $0.isConsequence ? " (follows)" : ""
          return (place($0.view), $0.property.name + mark, $0.shownValues)
        })
      if geometry.count > 4 { text.line("  … and \(geometry.count - 4) more") }
    }
  }

  /// Adds the further edges, and the stacks.
  private func addEdges(to text: inout ReportText) {
    let others = otherPhrases
    if !others.isEmpty {
      let isShare = share != nil
      text.heading(
        isShare ? "Further writers before these reads:" : "Other edges that keep the loop going:")
      for phrase in others { text.paragraph(phrase, first: "  ", rest: "    ") }
    }
    // A single frame is in the culprit's sentence or in the list of edges already.
    let callers = stacks.filter { $0.frames.count > 1 }
    if !callers.isEmpty {
      text.heading("Stacks, innermost first:")
      for stack in callers {
        let isForce = stack == stacks.first && culprit?.edge.action == .call(.layoutIfNeeded)
        let deed = isForce ? "forced" : "dirtied"
        text.paragraph(
          "the call that \(deed) \(stack.dirtied.shownPath):", first: "  ", rest: "    ")
        for frame in stack.frames { text.paragraph(frame, first: "    ", rest: "      ") }
      }
    }
  }

  /// Adds the views and the frames of another program's finding.
  private func addReported(to text: inout ReportText) {
    if cycle.count > 1 {
      text.heading("Views:")
      for view in cycle { text.line("  " + view.className) }
    }
    guard let frames = reported?.frames, !frames.isEmpty else { return }
    text.heading(framesHeading + ":")
    for frame in frames { text.paragraph(frame, first: "  ", rest: "    ") }
  }

  /// The heading of the frames of another program's finding.
  package var framesHeading: String {
    reported?.kind == .stack(.loop)
      ? "Frames that repeat, innermost first" : "Stack beside the message, innermost first"
  }

  /// The other edges, without duplicates: a loop in the code may repeat one deed many times.
  package var otherPhrases: [String] {
    // Edges on the culprit's line are fixed with it.
    var said: Set<String> = culprit?.edge.location == nil ? [] : [culprit!.edge.phrase]
    let phrases = otherEdges.map { share == nil ? $0.phrase : $0.place.subject }
    return phrases.filter { said.insert($0).inserted }
  }

  /// The sentence of a report without a culprit.
  package var sentenceWithoutCulprit: String {
    if case .acrossTurns(let streak) = verdict {
      return """
        `\(view.name)` (\(view.shownPath)) caused its own layout in \(streak.counted("turn")).
        """
    }
    if let reported { return reported.sentence }
    let laidOut = "`\(view.name)` (\(view.shownPath)) was laid out \(count.times) in one turn"
    return limit.map { "\(laidOut), and \($0.event)." } ?? "\(laidOut)."
  }

  /// The verdict in a few words; of a loop without one, the limit if that is known.
  package var verdictText: String {
    if reported != nil, verdict == .undetermined {
      return "undetermined: the words tell of a loop, not of its course"
    }
    guard verdict == .undetermined, let limit else { return "\(verdict)" }
    return "undetermined: \(limit.event)"
  }

  /// The hunted view and the numbers of the detection.
  package var hunted: String {
    let head = "\(view.shownPath), layout \(count.grouped) in turn \(turn.grouped)"
    if case .acrossTurns = verdict { return head }
    if let share { return "\(view.shownPath), \(judged(share))" }
    let crossings =
      consecutiveTurns > 1 ? ", crossed \(consecutiveTurns.counted("turn")) in a row" : ""
    return "\(head), threshold \(threshold.grouped)\(crossings)"
  }

  /// The facts by which a task of a page is a finding.
  private func judged(_ share: LayoutShare) -> String {
    let isForced = if case .thrashing = verdict { true } else { false }
    let layouts = share.task.layouts.counted("\(isForced ? "forced " : "")layout")
    let head = "\(layouts) in turn \(turn.grouped)"
    switch share.reason {
    case .layouts: return "\(head), threshold \(threshold.grouped)"
    case .time: return "\(head), by the time that they took"
    case .tasks: return "\(head), one of \((share.tasks ?? 0).grouped) such turns in a row"
    }
  }

  /// The outcome of the turn, once it is known.
  package var outcome: String? {
    if isBreakIneffective {
      let instead = viewToHunt.map { " Hunt \($0.shownPath) instead." } ?? ""
      return "broken without effect: the loop continued without this view.\(instead)"
    }
    if isBroken { return "broken: this view was not laid out again in this turn" }
    switch isSettled {
    case true?: return "settled after \((layouts ?? count).counted("layout")) of this view"
    case false?: return "not settled: the pass ended at its limit"
    case nil: return nil
    }
  }

  /// The number of layouts in the cycle, as a heading.
  package var cycleHeading: String {
    let length = max(cycleLength, cycle.count)
    return length == 1
      ? "Cycle of 1 layout:" : "Cycle of \(length.grouped) layouts, in their order:"
  }

  /// The view by the last step of its path; by the whole path if another view's path ends like it.
  private func place(_ view: ViewReference) -> String {
    let step = view.step
    let others = geometry.lazy.map(\.view).filter { $0 != view }
    let isClear =
      !others.contains { $0.step == step } && !cycle.contains { $0 != view && $0.step == step }
    return isClear ? step : view.shownPath
  }
}

extension ViewReference {
  /// The last step of the path without its index: the identifier or the class name.
  public var name: String { identifier ?? className }

  /// The path for a person; a long one is shortened to its beginning and its end.
  var shownPath: String {
    guard path.count > 120 else { return path }
    let steps = steps
    var count = 0
    let end = steps.reversed().prefix { step in
      count += step.count + 1
      return count <= 80
    }
    guard steps.count > end.count + 2, !end.isEmpty else { return path }
    return (steps.prefix(2) + ["…"] + end.reversed()).joined(separator: "/")
  }

  /// The name; where other views have the same, the last step, or else the path.
  func name(amid views: [ViewReference]) -> String {
    let namesakes = views.filter { $0 != self && $0.name == name }
    if namesakes.isEmpty { return name }
    return namesakes.contains { $0.step == step } ? shownPath : step
  }

  /// The last step of the path, with its index.
  package var step: String { steps.last ?? path }
}

extension Verdict: CustomStringConvertible {
  /// The verdict in a few words.
  public var description: String {
    switch self {
    case .oscillating(let period):
      period == 1
        ? "oscillating: values go back and forth within every round"
        : "oscillating: the same values come back after \(period.grouped) rounds"
    case .drifting(let property, let perRound?):
      """
      drifting: \(property.subject) \
      \(perRound > 0 ? "grows" : "shrinks") by \(perRound.magnitude.shortText) per round
      """
    case .drifting(let property, nil):
      "drifting: \(property.subject) goes one way, by a step that changes from round to round"
    case .redundant: "redundant: every round ends with the same geometry"
    case .reentrant(0): "re-entrant: a layout inside itself"
    case .reentrant(let depth): "re-entrant: a layout inside itself, \(depth.grouped) deep"
    case .thrashing(0): "thrashing: layout was forced from outside; how often is not known"
    case .thrashing(let times):
      """
      thrashing: forced \(times.times) in one turn from outside any layout, each time after a \
      change
      """
    case .feedback:
      "feedback: the same code dirties it again after each layout; geometry not judged"
    case .acrossTurns(let streak):
      "across turns: one chain of causes came back in \(streak.counted("turn"))"
    case .undetermined: "undetermined: the evidence does not repeat"
    }
  }
}

extension InvalidationEdge {
  /// The views that its sentence names.
  var ends: [ViewReference] { [writer, target, dirtied].compactMap(\.self) }

  /// The edge in a few words, for a list.
  package var phrase: String {
    var text = writer.map(\.shownPath) ?? "code outside layout"
    if let values = valueTexts {
      let property =
        target == writer ? "its own \(action)" : "\(action) of \(target.name(amid: ends))"
      text += " wrote \(property) \(values.old) → \(values.new)"
    } else {
      let isCall = action.isSpokenAsCall
      text += isCall ? " called \(action)" : " changed \(action)"
      if target != writer { text += (isCall ? " on " : " of ") + target.name(amid: ends) }
    }
    if let location { text += " \(location.phrase)" }
    if action == .call(.layoutIfNeeded) { return text }
    text += "; that dirtied \(dirtied == writer ? "it again" : dirtied.name(amid: ends))"
    switch proof {
    case .proved: return text + "; without it the loop also stops"
    case .refuted: return text + "; without it the loop continues"
    case .untested, nil: return text
    }
  }
}

extension GeometryHistory {
  /// The values, where a row of equal ones is one, such as `300, three times,`.
  package var toldValues: [String] {
    let runs = runs
    return runs.indices.map { runs[$0].text(isLast: $0 == runs.count - 1) }
  }

  /// The values; a repeating sequence is shown once, followed by its first value.
  fileprivate var shownValues: [String] {
    let runs = runs
    guard let period = (2..<max(2, runs.count - 1)).first(where: { runs.repeat(after: $0) }) else {
      return toldValues
    }
    // The first row may have been cut.
    let start = runs[0] == runs[period] ? 0 : 1
    guard start + period < runs.count else { return toldValues }
    return runs[start..<start + period].map { $0.text(isLast: false) }
      + [runs[start + period].value, "…"]
  }

  private var runs: [Run] {
    var runs: [Run] = []
    for text in property.texts(of: values) {
      if runs.last?.value == text {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(value: text))
      }
    }
    return runs
  }
}

/// A value that came several times in a row.
private struct Run: Equatable {
  let value: String
  var count = 1

  /// The value with the number of times; a comma ends an insertion within a series.
  func text(isLast: Bool) -> String {
    guard count > 1 else { return value }
    let words = [2: "twice", 3: "three times", 4: "four times"]
    return "\(value), \(words[count] ?? count.times)\(isLast ? "" : ",")"
  }
}

extension [Run] {
  /// True if the rows repeat after so many, of which the first and the last may have been cut.
  fileprivate func `repeat`(after period: Int) -> Bool {
    (0..<count - period).allSatisfy { place in
      let (first, second) = (self[place], self[place + period])
      guard first.value == second.value else { return false }
      return first.count == second.count || place == 0 && first.count < second.count
        || place + period == count - 1 && second.count < first.count
    }
  }
}
