/// Checks that each event makes sense after those before; it keeps what lives or runs, not more.
struct TraceChecker {
  private(set) var tree: TraceTree
  private var usedWork = NumberSet()
  /// The slots of views in layout, innermost last; in the constraints phase, their complements.
  private var open: [Int] = []
  /// The number of views in layout.
  private(set) var runningLayouts = 0
  /// The slots of the views whose constraints are being updated.
  private var updating = SlotCounts()
  private var running: [Int] = []
  private var isCommitting = false
  private var hasHeader = false
  private var hasEnded = false
  /// True after a header and a turn, and before the end.
  private var isInside = false

  /// The number of the turn; 0 before the first.
  private var turn = 0
  private(set) var turns = 0
  /// The error in the last event; the event may still have been accepted.
  private(set) var problem: TraceProblem?

  /// True if the `end` line is missing so far.
  var isTruncated: Bool { !hasEnded }

  /// True if a forced pass would be part of another pass.
  var isInPass: Bool { isCommitting || runningLayouts > 0 }

  /// The slots of the views in layout or in the constraints phase, innermost last.
  var acting: [Int] { open.map { max($0, ~$0) } }
  /// True if the innermost of them is in the constraints phase.
  var isUpdating: Bool { open.last.map { $0 < 0 } ?? false }
  /// The innermost of them; -1 for none.
  var actor: Int { open.last.map { max($0, ~$0) } ?? -1 }

  /// The number of views so far.
  var views: Int { tree.views }

  /// Makes a checker; with `keepsSlots`, no slot of a dead view is reused in the same turn.
  init(bytesPerView: Int, keepsSlots: Bool) {
    tree = TraceTree(bytesPerView: bytesPerView, keepsSlots: keepsSlots)
  }

  /// The result of `accept` for an event that is left out.
  static let rejected = -1
  /// The result of `accept` for an accepted event without a view.
  static let withoutView = -2

  /// Checks the next event, and returns the slot of its view; it accepts one that can be repaired.
  @inline(__always)
  mutating func accept(_ line: inout TraceLine) -> Int {
    problem = nil
    guard line.isWellFormed else { return reject(line.formProblem()) }
    if !isInside { checkFrame(line) }
    switch line.kind {
    case .layout:
      let slot = tree.slot(of: line[.view])
      guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
      tree.enterLayout(slot)
      open.append(slot)
      runningLayouts += 1
      return slot
    case .done:
      guard let slot = open.last, slot >= 0, tree.number(in: slot) == line[.view] else {
        return closeOdd(line)
      }
      open.removeLast()
      leaveLayout(slot)
      return slot
    case .dirty, .frame, .bounds, .center, .transform, .anchor, .inset, .value, .force:
      let slot = tree.slot(of: line[.view])
      guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
      if line.has(.by) { checkWriter(&line) }
      if line.has(.receiver) { checkView(.receiver, of: &line) }
      if line.has(.own), line[.own] != 0 { checkView(.own, of: &line) }
      return slot
    default: return acceptRare(&line)
    }
  }

  // MARK: Problems

  private mutating func reject(_ problem: TraceProblem) -> Int {
    self.problem = problem
    return Self.rejected
  }

  private mutating func reject(
    _ problem: String, _ key: TraceKey? = nil, remedy: String = "", kind: TraceError.Kind = .order
  ) -> Int { reject(TraceProblem(kind: kind, key: key, problem: problem, remedy: remedy)) }

  private mutating func repair(_ problem: String, _ key: TraceKey? = nil, remedy: String = "") {
    guard self.problem == nil else { return }
    self.problem = TraceProblem(
      kind: .order, key: key, problem: problem, remedy: remedy, cure: .repair)
  }

  @inline(never)
  private mutating func rejectUnknown(_ number: Int, _ key: TraceKey) -> Int {
    if tree.isUsed(number) {
      return reject("view \(number) is gone", key, remedy: "write \"gone\" after its last event")
    }
    return reject("view \(number) is not known yet", key, remedy: "write its \"view\" line before")
  }

  /// Checks events before the header, before the first turn, and after the end.
  @inline(never)
  private mutating func checkFrame(_ line: TraceLine) {
    if line.kind == .unknown { return }
    if hasEnded {
      repair("something follows the \"end\" line", remedy: "keep one recording in one file")
    } else if !hasHeader {
      if line.kind != .trace {
        repair(
          "the first line must be the header",
          remedy: "begin with {\"e\":\"trace\",\"version\":\(TraceEvent.Header.firstVersion)}")
      }
      hasHeader = true
    } else if turn == 0 {
      switch line.kind {
      case .trace, .view, .item, .constraint, .async, .turn, .finding, .end: break
      default:
        repair(
          "\"\(line.kind)\" stands before the first turn",
          remedy: "write a \"turn\" line before events outside the snapshot")
      }
    }
  }

  /// `by` must name the innermost view in layout.
  @inline(__always)
  private mutating func checkWriter(_ line: inout TraceLine) {
    if let slot = open.last, slot >= 0, tree.number(in: slot) == line[.by] { return }
    repairWriter(&line)
  }

  @inline(never)
  private mutating func repairWriter(_ line: inout TraceLine) {
    let layout = open.last { $0 >= 0 }
    if let layout, tree.number(in: layout) == line[.by] { return }
    let innermost = layout.map { "view \(tree.number(in: $0)) is" } ?? "no view is"
    if tree.slot(of: line[.by]) < 0 {
      _ = rejectUnknown(line[.by], .by)
      problem?.cure = .repair
    } else {
      repair(
        "\"by\" is \(line[.by]), but \(innermost) the innermost in layout", .by,
        remedy: "leave \"by\" out outside layout")
    }
    line.remove(.by)
  }

  /// `of` and `own` must name a view.
  @inline(never)
  private mutating func checkView(_ key: TraceKey, of line: inout TraceLine) {
    guard tree.slot(of: line[key]) < 0 else { return }
    let earlier = problem
    _ = rejectUnknown(line[key], key)
    problem?.cure = .repair
    problem = earlier ?? problem
    line.remove(key)
  }

  // MARK: Layout

  @inline(never)
  private mutating func closeOdd(_ line: TraceLine) -> Int {
    let slot = tree.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard tree.isInLayout(slot), let top = open.last else {
      return reject("\"done\" of view \(line[.view]) without its \"layout\"", .view)
    }
    repair(
      "\"done\" of view \(line[.view]), but \(running(top))", .view, remedy: "layouts must nest")
    while let last = open.popLast() {
      leaveLayout(last)
      if last == slot { break }
    }
    return slot
  }

  /// Ends a layout, or a part of the constraints phase.
  @inline(__always)
  private mutating func leaveLayout(_ entry: Int) {
    guard entry >= 0 else { return updating.remove(~entry) }
    tree.leaveLayout(entry)
    runningLayouts -= 1
  }

  /// Opens or closes a view's part of the constraints phase.
  @inline(never)
  private mutating func acceptUpdate(_ line: TraceLine) -> Int {
    let slot = tree.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard line.kind == .updated else {
      open.append(~slot)
      updating.add(slot)
      return slot
    }
    if open.last == ~slot {
      open.removeLast()
      updating.remove(slot)
      return slot
    }
    guard updating.contains(slot), let top = open.last else {
      return reject("\"updated\" of view \(line[.view]) without its \"update\"", .view)
    }
    repair(
      "\"updated\" of view \(line[.view]), but \(running(top))", .view, remedy: "they must nest")
    while let last = open.popLast() {
      leaveLayout(last)
      if last == ~slot { break }
    }
    return slot
  }

  /// Describes an open layout or part of the constraints phase.
  private func running(_ entry: Int) -> String {
    entry >= 0
      ? "view \(tree.number(in: entry)) is still in layout"
      : "view \(tree.number(in: ~entry)) still updates its constraints"
  }

  private mutating func closeAll(before event: String) {
    if let top = open.last {
      repair(
        "\(event) while view \(tree.number(in: top >= 0 ? top : ~top)) "
          + (top >= 0 ? "is in layout" : "updates its constraints"),
        remedy: "write its \"\(top >= 0 ? "done" : "updated")\" before")
      for entry in open { leaveLayout(entry) }
      open.removeAll()
    }
  }

  // MARK: Views

  private mutating func acceptView(_ line: TraceLine) -> Int {
    guard line[.view] > 0 else { return reject("views count from 1", .view, kind: .event) }
    guard tree.slot(of: line[.view]) < 0 else {
      return reject("view \(line[.view]) is known already", .view, remedy: "use a new number")
    }
    if tree.isUsed(line[.view]) {
      return reject(
        "the number \(line[.view]) belonged to a view that is gone", .view,
        remedy: "never use a number again")
    }
    var parentSlot = Self.rejected
    if line.has(.parent), line[.parent] != 0 {
      parentSlot = tree.slot(of: line[.parent])
      guard parentSlot >= 0 else { return rejectUnknown(line[.parent], .parent) }
      guard isIndex(of: line, in: parentSlot, moving: false) else { return rejectIndex(line) }
      guard tree.fits(nil, below: parentSlot) else { return rejectDepth() }
    }
    if let problem = tree.lookForMemory() { return reject(problem) }
    let slot = tree.insert(line[.view], isRoot: !line.has(.parent))
    if parentSlot >= 0 { tree.attach(slot, to: parentSlot) }
    return slot
  }

  private mutating func acceptMove(_ line: TraceLine) -> Int {
    let slot = tree.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard line[.parent] != 0 else {
      tree.detach(slot)
      return slot
    }
    let parentSlot = tree.slot(of: line[.parent])
    guard parentSlot >= 0 else { return rejectUnknown(line[.parent], .parent) }
    if tree.isRoot(slot) {
      return reject(
        "view \(line[.view]) is a window, which cannot be inside another view", .parent,
        remedy: "a view that is in no tree yet has \"in\":null in its \"view\" line")
    }
    if parentSlot == slot || (tree.childCount(slot) > 0 && tree.isAncestor(slot, of: parentSlot)) {
      return reject(
        "view \(line[.view]) would become its own ancestor", .parent,
        remedy: "move the other view out first")
    }
    let isReordered = tree.parent(of: slot) == line[.parent]
    guard isIndex(of: line, in: parentSlot, moving: isReordered) else { return rejectIndex(line) }
    guard tree.fits(slot, below: parentSlot) else { return rejectDepth() }
    tree.detach(slot)
    tree.attach(slot, to: parentSlot)
    return slot
  }

  private mutating func acceptGone(_ line: TraceLine) -> Int {
    let slot = tree.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard !tree.isInLayout(slot) else {
      return reject("view \(line[.view]) is gone while it is in layout", .view)
    }
    guard !updating.contains(slot) else {
      return reject("view \(line[.view]) is gone while it updates its constraints", .view)
    }
    tree.remove(slot)
    return slot
  }

  private func isIndex(of line: TraceLine, in parentSlot: Int, moving: Bool) -> Bool {
    guard line.has(.index) else { return true }
    return line[.index] <= tree.childCount(parentSlot) - (moving ? 1 : 0)
  }

  private mutating func rejectIndex(_ line: TraceLine) -> Int {
    reject("\"at\" lies behind the last subview of view \(line[.parent])", .index)
  }

  private mutating func rejectDepth() -> Int {
    reject("views nest deeper than \(TraceTree.maximumDepth) levels", .parent)
  }

  // MARK: Rare events

  @inline(never)
  private mutating func acceptRare(_ line: inout TraceLine) -> Int {
    if line.has(.by) { checkWriter(&line) }
    if line.has(.own), line[.own] != 0 { checkView(.own, of: &line) }
    switch line.kind {
    case .trace: return acceptHeader(line)
    case .view: return acceptView(line)
    case .move: return acceptMove(line)
    case .gone: return acceptGone(line)
    case .clean, .enter, .item: return acceptNamed(line)
    case .constraint: return acceptConstraint(line)
    case .update, .updated: return acceptUpdate(line)
    case .turn: return acceptTurn(line)
    case .commit, .committed: return acceptCommit(line)
    case .forced: return acceptForced(line)
    case .async, .run, .ran: return acceptWork(line)
    case .end: return acceptEnd(line)
    default: return Self.withoutView
    }
  }

  /// Accepts an event that only has to name a view.
  private mutating func acceptNamed(_ line: TraceLine) -> Int {
    let slot = tree.slot(of: line[.view])
    return slot >= 0 ? slot : rejectUnknown(line[.view], .view)
  }

  /// Accepts a constraint, both of whose views must be known.
  private mutating func acceptConstraint(_ line: TraceLine) -> Int {
    guard line.has(.receiver) == line.has(.secondSide) else {
      return reject(
        "a constraint has either both of \"of\" and \"second\", or neither",
        line.has(.receiver) ? .receiver : .secondSide, kind: .event)
    }
    if line.has(.receiver), tree.slot(of: line[.receiver]) < 0 {
      return rejectUnknown(line[.receiver], .receiver)
    }
    return acceptNamed(line)
  }

  private mutating func acceptHeader(_ line: TraceLine) -> Int {
    guard views == 0, turn == 0 else {
      return reject("a second header", remedy: "keep one recording in one file")
    }
    let known = TraceEvent.Header.firstVersion...TraceEvent.Header.currentVersion
    if !known.contains(line[.version]) {
      repair(
        "version \(line[.version]) of the format is not known here", .version,
        remedy:
          "this build reads versions \(known.lowerBound) to \(known.upperBound); use a newer one")
    }
    return Self.withoutView
  }

  private mutating func acceptTurn(_ line: TraceLine) -> Int {
    guard line[.turn] > turn else {
      let problem =
        line[.turn] == 0 ? "turns count from 1" : "turn \(line[.turn]) follows turn \(turn)"
      return reject(problem, .turn, remedy: "turn numbers must rise")
    }
    closeAll(before: "a turn begins")
    if isCommitting {
      repair("a turn begins inside a commit", remedy: "write \"committed\" before")
    }
    if let work = running.last {
      repair("a turn begins while work \(work) runs", remedy: "write its \"ran\" before")
    }
    isCommitting = false
    running.removeAll()
    tree.beginTurn()
    turn = line[.turn]
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
      repair("a commit while work \(work) runs", remedy: "write its \"ran\" before")
      running.removeAll()
    }
    isCommitting = begins
    return Self.withoutView
  }

  /// Accepts the end of a forced pass at its limit, or the refusal of one at any depth.
  private mutating func acceptForced(_ line: TraceLine) -> Int {
    if line[.batches] > 0, isInPass {
      repair(
        "a forced pass ends inside \(isCommitting ? "a commit" : "a layout")",
        remedy: "write \"forced\" after the outermost forced pass only")
    }
    return Self.withoutView
  }

  private mutating func acceptWork(_ line: TraceLine) -> Int {
    guard line[.work] > 0 else {
      return reject("\"k\" must be a whole number from 1", .work, kind: .event)
    }
    switch line.kind {
    case .async:
      if usedWork.contains(line[.work]) {
        return reject("work \(line[.work]) was enqueued before", .work, remedy: "use a new number")
      }
      usedWork.insert(line[.work])
    case .run:
      if !usedWork.contains(line[.work]) {
        return reject(
          "work \(line[.work]) runs before its \"async\"", .work, remedy: "write \"async\" before")
      }
      guard open.isEmpty && !isCommitting else {
        return reject("work runs inside a layout or a commit", .work)
      }
      guard running.count < 64 else { return reject("work nests deeper than 64 levels", .work) }
      running.append(line[.work])
    default:
      guard running.last == line[.work] else {
        return reject("\"ran\" of work \(line[.work]) without its \"run\"", .work)
      }
      closeAll(before: "work ends")
      running.removeLast()
    }
    return Self.withoutView
  }

  private mutating func acceptEnd(_ line: TraceLine) -> Int {
    closeAll(before: "the trace ends")
    if line[.turns] != turns {
      repair(
        "\"end\" counts \(line[.turns].counted("turn")), but the trace has \(turns)", .turns,
        remedy: "lines are missing: transfer the file again")
    }
    hasEnded = true
    isInside = false
    return Self.withoutView
  }
}

/// The number of times that slots are in use, of the few that are.
private struct SlotCounts {
  private var counts: [Int: Int] = [:]

  func contains(_ slot: Int) -> Bool { counts[slot] != nil }

  mutating func add(_ slot: Int) { counts[slot, default: 0] += 1 }

  mutating func remove(_ slot: Int) {
    guard let count = counts[slot] else { return }
    counts[slot] = count > 1 ? count - 1 : nil
  }
}
