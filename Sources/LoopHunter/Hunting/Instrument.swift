import Synchronization
import ViewTree

/// What hangs on one hunted view: its attachments, and the view's share in causal chains.
///
/// There is one for a view, whatever the number of attachments and hunters. It hangs on the view
/// and knows it only by address, so that the view lives and dies as ever. An instance whose class
/// was changed again by somebody else keeps its instrument as a pure forwarder.
final class Instrument: ViewInstrument {
  /// The hunted view, retained by nobody here; nil once it died.
  private(set) var view: Unmanaged<View>?
  /// The class that the view has while it is hunted.
  private var instrumented: InstrumentedClass
  /// The loop's pulse: of the loop whose hunter came first.
  let pulse: Pulse
  /// The first of the attachments, each of which knows the next; this list retains them.
  private(set) var first: Unmanaged<Attachment>?

  /// The last cause that was made here, to be used again by a layout with the same source.
  private var chain: LayoutCause?
  /// How many layouts of the view are on the stack.
  private var depth: UInt32 = 0
  /// The low bits of the turn in which a causal chain last came back to the view.
  private var returnTurn: UInt32 = 0
  /// The chain with which the latest return was laid out.
  private var lastReturn: LayoutCause?

  init(view: View, instrumented: InstrumentedClass, pulse: Pulse) {
    self.view = Unmanaged.passUnretained(view)
    self.instrumented = instrumented
    self.pulse = pulse
  }

  // MARK: The layout of a hunted view

  /// Counts, lets the attachments respond, and runs the original.
  ///
  /// This is the hot path: no lock, no allocation, no look at the attachments beyond their counts.
  @inline(__always)
  func layout(_ object: UnsafeRawPointer) {
    guard let first else { return forward(object) }
    let implementation = instrumented.implementation
    depth &+= 1
    var isCounting = false
    var isAlarmed = false
    var next: Unmanaged<Attachment>? = first
    while let attachment = next {
      attachment._withUnsafeGuaranteedRef {
        if $0.core.isCounting {
          isCounting = true
          if $0.countLayout() { isAlarmed = true }
        }
        next = $0.next
      }
    }
    if isAlarmed, !respond() {
      leaveLayout()
    } else if isCounting {
      run(implementation, on: object)
    } else {
      callLayout(implementation, on: object)
      leaveLayout()
    }
  }

  /// Runs the original as a layout of this view in the causal chain of what it leads to.
  @inline(__always)
  private func run(_ implementation: UInt, on object: UnsafeRawPointer) {
    guard pulse.source.load(ordering: .relaxed) == nil,
      pulse.watched.load(ordering: .relaxed) == nil
    else { return runCaused(implementation, on: object) }
    pulse.watched.store(object, ordering: .relaxed)
    callLayout(implementation, on: object)
    pulse.watched.store(nil, ordering: .relaxed)
    leaveLayout()
  }

  /// The same for a layout that has a cause itself.
  @inline(never)
  private func runCaused(_ implementation: UInt, on object: UnsafeRawPointer) {
    let cause = pulse.cause!
    let turn = pulse.turn.load(ordering: .relaxed)
    guard let last = cause.layout(of: self) else {
      pulse.withCause(cause) {
        pulse.watched.store(object, ordering: .relaxed)
        callLayout(implementation, on: object)
      }
      return leaveLayout()
    }
    // A return within the turn changes nothing in the chain.
    var chain = cause
    var runs = true
    if last.turn != turn {
      chain = LayoutCause(
        member: self, turn: turn, streak: last.streak + 1, after: cause.removing(last))
      lastReturn = chain
      runs = noteReturn(by: chain)
    }
    if runs { pulse.withCause(chain) { callLayout(implementation, on: object) } }
    leaveLayout()
  }

  @inline(__always)
  private func leaveLayout() {
    depth &-= 1
    if first == nil { withdraw() }
  }

  /// Runs the original for an instance that nobody hunts any more.
  @inline(never)
  private func forward(_ object: UnsafeRawPointer) {
    depth += 1
    callLayout(instrumented.implementation, on: object)
    leaveLayout()
  }

  /// Lets the attachments whose counts passed a mark respond; returns whether the original runs.
  @inline(never)
  private func respond() -> Bool {
    guard let view = view.flatMap(ReferenceCount.living) else { return true }
    var runs = true
    for attachment in attachments where attachment.isAlarmed {
      if !attachment.respond(on: view, depth: Int(depth)) { runs = false }
    }
    return runs
  }

  /// Whether the layout that begins is one of those that a broken loop leaves out.
  var leavesOutLayout: Bool {
    attachments.contains { $0.leavesOutLayouts || $0.skipsNextReturn && isReturn }
  }

  /// Whether a chain of an earlier turn leads back to the view now.
  private var isReturn: Bool {
    guard let last = pulse.cause?.layout(of: self) else { return false }
    return last.turn != pulse.turn.load(ordering: .relaxed)
  }

  // MARK: Causal chains

  /// A chain came back to the view in another turn; returns whether the original runs.
  ///
  /// Several chains that come back in one turn are responded to once.
  private func noteReturn(by chain: LayoutCause) -> Bool {
    guard returnTurn != UInt32(truncatingIfNeeded: chain.turn),
      let view = view.flatMap(ReferenceCount.living)
    else { return true }
    returnTurn = UInt32(truncatingIfNeeded: chain.turn)
    var runs = true
    for attachment in attachments where attachment.core.isCounting {
      // A crossing is the better explanation of a view that is also laid out in every turn.
      if attachment.crossedLately { continue }
      if !attachment.respond(to: chain, on: view, depth: Int(depth)) { runs = false }
    }
    return runs
  }

  /// This layout and the ones that led to it, as something lasting.
  func cause(after source: LayoutCause?) -> LayoutCause {
    let turn = pulse.turn.load(ordering: .relaxed)
    if chain != nil, chain!.source === source {
      if chain!.turn != turn, isKnownUniquelyReferenced(&chain) { chain!.move(to: turn) }
      if chain!.turn == turn { return chain! }
    }
    let made = LayoutCause(member: self, turn: turn, after: source)
    chain = made
    return made
  }

  /// A return runs with the chain that it lengthened, any other layout with a new link.
  func causeAfterLayout(_ source: LayoutCause?) -> LayoutCause? {
    guard attachments.contains(where: { $0.core.isCounting }) else { return source }
    guard let source, source.layout(of: self) != nil else { return cause(after: source) }
    let turn = pulse.turn.load(ordering: .relaxed)
    return lastReturn?.turn == turn ? lastReturn : source
  }

  /// Whether the view lives and somebody hunts it.
  var isWatching: Bool { view != nil && first != nil }

  // MARK: Attachments

  /// The attachments, the oldest first.
  var attachments: [Attachment] {
    var result: [Attachment] = []
    var next = first?.takeUnretainedValue()
    while let attachment = next {
      result.append(attachment)
      next = attachment.next?.takeUnretainedValue()
    }
    return result
  }

  /// Adds an attachment behind those that are there.
  func add(_ attachment: Attachment) {
    let retained = Unmanaged.passRetained(attachment)
    guard var last = first?.takeUnretainedValue() else {
      first = retained
      return
    }
    while let next = last.next { last = next.takeUnretainedValue() }
    last.next = retained
  }

  /// Takes an attachment out of the list.
  func remove(_ attachment: Attachment) {
    let leaving = Unmanaged.passUnretained(attachment)
    if first?.toOpaque() == leaving.toOpaque() {
      first = attachment.next
    } else {
      var previous = first?.takeUnretainedValue()
      while let candidate = previous, candidate.next?.toOpaque() != leaving.toOpaque() {
        previous = candidate.next?.takeUnretainedValue()
      }
      guard let previous else { return }
      previous.next = attachment.next
    }
    attachment.next = nil
    leaving.release()
  }

  // MARK: Changing the class

  /// Gives the view the class that its attachments need, or its own back.
  ///
  /// Called after every change of the list and of the gates. A class that somebody else put on top
  /// of ours stays: ours is below it and goes on to count, or to forward.
  func settle(slot: LayoutSlot) {
    guard let view = view?.takeUnretainedValue() else { return }
    let present = ClassRecord(of: view)
    guard hasOpenGate else {
      if present == instrumented.record { instrumented.original.install(on: view) }
      withdraw()
      return
    }
    if present.descends(from: instrumented.record) { return }
    if present != instrumented.original {
      instrumented = InstrumentedClass.instrumenting(present, slot: slot)
    }
    instrumented.record.install(on: view)
  }

  /// Whether one of the attachments belongs to a hunter that hunts now.
  private var hasOpenGate: Bool {
    var next = first?.takeUnretainedValue()
    while let attachment = next {
      if !attachment.core.isPaused { return true }
      next = attachment.next?.takeUnretainedValue()
    }
    return false
  }

  /// Whether somebody else's class is on top of ours.
  var isSuperseded: Bool {
    guard let view = view?.takeUnretainedValue() else { return false }
    let present = ClassRecord(of: view)
    return present != instrumented.record && present.descends(from: instrumented.record)
  }

  /// Leaves the view once nobody hunts it, no layout of it runs and nothing leads here any more.
  @inline(never)
  private func withdraw() {
    guard first == nil, depth == 0, let view = view?.takeUnretainedValue() else { return }
    let present = ClassRecord(of: view)
    if present == instrumented.record {
      instrumented.original.install(on: view)
    } else if present.descends(from: instrumented.record) {
      return
    }
    self.view = nil
    chain = nil
    lastReturn = nil
    view.instrument = nil
  }

  /// The view dies: every attachment ends, and with it its callback.
  func viewDied() {
    view = nil
    chain = nil
    lastReturn = nil
    while let attachment = first?.takeUnretainedValue() { attachment.end() }
  }
}
