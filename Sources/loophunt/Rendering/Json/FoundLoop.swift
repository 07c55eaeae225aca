import LayoutTrace
import LoopHunter

/// A loop: all reports with one fingerprint, from all views and turns.
struct FoundLoop: Codable, Sendable {
  /// One view that crossed its threshold in the loop.
  struct CrossingView: Codable, Sendable {
    /// The view's number in the trace.
    var view: Int
    var path: String
    var className: String
    /// The turns in which it crossed.
    var turns: TurnList

    private enum CodingKeys: String, CodingKey {
      case view, path
      case className = "class"
    }
  }

  /// The first report.
  private(set) var report: LoopReport
  private(set) var reports = 1
  /// The most layouts that one of the views had in a turn.
  private(set) var maximum = 0
  /// The turns with a report.
  private(set) var turns = TurnList()
  /// The views that crossed, in that order, at most 100.
  private(set) var views: [CrossingView] = []
  /// The number of further views that crossed.
  private(set) var viewsLeftOut = 0

  /// Its status in the baseline, if there is one.
  var standing: LoopStanding?

  private var places: [Int: Int] = [:]
  private static let mostViews = 100

  private enum CodingKeys: String, CodingKey {
    case report, advice, reports, maximum, views, viewsLeftOut
    case standing = "baseline"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(report, forKey: .report)
    try container.encodeIfPresent(advice, forKey: .advice)
    try container.encode(reports, forKey: .reports)
    try container.encode(maximum, forKey: .maximum)
    try turns.encode(to: encoder)
    try container.encode(views, forKey: .views)
    try container.encode(viewsLeftOut, forKey: .viewsLeftOut)
    try container.encodeIfPresent(standing?.standing, forKey: .standing)
  }

  /// Reads a loop to show it; no report can be added to it.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    report = try container.decode(LoopReport.self, forKey: .report)
    reports = try container.decode(Int.self, forKey: .reports)
    maximum = try container.decode(Int.self, forKey: .maximum)
    turns = try TurnList(from: decoder)
    views = try container.decode([CrossingView].self, forKey: .views)
    viewsLeftOut = try container.decode(Int.self, forKey: .viewsLeftOut)
  }

  init(_ report: LoopReport, number: Int) {
    self.report = report
    note(report, number)
  }

  /// Makes a loop of another program's finding, which no view crossed; nil for a hint.
  init?(reported finding: TraceEvent.Finding) {
    guard let report = LoopReport(finding) else { return nil }
    self.report = report
  }

  /// The loops among other programs' findings, each once.
  static func all(reported findings: [TraceEvent.Finding]) -> [FoundLoop] {
    var loops: [FoundLoop] = []
    var places: [String: Int] = [:]
    for loop in findings.lazy.compactMap(FoundLoop.init(reported:)) {
      if let place = places[loop.report.identity] {
        loops[place].reports += 1
      } else {
        places[loop.report.identity] = loops.count
        loops.append(loop)
      }
    }
    return loops
  }

  /// Makes a loop of a pair of functions of a page.
  init(_ finding: PageFinding) {
    self.init(finding.report, number: finding.document)
    turns = TurnList()
    for turn in finding.turns.sorted() { turns.add(turn) }
    reports = finding.turns.count
    views[0].turns = turns
  }

  /// Takes a new version of the first report, with more facts.
  mutating func take(_ report: LoopReport) { self.report = report }

  /// Takes what the coded form of its report leaves out.
  mutating func take(formerFingerprints: [String]) {
    report.formerFingerprints = formerFingerprints
  }

  mutating func add(_ report: LoopReport, number: Int) {
    reports += 1
    note(report, number)
  }

  private mutating func note(_ report: LoopReport, _ number: Int) {
    turns.add(report.turn)
    maximum = max(maximum, report.layouts ?? report.count)
    if let place = places[number] {
      if place >= 0 { views[place].turns.add(report.turn) }
      return
    }
    guard views.count < Self.mostViews else {
      places[number] = -1
      viewsLeftOut += 1
      return
    }
    places[number] = views.count
    views.append(
      CrossingView(
        view: number, path: report.view.path, className: report.view.className,
        turns: TurnList(report.turn)))
  }
}

extension FoundLoop.CrossingView {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    view = try container.decode(Int.self, forKey: .view)
    path = try container.decode(String.self, forKey: .path)
    className = try container.decode(String.self, forKey: .className)
    turns = try TurnList(from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(view, forKey: .view)
    try container.encode(path, forKey: .path)
    try container.encode(className, forKey: .className)
    try turns.encode(to: encoder)
  }
}

/// Turns in ascending order, neighbours joined; bounded, with a count of all.
///
/// It is coded as two keys of its owner. No turn can be added to a list that was decoded.
struct TurnList: Codable, Sendable {
  private(set) var ranges: [ClosedRange<Int>] = []
  private(set) var count = 0
  private var last = Int.min
  private static let mostRanges = 100

  private enum CodingKeys: String, CodingKey {
    case ranges = "turns"
    case count = "crossings"
  }

  init() {}
  init(_ turn: Int) { add(turn) }

  mutating func add(_ turn: Int) {
    guard turn != last else { return }
    let follows = turn == last &+ 1
    last = turn
    count += 1
    if follows, let range = ranges.last, range.upperBound == turn - 1 {
      ranges[ranges.count - 1] = range.lowerBound...turn
    } else if ranges.count < Self.mostRanges {
      ranges.append(turn...turn)
    }
  }

  /// `3-5, 9`, with an ellipsis if the list is cut.
  var text: String { Self.text(of: ranges, count: count) }

  /// The text for ranges from elsewhere.
  static func text(of ranges: [ClosedRange<Int>], count: Int) -> String {
    let shown = ranges.prefix(8)
    let words = shown.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let isComplete = shown.reduce(0) { $0 + $1.count } == count
    return words.joined(separator: ", ") + (isComplete ? "" : ", …")
  }
}
