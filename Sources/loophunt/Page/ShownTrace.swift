import LayoutTrace
import LoopHunter

/// The content of a page about one trace.
struct ShownTrace: Sendable {
  /// One of the views with the most layouts.
  struct BusyView: Sendable {
    /// The path, or the name of a view that is gone.
    var path: String
    var className: String
    var number: Int
    var layouts: Int
    var maximum: Int
    var maximumTurn: Int
  }

  /// A turn that is shown layout by layout.
  struct ShownTurn: Encodable, Sendable {
    var number: Int
    var layouts: Int
    /// For each layout: its view in `labels`, its depth, 1 for a call that forces, its begin and
    /// end.
    ///
    /// Times are in nanoseconds since the turn's first layout, or in order.
    var slices: [[Int]]
    var labels: [String]
    var hasTime: Bool
    var hasNewLoop: Bool
  }

  /// The limits of a page, which share its total room.
  struct Room: Sendable {
    var views: Int
    var bins: Int
    var turns: Int
    var rounds: Int

    /// The share of one trace out of a number of traces.
    init(traces: Int) {
      let traces = max(1, traces)
      views = max(200, 15_000 / traces)
      bins = max(100, 2000 / traces / 2 * 2)
      turns = max(1, 12 / traces)
      rounds = max(1, 12 / traces)
    }
  }

  var name: String
  /// The name of the input; the page may call it by another.
  let input: String
  /// True if it is the recording of a browser.
  var isOfBrowser = false
  /// The code that it names, if the recording knows more of it.
  var background: CodeBackground?
  /// True if it had no layouts to judge.
  var isEmpty = false
  /// The error that kept the trace from being read to its end.
  var error: String?
  var warnings: [String] = []
  /// The facts that the trace does not contain, a sentence each.
  var lacks: [String] = []
  /// The origin of the trace.
  var origin = ""
  var summary: TraceSummary?
  var detail: ReplayDetail?
  var loops: [FoundLoop] = []
  /// The played round of each loop.
  var rounds: [PlayedRound?] = []
  /// The pixels per point; if the trace does not tell, the hunt's default.
  var scale = LoopHunter.Configuration().scale
  var busiest: [BusyView] = []
  var bins = TurnBins()
  var turns: [ShownTurn] = []
  var tree: ShownTree?
  /// The turn after which the tree was noted; nil for the end.
  var treeTurn: Int?

  /// The number of busiest views that are listed.
  private static let mostBusy = 100

  init(name: String, error: String) { (self.name, input, self.error) = (name, name, error) }

  init(
    name: String, _ replayer: TraceReplayer, _ loops: [FoundLoop], _ recorder: TurnRecorder,
    room: Room
  ) {
    (self.name, input, self.loops) = (name, name, loops)
    let header = replayer.header
    let summary = replayer.result.summary
    self.summary = summary
    if let scale = header?.scale, scale > 0, scale.isFinite { self.scale = scale }
    origin = [header?.title, header?.tool, header?.source.map { "recorded by \($0)" }]
      .compactMap { $0 }.joined(separator: " · ")
    bins = recorder.bins
    turns = recorder.turns.sorted { $0.number < $1.number }.map { Self.turn($0, recorder) }
    treeTurn = recorder.tree?.turn
    tree = recorder.tree?.shown ?? ShownTree(of: replayer, recorder, most: room.views)
    tree?.count(recorder)
    recorder.notePaths()
    busiest = recorder.busiest(Self.mostBusy).map { place in
      let subject = recorder.subjects[place]
      return BusyView(
        path: subject.path ?? subject.name ?? subject.className, className: subject.className,
        number: subject.number, layouts: subject.layouts, maximum: subject.maximum,
        maximumTurn: subject.maximumTurn)
    }
    if summary.layouts == 0 { lacks.append("The trace holds no layouts.") }
    isOfBrowser = header?.source.flatMap(TraceFormats.named)?.isBrowser ?? false
    if summary.layouts > 0, !recorder.hasGeometry, !isOfBrowser {
      lacks.append("The trace holds no geometry: cycles are listed, but cannot be drawn.")
    }
    if summary.layouts > 0, !recorder.hasTime {
      lacks.append("The trace does not say how long layouts took: turns show only their order.")
    }
  }

  private static func turn(_ turn: TurnRecorder.Turn, _ recorder: TurnRecorder) -> ShownTurn {
    var labels: [String] = []
    var places: [Int: Int] = [:]
    let times = turn.slices.filter { !$0.isForce }
    // Without a time for each layout, times cannot form an axis.
    let start = times.compactMap(\.began).min() ?? 0
    let hasTime =
      times.allSatisfy { ($0.began ?? .max) <= ($0.ended ?? .min) }
      && times.contains { ($0.began ?? 0) < ($0.ended ?? 0) }
    var last = 0
    let slices = turn.slices.map { slice -> [Int] in
      let place = places[slice.subject] ?? labels.count
      if place == labels.count {
        places[slice.subject] = place
        let subject = recorder.subjects[slice.subject]
        labels.append(
          "\(Printable.line((subject.name ?? subject.className).prefix(80))) #\(subject.number)")
      }
      var (begin, end) = (slice.opened, max(slice.opened, slice.closed))
      if hasTime {
        begin = slice.began.map { Int($0 - start) } ?? last
        end = slice.ended.map { Int($0 - start) } ?? begin
        last = begin
      }
      return [place, slice.depth, slice.isForce ? 1 : 0, begin, end]
    }
    return ShownTurn(
      number: turn.number, layouts: turn.layouts, slices: slices, labels: labels, hasTime: hasTime,
      hasNewLoop: turn.hasNewLoop)
  }
}

/// The data for the script of a page; texts are in the page itself.
struct PageData: Encodable {
  struct Loop: Encodable {
    var series: [ValueSeries]
    var round: PlayedRound?
  }

  struct Trace: Encodable {
    var threshold: Int
    /// True if a bar shows the layouts of one document.
    var isOfBrowser: Bool
    var loops: [Loop]
    var bins: TurnBins
    var turns: [ShownTrace.ShownTurn]
    var tree: ShownTree?
  }

  var traces: [Trace]

  init(_ traces: [ShownTrace]) {
    self.traces = traces.map { trace in
      Trace(
        threshold: trace.detail?.threshold ?? 0, isOfBrowser: trace.isOfBrowser,
        loops: trace.loops.enumerated().map { index, loop in
          Loop(
            series: PageData.series(of: loop.report, scale: trace.scale),
            round: index < trace.rounds.count ? trace.rounds[index] : nil)
        }, bins: trace.bins, turns: trace.turns, tree: trace.tree)
    }
  }

  /// The first series of a loop; the properties that decide the loop come first.
  static func series(of report: LoopReport, scale: Double) -> [ValueSeries] {
    Array(report.geometry.flatMap { ValueSeries.all(of: $0, scale: scale) }.prefix(8))
  }
}
