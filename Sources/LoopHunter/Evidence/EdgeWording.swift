import ViewTree

/// Puts an edge into the parts of a report and into one sentence.
struct EdgeWording {
  let evidence: LoopEvidence
  let cycle: Cycle
  let namer: ViewNamer
  let depths: DepthCache

  private var history: CausalHistory { evidence.history }

  /// The edge's coded form.
  func edge(_ edge: LoopEdge, _ stack: CaughtStack?) -> InvalidationEdge {
    let values = texts(edge)
    return InvalidationEdge(
      writer: reference(edge.key.writer), target: target(edge), action: action(edge),
      old: values?.old, new: values?.new, dirtied: reference(edge.topDirtied(depths)),
      place: CodePlace(stack))
  }

  /// The actor by path; one that stands for several views has no index.
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

  /// What was written, by all the edge's actions together.
  func path(_ edge: LoopEdge) -> GeometryPath? {
    guard case .write(let property) = edge.key.kind else { return nil }
    var parts: UInt8 = 0
    for index in edge.actions.suffix(64) {
      guard let values = history.values(of: history.actions[index]) else { continue }
      parts |= GeometryPath(property, old: values.old, new: values.new).parts
    }
    return GeometryPath(property, parts: parts)
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
    case .call(let index):
      let reason = evidence.reasons[index]
      switch reason {
      case .explicit: return "setNeedsLayout"
      case .constraints: return "invalidateIntrinsicContentSize"
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
    // The superview becomes dirty by a call on its subview.
    if action(edge) == "invalidateIntrinsicContentSize", isSubview(edge.key.writer, edge.key.target)
    {
      return writer
    }
    return reference(edge.key.target)
  }

  private func isSubview(_ actor: Int, _ superview: Int) -> Bool {
    guard let view = evidence.view(of: actor) else { return false }
    return view.superview === evidence.view(of: superview)
  }

  private func texts(_ edge: LoopEdge) -> (old: String, new: String)? {
    guard let path = path(edge), let values = history.values(of: history.actions[edge.sample])
    else { return nil }
    let texts = path.texts(old: values.old, new: values.new)
    return (texts.0, texts.1)
  }

  /// Which way the edge's values go: `up`, `down`, `both`, or nothing for a call.
  func direction(_ edge: LoopEdge) -> String {
    guard let path = path(edge) else { return "" }
    var directions: Set<String> = []
    for index in edge.actions.suffix(64) {
      guard let values = history.values(of: history.actions[index]) else { continue }
      directions.insert(path.direction(old: values.old, new: values.new))
    }
    return directions.count == 1 ? directions.first! : "both"
  }

  /// Who else among the drivers writes what the edge writes.
  func opponent(of edge: LoopEdge) -> Int? {
    guard edge.key.isGeometry else { return nil }
    var found: Int?
    for round in cycle.explained.suffix(2) {
      for index in history.actionRange(of: round) {
        let action = history.actions[index]
        guard case .write = action.kind, action.layout >= 0,
          evidence.actors[action.target] == edge.key.target
        else { continue }
        let writer = evidence.actor(ofLayout: action.layout)
        guard writer != edge.key.writer, cycle.participants.contains(writer) else { continue }
        found = writer
      }
    }
    return found
  }

  // MARK: The sentence

  /// One sentence for the culprit, and one for the number of victims.
  func sentence(_ edge: LoopEdge, _ stack: CaughtStack?, victims: Int) -> PlacedText {
    let writer = reference(edge.key.writer)
    let dirtied = edge.topDirtied(depths)
    var sentence = PlacedText("`\(writer.name)` (\(writer.shownPath)) \(deed(edge))")
    sentence.append(
      edge.isDeferred ? " in work that its layout had enqueued" : " in its layout")
    sentence.append(CodePlace(stack))
    var text = ""
    if dirtied == edge.key.writer {
      text += "; that dirtied `\(writer.name)` again"
    } else {
      text += "; that dirtied `\(reference(dirtied).name)`"
    }
    if let opponent = opponent(of: edge) {
      text +=
        opponent == dirtied ? ", which set it back" : "; `\(reference(opponent).name)` set it back"
    }
    text += "."
    switch victims {
    case 0: break
    case 1: text += " 1 other view is a victim."
    default: text += " \(victims.grouped) other views are victims."
    }
    sentence.append(text)
    return sentence
  }

  /// What was done, to whom.
  private func deed(_ edge: LoopEdge) -> String {
    let target = target(edge)
    let action = action(edge)
    switch edge.key.kind {
    case .write:
      let values = texts(edge)
      let change = values.map { " \($0.old) → \($0.new)" } ?? ""
      return "wrote `\(action)` of \(relation(edge))\(change)"
    case .tree(let step):
      let moved = namer.reference(history.actions[edge.sample].target).name
      let place = edge.key.target == edge.key.writer ? "itself" : "`\(target.name)`"
      switch step {
      case .opened, .added: return "added `\(moved)` to \(place)"
      case .removed: return "removed `\(moved)` from \(place)"
      case .reordered: return "reordered the subviews of \(place)"
      }
    case .call:
      let own = target == reference(edge.key.writer)
      let on = own ? " on itself" : " on \(relation(edge))"
      switch action {
      case "setNeedsLayout", "invalidateIntrinsicContentSize": return "called `\(action)`\(on)"
      default: return "changed `\(action)` of \(own ? "itself" : relation(edge))"
      }
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
