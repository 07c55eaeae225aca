import LayoutTrace

extension Remark: CustomStringConvertible {
  /// The remark as a sentence.
  public var description: String {
    switch self {
    case .severalEdges:
      "Several edges keep this loop going. Fix the culprit first, then look at the others."
    case .replacedCulprit:
      "The evidence pointed to another edge first, but without that edge the loop continues."
    case .edgesThatStop(let count):
      "The loop stops without any one of \(count) edges."
    case .wholeView(let view, let layouts):
      """
      Suppressing `\(view.name)`'s layout code stops the loop after \(layouts.counted("layout")); no \
      single edge is shown to stop it.
      """
    case .allEdges(let count, let layouts):
      """
      Without \(count) edges together the loop stops after \(layouts.counted("layout")); no single \
      one is shown to stop it.
      """
    case .otherViews(let views):
      "Suppressing \(views.map { "`\($0.name)`'s" }.joined(separator: " or ")) layout code also stops it."
    case .noEdge:
      """
      No layout was seen to dirty a view of the cycle. Look at code that a pass runs outside any \
      layout, such as updateConstraints.
      """
    case .drivenByConstraints(let view):
      """
      `\(view.name)` (\(view.shownPath)) drives the loop through its updateConstraints; the cycle does not \
      lay it out.
      """
    case .driftWriter(let property, let target, let source):
      """
      The value that drifts, `\(property)` of `\(target.name)`, is written by `\(source.name)` \
      (\(source.shownPath)).
      """
    case .drift(let property, let perRound, let turns):
      (property == .subviewCount ? "The number of subviews " : "`\(property)` ")
        + (perRound.map { "\($0 > 0 ? "grows" : "shrinks") by \($0.magnitude.shortText) " }
          ?? "goes one way, by another step ")
        + (turns == 1 ? "each turn." : "every \(turns.grouped) turns.")
    case .replacedViews(let view, let count):
      "`\(view.name)` stands for \(count.grouped) different views, which take each other's place."
    case .alternation(let alternation): alternation.sentence
    case .ambiguousLayout(let view, let constraints):
      """
      The layout is ambiguous: \(Remark.list(constraints)) come back unchanged in each round, and leave \
      more than one place for `\(view.name)` open. Give them different priorities, or add a constraint.
      """
    case .brokenConstraints(let constraints):
      """
      Constraints contradict each other in each round; broken then: \(Remark.list(constraints)).
      """
    case .lowThreshold: "The threshold is too low: nothing was recorded before it was crossed."
    case .outsideWindow:
      "The view is in no window: there its layouts are counted, but nothing else is recorded."
    case .lateVerdict: "The verdict comes from the end of the turn, when there was more evidence."
    case .wholeTurn: "Nothing had changed before the report; the verdict covers the whole turn."
    case .fewLayouts(let remedy): "The evidence has fewer than two layouts of the view: \(remedy)."
    case .fewRounds(let rounds, let remedy):
      """
      Only \(rounds.counted("complete round")) of the cycle \(rounds == 1 ? "was" : "were") \
      recorded: \(remedy).
      """
    case .nothingRepeats(let rounds):
      "Neither the order of layouts nor the geometry repeated in \(rounds.grouped) rounds."
    case .noPattern(let rounds):
      "The same layouts repeat, but their values follow no pattern in \(rounds.grouped) rounds."
    case .restlessGeometry(let rounds):
      """
      Geometry outside the loop changes without a pattern in \(rounds.counted("round")). \
      The loop does not depend on it.
      """
    case .differingRounds(let rounds):
      "The \(rounds.grouped) rounds lay out different views: the cycle shows the last one."
    case .severalRounds(let rounds):
      """
      The cycle is a period of \(rounds.grouped) rounds, which differ in the views that they lay out or in \
      their order.
      """
    case .occasionalViews(let rounds):
      """
      Other views are laid out only in some rounds, without a pattern in \
      \(rounds.counted("round")): the cycle lists the views that drive it.
      """
    case .noSymbols:
      "The call stack has no symbols. Do not strip the program if you want functions and lines."
    case .noFrame:
      "The call left no stack frame, like any tail call in optimised code, so its line is unknown."
    case .mergedFunction:
      """
      The optimiser merged the function with others like it, so its line is unknown. A debug build shows it.
      """
    case .answer:
      """
      The engine asked the view for its size, and no code of the app made the call, so there is no line: look at \
      its preferredLayoutAttributesFitting(_:) and what that asks.
      """
    case .noStack: "This process cannot walk its call stack, so no lines are known."
    case .limit(let limit, let layouts, let views):
      """
      No view crossed its threshold, but \(limit.event): \(layouts.counted("layout")) of \
      \(views.counted("view")) by then.
      """
    case .dirtied(let writer, let action, let times):
      """
      It was dirtied \(times.times) by \(action.name) \
      \(writer.map { "in the layout of `\($0.name)` (\($0.shownPath))" } ?? "outside any layout").
      """
    case .trace(let path): "The trace of the turn is in \(path)."
    case .unwrittenTrace(let error): "The trace of the turn could not be written: \(error)"
    case .cutShort(let batch, let limit):
      """
      The pass was cut short after batch \(batch.grouped) of at most \(limit.grouped), as \
      expectNoLayoutLoops does: the later batches are unknown.
      """
    case .winUI:
      "WinUI's log names the elements that took part and their order, but no parents or causes."
    case .layoutTime(let layouts, let seconds):
      "Its \(layouts.map { "\($0) " } ?? "")layouts took \(seconds.asTime) of this turn."
    case .scriptRemedy(let remedy): remedy.sentence
    case .text(let text): text
    }
  }
}

extension Remark {
  /// The first of some constraints, and the number of the others.
  private static func list(_ constraints: [String]) -> String {
    let named = constraints.prefix(4).map { "`\($0)`" }
    let others = constraints.count - named.count
    return (named + (others > 0 ? ["\(others.grouped) more"] : [])).joined(separator: ", ")
  }
}

extension EvidenceRemedy: CustomStringConvertible {
  /// The remedy behind a colon.
  public var description: String {
    switch self {
    case .higherThreshold: "raise the threshold for more evidence"
    case .largerRing(let bytes):
      "the ring was full; raise LoopHunter.Configuration.evidenceBytes from \(bytes.grouped)"
    }
  }
}

extension ScriptRemedy {
  /// The remedy as a sentence.
  package var sentence: String {
    switch self {
    case .readThenWrite: "Read first, then write; or write everything, then read once."
    case .changeAtOnce:
      "Change everything in one callback, or let the callback ignore sizes that it set itself."
    }
  }
}
