import LayoutTrace
import ViewTree

/// Finds other loops of views whose first loop of a turn was reported, while the views go on.
///
/// A view that goes on is judged in spans of as many layouts as make a loop, half a span apart: another loop
/// fills most of one. Where each round of a span was one of a span that showed a told loop, nothing else is
/// in it, and it is not analysed.
final class OtherLoops {
  private unowned let recorder: EvidenceRecorder
  private var crossings: [Int: Crossing] = [:]
  private var digest = EvidenceDigest()
  /// The evidence of the span that began last, which other views of the same round share.
  private var latest: (evidence: SharedEvidence, position: Int)?

  init(_ recorder: EvidenceRecorder) { self.recorder = recorder }

  /// True if a view crossed its threshold in this turn.
  func haveFirst(of number: Int) -> Bool { crossings[number] != nil }

  /// Notes the first loop of a view, after which nothing else of the view is reported.
  func end(_ number: Int) { crossings[number] = Crossing() }

  /// Notes the first loop of a view, which goes on from its layout with this count.
  func follow(_ number: Int, after report: LoopReport, at count: Int) {
    digest.read(recorder.ring)
    let crossing = Crossing()
    crossing.tell(report)
    crossing.beginRound(digest)
    crossings[number] = crossing
    beginSpan(of: crossing, at: count)
  }

  /// Forgets all, because a turn begins or the evidence is gone.
  func removeAll() {
    (crossings, latest) = ([:], nil)
    digest = EvidenceDigest()
  }

  /// The report of another loop than those that were reported of a view; called at each of its layouts.
  ///
  /// `report` makes the report of the view from some evidence.
  func next(
    of number: Int, count: Int, threshold: Int, _ report: (SharedEvidence) -> LoopReport
  ) -> LoopReport? {
    guard let crossing = crossings[number], let last = crossing.spans.last else { return nil }
    digest.read(recorder.ring)
    crossing.endRound(digest)
    defer { crossing.beginRound(digest) }
    guard count > crossing.spans[0].start + threshold else {
      if count == last.start + threshold / 2 { beginSpan(of: crossing, at: count) }
      return nil
    }
    let (evidence, rounds) = crossing.takeSpan()
    beginSpan(of: crossing, at: count)
    if crossing.isFamiliar(with: rounds) { return nil }
    let found = report(evidence)
    return crossing.isExceeded(by: found, rounds) ? found : nil
  }

  private func beginSpan(of crossing: Crossing, at count: Int) {
    let position = recorder.position
    if latest.map({ $0.position < crossing.roundStart }) ?? true {
      latest = (SharedEvidence(since: position, turn: recorder.turn), position)
    }
    if let latest { crossing.spans.append(Span(start: count, evidence: latest.evidence)) }
  }
}

/// The layouts of a view since one of them, and their evidence.
private struct Span {
  var start: Int
  var evidence: SharedEvidence
}

/// A view that crossed its threshold; an object, because debug builds copy what a dictionary holds.
private final class Crossing {
  /// The running spans, the oldest first; none if nothing else of the view is reported.
  var spans: [Span] = []
  /// The digests of the rounds since the oldest span began.
  private var rounds: [UInt64] = []
  /// The digest and the position of the evidence at the beginning of the running round.
  private var sum: UInt64 = 0
  private(set) var roundStart = 0
  /// The rounds of spans that showed a told loop, with the most of each in one of them.
  private var familiar: [UInt64: Int] = [:]
  /// The told loops, and their fingerprints.
  private var told: [Told] = []
  private var fingerprints: Set<String> = []
  /// The number of spans in a row of which nothing is known.
  private var openSpans = 0

  // MARK: Rounds

  func beginRound(_ digest: EvidenceDigest) {
    (sum, roundStart) = (digest.sum, digest.position)
  }

  func endRound(_ digest: EvidenceDigest) { rounds.append(digest.sum &- sum) }

  /// Ends the oldest span; returns its evidence, and how often each round was in it.
  func takeSpan() -> (evidence: SharedEvidence, rounds: [UInt64: Int]) {
    var counts: [UInt64: Int] = [:]
    for round in rounds { counts[round, default: 0] += 1 }
    let span = spans.removeFirst()
    let ended = spans.first.map { $0.start - span.start } ?? rounds.count
    rounds.removeFirst(max(0, min(ended, rounds.count)))
    return (span.evidence, counts)
  }

  /// True if a span of a told loop had at least as many of each of these rounds.
  func isFamiliar(with rounds: [UInt64: Int]) -> Bool {
    rounds.allSatisfy { $0.value <= familiar[$0.key] ?? 0 }
  }

  // MARK: Loops

  /// Notes that a loop of the view is reported.
  func tell(_ report: LoopReport) {
    fingerprints.insert(report.fingerprint)
    if let step = report.culprit?.edge { told.append(Told(report, step)) }
  }

  /// Takes the report of a span; true if it tells of a loop that was not told.
  ///
  /// A span in which one loop follows the other may have no verdict; three of them are a loop without one.
  func isExceeded(by report: LoopReport, _ rounds: [UInt64: Int]) -> Bool {
    let isOpen = report.verdict == .undetermined || report.culprit == nil
    let isTold = isTold(report)
    if isOpen, !isTold {
      openSpans += 1
      if openSpans < 3 { return false }
    }
    openSpans = 0
    if !isOpen { familiar.merge(rounds) { max($0, $1) } }
    if !isTold { tell(report) }
    return !isTold
  }

  private func isTold(_ report: LoopReport) -> Bool {
    if fingerprints.contains(report.fingerprint) { return true }
    guard let culprit = report.culprit else { return false }
    return told.contains { loop in
      (culprit.edge.isSameStep(as: loop.step) || culprit.names(loop.step)) && loop.covers(report)
    }
  }
}

/// A reported loop, whose later rounds may have another fingerprint.
private struct Told {
  /// The culprit's step.
  let step: InvalidationEdge
  private let kind: String
  private let views: Set<String>

  init(_ report: LoopReport, _ step: InvalidationEdge) {
    (self.step, kind, views) = (step, report.verdict.kind, Self.views(of: report))
  }

  private static func views(of report: LoopReport) -> Set<String> {
    Set(report.cycle.map { $0.identifier ?? $0.className })
  }

  /// True if a report with the same step does not tell of another kind of loop, nor of further views.
  func covers(_ report: LoopReport) -> Bool {
    guard report.verdict != .undetermined else { return true }
    // The list of a long cycle is cut.
    let isWhole = report.cycleLength <= report.cycle.count
    return report.verdict.kind == kind && (!isWhole || Self.views(of: report).isSubset(of: views))
  }
}

/// A sum over recorded evidence: what lies between two states of it is equal if the differences are.
///
/// Of values it counts which ones grow and which ones shrink. Times and the numbers of pieces of work do not
/// count, nor does the order: two rounds of a loop in which the same views do the same have the same difference.
private struct EvidenceDigest {
  /// The position up to which the evidence was read.
  private(set) var position = 0
  private(set) var sum: UInt64 = 0

  /// Reads all evidence up to now.
  mutating func read(_ ring: EvidenceRing) {
    guard position != ring.position else { return }
    // Rounds of which a part is forgotten are like no others.
    if position < ring.oldestPosition { sum &+= Self.mixed(UInt64(truncatingIfNeeded: position)) }
    var sum = sum
    ring.forEachChunk(since: position) { chunk in
      var index = 0
      while index < chunk.count {
        let header = EvidenceHeader(word: chunk[index])
        var mixed = Self.mixed(header.word)
        switch header.kind {
        case .written:
          mixed = Self.mixed(mixed ^ chunk[index + 1])
          if GeometryProperty(index: header.detail).isGeometry {
            let values = chunk[(index + 2)..<(index + header.countWithoutOwner)]
            mixed = Self.mixed(mixed ^ Self.directions(of: values))
          }
        case .moved: mixed = Self.mixed(mixed ^ chunk[index + 1])
        case .dirtied where header.count > 1: mixed = Self.mixed(mixed ^ chunk[index + 1])
        default: break
        }
        sum &+= mixed
        index += header.count
      }
    }
    self.sum = sum
    position = ring.position
  }

  /// Tells which numbers of a value grow and which ones shrink, from the words of the old value and the new one.
  private static func directions(of words: Slice<UnsafeBufferPointer<UInt64>>) -> UInt64 {
    let count = words.count / 2
    return (0..<count).reduce(0) { directions, place in
      let old = Double(bitPattern: words[words.startIndex + place])
      let new = Double(bitPattern: words[words.startIndex + count + place])
      return directions << 2 | (new > old ? 1 : new < old ? 2 : 0)
    }
  }

  /// Spreads the bits of a word, so that sums of different words differ.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ (word >> 32)) &* 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 29)) &* 0xBF58_476D_1CE4_E5B9
    return word ^ (word >> 32)
  }
}
