import Foundation
import ViewTree

/// Further actions for callbacks of a hostile world, and further checks while it is at rest.
package protocol HostileGuest: AnyObject {
  /// Does something that an app may do wherever it is called.
  func act()
  /// A view's own `layoutSubviews` runs.
  func viewIsLaidOut(_ view: View)
  /// The fault while no callback is running; callbacks do nothing meanwhile.
  func fault() -> String?
}

/// Trees, loops, observers, controllers and work whose every callback and every death does something
/// else to them, by a seed.
///
/// It does what the public interface allows at that moment and nothing else. Three things it leaves
/// out, because they are misuse at any moment: a cycle of views, a turn inside a turn, and a strong
/// reference to a view that is dying.
public final class HostileWorld {
  private var random: SeededGenerator
  /// The number of actions left in this step; without a limit two callbacks could go on for ever.
  private var fuel = 0
  private var depth = 0

  /// The lives of each kind.
  private var lives: [String: LifetimeTracker] = [:]
  package private(set) var loops: [TurnLoop] = []
  private var driven: Set<ObjectIdentifier> = []
  private var windows: [Window?] = []
  private var views: [View?] = Array(repeating: nil, count: 24)
  private var controllers: [HostileController?] = Array(repeating: nil, count: 6)
  private var tokens: [ObservationToken?] = Array(repeating: nil, count: 8)
  private var timers: [TurnLoop.Timer?] = Array(repeating: nil, count: 8)
  /// The additions that are under way: a callback of one must not make the other a cycle.
  private var pending: [(view: View, superview: View)] = []
  /// Further actions, if any.
  package weak var guest: (any HostileGuest)?
  /// Runs where the walk starts a task; nil where there are none.
  private let startTask: (() -> Void)?
  private var isOver = false

  /// The number of times that each kind of callback did something.
  public private(set) var callbacks: [String: Int] = [:]
  public private(set) var layouts = 0

  public init(seed: UInt64, startTask: (() -> Void)? = nil) {
    random = SeededGenerator(seed: seed)
    self.startTask = startTask
    for _ in 0..<2 {
      let loop = TurnLoop()
      loop.passLimit = 12
      loop.nestingLimit = 8
      loops.append(loop)
    }
    windows = [makeWindow(), makeWindow(), nil]
    for index in views.indices { views[index] = makeView() }
  }

  // MARK: Walking

  /// Takes steps, and returns what is wrong with a tree after one of them.
  public func walk(_ steps: Int) -> String? {
    for step in 0..<steps {
      fuel = 40
      act()
      fuel = 0
      if let fault = fault() ?? guest?.fault() { return "step \(step): \(fault)" }
    }
    return nil
  }

  /// Lets everything go; returns the lives that are left, by kind.
  public func end() -> [String: Int] {
    fuel = 60
    // Each of them as it goes in an app: the slot is empty before what was in it dies.
    func empty<Value>(_ slots: ReferenceWritableKeyPath<HostileWorld, [Value?]>) {
      for index in self[keyPath: slots].indices {
        let old = self[keyPath: slots][index]
        self[keyPath: slots][index] = nil
        withExtendedLifetime(old) {}
      }
    }
    empty(\.windows)
    empty(\.views)
    empty(\.controllers)
    empty(\.tokens)
    isOver = true
    empty(\.timers)
    empty(\.tokens)
    empty(\.controllers)
    empty(\.windows)
    empty(\.views)
    do {
      let old = loops
      loops = []
      withExtendedLifetime(old) {}
    }
    return livesLeft
  }

  /// The lives that are left, by kind.
  package var livesLeft: [String: Int] { lives.mapValues(\.count).filter { $0.value > 0 } }

  package func makeLife(_ kind: String) -> LifetimeTracker.Token {
    let tracker = lives[kind] ?? LifetimeTracker()
    lives[kind] = tracker
    return tracker.makeToken()
  }

  /// The number of lives of a kind.
  package func lifeCount(_ kind: String) -> Int { lives[kind]?.count ?? 0 }

  /// The conditions that a tree at rest must meet.
  private func fault() -> String? {
    for root in (views + windows).compactMap({ $0 }) {
      if let superview = root.superview, !superview.subviews.contains(root) {
        return "a view is not among its superview's subviews"
      }
      var seen: Set<ObjectIdentifier> = []
      var waiting = [root]
      while let view = waiting.popLast() {
        guard seen.insert(ObjectIdentifier(view)).inserted else { return "a view is there twice" }
        if view.window !== root.window { return "two windows in one tree" }
        for subview in view.subviews where subview.superview !== view {
          return "a subview has another superview"
        }
        if let stack = view as? StackView {
          for view in stack.arrangedSubviews where view.superview !== stack {
            return "an arranged view is no subview"
          }
        }
        waiting += view.subviews
      }
    }
    for controller in controllers.compactMap({ $0 }) {
      for child in controller.children where child.parent !== controller {
        return "a child has another parent"
      }
    }
    #if DEBUG
    for root in views.compactMap({ $0 }) where root.superview == nil {
      if let fault = root.checkInvariants() { return fault }
    }
    for loop in loops {
      if let fault = loop.checkInvariants() { return fault }
    }
    #endif
    for loop in loops {
      for window in loop.windows where window.loop !== loop { return "a window of another loop" }
    }
    return nil
  }

  // MARK: Actions of callbacks

  /// Called wherever user code runs: sometimes does something.
  package func happened(_ callback: String) {
    guard fuel > 0, depth < 6, pick(4) == 0 else { return }
    callbacks[callback, default: 0] += 1
    fuel -= 1
    depth += 1
    defer { depth -= 1 }
    act()
  }

  func wasLaidOut(_ view: View) {
    layouts += 1
    guest?.viewIsLaidOut(view)
    if fuel > 0, pick(3) == 0 {
      fuel -= 1
      view.frame.size.width = CGFloat(pick(20))
    }
    happened("layoutSubviews")
  }

  /// A natural size, in some directions none.
  func makeNaturalSize() -> CGSize {
    CGSize(
      width: pick(2) == 0 ? View.noIntrinsicMetric : 5,
      height: pick(2) == 0 ? View.noIntrinsicMetric : 5)
  }

  package func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// Something that dies with what owns it, and does something then.
  package func makeCargo() -> LastWish {
    let token = makeLife("cargo")
    return LastWish { [unowned self] in withExtendedLifetime(token) { happened("cargo") } }
  }

  private func makeView() -> View {
    switch pick(6) {
    case 0: HostileScrollView(self)
    case 1: HostileStack(self)
    default: HostileView(self)
    }
  }

  private func makeWindow() -> Window { HostileWindow(self, loop: loops[pick(loops.count)]) }

  package var someView: View {
    if pick(8) == 0, let window = windows[pick(windows.count)] { return window }
    let slot = pick(views.count)
    if let view = views[slot] {
      // Also chooses views that only their superview holds.
      if pick(3) == 0, let subview = view.subviews.randomElement(using: &random) { return subview }
      return view
    }
    let made = makeView()
    views[slot] = made
    return made
  }

  private var someLoop: TurnLoop? {
    loops.isEmpty ? nil : loops[pick(loops.count)]
  }

  private func rect() -> CGRect {
    CGRect(x: pick(4) * 5, y: pick(4) * 5, width: pick(4) * 10, height: pick(4) * 10)
  }

  /// Puts a value into a slot and lets the old one go afterwards.
  private func put<Value>(
    _ value: Value?, _ slots: ReferenceWritableKeyPath<HostileWorld, [Value?]>
  ) {
    let index = pick(self[keyPath: slots].count)
    let old = self[keyPath: slots][index]
    self[keyPath: slots][index] = value
    withExtendedLifetime(old) {}
  }

  /// True if it makes no cycle, even after all insertions on the stack.
  private func mayAdd(_ view: View, to superview: View) -> Bool {
    guard !(view is Window) else { return false }
    var above = [superview]
    var seen: Set<ObjectIdentifier> = []
    while let next = above.popLast() {
      if next === view { return false }
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if let superview = next.superview { above.append(superview) }
      for insertion in pending where insertion.view === next { above.append(insertion.superview) }
    }
    return true
  }

  private func add(_ view: View, to superview: View, _ body: () -> Void) {
    guard mayAdd(view, to: superview) else { return }
    pending.append((view, superview))
    body()
    pending.removeLast()
  }

  private func drive(_ loop: TurnLoop, _ body: (TurnLoop) -> Void) {
    guard driven.insert(ObjectIdentifier(loop)).inserted else { return }
    body(loop)
    driven.remove(ObjectIdentifier(loop))
  }

  // MARK: Actions

  private func act() {
    guard !isOver, !loops.isEmpty else { return }
    switch pick(guest == nil ? 11 : 17) {
    case 0, 1, 2: actOnTree()
    case 3, 4: actOnGeometry()
    case 5: actOnLives()
    case 6: actOnControllers()
    case 7: actOnWork()
    case 8: actOnObservers()
    case 9: actOnLayout()
    case 10: actOnConstraints()
    default: guest?.act()
    }
  }

  private func actOnTree() {
    let (view, other) = (someView, someView)
    switch pick(10) {
    case 0, 1, 2: add(view, to: other) { other.addSubview(view) }
    case 3: add(view, to: other) { other.insertSubview(view, at: pick(4)) }
    case 4:
      guard view !== other, let superview = other.superview else { return }
      add(view, to: superview) {
        if pick(2) == 0 {
          superview.insertSubview(view, aboveSubview: other)
        } else {
          superview.insertSubview(view, belowSubview: other)
        }
      }
    case 5: view.removeFromSuperview()
    case 6: view.superview?.bringSubviewToFront(view)
    case 7: view.superview?.sendSubviewToBack(view)
    case 8:
      let count = view.subviews.count
      if count > 0 { view.exchangeSubview(at: pick(count), withSubviewAt: pick(count)) }
    default:
      guard let stack = other as? StackView else { return }
      if pick(3) == 0 {
        stack.removeArrangedSubview(view)
      } else {
        add(view, to: stack) { stack.insertArrangedSubview(view, at: pick(4)) }
      }
    }
  }

  private func actOnGeometry() {
    let view = someView
    switch pick(15) {
    case 0, 1, 2: view.frame = rect()
    case 3: view.bounds = rect()
    case 4: view.center = CGPoint(x: pick(20), y: pick(20))
    case 5: view.transform = pick(2) == 0 ? .identity : AffineTransform(scale: 2)
    case 6: view.autoresizingMask = AutoresizingMask(rawValue: UInt(pick(64)))
    case 7: view.isHidden.toggle()
    case 8: view.layoutMargins.top = CGFloat(pick(9))
    case 9: (view as? Window)?.safeAreaInsets.top = CGFloat(pick(30))
    case 10: (view as? ScrollView)?.contentOffset.y = CGFloat(pick(30))
    case 11: (view as? ScrollView)?.contentInset.bottom = CGFloat(pick(30))
    case 12: view.directionalLayoutMargins.leading = CGFloat(pick(9))
    case 13:
      view.semanticContentAttribute = pick(2) == 0 ? .forceRightToLeft : .unspecified
    default: (view as? StackView)?.spacing = CGFloat(pick(9))
    }
  }

  private func actOnLives() {
    switch pick(8) {
    case 0, 1: put(makeView(), \.views)
    case 2, 3: put(nil, \.views)
    case 4: put(makeWindow(), \.windows)
    case 5: put(nil, \.windows)
    case 6: (someView as? HostileView)?.replaceCargo(with: makeCargo())
    default: (someView as? HostileView)?.replaceCargo(with: nil)
    }
  }

  private func actOnControllers() {
    let slot = pick(controllers.count)
    guard let controller = controllers[slot] else {
      controllers[slot] = HostileController(self)
      return
    }
    let other = controllers[pick(controllers.count)]
    switch pick(9) {
    case 0: put(nil, \.controllers)
    case 1: controller.view = pick(4) == 0 ? nil : HostileView(self)
    case 2:
      if let other, other !== controller, !isInside(controller, other) {
        controller.addChild(other)
        // A callback may have put them the other way round meanwhile, and a cycle leaks.
        if isInside(controller, other) { other.removeFromParent() }
        other.didMove(toParent: other.parent)
      }
    case 3: controller.removeFromParent()
    case 4:
      guard let window = windows[pick(windows.count)], !isPending else { return }
      window.rootViewController = pick(4) == 0 ? nil : controller
    case 5: controller.loadViewIfNeeded()
    case 6: controller.additionalSafeAreaInsets.top = CGFloat(pick(20))
    case 7:
      let view = someView
      guard let root = controller.viewIfLoaded else { return }
      add(root, to: view) { view.addSubview(root) }
    default:
      controller.viewIfLoaded?.setNeedsUpdateConstraints()
      controller.viewIfLoaded?.layoutIfNeeded()
    }
  }

  /// A window adds the view of its root itself, so that no cycle may be under way.
  private var isPending: Bool { !pending.isEmpty }

  private func isInside(_ controller: ViewController, _ other: ViewController) -> Bool {
    var next: ViewController? = controller
    while let current = next {
      if current === other { return true }
      next = current.parent
    }
    return false
  }

  private func actOnWork() {
    guard let loop = someLoop else { return }
    let cargo = makeCargo()
    switch pick(9) {
    case 0: loop.async { [unowned self] in withExtendedLifetime(cargo) { happened("block") } }
    case 1: loop.event { [unowned self] in withExtendedLifetime(cargo) { happened("event") } }
    case 2, 3:
      let timer = loop.after(.milliseconds(pick(4))) { [unowned self] in
        withExtendedLifetime(cargo) { happened("timer") }
      }
      put(timer, \.timers)
    case 4:
      // Its work owns the target, which invalidates it.
      let target = HostileTarget(self)
      let timer = loop.every(.milliseconds(1 + pick(3)), target: someView) {
        [unowned self, target] _ in withExtendedLifetime(target) { happened("tick") }
      }
      target.timer = timer
      put(timer, \.timers)
    case 5: timers[pick(timers.count)]?.invalidate()
    case 6: startTask?()
    case 7: drive(loop) { $0.runTurn() }
    default: drive(loop) { $0.advance(by: .milliseconds(pick(5)), turnsPerInstant: 2) }
    }
  }

  private func actOnObservers() {
    guard let loop = someLoop else { return }
    switch pick(5) {
    case 0:
      let phase = TurnLoop.Phase.allCases[pick(TurnLoop.Phase.allCases.count)]
      // Sometimes it owns another token.
      let slot = pick(tokens.count)
      let inner = pick(2) == 0 ? tokens[slot] : nil
      let cargo = makeCargo()
      let token = loop.addObserver(at: phase, order: pick(3)) { [unowned self] in
        withExtendedLifetime((inner, cargo)) { happened("phase") }
      }
      put(token, \.tokens)
    case 1:
      let observer = HostileObserver(self)
      if pick(2) == 0 { observer.owned = tokens[pick(tokens.count)] }
      put(loop.addLayoutObserver(observer), \.tokens)
    case 2: tokens[pick(tokens.count)]?.cancel()
    case 3: put(nil, \.tokens)
    default:
      for case let view as HostileScrollView in views {
        view.delegate = view
        view.contentOffset.x += 1
      }
    }
  }

  private func actOnConstraints() {
    let (view, other) = (someView, someView)
    let constraint = view.constraints.randomElement(using: &random)
    switch pick(9) {
    case 0: view.translatesAutoresizingMaskIntoConstraints.toggle()
    case 1, 2, 3: if root(of: view) === root(of: other) { constrain(view, other) }
    case 4: constraint?.isActive = false
    case 5: constraint?.constant = CGFloat(pick(30))
    case 6:
      let guide = LayoutGuide()
      view.addLayoutGuide(guide)
      activate(guide.leftAnchor.constraint(equalTo: view.leftAnchor, constant: 3))
    case 7: if let guide = view.layoutGuides.first { view.removeLayoutGuide(guide) }
    default: _ = view.systemLayoutSizeFitting(View.layoutFittingCompressedSize)
    }
  }

  private func constrain(_ view: View, _ other: View) {
    let constant = CGFloat(pick(20))
    switch pick(5) {
    case 0: activate(view.widthAnchor.constraint(equalToConstant: constant))
    case 1: activate(view.widthAnchor.constraint(equalTo: other.heightAnchor, constant: constant))
    case 2:
      let guide = other.layoutGuides.first ?? other.layoutMarginsGuide
      activate(view.topAnchor.constraint(equalTo: guide.topAnchor, constant: constant))
    case 3: activate(view.centerXAnchor.constraint(equalTo: other.leadingAnchor))
    default: activate(view.leadingAnchor.constraint(greaterThanOrEqualTo: other.trailingAnchor))
    }
  }

  /// Activates an optional constraint: required ones would log a conflict each time.
  private func activate(_ constraint: LayoutConstraint) {
    constraint.priority = LayoutPriority([999, 750, 250][pick(3)])
    constraint.isActive = true
  }

  private func root(of view: View) -> View {
    var root = view
    while let superview = root.superview { root = superview }
    return root
  }

  private func actOnLayout() {
    let view = someView
    switch pick(10) {
    case 0, 1, 2: view.setNeedsLayout()
    case 3, 4: view.layoutIfNeeded()
    case 5: view.setNeedsUpdateConstraints()
    case 6: view.updateConstraintsIfNeeded()
    case 7: view.invalidateIntrinsicContentSize()
    case 8: _ = view.hitTest(CGPoint(x: 1, y: 1), with: nil)
    default:
      _ = view.recursiveDescription()
      _ = view.svgSnapshot()
    }
  }
}
