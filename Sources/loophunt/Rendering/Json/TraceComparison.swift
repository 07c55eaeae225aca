import LayoutTrace
import LoopHunter

/// The differences of two traces of one thing: loops by fingerprint, layouts by class and view.
struct TraceComparison: Encodable {
  /// One loop of either trace.
  struct Loop: Encodable {
    var fingerprint: String
    /// The culprit's sentence, or the looping view if there is no culprit.
    var sentence: String
    /// The numbers of turns with the loop before and after.
    var turnsBefore: Int
    var turnsAfter: Int
    /// The part of a pair of a page's functions, before and after; absent for other loops.
    var shareBefore: LayoutShare?
    var shareAfter: LayoutShare?
  }

  /// Layouts of a class, or of all views at one path.
  struct Count: Encodable {
    var name: String
    /// The number before; nil if only the other trace has it.
    var before: Int?
    var after: Int?

    /// The growth as a share of the count before.
    var growth: Double? {
      guard let before, let after else { return nil }
      if before == 0 { return after == 0 ? 0 : .infinity }
      return Double(after - before) / Double(before)
    }

    func isWorse(beyond tolerance: Double) -> Bool { growth.map { $0 > tolerance } ?? false }
  }

  var appeared: [Loop] = []
  var vanished: [Loop] = []
  var stayed: [Loop] = []
  var classes: [Count]
  var views: [Count]
  var layouts: Count
  /// The regressions, a sentence each; if there are none, the command exits with 0.
  var worse: [String] = []

  /// Compares two traces; `tolerance` is the allowed growth, as a share.
  init(
    before: (loops: [FoundLoop], scan: TraceScan.Result),
    after: (loops: [FoundLoop], scan: TraceScan.Result), tolerance: Double
  ) {
    classes = Self.counts(
      before.scan.classes.map { ($0.className, $0.layouts) },
      after.scan.classes.map { ($0.className, $0.layouts) })
    views = Self.counts(
      before.scan.paths.map { ($0.path, $0.layouts) },
      after.scan.paths.map { ($0.path, $0.layouts) })
    layouts = Count(
      name: "all", before: before.scan.summary.layouts, after: after.scan.summary.layouts)
    compare(before.loops, after.loops)
    judge(beyond: tolerance)
  }

  private mutating func compare(_ before: [FoundLoop], _ after: [FoundLoop]) {
    var old: [String: FoundLoop] = [:]
    for loop in before { old[loop.report.identity] = loop }
    for loop in after {
      let earlier = old.removeValue(forKey: loop.report.identity)
      let row = Self.row(loop, before: earlier, after: loop)
      if earlier == nil { appeared.append(row) } else { stayed.append(row) }
    }
    for loop in before where old[loop.report.identity] != nil {
      vanished.append(Self.row(loop, before: loop, after: nil))
    }
  }

  private static func row(_ loop: FoundLoop, before: FoundLoop?, after: FoundLoop?) -> Loop {
    Loop(
      fingerprint: loop.report.fingerprint, sentence: loop.report.headline,
      turnsBefore: before?.turns.count ?? 0, turnsAfter: after?.turns.count ?? 0,
      shareBefore: before?.report.share, shareAfter: after?.report.share)
  }

  /// Joins the counts of both sides, the largest growth first.
  private static func counts(_ before: [(String, Int)], _ after: [(String, Int)]) -> [Count] {
    var rows: [String: Count] = [:]
    for (name, layouts) in before {
      rows[name, default: Count(name: name)].before = (rows[name]?.before ?? 0) + layouts
    }
    for (name, layouts) in after {
      rows[name, default: Count(name: name)].after = (rows[name]?.after ?? 0) + layouts
    }
    return rows.values.sorted { left, right in
      let (a, b) = (left.change, right.change)
      return a == b ? left.name < right.name : a > b
    }
  }

  private mutating func judge(beyond tolerance: Double) {
    for loop in appeared { worse.append("a loop appeared: \(loop.sentence)") }
    for loop in stayed where loop.turnsAfter > loop.turnsBefore {
      let turns = loop.turnsAfter.counted("turn")
      worse.append("a loop is in \(turns), not in \(loop.turnsBefore): \(loop.sentence)")
    }
    worse += classes.filter { $0.isWorse(beyond: tolerance) }.map { "class \($0.sentence)" }
    worse += views.filter { $0.isWorse(beyond: tolerance) }.map { "view \($0.sentence)" }
  }
}

extension TraceComparison.Count {
  init(name: String) { self.init(name: name, before: nil, after: nil) }

  /// `Cell: 3 layouts instead of 1`.
  fileprivate var sentence: String {
    "\(name): \((after ?? 0).counted("layout")) instead of \(before ?? 0)"
  }

  /// The number of additional layouts after the change.
  var change: Int { (after ?? 0) - (before ?? 0) }
}
