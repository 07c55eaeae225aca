import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import ViewTree

/// A random tree with one loop in it, and what is known of the loop because it was made so.
///
/// The root brings a chain of 1 to 39 views down to the guilty one, each of which hands layout on to the
/// next; the guilty one acts upstream. Innocent views hang about: they are dirtied by the views of
/// the chain, in every round or in some, and write downstream geometry of their own. Views of the
/// chain that echo act upstream too, once in each round, and could not keep the loop going.
final class GeneratedLoop {
  enum Kind: CaseIterable {
    /// The guilty view resizes the root's child, the root sets it back; sizes have a period.
    case fight
    /// The guilty view calls the root's `setNeedsLayout`; innocents join with a period.
    case call
    /// The guilty view makes the root's child grow each time.
    case growth
  }

  let kind: Kind
  /// Rounds after which geometry, for `call` the order, returns.
  let period: Int
  let loop = TurnLoop()
  let window: Window
  let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
  let guilty: GeneratedView
  /// The root's child that is fought over.
  let target: GeneratedView
  /// What must be in the cycle, by identifier.
  private(set) var members: Set<String> = []
  /// What must not be in it.
  private(set) var bystanders: Set<String> = []
  private(set) var views: [GeneratedView] = []
  /// Nobody acts any more, so that the pass settles.
  var isOver = false

  private var generator: SeededGenerator
  private var chain: [GeneratedView] = []
  /// Views of the chain that dirty the one above them, with the round in which they did it last.
  private var echoes: [ObjectIdentifier: Int] = [:]
  private var innocents: [ObjectIdentifier: [(view: GeneratedView, round: Int?)]] = [:]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Any 36 seeds in a row have every kind with every period.
    kind = Kind.allCases[Int(seed % 3)]
    period = kind == .growth ? 1 : 1 + Int(seed / 3 % 12)
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    window.identifier = "window"
    // Who grows itself is not dirtied by that, and would stop.
    let length = Int.random(in: (kind == .growth ? 2 : 1)...39, using: &generator)
    chain = (0..<length).map { _ in GeneratedView(frame: CGRect(x: 0, y: 0, width: 90, height: 90))
    }
    target = chain[0]
    guilty = chain[length - 1]
    self.generator = generator
    build()
    giveLayouts()
  }

  private func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func name(_ view: GeneratedView, _ name: String) {
    view.identifier = name
    views.append(view)
  }

  // MARK: The tree

  private func build() {
    name(root, "root")
    var above: View = root
    for (index, view) in chain.enumerated() {
      name(view, "chain\(index)")
      above.addSubview(view)
      above = view
    }
    members = Set(views.map { $0.identifier! })
    for index in 0..<random(0...50) { addInnocent(index) }
    if kind != .growth, chain.count > 1 {
      for _ in 0..<random(0...3) {
        echoes[ObjectIdentifier(chain[random(1...chain.count - 1)])] = 0
      }
    }
    for index in 0..<random(0...5) {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
      name(view, "bystander\(index)")
      bystanders.insert(view.identifier!)
      ([root] + chain)[random(0...chain.count)].insertSubview(view, at: 0)
    }
    window.addSubview(root)
  }

  /// An innocent view below the root or a view of the chain, which dirties it.
  private func addInnocent(_ index: Int) {
    let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    name(view, "innocent\(index)")
    members.insert(view.identifier!)
    // Only the root joins them with a period: the others can be laid out twice in a round.
    let isPeriodic = kind == .call && random(0...2) == 0
    let parent = isPeriodic ? root : ([root] + chain)[random(0...chain.count)]
    parent.insertSubview(view, at: random(0...parent.subviews.count))
    innocents[ObjectIdentifier(parent), default: []].append(
      (view, isPeriodic ? random(0...period - 1) : nil))
    guard random(0...1) == 0 else { return }
    let leaf = GeneratedView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
    name(leaf, "leaf\(index)")
    members.insert(leaf.identifier!)
    view.addSubview(leaf)
    // Downstream, and undone within the same layout: an innocent distraction.
    view.onLayout = { [unowned self] _ in
      guard !isOver else { return }
      leaf.frame.size = CGSize(width: 7, height: 7)
      leaf.frame.size = CGSize(width: 5, height: 5)
    }
  }

  // MARK: What the views do

  private func dirtyInnocents(of view: GeneratedView, round: Int) {
    for (innocent, only) in innocents[ObjectIdentifier(view)] ?? []
    where only.map({ round % period == $0 }) ?? true {
      innocent.setNeedsLayout()
    }
  }

  private func giveLayouts() {
    root.onLayout = { [unowned self] _ in
      guard !isOver else { return }
      dirtyInnocents(of: root, round: root.layouts)
      switch kind {
      case .fight:
        target.frame.size = CGSize(width: 90, height: 50 + CGFloat(root.layouts % period))
      case .call: target.setNeedsLayout()
      case .growth: break
      }
    }
    for (index, view) in chain.enumerated() {
      let next = index + 1 < chain.count ? chain[index + 1] : nil
      view.onLayout = { [unowned self] view in
        guard !isOver else { return }
        dirtyInnocents(of: view, round: 0)
        echo(view)
        if let next { handOn(from: view, to: next) } else { misbehave() }
      }
    }
  }

  private func echo(_ view: View) {
    guard let last = echoes[ObjectIdentifier(view)], last != root.layouts else { return }
    echoes[ObjectIdentifier(view)] = root.layouts
    view.superview?.setNeedsLayout()
  }

  private func handOn(from view: View, to next: View) {
    if kind != .call { next.frame.size.height = view.bounds.height - 1 }
    // The root may have set the size back before anybody saw the other one.
    if kind != .growth { next.setNeedsLayout() }
  }

  private func misbehave() {
    switch kind {
    case .fight:
      target.frame.size.height = 100 + CGFloat(root.layouts % period)
    case .call: root.setNeedsLayout()
    case .growth: target.frame.size.height += 0.5
    }
  }

  // MARK: What must be found

  /// The verdict that follows from how the loop was made.
  var verdict: Verdict {
    switch kind {
    case .fight: .oscillating(period: period)
    case .call: .redundant
    case .growth: .drifting(property: "frame.size.height", perRound: 0.5)
    }
  }

  /// The view at the other end of the guilty edge.
  var dirtied: GeneratedView { kind == .growth ? target : root }

  /// The views without whose layouts the loop would stop, by identifier.
  var drivers: Set<String> {
    // The root lays out a chain that grows by itself no more than its innocents.
    Set((chain + (kind == .growth ? [] : [root])).map { $0.identifier! })
  }

  var action: String { kind == .call ? "setNeedsLayout" : "frame.size.height" }
}
