import Foundation
import ViewTree

extension ReplayScript {
  /// Reads the events up to the next turn.
  ///
  /// Returns false when there is nothing left.
  func readTurn() throws(TraceError) -> Bool {
    if hasEnded { return false }
    turn.begin(number: nextNumber, time: nextTime)
    let isReadingSnapshot = stamp == 0
    stamp += 1
    var nextLook = Self.firstLook
    while true {
      if isReadingSnapshot, turn.count >= Self.snapshotPiece, turn.isSnapshot {
        buildPiece()
        turn.begin(number: 0, time: nil)
      }
      if turn.count >= nextLook {
        if nextLook > Int32.max / 2 { throw tooLong("more events than a replay can hold") }
        nextLook *= 2
        let needed = Int(turn.count) * Self.bytesPerEvent
        let events = "\(turn.count) events of one turn"
        if let problem = MemoryRoom.problem(needing: needed, for: events) {
          throw tooLong(problem.problem, remedy: problem.remedy)
        }
      }
      let more = try reader.nextLine { line, chunk, slot in
        self.take(&line, chunk, slot, number: self.reader.line)
      }
      guard let isNext = more else {
        hasEnded = true
        break
      }
      if isNext { break }
    }
    turn.seal()
    return true
  }

  private func tooLong(_ problem: String, remedy: String = "cut the trace") -> TraceError {
    TraceError(
      kind: .unreadable, file: reader.name, line: reader.line, column: 1, problem: problem,
      remedy: remedy)
  }

  /// Adds a line to the turn; true for the `turn` line that begins the next one.
  private func take(
    _ line: inout TraceLine, _ chunk: TraceChunk, _ slot: Int, number: Int
  ) -> Bool {
    var item = ReplayItem(kind: line.kind, line: number)
    if slot >= 0 { item.node = node(ofSlot: slot, line, chunk) }
    if line.has(.time) { item.time = line[.time] }
    switch line.kind {
    case .turn:
      nextNumber = line[.turn]
      nextTime = line.has(.time) ? Int64(line[.time]) : nil
      return true
    case .trace:
      if case .header(let header) = TraceEvent(line, of: chunk) { self.header = header }
      return false
    case .view: takeView(&item, line, chunk)
    case .move:
      if line[.parent] != 0 { item.parent = node(numbered: line[.parent]) }
      if line.has(.index) { item.index = Int32(clamping: line[.index]) }
    case .dirty:
      if line.has(.receiver) { item.parent = node(numbered: line[.receiver]) }
      takeReason(&item, line, chunk)
      takeOrigin(&item, line, chunk)
    case .force: takeOrigin(&item, line, chunk)
    case .frame, .bounds, .center, .transform, .anchor:
      item.numbers = chunk.numbers(at: line.place(.new))
      takeOrigin(&item, line, chunk)
    case .inset:
      item.text = chunk.inset(at: line.place(.name)).map { turn.intern($0.rawValue) } ?? -1
      item.numbers = chunk.numbers(at: line.place(.new))
      takeOrigin(&item, line, chunk)
      if line.has(.old) {
        turn.setFormerInsets(EdgeInsets(chunk.numbers(at: line.place(.old))), of: turn.count)
      }
    case .async:
      item.work = line[.work]
      item.isTimer = line.has(.via) && chunk.string(at: line.place(.via), is: "timer")
    case .run, .ran: item.work = line[.work]
    case .end: return false
    default: break
    }
    let index = turn.count
    turn.append(item)
    if line.kind == .layout { linkLayout(index, of: item.node) }
    if line.kind == .gone { nodes[Int(item.node)].death = index }
    return false
  }

  private func linkLayout(_ index: Int32, of node: Int32) {
    let place = Int(node)
    if nodes[place].stamp == stamp {
      turn.linkLayout(nodes[place].lastLayout, to: index)
    } else {
      nodes[place].stamp = stamp
      nodes[place].nextLayout = index
    }
    nodes[place].lastLayout = index
  }

  private func takeView(_ item: inout ReplayItem, _ line: TraceLine, _ chunk: TraceChunk) {
    guard case .view(let view) = TraceEvent(line, of: chunk) else { return }
    item.isClean = view.isClean
    if case .inside(let parent) = view.place { item.parent = node(numbered: parent) }
    if let index = view.index { item.index = Int32(clamping: index) }
    item.isWindow = view.place == .root
    item.text = turn.intern(view.className)
    if let name = view.name { item.origin = turn.store(name) }
    let frame = view.frame ?? CGRect(origin: .zero, size: view.bounds?.size ?? .zero)
    item.numbers = frame.numbers
    if let bounds = view.bounds {
      (item.numbers[4], item.numbers[5]) = (bounds.origin.x, bounds.origin.y)
    }
    if let transform = view.transform { turn.setTransform(transform, of: turn.count) }
    if let anchor = view.anchor { turn.setAnchor(anchor, of: turn.count) }
  }

  private func takeReason(_ item: inout ReplayItem, _ line: TraceLine, _ chunk: TraceChunk) {
    if chunk.string(at: line.place(.why), is: "size") {
      item.consequence = .size
    } else if chunk.string(at: line.place(.why), is: "subviews") {
      item.consequence = .subviews
    } else if chunk.string(at: line.place(.why), is: "bounds") {
      item.consequence = .bounds
    } else if chunk.string(at: line.place(.why), is: "explicit") {
      item.text = -1
    } else {
      item.text = turn.intern(chunk.string(at: line.place(.why)))
    }
  }

  private func takeOrigin(_ item: inout ReplayItem, _ line: TraceLine, _ chunk: TraceChunk) {
    guard line.has(.from), wantsOrigins else { return }
    item.origin = turn.intern(chunk.string(at: line.place(.from)))
  }

  // MARK: Nodes

  /// The node of a live view; a `view` line gets a new one.
  private func node(ofSlot slot: Int, _ line: TraceLine, _ chunk: TraceChunk) -> Int32 {
    while nodeOfSlot.count <= slot { nodeOfSlot.append(-1) }
    guard line.kind == .view else {
      let node = nodeOfSlot[slot]
      if line.kind == .gone { goneNodes.append(node) }
      return node
    }
    let node: Int32
    if let free = freeNodes.popLast() {
      node = free
    } else {
      node = Int32(nodes.count)
      nodes.append(ReplayNode())
    }
    nodes[Int(node)] = ReplayNode(number: line[.view])
    nodes[Int(node)].isClean = stamp == 1 && line.has(.clean)
    nodeOfSlot[slot] = node
    return node
  }

  /// The node of a live view by its number.
  private func node(numbered number: Int) -> Int32 {
    let slot = reader.slot(of: number)
    return slot >= 0 && slot < nodeOfSlot.count ? nodeOfSlot[slot] : -1
  }

  /// Lets the places of views that are gone be used again, once the turn is over.
  func recycleNodes() {
    for node in goneNodes {
      nodes[Int(node)] = ReplayNode()
      freeNodes.append(node)
    }
    goneNodes.removeAll(keepingCapacity: true)
  }
}
