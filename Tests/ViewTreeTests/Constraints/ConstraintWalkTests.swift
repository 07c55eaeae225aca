import Foundation
import TestSupport
import Testing
import ViewTree

/// Random changes of trees with constraints, beside trees that are built anew.
@Suite("Random walks through constrained trees")
struct ConstraintWalkTests {
  @Test(
    "after any changes the views are placed as well as in a tree that is built anew",
    arguments: Seeds.range(600, inDebug: 10))
  func walk(_ seed: UInt64) {
    let walk = ConstrainedTree(seed: seed)
    for step in 0..<20 {
      for _ in 0..<3 { walk.change() }
      walk.loop.runUntilIdle(limit: 50)
      #expect(!walk.loop.lastCommit.didHitLimit, "seed \(seed), step \(step)")
      #if DEBUG
      let fault = walk.loop.checkInvariants()
      #expect(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
      #endif
      let (found, best) = (walk.violations, walk.rebuilt().violations)
      for priority in Set(found.keys).union(best.keys).sorted(by: >) {
        let (a, b) = (found[priority] ?? 0, best[priority] ?? 0)
        #expect(abs(a - b) < 0.01, "seed \(seed), step \(step), priority \(priority)")
        if abs(a - b) >= 0.01 { return }
      }
    }
  }
}

/// A window with random views and constraints.
private final class ConstrainedTree {
  /// A view with a natural size.
  final class Sized: View {
    var natural: CGSize = .zero {
      didSet { if natural != oldValue { invalidateIntrinsicContentSize() } }
    }
    override var intrinsicContentSize: CGSize { natural }
  }

  let loop = TurnLoop()
  let window: Window
  private var random: SeededGenerator
  private var views: [Sized] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    // Rounding must not hide anything.
    window.displayScale = 1_000_000
    for _ in 0..<4 { addView() }
  }

  /// Makes the window that a recorded one describes.
  private init(copying other: ConstrainedTree) {
    random = SeededGenerator(seed: 1)
    window = Window(frame: other.window.frame, loop: loop)
    window.displayScale = 1_000_000
    var copies: [ObjectIdentifier: View] = [ObjectIdentifier(other.window): window]
    func copy(_ view: View) {
      for subview in view.subviews {
        guard let old = subview as? Sized else { continue }
        let new = Sized(frame: old.frame)
        new.natural = old.natural
        new.autoresizingMask = old.autoresizingMask
        copies[ObjectIdentifier(old)] = new
        copies[ObjectIdentifier(view)]?.addSubview(new)
        views.append(new)
        if !old.translatesAutoresizingMaskIntoConstraints {
          new.translatesAutoresizingMaskIntoConstraints = false
        }
        copy(subview)
      }
    }
    copy(other.window)
    for constraint in other.constraints {
      let items = [constraint.firstItem, constraint.secondItem].map { item in
        item.flatMap { copies[ObjectIdentifier($0)] }
      }
      guard let first = items[0] else { continue }
      let new = LayoutConstraint(
        item: first, attribute: constraint.firstAttribute, relatedBy: constraint.relation,
        toItem: items[1], attribute: constraint.secondAttribute, multiplier: constraint.multiplier,
        constant: constraint.constant)
      new.priority = constraint.priority
      new.isActive = true
    }
  }

  func rebuilt() -> ConstrainedTree {
    let tree = ConstrainedTree(copying: self)
    tree.loop.runUntilIdle(limit: 50)
    return tree
  }

  // MARK: Changes

  private var constraints: [LayoutConstraint] {
    ([window] + views.filter { $0.window === window }).flatMap(\.constraints)
  }

  func change() {
    switch Int.random(in: 0..<12, using: &random) {
    case 0 where views.count < 9: addView()
    case 1: moveView()
    case 2...4: addConstraint()
    case 5: constraints.randomElement(using: &random)?.isActive = false
    case 6...7:
      constraints.randomElement(using: &random)?.constant = CGFloat(
        Int.random(in: -40...120, using: &random))
    case 8: reprioritise()
    case 9: views.randomElement(using: &random)?.natural = size()
    case 10:
      let view = views.randomElement(using: &random)
      if view?.translatesAutoresizingMaskIntoConstraints == true {
        view?.frame = CGRect(origin: CGPoint(x: number(), y: number()), size: size())
      } else {
        window.frame.size = CGSize(width: 200 + number(), height: 300 + number())
      }
    default: churn()
    }
  }

  private func number() -> CGFloat { CGFloat(Int.random(in: 0..<150, using: &random)) }
  private func size() -> CGSize { CGSize(width: number(), height: number()) }

  private func addView() {
    let view = Sized(frame: CGRect(origin: CGPoint(x: number(), y: number()), size: size()))
    view.natural = size()
    if Int.random(in: 0..<4, using: &random) == 0 {
      // A flexible length that is squeezed to 0 would not follow its superview in proportion.
      view.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
    } else {
      view.translatesAutoresizingMaskIntoConstraints = false
    }
    let parents = [window] + views.filter { $0.window === window }
    (parents.randomElement(using: &random) ?? window).addSubview(view)
    views.append(view)
    addConstraint()
  }

  private func moveView() {
    guard let view = views.randomElement(using: &random) else { return }
    let parents = ([window] + views).filter { !$0.isDescendant(of: view) && $0.window === window }
    if Int.random(in: 0..<2, using: &random) == 0 { view.removeFromSuperview() }
    (parents.randomElement(using: &random) ?? window).addSubview(view)
  }

  private func reprioritise() {
    let optional = constraints.filter { $0.priority != .required }
    optional.randomElement(using: &random)?.priority = LayoutPriority(
      [999, 750, 500, 250, 50].randomElement(using: &random) ?? 1)
  }

  /// Takes constraints out and puts them back in another order.
  private func churn() {
    let some = constraints.shuffled(using: &random).prefix(4)
    LayoutConstraint.deactivate(Array(some))
    LayoutConstraint.activate(some.shuffled(using: &random))
  }

  private func addConstraint() {
    let items: [View] = [window] + views.filter { $0.window === window }
    guard let first = items.dropFirst().randomElement(using: &random),
      let second = items.randomElement(using: &random), first !== second
    else { return }
    let attributes: [LayoutConstraint.Attribute] = [
      .left, .right, .centerX, .top, .bottom, .centerY, .leading, .trailing,
    ]
    let relation = LayoutConstraint.Relation.allCases.randomElement(using: &random) ?? .equal
    let constraint: LayoutConstraint
    if Int.random(in: 0..<3, using: &random) == 0 {
      let attribute: LayoutConstraint.Attribute = Bool.random(using: &random) ? .width : .height
      constraint = LayoutConstraint(
        item: first, attribute: attribute, relatedBy: relation, toItem: nil,
        attribute: .notAnAttribute, multiplier: 1, constant: number())
    } else {
      let attribute = attributes.randomElement(using: &random) ?? .left
      constraint = LayoutConstraint(
        item: first, attribute: attribute, relatedBy: relation, toItem: second,
        attribute: attribute, multiplier: [1, 1, 0.5].randomElement(using: &random) ?? 1,
        constant: number())
    }
    // Required ones would contradict each other, and which is broken depends on the order.
    constraint.priority = LayoutPriority(
      [999, 750, 500, 250, 50].randomElement(using: &random) ?? 1)
    constraint.isActive = true
  }

  // MARK: Violations

  /// The sums of the distances from what constraints say, by priority.
  var violations: [Float: CGFloat] {
    var sums: [Float: CGFloat] = [:]
    for constraint in constraints {
      guard let first = constraint.firstItem as? View else { continue }
      let container = container(of: constraint)
      var difference = position(constraint.firstAttribute, first, in: container)
      difference -= constraint.constant
      if let second = constraint.secondItem as? View {
        difference -=
          constraint.multiplier * position(constraint.secondAttribute, second, in: container)
      }
      let violation: CGFloat =
        switch constraint.relation {
        case .lessThanOrEqual: max(0, difference)
        case .equal: abs(difference)
        case .greaterThanOrEqual: max(0, -difference)
        }
      sums[constraint.priority.rawValue, default: 0] += violation
    }
    for view in views where view.window === window {
      guard !view.translatesAutoresizingMaskIntoConstraints else { continue }
      for (length, natural) in [
        (view.bounds.width, view.natural.width), (view.bounds.height, view.natural.height),
      ] {
        sums[250, default: 0] += max(0, length - natural)
        sums[750, default: 0] += max(0, natural - length)
      }
    }
    return sums
  }

  private func container(of constraint: LayoutConstraint) -> View {
    ([window] + views).first { $0.constraints.contains(constraint) } ?? window
  }

  private func position(
    _ attribute: LayoutConstraint.Attribute, _ view: View, in container: View
  ) -> CGFloat {
    let rect = view.convert(view.bounds, to: container)
    return switch attribute {
    case .left, .leading: rect.minX
    case .right, .trailing: rect.maxX
    case .centerX: rect.midX
    case .top: rect.minY
    case .bottom: rect.maxY
    case .centerY: rect.midY
    case .width: rect.width
    default: rect.height
    }
  }
}
