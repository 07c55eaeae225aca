/// The live views of a trace by slot, with their nesting.
package struct TraceTree {
  /// The state of a live view.
  private struct ViewState {
    var number = 0
    /// The superview's number, and its slot while it lives; 0 for none.
    var parent = 0
    var parentSlot: Int32 = 0
    var children: Int32 = 0
    /// The number of running layouts of the view.
    var running: Int32 = 0
    /// True if it is a window, which is never a subview.
    var isRoot = false
  }

  /// The maximum depth to which views may nest.
  package static let maximumDepth = 1_024

  private var table = SlotTable()
  private var states: [ViewState] = []
  /// The number of levels below each view.
  private var heights = TreeHeights()
  private var freeSlots: [Int32] = []
  /// Slots of dead views, not reused before the next turn.
  private var keptSlots: [Int32] = []
  private var usedNumbers = NumberSet()
  /// The number of live views at which the remaining memory is checked.
  private var nextLook = 1 << 10
  /// The expected memory for a live view, here and in the consumer of the events.
  private let bytesPerView: Int
  /// True if the slot of a dead view stays free until the next turn.
  private let keepsSlots: Bool

  /// The number of views so far.
  package private(set) var views = 0

  package init(bytesPerView: Int, keepsSlots: Bool) {
    (self.bytesPerView, self.keepsSlots) = (bytesPerView, keepsSlots)
  }

  // MARK: Finding

  /// The slot of a live view; negative for none.
  @inline(__always)
  package func slot(of number: Int) -> Int { table.slot(of: number) }

  /// True if a number is or was a view's.
  package func isUsed(_ number: Int) -> Bool { usedNumbers.contains(number) }

  /// The number of the view in a slot.
  @inline(__always)
  package func number(in slot: Int) -> Int { states[slot].number }

  /// True if the view in a slot is a window.
  package func isRoot(_ slot: Int) -> Bool { states[slot].isRoot }

  /// The number of the superview; 0 for none.
  package func parent(of slot: Int) -> Int { states[slot].parent }

  /// The number of subviews of the view in a slot.
  package func childCount(_ slot: Int) -> Int { Int(states[slot].children) }

  /// The slot of the superview; -1 for none or a dead one, whose slot is free or renumbered.
  package func slotOfParent(_ slot: Int) -> Int {
    let state = states[slot]
    guard state.parent != 0 else { return -1 }
    let parent = Int(state.parentSlot)
    return states[parent].number == state.parent ? parent : -1
  }

  /// True if a view is another or its ancestor; at most `maximumDepth` levels are climbed.
  package func isAncestor(_ candidate: Int, of slot: Int) -> Bool {
    var current = slot
    for _ in 0..<Self.maximumDepth where current >= 0 {
      if current == candidate { return true }
      current = slotOfParent(current)
    }
    return false
  }

  /// True if a view and its subtree fit below another.
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

  // MARK: Arrival and departure

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

  /// Reports a lack of memory for as many views again, and for larger tables, now and then.
  mutating func lookForMemory() -> TraceProblem? {
    guard freeSlots.isEmpty, states.count >= nextLook else { return nil }
    nextLook = states.count * 2
    return MemoryRoom.problem(
      needing: states.count * bytesPerView, for: "\(states.count) views that live at once")
  }

  /// Removes a dead view.
  package mutating func remove(_ slot: Int) {
    detach(slot)
    table.remove(states[slot].number)
    states[slot] = ViewState()
    heights.clear(slot)
    let free = Int32(truncatingIfNeeded: slot)
    if keepsSlots { keptSlots.append(free) } else { freeSlots.append(free) }
  }

  /// Begins a turn: the slots of dead views are now free.
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

  /// Passes a view's new height up as far as it changes that of an ancestor.
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

  /// True if a layout of the view is running.
  package func isInLayout(_ slot: Int) -> Bool { states[slot].running > 0 }

  /// Notes that a layout of the view begins.
  @inline(__always)
  package mutating func enterLayout(_ slot: Int) { states[slot].running &+= 1 }

  /// Notes that a layout of the view ends.
  @inline(__always)
  package mutating func leaveLayout(_ slot: Int) { states[slot].running &-= 1 }
}

#if DEBUG
extension TraceTree {
  /// Describes an error in slots, children and heights; nil if there is none.
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
