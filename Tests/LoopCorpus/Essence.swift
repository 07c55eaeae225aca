import LoopHunter

/// The facts of a report on the loop, without those on the hunt.
package struct Essence: Equatable, Sendable, CustomStringConvertible {
  package let verdict: String
  package let cycle: [String]
  package let writer: String?
  package let action: String?
  package let target: String?
  package let dirtied: String?
  package let opponent: String?
  package let accomplices: [String]
  package let victims: [String]
  /// The cycle by names: a view that moves about has no path of its own.
  private let names: [String]
  private let drivenOn: [String]
  private let carriedAlong: [String]
  package let fingerprint: String

  package init(_ report: LoopReport) {
    // The depth of layouts and the number of forced ones at the detection depend on the hunt.
    switch report.verdict {
    case .reentrant, .thrashing, .acrossTurns: verdict = report.verdict.kind
    default: verdict = "\(report.verdict)"
    }
    cycle = report.cycle.map(\.path)
    writer = report.culprit?.edge.writer?.path
    action = report.culprit?.edge.action.name
    target = report.culprit?.edge.target.path
    dirtied = report.culprit?.edge.dirtied.path
    opponent = report.culprit?.opponent?.path
    accomplices = report.accomplices.map(\.path)
    victims = report.victims.map(\.path)
    names = report.cycle.map(\.name)
    drivenOn = report.accomplices.map(\.name)
    carriedAlong = report.victims.map(\.name)
    fingerprint = report.fingerprint
  }

  private var drivenOnByName: [String] { drivenOn.sorted() }
  private var carriedAlongByName: [String] { carriedAlong.sorted() }

  /// The differences of another report, in words; empty if there are none.
  package func differences(from other: Essence) -> [String] {
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ part: KeyPath<Essence, Value>) {
      let (one, two) = (self[keyPath: part], other[keyPath: part])
      if one != two { differences.append("says another \(name): \(one), not \(two)") }
    }
    compare("verdict", \.verdict)
    compare("cycle", \.names)
    compare("culprit", \.writer)
    compare("action", \.action)
    compare("target", \.target)
    compare("dirtied view", \.dirtied)
    compare("opponent", \.opponent)
    compare("list of accomplices", \.drivenOnByName)
    compare("list of victims", \.carriedAlongByName)
    compare("fingerprint", \.fingerprint)
    return differences
  }

  /// The differences in verdict, culprit and fingerprint, which do not depend on the number of rounds.
  package func accusation(unlike other: Essence) -> [String] {
    differences(from: other).filter { difference in
      !["cycle", "list"].contains { difference.hasPrefix("says another \($0)") }
    }
  }

  package var description: String {
    """
    \(verdict) \(fingerprint): \(writer ?? "?") \(action ?? "?") of \(target ?? "?"), dirtied \
    \(dirtied ?? "?"), set back by \(opponent ?? "nobody"), cycle \(cycle), accomplices \
    \(accomplices), victims \(victims)
    """
  }
}
