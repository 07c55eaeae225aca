/// The part of a view in a loop; its word is for people, and stands in the data of pages.
package enum LoopRole: String, Encodable, Sendable {
  case culprit, forced
  case opponent = "sets it back"
  case accomplice, victim, hunted

  /// The words of several roles: `victim, hunted`.
  package static func text(_ roles: [LoopRole]) -> String {
    roles.map(\.rawValue).joined(separator: ", ")
  }
}

/// The roles of the views in a loop.
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
  package func roles(of view: ViewReference) -> [LoopRole] {
    var roles: [LoopRole] = []
    if let culprit = report.culprit {
      if ([culprit.edge] + culprit.rivals).contains(where: { $0.writer == view }) {
        roles.append(.culprit)
      }
      if view == culprit.force?.target { roles.append(.forced) }
      if view == culprit.opponent { roles.append(.opponent) }
      if roles.isEmpty, accomplices.contains(view) { roles.append(.accomplice) }
      if roles.isEmpty, victims.contains(view) { roles.append(.victim) }
    }
    if view == report.view, report.reported == nil { roles.append(.hunted) }
    return roles
  }
}
