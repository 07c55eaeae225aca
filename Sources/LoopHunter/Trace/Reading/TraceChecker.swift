/// Checks that each event makes sense after those before it.
///
/// It knows the live views, the layouts and the work that are running, and the turn: no more than
/// that is kept of a file of any length.
struct TraceChecker {
  /// What is known of a live view.
  struct ViewState {
    var number = 0
    /// The superview's number, and its slot as long as it lives; 0 for none.
    var parent = 0
    var parentSlot: Int32 = 0
    var children: Int32 = 0
    /// How many layouts of the view are running.
    var running: Int32 = 0
    /// Whether it is a window, which is nobody's subview.
    var isRoot = false
  }

  /// How deep views may nest.
  static let maximumDepth = 1_024

  var table = SlotTable()
  var states: [ViewState] = []
  /// How many levels lie below each view.
  var heights = TreeHeights()
  var freeSlots: [Int32] = []
  /// What a live view is expected to need, here and where the events go.
  var bytesPerView = 300
  /// The number of live views at which the memory that is left is looked at.
  var nextLook = 1 << 10
  var usedViews = NumberSet()
  var usedWork = NumberSet()
  /// The slots of the views in layout, the innermost last; of a view's part of the constraints phase
  /// the complement.
  var open: [Int] = []
  var running: [Int] = []
  var isCommitting = false
  var hasHeader = false
  var hasEnded = false
  /// Whether a header and a turn were met, and no end.
  var isInside = false

  /// The number of the turn; 0 before the first.
  var turn = 0
  var turns = 0
  var views = 0
  /// What is wrong with the last event; it may still have been accepted.
  var problem: TraceProblem?

  /// Whether the `end` line is missing so far.
  var isTruncated: Bool { !hasEnded }

  /// What `accept` returns for an event that is left out.
  static let rejected = -1
  /// What `accept` returns for an accepted event without a view.
  static let withoutView = -2

  /// Judges the next event, and returns the slot of its view.
  ///
  /// `problem` says what was wrong; where it can be repaired, the event is accepted all the same.
  @inline(__always)
  mutating func accept(_ line: inout TraceLine) -> Int {
    problem = nil
    guard line.isWellFormed else { return reject(line.formProblem()) }
    if !isInside { checkFrame(line) }
    switch line.kind {
    case .layout:
      let slot = table.slot(of: line[.view])
      guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
      states[slot].running &+= 1
      open.append(slot)
      return slot
    case .done:
      guard let slot = open.last, slot >= 0, states[slot].number == line[.view] else {
        return closeOdd(line)
      }
      open.removeLast()
      states[slot].running &-= 1
      return slot
    case .dirty, .frame, .bounds, .center, .transform, .anchor, .inset, .force:
      let slot = table.slot(of: line[.view])
      guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
      if line.has(.by) { checkWriter(&line) }
      if line.has(.receiver) { checkReceiver(&line) }
      return slot
    default: return acceptRare(&line)
    }
  }

  /// The slot of a live view; negative for none.
  func slot(of number: Int) -> Int { table.slot(of: number) }

  // MARK: Problems

  mutating func reject(_ problem: TraceProblem) -> Int {
    self.problem = problem
    return Self.rejected
  }

  mutating func reject(
    _ problem: String, _ key: TraceKey? = nil, remedy: String = "",
    kind: TraceError.Kind = .order
  ) -> Int {
    reject(TraceProblem(kind: kind, key: key, problem: problem, remedy: remedy))
  }

  mutating func repair(_ problem: String, _ key: TraceKey? = nil, remedy: String = "") {
    guard self.problem == nil else { return }
    self.problem = TraceProblem(
      kind: .order, key: key, problem: problem, remedy: remedy, cure: .repair)
  }

  @inline(never)
  mutating func rejectUnknown(_ number: Int, _ key: TraceKey) -> Int {
    if usedViews.contains(number) {
      return reject("view \(number) is gone", key, remedy: "write \"gone\" after its last event")
    }
    return reject(
      "view \(number) is not known yet", key, remedy: "write its \"view\" line before")
  }

  /// Judges what may come before the header, before the first turn, and after the end.
  @inline(never)
  mutating func checkFrame(_ line: TraceLine) {
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
      case .trace, .view, .async, .turn, .end: break
      default:
        repair(
          "\"\(line.kind)\" stands before the first turn",
          remedy: "write a \"turn\" line before what is no part of the snapshot")
      }
    }
  }

  /// `by` must name the innermost view in layout.
  @inline(__always)
  mutating func checkWriter(_ line: inout TraceLine) {
    if let slot = open.last, slot >= 0, states[slot].number == line[.by] { return }
    repairWriter(&line)
  }

  @inline(never)
  mutating func repairWriter(_ line: inout TraceLine) {
    let layout = open.last { $0 >= 0 }
    if let layout, states[layout].number == line[.by] { return }
    let innermost = layout.map { "view \(states[$0].number) is" } ?? "no view is"
    if table.slot(of: line[.by]) < 0 {
      _ = rejectUnknown(line[.by], .by)
      problem?.cure = .repair
    } else {
      repair(
        "\"by\" is \(line[.by]), but \(innermost) the innermost in layout", .by,
        remedy: "leave \"by\" out outside layout")
    }
    line.remove(.by)
  }

  /// `of` must name a view.
  @inline(never)
  mutating func checkReceiver(_ line: inout TraceLine) {
    guard table.slot(of: line[.receiver]) < 0 else { return }
    let earlier = problem
    _ = rejectUnknown(line[.receiver], .receiver)
    problem?.cure = .repair
    problem = earlier ?? problem
    line.remove(.receiver)
  }

  // MARK: Layout

  @inline(never)
  mutating func closeOdd(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard states[slot].running > 0, let top = open.last else {
      return reject("\"done\" of view \(line[.view]) without its \"layout\"", .view)
    }
    repair(
      "\"done\" of view \(line[.view]), but \(running(top))", .view, remedy: "layouts must nest")
    while let last = open.popLast() {
      if last >= 0 { states[last].running -= 1 }
      if last == slot { break }
    }
    return slot
  }

  /// Opens or closes a view's part of the constraints phase.
  @inline(never)
  mutating func acceptUpdate(_ line: TraceLine) -> Int {
    let slot = table.slot(of: line[.view])
    guard slot >= 0 else { return rejectUnknown(line[.view], .view) }
    guard line.kind == .updated else {
      open.append(~slot)
      return slot
    }
    if open.last == ~slot {
      open.removeLast()
      return slot
    }
    guard open.contains(~slot), let top = open.last else {
      return reject("\"updated\" of view \(line[.view]) without its \"update\"", .view)
    }
    repair(
      "\"updated\" of view \(line[.view]), but \(running(top))", .view, remedy: "they must nest")
    while let last = open.popLast() {
      if last >= 0 { states[last].running -= 1 }
      if last == ~slot { break }
    }
    return slot
  }

  /// What is open, in words.
  private func running(_ entry: Int) -> String {
    entry >= 0
      ? "view \(states[entry].number) is still in layout"
      : "view \(states[~entry].number) still updates its constraints"
  }

  mutating func closeAll(before event: String) {
    if let top = open.last {
      repair(
        "\(event) while view \(states[top >= 0 ? top : ~top].number) "
          + (top >= 0 ? "is in layout" : "updates its constraints"),
        remedy: "write its \"\(top >= 0 ? "done" : "updated")\" before")
      for slot in open where slot >= 0 { states[slot].running = 0 }
      open.removeAll()
    }
  }
}
