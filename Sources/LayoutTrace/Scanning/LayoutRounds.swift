/// Tells in which batch each layout of a pass ran, by the marks before it.
///
/// A pass collects what is dirty, lays all of it out as one batch, and begins again. So a layout begins a
/// batch if its view was not dirty when the running one began. Layouts say little about how far a pass came:
/// a batch may have thousands, or one.
package struct LayoutRounds {
  private struct Standing {
    /// The positions of the first mark since the last layout, and of the last one; -1 for none.
    var first = -1
    var last = -1
    /// The position of the last layout.
    var layout = -1
  }

  /// The number of the last batch of the pass; 0 for none.
  package private(set) var current = 0
  /// The number of layouts so far.
  private var position = 0
  /// The positions of the first layouts of the running batches, that of the outermost pass first and those of
  /// passes inside of its layouts after it; -1 for none.
  private var starts = [-1]
  private var standings: [Standing] = []

  package init() {}

  /// Begins a pass; what is dirty stays so.
  package mutating func begin() {
    current = 0
    starts.removeAll(keepingCapacity: true)
    starts.append(-1)
  }

  /// Notes that a view was dirtied.
  @inline(__always)
  package mutating func dirty(_ view: Int) {
    if view >= standings.count { grow(to: view) }
    if standings[view].first < 0 { standings[view].first = position }
    standings[view].last = position
  }

  /// Notes that the layout of a view begins inside those of so many others; returns the number of its batch.
  @inline(__always)
  package mutating func layOut(_ view: Int, inside depth: Int) -> Int {
    if view >= standings.count { grow(to: view) }
    // The passes inside of an earlier layout are over.
    if starts.count != depth &+ 1 { enter(depth) }
    position &+= 1
    let start = starts[depth]
    let standing = standings[view]
    standings[view] = Standing(layout: position)
    // Where nobody tells of marks, a view that comes again begins a batch.
    let since = standing.first < 0 ? standing.layout : standing.first
    if start < 0 || since >= start {
      current &+= 1
      starts[depth] = position
    } else if standing.last >= start {
      // It was dirtied while it waited in the batch: the next one has it, too.
      (standings[view].first, standings[view].last) = (standing.last, standing.last)
    }
    return current
  }

  /// Notes that a view dies, whose number may be used again.
  package mutating func leave(_ view: Int) {
    if view < standings.count { standings[view] = Standing() }
  }

  @inline(never)
  private mutating func enter(_ depth: Int) {
    while starts.count <= depth { starts.append(-1) }
    starts.removeLast(starts.count - depth - 1)
  }

  @inline(never)
  private mutating func grow(to view: Int) {
    while standings.count <= view { standings.append(Standing()) }
  }
}
