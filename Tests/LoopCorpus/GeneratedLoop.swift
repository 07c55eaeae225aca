import Foundation
import LoopScenarios
import TestSupport
import ViewTree

/// A random tree with one loop in it, and what is known of the loop because it was made so.
///
/// Some views drive the loop. Innocent views hang about: drivers dirty them, in every round or in
/// some, and they write downstream geometry of their own. Bystanders are laid out once.
package final class GeneratedLoop {
  package enum Kind: Int, CaseIterable, Sendable {
    /// A view far down a chain resizes the root's child, the root sets it back.
    case fight
    /// A view far down a chain calls the root's `setNeedsLayout`; innocents join with a period.
    case call
    /// A view far down a chain makes the root's child grow each time.
    case growth
    /// A helper in another branch resizes what its owner sets back.
    case branches
    /// Views in branches of their own size or call each other in a ring.
    case ring
    /// Two owners move one view to two places, and call each other.
    case owners
    /// A controller's additional safe area is written in layout, by it or by a helper.
    case insets
    /// The constraints phase dirties what asks for the constraints phase.
    case constraints
    /// An arranged view hides its neighbour when it is narrow, which makes it wide.
    case arrangement
    /// A view scrolls a scroll view that tells it of its layouts.
    case scrolling
    /// Views force each other's layout, ever deeper.
    case recursion
    /// Code outside layout alternates between dirtying and forcing.
    case thrashing
    /// Views hand layout on from turn to turn.
    case hops
  }

  /// The thresholds with which loops are hunted.
  package static let thresholds = [5, 6, 8, 10, 13, 20, 30, 50, 80, 100, 150, 200]

  package let seed: UInt64
  package let kind: Kind
  /// Rounds after which geometry, for calls the order, returns.
  package let period: Int
  /// Rounds after which everything repeats.
  package internal(set) var roundsToRepeat: Int
  /// The layouts that a hunted view may have in a turn.
  package internal(set) var threshold: Int
  package let stage = Stage()
  package let root = GeneratedView("root", CGRect(x: 0, y: 0, width: 300, height: 300))
  /// The expected findings.
  package internal(set) var truth = Truth(.undetermined, [])
  /// The view of which a round has one layout.
  package internal(set) var anchor: View
  /// The views that must not be in the cycle.
  package internal(set) var bystanders: Set<String> = []
  package internal(set) var views: [View] = []
  /// True if no view acts any more, so that the pass settles.
  package var isOver = false

  /// The view whose code does nothing, to see whether the loop goes on without it.
  let muted: String?
  /// The deeds that are left out, as if their lines were not there.
  let omitted: Omission?
  /// The number of times that each line of the omission was reached.
  private var done: [String: Int] = [:]
  var generator: SeededGenerator
  /// Objects that the tree's closures need: controllers.
  var props: [AnyObject] = []
  /// The number of innocents so far.
  private var innocentCount = 0
  private var innocents: [ObjectIdentifier: [(view: GeneratedView, round: Int?)]] = [:]

  /// Makes the loop of a seed: any 156 seeds in a row have every kind with every period.
  ///
  /// With `muted` the code of one view does nothing; with `omitted` only these of its deeds are left out.
  package init(
    seed: UInt64, muted: String? = nil, omitted: Omission? = nil
  ) {
    self.seed = seed
    self.muted = muted
    self.omitted = omitted
    var generator = SeededGenerator(seed: seed)
    kind = Kind.allCases[Int(seed % UInt64(Kind.allCases.count))]
    period = 1 + Int(seed / UInt64(Kind.allCases.count) % 12)
    threshold = GeneratedLoop.thresholds.randomElement(using: &generator)!
    self.generator = generator
    roundsToRepeat =
      [.fight, .call, .branches, .ring, .insets, .scrolling].contains(kind) ? period : 1
    anchor = root
    stage.window.identifier = "window"
    stage.suspect = root
    views.append(root)
    switch kind {
    case .fight, .call, .growth: buildChain()
    case .branches: buildBranches()
    case .ring: buildRing()
    case .owners: buildOwners()
    case .insets: buildInsets()
    case .constraints: buildConstraints()
    case .arrangement: buildArrangement()
    case .scrolling: buildScrolling()
    case .recursion: buildRecursion()
    case .thrashing: buildThrashing()
    case .hops: buildHops()
    }
    addBystanders()
    stage.window.addSubview(root)
    stage.props = props
    begin()
  }

  /// The seed of a loop with a chain: of three numbers in a row each has another kind.
  package static func seedOfChain(_ number: UInt64) -> UInt64 {
    number / 3 * UInt64(Kind.allCases.count) + number % 3
  }

  /// True if one turn repeats the same events in the same order.
  package var isSteady: Bool { ![.recursion, .thrashing, .hops].contains(kind) }

  /// A description of the loop, for messages.
  package var summary: String {
    "seed \(seed): \(kind), period \(period), threshold \(threshold)"
  }

  /// The views of these names, as they stand in the tree.
  package func view(_ name: String) -> View? { views.first { $0.identifier == name } }

  // MARK: Chance

  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  func chance(_ part: Int) -> Bool { random(1...part) == 1 }

  /// Distinct small numbers, one for each round of a period, in no order.
  func values() -> [CGFloat] {
    (0..<max(1, period)).map { CGFloat($0 * 2 + 1) }.shuffled(using: &generator)
  }

  // MARK: The tree

  /// Adds a view to the loop's views.
  @discardableResult
  func add(_ view: View, to parent: View?) -> View {
    views.append(view)
    parent?.insertSubview(view, at: random(0...parent!.subviews.count))
    return view
  }

  func make(_ name: String, in parent: View?) -> GeneratedView {
    let view = GeneratedView(name)
    add(view, to: parent)
    return view
  }

  /// A view somewhere below the root, in a branch of its own.
  func makeApart(_ name: String) -> GeneratedView {
    var place: View = root
    for _ in 0..<random(0...3) { place = make("hall\(views.count)", in: place) }
    return make(name, in: place)
  }

  private func addBystanders() {
    for index in 0..<random(0...5) {
      let parent = views.randomElement(using: &generator)!
      // A stack arranges its views, and a window's layout does not matter.
      guard !(parent is StackView) else { continue }
      let view = GeneratedView(
        "bystander\(index)", CGRect(x: 0, y: 0, width: 9, height: 9))
      bystanders.insert(view.identifier!)
      parent.insertSubview(view, at: 0)
    }
  }

  /// Adds innocent views below a driver, which dirties them; with a period only where asked for.
  func addInnocents(_ count: Int, of driver: View, isPeriodic: Bool = false) {
    for _ in 0..<count {
      let index = innocentCount
      innocentCount += 1
      let view = GeneratedView(
        "innocent\(index)", CGRect(x: 0, y: 0, width: 20, height: 20))
      add(view, to: driver)
      truth.victims.insert(view.identifier!)
      innocents[ObjectIdentifier(driver), default: []].append(
        (view, isPeriodic ? random(0...period - 1) : nil))
      guard chance(2) else { continue }
      let leaf = GeneratedView("leaf\(index)", CGRect(x: 0, y: 0, width: 5, height: 5))
      add(leaf, to: view)
      truth.victims.insert(leaf.identifier!)
      // Downstream, and undone within the same layout: an innocent distraction.
      view.onLayout = { [unowned self, unowned leaf] _ in
        guard !isOver else { return }
        leaf.frame.size = CGSize(width: 7, height: 7)
        leaf.frame.size = CGSize(width: 5, height: 5)
      }
    }
  }

  // MARK: Actions of the views

  /// True if a view's code does anything now.
  func acts(_ view: View) -> Bool { !isOver && view.identifier != muted }

  /// Lines that are left out of a loop's code.
  package struct Omission {
    let writer: String
    let actions: [String]
    /// The number of times that each still runs.
    let kept: Int

    package init(_ writer: String, _ actions: [String], keeping kept: Int = 0) {
      (self.writer, self.actions, self.kept) = (writer, actions, kept)
    }
  }

  /// True if a view still does what a line of its code says: a call, or a write of this key path.
  func does(_ view: View, _ action: String) -> Bool {
    guard let omitted, omitted.writer == view.identifier,
      omitted.actions.contains(where: { $0.hasPrefix(action) || action.hasPrefix($0) })
    else { return true }
    done[action, default: 0] += 1
    return done[action, default: 0] <= omitted.kept
  }

  func dirtyInnocents(of view: View, round: Int = 0) {
    for (innocent, only) in innocents[ObjectIdentifier(view)] ?? []
    where only.map({ round % period == $0 }) ?? true {
      innocent.setNeedsLayout()
    }
  }

  /// Gives a view its layout code.
  func give(_ view: GeneratedView, _ code: @escaping (GeneratedView) -> Void) {
    view.onLayout = { [unowned self] view in
      guard acts(view) else { return }
      dirtyInnocents(of: view, round: view.layouts)
      code(view)
    }
  }

  /// Begins the run: all dirty at once, or settled and then dirtied in one place.
  private func begin() {
    guard isSteady, chance(2) else { return }
    stage.script = { [unowned self] loop in
      isOver = true
      loop.runTurn()
      isOver = false
      loop.event { [unowned self] in anchor.setNeedsLayout() }
      loop.runTurn()
    }
  }
}
