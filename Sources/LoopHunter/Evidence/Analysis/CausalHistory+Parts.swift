import LayoutTrace
import ViewTree

extension CausalHistory {
  /// One layout of one view.
  struct Layout {
    var view: Int
    /// The running layout around it, -1 for none.
    var outer: Int
    /// The number of layouts of the same view on the stack, including this one.
    var depth: Int
    /// The range of its causes in `causes`.
    var causes: Range<Int>
    /// The number of actions that had happened when it began.
    var firstAction: Int
    /// True if it ran already when recording began, or if an observer forced it: it does not count.
    var isPhantom = false
    /// True if it is the view's part of a constraints phase, kept like an uncounted layout.
    var isUpdate = false
  }

  /// One action of the program: a setter, a change of the hierarchy, a call.
  struct Action {
    var kind: LayoutAction
    /// The layout in which it was done, or in which the work was enqueued that did it; -1 for none.
    var layout: Int
    /// The view whose layout was running; 0 for none, `EvidenceHeader.observer` for an observer.
    var by: Int
    /// True if a block or a timer that the layout had enqueued did it.
    var isDeferred: Bool
    /// The view that was written, moved or dirtied, or whose call dirtied its superview.
    var target: Int
    /// The superview of the target at that moment, and the one that it left.
    var superview: Int
    var from = 0
    /// Where the numbers of the old value begin in `values`; those of the new one follow.
    ///
    /// For a reordered view it is the place among its siblings.
    var value = 0

    /// The affected view: the written or dirtied one; for the hierarchy the superview.
    var place: Int { !kind.isOfTree ? target : superview == 0 ? from : superview }
  }

  /// An action that dirtied a view.
  struct Cause {
    var action: Int
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
