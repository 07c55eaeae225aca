import Foundation
import TestSupport
import Testing
import ViewTree

/// A layout observer whose every part is a closure.
private final class Listener: LayoutObserver {
  var onDirtied: ((View) -> Void)?
  /// The objects that it owns, and that die with it.
  var cargo: [Any] = []

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    onDirtied?(view)
  }
}

@Suite("Dying objects that call their former owner")
struct ComingBackTests {
  let loop = TurnLoop()
  let lives = LifetimeTracker()

  /// Owns what it is given, and invalidates its timer when it dies.
  private final class Target {
    var timer: TurnLoop.Timer?
    let token: LifetimeTracker.Token
    init(_ lives: LifetimeTracker) { token = lives.makeToken() }
    deinit { timer?.invalidate() }
  }

  @Test("a timer's work owns the target whose deinit invalidates the timer")
  func timers() {
    var timers: [TurnLoop.Timer] = []
    for isRepeating in [false, true] {
      let target = Target(lives)
      let timer =
        isRepeating
        ? loop.every(.seconds(1), target: loop) { [target] _ in _ = target }
        : loop.after(.seconds(1)) { [target] in _ = target }
      target.timer = timer
      timers.append(timer)
    }
    #expect(lives.count == 2)
    for timer in timers { timer.invalidate() }
    #expect(lives.count == 0)
    #expect(timers.allSatisfy { !$0.isValid })
  }

  @Test("work that ran is let go when its target may invalidate the timer, and arm others")
  func timerThatFired() {
    do {
      let target = Target(lives)
      target.timer = loop.after(.seconds(1)) { [target] in _ = target }
      let wish = LastWish { [unowned loop, lives] in
        loop.after(.seconds(1)) { [token = lives.makeToken()] in _ = token }
      }
      loop.after(.seconds(1)) { _ = wish }
    }
    loop.advance(by: .seconds(1))
    #expect(lives.count == 1)
    loop.advance(by: .seconds(1))
    #expect(lives.count == 0)
  }

  @Test("a loop that dies ends its timers, even in ownership cycles")
  func timersOfLoop() {
    var timer: TurnLoop.Timer?
    do {
      let loop = TurnLoop()
      let target = Target(lives)
      timer = loop.every(.seconds(1), target: lives) { [target] _ in _ = target }
      target.timer = timer
      #expect(timer?.isValid == true)
    }
    #expect(timer?.isValid == false)
    #expect(lives.count == 0)
  }

  @Test("an observer of a phase owns the token of another", arguments: [1, 2, 7])
  func phaseObservers(length: Int) {
    var token = loop.addObserver(at: .afterCommit) { [token = lives.makeToken()] in _ = token }
    for _ in 0..<length {
      let inner = token
      token = loop.addObserver(at: .afterCommit) { _ = inner }
    }
    loop.event {}
    loop.runTurn()
    token.cancel()
    #expect(lives.count == 0)
    loop.event {}
    loop.runTurn()
  }

  @Test("a layout observer owns the token of another, and its own", arguments: [1, 2, 7])
  func layoutObservers(length: Int) {
    var token = loop.addLayoutObserver(Listener())
    for _ in 0..<length {
      let listener = Listener()
      listener.cargo = [token, lives.makeToken()]
      token = loop.addLayoutObserver(listener)
    }
    #expect(lives.count == length)
    token.cancel()
    #expect(lives.count == 0)
    do {
      let own = Listener()
      own.cargo = [lives.makeToken()]
      own.cargo.append(loop.addLayoutObserver(own))
    }
    let window = loop.makeWindow()
    loop.runTurn()
    #expect(lives.count == 1, "it is held by the loop")
    withExtendedLifetime(window) {}
  }

  @Test("an observer that another one ends is not told of the same event any more")
  func endedMeanwhile() {
    let (first, second) = (Listener(), Listener())
    var tokens: [ObservationToken] = []
    var told: [String] = []
    first.onDirtied = { _ in
      told.append("first")
      tokens[1].cancel()
    }
    second.onDirtied = { _ in told.append("second") }
    tokens = [loop.addLayoutObserver(first), loop.addLayoutObserver(second)]
    let window = loop.makeSettledWindow()
    told = []
    window.setNeedsLayout()
    #expect(told == ["first"])
  }

  /// A view whose owner asks the controller when it dies.
  private final class Asking: View {
    var onDeath: (() -> Void)?
    deinit { onDeath?() }
  }

  @Test("a controller gets another view, and the old one asks it whether there is one")
  func controllerView() {
    let controller = ViewController()
    var answers: [Bool] = []
    for _ in 0..<2 {
      let view = Asking()
      view.onDeath = { [unowned controller] in answers.append(controller.isViewLoaded) }
      controller.view = view
    }
    #expect(answers == [true])
    controller.view = nil
    #expect(answers == [true, false])
  }

  @Test("a window gets another root, and the old one asks the window for it")
  func rootController() {
    final class Asking: ViewController {
      var onDeath: (() -> Void)?
      deinit { onDeath?() }
    }
    let window = loop.makeWindow()
    let next = ViewController()
    var seen: ViewController?
    var old: Asking? = Asking()
    old?.onDeath = { [unowned window] in seen = window.rootViewController }
    window.rootViewController = old
    old = nil
    window.rootViewController = next
    #expect(seen === next)
    #expect(window.subviews == [next.view])
  }

  @Test("the root that a callback sets while another one is set is the one that counts")
  func nestedRoot() {
    final class Leaving: View {
      var onLeaving: (() -> Void)?
      override func willMove(toWindow newWindow: Window?) {
        if newWindow == nil { onLeaving?() }
      }
    }
    let window = loop.makeWindow()
    let (first, second, third) = (ViewController(), ViewController(), ViewController())
    let view = Leaving()
    view.onLeaving = { [unowned window] in window.rootViewController = third }
    first.view = view
    window.rootViewController = first
    window.rootViewController = second
    #expect(window.rootViewController === third)
    #expect(window.subviews == [third.view])
  }

  @Test("an observer removes the superview when a size dirties its child")
  func superviewDies() {
    let window = loop.makeSettledWindow()
    let child = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    do {
      let superview = JournalView("superview")
      superview.token = lives.makeToken()
      superview.addSubview(child)
      window.addSubview(superview)
    }
    loop.runTurn()
    let listener = Listener()
    listener.onDirtied = { [unowned window] _ in window.subviews.first?.removeFromSuperview() }
    let token = loop.addLayoutObserver(listener)
    child.frame.size.width += 1
    #expect(lives.count == 0)
    #expect(child.superview == nil && child.needsLayout)
    withExtendedLifetime(token) {}
  }

  @Test("an observer removes the superview when that is dirtied by its child's size")
  func superviewDiesWhenDirtied() {
    let window = loop.makeSettledWindow()
    let child = View(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    do {
      let superview = JournalView("superview")
      superview.token = lives.makeToken()
      superview.addSubview(child)
      window.addSubview(superview)
    }
    loop.runTurn()
    let listener = Listener()
    listener.onDirtied = { view in if view is JournalView { view.removeFromSuperview() } }
    let token = loop.addLayoutObserver(listener)
    child.frame.size.width += 1
    #expect(lives.count == 0)
    #expect(child.superview == nil && child.needsLayout)
    loop.runTurn()
    withExtendedLifetime(token) {}
  }

  /// An instrument that owns what an app's closures may own.
  private final class Instrument: ViewInstrument {
    var newestCause: Unmanaged<LayoutCause>?
    var cargo: Any?
    func viewDied() {}
    func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause {
      LayoutCause(member: self, turn: 1, after: source)
    }
    func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause? { source }
    func leavesOutLayout(in pulse: Pulse) -> Bool { false }
    var isWatching: Bool { true }
  }

  @Test("an instrument dies together with an object that asks the view for it")
  func instrument() {
    let view = View()
    var seen: [Bool] = []
    for _ in 0..<2 {
      let instrument = Instrument()
      instrument.cargo = LastWish { [unowned view] in seen.append(view.instrument == nil) }
      view.instrument = instrument
    }
    #expect(seen == [false])
    view.instrument = nil
    #expect(seen == [false, true])
  }

  @Test("a cause is replaced, and an object that dies with the old one dirties the view")
  func cause() {
    let view = JournalView("view")
    let window = loop.makeSettledWindow(view)
    var wishes = 0
    for _ in 0..<3 {
      // The only owner of the instrument is the cause.
      var instrument: Instrument? = Instrument()
      instrument?.cargo = LastWish { [unowned view] in
        wishes += 1
        view.setNeedsLayout()
      }
      var cause: LayoutCause? = instrument?.cause(after: nil, in: loop.pulse)
      instrument = nil
      loop.pulse.withCause(cause) { view.setNeedsLayout() }
      cause = nil
      // A layout without a cause follows, which shares nothing with it.
      view.setNeedsLayout()
      loop.runTurn()
    }
    #expect(wishes == 3)
    withExtendedLifetime(window) {}
  }

  @Test("a follower leaves, and an object that it owns asks the tree")
  func follower() {
    final class Follower: TreeFollower {
      var cargo: Any?
      func note(_ move: TreeMove) {}
      func catchUp() {}
      func rootDied() {}
    }
    let view = View()
    var wishes = 0
    var follower: Follower? = Follower()
    follower?.cargo = LastWish { [unowned view] in
      wishes += 1
      view.addSubview(View())
    }
    view.addFollower(follower!)
    weak let weakFollower = follower
    follower = nil
    if let weakFollower { view.removeFollower(weakFollower) }
    #expect(wishes == 1)
    #expect(view.subviews.count == 1)
  }

  @Test("objects that die with a view cannot reach it through its subviews")
  func dyingSuperview() {
    final class Child: View {
      var onDeath: (() -> Void)?
      deinit { onDeath?() }
    }
    let kept = View()
    var superviews: [View?] = []
    do {
      let superview = View()
      let child = Child()
      child.onDeath = { superviews.append(kept.superview) }
      superview.addSubview(child)
      superview.addSubview(kept)
    }
    #expect(superviews == [nil])
  }

  @Test("a callback of being added arranges the view, which is arranged once")
  func arrangedTwice() {
    final class Eager: StackView {
      override func didAddSubview(_ subview: View) { addArrangedSubview(subview) }
    }
    let stack = Eager(frame: .zero)
    let view = View()
    stack.addArrangedSubview(view)
    #expect(stack.arrangedSubviews == [view])
    stack.insertArrangedSubview(View(), at: 0)
    stack.removeArrangedSubview(view)
    #expect(stack.arrangedSubviews.count == 1)
  }

  @Test("a view that a callback arranges while it leaves is not arranged any more")
  func arrangedWhileLeaving() {
    final class Clinging: StackView {
      var isClinging = true
      override func willRemoveSubview(_ subview: View) {
        super.willRemoveSubview(subview)
        if isClinging { insertArrangedSubview(subview, at: 0) }
      }
    }
    let leaves: [(View) -> Void] = [
      { $0.removeFromSuperview() }, { View().addSubview($0) },
      { StackView().addArrangedSubview($0) },
    ]
    for leave in leaves {
      let stack = Clinging()
      let view = View()
      stack.addArrangedSubview(view)
      stack.setCustomSpacing(5, after: view)
      leave(view)
      #expect(stack.subviews.isEmpty && stack.arrangedSubviews.isEmpty)
      #expect(stack.customSpacing(after: view) == StackView.spacingUseDefault)
    }
  }

  @Test("a view that a callback arranges in a stack while it moves elsewhere is not arranged there")
  func arrangedOnTheWay() {
    final class Diverting: View {
      let stack = StackView()
      private var isDone = false
      override func willRemoveSubview(_ subview: View) {
        guard !isDone else { return }
        isDone = true
        stack.addArrangedSubview(subview)
      }
    }
    // The stack is not told that it will lose the view.
    for target in [View(), nil] {
      let (diverting, view) = (Diverting(), View())
      diverting.addSubview(view)
      if let target { target.addSubview(view) } else { view.removeFromSuperview() }
      #expect(view.superview === target)
      #expect(diverting.stack.subviews.isEmpty && diverting.stack.arrangedSubviews.isEmpty)
    }
  }

  @Test("a stack whose override forgets super arranges none that left")
  func forgottenSuper() {
    final class Forgetful: StackView {
      override func willRemoveSubview(_ subview: View) {}
    }
    let (stack, view) = (Forgetful(), View())
    stack.addArrangedSubview(view)
    view.removeFromSuperview()
    #expect(stack.arrangedSubviews.isEmpty)
  }

  @Test("a view that leaves the stack while its neighbours are measured keeps its frame")
  func leavingWhileMeasured() {
    final class Leaving: View {
      var leaver: View?
      override var intrinsicContentSize: CGSize {
        leaver?.removeFromSuperview()
        return CGSize(width: 5, height: 5)
      }
    }
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
    let leaving = Leaving()
    let frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    let (visible, hidden) = (View(frame: frame), View(frame: frame))
    hidden.isHidden = true
    for leaver in [visible, hidden] {
      for view in [visible, hidden, leaving] { stack.addArrangedSubview(view) }
      visible.frame = frame
      hidden.frame = frame
      leaving.leaver = leaver
      stack.setNeedsLayout()
      stack.layoutIfNeeded()
      #expect(leaver.superview == nil && leaver.frame == frame)
    }
  }

  @Test("a controller that its own callback moves is in one place")
  func controllerMoves() {
    final class Moving: ViewController {
      var onMove: ((ViewController) -> Void)?
      override func willMove(toParent parent: ViewController?) {
        let onMove = onMove
        self.onMove = nil
        onMove?(self)
      }
    }
    let (first, second, child) = (ViewController(), ViewController(), Moving())
    child.onMove = { [unowned first] in first.addChild($0) }
    first.addChild(child)
    #expect(first.children == [child])
    child.removeFromParent()
    child.onMove = { [unowned second] in second.addChild($0) }
    first.addChild(child)
    #expect(first.children == [child] && second.children.isEmpty)
    #expect(child.parent === first)
  }

  @Test("a controller that dies leaves a view alone that another one has taken over")
  func takenOver() {
    final class Counting: ViewController {
      var layouts = 0
      override func viewDidLayoutSubviews() { layouts += 1 }
    }
    let view = View()
    let second = Counting()
    do {
      let first = ViewController()
      first.view = view
      second.view = view
    }
    view.layoutIfNeeded()
    #expect(second.layouts == 1)
  }

  @Test("100 000 nested controllers die without overflow, with views that are nested alike")
  func deepControllers() {
    final class Tracked: ViewController {
      let token: LifetimeTracker.Token
      init(_ lives: LifetimeTracker) {
        token = lives.makeToken()
        super.init()
      }
    }
    let depth = caseCount(100_000, inDebug: 40_000)
    for hasViews in [false, true] {
      do {
        let root = Tracked(lives)
        var deepest = root
        for _ in 1..<depth {
          let child = Tracked(lives)
          deepest.addChild(child)
          if hasViews { deepest.view.addSubview(child.view) }
          deepest = child
        }
        #expect(lives.count == depth)
      }
      #expect(lives.count == 0)
    }
  }

  @Test("100 000 nested stacks die without overflow")
  func deepStacks() {
    do {
      var deepest = StackView(frame: .zero)
      let root = deepest
      for _ in 1..<100_000 {
        let next = StackView(frame: .zero)
        deepest.addArrangedSubview(next)
        deepest = next
      }
      deepest.companion = lives.makeToken()
      withExtendedLifetime(root) {}
    }
    #expect(lives.count == 0)
  }
}
