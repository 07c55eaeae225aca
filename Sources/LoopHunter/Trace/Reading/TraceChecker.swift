/// Checks that each event makes sense after those before it.
///
/// It knows the live views, the layouts and the work that are running, and the turn: no more than
/// that is kept of a file of any length.
struct TraceChecker {
  /// What is known of a live view.
  struct ViewState {
    var number = 0
    /// The superview's number; 0 for none.
    var parent = 0
    var children = 0
    /// How many levels lie below the view; never too few.
    var height = 0
    /// How many layouts of the view are running.
    var running = 0
    /// Whether it is a window, which is nobody's subview.
    var isRoot = false
  }

  /// How deep views may nest.
  static let maximumDepth = 1_024

  private var table = SlotTable()
  private(set) var states: [ViewState] = []
  private var freeSlots: [Int] = []
  private var usedViews = NumberSet()
  private var usedWork = NumberSet()
  /// The slots of the views in layout, the innermost last.
  private(set) var open: [Int] = []
  private var running: [Int] = []
  private var isCommitting = false
  private var hasHeader = false
  private var hasEnded = false
  /// Whether a header and a turn were met, and no end.
  private var isInside = false

  /// The number of the turn; 0 before the first.
  private(set) var turn = 0
  private(set) var turns = 0
  private(set) var views = 0
  /// What is wrong with the last event; it may still have been accepted.
  private(set) var problem: TraceProblem?

  /// Whether the `end` line is missing so far.
  var isTruncated: Bool { !hasEnded }
  /// How many slots there are, free ones included.
  var slotCount: Int { states.count }

  /// What `accept` returns for an event that is left out.
  static let rejected = -1
  /// What `accept` returns for an accepted event without a view.
  static let withoutView = -2

  /// Judges the next event, and returns the slot of its view.
  ///
  /// `problem` says what was wrong; where it can be mended, the event is accepted all the same.
  @inline(__always)
  mutating func accept(_ line: inout TraceLine) -> Int {
    problem = nil
    guard line.isWellFormed else { return reject(line.formProblem()) }
    if !isInside { checkFrame(line) }
    switch line.kind {
    case .layout:
      let slot = table.slot(of: line.view)
      guard slot >= 0 else { return rejectUnknown(line.view, .view) }
      states[slot].running &+= 1
      open.append(slot)
      return slot
    case .done:
      guard let slot = open.last, states[slot].number == line.view else { return closeOdd(line) }
      open.removeLast()
      states[slot].running &-= 1
      return slot
    case .dirty, .frame, .bounds, .center, .transform, .force:
      let slot = table.slot(of: line.view)
      guard slot >= 0 else { return rejectUnknown(line.view, .view) }
      if line.kind.rawValue &- TraceLine.Kind.frame.rawValue <= 3 {
        let wanted = line.kind.numbers
        if line.newCount != wanted || (line.present.contains(.old) && line.oldCount != wanted) {
          return rejectCount(line)
        }
      }
      if line.present.contains(.by) { checkWriter(&line) }
      return slot
    default: return acceptRare(&line)
    }
  }

  /// The slot of a live view; negative for none.
  func slot(of number: Int) -> Int { table.slot(of: number) }

  // MARK: Problems

  private mutating func reject(_ problem: TraceProblem) -> Int {
    self.problem = problem
    return Self.rejected
  }

  private mutating func reject(
    _ problem: String, _ key: TraceKeys = [], remedy: String = "",
    kind: TraceError.Kind = .order
  ) -> Int {
    reject(TraceProblem(kind: kind, key: key, problem: problem, remedy: remedy))
  }

  private mutating func mend(_ problem: String, _ key: TraceKeys = [], remedy: String = "") {
    guard self.problem == nil else { return }
    self.problem = TraceProblem(
      kind: .order, key: key, problem: problem, remedy: remedy, cure: .mend)
  }

  @inline(never)
  private mutating func rejectUnknown(_ number: Int, _ key: TraceKeys) -> Int {
    if usedViews.contains(number) {
      return reject("view \(number) is gone", key, remedy: "write \"gone\" after its last event")
    }
    return reject(
      "view \(number) is not known yet", key, remedy: "write its \"view\" line before")
  }

  @inline(never)
  private mutating func rejectCount(_ line: TraceLine) -> Int {
    let key: TraceKeys = line.newCount != line.kind.numbers ? .new : .old
    return reject(
      "\"\(key.firstName)\" of \"\(line.kind)\" must hold \(line.kind.numbers) numbers", key,
      kind: .event)
  }

  /// Judges what may come before the header, before the first turn, and after the end.
  @inline(never)
  private mutating func checkFrame(_ line: TraceLine) {
    if line.kind == .unknown { return }
    if hasEnded {
      mend("something follows the \"end\" line", remedy: "keep one recording in one file")
    } else if !hasHeader {
      if line.kind != .trace {
        mend(
          "the first line must be the header",
          remedy: "begin with {\"e\":\"trace\",\"version\":\(TraceHeader.currentVersion)}")
      }
      hasHeader = true
    } else if turn == 0 {
      switch line.kind {
      case .trace, .view, .async, .turn, .end: break
      default:
        mend(
          "\"\(line.kind)\" stands before the first turn",
          remedy: "write a \"turn\" line before what is no part of the snapshot")
      }
    }
  }

  /// `by` must name the innermost view in layout.
  @inline(__always)
  private mutating func checkWriter(_ line: inout TraceLine) {
    if let slot = open.last, states[slot].number == line.by { return }
    mendWriter(&line)
  }

  @inline(never)
  private mutating func mendWriter(_ line: inout TraceLine) {
    let innermost = open.last.map { "view \(states[$0].number) is" } ?? "no view is"
    if table.slot(of: line.by) < 0 {
      _ = rejectUnknown(line.by, .by)
      problem?.cure = .mend
    } else {
      mend(
        "\"by\" is \(line.by), but \(innermost) the innermost in layout", .by,
        remedy: "leave \"by\" out outside layout")
    }
    line.present.remove(.by)
  }

  // MARK: Layout

  @inline(never)
  private mutating func closeOdd(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line.view)
    guard slot >= 0 else { return rejectUnknown(line.view, .view) }
    guard states[slot].running > 0, let top = open.last else {
      return reject("\"done\" of view \(line.view) without its \"layout\"", .view)
    }
    mend(
      "\"done\" of view \(line.view), but view \(states[top].number) is still in layout", .view,
      remedy: "layouts must nest")
    while let last = open.popLast() {
      states[last].running -= 1
      if last == slot { break }
    }
    return slot
  }

  private mutating func closeAll(before event: String) {
    if let top = open.last {
      mend(
        "\(event) while view \(states[top].number) is in layout",
        remedy: "write its \"done\" before")
      for slot in open { states[slot].running = 0 }
      open.removeAll()
    }
  }

  // MARK: Rare events

  @inline(never)
  private mutating func acceptRare(_ line: inout TraceLine) -> Int {
    if line.present.contains(.by), line.kind.allowed.contains(.by) { checkWriter(&line) }
    switch line.kind {
    case .trace: return acceptHeader(line)
    case .view: return acceptView(line)
    case .move: return acceptMove(line)
    case .gone: return acceptGone(line)
    case .clean:
      let slot = table.slot(of: line.view)
      return slot >= 0 ? slot : rejectUnknown(line.view, .view)
    case .turn: return acceptTurn(line)
    case .commit, .committed: return acceptCommit(line)
    case .async, .run, .ran: return acceptWork(line)
    case .end: return acceptEnd(line)
    default: return Self.withoutView
    }
  }

  private mutating func acceptHeader(_ line: TraceLine) -> Int {
    guard views == 0, turn == 0 else {
      return reject("a second header", remedy: "keep one recording in one file")
    }
    if line.version != TraceHeader.currentVersion {
      mend(
        "version \(line.version) of the format is not known here", .version,
        remedy: "this build reads version \(TraceHeader.currentVersion); use a newer one")
    }
    return Self.withoutView
  }

  private mutating func acceptTurn(_ line: TraceLine) -> Int {
    guard line.turn > turn else {
      let problem = line.turn == 0 ? "turns count from 1" : "turn \(line.turn) follows turn \(turn)"
      return reject(problem, .turn, remedy: "turn numbers must rise")
    }
    closeAll(before: "a turn begins")
    if isCommitting { mend("a turn begins inside a commit", remedy: "write \"committed\" before") }
    if let work = running.last {
      mend("a turn begins while work \(work) runs", remedy: "write its \"ran\" before")
    }
    isCommitting = false
    running.removeAll()
    turn = line.turn
    turns += 1
    isInside = hasHeader && !hasEnded
    return Self.withoutView
  }

  private mutating func acceptCommit(_ line: TraceLine) -> Int {
    let begins = line.kind == .commit
    guard begins != isCommitting else {
      return reject(
        begins ? "a commit begins inside a commit" : "\"committed\" without its \"commit\"")
    }
    closeAll(before: begins ? "a commit begins" : "the commit ends")
    if let work = running.last {
      mend("a commit while work \(work) runs", remedy: "write its \"ran\" before")
      running.removeAll()
    }
    isCommitting = begins
    return Self.withoutView
  }

  private mutating func acceptWork(_ line: TraceLine) -> Int {
    guard line.work > 0 else {
      return reject("\"k\" must be a whole number from 1", .work, kind: .event)
    }
    switch line.kind {
    case .async:
      if usedWork.contains(line.work) {
        return reject("work \(line.work) was enqueued before", .work, remedy: "use a new number")
      }
      usedWork.insert(line.work)
    case .run:
      if !usedWork.contains(line.work) && !usedWork.hasForgotten {
        return reject(
          "work \(line.work) runs before its \"async\"", .work, remedy: "write \"async\" before")
      }
      guard open.isEmpty && !isCommitting else {
        return reject("work runs inside a layout or a commit", .work)
      }
      guard running.count < 64 else { return reject("work nests deeper than 64 levels", .work) }
      running.append(line.work)
    default:
      guard running.last == line.work else {
        return reject("\"ran\" of work \(line.work) without its \"run\"", .work)
      }
      closeAll(before: "work ends")
      running.removeLast()
    }
    return Self.withoutView
  }

  private mutating func acceptEnd(_ line: TraceLine) -> Int {
    closeAll(before: "the trace ends")
    if line.turns != turns {
      mend(
        "\"end\" counts \(line.turns) turns, but the trace has \(turns)", .turns,
        remedy: "lines are missing: transfer the file again")
    }
    hasEnded = true
    isInside = false
    return Self.withoutView
  }

  // MARK: The tree

  private mutating func acceptView(_ line: TraceLine) -> Int {
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

  private mutating func acceptMove(_ line: TraceLine) -> Int {
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

  private mutating func acceptGone(_ line: TraceLine) -> Int {
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

  private func isIndex(of line: TraceLine, in parentSlot: Int, moving: Bool) -> Bool {
    guard line.present.contains(.index) else { return true }
    return line.index <= states[parentSlot].children - (moving ? 1 : 0)
  }

  private mutating func rejectIndex(_ line: TraceLine) -> Int {
    reject("\"at\" lies behind the last subview of view \(line.parent)", .index)
  }

  private mutating func rejectDepth() -> Int {
    reject("views nest deeper than \(Self.maximumDepth) levels", .parent)
  }

  private mutating func attach(_ slot: Int, to parentSlot: Int) {
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

  private mutating func detach(_ slot: Int) {
    let parent = slotOfParent(slot)
    if parent >= 0 { states[parent].children -= 1 }
    states[slot].parent = 0
  }

  /// The slot of the superview; -1 for none. A superview that is gone counts as none.
  func slotOfParent(_ slot: Int) -> Int {
    states[slot].parent == 0 ? -1 : table.slot(of: states[slot].parent)
  }

  private func isAncestor(_ candidate: Int, of slot: Int) -> Bool {
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
  private mutating func fits(_ slot: Int?, below parentSlot: Int) -> Bool {
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

  private mutating func measureHeights() {
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
