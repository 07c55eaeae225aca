import Foundation
import TestSupport
import Testing
import ViewTree

/// Takes the steps of a model in a real tree.
private final class RealTree {
  final class Planned: View {
    let number: Int
    unowned let tree: RealTree
    var plans: [[TreeStep]] = []

    init(_ number: Int, _ tree: RealTree) {
      self.number = number
      self.tree = tree
      super.init(frame: .zero)
    }

    override func layoutSubviews() {
      tree.log.append(number)
      guard !plans.isEmpty else { return }
      for step in plans.removeFirst() { tree.take(step) }
    }
  }

  final class PlannedWindow: Window {
    unowned let tree: RealTree
    var plans: [[TreeStep]] = []

    init(_ tree: RealTree) {
      self.tree = tree
      super.init(frame: .zero, loop: tree.loop)
    }

    override func layoutSubviews() {
      tree.log.append(0)
      guard !plans.isEmpty else { return }
      for step in plans.removeFirst() { tree.take(step) }
    }
  }

  let loop = TurnLoop()
  private(set) var views: [View] = []
  var log: [Int] = []

  init(count: Int, passLimit: Int) {
    loop.passLimit = passLimit
    views = [PlannedWindow(self)]
    for number in 1..<count { views.append(Planned(number, self)) }
  }

  func take(_ step: TreeStep) {
    switch step {
    case .dirty(let view): views[view].setNeedsLayout()
    case .frame(let view, let x, let y, let width, let height):
      views[view].frame = CGRect(x: x, y: y, width: width, height: height)
    case .bounds(let view, let x, let y, let width, let height):
      views[view].bounds = CGRect(x: x, y: y, width: width, height: height)
    case .center(let view, let x, let y): views[view].center = CGPoint(x: x, y: y)
    case .intrinsicSize(let view): views[view].invalidateIntrinsicContentSize()
    case .harmless(let view): harmless(views[view])
    case .add(let view, let parent):
      if isAllowed(view, parent) { views[parent].addSubview(views[view]) }
    case .insert(let view, let parent, let index):
      if isAllowed(view, parent) { views[parent].insertSubview(views[view], at: index) }
    case .insertBeside(let view, let sibling, let above):
      guard view != sibling, let parent = views[sibling].superview else { return }
      guard isAllowed(view, views.firstIndex { $0 === parent }!) else { return }
      if above {
        parent.insertSubview(views[view], aboveSubview: views[sibling])
      } else {
        parent.insertSubview(views[view], belowSubview: views[sibling])
      }
    case .toFront(let view): views[view].superview?.bringSubviewToFront(views[view])
    case .toBack(let view): views[view].superview?.sendSubviewToBack(views[view])
    case .exchange(let view, let first, let second):
      let count = views[view].subviews.count
      if count > 0 {
        views[view].exchangeSubview(at: first % count, withSubviewAt: second % count)
      }
    case .remove(let view): views[view].removeFromSuperview()
    case .force(let view): views[view].layoutIfNeeded()
    case .inLayout(let view, let steps):
      (views[view] as? Planned)?.plans.append(steps)
      (views[view] as? PlannedWindow)?.plans.append(steps)
    case .turn: loop.runTurn()
    }
  }

  private func isAllowed(_ view: Int, _ parent: Int) -> Bool {
    view != 0 && !views[parent].isDescendant(of: views[view])
  }

  private func harmless(_ view: View) {
    view.isHidden.toggle()
    view.alpha = view.alpha == 1 ? 0.5 : 1
    view.transform = AffineTransform(scale: 2)
    view.transform = .identity
    view.frame = view.frame
    view.bounds = view.bounds
    view.center = view.center
  }
}

@Suite("A random walk over a tree")
struct TreeWalkTests {
  private func number(_ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<TreeWalkTests.count, using: &random)
  }

  private static let count = 24

  /// A step, of which those that plan a layout contain others.
  private func makeStep(_ random: inout SeededGenerator, isPlanned: Bool) -> TreeStep {
    let view = number(&random)
    let small = { (random: inout SeededGenerator) in Int.random(in: 0...3, using: &random) * 2 }
    switch Int.random(in: 0..<(isPlanned ? 16 : 22), using: &random) {
    case 0, 1: return .dirty(view)
    case 2, 3:
      return .frame(
        view, x: small(&random), y: small(&random), width: small(&random), height: small(&random))
    case 4:
      return .bounds(
        view, x: small(&random), y: small(&random), width: small(&random), height: small(&random))
    case 5: return .center(view, x: small(&random), y: small(&random))
    case 6: return .intrinsicSize(view)
    case 7: return .harmless(view)
    case 8, 9: return .add(view, to: number(&random))
    case 10: return .insert(view, into: number(&random), at: small(&random))
    case 11:
      return .insertBeside(view, sibling: number(&random), above: Bool.random(using: &random))
    case 12: return Bool.random(using: &random) ? .toFront(view) : .toBack(view)
    case 13: return .exchange(view, number(&random), number(&random))
    case 14: return .remove(view)
    case 15, 16: return .force(view)
    case 17, 18, 19:
      let count = Int.random(in: 1...3, using: &random)
      return .inLayout(view, (0..<count).map { _ in makeStep(&random, isPlanned: true) })
    default: return .turn
    }
  }

  @Test(
    "of mutations, geometry, forced and planned layouts agrees with a slow model",
    arguments: [10_000, 3])
  func agrees(passLimit: Int) {
    let seed = firstSeed("TreeWalkTests")
    var random = SeededGenerator(seed: seed)
    let real = RealTree(count: TreeWalkTests.count, passLimit: passLimit)
    let model = TreeModel(count: TreeWalkTests.count, passLimit: passLimit)
    let steps = caseCount(20_000, inDebug: Sanitizer.isOn ? 4_000 : 2_000)
    for index in 0..<steps {
      let step = makeStep(&random, isPlanned: false)
      real.take(step)
      model.take(step)
      if let difference = difference(real, model) {
        Issue.record("step \(index), \(step): \(difference). Seed \(seed)")
        return
      }
    }
    #expect(model.layouts > steps / 4, "the walk lays out a lot, seed \(seed)")
  }

  /// The first difference, in words.
  private func difference(_ real: RealTree, _ model: TreeModel) -> String? {
    #if DEBUG
    if let fault = real.loop.checkInvariants() { return fault }
    for view in real.views where view.superview == nil {
      if let fault = view.checkInvariants() { return fault }
    }
    #endif
    if real.log != model.log {
      let common = zip(real.log, model.log).prefix { $0 == $1 }.count
      return """
        layouts differ after \(common): \(real.log.dropFirst(common).prefix(9)) instead of \
        \(model.log.dropFirst(common).prefix(9))
        """
    }
    // A long log is compared once.
    if real.log.count > 1000 { (real.log, model.log) = ([], []) }
    for (view, node) in zip(real.views, model.nodes) {
      if view.needsLayout != node.isDirty {
        return "\(node.number) is \(node.isDirty ? "not " : "")dirty"
      }
      if view.frame != node.frame { return "frame of \(node.number): \(view.frame)" }
      if view.bounds.origin != node.offset { return "offset of \(node.number)" }
      guard view.subviews.elementsEqual(node.children, by: { $0 === real.views[$1.number] }) else {
        return "subviews of \(node.number)"
      }
    }
    return nil
  }
}
