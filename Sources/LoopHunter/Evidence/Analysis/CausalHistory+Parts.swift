import LayoutTrace
import ViewTree

extension CausalHistory {
  /// One layout of one view.
  struct Layout {
    var view: Int
    /// The running layout around it, -1 for none.
    var outer: Int
    /// How many layouts of the same view were on the stack, this one included.
    var depth: Int
    /// The first of its causes in `causes`, and how many there are.
    var causes: Range<Int>
    /// The number of actions that had happened when it began.
    var firstAction: Int
    /// It was running already when recording began, or an observer forced it: it does not count.
    var isPhantom = false
    /// It is the view's part of a constraints phase, which is kept like a layout that does not
    /// count.
    var isUpdate = false
  }

  /// One action of the program: a setter, a change of the hierarchy, a call.
  struct Action {
    var kind: LayoutAction
    /// The layout in which it was done, or in which the work was enqueued that did it; -1 for none.
    var layout: Int
    /// The view whose layout was running; 0 for none, `EvidenceHeader.observer` for an observer.
    var by: Int
    /// Whether it was done by a block or a timer that the layout had enqueued.
    var isDeferred: Bool
    /// The view that was written, moved or dirtied, or on which was called what dirtied its
    /// superview.
    var target: Int
    /// The superview of the target at that moment, and the one that it left.
    var superview: Int
    var from = 0
    /// Where the numbers of the old value begin in `values`; those of the new one follow.
    var value = 0

    /// The view in which it took place: the written or dirtied one; for the hierarchy the
    /// superview.
    var place: Int { !kind.isOfTree ? target : superview == 0 ? from : superview }
  }

  /// A view was dirtied by an action.
  struct Cause {
    var action: Int
    /// The view was dirty already.
    var again: Bool
  }
}

extension CausalHistory {
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
