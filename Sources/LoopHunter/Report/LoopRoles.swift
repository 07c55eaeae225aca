/// The roles of the views in a loop, in the words that people read.
package struct LoopRoles {
  private let report: LoopReport
  private let accomplices: Set<ViewReference>
  private let victims: Set<ViewReference>

  /// The roles of a report's views.
  package init(_ report: LoopReport) {
    self.report = report
    accomplices = Set(report.accomplices)
    victims = Set(report.victims)
  }

  /// The roles of one view, the most important first; none for a view that has no part in the loop.
  ///
  /// The words are `culprit`, `forced`, `sets it back`, `accomplice`, `victim` and `hunted`.
  package func words(for view: ViewReference) -> [String] {
    var words: [String] = []
    if let culprit = report.culprit {
      if view == culprit.edge.writer || view == culprit.rival?.writer { words.append("culprit") }
      if view == culprit.force?.target { words.append("forced") }
      if view == culprit.opponent { words.append("sets it back") }
      if words.isEmpty, accomplices.contains(view) { words.append("accomplice") }
      if words.isEmpty, victims.contains(view) { words.append("victim") }
    }
    if view == report.view { words.append("hunted") }
    return words
  }
}
