import LayoutTrace
import ViewTree

extension Culprit {
  /// The sentence in plain English, views by path; functions and lines in it are looked up when it
  /// is read.
  public var sentence: String {
    get { CulpritSentence(self).text }
    set { (account, victimCount) = (.told(newValue), 0) }
  }
}

/// The sentence of a culprit, which follows from its facts.
private struct CulpritSentence {
  private let culprit: Culprit
  private let edge: InvalidationEdge

  init(_ culprit: Culprit) {
    self.culprit = culprit
    edge = culprit.edge
  }

  /// The sentence, followed by another one about the victims.
  var text: String {
    switch culprit.account {
    case .inLayout(let deed): sentence(deed) + victims
    case .outside(let deed): sentence(deed) + victims
    case .script(let times): ScriptSentence(culprit, forced: times).text + victims
    case .told(let text): text + victims
    }
  }

  private var victims: String {
    switch culprit.victimCount {
    case 0: ""
    case 1: " 1 other view is a victim."
    case let count: " \(count.grouped) other views are victims."
    }
  }

  // MARK: In a layout

  private func sentence(_ deed: CulpritAccount.InLayout) -> String {
    let writer = edge.writer.map { "`\($0.name)` (\($0.shownPath))" } ?? "Code outside any layout"
    let whose = deed.caller.map { "`\($0.name)`'s" } ?? "its"
    let place = deed.isInConstraints ? "\(whose) updateConstraints" : "\(whose) layout"
    let time = deed.isDeferred ? " in \(work(deed, of: place))" : " in \(place)"
    let told =
      "\(writer) \(act(deed))\(time)\(edge.place.parenthesis)\(consequence(deed))\(companion)."
    let writers = ([edge] + culprit.rivals).compactMap(\.writer)
    let names = writers.map { writer in "`\(writer.name(amid: writers))`" }
    guard names.count > 1, let last = names.last else { return told }
    let others = zip(writers.dropFirst(), culprit.rivals).map { writer, rival in
      " `\(writer.name)` (\(writer.shownPath)) \(EdgeAct(rival).text)\(rival.place.parenthesis)."
    }
    let tied = "\(names.dropLast().joined(separator: ", ")) or \(last)"
    return "\(tied): \(told)\(others.joined())"
  }

  /// The work that did it: a block, an observer of a phase, or a timer with its delay.
  private func work(_ deed: CulpritAccount.InLayout, of place: String) -> String {
    if deed.isOfObserver { return "an observer of a phase that \(place) added" }
    guard let delay = deed.delay else { return "a block that \(place) enqueued" }
    return "a timer that \(place) armed" + (delay > 0 ? " \(delay.grouped) ms before" : "")
  }

  /// The edge that belongs to the culprit's.
  private var companion: String {
    guard let companion = culprit.companion, let writer = companion.writer else { return "" }
    let act = EdgeAct(companion).text
    let place = companion.place.parenthesis
    // The sentence has told the announcement.
    if case .inLayout(let deed) = culprit.account, case .announced = deed.consequence {
      return place
    }
    if writer == edge.writer {
      return edge.action.isWrite ? "; then it \(act)\(place)" : "; right before, it \(act)\(place)"
    }
    let answer = companion.action.isWrite ? "in answer \(act)" : act
    return writer == edge.dirtied
      ? ", which \(answer)\(place)" : "; `\(writer.name)` \(answer)\(place)"
  }

  /// The deed and its target, which the writer may stand near to.
  private func act(_ deed: CulpritAccount.InLayout) -> String {
    var act = EdgeAct(edge)
    act.isOwn = deed.relation == .itself
    if let moved = deed.moved { act.moved = "`\(moved)`" }
    act.isOfPart = deed.isOfArrangedView
    switch deed.relation {
    case .superview, .subview, .sibling: act.kinship = "its \(deed.relation.rawValue) "
    case .itself, .stranger: break
    }
    return act.text
  }

  /// The consequence, and the view that set it back.
  private func consequence(_ deed: CulpritAccount.InLayout) -> String {
    let isOwn = edge.dirtied == edge.writer
    let name = "`\(edge.dirtied.name(amid: edge.ends))`"
    var named = edge.dirtied
    var text: String
    switch deed.consequence {
    case .nestedLayout: return "; inside that call \(name) was laid out\(isOwn ? " again" : "")"
    case .updateConstraints:
      return "; that led to "
        + (isOwn ? "its own `updateConstraints`" : "`updateConstraints` of \(name)")
    case .dirtied:
      text = "; that"
      if edge.action.isOfConstraint, let moved = deed.moved { text += " moved `\(moved)` and" }
      text += " dirtied \(name)\(isOwn ? " again" : "")"
    case .announced(let call, let view):
      named = view
      let name = view == edge.writer ? "itself" : "`\(view.name(amid: edge.ends))`"
      text = ", and called `\(call)` on \(name)"
    }
    if let opponent = culprit.opponent {
      text += opponent == named ? ", which set it back" : "; `\(opponent.name)` set it back"
    }
    return text
  }

  // MARK: Outside any layout

  private func sentence(_ deed: CulpritAccount.Outside) -> String {
    let head = "Code outside any layout \(act(deed))\(edge.place.parenthesis)"
    guard let force = culprit.force else {
      return head + " again after each layout of one pass; nobody forced these layouts."
    }
    let forced =
      force.target == edge.target ? "it" : "`\(force.target.name)` (\(force.target.shownPath))"
    return
      "\(head) and forced \(forced) by `layoutIfNeeded`\(force.place.parenthesis), again and again in "
      + "one turn."
  }

  /// The deed and its targets.
  private func act(_ deed: CulpritAccount.Outside) -> String {
    var act = EdgeAct(edge)
    act.isOwn = false
    act.whom += " (\(edge.target.shownPath))" + (deed.hasOthers ? " and others" : "")
    act.isOfPart = deed.isOfSubview
    return act.text
  }
}

/// The deed of an edge in words, such as "added `Badge` to itself".
private struct EdgeAct {
  let edge: InvalidationEdge
  /// The target, if it is not the writer.
  var whom: String
  /// The target's relation to the writer, such as "its superview ".
  var kinship = ""
  /// True if the writer is the target.
  var isOwn: Bool
  /// The view that was added or removed.
  var moved = "a subview"
  /// True if a subview of the target was meant, and it is unknown which.
  var isOfPart = false

  init(_ edge: InvalidationEdge) {
    self.edge = edge
    whom = "`\(edge.target.name(amid: edge.ends))`"
    isOwn = edge.target == edge.writer
  }

  var text: String {
    let place = isOwn ? "itself" : whom
    let target = isOwn ? "itself" : kinship + whom
    switch edge.action {
    case .write(.constraint(let name, let property)):
      return changed(
        name, isActivity: property == .isActive, isConstant: property == .constant)
    case .write(let property):
      if case .geometry(.additionalSafeAreaInsets, _) = property {
        let controller = isOwn ? "its controller" : "the controller of \(target)"
        return "wrote `\(property)` of \(controller)\(change)"
      }
      return isOwn
        ? "wrote its own `\(property)`\(change)" : "wrote `\(property)` of \(target)\(change)"
    case .call(.addSubview): return "added \(moved) to \(place)"
    case .call(.removeFromSuperview): return "removed \(moved) from \(place)"
    case .call(.reorderSubviews): return "reordered the subviews of \(place)"
    case .call(let method):
      return "called `\(method.rawValue)` on \(isOfPart ? "a subview of " : "")\(target)"
    case .change where edge.action.isSpokenAsCall:
      return "called `\(edge.action)` on \(isOfPart ? "a subview of " : "")\(target)"
    case .change, .read:
      return "changed `\(edge.action)` of \(isOfPart ? "an arranged view of " : "")\(target)"
    }
  }

  /// The change of a constraint, in words.
  private func changed(_ constraint: String, isActivity: Bool, isConstant: Bool) -> String {
    let named = "the constraint `\(constraint)`"
    if isActivity { return (edge.new == .flag(false) ? "deactivated " : "activated ") + named }
    return isConstant ? "changed \(named)\(change)" : "changed `\(edge.action)`\(change)"
  }

  /// The written change, such as ` 44 → 45`.
  private var change: String { edge.valueTexts.map { " \($0.old) → \($0.new)" } ?? "" }
}

/// The sentence in the words of a browser.
///
/// A browser has no `layoutIfNeeded`: reading a value that depends on layout forces it.
private struct ScriptSentence {
  let text: String

  init(_ culprit: Culprit, forced times: Int?) {
    let edge = culprit.edge
    let change = edge.action == .change(nil) ? "something" : "`\(edge.action)`"
    guard let times, let force = culprit.force else {
      text = """
        \(Self.script(edge.place, "A")) changed \(change) of `\(edge.target.name)` again after each \
        layout of one pass; nobody forced these layouts.
        """
      return
    }
    let whose = edge.target == force.target ? "" : " of `\(edge.target.name)`"
    text = """
      Each time \(Self.script(edge.place, "a")) changed \(change)\(whose), layout of \
      `\(force.target.name)` was forced by \(Self.script(force.place, "a")): \(times.times) in one turn.
      """
  }

  /// The subject of a sentence; a recording need not name it.
  private static func script(_ place: CodePlace, _ article: String) -> String {
    place.subject.isEmpty ? "\(article) script that was not recorded" : place.subject
  }
}

extension InvalidationEdge {
  /// The values before and after, in the form for people.
  package var valueTexts: (old: String, new: String)? {
    guard let old, let new else { return nil }
    let property: LoopProperty =
      if case .write(let property) = action { property } else { .named("") }
    return property.texts(old: old, new: new)
  }
}
