import Synchronization
import ViewTree

/// The instrument on one hunted view: its attachments, and the view's share in causal chains.
///
/// There is one for a view, for any number of attachments and hunters. It hangs on the view and
/// knows it only by address, so that the view lives and dies as ever. An instance whose class
/// another tool changed again keeps its instrument as a pure forwarder.
final class Instrument: LayoutHook, ViewInstrument {
  /// The hunted view, unretained; nil after its death.
  private(set) var view: Unmanaged<View>?
  /// The class that the view has while it is hunted.
  private var instrumented: InstrumentedClass
  /// The pulse of the loop whose hunter came first.
  private let pulse: Pulse
  /// The first of the attachments, each of which knows the next; this list retains them.
  private(set) var first: Unmanaged<LoopHunter.Attachment>?

  /// The view's share in the causal chains of each loop, made on first use.
  private var lanes: CausalLane?
  /// The number of layouts of the view on the stack.
  private var depth: UInt32 = 0
  /// True if hunters of other loops hunt the view.
  private var hasOtherLoops = false
  /// The latest cause made for a layout of the view; causes keep it up to date.
  var newestCause: Unmanaged<LayoutCause>?

  init(view: View, instrumented: InstrumentedClass, pulse: Pulse) {
    self.view = Unmanaged.passUnretained(view)
    self.instrumented = instrumented
    self.pulse = pulse
  }

  // MARK: The layout of a hunted view

  /// Counts, lets the attachments respond, and runs the original.
  ///
  /// This is the hot path: no lock, no allocation, of the attachments only their counts.
  override func layout(_ object: UnsafeRawPointer) {
    guard let first else { return forward(object) }
    let implementation = instrumented.implementation
    depth &+= 1
    var isCounting = false
    var isAlarmed = false
    var next: Unmanaged<LoopHunter.Attachment>? = first
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

  /// Runs the original as a layout of this view in the causal chain of its effects.
  @inline(__always)
  private func run(_ implementation: UInt, on object: UnsafeRawPointer) {
    guard !hasOtherLoops, pulse.source.load(ordering: .relaxed) == nil,
      pulse.watched.load(ordering: .relaxed) == nil
    else { return runCaused(implementation, on: object) }
    pulse.watched.store(object, ordering: .relaxed)
    callLayout(implementation, on: object)
    pulse.watched.store(nil, ordering: .relaxed)
    leaveLayout()
  }

  /// Runs the original for a layout that has a cause itself, or is in the chains of several loops.
  @inline(never)
  private func runCaused(_ implementation: UInt, on object: UnsafeRawPointer) {
    if hasOtherLoops {
      runCaused(in: countingPulses[...], implementation, on: object)
    } else {
      runCaused(in: pulse, on: object) { callLayout(implementation, on: object) }
    }
    leaveLayout()
  }

  /// Runs the original in the causal chains of several loops, one inside the other.
  private func runCaused(
    in pulses: ArraySlice<Pulse>, _ implementation: UInt, on object: UnsafeRawPointer
  ) {
    guard let pulse = pulses.first else { return callLayout(implementation, on: object) }
    runCaused(in: pulse, on: object) {
      runCaused(in: pulses.dropFirst(), implementation, on: object)
    }
  }

  /// Runs `body`, which runs the original, in the causal chain of one loop.
  private func runCaused(in pulse: Pulse, on object: UnsafeRawPointer, _ body: () -> Void) {
    let cause = pulse.cause
    guard let cause, let last = cause.layout(of: self) else {
      return pulse.withCause(cause) {
        pulse.watched.store(object, ordering: .relaxed)
        body()
      }
    }
    // A return within the turn changes nothing in the chain.
    let turn = pulse.turn.load(ordering: .relaxed)
    guard last.turn != turn else { return pulse.withCause(cause, body) }
    let chain = LayoutCause(
      member: self, turn: turn, streak: last.streak + 1,
      after: LayoutCause.withoutLeftovers(cause), hidesFormer: true)
    lane(of: pulse).keep(chain)
    if noteReturn(by: chain, after: turn - last.turn, in: pulse) { pulse.withCause(chain, body) }
  }

  /// The pulses of the loops whose hunters count now.
  private var countingPulses: [Pulse] {
    var pulses: [Pulse] = []
    for attachment in attachments where attachment.core.isCounting {
      let pulse = attachment.core.pulse
      if !pulses.contains(where: { $0 === pulse }) { pulses.append(pulse) }
    }
    return pulses
  }

  @inline(__always)
  private func leaveLayout() {
    depth &-= 1
    if first == nil { withdraw() }
  }

  /// Runs the original for an instance that is no longer hunted.
  @inline(never)
  private func forward(_ object: UnsafeRawPointer) {
    depth += 1
    callLayout(instrumented.implementation, on: object)
    leaveLayout()
  }

  /// Lets the attachments that reached their alarms respond; returns true if the original runs.
  @inline(never)
  private func respond() -> Bool {
    guard let view = view.flatMap(ReferenceCount.living) else { return true }
    var runs = true
    for attachment in attachments where attachment.isAlarmed {
      if attachment.leavesOutLayout(isReturn: false) {
        attachment.tellOfOmission(on: view)
        runs = false
      } else {
        attachment.respond(on: view, depth: Int(depth))
      }
    }
    return runs
  }

  /// True if a broken loop leaves out the layout that begins.
  func leavesOutLayout(in pulse: Pulse) -> Bool {
    attachments.contains {
      $0.leavesOutLayout(isReturn: $0.core.pulse === pulse && isReturn(in: pulse))
    }
  }

  /// True if a chain of an earlier turn leads back to the view now.
  private func isReturn(in pulse: Pulse) -> Bool {
    guard let last = pulse.cause?.layout(of: self) else { return false }
    return last.turn != pulse.turn.load(ordering: .relaxed)
  }

  // MARK: Causal chains

  /// Notes that a chain came back to the view in another turn; returns true if the original runs.
  ///
  /// Several chains that come back in one turn are responded to once.
  private func noteReturn(by chain: LayoutCause, after turns: Int, in pulse: Pulse) -> Bool {
    let lane = lane(of: pulse)
    guard lane.returnTurn != UInt32(truncatingIfNeeded: chain.turn),
      let view = view.flatMap(ReferenceCount.living)
    else { return true }
    lane.returnTurn = UInt32(truncatingIfNeeded: chain.turn)
    var runs = true
    for attachment in attachments
    where attachment.isAttached && attachment.core.pulse === pulse && attachment.core.isCounting {
      // A crossing is the better explanation of a view that is also laid out in every turn.
      if attachment.crossedLately, !attachment.core.tellsHiddenLoops { continue }
      if attachment.leavesOutLayout(isReturn: true) {
        attachment.noteOmittedReturn()
        attachment.tellOfOmission(on: view)
        runs = false
      } else {
        attachment.respond(to: chain, after: turns, on: view, depth: Int(depth))
      }
    }
    return runs
  }

  /// The view's share in the chains of a loop.
  private func lane(of pulse: Pulse) -> CausalLane {
    var next = lanes
    while let lane = next {
      if lane.pulse === pulse { return lane }
      next = lane.next
    }
    let lane = CausalLane(pulse: pulse, next: lanes)
    lanes = lane
    return lane
  }

  /// A lasting cause: this layout and the ones that led to it.
  func cause(after source: LayoutCause?, in pulse: Pulse) -> LayoutCause {
    lane(of: pulse).cause(of: self, after: source)
  }

  /// The cause after the layout: a return's lengthened chain, or a new link for any other layout.
  func causeAfterLayout(_ source: LayoutCause?, in pulse: Pulse) -> LayoutCause? {
    guard attachments.contains(where: { $0.core.pulse === pulse && $0.core.isCounting }) else {
      return source
    }
    guard let source, source.layout(of: self) != nil else { return cause(after: source, in: pulse) }
    let turn = pulse.turn.load(ordering: .relaxed)
    guard let chain = lane(of: pulse).chain, chain.turn == turn, chain.streak > 0 else {
      return source
    }
    return chain
  }

  /// True if the view is alive and hunted.
  var isWatching: Bool { view != nil && first != nil }

  // MARK: Attachments

  /// The attachments, the oldest first.
  var attachments: [LoopHunter.Attachment] {
    guard let first = first?.takeUnretainedValue() else { return [] }
    return Array(sequence(first: first) { $0.next?.takeUnretainedValue() })
  }

  /// Adds an attachment behind those that are there.
  func add(_ attachment: LoopHunter.Attachment) {
    let retained = Unmanaged.passRetained(attachment)
    if attachment.core.pulse !== pulse { hasOtherLoops = true }
    guard var last = first?.takeUnretainedValue() else {
      first = retained
      return
    }
    while let next = last.next { last = next.takeUnretainedValue() }
    last.next = retained
  }

  /// Takes an attachment out of the list.
  func remove(_ attachment: LoopHunter.Attachment) {
    let leaving = Unmanaged.passUnretained(attachment)
    if first?.toOpaque() == leaving.toOpaque() {
      first = attachment.next
    } else {
      let previous = attachments.first { $0.next?.toOpaque() == leaving.toOpaque() }
      guard let previous else { return }
      previous.next = attachment.next
    }
    attachment.next = nil
    if hasOtherLoops { hasOtherLoops = attachments.contains { $0.core.pulse !== pulse } }
    leaving.release()
  }

  // MARK: Changing the class

  /// The relation of the view's current class to ours.
  private enum Standing {
    /// Ours.
    case ours
    /// Another tool's, derived from ours: below it, ours still counts or forwards.
    case above
    /// Another tool's, which does not lead to ours. Most often it is the class from before.
    case elsewhere
  }

  private func standing(of present: ClassRecord) -> Standing {
    if present == instrumented.record { return .ours }
    if present.descends(from: instrumented.record) { return .above }
    // A copy of ours has our hook even if it is not a subclass of ours.
    return instrumented.slot.isHooked(present) ? .above : .elsewhere
  }

  /// Gives the view the class that its attachments need, or its own back.
  ///
  /// Called after every change of the list and the gates. Another tool's class above ours stays.
  func settle() {
    guard let view = view?.takeUnretainedValue() else { return }
    let present = ClassRecord(of: view)
    guard hasOpenGate else {
      if present == instrumented.record { instrumented.original.install(on: view) }
      return withdraw()
    }
    guard case .elsewhere = standing(of: present) else { return }
    if present != instrumented.original {
      guard present.obstacleToCopying(slot: instrumented.slot) == nil else { return }
      instrumented = .instrumenting(present, slot: instrumented.slot)
    }
    instrumented.record.install(on: view)
  }

  /// Gives the view its own class back for a moment, until `settle()`; false if ours is not on top.
  func uncover() -> Bool {
    guard let view = view?.takeUnretainedValue(), ClassRecord(of: view) == instrumented.record
    else { return false }
    instrumented.original.install(on: view)
    return true
  }

  /// True if one of the attachments belongs to a hunter that hunts now.
  var hasOpenGate: Bool { attachments.contains { !$0.core.isPaused } }

  /// True if the view's class leads to ours.
  var isHooked: Bool { [.ours, .above].contains(standing) }

  /// True if another tool's class is on top of ours.
  var isSuperseded: Bool { standing == .above }

  private var standing: Standing? {
    view.map { standing(of: ClassRecord(of: $0.takeUnretainedValue())) }
  }

  /// Leaves the view if it has no hunts, none of its layouts is running and nothing leads here.
  @inline(never)
  private func withdraw() {
    guard first == nil, depth == 0, let view = view?.takeUnretainedValue() else { return }
    switch standing(of: ClassRecord(of: view)) {
    case .ours: instrumented.original.install(on: view)
    case .above: return
    case .elsewhere: break
    }
    self.view = nil
    // The release here may be the last one of a loop and of its observers.
    withExtendedLifetime((self, lanes)) {
      lanes = nil
      view.instrument = nil
    }
  }

  /// Ends every attachment, and releases its callback, because the view dies.
  func viewDied() {
    view = nil
    withExtendedLifetime(lanes) { lanes = nil }
    while let attachment = first?.takeUnretainedValue() { attachment.end() }
  }
}

/// A view's share in the causal chains of one loop.
private final class CausalLane {
  let pulse: Pulse
  /// The view's share in the chains of another loop.
  let next: CausalLane?
  /// The last cause made here: used again by a layout with the same source, and after a return.
  private(set) var chain: LayoutCause?
  /// The low bits of the turn in which a causal chain last came back to the view.
  var returnTurn: UInt32 = 0

  init(pulse: Pulse, next: CausalLane?) {
    self.pulse = pulse
    self.next = next
  }

  /// Keeps a cause, and releases the former one when nothing here is being changed.
  func keep(_ made: LayoutCause) {
    var former: LayoutCause? = made
    swap(&chain, &former)
  }

  /// The cause made of a view's layout and the ones that led to it.
  func cause(of member: any ViewInstrument, after source: LayoutCause?) -> LayoutCause {
    let turn = pulse.turn.load(ordering: .relaxed)
    let source = LayoutCause.withoutLeftovers(source)
    if chain != nil, chain!.source === source, chain!.streak == 0 {
      if chain!.turn != turn, isKnownUniquelyReferenced(&chain) { chain!.move(to: turn) }
      if chain!.turn == turn { return chain! }
    }
    let made = LayoutCause(member: member, turn: turn, after: source)
    keep(made)
    return made
  }
}
