import Foundation
import ViewTree

/// Reruns the loops of a console log in views that do what the log says, and records that.
///
/// UIKit reports one round of a loop, and the actions of about ten. The layout pass itself finds
/// the consequences, so a replay can repeat the recording.
final class LayoutLoopWorld {
  /// Notes for a reader of the results, one sentence each.
  private(set) var notes: [String] = []
  private let loop = TurnLoop(clock: .virtual)
  private var windows: [String: Window] = [:]
  private var views: [ViewKey: LoggedNodeView] = [:]
  private var scenes: [Scene] = []
  private var running: Run?
  private var core: RecorderCore?
  private var observation: ObservationToken?
  /// The number of recorded loops.
  private var recorded = 0
  /// The `from` of a view's current action.
  fileprivate private(set) var origin: String?

  private struct ViewKey: Hashable {
    var view: LoggedView
    var superview: ObjectIdentifier
  }

  /// A loop with its views.
  private struct Scene {
    var loop: LayoutLoopScene
    var views: [LoggedNodeView]
  }

  /// A running loop.
  private struct Run {
    let scene: LayoutLoopScene
    /// The numbers of layouts of the top-level view and of batches.
    var round = 0
    var batches = 0
    /// The views that the batch lays out.
    var waiting: [LoggedNodeView] = []
    /// The number of batches that contains all rounds; nil until they are over.
    var neededBatches: Int?
  }

  /// The calls whose stacks end before the layout in which they were made.
  var cutOff: [LayoutLoopReport.Call] { scenes.flatMap(\.loop.cutOff) }

  /// True if an anchor point was moved, which only newer readers support.
  fileprivate(set) var movedAnchors = false

  private static let unlimited = 1 << 20
  private static let mostNotes = 12
  /// The number of views among which a batch looks for those that wait twice.
  private static let mostWaiting = 200

  init(_ reports: [LayoutLoopReport]) {
    loop.replay = self
    var about: [String: [Int]] = [:]
    var all: [String] = []
    for (index, report) in reports.enumerated() {
      guard let scene = stage(report) else { continue }
      scenes.append(scene)
      for note in scene.loop.notes {
        if about[note] == nil { all.append(note) }
        about[note, default: []].append(index + 1)
      }
    }
    notes = all.prefix(Self.mostNotes).map { note in
      let numbers = about[note] ?? []
      return numbers.count == reports.count ? note : Self.note(note, about: numbers)
    }
    if all.count > Self.mostNotes {
      notes.append("\((all.count - Self.mostNotes).counted("more remark")) of this kind")
    }
  }

  deinit {
    loop.replay = nil
    // The views' deaths are not recorded: nothing can be looked up any more.
    endRecording()
  }

  /// Prefixes a note with the reports to which it applies.
  private static func note(_ note: String, about numbers: [Int]) -> String {
    let shown = numbers.prefix(5).map(String.init) + (numbers.count > 5 ? ["…"] : [])
    return "report\(numbers.count == 1 ? "" : "s") \(shown.joined(separator: ", ")): \(note)"
  }

  // MARK: Staging

  /// Makes the views of a report; nil if it names none.
  private func stage(_ report: LayoutLoopReport) -> Scene? {
    guard let top = report.topView else { return nil }
    let round = report.round
    let tree = LoggedTree(report, top: top, round: round)
    let owners = report.owners
    var made: [LoggedView: LoggedNodeView] = [:]
    var order: [LoggedNodeView] = []
    var waiting: [(view: LoggedView, superview: View)] = [(top, window(of: report.process))]
    while let (logged, superview) = waiting.popLast() {
      let view = view(logged, tree.frames[logged], owner: owners[logged], in: superview)
      made[logged] = view
      order.append(view)
      waiting += (tree.children[logged] ?? []).reversed().map { ($0, view) }
    }
    forgetWhatWaits(in: order)
    guard let topView = made[top] else { return nil }
    let scene = LayoutLoopScene(report, top: topView, round: round, views: made)
    return Scene(loop: scene, views: order)
  }

  private func window(of process: String) -> Window {
    if let window = windows[process] { return window }
    let window = Window(frame: .zero, loop: loop)
    window.isScripted = true
    window.adopt(RecordedClass(name: "Process"))
    window.identifier = process.isEmpty ? nil : process
    windows[process] = window
    return window
  }

  /// The view for a description, the same one in all reports that place it alike.
  private func view(
    _ logged: LoggedView, _ frame: CGRect?, owner: String?, in superview: View
  ) -> LoggedNodeView {
    let key = ViewKey(view: logged, superview: ObjectIdentifier(superview))
    if let view = views[key] { return view }
    let view = LoggedNodeView(frame: frame ?? .zero)
    let className = LoggedNames.className(logged.className)
    view.isScripted = true
    view.adopt(RecordedClass(name: className))
    view.identifier =
      "\(owner.map { "\($0).view" } ?? className):0x\(String(logged.address, radix: 16))"
    view.world = self
    view.place = views.count
    views[key] = view
    superview.addSubview(view)
    return view
  }

  // MARK: Running

  /// Runs each loop in a turn of its own; returns the most batches that the rounds take.
  func measure() -> Int {
    loop.passLimit = Self.unlimited
    return scenes.map { play($0).neededBatches ?? 1 }.max() ?? 1
  }

  /// Begins to write the events, with this number of batches in the header.
  func begin(_ writer: TraceWriter, _ header: TraceEvent.Header) {
    loop.passLimit = header.passLimit ?? loop.passLimit
    let core = RecorderCore(loop: loop, writer: writer, script: Script(self, header))
    observation = loop.addLayoutObserver(core)
    self.core = core
    core.begin()
  }

  /// Runs the next loop in a turn of its own; returns false if all have run.
  func playNext() -> Bool {
    guard let core else { return false }
    guard recorded < scenes.count else {
      core.writer.write(.end(turns: recorded))
      endRecording()
      return false
    }
    play(scenes[recorded])
    recorded += 1
    return true
  }

  private func endRecording() {
    observation?.cancel()
    core?.end()
    core = nil
  }

  @discardableResult
  private func play(_ scene: Scene) -> Run {
    running = Run(scene: scene.loop)
    for view in scene.views { view.begin() }
    loop.replayTurn(loop.turn, at: nil) { loop.replayCommit() }
    // The app was gone by then: nothing waits for the next turn.
    if let core {
      for view in scene.views where view.needsLayout {
        core.writer.write(.clean(view: core.number(of: view)))
      }
    }
    forgetWhatWaits(in: scene.views)
    defer { running = nil }
    return running ?? Run(scene: scene.loop)
  }

  private func forgetWhatWaits(in views: [LoggedNodeView]) {
    for window in windows.values { window.discardPendingLayout() }
    for view in views { view.discardPendingLayout() }
  }

  fileprivate func layOut(_ view: LoggedNodeView) {
    guard var run = running, run.neededBatches == nil else { return }
    if view === run.scene.top { run.round += 1 }
    let layout = view.layouts
    let number = view.countLayout(in: run.round)
    let isLast = view === run.scene.top && layout >= run.scene.rounds && run.scene.isComplete
    if loop.passLimit == Self.unlimited, isLast || view.layouts > run.scene.most {
      // The running batch is one more than the rounds take.
      run.neededBatches = run.batches - 1
    }
    running = run
    guard run.neededBatches == nil else { return }
    for habit in run.scene.habits(of: view) { perform(habit, layout) }
    absorb(run.waiting)
    for other in run.scene.dirtied(by: view, inLayout: number) where !other.needsLayout {
      other.setNeedsLayout(because: "unknown")
    }
  }

  /// Lets a waiting view be laid out once: UIKit forgets that it is dirty when its layout begins.
  private func absorb(_ waiting: [LoggedNodeView]) {
    guard waiting.count <= Self.mostWaiting else { return }
    for view in waiting where view.isWaiting && view.needsLayout {
      view.discardPendingLayout()
      if let core { core.writer.write(.clean(view: core.number(of: view))) }
    }
  }

  private func perform(_ habit: LayoutLoopScene.Habit, _ layout: Int) {
    guard let view = habit.deed.target else { return }
    origin = habit.deed.place
    defer { origin = nil }
    switch habit.deed.action {
    case .write(let property):
      for numbers in habit.course?.values(inLayout: layout) ?? [] { view.set(property, numbers) }
    case .call(.explicit): view.setNeedsLayout()
    case .call(let reason): if !view.needsLayout { view.setNeedsLayout(because: reason) }
    default: break
    }
  }
}

extension LayoutLoopWorld: LayoutReplay {
  /// Begins a round if nothing in the log does.
  func willCollectCommit() {
    guard var run = running, run.neededBatches == nil else { return }
    run.batches += 1
    running = run
    // The log does not say why the loop began.
    if run.batches == 1 {
      for view in run.scene.entries { view.setNeedsLayout(because: "unknown") }
    } else if !loop.commitHasWork {
      for habit in run.scene.outside { perform(habit, run.round) }
      if !loop.commitHasWork { run.scene.top.markPendingLayout() }
    }
    run.waiting = run.scene.entries.filter(\.needsLayout)
    for view in run.waiting { view.isWaiting = true }
    running = run
  }

  func willCollectForced(in root: View) {}
  func subviewsWouldResize(of view: View) {}
}

/// The answers of the world to a recorder: the views themselves say everything.
private final class Script: RecordingScript {
  private unowned let world: LayoutLoopWorld
  let header: TraceEvent.Header?

  init(_ world: LayoutLoopWorld, _ header: TraceEvent.Header) {
    (self.world, self.header) = (world, header)
  }

  func number(of view: View) -> Int? { nil }
  func number(of work: WorkID) -> Int? { nil }
  func time(of moment: RecordingMoment) -> Int64? { nil }
  var origin: String? { world.origin }
  var isComplete: Bool { true }
}

/// A view whose layout does what a log says.
final class LoggedNodeView: View {
  fileprivate weak var world: LayoutLoopWorld?
  /// Its index in the order in which the views were made.
  fileprivate(set) var place = 0
  /// The number of its layouts in the turn.
  private(set) var layouts = 0
  /// True if the running batch will lay it out.
  fileprivate var isWaiting = false
  private var round = -1
  private var layoutsInRound = 0
  private var insets: [GeometryProperty: EdgeInsets] = [:]

  override func layoutSubviews() { world?.layOut(self) }

  /// Begins a turn.
  fileprivate func begin() { (layouts, round, layoutsInRound, isWaiting) = (0, -1, 0, false) }

  /// Counts a layout, and returns its number in the round, from 1.
  fileprivate func countLayout(in round: Int) -> Int {
    if self.round != round { (self.round, layoutsInRound) = (round, 0) }
    layouts += 1
    layoutsInRound += 1
    isWaiting = false
    return layoutsInRound
  }

  /// Writes a property that a log names.
  fileprivate func set(_ property: GeometryProperty, _ numbers: [Double]) {
    switch property {
    case .frame: frame = CGRect(numbers)
    case .bounds: bounds = CGRect(numbers)
    case .center: center = CGPoint(numbers)
    case .anchorPoint:
      let old = anchorPoint
      anchorPoint = CGPoint(numbers)
      if anchorPoint != old { world?.movedAnchors = true }
    case .transform: break
    default:
      let old = insets[property] ?? .zero
      let new = EdgeInsets(numbers)
      guard new != old else { return }
      insets[property] = new
      noteInsets(property, from: old, to: new)
    }
  }
}
