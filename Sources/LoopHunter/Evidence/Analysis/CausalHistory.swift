import LayoutTrace
import ViewTree

/// The ring's records as layouts, each with its actions and its causes.
///
/// Views are numbers of the register. Indexes into `layouts` and `actions` grow with time. It is a class, so that
/// debug builds, which copy what they look at, copy a reference.
final class CausalHistory {
  let layouts: [Layout]
  let actions: [Action]
  let causes: [Cause]
  /// The numbers of all written values.
  let values: [Double]
  /// The turns, each with the number of layouts before it.
  let turns: [(number: Int, firstLayout: Int)]
  /// The calls of `layoutIfNeeded` outside any layout, as indexes into `actions`.
  let outsideForces: [Int]
  /// For each commit the numbers of layouts and actions before it.
  let commits: [(layouts: Int, actions: Int)]
  /// The layouts with which an observer's code interfered, or that it had made necessary.
  let disturbances: [Int]
  /// True if views came into the tree from outside of it.
  let hasNewViews: Bool
  /// True if any view's `updateConstraints` did something.
  let hasUpdates: Bool

  init(
    layouts: [Layout], actions: [Action], causes: [Cause], values: [Double],
    turns: [(number: Int, firstLayout: Int)], outsideForces: [Int] = [],
    commits: [(layouts: Int, actions: Int)] = [], disturbances: [Int], hasNewViews: Bool = false,
    hasUpdates: Bool
  ) {
    (self.layouts, self.actions, self.causes) = (layouts, actions, causes)
    (self.values, self.turns, self.disturbances) = (values, turns, disturbances)
    (self.outsideForces, self.commits) = (outsideForces, commits)
    (self.hasNewViews, self.hasUpdates) = (hasNewViews, hasUpdates)
  }

  /// One layout of one view.
  struct Layout {
    @Small var view: Int
    /// The running layout around it, -1 for none.
    @Small var outer: Int
    /// The number of layouts of the same view on the stack, including this one.
    @Small var depth: Int
    @Small private var causesStart: Int
    @Small private var causesEnd: Int
    /// The number of actions that had happened when it began.
    @Small var firstAction: Int
    /// True if it ran already when recording began, or if an observer forced it: it does not count.
    var isPhantom: Bool
    /// True if it is the view's part of a constraints phase, kept like an uncounted layout.
    var isUpdate: Bool

    init(
      view: Int, outer: Int, depth: Int, causes: Range<Int>, firstAction: Int,
      isPhantom: Bool = false, isUpdate: Bool = false
    ) {
      (self.view, self.outer, self.depth) = (view, outer, depth)
      (causesStart, causesEnd) = (causes.lowerBound, causes.upperBound)
      self.firstAction = firstAction
      (self.isPhantom, self.isUpdate) = (isPhantom, isUpdate)
    }

    /// The range of its causes in `causes`.
    var causes: Range<Int> {
      get { causesStart..<causesEnd }
      set { (causesStart, causesEnd) = (newValue.lowerBound, newValue.upperBound) }
    }
  }

  /// One action of the program: a setter, a change of the hierarchy, a call.
  struct Action {
    var kind: LayoutAction
    /// The layout in which it was done, or in which the work was enqueued that did it; -1 for none.
    @Small var layout: Int
    /// The view whose layout was running; 0 for none, `EvidenceHeader.observer` for an observer.
    @Small var by: Int
    /// The view whose member the engine had called to do it; 0 for the code of the layout.
    @Small var owner = 0
    /// True if a block, a timer or an observer of a phase that the layout had enqueued did it.
    var isDeferred: Bool
    /// True if that was an observer.
    var isOfObserver = false
    /// True if a rule of the engine did it.
    var isEngine = false
    /// The milliseconds from the layout to the timer that did it; -1 for none.
    var delay: Int32 = -1
    /// The view that was written, moved or dirtied, or whose call dirtied its superview.
    @Small var target: Int
    /// The superview of the target at that moment, and the one that it left.
    @Small var superview: Int
    @Small var from = 0
    /// Where the numbers of the old value begin in `values`; those of the new one follow.
    ///
    /// For a reordered view it is the place among its siblings.
    @Small var value = 0

    /// The affected view: the written or dirtied one; for the hierarchy the superview.
    var place: Int { !kind.isOfTree ? target : superview == 0 ? from : superview }
  }

  /// An action that dirtied a view.
  struct Cause {
    @Small var action: Int
    /// True if the view was dirty already.
    var again: Bool
  }

  /// The old and the new numbers that a setter's action wrote.
  func values(of action: Action) -> (old: ArraySlice<Double>, new: ArraySlice<Double>)? {
    guard case .write(let property) = action.kind else { return nil }
    let count = EvidenceHeader.valueCount(property)
    let middle = action.value + count
    return (values[action.value..<middle], values[middle..<middle + count])
  }

  /// The actions that happened in a range of layouts.
  func actionRange(of range: Range<Int>) -> Range<Int> {
    let end =
      range.upperBound < layouts.count ? layouts[range.upperBound].firstAction : actions.count
    let start = layouts[range.lowerBound].firstAction
    return start..<max(start, end)
  }
}

/// A number of a history in half the room: memory that is touched for the first time costs as much as
/// reading the evidence.
///
/// Views have 24 bits, and everything else is counted in a ring of bounded size.
@propertyWrapper
struct Small {
  private var stored: Int32

  init(wrappedValue: Int) { stored = Int32(truncatingIfNeeded: wrappedValue) }

  var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(truncatingIfNeeded: newValue) }
  }
}
