import LayoutTrace
import LoopHunter
import ViewTree

/// Runs a reproduction like the program that will be written from it, to see its loop and report.
final class Rehearsal {
  private let plan: Reproduction
  /// The names of views and classes in the program.
  private let cast: SwiftCast
  private let loop = TurnLoop(clock: .virtual)
  /// The views of each role, the latest last.
  private var views: [[View]]
  private var controllers: [Int: ViewController] = [:]
  /// The constraints by their places.
  private var constraints: [LayoutConstraint?] = []
  private var windows: [Window] = []
  private var recordedClasses: [String: RecordedClass] = [:]
  /// True once no code acts any more.
  private var isOver = false

  /// The most batches of a commit that the trace does not limit.
  static let passLimit = 10_000

  private init(_ cast: SwiftCast) {
    plan = cast.plan
    self.cast = cast
    views = plan.parts.map { _ in [] }
    loop.pulse.isSilent = true
    loop.passLimit = plan.header.passLimit ?? Self.passLimit
    if let limit = plan.header.nestingLimit { loop.nestingLimit = limit }
  }

  /// The report of the program's hunter; nil if nothing loops.
  static func report(of cast: SwiftCast) throws -> LoopReport? {
    let rehearsal = Rehearsal(cast)
    defer { rehearsal.end() }
    return try rehearsal.run()
  }

  // MARK: The run

  private func run() throws -> LoopReport? {
    for (place, part) in plan.parts.enumerated() where part.role.isInitial {
      let parent = part.role.parent.flatMap { views[$0].last }
      make(place, frame: part.role.view.frame ?? .zero, in: parent)
    }
    makeConstraints()
    let echo = plan.parts.contains { $0.isFollowed } ? Echo(self) : nil
    let token = echo.map { loop.addLayoutObserver($0) }
    defer { withExtendedLifetime((echo, token)) {} }
    if plan.isSettledBefore {
      loop.runTurn()
      for (place, part) in plan.parts.enumerated()
      where part.role.isInitial && !part.role.view.isClean { views[place].last?.setNeedsLayout() }
    }
    var configuration = LoopHunter.Configuration.default
    if let scale = plan.hunt.scale { configuration.scale = scale }
    let hunter = LoopHunter(
      loop: loop, killSwitch: KillSwitch(isEngaged: false), configuration: configuration)
    var attachment: LoopHunter.Attachment?
    var first: LoopReport?
    if let role = plan.hunt.role, let view = views[role].last {
      attachment = try hunter.attach(to: view, threshold: plan.hunt.threshold) {
        first = first ?? $0
      }
    } else {
      for window in windows {
        try hunter.attach(toTree: window, threshold: plan.hunt.threshold) { first = first ?? $0 }
      }
    }
    for turns in plan.turns { run(turns) }
    return attachment?.lastReport ?? first
  }

  private func run(_ turns: Reproduction.Turns) {
    for turn in 0..<turns.count {
      for block in turns.blocks {
        for time in 0..<block.times {
          perform(block.acts, round: turns.count > 1 ? turn : time, by: nil)
        }
      }
      loop.runTurn()
    }
  }

  /// Lets enqueued work run without doing anything: a loop complains if it has work left.
  private func end() {
    isOver = true
    loop.runUntilIdle()
  }

  // MARK: The views

  private func make(_ place: Int, frame: CGRect, in parent: View?, at index: Int? = nil) {
    let part = plan.parts[place]
    let recorded = part.role.view
    let view: View =
      switch part.base {
      case .window: ActingWindow(frame: frame, loop: loop)
      case .stack where cast.type(of: place).isOwn: StackView(frame: frame)
      case .stack: ActingStack(frame: frame)
      case .scroll where cast.type(of: place).isOwn: ScrollView(frame: frame)
      case .scroll: ActingScroll(frame: frame)
      case .label where cast.type(of: place).isOwn: Label(frame: frame)
      case .label: ActingLabel(frame: frame)
      case .view: ActingView(frame: frame)
      }
    view.adopt(recordedClass(cast.type(of: place).name))
    // Reports name it by that class then. A scroll view has to move its content itself.
    view.isScripted = part.base != .scroll && plan.constraints.isEmpty
    view.identifier = cast.identifiers[place]
    (view as? any Acting)?.script = ActingScript(
      part, appliesConstraints: plan.appliesConstraints(place)
    ) { [unowned self] acts, round, view in
      perform(acts, round: round, by: view)
    }
    if let item = part.role.item, !plan.constraints.isEmpty { prepare(view, as: item) }
    if let anchor = recorded.anchor {
      view.anchorPoint = anchor
      view.frame = frame
    }
    if let bounds = recorded.bounds, bounds.origin != .zero { view.bounds = bounds }
    if let transform = recorded.transform { view.transform = transform.affine }
    for (property, numbers) in part.role.settings {
      guard let setting = SwiftSetting(property), !setting.isToldToStack else { continue }
      setting.set(numbers, plan.words, on: view)
    }
    if part.hasController {
      let controller = ViewController()
      controller.view = view
      controllers[place] = controller
    }
    if let window = view as? Window { windows.append(window) }
    views[place].append(view)
    introduce(view, as: part, to: parent, at: index)
  }

  /// Adds a new view to another; of those of the first tree a stack may know more.
  private func introduce(
    _ view: View, as part: Reproduction.Part, to parent: View?, at index: Int?
  ) {
    guard part.role.isInitial else { return add(view, to: parent, at: index) }
    guard part.role.isArranged else {
      parent?.addSubview(view)
      return
    }
    add(view, to: parent, at: index)
    if let spacing = plan.customSpacing(of: part) {
      (parent as? StackView)?.setCustomSpacing(spacing, after: view)
    }
  }

  /// Lets constraints place a view.
  private func prepare(_ view: View, as item: RecordedItem) {
    view.translatesAutoresizingMaskIntoConstraints = false
    for axis in LayoutConstraint.Axis.allCases {
      if let priority = item.hugging?.along(axis) {
        view.setContentHuggingPriority(LayoutPriority(Float(priority)), for: axis)
      }
      if let priority = item.compression?.along(axis) {
        view.setContentCompressionResistancePriority(LayoutPriority(Float(priority)), for: axis)
      }
    }
  }

  /// Makes the constraints, and activates those that count from the beginning.
  private func makeConstraints() {
    for role in views.indices {
      for _ in 0..<plan.guideCount(role) { views[role].last?.addLayoutGuide(LayoutGuide()) }
    }
    for recorded in plan.constraints {
      guard let view = views[recorded.first.role].last else { return constraints.append(nil) }
      let other = recorded.second.flatMap { side in views[side.role].last.map { side.item(of: $0) }
      }
      let constraint = LayoutConstraint(
        item: recorded.first.item(of: view), attribute: recorded.first.attribute,
        relatedBy: recorded.relation, toItem: other,
        attribute: recorded.second?.attribute ?? .notAnAttribute,
        multiplier: recorded.multiplier, constant: recorded.constant)
      constraint.identifier = recorded.identifier
      constraint.priority = LayoutPriority(Float(recorded.priority))
      constraints.append(constraint)
    }
    LayoutConstraint.activate(
      zip(plan.constraints, constraints).compactMap {
        $0.isInitial && $1?.isInOneTree == true ? $1 : nil
      })
  }

  private func recordedClass(_ name: String) -> RecordedClass {
    if let known = recordedClasses[name] { return known }
    let made = RecordedClass(name: name)
    recordedClasses[name] = made
    return made
  }

  private func add(_ view: View, to parent: View?, at index: Int?) {
    guard let parent else { return }
    switch (parent as? ActingStack, index) {
    case (let stack?, let index?): stack.insertArrangedSubview(view, at: index)
    case (let stack?, nil): stack.addArrangedSubview(view)
    case (nil, let index?): parent.insertSubview(view, at: index)
    case (nil, nil): parent.addSubview(view)
    }
  }

  /// Does the deeds of code outside right after a layout of a view.
  fileprivate func echo(_ view: View) {
    guard let script = (view as? any Acting)?.script, script.part.isFollowed else { return }
    script.perform(script.part.echoes, after: script.leavings, view)
    script.leavings += 1
  }

  // MARK: The deeds

  private func view(_ target: RecordedTarget?, _ doer: View?) -> View? {
    switch target {
    case .itself: doer
    case .superview: doer?.superview
    case .role(let role, let age): views[role].dropLast(age).last
    case .constraint, nil: nil
    }
  }

  private func perform(_ acts: [RecordedAct], round: Int, by doer: View?) {
    guard !isOver else { return }
    for acts in RecordedAct.atOnce(acts) {
      if acts.count > 1 {
        setActive(acts, round: round)
      } else {
        perform(acts[0], round: round, by: doer)
      }
    }
  }

  private func perform(_ act: RecordedAct, round: Int, by doer: View?) {
    let deed = act.deed
    if deed.action == .make, case .role(let place, _)? = deed.target {
      let frame = CGRect(act.track.numbers(round: round, present: []))
      return make(place, frame: frame, in: view(deed.superview, doer), at: deed.index)
    }
    if case .enqueue(let kind) = deed.action {
      guard deed.work?.hasRun == true else { return }
      let body = { [unowned self] in perform(act.work, round: round, by: doer) }
      switch kind {
      case .block: loop.async(body)
      case .timer, .observer: loop.after(.zero, body)
      }
      return
    }
    if deed.isOfConstraint { return setActive([act], round: round) }
    guard let target = view(deed.target, doer) else { return }
    switch deed.action {
    case .write(let property):
      write(property, of: target, deed.target) { act.track.numbers(round: round, present: $0) }
    case .call(.explicit): target.setNeedsLayout()
    case .call(let reason): target.setNeedsLayout(because: reason)
    case .announce(.constraints): target.invalidateIntrinsicContentSize()
    case .announce(.updateConstraints): target.setNeedsUpdateConstraints()
    case .announce(.isHidden): target.isHidden.toggle()
    case .announce(let reason): target.superview?.setNeedsLayout(because: reason)
    case .force: target.layoutIfNeeded()
    case .add, .reorder: add(target, to: view(deed.superview, doer), at: deed.index)
    case .remove: target.removeFromSuperview()
    case .make, .enqueue, .anything: break
    }
  }

  /// Changes a constraint, or activates several at once.
  private func setActive(_ acts: [RecordedAct], round: Int) {
    let changes = acts.compactMap { act in
      plan.constraint(of: act.deed).flatMap { constraints[$0] }.map { ($0, act) }
    }
    guard let (constraint, act) = changes.first else { return }
    func number(_ present: CGFloat) -> CGFloat {
      CGFloat(act.track.numbers(round: round, present: [Double(present)])[0])
    }
    switch act.deed.action {
    case .write(.constant): constraint.constant = number(constraint.constant)
    case .write(.priority):
      let priority = Float(number(CGFloat(constraint.priority.rawValue)))
      // The setter refuses what an active constraint cannot become.
      guard (1...1000).contains(priority),
        !constraint.isActive || (priority < 1000) == (constraint.priority.rawValue < 1000)
      else { return }
      constraint.priority = LayoutPriority(priority)
    default:
      let all = changes.map(\.0)
      if number(0) == 0 {
        LayoutConstraint.deactivate(all)
      } else {
        LayoutConstraint.activate(all.filter(\.isInOneTree))
      }
    }
  }

  private func write(
    _ property: GeometryProperty, of view: View, _ target: RecordedTarget?,
    _ numbers: ([Double]) -> [Double]
  ) {
    switch property {
    case .frame: view.frame = CGRect(numbers(view.frame.list))
    case .bounds: view.bounds = CGRect(numbers(view.bounds.list))
    case .center: view.center = CGPoint(numbers(view.center.list))
    case .anchorPoint: view.anchorPoint = CGPoint(numbers(view.anchorPoint.list))
    case .transform:
      view.transform =
        TraceEvent.Transform(numbers(TraceEvent.Transform(view.transform).list)).affine
    case .layoutMargins: view.layoutMargins = EdgeInsets(numbers(view.layoutMargins.list))
    case .safeAreaInsets:
      guard let window = view as? Window else { return }
      window.safeAreaInsets = EdgeInsets(numbers(window.safeAreaInsets.list))
    case .contentInset:
      guard let scroll = view as? ScrollView else { return }
      scroll.contentInset = EdgeInsets(numbers(scroll.contentInset.list))
    case .additionalSafeAreaInsets:
      guard case .role(let place, _) = target, let controller = controllers[place] else { return }
      controller.additionalSafeAreaInsets = EdgeInsets(
        numbers(controller.additionalSafeAreaInsets.list))
    case .intrinsicContentSize:
      let natural = numbers([])
      (view as? any Acting)?.script?.natural = CGSize(width: natural[0], height: natural[1])
    case .contentSize:
      guard let scroll = view as? ScrollView else { return }
      let present = [Double(scroll.contentSize.width), Double(scroll.contentSize.height)]
      SwiftSetting(property)?.set(numbers(present), plan.words, on: view)
    default: SwiftSetting(property)?.set(numbers(present(property, view)), plan.words, on: view)
    }
  }

  /// The present value of a property whose values can be sums.
  private func present(_ property: GeometryProperty, _ view: View) -> [Double] {
    switch (property, view) {
    case (.spacing, let stack as StackView): [Double(stack.spacing)]
    case (.preferredMaxLayoutWidth, let label as Label): [Double(label.preferredMaxLayoutWidth)]
    default: []
    }
  }
}

extension LayoutConstraint {
  /// True if it can be activated: a trace may name views of different trees.
  fileprivate var isInOneTree: Bool {
    let views = [firstItem, secondItem].compactMap { item in
      item as? View ?? (item as? LayoutGuide)?.owningView
    }
    return views.allSatisfy { $0.topOfTree === views.first?.topOfTree }
  }
}

extension TraceEvent.Item.Priorities {
  /// The priority in one direction.
  func along(_ axis: LayoutConstraint.Axis) -> Double? {
    let priority = axis == .horizontal ? horizontal : vertical
    return (1...1000).contains(priority) ? priority : nil
  }
}

// MARK: Views that act

/// The deeds of a view, and the number of its layouts.
private final class ActingScript {
  let part: Reproduction.Part
  /// True if the view's layout gives its subviews the places that constraints determine.
  let appliesConstraints: Bool
  /// The recorded intrinsic size; nil for the view's own.
  var natural: CGSize?
  var layouts = 0
  var updates = 0
  var leavings = 0
  private let act: ([RecordedAct], Int, View) -> Void

  init(
    _ part: Reproduction.Part, appliesConstraints: Bool,
    _ act: @escaping ([RecordedAct], Int, View) -> Void
  ) {
    (self.part, self.appliesConstraints, self.act) = (part, appliesConstraints, act)
    natural = part.natural.map { CGSize(width: $0[0], height: $0[1]) }
  }

  func layOut(_ view: View, _ inherited: () -> Void) {
    layouts += 1
    let isFirst = part.role.actsBeforeValues == true
    if appliesConstraints, !isFirst { inherited() }
    perform(part.layouts, after: layouts - 1, view)
    if appliesConstraints, isFirst { inherited() }
  }

  func update(_ view: View) {
    updates += 1
    perform(part.updates, after: updates - 1, view)
  }

  /// Does the deeds that follow a number of layouts.
  func perform(_ course: RecordedCourse, after times: Int, _ view: View) {
    if let end = course.end, times >= end { return }
    var left = times
    for stretch in course.prefix {
      if left < stretch.layouts { return act(stretch.acts, 0, view) }
      left -= stretch.layouts
    }
    guard !course.cycle.isEmpty else { return }
    act(course.cycle[left % course.cycle.count], left / course.cycle.count, view)
  }
}

private protocol Acting: View {
  var script: ActingScript? { get set }
}

extension Acting {
  fileprivate func layOut(_ inherited: () -> Void) { script?.layOut(self, inherited) }

  fileprivate func update(_ inherited: () -> Void) {
    script?.update(self)
    inherited()
  }
}

// The classes are not final, so that casts to them work while the instance is hooked.

private class ActingView: View, Acting {
  var script: ActingScript?
  override func layoutSubviews() { layOut { super.layoutSubviews() } }
  override var intrinsicContentSize: CGSize { script?.natural ?? super.intrinsicContentSize }
  override func updateConstraints() { update { super.updateConstraints() } }
}

private class ActingWindow: Window, Acting {
  var script: ActingScript?
  override func layoutSubviews() { layOut { super.layoutSubviews() } }
  override var intrinsicContentSize: CGSize { script?.natural ?? super.intrinsicContentSize }
  override func updateConstraints() { update { super.updateConstraints() } }
}

private class ActingStack: StackView, Acting {
  var script: ActingScript?
  override func layoutSubviews() { layOut { super.layoutSubviews() } }
  override var intrinsicContentSize: CGSize { script?.natural ?? super.intrinsicContentSize }
  override func updateConstraints() { update { super.updateConstraints() } }
}

private class ActingLabel: Label, Acting {
  var script: ActingScript?
  override func layoutSubviews() { layOut { super.layoutSubviews() } }
  override var intrinsicContentSize: CGSize { script?.natural ?? super.intrinsicContentSize }
  override func updateConstraints() { update { super.updateConstraints() } }
}

private class ActingScroll: ScrollView, Acting {
  var script: ActingScript?
  override func layoutSubviews() { layOut { super.layoutSubviews() } }
  override var intrinsicContentSize: CGSize { script?.natural ?? super.intrinsicContentSize }
  override func updateConstraints() { update { super.updateConstraints() } }
}

/// Acts after layouts, from outside of them.
private final class Echo: LayoutObserver {
  private unowned let rehearsal: Rehearsal

  init(_ rehearsal: Rehearsal) { self.rehearsal = rehearsal }
  func layoutLeft(_ view: View) { rehearsal.echo(view) }
}
