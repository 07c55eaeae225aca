import LayoutTrace
import ViewTree

/// A pair of functions that lays out a page's document too often.
package struct PageFinding: Sendable {
  /// The report of the worst task.
  package var report: LoopReport
  /// The number of the document in the trace.
  package var document: Int
  /// The tasks in which the pair was found.
  package var turns: [Int]
}

/// Judges the tasks of a study, and reports each pair that takes part in a finding.
package struct PageFinder {
  private let study: PageStudy
  /// All work in the recording of each document, forced or not.
  private var sums: [Sum: PageWork] = [:]

  private struct Sum: Hashable {
    var document: Int
    var isForced: Bool
  }

  /// The most pairs of one task with a report of their own.
  private static let mostPairs = 20
  /// The part of a slow task's time from which on a pair counts that forced layout only once.
  private static let leastPart = 0.1

  package init(_ study: PageStudy) {
    self.study = study
    for (pair, work) in study.totals where pair.isForced || pair.writer >= 0 {
      sums[Sum(document: pair.document, isForced: pair.isForced), default: PageWork()].add(work)
    }
  }

  // MARK: Findings

  /// The findings by their cost in the whole recording, which no threshold changes.
  package func findings() -> [PageFinding] {
    var found: [String: (finding: PageFinding, cost: PageWork)] = [:]
    func add(_ listed: Listed, in task: PageTask) {
      guard let report = report(listed, in: task) else { return }
      let old = found[report.identity]
      var finding = old?.finding ?? PageFinding(report: report, document: task.document, turns: [])
      // The worst task of a row may be one that was found already.
      if listed.row == nil || !finding.turns.contains(task.turn) { finding.turns.append(task.turn) }
      if let new = report.share, let best = finding.report.share, new.isWorse(than: best) {
        finding.report = report
      }
      found[report.identity] = (finding, study.totals[listed.pair] ?? listed.work)
    }
    for task in study.tasks {
      for isForced in [true, false] { for pair in listed(task, isForced) { add(pair, in: task) } }
    }
    for (pair, row) in study.rows {
      guard let limits = study.documents[pair.document]?.limits, row.tasks >= limits.tasks,
        let work = row.worst.pairs.first(where: { $0.pair == pair })?.work
      else { continue }
      let listed = Listed(pair: pair, work: work, reason: .tasks, row: row.tasks)
      guard let report = report(listed, in: row.worst) else { continue }
      let known = found[report.identity]?.finding.report.share?.reason
      if known == nil || known == .time { add(listed, in: row.worst) }
    }
    return found.values.sorted { first, second in
      let (one, other) = (first.cost, second.cost)
      if one.nanoseconds != other.nanoseconds { return one.nanoseconds > other.nanoseconds }
      if one.layouts != other.layouts { return one.layouts > other.layouts }
      return first.finding.report.identity < second.finding.report.identity
    }.map(\.finding)
  }

  /// The tasks, and rows of them, that passed half of a limit, but none, as many as a hunter keeps.
  package func nearMisses() -> [LoopHunter.NearMiss] {
    var found: [LoopHunter.NearMiss] = []
    for task in study.tasks {
      guard let document = study.documents[task.document], let limits = document.limits,
        [true, false].allSatisfy({ limits.reason(task.pairs(forced: $0)) == nil }),
        case let sums = [true, false].map({ task.pairs(forced: $0).sum }),
        let worst = sums.max(by: { $0.layouts < $1.layouts })
      else { continue }
      var miss = LoopHunter.NearMiss(
        view: document.view, threshold: limits.layouts, count: worst.layouts, turn: task.turn)
      miss.milliseconds = sums[0].milliseconds
      found.append(miss)
    }
    return Array((found + nearRows()).suffix(100))
  }

  /// The longest row past half of the limit of each document, unless one is past the limit itself.
  private func nearRows() -> [LoopHunter.NearMiss] {
    var longest: [Int: PageStudy.Row] = [:]
    for (pair, row) in study.rows where row.tasks > longest[pair.document]?.tasks ?? 0 {
      longest[pair.document] = row
    }
    return longest.sorted { $0.key < $1.key }.compactMap { document, row in
      guard let document = study.documents[document], let limits = document.limits,
        row.tasks * 2 > limits.tasks, row.tasks < limits.tasks
      else { return nil }
      var miss = LoopHunter.NearMiss(
        view: document.view, threshold: limits.layouts,
        count: row.worst.pairs(forced: true).sum.layouts, turn: row.worst.turn)
      miss.milliseconds = row.worst.pairs(forced: true).sum.milliseconds
      miss.tasks = row.tasks
      return miss
    }
  }

  // MARK: Pairs

  /// A pair with a report of its own.
  private struct Listed {
    var pair: PagePair
    var work: PageWork
    var reason: LayoutShare.Reason
    var row: Int?
  }

  /// The pairs of a task to report, the costly ones first; none if the task is no finding.
  private func listed(_ task: PageTask, _ isForced: Bool) -> [Listed] {
    let pairs = task.pairs(forced: isForced)
    guard let limits = study.documents[task.document]?.limits, let reason = limits.reason(pairs)
    else { return [] }
    let sum = pairs.sum
    let merged = mergingSingles(pairs).sorted { one, other in
      one.work.nanoseconds != other.work.nanoseconds
        ? one.work.nanoseconds > other.work.nanoseconds : one.work.layouts > other.work.layouts
    }
    let counted = merged.filter { _, work in
      work.layouts > 1
        || reason == .time
          && Double(work.nanoseconds) >= Double(sum.nanoseconds) * Self.leastPart
    }
    return (counted.isEmpty ? Array(merged.prefix(1)) : Array(counted.prefix(Self.mostPairs)))
      .map { Listed(pair: $0.pair, work: $0.work, reason: reason) }
  }

  /// The pairs, of which those with one layout each are one if their functions are the same.
  private func mergingSingles(
    _ pairs: [(pair: PagePair, work: PageWork)]
  ) -> [(pair: PagePair, work: PageWork)] {
    var merged: [(pair: PagePair, work: PageWork)] = []
    var indexes: [[String]: Int] = [:]
    for (pair, work) in pairs {
      guard work.layouts == 1 else {
        merged.append((pair, work))
        continue
      }
      let key = identity(pair)
      if let index = indexes[key] {
        merged[index].work.add(work)
      } else {
        indexes[key] = merged.count
        merged.append((pair, work))
      }
    }
    return merged
  }

  private func place(_ index: Int) -> NamedPlace? {
    index < 0 ? nil : NamedPlace(study.places[index])
  }

  private func identity(_ pair: PagePair) -> [String] {
    [pair.writer, pair.reader].flatMap { place($0)?.identity ?? ["", ""] }
  }

  // MARK: Reports

  private func report(_ listed: Listed, in task: PageTask) -> LoopReport? {
    guard let document = study.documents[task.document], let limits = document.limits else {
      return nil
    }
    let (pair, work, view) = (listed.pair, listed.work, document.view)
    let verdict: Verdict = pair.isForced ? .thrashing(times: work.layouts) : .feedback
    let sum = task.pairs(forced: pair.isForced).sum
    var report = LoopReport(
      fingerprint: Fingerprint.make(
        verdict: verdict, drivers: [view.name], culprit: ["page"] + identity(pair)),
      verdict: verdict, view: view, threshold: limits.layouts, count: sum.layouts,
      turn: task.turn, time: work.first ?? 0)
    (report.cycle, report.cycleLength, report.isSettled) = ([view], 1, true)
    report.layouts = task.layouts
    report.formerFingerprints = [
      Fingerprint.make(
        verdict: verdict, drivers: [],
        culprit: [work.change, view.className] + (pair.isForced ? [view.name] : []))
    ]
    let edge = edge(
      pair.writer, work.change.isEmpty ? .change(nil) : .change(named: work.change), view)
    report.culprit = Culprit(
      edge: edge, force: pair.isForced ? self.edge(pair.reader, .read, view) : nil,
      account: .script(forced: pair.isForced ? work.layouts : nil))
    // Two lines of one function are one writer.
    let others = work.others.filter { place($0.key)?.identity != place(pair.writer)?.identity }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    report.otherEdges = others.prefix(4).map { self.edge($0.key, edge.action, view) }
    report.share = share(listed, sum)
    if let remedy = report.scriptRemedy { report.remarks = [.scriptRemedy(remedy)] }
    return report
  }

  private func edge(_ place: Int, _ action: EdgeAction, _ view: ViewReference) -> InvalidationEdge {
    let code = self.place(place)
    return InvalidationEdge(
      writer: nil, target: view, action: action, dirtied: view, function: code?.function,
      location: code?.location)
  }

  private func share(_ listed: Listed, _ sum: PageWork) -> LayoutShare {
    let (pair, work) = (listed.pair, listed.work)
    let all = sums[Sum(document: pair.document, isForced: pair.isForced)] ?? sum
    var share = LayoutShare(
      reason: listed.reason, pair: work.cost, task: sum.cost,
      pairInAll: (study.totals[pair] ?? work).cost, all: all.cost)
    (share.first, share.last, share.tasks) = (work.first, work.last, listed.row)
    share.writerLibrary = place(pair.writer)?.library
    share.readerLibrary = place(pair.reader)?.library
    return share
  }
}

extension PageWork {
  fileprivate var cost: LayoutShare.Cost { .init(layouts: layouts, milliseconds: milliseconds) }
}

extension LayoutShare {
  fileprivate func isWorse(than other: LayoutShare) -> Bool {
    // Time does not count in every gate.
    if (reason == .time) != (other.reason == .time) { return other.reason == .time }
    return (pair.layouts, pair.milliseconds) > (other.pair.layouts, other.pair.milliseconds)
  }
}
