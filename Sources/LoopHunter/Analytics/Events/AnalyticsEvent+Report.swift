import Foundation
import LayoutTrace
import Synchronization

extension AnalyticsEvent {
  /// Makes the event of one report.
  ///
  /// The event gets a fresh identifier and the current wall-clock time.
  package init(_ name: Name, report: LoopReport) {
    self.init(
      name: name, id: EventIdentifier.next(), time: WallClock.now, report: report,
      plain: Self.attributes(of: report), late: report.culprit.map { LateAttributes(culprit: $0) })
  }

  /// The flat part of a report, by which people group, filter and plot.
  private static func attributes(of report: LoopReport) -> [String: Value] {
    var attributes = [String: Value](minimumCapacity: 28)
    attributes["schema"] = .integer(Int64(LoopReport.currentSchema))
    attributes["fingerprint"] = .string(report.fingerprint)
    if let finding = report.reported {
      // Nothing was counted: only the reported facts are given.
      attributes["reported_kind"] = .string(finding.kind.name)
      attributes["verdict"] = .string(report.verdict.kind)
      attributes["view_path"] = .string(report.view.path)
      attributes["view_class"] = .string(report.view.className)
      attributes["culprit_class"] = (report.culprit?.edge.writer?.className).map(Value.string)
      attributes["culprit_action"] = (report.culprit?.edge.action.name).map(Value.string)
      return attributes
    }
    attributes["view_path"] = .string(report.view.path)
    attributes["view_class"] = .string(report.view.className)
    attributes["view_identifier"] = report.view.identifier.map(Value.string)
    attributes["threshold"] = .integer(Int64(report.threshold))
    attributes["count"] = .integer(Int64(report.count))
    attributes["turn"] = .integer(Int64(report.turn))
    attributes["consecutive_turns"] = .integer(Int64(report.consecutiveTurns))
    attributes["loop_time_ns"] = .integer(report.time)
    attributes["depth"] = .integer(Int64(report.depth))
    attributes["cycle"] = .string(report.cycle.map(\.className).joined(separator: " > "))
    attributes["cycle_length"] = .integer(Int64(max(report.cycleLength, report.cycle.count)))
    attributes["accomplices"] = .integer(Int64(report.accomplices.count))
    attributes["victims"] = .integer(Int64(report.victims.count))
    attributes["broken"] = .boolean(report.isBroken)
    if report.isBreakIneffective { attributes["break_ineffective"] = true }
    attributes["hunt_instead_class"] = (report.viewToHunt?.className).map(Value.string)
    attributes["settled"] = report.isSettled.map(Value.boolean)
    attributes["layouts"] = report.layouts.map { .integer(Int64($0)) }
    add(report.verdict, to: &attributes)
    if let culprit = report.culprit { add(culprit, to: &attributes) }
    return attributes
  }

  private static func add(_ verdict: Verdict, to attributes: inout [String: Value]) {
    attributes["verdict"] = .string(verdict.kind)
    switch verdict {
    case .oscillating(let period): attributes["period"] = .integer(Int64(period))
    case .drifting(let property, let perRound):
      attributes["drift_property"] = .string(property.name)
      attributes["drift_per_round"] = perRound.map(Value.double)
    case .reentrant(let depth): attributes["reentrant_depth"] = .integer(Int64(depth))
    case .thrashing(let times): attributes["forced_times"] = .integer(Int64(times))
    case .acrossTurns(let streak): attributes["streak"] = .integer(Int64(streak))
    case .redundant, .feedback, .undetermined: break
    }
  }

  private static func add(_ culprit: Culprit, to attributes: inout [String: Value]) {
    attributes["culprit_class"] = (culprit.edge.writer?.className).map(Value.string)
    attributes["culprit_path"] = (culprit.edge.writer?.path).map(Value.string)
    attributes["culprit_action"] = .string(culprit.edge.action.name)
    attributes["culprit_target_class"] = .string(culprit.edge.target.className)
    attributes["culprit_proof"] = (culprit.edge.proof?.kind).map(Value.string)
    attributes["forced_proof"] = (culprit.force?.proof?.kind).map(Value.string)
    attributes["forced_class"] = (culprit.force?.target.className).map(Value.string)
  }
}

/// Makes identifiers: a random one for the process, and the number of the event in it.
private enum EventIdentifier {
  private static let process = UUID().uuidString.lowercased()
  private static let count = Atomic<Int>(0)

  /// An identifier that no other event has, on this machine or another.
  static func next() -> String { process + "-" + String(count.add(1, ordering: .relaxed).newValue) }
}
