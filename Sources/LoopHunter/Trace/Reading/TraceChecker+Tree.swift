extension TraceChecker {
  mutating func acceptView(_ line: TraceLine) -> Int {
    guard line[.view] > 0 else { return reject("views count from 1", .view, kind: .event) }
    guard table.slot(of: line[.view]) < 0 else {
      return reject("view \(line[.view]) is known already", .view, remedy: "use a new number")
    }
    if usedViews.contains(line[.view]) {
      return reject(
        "the number \(line[.view]) belonged to a view that is gone", .view,
        remedy: "never use a number again")
    }
    var parentSlot = Self.rejected
    if line.has(.parent), line[.parent] != 0 {
      parentSlot = table.slot(of: line[.parent])
      guard parentSlot >= 0 else { return rejectUnknown(line[.parent], .parent) }
      guard isIndex(of: line, in: parentSlot, moving: false) else { return rejectIndex(line) }
      guard fits(nil, below: parentSlot) else { return rejectDepth() }
    }
    if freeSlots.isEmpty, states.count >= nextLook, let problem = lookForMemory() {
      return reject(problem)
    }
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = Int(free)
    } else {
      slot = states.count
      states.append(ViewState())
      heights.append()
    }
    states[slot] = ViewState(number: line[.view], isRoot: !line.has(.parent))
    table.insert(line[.view], slot: slot)
    usedViews.insert(line[.view])
    views += 1
    if parentSlot >= 0 { attach(slot, to: parentSlot) }
    return slot
  }

  mutating func acceptMove(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard line[.parent] != 0 else {
      detach(slot)
      return slot
    }
    let parentSlot = table.slot(of: line[.parent])
    guard parentSlot >= 0 else { return rejectUnknown(line[.parent], .parent) }
    if states[slot].isRoot {
      return reject(
        "view \(line[.view]) is a window, which goes into no other view", .parent,
        remedy: "a view that is in no tree yet has \"in\":null in its \"view\" line")
    }
    if parentSlot == slot || (states[slot].children > 0 && isAncestor(slot, of: parentSlot)) {
      return reject(
        "view \(line[.view]) would become its own ancestor", .parent,
        remedy: "move the other view out first")
    }
    let isReordered = states[slot].parent == line[.parent]
    guard isIndex(of: line, in: parentSlot, moving: isReordered) else { return rejectIndex(line) }
    guard fits(slot, below: parentSlot) else { return rejectDepth() }
    detach(slot)
    attach(slot, to: parentSlot)
    return slot
  }

  mutating func acceptGone(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard states[slot].running == 0 else {
      return reject("view \(line[.view]) is gone while it is in layout", .view)
    }
    guard !open.contains(~slot) else {
      return reject("view \(line[.view]) is gone while it updates its constraints", .view)
    }
    detach(slot)
    table.remove(line[.view])
    states[slot] = ViewState()
    heights.clear(slot)
    freeSlots.append(Int32(truncatingIfNeeded: slot))
    return slot
  }

  func isIndex(of line: TraceLine, in parentSlot: Int, moving: Bool) -> Bool {
    guard line.has(.index) else { return true }
    return line[.index] <= Int(states[parentSlot].children) - (moving ? 1 : 0)
  }

  mutating func rejectIndex(_ line: TraceLine) -> Int {
    reject("\"at\" lies behind the last subview of view \(line[.parent])", .index)
  }

  /// Asks for memory for as many views again, and for what holds those that are there to grow.
  private mutating func lookForMemory() -> TraceProblem? {
    nextLook = states.count * 2
    return MemoryRoom.problem(
      needing: states.count * bytesPerView, for: "\(states.count) views that live at once")
  }

  mutating func rejectDepth() -> Int {
    reject("views nest deeper than \(Self.maximumDepth) levels", .parent)
  }

  mutating func attach(_ slot: Int, to parentSlot: Int) {
    states[slot].parent = states[parentSlot].number
    states[slot].parentSlot = Int32(truncatingIfNeeded: parentSlot)
    states[parentSlot].children += 1
    heights.add(heights[slot], below: parentSlot)
    raiseHeights(from: parentSlot)
  }

  mutating func detach(_ slot: Int) {
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

  /// The slot of the superview; -1 for none.
  ///
  /// A superview that is gone counts as none: its slot is free, or has another number.
  func slotOfParent(_ slot: Int) -> Int {
    let state = states[slot]
    guard state.parent != 0 else { return -1 }
    let parent = Int(state.parentSlot)
    return states[parent].number == state.parent ? parent : -1
  }

  /// Whether a view is an ancestor of another, or that view itself.
  ///
  /// Views nest `maximumDepth` levels at most, so the climb ends whatever the trace says.
  func isAncestor(_ candidate: Int, of slot: Int) -> Bool {
    var current = slot
    for _ in 0..<Self.maximumDepth where current >= 0 {
      if current == candidate { return true }
      current = slotOfParent(current)
    }
    return false
  }

  /// Whether a view and what lies below it fit below another.
  func fits(_ slot: Int?, below parentSlot: Int) -> Bool {
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
}
