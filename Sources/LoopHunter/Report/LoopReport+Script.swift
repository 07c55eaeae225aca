import LayoutTrace

extension LoopReport {
  /// Says what a page's script did in the words of a browser, which has no `layoutIfNeeded`: layout is
  /// forced by whoever reads a value that depends on it.
  package mutating func speakOfScript() {
    guard var culprit else { return }
    switch verdict {
    case .thrashing(let times):
      guard let force = culprit.force else { return }
      culprit.force?.action = "read"
      culprit.say(Self.thrashing(culprit.edge, force, times: times))
    case .feedback: culprit.say(Self.feedback(culprit.edge))
    default: return
    }
    self.culprit = culprit
  }

  private static func thrashing(
    _ edge: InvalidationEdge, _ force: InvalidationEdge, times: Int
  ) -> PlacedText {
    var text = PlacedText("Each time ")
    text.appendScript(edge.place)
    let whose = edge.target == force.target ? "" : " of `\(edge.target.name)`"
    text.append(" changed \(change(edge))\(whose), layout of `\(force.target.name)` was forced by ")
    text.appendScript(force.place)
    text.append(": \(times.times) in one turn.")
    return text
  }

  private static func feedback(_ edge: InvalidationEdge) -> PlacedText {
    var text = PlacedText("")
    text.appendScript(edge.place, atStart: true)
    text.append(
      " changed \(change(edge)) of `\(edge.target.name)` again after each layout of one pass; nobody "
        + "forced these layouts.")
    return text
  }

  /// What was changed, as the recording calls it.
  private static func change(_ edge: InvalidationEdge) -> String {
    edge.action == "something" ? "something" : "`\(edge.action)`"
  }
}

extension PlacedText {
  /// Appends who did something; a recording need not say who.
  fileprivate mutating func appendScript(_ place: CodePlace, atStart: Bool = false) {
    if place.subject.isEmpty {
      append(atStart ? "A script that was not recorded" : "a script that was not recorded")
    } else {
      append(subject: place)
    }
  }
}
