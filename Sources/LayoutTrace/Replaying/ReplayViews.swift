import ViewTree

/// The views of a replay, by the reader's slots, kept until the recording says that they are dead.
final class ReplayViews {
  private struct Entry {
    /// The view's number in the trace; 0 for a free slot.
    var number = 0
    var view: View?
    /// True if no layout is pending for the view in the snapshot, once all of it is built.
    var isClean = false
    /// True if the replay has laid the view out.
    var wasLaidOut = false
  }

  /// The views by slot; none is released while this changes, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The number of times that views were added, moved and removed.
  private(set) var treeVersion = 0

  /// The view in a slot; nil for none.
  subscript(slot: Int) -> View? { slot >= 0 && slot < entries.count ? entries[slot].view : nil }

  /// The slot of a view that is in the recording and still alive there.
  func slot(of view: View) -> Int? {
    guard let slot = Self.slot(of: view), slot < entries.count, entries[slot].view === view else {
      return nil
    }
    return slot
  }

  /// The slot for which a view of the replay was made, even if it has been released.
  private static func slot(of view: View) -> Int? {
    if let view = view as? ReplayedView { return view.slot }
    return (view as? ReplayedWindow)?.slot
  }

  /// True if a view was made by the replay, which no longer holds it.
  func hasLetGo(of view: View) -> Bool {
    guard let slot = Self.slot(of: view), slot < entries.count else { return false }
    return entries[slot].view !== view
  }

  /// The number of a view in the trace, up to the end of the turn in which it dies.
  func number(of view: View) -> Int? {
    guard let slot = Self.slot(of: view), slot < entries.count else { return nil }
    let entry = entries[slot]
    guard entry.number != 0, entry.view == nil || entry.view === view else { return nil }
    return entry.number
  }

  /// The live views with their numbers.
  var numbered: [(view: View, number: Int)] {
    entries.compactMap { entry in entry.view.map { ($0, entry.number) } }
  }

  /// Prepares a slot for a view about to be made.
  func expect(_ number: Int, in slot: Int, isClean: Bool) {
    while entries.count <= slot { entries.append(Entry()) }
    entries[slot] = Entry(number: number, isClean: isClean)
  }

  /// Notes that a view was added, or moved in the tree.
  func noteMove() { treeVersion += 1 }

  /// Keeps a view alive.
  func keep(_ view: View, in slot: Int) { entries[slot].view = view }

  /// Releases the view in a slot, and returns it.
  func take(_ slot: Int) -> View? {
    guard slot < entries.count else { return nil }
    treeVersion += 1
    return entries[slot].view.take()
  }

  /// Notes a layout of a view; returns true for the first one.
  func noteLayout(in slot: Int) -> Bool {
    defer { entries[slot].wasLaidOut = true }
    return !entries[slot].wasLaidOut
  }

  /// Discards the pending layout of the views that the snapshot calls clean.
  func discardLayoutOfClean() {
    for entry in entries where entry.isClean { entry.view?.discardPendingLayout() }
  }

  /// Frees slots that the next turn gives to other views; returns the views still kept.
  func free(_ slots: [Int]) -> [View] {
    var left: [View] = []
    for slot in slots where slot < entries.count {
      if let view = entries[slot].view {
        treeVersion += 1
        left.append(view)
      }
      entries[slot] = Entry()
    }
    return left
  }
}

/// The handle by which views find the engine of their replay while it is alive.
///
/// Weak references would slow down every retain.
final class ReplayHandle {
  unowned(unsafe) var engine: ReplayEngine?
}

// A replayed view does in its layout only what the recording says. The classes are not final, so
// that casts to them work while the instance is hooked.

class ReplayedView: View {
  /// The slot of the view in the replay.
  let slot: Int
  /// Leads to the engine; to none if the replay is over and the view is still held.
  private let handle: ReplayHandle

  init(frame: CGRect, slot: Int, handle: ReplayHandle) {
    (self.slot, self.handle) = (slot, handle)
    super.init(frame: frame)
  }

  override func layoutSubviews() { handle.engine?.performLayout() }
}

class ReplayedWindow: Window {
  /// The slot of the window in the replay.
  let slot: Int
  /// Leads to the engine; to none if the replay is over and the view is still held.
  private let handle: ReplayHandle

  init(frame: CGRect, loop: TurnLoop, slot: Int, handle: ReplayHandle) {
    (self.slot, self.handle) = (slot, handle)
    super.init(frame: frame, loop: loop)
  }

  override func layoutSubviews() { handle.engine?.performLayout() }
}
