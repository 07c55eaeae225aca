import Foundation

/// What one detection found: which view loops, how, and which code causes it.
///
/// `description` is the report for people. The coded form is a contract: its keys are stable, and its
/// version grows if their meaning changes.
///
/// Functions and lines are looked up when a report is first read or encoded. Two reports are equal
/// without regard to them and to call stacks.
///
/// ```swift
/// try hunter.attach(to: feedView) { report in
///   print(report.verdict.kind, report.culprit?.sentence ?? "")
///   for view in report.cycle { print(view.path) }
/// }
/// ```
public struct LoopReport: Hashable, Sendable {
  /// The version of the coded form that this build writes.
  public static let currentSchema = 2

  /// Equal for the same bug on two devices: no addresses, counts, frames, indexes, lines.
  public var fingerprint: String
  /// What kind of loop it is.
  public var verdict: Verdict
  /// The hunted view that crossed its threshold.
  public var view: ViewReference
  /// The number of layouts the view may have in one turn.
  public var threshold: Int
  /// The layout that crossed: `threshold + 1`.
  public var count: Int
  /// The turn in which it happened.
  public var turn: Int
  /// How many turns in a row, this one included, the attachment has crossed its threshold.
  public var consecutiveTurns: Int = 1
  /// The loop's time at the crossing, in nanoseconds.
  public var time: Int64
  /// How many layouts of this view were on the stack, this one included.
  public var depth: Int = 1
  /// The minimal cycle, once, in the order of its layouts.
  public var cycle: [ViewReference] = []
  /// How many layouts the minimal cycle has; more than `cycle` lists where that was cut.
  public var cycleLength: Int = 0
  /// The edge that keeps the cycle going.
  public var culprit: Culprit?
  /// Further edges that could do it, best first.
  public var otherEdges: [InvalidationEdge] = []
  /// The other views whose layouts keep the cycle going: without them it would stop as well, or
  /// they would do it without the culprit.
  public var accomplices: [ViewReference] = []
  /// The views of the cycle that are merely laid out again.
  public var victims: [ViewReference] = []
  /// The last values of the cycle's geometry.
  public var geometry: [GeometryHistory] = []
  /// What a reader must know in addition: sub-pixel differences, missing evidence.
  public var remarks: [Remark] {
    get { remarkList.list }
    set { remarkList = Remarks(newValue) }
  }
  /// The remarks, of which one depends on lines that have to be looked up.
  var remarkList = Remarks()
  /// What was caught of call stacks.
  var caughtStacks = CaughtStacks()
  /// What can be tested in a replay of the turn.
  var claims = LoopClaims()
  /// Whether the hunter broke the loop.
  public var isBroken: Bool = false
  /// Whether breaking had no effect, because the loop continues without the hunted view.
  public var isBreakIneffective: Bool = false
  /// The view to hunt instead, if breaking this one has no effect.
  public var viewToHunt: ViewReference?
  /// Whether the pass settled in the end; nil until the turn is over.
  public var isSettled: Bool?
  /// How many layouts the view had in the turn; nil until the turn is over.
  public var layouts: Int?
  /// The affected subtree, bounded.
  public var tree: String = ""

  /// Call stacks of the invalidations, if the program could capture them; looked up when read.
  public var stacks: [CallStack] {
    get { caughtStacks.stacks }
    set { caughtStacks = CaughtStacks(newValue) }
  }

  /// Makes a report of what every detection knows; set the rest afterwards.
  ///
  /// - Parameters:
  ///   - fingerprint: The same for the same bug.
  ///   - verdict: The kind of loop.
  ///   - view: The hunted view.
  ///   - threshold: How often it might be laid out in one turn.
  ///   - count: How often it was laid out.
  ///   - turn: The number of the turn.
  ///   - time: The time on the loop's clock, in nanoseconds.
  public init(
    fingerprint: String, verdict: Verdict, view: ViewReference, threshold: Int, count: Int,
    turn: Int, time: Int64
  ) {
    self.fingerprint = fingerprint
    self.verdict = verdict
    self.view = view
    self.threshold = threshold
    self.count = count
    self.turn = turn
    self.time = time
  }
}

/// The last values one property of one view had, oldest first.
public struct GeometryHistory: Hashable, Sendable {
  /// The view.
  public var view: ViewReference
  /// The property.
  public var property: LoopProperty
  /// The values, the oldest first.
  public var values: [LoopValue]

  /// Makes the history of one property.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - property: The property, as `.geometry(.frame, .height)`.
  ///   - values: Its values, the oldest first.
  public init(view: ViewReference, property: LoopProperty, values: [LoopValue]) {
    self.view = view
    self.property = property
    self.values = values
  }
}
