import ViewTree

/// The views of a replay, by the slots that the reader gave them.
///
/// The replay keeps its views alive until the recording says that they are gone.
final class ReplayViews {
  private struct Entry {
    /// The view's number in the trace; 0 for a free slot.
    var number = 0
    var view: View?
    /// Whether no layout is pending for the view of the snapshot, once all of it is built.
    var isClean = false
    /// Whether the replay has laid the view out.
    var wasLaidOut = false
  }

  private var entries: [Entry] = []
  /// How often views came, moved and went.
  private(set) var treeVersion = 0

  // MARK: Finding

  /// The view in a slot; nil for none.
  subscript(slot: Int) -> View? {
    slot >= 0 && slot < entries.count ? entries[slot].view : nil
  }

  /// The slot of a view that the recording has, and has not let die.
  func slot(of view: View) -> Int? {
    guard let slot = Self.slot(of: view), slot < entries.count, entries[slot].view === view else {
      return nil
    }
    return slot
  }

  /// The slot that a view of the replay was made for, whatever became of it.
  private static func slot(of view: View) -> Int? {
    if let view = view as? ReplayedView { return view.slot }
    return (view as? ReplayedWindow)?.slot
  }

  /// Whether a view was made by the replay, which does not hold it any more.
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

  // MARK: Changing

  /// Prepares a slot for a view that is about to be made.
  func expect(_ number: Int, in slot: Int, isClean: Bool) {
    while entries.count <= slot { entries.append(Entry()) }
    entries[slot] = Entry(number: number, isClean: isClean)
  }

  /// Notes that a view came, or has another place in the tree.
  func noteMove() { treeVersion += 1 }

  /// Keeps a view alive.
  func keep(_ view: View, in slot: Int) { entries[slot].view = view }

  /// Hands over the view in a slot, which is not kept any more.
  func take(_ slot: Int) -> View? {
    guard slot < entries.count else { return nil }
    treeVersion += 1
    return entries[slot].view.take()
  }

  /// Notes a layout of a view; true for the first one.
  func noteLayout(in slot: Int) -> Bool {
    defer { entries[slot].wasLaidOut = true }
    return !entries[slot].wasLaidOut
  }

  /// Forgets that layout is pending for those that the snapshot calls clean.
  func discardLayoutOfClean() {
    for entry in entries where entry.isClean { entry.view?.discardPendingLayout() }
  }

  /// Forgets the views in slots that the next turn gives to others; returns those still kept.
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

// A replayed view does in its layout what the recording says, and nothing else. The classes are not
// final, so that casts to them work while the instance is hooked.

/// A view of a replay.
class ReplayedView: View {
  /// Views below this one that the recording lets die right after it, as an arranged subview does.
  var heirs: [View] = []
  /// The slot of the view in the replay.
  let slot: Int
  /// Nil if the replay is over and the view is still held.
  private weak var engine: ReplayEngine?

  init(frame: CGRect, slot: Int, engine: ReplayEngine) {
    self.slot = slot
    self.engine = engine
    super.init(frame: frame)
  }

  override func layoutSubviews() {
    engine?.performLayout()
  }
}

/// A window of a replay.
class ReplayedWindow: Window {
  /// The slot of the window in the replay.
  let slot: Int
  /// Nil if the replay is over and the view is still held.
  private weak var engine: ReplayEngine?

  init(frame: CGRect, loop: TurnLoop, slot: Int, engine: ReplayEngine) {
    self.slot = slot
    self.engine = engine
    super.init(frame: frame, loop: loop)
  }

  override func layoutSubviews() {
    engine?.performLayout()
  }
}
