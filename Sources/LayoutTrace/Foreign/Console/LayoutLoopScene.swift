import ViewTree

/// The actions of a loop that UIKit reported: what each view does in each of its layouts.
///
/// Only a view that no call and no write explains is dirtied by its nearest superview in the loop:
/// UIKit logs the calls that lead upwards.
final class LayoutLoopScene {
  /// A deed in each layout of a view, with the numbers that it writes in each.
  typealias Habit = (deed: LayoutDeed<LoggedNodeView, Never>, course: GeometryCourse?)

  let top: LoggedNodeView
  /// The views of a round, and all others that act, each once.
  private(set) var entries: [LoggedNodeView] = []
  /// The number of repetitions of the round.
  let rounds: Int
  /// The maximum number of layouts of a view.
  let most: Int
  /// The deeds of code outside layout, once in a round.
  private(set) var outside: [Habit] = []
  /// Notes for a reader of the results, one sentence each.
  private(set) var notes: [String] = []

  private let report: LayoutLoopReport
  private let views: [LoggedView: LoggedNodeView]
  private let owners: [LoggedView: String]
  private var habits: [ObjectIdentifier: [Habit]] = [:]
  /// The views that a view dirties in a layout of a round, by the layout's number in the round, from 1.
  private var inferred: [ObjectIdentifier: [Int: [LoggedNodeView]]] = [:]
  /// The calls whose stacks end before the layout in which they were made.
  private(set) var cutOff: [LayoutLoopReport.Call] = []
  /// The views whose dirtying the log explains.
  private var explained: Set<ObjectIdentifier> = []

  /// One more than the default threshold of a hunt.
  private static let usualRounds = 101
  /// The largest threshold that UIKit accepts.
  private static let largestThreshold = 10_000
  private static let mostLayouts = 300_000
  /// The number of layouts by which one view may be ahead of the others.
  private static let lead = 50

  /// `views`: those of the report, by their descriptions in the log; `round`: the order of layouts.
  init(
    _ report: LayoutLoopReport, top: LoggedNodeView, round: [LoggedView],
    views: [LoggedView: LoggedNodeView]
  ) {
    (self.report, self.top, self.views) = (report, top, views)
    owners = report.owners
    let wanted = max(Self.usualRounds, min(report.threshold ?? 0, Self.largestThreshold) + 1)
    rounds = min(wanted, max(2, Self.mostLayouts / max(1, round.count)))
    var counts: [LoggedView: Int] = [:]
    for view in round { counts[view, default: 0] += 1 }
    most = (rounds + Self.lead) * ((counts.values.max() ?? 1) + 1)
    addWrites(counts)
    addCalls(LoggedWriters(report, round: round))
    explainTheRest(round.compactMap { views[$0] })
    noteWhatIsMissing()
  }

  /// The deeds of a view in each of its layouts.
  func habits(of view: LoggedNodeView) -> [Habit] { habits[ObjectIdentifier(view)] ?? [] }

  /// The views that a view dirties in a layout of a round, from 1, for no reason in the log.
  func dirtied(by view: LoggedNodeView, inLayout number: Int) -> [LoggedNodeView] {
    inferred[ObjectIdentifier(view)]?[number] ?? []
  }

  /// True if all views were laid out in all rounds; views that lag far behind are not waited for.
  var isComplete: Bool {
    top.layouts > rounds + Self.lead || entries.allSatisfy { $0.layouts >= rounds }
  }

  // MARK: Actions in the log

  private func addWrites(_ counts: [LoggedView: Int]) {
    struct Course: Hashable {
      var target: LoggedView
      var property: GeometryProperty
      var method: String?
      var writer: LoggedView?
    }
    var values: [Course: [[Double]]] = [:]
    var courses: [Course] = []
    var sizes: [LoggedView: Set<[Double]>] = [:]
    for (target, write) in report.writes {
      let course = Course(
        target: target, property: write.property, method: write.method, writer: write.writer)
      if values[course] == nil { courses.append(course) }
      values[course, default: []].append(write.numbers)
      if [.frame, .bounds].contains(write.property) {
        sizes[target, default: []].insert(Array(write.numbers.suffix(2)))
      }
    }
    var kinds: [GeometryCourse.Kind] = []
    for key in courses {
      guard let target = views[key.target], let written = values[key] else { continue }
      let perRound = max(1, key.writer.flatMap { counts[$0] } ?? 1)
      let course = GeometryCourse(written, layoutsPerRound: perRound)
      kinds.append(course.kind)
      guard let logged = key.writer, let writer = views[logged] else {
        add((LayoutDeed(by: nil, .write(key.property), to: target), course))
        continue
      }
      let owner = key.method.map(LoggedNames.isOfController) == true ? owners[logged] : nil
      let className = owner ?? LoggedNames.className(logged.className)
      let place = key.method.map { "\(className).\($0)" }
      add((LayoutDeed(by: writer, .write(key.property), to: target, at: place), course))
      // A view that resizes itself dirties its superview only.
      if writer !== target, sizes[key.target]?.count ?? 0 > 1,
        [.frame, .bounds].contains(key.property)
      {
        explained.insert(ObjectIdentifier(target))
      }
    }
    if kinds.contains(where: { if case .rising = $0 { true } else { false } }) {
      notes.append(
        "values that rise by the same amount in every logged round are continued in that way")
    }
    if kinds.contains(.ending) {
      notes.append("some values follow no pattern: they are written as often as the log has them")
    }
  }

  private func addCalls(_ writers: LoggedWriters) {
    struct Key: Hashable {
      var target: ObjectIdentifier
      var writer: ObjectIdentifier?
      var from: String?
    }
    var done: Set<Key> = []
    var guesses = 0
    // Calls that were logged individually name the layout; the lists at the end repeat them.
    let direct = Set(report.calls.lazy.filter { $0.writer != nil }.map(\.target))
    for call in report.calls where call.writer != nil || !direct.contains(call.target) {
      guard let target = views[call.target] else { continue }
      guard let found = writers.writer(of: call) else {
        cutOff.append(call)
        continue
      }
      if found.isGuess { guesses += 1 }
      let writer = found.view.flatMap { views[$0] }
      let place = call.place
      let key = Key(
        target: ObjectIdentifier(target), writer: writer.map { ObjectIdentifier($0) }, from: place)
      guard done.insert(key).inserted else { continue }
      // A setter that made the call may lead to it in the tree, too.
      let action = LayoutAction.call(call.isByGeometry ? "geometry" : .explicit)
      add((LayoutDeed(by: writer, action, to: target, at: place), nil))
      if let writer, writer !== target { explained.insert(ObjectIdentifier(target)) }
    }
    if !cutOff.isEmpty {
      notes.append(
        "\(cutOff.count.counted("call stack")) \(cutOff.count == 1 ? "is" : "are") cut off before "
          + "the layout in which the call was made")
    }
    if guesses > 0 {
      notes.append(
        "\(guesses.counted("call stack")) \(guesses == 1 ? "does" : "do") not identify the view in "
          + "layout: the likeliest one is named")
    }
  }

  private func add(_ habit: Habit) {
    guard let writer = habit.deed.writer else { return outside.append(habit) }
    habits[ObjectIdentifier(writer), default: []].append(habit)
  }

  // MARK: Inferred actions

  /// Attributes each unexplained layout to the nearest superview in the loop, and a view's second
  /// layout in a round to the preceding layout.
  private func explainTheRest(_ round: [LoggedNodeView]) {
    let inLoop = Set(round.map { ObjectIdentifier($0) })
    // A view that acts is laid out, even if the list lacks it.
    let unlisted = views.values.filter {
      habits[ObjectIdentifier($0)] != nil && !inLoop.contains(ObjectIdentifier($0))
    }
    let waiting = round + unlisted.sorted { $0.place < $1.place }
    var counts: [ObjectIdentifier: Int] = [:]
    var previous: LoggedNodeView?
    for view in waiting {
      let identifier = ObjectIdentifier(view)
      let count = counts[identifier, default: 0] + 1
      counts[identifier] = count
      if count == 1 { entries.append(view) }
      defer { previous = view }
      guard view !== top, !explained.contains(identifier) else { continue }
      if count > 1, let previous, previous !== view {
        let number = counts[ObjectIdentifier(previous)] ?? 1
        inferred[ObjectIdentifier(previous), default: [:]][number, default: []].append(view)
        continue
      }
      var superview = view.superview
      while let above = superview, !inLoop.contains(ObjectIdentifier(above)) {
        superview = above.superview
      }
      let writer = superview as? LoggedNodeView ?? top
      inferred[ObjectIdentifier(writer), default: [:]][1, default: []].append(view)
    }
  }

  private func noteWhatIsMissing() {
    let isKnownByCalls = report.upmost != nil
    var missing: [String] = []
    if report.top == nil, !isKnownByCalls { missing.append("the top-level view") }
    if report.tree.isEmpty, !isKnownByCalls, views.count > 1 {
      missing.append("the tree: views stand directly in the top-level one")
    }
    if !report.hasOrder { missing.append("the order of the layouts") }
    if report.calls.isEmpty {
      missing.append(
        report.writes.isEmpty
          ? "geometry changes and call stacks: nothing says what keeps the loop going"
          : "the call stacks: the callers of setNeedsLayout are unknown")
    }
    if !missing.isEmpty {
      notes.append("the log is not complete; it lacks \(missing.joined(separator: "; "))")
    }
    if !report.isConfirmed { notes.append("UIKit itself was not sure of this loop") }
    if report.hasConstraints {
      notes.append(
        "this loop goes through constraints, whose changes are not evaluated"
          + (report.hasAmbiguousLayout ? "; UIKit suspects that they are ambiguous" : ""))
    }
    notes.append(
      "UIKit logs one round of a loop that does not end; it is repeated \(rounds) times here")
  }
}
