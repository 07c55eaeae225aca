import LayoutTrace
import ViewTree

/// Writes an edge as parts of a report and as one sentence.
struct EdgeWording {
  let evidence: LoopEvidence
  let cycle: Cycle
  let changes: NetChanges?
  let verdict: Verdict
  let namer: ViewNamer

  private var history: CausalHistory { evidence.history }

  /// The edge's coded form, or that of one of its writes or calls.
  ///
  /// If the call stack of one was captured, its values come from the same moment.
  func edge(
    _ edge: LoopEdge, _ caught: StackRequests.Catch?, at site: EdgeSites.Site? = nil
  ) -> InvalidationEdge {
    let values = texts(edge, caught, site)
    return InvalidationEdge(
      writer: reference(edge.key.writer), target: target(edge), action: action(edge),
      old: values?.old, new: values?.new, dirtied: reference(edge.top),
      place: CodePlace(caught?.stack))
  }

  /// The actor by path; an actor for several views has no index.
  func reference(_ actor: Int) -> ViewReference {
    let number = evidence.number(of: actor)
    var reference = namer.reference(number)
    guard evidence.isMany(actor) else { return reference }
    let superview = evidence.actors[evidence.register.notes[number].superview]
    reference.path =
      superview == 0 ? reference.name : "\(self.reference(superview).path)/\(reference.name)"
    return reference
  }

  // MARK: Parts

  /// What all actions of the edge wrote together: the lasting changes, if there are any.
  func path(_ edge: LoopEdge) -> GeometryPath? {
    guard case .write(let property) = edge.key.kind else { return nil }
    if edge.announcement != nil { return GeometryPath(property, parts: edge.lastingParts) }
    var parts: UInt8 = 0
    for index in steadyActions(edge) {
      guard let values = history.values(of: history.actions[index]) else { continue }
      parts |= GeometryPath(property, old: values.old, new: values.new).parts
    }
    let lasting = parts & edge.lastingParts
    return GeometryPath(property, parts: lasting == 0 ? parts : lasting)
  }

  /// The edge's actions without those of the loop's run-up, which may be of another kind.
  private func steadyActions(_ edge: LoopEdge) -> ArraySlice<Int> {
    let first = cycle.later.first.map { history.layouts[$0.lowerBound].firstAction } ?? 0
    let later = edge.actions.suffix(4096).drop { $0 < first }
    return later.isEmpty ? edge.actions.suffix(1) : later
  }

  /// The word of the call, or the key path of the property.
  func action(_ edge: LoopEdge) -> String {
    switch edge.key.kind {
    case .write: return path(edge)!.name
    case .tree(let step):
      switch step {
      case .opened, .added: return "addSubview"
      case .removed: return "removeFromSuperview"
      case .reordered: return "reorderSubviews"
      }
    case .force: return "layoutIfNeeded"
    case .call(let index):
      let reason = evidence.reasons[index]
      switch reason {
      case .explicit: return "setNeedsLayout"
      case .constraints: return "invalidateIntrinsicContentSize"
      case .updateConstraints: return "setNeedsUpdateConstraints"
      case .content: return "contentSize"
      case .arranged: return "arrangedSubviews"
      case .safeArea: return "safeAreaInsets"
      default: return reason.rawValue
      }
    }
  }

  /// The view that was written, or on which the call was made.
  private func target(_ edge: LoopEdge) -> ViewReference {
    let writer = reference(edge.key.writer)
    // The superview becomes dirty by a call on its subview. If a trace does not say on which,
    // the writer itself is the likeliest.
    if action(edge) == "invalidateIntrinsicContentSize", !isThrough(edge),
      isSubview(edge.key.writer, edge.key.target)
    {
      return writer
    }
    return reference(edge.key.target)
  }

  /// Whether the evidence says on which subview was called, or of which was set, what dirtied its
  /// superview.
  func isThrough(_ edge: LoopEdge) -> Bool { history.actions[edge.sample].isThrough }

  private func isSubview(_ actor: Int, _ superview: Int) -> Bool {
    guard let view = evidence.view(of: actor) else { return false }
    return view.superview === evidence.view(of: superview)
  }

  func texts(
    _ edge: LoopEdge, _ caught: StackRequests.Catch?, _ site: EdgeSites.Site?
  ) -> (old: String, new: String)? {
    guard let path = path(edge) else { return nil }
    if let values = caught?.values {
      let texts = path.texts(old: values.old, new: values.new)
      return (texts.0, texts.1)
    }
    let action = site?.action ?? EdgeSites(edge, evidence).main.action
    return history.values(of: history.actions[action]).map { values in
      let texts = path.texts(old: values.old, new: values.new)
      return (texts.0, texts.1)
    }
  }

  /// The direction of the edge's values: `up`, `down`, `both`, or nothing for a call.
  func direction(_ edge: LoopEdge) -> String {
    guard let path = path(edge) else { return "" }
    var directions: Set<String> = []
    for index in steadyActions(edge) {
      guard let values = history.values(of: history.actions[index]) else { continue }
      let change = GeometryPath(path.property, old: values.old, new: values.new)
      guard change.parts & path.parts != 0 else { continue }
      directions.insert(path.direction(old: values.old, new: values.new))
      if directions.count > 1 { break }
    }
    return directions.count == 1 ? directions.first! : "both"
  }

  /// Who sets back what the edge writes: the last other view of the loop whose layout gives the
  /// same number another value, the one that the edge replaces.
  ///
  /// A drifting value is never set back.
  func opponent(of edge: LoopEdge) -> Int? {
    if case .drifting = verdict { return nil }
    guard let changes, case .write(let property) = edge.key.kind, edge.lastingParts != 0 else {
      return nil
    }
    let own = changes.changes.filter {
      $0.writer == edge.key.writer && $0.target == edge.key.target && $0.property == property
    }
    return changes.changes.last { change in
      guard change.target == edge.key.target, change.writer != edge.key.writer,
        change.property == property
      else { return false }
      return own.contains { sets(change, back: $0) }
    }?.writer
  }

  /// Whether one change undoes another in one of its numbers.
  private func sets(_ change: NetChanges.Change, back other: NetChanges.Change) -> Bool {
    guard let before = history.values(of: history.actions[change.first])?.old,
      let after = history.values(of: history.actions[change.last])?.new,
      let replaced = history.values(of: history.actions[other.first])?.old,
      let set = history.values(of: history.actions[other.last])?.new
    else { return false }
    let parts = change.parts & other.parts
    return zip(zip(before, after), zip(replaced, set)).enumerated().contains { part, numbers in
      guard parts >> UInt8(part) & 1 == 1 else { return false }
      let ((from, to), (old, new)) = numbers
      return (to - from).sign != (new - old).sign && (to - old).magnitude <= 1.0 / 1024
    }
  }

  // MARK: The sentence

  /// One sentence for the culprit.
  func sentence(_ edge: LoopEdge, _ caught: StackRequests.Catch?) -> PlacedText {
    let writer = reference(edge.key.writer)
    var sentence = PlacedText("`\(writer.name)` (\(writer.shownPath)) \(deed(edge, caught))")
    let place = edge.key.isInConstraints ? "its updateConstraints" : "its layout"
    sentence.append(edge.isDeferred ? " in work that \(place) enqueued" : " in \(place)")
    sentence.append(CodePlace(caught?.stack))
    sentence.append(consequence(edge) + ".")
    return sentence
  }

  /// What followed, and which view set it back.
  private func consequence(_ edge: LoopEdge) -> String {
    let dirtied = edge.top
    let isOwn = dirtied == edge.key.writer
    let name = "`\(reference(dirtied).name)`"
    if edge.key.kind == .force {
      return isOwn
        ? "; inside that call \(name) was laid out again"
        : "; inside that call \(name) was laid out"
    }
    if edge.key.asksForConstraints, edge.announcement == nil {
      return isOwn
        ? "; that led to its own `updateConstraints`"
        : "; that led to `updateConstraints` of \(name)"
    }
    var text = isOwn ? "; that dirtied \(name) again" : "; that dirtied \(name)"
    var named = dirtied
    if let announcement = edge.announcement {
      named = announcement.target
      let target = named == edge.key.writer ? "itself" : "`\(reference(named).name)`"
      text = ", and called `\(callWord(announcement))` on \(target)"
    }
    if let opponent = opponent(of: edge) {
      text +=
        opponent == named ? ", which set it back" : "; `\(reference(opponent).name)` set it back"
    }
    return text
  }

  private func callWord(_ key: LoopEdge.Key) -> String {
    action(LoopEdge(key: key))
  }

  /// What was done, to whom.
  private func deed(_ edge: LoopEdge, _ caught: StackRequests.Catch?) -> String {
    let target = target(edge)
    let action = action(edge)
    let own = target == reference(edge.key.writer)
    switch edge.key.kind {
    case .write:
      let values = texts(edge, caught, nil)
      let change = values.map { " \($0.old) → \($0.new)" } ?? ""
      if edge.key.kind == .write(.additionalSafeAreaInsets) {
        let controller = own ? "its controller" : "the controller of \(relation(edge))"
        return "wrote `\(action)` of \(controller)\(change)"
      }
      return own
        ? "wrote its own `\(action)`\(change)" : "wrote `\(action)` of \(relation(edge))\(change)"
    case .tree(let step):
      let moved = namer.reference(history.actions[edge.sample].target).name
      let place = edge.key.target == edge.key.writer ? "itself" : "`\(target.name)`"
      switch step {
      case .opened, .added: return "added `\(moved)` to \(place)"
      case .removed: return "removed `\(moved)` from \(place)"
      case .reordered: return "reordered the subviews of \(place)"
      }
    case .force: return "called `layoutIfNeeded` on \(own ? "itself" : relation(edge))"
    case .call:
      let whose = own ? "itself" : relation(edge)
      if action.isCall { return "called `\(action)` on \(whose)" }
      // The stack is what becomes dirty; the property is that of a view in it.
      if action == "isHidden", !isThrough(edge) {
        return "changed `isHidden` of an arranged view of \(whose)"
      }
      return "changed `\(action)` of \(whose)"
    }
  }

  /// The target as the writer sees it.
  private func relation(_ edge: LoopEdge) -> String {
    let target = "`\(reference(edge.key.target).name)`"
    guard edge.key.target != edge.key.writer else { return "itself" }
    guard let writer = evidence.view(of: edge.key.writer),
      let view = evidence.view(of: edge.key.target)
    else { return target }
    if writer.superview === view { return "its superview \(target)" }
    if view.superview === writer { return "its subview \(target)" }
    if view.superview != nil, view.superview === writer.superview { return "its sibling \(target)" }
    return target
  }
}

extension String {
  /// Whether the word of an edge is a method, not a property.
  var isCall: Bool {
    [
      "setNeedsLayout", "setNeedsUpdateConstraints", "invalidateIntrinsicContentSize",
      "layoutIfNeeded", "addSubview", "removeFromSuperview", "reorderSubviews",
    ].contains(self)
  }
}
