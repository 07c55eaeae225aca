import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import ViewTree

/// A recorded run in which views leave and enter trees in any order; a seed gives the same run.
///
/// Windows open and close, views are made and released, trees are taken apart and put together
/// inside and outside the windows, between turns and in layouts, and some geometry is enormous. In a
/// quarter of the runs, constraints come and go, and labels and stacks have values of their own. In
/// half of them the loop works: blocks, timers and posted work wait when the recording begins, layout
/// is forced inside and outside the windows, passes end at limits that rise and fall, views die there,
/// and the recording may begin or end in the middle of a layout. In an eighth of the others, an observer
/// acts at the beginnings and ends of layouts, too. In a quarter of the runs, views and windows act when they
/// die.
final class ShuffledTree {
  private final class Leaf: View {
    weak var tree: ShuffledTree?
    /// The number of layouts after each of which the view wants another one.
    var rounds = 0
    /// True if the view leaves its tree in its last round, or when its pass reaches the limit.
    var isMortal = false
    /// True if the recording begins in the view's next layout.
    var beginsRecording = false
    private var layouts = 0

    override func layoutSubviews() {
      if beginsRecording {
        beginsRecording = false
        tree?.beginRecording()
      }
      tree?.act()
      guard rounds > 0 else { return }
      rounds -= 1
      layouts += 1
      setNeedsLayout()
      if isMortal, rounds == 0 || layouts >= tree?.loop.passLimit ?? 0 { tree?.release(self) }
    }

    deinit { tree?.actAtDeath() }
  }

  private final class Root: Window {
    weak var tree: ShuffledTree?

    deinit { tree?.actAtDeath() }
  }

  /// An observer that acts.
  private final class Meddler: LayoutObserver {
    unowned let tree: ShuffledTree

    init(_ tree: ShuffledTree) { self.tree = tree }
    func layoutEntered(_ view: View) { tree.meddle() }
    func layoutLeft(_ view: View) { tree.meddle() }
    func commitEnded(_ summary: TurnLoop.CommitSummary) { tree.meddle() }
    func turnBegan(_ turn: Int, now: Duration) { tree.meddle() }
  }

  private let loop = TurnLoop()
  private var meddling: ObservationToken?
  private var generator: SeededGenerator
  /// The windows and views that the run holds; released ones live on in their trees.
  private var windows: [Window] = []
  private var views: [View] = []
  private var budget: Int
  private let isEnormous: Bool
  private let isConstrained: Bool
  private let isWorking: Bool
  private let endsEarly: Bool
  private let actsAtDeaths: Bool
  private var recorder: TraceRecorder?
  private var failure: (any Error)?
  private var constraints: [LayoutConstraint] = []

  private init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    budget = 30
    isEnormous = seed % 8 == 0
    isConstrained = seed % 4 == 3
    isWorking = seed / 16 % 2 == 1
    endsEarly = isWorking && seed / 32 % 4 == 1
    actsAtDeaths = seed / 1_024 % 4 == 1
    loop.passLimit = seed % 16 == 1 ? .max : 20
    loop.nestingLimit = 4
    openWindow()
    for _ in 0..<number(below: 8) + 2 { attach(newView()) }
  }

  /// The trace of a run.
  static func recording(seed: UInt64) throws -> [UInt8] {
    let tree = ShuffledTree(seed: seed)
    if tree.isWorking { tree.prepare() }
    if tree.recorder == nil { tree.beginRecording() }
    if !tree.isWorking, seed / 128 % 8 == 1 {
      tree.meddling = tree.loop.addLayoutObserver(Meddler(tree))
    }
    tree.run()
    tree.meddling?.cancel()
    tree.endRecording()
    if let failure = tree.failure { throw failure }
    return withExtendedLifetime(tree) { tree.recorder?.bytes ?? [] }
  }

  /// The steps before the recording begins, which are not in it.
  private func prepare() {
    for _ in 0..<number(below: 3) {
      for _ in 0..<number(below: 4) { act() }
      loop.runTurn()
    }
    budget = 15
    for _ in 0..<number(below: 6) { act() }
    budget = 40
    // It may begin with the next turn, while one runs.
    guard number(below: 4) == 0 else { return }
    let view = (anyView() as? Leaf) ?? newLeaf()
    if number(below: 2) == 0 {
      loop.async { [unowned self] in beginRecording() }
    } else {
      attach(view)
      view.setNeedsLayout()
      view.beginsRecording = true
      if number(below: 2) == 0 {
        view.layoutIfNeeded()
      } else {
        loop.event { view.layoutIfNeeded() }
      }
    }
    loop.runTurn()
  }

  private func beginRecording() {
    guard recorder == nil else { return }
    do { recorder = try TraceRecorder(loop, to: .memory) } catch { failure = error }
  }

  private func endRecording() {
    do { try recorder?.finish() } catch { failure = error }
  }

  private func run() {
    for _ in 0..<5 {
      // Most changes come in rows: nothing that happens outside the windows is seen.
      for _ in 0..<number(below: 6) { act() }
      loop.event { [unowned self] in for _ in 0..<number(below: 4) { act() } }
      loop.runTurn()
      if isWorking, number(below: 3) == 0 { loop.advance(by: .milliseconds(2), turnsPerInstant: 3) }
    }
    budget = 0
  }

  // MARK: Actions

  private func act() {
    guard budget > 0 else { return }
    budget -= 1
    if isConstrained, number(below: 2) == 0 { return constrain() }
    if isWorking, number(below: 3) == 0 { return work() }
    let view = anyView()
    switch number(below: 24) {
    case 0...5: view.removeFromSuperview()
    case 6...12: attach(view)
    case 13: attach(newView())
    case 14:
      guard !views.isEmpty else { return }
      // It dies when the list is not in use.
      let last = views.remove(at: number(below: views.count))
      withExtendedLifetime(last) {}
    case 15: swap(view)
    case 16: view.frame = rect()
    case 17: view.bounds = rect()
    case 18: view.center = rect().origin
    case 19: turn(view)
    case 20: view.setNeedsLayout(because: number(below: 2) == 0 ? .explicit : "wish")
    case 21: view.superview?.bringSubviewToFront(view)
    case 22: if number(below: 3) == 0 { openWindow() }
    default: if number(below: 3) == 0, windows.count > 1 { closeWindow() }
    }
  }

  /// Acts as an observer, now and then.
  private func meddle() {
    if number(below: 4) == 0 { act() }
  }

  /// Acts in the `deinit` of a view or a window, which must not be kept any more.
  private func actAtDeath() {
    guard actsAtDeaths, budget > 0 else { return }
    budget -= 1
    let view = anyView()
    switch number(below: 6) {
    case 0: view.removeFromSuperview()
    case 1, 2: attach(view)
    case 3: view.frame = rect()
    case 4: view.bounds = rect()
    default: view.setNeedsLayout()
    }
  }

  /// Hands work to the loop, forces layout, or changes how far it may go.
  private func work() {
    let view = anyView()
    switch number(below: 16) {
    case 0...3: view.layoutIfNeeded()
    case 4, 5: loop.async { [unowned self] in act() }
    case 6:
      loop.after(.milliseconds(number(below: 4))) { [unowned self] in act() }
    case 7: loop.every(.milliseconds(1), target: view) { [unowned self] _ in act() }
    case 8: loop.event { [unowned self] in act() }
    case 9:
      // The loop ends before the run does.
      nonisolated(unsafe) let tree = Unmanaged.passUnretained(self)
      loop.poster.post { _ in tree.takeUnretainedValue().act() }
    case 10: loop.passLimit = [3, 8, 20, 60][number(below: 4)]
    case 11: loop.nestingLimit = [1, 2, 4, 8][number(below: 4)]
    case 12...14: loopOn(view)
    default: if endsEarly { endRecording() } else { view.setNeedsLayout() }
    }
  }

  /// Lets a view want layout again and again.
  private func loopOn(_ view: View) {
    guard let leaf = view as? Leaf else { return view.setNeedsLayout() }
    leaf.rounds = number(below: 70)
    leaf.isMortal = number(below: 3) == 0
    leaf.setNeedsLayout()
  }

  private func release(_ view: View) {
    if number(below: 2) == 0 { view.removeFromSuperview() }
    let last = views
    views = last.filter { $0 !== view }
    withExtendedLifetime(last) {}
  }

  /// Changes a constraint, or a value by which controls lay out.
  private func constrain() {
    let view = anyView()
    switch number(below: 12) {
    case 0...3: addConstraint(to: view)
    case 4: constraints.randomElement(using: &generator)?.isActive = false
    case 5: constraints.randomElement(using: &generator)?.constant = Double(number(below: 40))
    case 6: view.translatesAutoresizingMaskIntoConstraints.toggle()
    case 7: attach(newControl())
    case 8: view.isHidden.toggle()
    case 9: view.layoutMargins.left = Double(number(below: 9))
    case 10: (view as? Label)?.text = ["", "a", "a longer text\non two lines"][number(below: 3)]
    default: (view as? StackView)?.spacing = Double(number(below: 5))
    }
  }

  private func addConstraint(to view: View) {
    guard let superview = view.superview else { return }
    view.translatesAutoresizingMaskIntoConstraints = false
    let other = number(below: 2) == 0 ? superview : superview.subviews[0]
    let constant = Double(number(below: 60)) / 2
    let constraint =
      switch number(below: 6) {
      case 0: view.leadingAnchor.constraint(equalTo: other.leadingAnchor, constant: constant)
      case 1: view.topAnchor.constraint(equalTo: superview.topAnchor, constant: constant)
      case 2: view.widthAnchor.constraint(equalToConstant: constant)
      case 3: view.heightAnchor.constraint(lessThanOrEqualToConstant: constant)
      case 4: view.centerXAnchor.constraint(equalTo: superview.centerXAnchor)
      default: view.widthAnchor.constraint(equalTo: superview.widthAnchor, constant: -constant)
      }
    // A required one that contradicts others is logged.
    if number(below: 16) > 0 { constraint.priority = .defaultHigh }
    constraint.isActive = true
    constraints.append(constraint)
  }

  private func newControl() -> View {
    let control: View
    if number(below: 2) == 0 {
      let label = Label()
      label.text = "label"
      control = label
    } else {
      let stack = StackView()
      stack.axis = number(below: 2) == 0 ? .vertical : .horizontal
      for _ in 0..<number(below: 3) { stack.addArrangedSubview(newView()) }
      control = stack
    }
    views.append(control)
    return control
  }

  private func attach(_ view: View) {
    var target = anyView()
    if number(below: 3) == 0, let window = windows.randomElement(using: &generator) {
      target = window
    }
    guard !target.isDescendant(of: view) else { return }
    target.insertSubview(view, at: number(below: target.subviews.count + 1))
  }

  /// Swaps a container and its content.
  private func swap(_ view: View) {
    guard let container = view.superview, let outer = container.superview else { return }
    container.removeFromSuperview()
    view.removeFromSuperview()
    view.addSubview(container)
    outer.addSubview(view)
  }

  private func turn(_ view: View) {
    let scales = isEnormous ? [1e-200, 1e200, 0, -2] : [0.5, 2, -1]
    switch number(below: 3) {
    case 0: view.transform = .identity
    case 1: view.anchorPoint = CGPoint(x: Double(number(below: 3)) / 2, y: 1)
    default:
      view.transform = AffineTransform(
        scaleByX: scales[number(below: scales.count)], byY: scales[number(below: scales.count)])
    }
  }

  private func newView() -> View { newLeaf() }

  private func newLeaf() -> Leaf {
    let view = Leaf(frame: rect())
    view.tree = self
    if number(below: 3) == 0 { view.identifier = "view \(views.count)" }
    views.append(view)
    return view
  }

  private func openWindow() {
    let window = Root(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    window.tree = self
    windows.append(window)
  }

  private func closeWindow() {
    let last = windows.remove(at: number(below: windows.count))
    withExtendedLifetime(last) {}
  }

  // MARK: Choices

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  /// A view that the run holds, or one below it.
  private func anyView() -> View {
    var view = views.randomElement(using: &generator) ?? newView()
    while number(below: 3) == 0, let next = view.subviews.randomElement(using: &generator) {
      view = next
    }
    return view
  }

  private func rect() -> CGRect {
    func length() -> Double {
      let length = Double(number(below: 12)) / 4
      guard isEnormous, number(below: 3) == 0 else { return length }
      return [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1.2e308, -9e307][
        number(below: 4)]
    }
    return CGRect(x: length(), y: length(), width: length(), height: length())
  }
}

// MARK: Judging

extension ShuffledTree {
  /// The reason why a reader, a replay or a shrinker refuses the recording of a seed, or how its
  /// replay differs; nil if nothing is wrong.
  static func fault(seed: UInt64) -> String? {
    do {
      return try fault(of: recording(seed: seed)).map { "seed \(seed): \($0)" }
    } catch {
      return "seed \(seed): \(error)"
    }
  }

  private static func fault(of trace: [UInt8]) throws -> String? {
    if let error = try TraceValidation(TraceText.input(trace)).errors.first { return "\(error)" }
    let (again, result) = try TraceText.replay(trace)
    if let divergence = result.divergence { return "\(divergence)" }
    if again != trace { return TraceText.firstDifference(trace, again) }
    return try shrinkingFault(of: TraceText.input(trace))
  }

  /// Shrinks a recording a little; the bug is the last layout.
  private static func shrinkingFault(of input: TraceInput) throws -> String? {
    let events = try TraceExcerpt.events(of: input, options: .init())
    let last = events.last { if case .layout = $0 { true } else { false } }
    guard case .layout(let view, _)? = last else { return nil }
    var tries = 0
    var shrinker = TraceShrinker(events, mayGoOn: { tries < 4 }) { candidate in
      tries += 1
      guard let replayer = try? TraceReplayer(TraceText.input(candidate)),
        let result = try? replayer.run()
      else { return false }
      return result.divergence == nil && replayer.view(view) != nil
    }
    shrinker.run()
    let again = try TraceExcerpt.rerecorded(TraceOutline(shrinker.events).bytes)
    let error = try TraceValidation(TraceText.input(again)).errors.first
    return error.map { "shrunk: \($0)" }
  }
}
