import Foundation
import LayoutTrace
import Synchronization
import ViewTree

/// Records what happens in a loop's windows while a hunt looks suspicious.
///
/// Nothing is recorded until `arm`, and nothing is kept past the end of the turn. Events are a few
/// words each in a bounded ring; views are numbers, so that none is kept alive. Strings, paths and
/// symbols are made for a report only.
package final class EvidenceRecorder {
  /// The limits of what is kept.
  package struct Limits: Hashable, Sendable {
    /// The bytes of the ring: 2 MiB, beside at most 1.9 MiB for the names of 16 384 views.
    package var ringBytes = 2 << 20
    /// The call stacks that are captured for one detection.
    package var stacks = 8
    /// The frames of the culprit's call stack; the others have one.
    package var frames = 4

    package init() {}
  }

  // The loop holds its observers, so that neither it nor its parts are held here.
  private weak var loop: TurnLoop?
  unowned(unsafe) let pulse: Pulse
  /// Names the source line of the present code where the call stack cannot: in a replay.
  package var sourceLocation: (() -> String?)?

  let limits: Limits
  /// Catches call stacks.
  let walker: StackWalker
  let register: ViewRegister
  let ring: EvidenceRing
  /// The reasons that were seen; an event holds the index.
  var reasons = ReasonIndex.known

  private var observation: ObservationToken?
  /// How many calls on the stack read the evidence.
  private var readers = 0
  private var forgetsAfterwards = false
  /// Names views as long as no view dies and the tree does not change.
  private var namerInForce: (namer: ViewNamer, deaths: Int)?
  /// The hunted views for which the evidence is looked through once before the report, each with the
  /// number of layouts until then.
  var plans: [Int: Int] = [:]
  var hasPlans = false
  /// The parts of the constraints phase on the stack, and the layouts inside of them.
  var updates = RunningUpdates()
  /// The actions whose next call stack is wanted.
  var stackRequests = StackRequests()
  /// For how many more turns evidence is kept, for a chain across turns.
  var turnsToKeep = 0
  /// Who makes reports of the evidence.
  weak var reader: (any EvidenceReader)?

  /// Makes a recorder that is not armed.
  package init(loop: TurnLoop, limits: Limits = Limits(), walker: StackWalker = .system) {
    self.loop = loop
    pulse = loop.pulse
    register = ViewRegister(pulse: loop.pulse)
    self.limits = limits
    self.walker = walker
    ring = EvidenceRing(byteLimit: limits.ringBytes)
  }

  // MARK: Arming

  /// Whether events are recorded.
  package var isArmed: Bool { observation != nil }

  /// The bytes that evidence takes now, without captured call stacks.
  package var byteCount: Int { ring.byteCount + nameByteCount }

  /// The bytes of these that the names of views take.
  package var nameByteCount: Int { register.byteCount }

  /// Whether evidence is kept over the ends of turns until `disarm`.
  package var keepsEvidence = false

  /// Begins to record.
  package func arm() {
    guard observation == nil, let loop else { return }
    observation = loop.addLayoutObserver(self)
    noteTurn(loop.turn)
  }

  /// Begins to record; a report on `view` is expected after `layouts` more layouts of it.
  package func arm(on view: View, reportAfter layouts: Int) {
    arm()
    let number = register.number(of: view)
    guard layouts >= 2, plans[number] == nil else { return }
    plans[number] = (layouts + 1) / 2
    hasPlans = true
  }

  /// Begins to record, because a view was laid out more often than half its threshold allows.
  package func arm(on view: View, threshold: Int) {
    arm(on: view, reportAfter: threshold - max(2, threshold / 2 + 1) + 1)
  }

  /// Begins to record a chain that is reported when it came back `returns` more times.
  package func armAcrossTurns(on view: View, returns: Int) {
    arm(on: view, reportAfter: returns)
    // Turns may come between the returns.
    turnsToKeep = max(turnsToKeep, 4 * returns + 2)
  }

  /// What the last commit of the loop did.
  var lastCommit: TurnLoop.CommitSummary { loop?.lastCommit ?? TurnLoop.CommitSummary() }

  /// How many passes an app forced in the turn that runs.
  var forcedPasses: Int { loop?.forcedPasses ?? 0 }

  /// Names views; the same for all reports between two changes of the tree.
  var namer: ViewNamer {
    if let namerInForce, namerInForce.deaths == register.deaths { return namerInForce.namer }
    let namer = ViewNamer(register: register)
    if isArmed { namerInForce = (namer, register.deaths) }
    return namer
  }

  /// Has views named anew: their paths may be others now.
  func forgetNames() { namerInForce = nil }

  /// A reference to a view; outside of a window nothing says when its path changes.
  package func reference(to view: View) -> ViewReference {
    view.window == nil ? ViewReference(view) : namer.reference(view)
  }

  /// Ends recording and forgets everything.
  package func disarm() {
    guard let observation else { return }
    observation.cancel()
    self.observation = nil
    turnsToKeep = 0
    forget()
  }

  /// Runs `body`, which reads the evidence, and forgets nothing before it is done.
  ///
  /// To name a view is to ask overrides of the app's, which may force layouts, run turns and end
  /// hunts. Such layouts are the detector's doing and count for nobody.
  func reading<Result>(_ body: () -> Result) -> Result {
    readers += 1
    defer {
      readers -= 1
      if readers == 0, forgetsAfterwards { forget() }
    }
    return pulse.whileMuted(body)
  }

  /// Forgets everything that was recorded, as soon as nobody reads it.
  func forget() {
    forgetsAfterwards = readers > 0
    if forgetsAfterwards { return }
    ring.removeAll()
    register.forget()
    updates = RunningUpdates()
    forgetNames()
    plans = [:]
    hasPlans = false
    stackRequests = StackRequests()
    reader?.evidenceForgotten()
  }
}

/// Makes something of the evidence that a recorder collects.
protocol EvidenceReader: AnyObject {
  /// The hunted view with this number had half of the layouts that are left until its report.
  ///
  /// What is asked of the recorder's `stackRequests` now is caught before the report.
  func layoutsHalved(of view: Int)
  /// Nothing is left of what the recorder held.
  func evidenceForgotten()
}
