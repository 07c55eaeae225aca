import Synchronization

/// The values that an instrument reads from a loop's pass at every layout, each by one plain load.
///
/// It is the part of the pass that other modules see. The atomics are used for their storage: they
/// need no exclusivity check. One thread at a time uses a loop, so that every access is relaxed.
package class Pulse {
  /// The number of the running turn; between turns, of the next one.
  package final let turn = Atomic<Int>(1)
  /// The number of observers' callbacks on the stack; layouts inside them do not count.
  package final let muted = Atomic<Int>(0)
  /// True if layouts ran outside a commit, or were counted, since the last turn ended.
  ///
  /// If so, the next iteration of the run loop ends a turn, even if it has nothing else to do.
  package final let hasLayouts = Atomic<Bool>(false)
  /// The cause of the running layout or work; the frame that set it keeps it alive.
  package final let source = Atomic<UnsafeRawPointer?>(nil)
  /// The view whose watched layout runs under `source`, if its instrument set it.
  package final let watched = Atomic<UnsafeRawPointer?>(nil)

  /// The address of the view whose member the engine has called, or of this object for the engine.
  final let doerMark = Atomic<UnsafeRawPointer?>(nil)

  /// The gates that watch the loop now, the outermost first.
  package final var gates: [any LayoutGate] = [] {
    didSet { hasGates.store(!gates.isEmpty, ordering: .relaxed) }
  }
  private final let hasGates = Atomic<Bool>(false)

  /// The constraint of whose change observers are being told; nil for one without a number in a recording.
  package private(set) final var constraint: ConstraintSubject?

  /// True if conflicts between constraints are not logged, because the loop only tries something out.
  package final var isSilent = false

  init() {}

  /// Runs `body`, which tells observers of a change of a constraint.
  final func telling(of subject: ConstraintSubject?, _ body: () -> Void) {
    let outer = constraint
    constraint = subject
    body()
    constraint = outer
  }

  /// True if the current event has a cause.
  @inline(__always)
  package final var hasCause: Bool {
    watched.load(ordering: .relaxed) != nil || source.load(ordering: .relaxed) != nil
  }

  /// True if the current event has a cause without gates: the layout of a view that a hunter watches.
  @inline(__always)
  package final var hasHuntedCause: Bool {
    if watched.load(ordering: .relaxed) != nil { return true }
    guard let source = source.load(ordering: .relaxed) else { return false }
    return Unmanaged<LayoutCause>.fromOpaque(source)._withUnsafeGuaranteedRef { $0.isHunted }
  }

  /// The cause of the current event: the running layout of a watched view, and what led to it.
  package final var cause: LayoutCause? {
    let source = source.load(ordering: .relaxed).map {
      Unmanaged<LayoutCause>.fromOpaque($0).takeUnretainedValue()
    }
    guard let watched = watched.load(ordering: .relaxed) else { return source }
    let view = Unmanaged<View>.fromOpaque(watched).takeUnretainedValue()
    return view.instrument?.cause(after: source, in: self) ?? source
  }

  /// The cause under which a layout of a view runs that another cause led to: gates follow both.
  @inline(__always)
  final func followed(_ cause: LayoutCause?, to view: View) -> LayoutCause? {
    guard hasGates.load(ordering: .relaxed) else { return cause }
    return gates.reduce(cause) { $1.cause(ofLayout: view, after: $0) }
  }

  /// Runs `body`, a callback of an observer: layouts that it forces do not count.
  package final func whileMuted<Result>(_ body: () -> Result) -> Result {
    muted.add(1, ordering: .relaxed)
    defer { muted.subtract(1, ordering: .relaxed) }
    return body()
  }

  /// Runs `body` under a cause, which lives at least as long.
  @inline(__always)
  package final func withCause<Result>(_ cause: LayoutCause?, _ body: () -> Result) -> Result {
    let outer = (source.load(ordering: .relaxed), watched.load(ordering: .relaxed))
    let address = cause.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    source.store(address, ordering: .relaxed)
    watched.store(nil, ordering: .relaxed)
    defer {
      source.store(outer.0, ordering: .relaxed)
      watched.store(outer.1, ordering: .relaxed)
    }
    return withExtendedLifetime(cause, body)
  }
}

/// Fails if anything loops while it watches a run loop; the detector's gates find each other by it.
package protocol LayoutGate: AnyObject {
  /// The cause of all that a view's layout brings about, which begins now, if `cause` led to it.
  func cause(ofLayout view: View, after cause: LayoutCause?) -> LayoutCause?

  /// The origin of the running code, which is kept where its consequences wait; nil for code outside layout.
  var origin: (any LayoutOrigin)? { get }

  /// Something that waited begins; its origin is among these, unless code outside layout made it wait, too.
  ///
  /// - Parameters:
  ///   - origins: The origins for which it waited.
  ///   - view: The view whose own code is asked for its size; nil for all else.
  func consequenceBegan(of origins: [any LayoutOrigin], asking view: View?)

  /// It ended.
  func consequenceEnded()
}

/// The layout that something waits for, as a gate sees it.
package protocol LayoutOrigin: AnyObject {
  /// The origin of something that waits for another one, too; nil if that belongs to another gate.
  func joined(with other: any LayoutOrigin) -> (any LayoutOrigin)?
}
