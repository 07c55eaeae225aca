import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("A random walk whose callbacks and deaths change the tree")
struct HostileWalkTests {
  @Test("ends with whole trees, and nothing leaks")
  func walks() {
    let first = firstSeed("Hostile walk")
    var callbacks: [String: Int] = [:]
    let count = caseCount(1500, inDebug: 30)
    for seed in first..<first + UInt64(count) {
      let world = HostileWorld(seed: seed)
      if let fault = world.walk(120) { Issue.record("\(fault), seed \(seed)") }
      let left = world.end()
      if !left.isEmpty { Issue.record("left: \(left), seed \(seed)") }
      callbacks.merge(world.callbacks, uniquingKeysWith: +)
    }
    // Where a callback never did anything, the walk would prove nothing of it.
    guard givenSeed == nil, count >= 1000 else { return }
    for callback in HostileWalkTests.callbacks {
      #expect(callbacks[callback, default: 0] > 0, "\(callback)")
    }
  }

  static let callbacks = [
    "layoutSubviews", "deinit", "cargo", "frame", "willMoveToSuperview", "didMoveToSuperview",
    "willMoveToWindow", "didMoveToWindow", "didAddSubview", "willRemoveSubview",
    "updateConstraints", "updateConstraints of a class that relies", "safeAreaInsetsDidChange",
    "layoutMarginsDidChange",
    "intrinsicContentSize", "sizeThatFits", "pointInside", "scrollViewDidScroll",
    "deinit of a window", "deinit of a controller", "viewDidLoad", "viewWillLayoutSubviews",
    "viewDidLayoutSubviews", "willMoveToParent", "didMoveToParent", "updateViewConstraints",
    "deinit of a target", "deinit of an observer", "turnBegan", "turnEnded", "commitBegan",
    "commitEnded", "forcedPassEnded", "layoutForced",
    "layoutEntered", "layoutLeft", "viewDirtied",
    "viewDirtied through a subview", "constraintsEntered", "constraintsLeft",
    "geometryWritten", "geometryWritten of an inset", "treeChanged", "workEnqueued", "workBegan",
    "workEnded", "block", "event",
    "timer", "tick", "phase",
  ]
}
