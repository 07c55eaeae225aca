extension TraceChecker {
  mutating func acceptView(_ line: TraceLine) -> Int {
    guard line.view > 0 else { return reject("views count from 1", .view, kind: .event) }
    guard table.slot(of: line.view) < 0 else {
      return reject("view \(line.view) is known already", .view, remedy: "use a new number")
    }
    if usedViews.contains(line.view) {
      return reject(
        "the number \(line.view) belonged to a view that is gone", .view,
        remedy: "never use a number again")
    }
    for (key, found, wanted) in [
      (TraceKeys.frame, line.frameCount, 4), (.bounds, line.boundsCount, 4),
      (.transform, line.transformCount, 6),
    ] where line.present.contains(key) && found != wanted {
      return reject("\"\(key.firstName)\" must hold \(wanted) numbers", key, kind: .event)
    }
    var parentSlot = Self.rejected
    if line.present.contains(.parent), line.parent != 0 {
      parentSlot = table.slot(of: line.parent)
      guard parentSlot >= 0 else { return rejectUnknown(line.parent, .parent) }
      guard isIndex(of: line, in: parentSlot, moving: false) else { return rejectIndex(line) }
      guard fits(nil, below: parentSlot) else { return rejectDepth() }
    }
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
    } else {
      slot = states.count
      states.append(ViewState())
    }
    states[slot] = ViewState(number: line.view, isRoot: !line.present.contains(.parent))
    table.insert(line.view, slot: slot)
    usedViews.insert(line.view)
    views += 1
    if parentSlot >= 0 { attach(slot, to: parentSlot) }
    return slot
  }

  mutating func acceptMove(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line.view)
    guard slot >= 0 else { return rejectUnknown(line.view, .view) }
    guard line.parent != 0 else {
      detach(slot)
      return slot
    }
    let parentSlot = table.slot(of: line.parent)
    guard parentSlot >= 0 else { return rejectUnknown(line.parent, .parent) }
    if states[slot].isRoot {
      return reject(
        "view \(line.view) is a window, which goes into no other view", .parent,
        remedy: "a view that is in no tree yet has \"in\":null in its \"view\" line")
    }
    if parentSlot == slot || (states[slot].children > 0 && isAncestor(slot, of: parentSlot)) {
      return reject(
        "view \(line.view) would become its own ancestor", .parent,
        remedy: "move the other view out first")
    }
    let isReordered = states[slot].parent == line.parent
    guard isIndex(of: line, in: parentSlot, moving: isReordered) else { return rejectIndex(line) }
    guard fits(slot, below: parentSlot) else { return rejectDepth() }
    detach(slot)
    attach(slot, to: parentSlot)
    return slot
  }

  mutating func acceptGone(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line.view)
    guard slot >= 0 else { return rejectUnknown(line.view, .view) }
    guard states[slot].running == 0 else {
      return reject("view \(line.view) is gone while it is in layout", .view)
    }
    detach(slot)
    table.remove(line.view)
    states[slot] = ViewState()
    freeSlots.append(slot)
    return slot
  }

  func isIndex(of line: TraceLine, in parentSlot: Int, moving: Bool) -> Bool {
    guard line.present.contains(.index) else { return true }
    return line.index <= states[parentSlot].children - (moving ? 1 : 0)
  }

  mutating func rejectIndex(_ line: TraceLine) -> Int {
    reject("\"at\" lies behind the last subview of view \(line.parent)", .index)
  }

  mutating func rejectDepth() -> Int {
    reject("views nest deeper than \(Self.maximumDepth) levels", .parent)
  }

  mutating func attach(_ slot: Int, to parentSlot: Int) {
    states[slot].parent = states[parentSlot].number
    states[parentSlot].children += 1
    var height = states[slot].height + 1
    var ancestor = parentSlot
    while ancestor >= 0, states[ancestor].height < height {
      states[ancestor].height = height
      height += 1
      ancestor = slotOfParent(ancestor)
    }
  }

  mutating func detach(_ slot: Int) {
    let parent = slotOfParent(slot)
    if parent >= 0 { states[parent].children -= 1 }
    states[slot].parent = 0
  }

  /// The slot of the superview; -1 for none.
  ///
  /// A superview that is gone counts as none.
  func slotOfParent(_ slot: Int) -> Int {
    states[slot].parent == 0 ? -1 : table.slot(of: states[slot].parent)
  }

  func isAncestor(_ candidate: Int, of slot: Int) -> Bool {
    var current = slot
    while current >= 0 {
      if current == candidate { return true }
      current = slotOfParent(current)
    }
    return false
  }

  /// Whether a view and what lies below it fit below another.
  ///
  /// Heights never shrink by themselves, so a refusal measures all of them anew first.
  mutating func fits(_ slot: Int?, below parentSlot: Int) -> Bool {
    var levels = 0
    var current = parentSlot
    while current >= 0 && levels < Self.maximumDepth {
      levels += 1
      current = slotOfParent(current)
    }
    func hasRoom() -> Bool { levels + (slot.map { states[$0].height } ?? 0) < Self.maximumDepth }
    if hasRoom() { return true }
    guard let slot, states[slot].height > 0, levels < Self.maximumDepth else { return false }
    measureHeights()
    return hasRoom()
  }

  mutating func measureHeights() {
    for slot in states.indices { states[slot].height = 0 }
    for slot in states.indices where states[slot].number != 0 && states[slot].children == 0 {
      var height = 1
      var ancestor = slotOfParent(slot)
      while ancestor >= 0, states[ancestor].height < height {
        states[ancestor].height = height
        height += 1
        ancestor = slotOfParent(ancestor)
      }
    }
  }
}
