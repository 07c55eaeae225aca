import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Random views whose layouts dirty others, at once or in later turns: what goes round fails.
@Suite("Random loops within and across turns, in tests")
struct UnrestTests {
  private enum Way: CaseIterable { case atOnce, block, timer, event, post }

  private struct Edge {
    var target: Int
    var way: Way
  }

  /// Views that dirty each other along the edges of a graph.
  private final class App {
    let loop = TurnLoop()
    /// True if a circle can be reached from the views that are dirty at first.
    let hasLoop: Bool
    /// The edges, for a failure's message.
    let graph: String
    private let window: Window
    private let views: [GeneratedView]

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
      let count = Int.random(in: 1...12, using: &random)
      views = (0..<count).map { GeneratedView("view\($0)") }
      let isAcyclic = Bool.random(using: &random)
      let edges = (0..<count).map { index in
        (0..<Int.random(in: 0...2, using: &random)).compactMap { _ -> Edge? in
          let targets = isAcyclic ? (index + 1)..<count : 0..<count
          return targets.randomElement(using: &random).map {
            Edge(target: $0, way: Way.allCases.randomElement(using: &random) ?? .block)
          }
        }
      }
      let first = Int.random(in: 0..<count, using: &random)
      hasLoop = App.reachesCircle(edges, from: first)
      graph =
        "from \(first): "
        + edges.enumerated().map { index, edges in
          "\(index) → " + edges.map { "\($0.target) \($0.way)" }.joined(separator: ", ")
        }.joined(separator: "; ")
      for view in views {
        let superview = ([window] + view.superviewCandidates(of: views)).randomElement(
          using: &random)
        (superview ?? window).addSubview(view)
      }
      window.layoutIfNeeded()
      for (view, edges) in zip(views, edges) {
        view.onLayout = { [unowned self] _ in for edge in edges { follow(edge) } }
      }
      views[first].setNeedsLayout()
    }

    private func follow(_ edge: Edge) {
      let target = views[edge.target]
      let work = { [unowned target] in target.setNeedsLayout() }
      switch edge.way {
      case .atOnce: work()
      case .block: loop.async(work)
      case .timer: loop.after(.milliseconds(1), work)
      case .event: loop.event(work)
      case .post:
        nonisolated(unsafe) let work = work
        loop.poster.post { _ in work() }
      }
    }

    private static func reachesCircle(_ edges: [[Edge]], from first: Int) -> Bool {
      var open: Set<Int> = []
      var done: Set<Int> = []
      func visit(_ index: Int) -> Bool {
        if open.contains(index) { return true }
        guard done.insert(index).inserted else { return false }
        open.insert(index)
        defer { open.remove(index) }
        return edges[index].contains { visit($0.target) }
      }
      return visit(first)
    }
  }

  @Test("a circle of layouts fails, whatever leads from one to the next, and nothing else does")
  func circles() throws {
    let first = firstSeed("UnrestTests")
    let count = caseCount(1_000, inDebug: 12)
    for seed in first..<first + UInt64(count) {
      let app = App(seed: seed)
      var found: [LoopReport] = []
      do {
        try app.loop.expectNoLayoutLoops(allowsNoLayouts: true) {
          // A loop by way of timers comes back in every fourth turn, or less often.
          app.loop.runUntilIdle(limit: 800)
        }
      } catch let error as LoopDetected {
        found = error.reports
      }
      #expect(found.isEmpty != app.hasLoop, "seed \(seed), \(app.graph): \(found)")
    }
    // Few apps may all loop by chance.
    let loops = (first..<first + 400).count { App(seed: $0).hasLoop }
    #expect((51..<350).contains(loops), "\(loops) of 400")
  }

  // MARK: Ways that are not layouts

  private func isGreen(turns: Int = 300, _ loop: TurnLoop) throws -> Bool {
    do {
      try loop.expectNoLayoutLoops { loop.runUntilIdle(limit: turns) }
      return true
    } catch is LoopDetected {
      return false
    }
  }

  private func makeWindow() -> Window {
    Window(frame: CGRect(x: 0, y: 0, width: 300, height: 100), loop: TurnLoop())
  }

  @Test(
    "a layout whose block changes a text fails, with constraints, too", arguments: [true, false])
  func texts(hasConstraints: Bool) throws {
    let window = makeWindow()
    let (row, label) = (GeneratedView("row"), Label())
    window.addSubview(row)
    row.addSubview(label)
    if hasConstraints {
      label.translatesAutoresizingMaskIntoConstraints = false
      label.leadingAnchor.constraint(equalTo: row.leadingAnchor).isActive = true
    }
    row.onLayout = { row in
      row.window?.loop.async { [unowned row] in
        label.text = row.layouts % 2 == 0 ? "short" : "a longer text"
      }
    }
    let hunter = LoopHunter(loop: window.loop, killSwitch: KillSwitch(isEngaged: false))
    var reports: [LoopReport] = []
    try hunter.attach(to: row) { reports.append($0) }
    #expect(try !isGreen(window.loop))
    #expect(reports.first?.view.path == "Window/row")
  }

  @Test("a size that moves a view elsewhere, whose layout changes the size in the next turn, fails")
  func sizesElsewhere() throws {
    let window = makeWindow()
    let (label, moved) = (Label(), View())
    let (first, second) = (GeneratedView("first"), GeneratedView("second"))
    for (superview, view) in [(first, label), (second, moved)] as [(View, View)] {
      window.addSubview(superview)
      superview.addSubview(view)
      view.translatesAutoresizingMaskIntoConstraints = false
    }
    moved.leadingAnchor.constraint(equalTo: label.trailingAnchor).isActive = true
    second.onLayout = { view in
      view.window?.loop.async { [unowned view] in
        label.text = view.layouts % 2 == 0 ? "short" : "a longer text"
      }
    }
    #expect(try !isGreen(window.loop))
  }

  private final class Field: View {
    var updates = 0

    override func updateConstraints() {
      super.updateConstraints()
      updates += 1
      window?.loop.async { [weak self] in self?.setNeedsUpdateConstraints() }
    }
  }

  /// Posts another question for its size whenever it is asked, as far as it is told to.
  private final class Fickle: View {
    var asked = 0
    var postsNext = true

    override var intrinsicContentSize: CGSize {
      asked += 1
      if postsNext { window?.loop.async { [weak self] in self?.invalidateIntrinsicContentSize() } }
      return CGSize(width: 9 + asked % 2, height: 9)
    }
  }

  @Test(
    "a size that brings about the next question for it fails, and one that the test asks for doesn't",
    arguments: [true, false])
  func sizes(postsNext: Bool) throws {
    let window = makeWindow()
    let fickle = Fickle()
    fickle.postsNext = postsNext
    fickle.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(fickle)
    fickle.topAnchor.constraint(equalTo: window.topAnchor).isActive = true
    let timer = window.loop.every(.milliseconds(5), target: fickle) {
      if !$0.postsNext { $0.invalidateIntrinsicContentSize() }
    }
    #expect(try isGreen(window.loop) != postsNext)
    #expect(fickle.asked > 60)
    timer.invalidate()
  }

  @Test("updates of constraints that bring about the next ones fail")
  func updates() throws {
    let window = makeWindow()
    let field = Field()
    window.addSubview(field)
    field.setNeedsUpdateConstraints()
    #expect(try !isGreen(window.loop))
    #expect(field.updates > 60)
  }

  /// The deeds of an observer that a layout adds, and that ends at its first call.
  private enum Once: CaseIterable { case dirties, posts, sends, arms }

  /// A row, and a clock that keeps the turns going.
  private func makeClock() -> (loop: TurnLoop, window: Window, row: GeneratedView) {
    let window = makeWindow()
    let row = GeneratedView("row")
    window.addSubview(row)
    window.loop.every(.milliseconds(1), target: window) { _ in }
    return (window.loop, window, row)
  }

  @Test("a layout that brings about the next one by an observer of a phase fails")
  func phases() throws {
    for phase in TurnLoop.Phase.allCases {
      for once in Once.allCases {
        let (loop, window, row) = makeClock()
        var token: ObservationToken?
        row.onLayout = { [unowned loop] row in
          token = loop.addObserver(at: phase, order: .max) { [unowned loop, unowned row] in
            token?.cancel()
            switch once {
            case .dirties: row.setNeedsLayout()
            case .posts: loop.async { [unowned row] in row.setNeedsLayout() }
            case .sends: loop.event { [unowned row] in row.setNeedsLayout() }
            case .arms: loop.after(.zero) { [unowned row] in row.setNeedsLayout() }
            }
          }
        }
        #expect(try !isGreen(turns: 160, loop), "\(phase), \(once)")
        withExtendedLifetime((window, token)) {}
      }
    }
  }

  @Test("the report of such a chain names the deed, and the observer in which it was done")
  func phaseReport() throws {
    let (loop, window, row) = makeClock()
    var token: ObservationToken?
    row.onLayout = { [unowned loop] row in
      token = loop.addObserver(at: .afterCommit) { [unowned row] in
        token?.cancel()
        row.setNeedsLayout()
      }
    }
    let found = #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops {
        row.setNeedsLayout()
        for _ in 0..<70 {
          loop.async {}
          loop.runTurn()
        }
      }
    }
    let report = try #require(found?.reports.first)
    let sentence = report.culprit?.sentence ?? ""
    #expect(report.culprit?.edge.action == .call(.setNeedsLayout), "\(report)")
    #expect(sentence.contains("in an observer of a phase that its layout added"), "\(report)")
    #expect(!report.stacks.isEmpty && report.remarks.isEmpty, "\(report)")
    withExtendedLifetime((window, token)) {}
  }

  @Test("new views that each bring the next one by an observer of a phase fail")
  func phasesOfNewViews() throws {
    let (loop, window, _) = makeClock()
    var token: ObservationToken?
    func bring() {
      let view = GeneratedView("toast")
      view.onLayout = { [unowned loop] view in
        token = loop.addObserver(at: .afterCommit) { [unowned view] in
          token?.cancel()
          view.removeFromSuperview()
          bring()
        }
      }
      window.addSubview(view)
    }
    bring()
    #expect(try !isGreen(turns: 100, loop))
    withExtendedLifetime(token) {}
  }

  /// The uses of observers of phases that are no chains.
  enum Observer: CaseIterable {
    /// The first layout adds one that dirties in each turn, or posts.
    case repeats, repeatsByBlocks
    /// Each layout adds one that only counts, or dirties another view; code outside layout brings it about.
    case counts, follows
    /// Code outside layout adds one in each turn.
    case outside
    /// Each layout adds one that dirties, but only a few times.
    case ends
    /// The last of many rows that load one after the other adds one that dirties in each turn.
    case afterRows
  }

  @Test("observers of phases that are no part of a chain pass", arguments: Observer.allCases)
  func innocentPhases(observer: Observer) throws {
    let (loop, window, row) = makeClock()
    let other = GeneratedView("other")
    window.addSubview(other)
    var tokens: [ObservationToken] = []
    func observe(_ body: @escaping () -> Void) {
      tokens.append(loop.addObserver(at: .afterCommit, body))
    }
    func once(_ body: @escaping () -> Void) {
      let place = tokens.count
      observe {
        tokens[place].cancel()
        body()
      }
    }
    var rows = 0
    func load() {
      let row = GeneratedView("cell")
      row.onLayout = { [unowned loop] row in
        guard row.layouts == 1 else { return }
        rows += 1
        if rows < 80 { loop.async(load) } else { observe { other.setNeedsLayout() } }
      }
      window.addSubview(row)
    }
    var seen = 0
    row.onLayout = { [unowned loop] row in
      switch observer {
      case .repeats: if row.layouts == 1 { observe { row.setNeedsLayout() } }
      case .repeatsByBlocks:
        if row.layouts == 1 { observe { loop.async { row.setNeedsLayout() } } }
      case .counts: once { seen += 1 }
      case .follows: once { other.setNeedsLayout() }
      case .ends: if row.layouts < 20 { once { row.setNeedsLayout() } }
      case .outside, .afterRows: break
      }
    }
    do {
      try loop.expectNoLayoutLoops {
        if observer == .afterRows { load() }
        for _ in 0..<160 {
          if observer == .counts || observer == .follows { row.setNeedsLayout() }
          if observer == .outside { once { row.setNeedsLayout() } }
          loop.async {}
          loop.runTurn()
        }
      }
    } catch let error as LoopDetected {
      Issue.record("\(observer): \(error)")
    }
    row.onLayout = nil
    for token in tokens { token.cancel() }
  }

  @Test("rows that load one after the other pass, although each puts off a timer")
  func cancelledTimers() throws {
    let window = makeWindow()
    unowned let loop = window.loop
    var save: TurnLoop.Timer?
    var (rows, saves) = (0, 0)
    func addRow() {
      guard rows < 80 else { return }
      rows += 1
      let row = GeneratedView("row")
      row.onLayout = { row in
        guard row.layouts == 1 else { return }
        save?.invalidate()
        save = loop.after(.seconds(1)) { saves += 1 }
        loop.async(addRow)
      }
      window.addSubview(row)
    }
    addRow()
    #expect(try isGreen(loop))
    #expect(rows == 80 && saves == 1)
  }

  @Test(
    "windows that come and go fail, whether or not one is there at the end", arguments: 299...301)
  func windows(turns: Int) throws {
    let loop = TurnLoop()
    var shown: [Window] = []
    final class Toast: Window {
      var onLayout: () -> Void = {}
      override func layoutSubviews() { onLayout() }
    }
    func show() {
      let toast = Toast(frame: CGRect(x: 0, y: 0, width: 9, height: 9), loop: loop)
      toast.onLayout = { [unowned loop] in
        loop.async {
          shown.removeAll()
          loop.async(show)
        }
      }
      shown = [toast]
    }
    show()
    #expect(try !isGreen(turns: turns, loop))
    shown.removeAll()
  }

  /// Adds another view in each turn, by a block that the layout of the one before posts.
  private func bringEver(_ name: String, to host: View, _ loop: TurnLoop) {
    let view = GeneratedView(name)
    view.onLayout = { [unowned loop, unowned host] view in
      guard view.layouts == 1 else { return }
      loop.async { [weak view] in
        view?.removeFromSuperview()
        bringEver(name, to: host, loop)
      }
    }
    host.addSubview(view)
  }

  private func known(_ body: (Window) -> Void) throws -> URL {
    let window = makeWindow()
    body(window)
    var baseline = Baseline()
    do {
      try window.loop.expectNoLayoutLoops { window.loop.runUntilIdle(limit: 300) }
    } catch let error as LoopDetected {
      for report in error.reports { _ = baseline.add(report) }
    }
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    try Data(baseline.text).write(to: file)
    return file
  }

  private func tick(in window: Window) {
    let ticker = GeneratedView("ticker")
    ticker.onLayout = { view in
      view.window?.loop.async { [unowned view] in view.setNeedsLayout() }
    }
    window.addSubview(ticker)
  }

  @Test("a known loop across turns hides no other one, of whichever kind")
  func besideKnown() throws {
    let (first, second) = (View(), View())
    let ways: [(known: (Window) -> Void, other: (Window) -> Void)] = [
      ({ tick(in: $0) }, { bringEver("toast", to: $0, $0.loop) }),
      (
        {
          $0.addSubview(first)
          bringEver("toast", to: first, $0.loop)
        },
        {
          $0.addSubview(second)
          bringEver("banner", to: second, $0.loop)
        }
      ),
    ]
    for (index, way) in ways.enumerated() {
      let file = try known(way.known)
      defer { try? FileManager.default.removeItem(at: file) }
      for hasOther in [false, true] {
        let window = makeWindow()
        way.known(window)
        if hasOther {
          window.loop.runTurn()
          way.other(window)
        }
        var isGreen = true
        do {
          try window.loop.expectNoLayoutLoops(baseline: file) {
            window.loop.runUntilIdle(limit: 300)
          }
        } catch is LoopDetected {
          isGreen = false
        }
        #expect(isGreen != hasOther, "way \(index), with the other: \(hasOther)")
      }
    }
  }

  /// Shows views, each of which its own layout removes, and whose death brings about the next one.
  private final class Stage {
    enum Way: CaseIterable { case async, after, event, poster, observer }

    private final class Ghost: View {
      private let stage: Stage
      private var wasShown = false

      init(on stage: Stage) {
        self.stage = stage
        super.init(frame: .zero)
      }

      override func layoutSubviews() {
        wasShown = true
        removeFromSuperview()
      }

      deinit { if wasShown { stage.goOn() } }
    }

    private unowned let window: Window
    private let way: Way
    private let isForced: Bool
    private var token: ObservationToken?

    init(in window: Window, _ way: Way, isForced: Bool) {
      (self.window, self.way, self.isForced) = (window, way, isForced)
    }

    func show() {
      window.addSubview(Ghost(on: self))
      if isForced { window.layoutIfNeeded() }
    }

    private func goOn() {
      switch way {
      case .async: window.loop.async { self.show() }
      case .after: window.loop.after(.zero) { self.show() }
      case .event: window.loop.event { self.show() }
      case .poster:
        nonisolated(unsafe) let stage = self
        window.loop.poster.post { _ in stage.show() }
      case .observer:
        token = window.loop.addObserver(at: .afterCommit) { [weak self] in
          self?.token?.cancel()
          self?.show()
          // An observer keeps no loop busy.
          self?.window.loop.async {}
        }
      }
    }
  }

  @Test(
    "a death that a layout causes, and that brings about the next one, fails",
    arguments: Stage.Way.allCases, [false, true])
  private func deaths(way: Stage.Way, isForced: Bool) throws {
    let window = makeWindow()
    let stage = Stage(in: window, way, isForced: isForced)
    window.loop.async { stage.show() }
    #expect(try !isGreen(window.loop))
    withExtendedLifetime(stage) {}
  }
}

extension GeneratedView {
  /// The views of a list before this one, below which it may be.
  fileprivate func superviewCandidates(of views: [GeneratedView]) -> [View] {
    Array(views.prefix { $0 !== self })
  }
}
