import LayoutTrace
import ViewTree

extension ReportContents {
  /// Tells of constraints that leave a place open, or contradict each other, in each round.
  func remarkOnConstraints(_ report: inout LoopReport, _ cycle: Cycle, _ wording: EdgeWording) {
    let course = ConstraintCourse(analysis.evidence, cycle)
    func names(_ actors: [Int]) -> [String] { actors.compactMap(analysis.evidence.constraint(of:)) }
    if !course.broken.isEmpty { report.remarkList.append(.brokenConstraints(names(course.broken))) }
    if let view = course.undecided {
      report.remarkList.append(
        .ambiguousLayout(wording.reference(view), constraints: names(course.renewed)))
    }
  }
}

/// The course of constraints in the last rounds of a cycle.
private struct ConstraintCourse {
  /// The constraints that the last rounds break, if each breaks one, in their order.
  private(set) var broken: [Int] = []
  /// The constraints that are activated in the last round, after they had been deactivated.
  private(set) var renewed: [Int] = []
  /// A view that gets another place from the same constraints, nothing else having changed.
  private(set) var undecided: Int?

  private static let roundLimit = 16

  init(_ evidence: LoopEvidence, _ cycle: Cycle) {
    let history = evidence.history
    // The last round may be incomplete.
    let rounds = cycle.explained.dropLast().suffix(ConstraintCourse.roundLimit)
    guard rounds.count >= GeometryTrack.leastRounds else { return }
    /// The activities and the places that the engine gave, at the end of each round.
    var (active, places): ([Int: Double], [GeometryTrack.Key: ArraySlice<Double>]) = ([:], [:])
    var (activities, courses): ([[Int: Double]], [[GeometryTrack.Key: ArraySlice<Double>]]) =
      ([], [])
    var breaks = 0
    var hasOtherChanges = false
    for round in rounds {
      renewed = []
      var breaksOne = false
      for index in history.actionRange(of: round) {
        guard let change = evidence.change(by: history.actions[index]),
          !change.old.elementsEqual(change.new)
        else { continue }
        switch change.property {
        case .isActive:
          active[change.target] = change.new.first
          renewed.removeAll { $0 == change.target }
          if change.new.first == 1 { renewed.append(change.target) }
        case .isBroken:
          guard change.new.first == 1 else { continue }
          breaksOne = true
          if !broken.contains(change.target) { broken.append(change.target) }
        case let property where property.isGeometry && history.actions[index].isEngine:
          places[GeometryTrack.Key(actor: change.target, property: property)] = change.new
        default: hasOtherChanges = true
        }
      }
      if breaksOne { breaks += 1 }
      activities.append(active)
      courses.append(places)
    }
    if breaks < rounds.count / 2 { broken = [] }
    guard !hasOtherChanges, !renewed.isEmpty, broken.isEmpty, let last = courses.last,
      activities.dropFirst().allSatisfy({ $0 == activities.last })
    else { return }
    let moving = last.filter { key, place in
      courses.dropFirst().contains { course in
        course[key].map { !$0.elementsEqual(place) } ?? false
      }
    }
    undecided = moving.keys.map(\.actor).min()
  }
}
