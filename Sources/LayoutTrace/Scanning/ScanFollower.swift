/// Sees the layouts of a scan in their order, and the code behind them.
///
/// It judges the views, to which the thresholds of the scan no longer apply. Places of code and other
/// texts are numbers: each text comes once, before the first event with it, counted from 0.
package protocol ScanFollower: AnyObject, Sendable {
  /// True if it follows traces that were imported from a format.
  func follows(_ source: String) -> Bool

  func learned(_ text: String)
  func appeared(root: Int, className: String, name: String?)
  func turnBegan(_ turn: Int)
  /// Code outside any layout dirtied a view; its superview is nil for a root, whose reason is told.
  func dirtied(_ view: Int, in superview: Int?, why: Int?, from place: Int?)
  /// Code forces the layout of a view.
  func forced(_ view: Int, from place: Int?)
  /// The layout of a root begins, and ends.
  func entered(root: Int, time: Int64?)
  func left(root: Int, time: Int64?)
  /// The trace ends, perhaps inside of a layout.
  func ended()
}

/// Tells a follower of the lines of a scan.
struct ScanGuide {
  let follower: any ScanFollower
  private var texts = ValueInterner()

  init(_ follower: any ScanFollower) { self.follower = follower }

  /// Tells of a line that was accepted; `slot` is that of its view.
  mutating func note(
    _ line: TraceLine, _ slot: Int, of chunk: TraceChunk, _ checker: TraceChecker
  ) {
    switch line.kind {
    case .turn: follower.turnBegan(line[.turn])
    case .view where !line.has(.parent) || line[.parent] == 0:
      follower.appeared(
        root: line[.view], className: chunk.string(at: line.place(.className)),
        name: line.has(.name) ? chunk.string(at: line.place(.name)) : nil)
    case .dirty where checker.runningLayouts == 0:
      let parent = checker.tree.slotOfParent(slot)
      let why = parent < 0 ? number(of: .why, line, chunk) : nil
      follower.dirtied(
        line[.view], in: parent < 0 ? nil : checker.tree.number(in: parent), why: why,
        from: number(of: .from, line, chunk))
    case .force: follower.forced(line[.view], from: number(of: .from, line, chunk))
    case .layout where checker.tree.slotOfParent(slot) < 0:
      follower.entered(root: line[.view], time: line.number(.time).map(Int64.init))
    case .done where checker.tree.slotOfParent(slot) < 0:
      follower.left(root: line[.view], time: line.number(.time).map(Int64.init))
    default: break
    }
  }

  /// The number of a text; nil if the line has none.
  private mutating func number(of key: TraceKey, _ line: TraceLine, _ chunk: TraceChunk) -> Int? {
    guard line.has(key) else { return nil }
    let start = line.place(key)
    let (number, isNew, _) = texts.intern(chunk.value(at: start))
    if isNew { follower.learned(chunk.string(at: start)) }
    return Int(number)
  }
}
