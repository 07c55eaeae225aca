import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A loop that the baseline knows hides no other loop of the same view.
@Suite("Other loops of a view whose loop is known")
struct OtherLoopTests {
  /// The loops of the card; each settles after a number of layouts.
  enum Kind: CaseIterable {
    case child, sibling, constraint
  }

  private final class Scene {
    let loop = TurnLoop()
    let window: Window
    private let (card, child, sibling) = (
      GeneratedView("card"), GeneratedView("child"), GeneratedView("sibling")
    )
    private let constraint: LayoutConstraint
    private var kind = Kind.child
    private(set) var layoutsLeft = 0
    /// Called by the next layout.
    private var onNext: () -> Void = {}
    /// Called at the end of the loop.
    var onEnd: () -> Void = {}

    init() {
      window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
      let label = View()
      label.translatesAutoresizingMaskIntoConstraints = false
      card.addSubview(child)
      card.addSubview(label)
      window.addSubview(card)
      window.addSubview(sibling)
      constraint = label.widthAnchor.constraint(equalToConstant: 5)
      constraint.isActive = true
      loop.runUntilIdle()
      card.onLayout = { [unowned self] _ in act() }
      child.onLayout = { [unowned self] _ in if kind == .child { card.setNeedsLayout() } }
      sibling.onLayout = { [unowned self] _ in if kind == .sibling { card.frame.size.width = 11 } }
    }

    /// Lets the next layout force another, which is refused.
    func refuseOnce() {
      loop.nestingLimit = 1
      onNext = { [unowned self] in
        child.setNeedsLayout()
        child.layoutIfNeeded()
        loop.nestingLimit = 256
      }
      card.setNeedsLayout()
    }

    func start(_ kind: Kind, _ layouts: Int = 150) {
      (self.kind, layoutsLeft) = (kind, layouts)
      card.setNeedsLayout()
    }

    private func act() {
      let next = onNext
      onNext = {}
      next()
      guard layoutsLeft > 0 else { return }
      layoutsLeft -= 1
      if layoutsLeft == 0 { onEnd() }
      switch kind {
      case .child: child.setNeedsLayout()
      case .sibling:
        card.frame.size.width = 12
        sibling.setNeedsLayout()
      case .constraint: constraint.constant = CGFloat(layoutsLeft % 2)
      }
    }
  }

  /// When the second loop begins.
  enum Moment: CaseIterable { case nextTurn, nextPass, samePass, nextTurnToLimit, nextPassToLimit }

  private func found(_ baseline: URL?, _ body: (Scene) -> Void) throws -> [LoopReport] {
    let scene = Scene()
    scene.loop.passLimit = 700
    do {
      try scene.loop.expectNoLayoutLoops(baseline: baseline) { body(scene) }
      return []
    } catch let error as LoopDetected {
      return error.reports
    }
  }

  /// A baseline that knows all that is found of a loop, which runs to its end only where it is known.
  private func write(_ kind: Kind, to file: URL) throws {
    var baseline = Baseline()
    for _ in 0..<5 {
      try Data(baseline.text).write(to: file)
      let reports = try found(file) { scene in
        scene.start(kind)
        scene.loop.runTurn()
      }
      if reports.isEmpty { return }
      for report in reports { _ = baseline.add(report) }
    }
    Issue.record("\(kind) is never known")
  }

  @Test(
    "each is found, in its own turn or pass or in that of the known one", arguments: Kind.allCases)
  func another(known: Kind) throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try write(known, to: file)
    let seed = firstSeed("OtherLoopTests.another")
    let alone = try found(file) { scene in
      scene.start(known, 10_000)
      scene.loop.runTurn()
    }
    #expect(alone.isEmpty, "\(known) to the limit: \(alone)")
    for limit in [60, 500] {
      let again = try found(file) { scene in
        scene.start(known)
        scene.window.layoutIfNeeded()
        scene.loop.passLimit = limit
        scene.start(known, 10_000)
        scene.loop.runTurn()
      }
      #expect(again.isEmpty, "\(known) again, to the limit of \(limit): \(again)")
    }
    for (place, other) in Kind.allCases.enumerated() where other != known {
      // In debug one in two, other ones for each loop.
      for moment in sample(Moment.allCases, oneIn: 2, seed: seed + UInt64(place)) {
        let reports = try found(file) { scene in
          scene.start(known)
          switch moment {
          case .nextTurn:
            scene.loop.runTurn()
            scene.start(other)
          case .nextTurnToLimit:
            scene.loop.runTurn()
            scene.start(other, 10_000)
          case .nextPass:
            scene.window.layoutIfNeeded()
            scene.start(other)
          case .nextPassToLimit:
            scene.window.layoutIfNeeded()
            // The limit comes before the threshold.
            scene.loop.passLimit = 60
            scene.start(other, 10_000)
          case .samePass:
            scene.onEnd = { [unowned scene] in
              scene.onEnd = {}
              scene.start(other)
            }
          }
          scene.loop.runTurn()
        }
        #expect(!reports.isEmpty, "\(known), then \(other), \(moment)")
      }
    }
  }

  @Test("a known loop explains no refused layout of another pass")
  func refused() throws {
    let file = URL.temporaryDirectory.appending(path: "known-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try write(.child, to: file)
    for isFirst in [true, false] {
      let reports = try found(file) { scene in
        if !isFirst {
          scene.start(.child)
          scene.window.layoutIfNeeded()
        }
        scene.refuseOnce()
        scene.window.layoutIfNeeded()
        if isFirst {
          scene.start(.child)
          scene.loop.runTurn()
        }
      }
      #expect(reports.count == 1, "\(isFirst): \(reports)")
    }
  }
}
