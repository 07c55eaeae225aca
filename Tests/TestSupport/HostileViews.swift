import Foundation
import ViewTree

// Views, controllers and observers of a hostile world: each of their callbacks does something to it.

/// Not final, so that casts find it while it is hunted.
package class HostileView: View {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token
  private let naturalSize: CGSize
  private var cargo: LastWish?

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileView")
    naturalSize = world.makeNaturalSize()
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  deinit { world.happened("deinit") }

  /// Releases the old cargo after the access to the property has ended.
  func replaceCargo(with new: LastWish?) {
    let old = cargo
    cargo = new
    withExtendedLifetime(old) {}
  }

  package override var frame: CGRect {
    get {
      world.happened("frame that is asked for")
      return super.frame
    }
    set {
      super.frame = newValue
      world.happened("frame")
    }
  }

  package override var identifier: String? {
    get {
      world.happened("identifier")
      return super.identifier
    }
    set { super.identifier = newValue }
  }

  package override func willMove(toSuperview newSuperview: View?) {
    world.happened("willMoveToSuperview")
  }
  package override func didMoveToSuperview() { world.happened("didMoveToSuperview") }
  package override func willMove(toWindow newWindow: Window?) { world.happened("willMoveToWindow") }
  package override func didMoveToWindow() { world.happened("didMoveToWindow") }
  package override func didAddSubview(_ subview: View) { world.happened("didAddSubview") }
  package override func willRemoveSubview(_ subview: View) { world.happened("willRemoveSubview") }
  package override func layoutSubviews() {
    world.wasLaidOut(self)
    super.layoutSubviews()
  }
  package override func updateConstraints() { world.happened("updateConstraints") }
  package override func safeAreaInsetsDidChange() { world.happened("safeAreaInsetsDidChange") }
  package override func layoutMarginsDidChange() { world.happened("layoutMarginsDidChange") }

  package override var intrinsicContentSize: CGSize {
    world.happened("intrinsicContentSize")
    return naturalSize
  }

  package override func sizeThatFits(_ size: CGSize) -> CGSize {
    world.happened("sizeThatFits")
    return CGSize(width: 5, height: 5)
  }

  package override func point(inside point: CGPoint, with event: Event?) -> Bool {
    world.happened("pointInside")
    return super.point(inside: point, with: event)
  }
}

final class HostileScrollView: ScrollView, ScrollViewDelegate {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileScrollView")
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  deinit { world.happened("deinit") }

  override class var requiresConstraintBasedLayout: Bool { true }

  override func layoutSubviews() {
    world.wasLaidOut(self)
    super.layoutSubviews()
  }
  override func updateConstraints() { world.happened("updateConstraints of a class that relies") }
  func scrollViewDidScroll(_ scrollView: ScrollView) { world.happened("scrollViewDidScroll") }
}

final class HostileStack: StackView {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileStack")
    super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  deinit { world.happened("deinit") }

  override func didAddSubview(_ subview: View) { world.happened("didAddSubview") }

  override func willRemoveSubview(_ subview: View) {
    super.willRemoveSubview(subview)
    world.happened("willRemoveSubview")
  }

  override func layoutSubviews() {
    world.wasLaidOut(self)
    super.layoutSubviews()
  }
}

final class HostileWindow: Window {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token

  init(_ world: HostileWorld, loop: TurnLoop) {
    self.world = world
    token = world.makeLife("HostileWindow")
    super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
  }

  deinit { world.happened("deinit of a window") }

  override func layoutSubviews() {
    world.wasLaidOut(self)
    super.layoutSubviews()
  }
}

final class HostileController: ViewController {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileController")
    super.init()
  }

  deinit { world.happened("deinit of a controller") }

  override func loadView() {
    view = HostileView(world)
  }

  override func viewDidLoad() { world.happened("viewDidLoad") }
  override func viewWillLayoutSubviews() { world.happened("viewWillLayoutSubviews") }
  override func viewDidLayoutSubviews() { world.happened("viewDidLayoutSubviews") }
  override func willMove(toParent parent: ViewController?) { world.happened("willMoveToParent") }
  override func didMove(toParent parent: ViewController?) { world.happened("didMoveToParent") }

  override func updateViewConstraints() {
    world.happened("updateViewConstraints")
    super.updateViewConstraints()
  }
}

/// Is owned by a timer's work, and invalidates the timer when it dies.
final class HostileTarget {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token
  var timer: TurnLoop.Timer?

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileTarget")
  }

  deinit {
    timer?.invalidate()
    world.happened("deinit of a target")
  }
}

final class HostileObserver: LayoutObserver {
  private unowned let world: HostileWorld
  private let token: LifetimeTracker.Token
  /// The token of another observer.
  var owned: ObservationToken?

  init(_ world: HostileWorld) {
    self.world = world
    token = world.makeLife("HostileObserver")
  }

  deinit { world.happened("deinit of an observer") }

  func turnBegan(_ turn: Int, now: Duration) { world.happened("turnBegan") }
  func turnEnded(_ turn: Int) { world.happened("turnEnded") }
  func commitBegan() { world.happened("commitBegan") }
  func commitEnded(_ summary: TurnLoop.CommitSummary) { world.happened("commitEnded") }
  func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { world.happened("forcedPassEnded") }
  func layoutForced(_ view: View, by layingOut: View?) { world.happened("layoutForced") }
  func layoutEntered(_ view: View) { world.happened("layoutEntered") }
  func layoutLeft(_ view: View) { world.happened("layoutLeft") }
  func constraintsEntered(_ view: View) { world.happened("constraintsEntered") }
  func constraintsLeft(_ view: View) { world.happened("constraintsLeft") }
  func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) {
    world.happened("constraintsConflicted")
  }
  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    world.happened("viewDirtied")
  }
  func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    world.happened("viewDirtied through a subview")
  }
  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    world.happened(change.property.isInset ? "geometryWritten of an inset" : "geometryWritten")
  }
  func treeChanged(_ change: TreeChange, by layingOut: View?) { world.happened("treeChanged") }
  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    world.happened("workEnqueued")
  }
  func workBegan(_ work: WorkID) { world.happened("workBegan") }
  func workEnded(_ work: WorkID) { world.happened("workEnded") }
}
