/// The live views of a trace by slot, and how they nest.
package struct TraceTree {
  /// What is known of a live view.
  private struct ViewState {
    var number = 0
    /// The superview's number, and its slot as long as it lives; 0 for none.
    var parent = 0
    var parentSlot: Int32 = 0
    var children: Int32 = 0
    /// How many layouts of the view are running.
    var running: Int32 = 0
    /// Whether it is a window, which is never a subview.
    var isRoot = false
  }

  /// How deep views may nest.
  package static let maximumDepth = 1_024

  private var table = SlotTable()
  private var states: [ViewState] = []
  /// How many levels lie below each view.
  private var heights = TreeHeights()
  private var freeSlots: [Int32] = []
  /// Slots of views that are gone, not reused before the next turn.
  private var keptSlots: [Int32] = []
  private var usedNumbers = NumberSet()
  /// The number of live views at which the memory that is left is looked at.
  private var nextLook = 1 << 10
  /// What a live view is expected to need, here and where the events go.
  private let bytesPerView: Int
  /// Whether the slot of a view that is gone stays free until the next turn.
  private let keepsSlots: Bool

  /// How many views there were.
  package private(set) var views = 0

  package init(bytesPerView: Int, keepsSlots: Bool) {
    self.bytesPerView = bytesPerView
    self.keepsSlots = keepsSlots
  }

  // MARK: Finding

  /// The slot of a live view; negative for none.
  @inline(__always)
  package func slot(of number: Int) -> Int { table.slot(of: number) }

  /// Whether a view has, or had, a number.
  package func isUsed(_ number: Int) -> Bool { usedNumbers.contains(number) }

  /// The number of the view in a slot.
  @inline(__always)
  package func number(in slot: Int) -> Int { states[slot].number }

  /// Whether the view in a slot is a window.
  package func isRoot(_ slot: Int) -> Bool { states[slot].isRoot }

  /// The number of the superview; 0 for none.
  package func parent(of slot: Int) -> Int { states[slot].parent }

  /// How many subviews the view in a slot has.
  package func childCount(_ slot: Int) -> Int { Int(states[slot].children) }

  /// The slot of the superview; -1 for none.
  ///
  /// A superview that is gone counts as none: its slot is free, or has another number.
  package func slotOfParent(_ slot: Int) -> Int {
    let state = states[slot]
    guard state.parent != 0 else { return -1 }
    let parent = Int(state.parentSlot)
    return states[parent].number == state.parent ? parent : -1
  }

  /// Whether a view is an ancestor of another, or that view itself.
  ///
  /// Views nest `maximumDepth` levels at most, so the climb ends whatever the trace says.
  package func isAncestor(_ candidate: Int, of slot: Int) -> Bool {
    var current = slot
    for _ in 0..<Self.maximumDepth where current >= 0 {
      if current == candidate { return true }
      current = slotOfParent(current)
    }
    return false
  }

  /// Whether a view and what lies below it fit below another.
  package func fits(_ slot: Int?, below parentSlot: Int) -> Bool {
    let height = slot.map { heights[$0] } ?? 0
    var levels = 0
    var current = parentSlot
    while current >= 0 {
      levels += 1
      guard levels + height < Self.maximumDepth else { return false }
      current = slotOfParent(current)
    }
    return true
  }

  // MARK: Coming and going

  /// Gives a new view a slot.
  package mutating func insert(_ number: Int, isRoot: Bool) -> Int {
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = Int(free)
    } else {
      slot = states.count
      states.append(ViewState())
      heights.append()
    }
    states[slot] = ViewState(number: number, isRoot: isRoot)
    table.insert(number, slot: slot)
    usedNumbers.insert(number)
    views += 1
    return slot
  }

  /// What is wrong with room for one more view: the memory, now and then.
  ///
  /// It is asked for as many views again, and for what holds those that are there to grow.
  mutating func lookForMemory() -> TraceProblem? {
    guard freeSlots.isEmpty, states.count >= nextLook else { return nil }
    nextLook = states.count * 2
    return MemoryRoom.problem(
      needing: states.count * bytesPerView, for: "\(states.count) views that live at once")
  }

  /// Forgets a view that is gone.
  package mutating func remove(_ slot: Int) {
    detach(slot)
    table.remove(states[slot].number)
    states[slot] = ViewState()
    heights.clear(slot)
    let free = Int32(truncatingIfNeeded: slot)
    if keepsSlots { keptSlots.append(free) } else { freeSlots.append(free) }
  }

  /// A turn begins: the slots of views that are gone are free.
  package mutating func beginTurn() {
    guard !keptSlots.isEmpty else { return }
    freeSlots += keptSlots
    keptSlots.removeAll(keepingCapacity: true)
  }

  package mutating func attach(_ slot: Int, to parentSlot: Int) {
    states[slot].parent = states[parentSlot].number
    states[slot].parentSlot = Int32(truncatingIfNeeded: parentSlot)
    states[parentSlot].children += 1
    heights.add(heights[slot], below: parentSlot)
    raiseHeights(from: parentSlot)
  }

  package mutating func detach(_ slot: Int) {
    let parent = slotOfParent(slot)
    states[slot].parent = 0
    guard parent >= 0 else { return }
    states[parent].children -= 1
    heights.remove(heights[slot], below: parent)
    raiseHeights(from: parent)
  }

  /// Hands a view's new height up, as far as it changes that of an ancestor.
  private mutating func raiseHeights(from slot: Int) {
    var current = slot
    for _ in 0..<Self.maximumDepth {
      let old = heights[current]
      let new = heights.measure(current)
      let parent = slotOfParent(current)
      guard new != old, parent >= 0 else { return }
      heights.remove(old, below: parent)
      heights.add(new, below: parent)
      current = parent
    }
  }

  // MARK: Layouts

  /// Whether a layout of the view is running.
  package func isInLayout(_ slot: Int) -> Bool { states[slot].running > 0 }

  /// A layout of the view begins.
  @inline(__always)
  package mutating func enterLayout(_ slot: Int) { states[slot].running &+= 1 }

  /// It ends.
  @inline(__always)
  package mutating func leaveLayout(_ slot: Int) { states[slot].running &-= 1 }
}

#if DEBUG
extension TraceTree {
  /// What is wrong with slots, children and heights; nil if nothing is.
  package func checkInvariants() -> String? {
    if let fault = table.checkInvariants() ?? heights.checkInvariants() { return fault }
    let live = states.indices.filter { states[$0].number != 0 }
    let free = Set((freeSlots + keptSlots).map { Int($0) })
    if table.count != live.count || live.contains(where: { slot(of: states[$0].number) != $0 }) {
      return "a live view is not in the table"
    }
    if free.count != freeSlots.count + keptSlots.count || free.count + live.count != states.count {
      return "a slot is free twice, or lost"
    }
    var children: [Int: [Int]] = [:]
    for slot in live where slotOfParent(slot) >= 0 {
      children[slotOfParent(slot), default: []].append(slot)
    }
    for slot in live {
      let below = children[slot] ?? []
      if childCount(slot) != below.count { return "a view has another number of subviews" }
      let height = below.map { heights[$0] + 1 }.max() ?? 0
      if heights[slot] != height { return "a height is \(heights[slot]), not \(height)" }
    }
    return nil
  }
}
#endif
