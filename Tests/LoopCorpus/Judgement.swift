import LoopHunter

/// The comparison of a report, or its absence, with the truth.
package struct Judgement: Sendable {
  /// The verdict's kind in one word, or `none` where nothing was reported.
  package let said: String
  package let expected: String
  /// True if the verdict is the true one, with its details.
  package private(set) var isVerdictRight = false
  /// True if the culprit edge is a true one.
  package private(set) var isCulpritRight = false
  /// True if accomplices and victims are the true ones.
  package private(set) var areRolesRight = false
  /// True if the cycle is the one that a run without a hunter shows.
  package private(set) var isCycleRight = true
  /// True if it agrees with the first hunt of the same loop.
  package private(set) var isConsistent = true
  /// An honest `undetermined`: the evidence was too little for more.
  package private(set) var isHonest = false
  /// The faults, in words.
  package private(set) var complaints: [String] = []
  /// The true culprit that was named.
  package private(set) var namedDeed: Int?
  package let fingerprint: String?
  /// The reported facts on the loop, without those on the hunt.
  let essence: Essence?

  package var isRight: Bool {
    isVerdictRight && isCulpritRight && areRolesRight && isCycleRight && isConsistent
  }

  /// Judges a report; `isEvidenceShort` allows for `undetermined`, and for nothing else.
  package init(_ report: LoopReport?, _ truth: Truth, isEvidenceShort: Bool = false) {
    said = report?.verdict.kind ?? "none"
    expected = truth.kind.word
    fingerprint = report?.fingerprint
    essence = report.map(Essence.init)
    guard let report else {
      complaints = ["no report"]
      return
    }
    isHonest = isEvidenceShort && report.verdict == .undetermined
    isVerdictRight = isHonest || Judgement.agrees(report.verdict, truth.kind)
    if !isVerdictRight { complaints.append("said \(report.verdict)") }
    judgeCulprit(report, truth)
    judgeRoles(report, truth, isEvidenceShort: isEvidenceShort)
  }

  private static func agrees(_ verdict: Verdict, _ kind: Truth.Kind) -> Bool {
    switch (verdict, kind) {
    case (.oscillating(let period), .oscillating(let expected)): period == expected
    case (.drifting(let property, let change), .drifting(let expected, let perRound)):
      expected.contains { property.name.isKeyPath(below: $0) }
        && abs((change ?? .infinity) - perRound) <= 1e-6 * max(1, abs(perRound))
    case (.oscillating, _), (.drifting, _): false
    default: verdict.kind == kind.word
    }
  }

  private mutating func judgeCulprit(_ report: LoopReport, _ truth: Truth) {
    guard let edge = report.culprit?.edge else {
      isCulpritRight = isHonest
      if !isHonest { complaints.append("named no culprit") }
      return
    }
    var named = edge
    var besides = report.culprit.map { $0.rivals + [$0.companion].compactMap(\.self) } ?? []
    // Which of the two comes first is known with the verdict.
    if let other = besides.first, truth.beside != nil, report.verdict == .undetermined,
      truth.beside?.matches(edge) == true
    {
      (named, besides) = (other, [edge])
    }
    namedDeed = truth.culprits.firstIndex { $0.matches(named) }
    isCulpritRight = namedDeed != nil
    if let beside = truth.beside, !isHonest {
      if !besides.contains(where: beside.matches) {
        isCulpritRight = false
        complaints.append("does not name \(beside.writer ?? "code outside layout") beside it")
      }
    }
    if namedDeed == nil {
      complaints.append(
        """
        blamed \(edge.writer?.name ?? "nobody") for \(edge.action) of \(edge.target.name), which \
        dirtied \(edge.dirtied.name)
        """)
    }
  }

  private mutating func judgeRoles(
    _ report: LoopReport, _ truth: Truth, isEvidenceShort: Bool
  ) {
    let victims = Set(report.victims.map(\.name))
    let accomplices = Set(report.accomplices.map(\.name))
    // Both ends of the culprit's edge are named by the sentence.
    let ends = Set([report.culprit?.edge.writer?.name, report.culprit?.edge.dirtied.name])
    var wrong: [String] = []
    func check(_ names: Set<String>, _ complaint: String) {
      if !names.isEmpty { wrong.append("\(complaint) \(names.sorted().joined(separator: ", "))") }
    }
    let drivers = truth.accomplices.union(truth.culprits.compactMap(\.writer))
    check(victims.intersection(drivers), "calls victim")
    check(accomplices.intersection(truth.victims), "calls accomplice")
    // A view that takes part in every ninth round may be missing in five.
    if !isEvidenceShort {
      let culprit = report.culprit?.edge.writer?.name
      check(
        truth.accomplices.subtracting(accomplices).filter { !ends.contains($0) && $0 != culprit },
        "leaves out the accomplice")
      check(
        truth.victims.subtracting(victims).filter { !ends.contains($0) }, "leaves out the victim")
    }
    let known = drivers.union(truth.victims).union(truth.others)
      .union(truth.culprits.flatMap(\.dirtied))
    check(victims.union(accomplices).subtracting(known), "draws in")
    areRolesRight = wrong.isEmpty
    complaints += wrong
  }

  /// Notes that the cycle is another one than a run without a hunter shows.
  mutating func rejectCycle(_ complaint: String) {
    isCycleRight = false
    complaints.append(complaint)
  }

  /// Notes that another hunt of the same loop says something else.
  mutating func contradict(_ complaint: String) {
    isConsistent = false
    complaints.append(complaint)
  }
}

extension Truth.Deed {
  /// True if an edge is this deed.
  fileprivate func matches(_ edge: InvalidationEdge) -> Bool {
    writer == edge.writer?.name && targets.contains(edge.target.name)
      && dirtied.contains(edge.dirtied.name)
      && actions.contains { edge.action.name.isKeyPath(below: $0) }
  }
}

extension String {
  /// True if this is `path`, or a key path that begins with it.
  fileprivate func isKeyPath(below path: String) -> Bool {
    self == path || hasPrefix(path + ".")
  }
}
