import Foundation
import LoopHunter
import TestSupport
import ViewTree

/// A run of a random tree whose views do random things in their layout; a seed gives the same run.
///
/// Views write geometry, dirty each other, force layout, add, move, remove and drop views, change
/// trees outside the window, use controls and controllers, and hand work to the loop; a budget makes
/// every run end.
final class RandomRun {
  let loop = TurnLoop()
  let window: Window
  var generator: SeededGenerator
  var budget: Int
  private var isQuiet = false
  /// Views that are kept though they may be outside the window.
  private var kept: [View] = []
  /// Objects that only this run holds: controllers, and the windows opened later.
  var props: [AnyObject] = []
  /// The constraints that were made, active or not.
  var relations: [LayoutConstraint] = []

  let features: Set<Feature>

  init(seed: UInt64, budget: Int = 60, features: Set<Feature> = Set(Feature.allCases)) {
    generator = SeededGenerator(seed: seed)
    self.features = features
    self.budget = budget
    window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    loop.passLimit = 40
    loop.nestingLimit = 6
    for _ in 0..<Int.random(in: 2...8, using: &generator) { addView(to: randomView()) }
  }

  /// Runs some turns, with changes between and inside them, until the budget is spent.
  func run(turns: Int = 6) {
    for turn in 0..<turns {
      if Bool.random(using: &generator) { act(in: nil) }
      loop.event { [unowned self] in
        for _ in 0..<Int.random(in: 1...4, using: &generator) { act(in: nil) }
      }
      if turn % 2 == 0 { loop.advance(by: .milliseconds(16)) } else { loop.runTurn() }
      if Int.random(in: 0..<5, using: &generator) == 0 { kept.removeAll() }
    }
    kept.removeAll()
  }

  /// Runs what is left in the loop; the views do nothing any more.
  func drain() {
    budget = 0
    loop.runUntilIdle()
  }

  /// Takes one random action, in the layout of a view or outside any layout.
  func act(in view: View?) {
    guard budget > 0, !isQuiet else { return }
    budget -= 1
    let target = randomView()
    // Asked only with the feature, so that runs without it stay the same.
    if features.contains(.relations), Int.random(in: 0..<3, using: &generator) == 0 {
      return relate(target)
    }
    let feature = Feature.allCases.randomElement(using: &generator) ?? .ticks
    if Int.random(in: 0..<5, using: &generator) == 0, features.contains(feature) {
      return use(feature, on: target)
    }
    switch Int.random(in: 0..<22, using: &generator) {
    case 0...3: target.frame = randomRect()
    case 4: target.bounds.size = randomRect().size
    case 5: target.bounds.origin = randomRect().origin
    case 6: target.center = randomRect().origin
    case 7: target.transform = AffineTransform(scaleByX: 0.5, byY: 2)
    case 8: target.transform = .identity
    case 9, 10: target.setNeedsLayout()
    case 11: target.setNeedsLayout(because: .text)
    case 12: target.layoutIfNeeded()
    case 13: addView(to: target)
    case 14: addTree(to: target)
    case 15: remove(target)
    case 16: removeAndReturn(target)
    case 17: target.superview?.bringSubviewToFront(target)
    case 18: move(target, to: randomView())
    case 19: loop.async { [unowned self] in act(in: nil) }
    case 20:
      loop.after(.milliseconds(Int.random(in: 0...20, using: &generator))) { [unowned self] in
        act(in: nil)
      }
    default: view?.frame.size = randomRect().size
    }
  }

  func randomView() -> View {
    var view: View = window
    while !view.subviews.isEmpty, Int.random(in: 0..<4, using: &generator) > 0 {
      view = view.subviews[Int.random(in: 0..<view.subviews.count, using: &generator)]
    }
    return view
  }

  func randomRect() -> CGRect {
    let steps = 0...12
    let scale = [1, 0.1, 7.25][Int.random(in: 0...2, using: &generator)]
    func number() -> Double { Double(Int.random(in: steps, using: &generator)) * scale }
    return CGRect(x: number() - 3, y: number(), width: number(), height: number())
  }

  private func addView(to parent: View) {
    let view = newView()
    parent.insertSubview(
      view, at: Int.random(in: 0...parent.subviews.count, using: &generator))
  }

  func newView() -> View {
    let view: View
    switch features.contains(.controls) ? Int.random(in: 0..<8, using: &generator) : 9 {
    case 0:
      let label = RandomLabel(frame: randomRect())
      label.run = self
      view = label
    case 1:
      let stack = RandomStack(frame: randomRect())
      stack.run = self
      view = stack
    case 2:
      let scroll = RandomScroll(frame: randomRect())
      scroll.run = self
      view = scroll
    default:
      let plain = RandomView(frame: randomRect())
      plain.run = self
      view = plain
    }
    if Bool.random(using: &generator) {
      view.autoresizingMask = [.flexibleWidth, .flexibleLeftMargin]
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { view.identifier = "view \"\(budget)\"\n" }
    return view
  }

  private func addTree(to parent: View) {
    let root = newView()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let child = newView()
      root.addSubview(child)
      if Bool.random(using: &generator) { child.addSubview(newView()) }
    }
    if Bool.random(using: &generator) { layOutUnseen(root) }
    parent.addSubview(root)
  }

  /// Lays out a tree outside the window, whose views then do nothing.
  ///
  /// A tree that is put into a window by its own layout is laid out to the end by a pass that tells
  /// no observer, so that no recorder can know.
  private func layOutUnseen(_ view: View) {
    isQuiet = true
    view.layoutIfNeeded()
    isQuiet = false
  }

  private func remove(_ view: View) {
    guard view !== window else { return }
    view.removeFromSuperview()
    if Bool.random(using: &generator) { kept.append(view) }
  }

  /// Takes a tree out, changes it unobserved, and puts it back.
  private func removeAndReturn(_ view: View) {
    guard view !== window, let superview = view.superview else { return }
    view.removeFromSuperview()
    if Bool.random(using: &generator) { view.frame = randomRect() }
    if Bool.random(using: &generator) { view.addSubview(newView()) }
    if Bool.random(using: &generator) { view.subviews.first?.removeFromSuperview() }
    if Bool.random(using: &generator) { view.subviews.last?.frame = randomRect() }
    if Bool.random(using: &generator) { layOutUnseen(view) }
    if Bool.random(using: &generator), let other = kept.last, other.superview == nil,
      !view.isDescendant(of: other)
    {
      view.addSubview(other)
    }
    guard !superview.isDescendant(of: view) else { return }
    superview.insertSubview(view, at: 0)
  }

  private func move(_ view: View, to parent: View) {
    guard view !== window, !parent.isDescendant(of: view) else { return }
    parent.insertSubview(view, at: 0)
  }
}
