import Foundation
public import LayoutTrace

/// The findings of one detection: the looping view, the kind of loop, and the code that causes it.
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
  /// The kind of loop.
  public var verdict: Verdict
  /// The hunted view that crossed its threshold.
  public var view: ViewReference
  /// The finding of another program, if the report tells that instead of a hunt; its numbers are 0.
  public var reported: TraceEvent.Finding?
  /// The number of layouts the view may have in one turn.
  public var threshold: Int
  /// The layout that crossed: `threshold + 1`.
  public var count: Int
  /// The turn in which it happened.
  public var turn: Int
  /// The number of turns in a row, with this one, in which the attachment crossed its threshold.
  public var consecutiveTurns: Int = 1
  /// The loop's time at the crossing, in nanoseconds.
  public var time: Int64
  /// The number of layouts of this view on the stack, this one included.
  public var depth: Int = 1
  /// The minimal cycle, once, in the order of its layouts.
  public var cycle: [ViewReference] = []
  /// The number of layouts in the minimal cycle; more than `cycle` lists if that was cut.
  public var cycleLength: Int = 0
  /// The edge that keeps the cycle going.
  public var culprit: Culprit?
  /// The smallest of the usual repairs with which the turn settles; nil if none was shown.
  public var remedy: Remedy?
  /// The pair's part in the layouts of a page's document; nil for all but browsers' recordings.
  public var share: LayoutShare?
  /// Further fingerprints of the loop, by which others know it.
  var otherFingerprints = OtherFingerprints()
  /// Further edges that could do it, best first.
  public var otherEdges: [InvalidationEdge] = []
  /// The other views whose layouts keep the cycle going.
  ///
  /// Without them it would stop as well, or they would keep it going without the culprit.
  public var accomplices: [ViewReference] = []
  /// The views of the cycle that are merely laid out again.
  public var victims: [ViewReference] = []
  /// The last values of the cycle's geometry.
  public var geometry: [GeometryHistory] = []
  /// Further facts that a reader must know: sub-pixel differences, missing evidence.
  public var remarks: [Remark] {
    get { remarkList.list }
    set { remarkList = Remarks(newValue) }
  }
  /// The remarks, one of which depends on lines that have to be looked up.
  var remarkList = Remarks()
  /// The captured call stacks.
  var caughtStacks = CaughtStacks()
  /// The claims that can be tested in a replay of the turn.
  var claims = LoopClaims()
  /// True if the hunter broke the loop.
  public var isBroken: Bool = false
  /// True if breaking had no effect, because the loop continues without the hunted view.
  public var isBreakIneffective: Bool = false
  /// The view to hunt instead, if breaking this one has no effect.
  public var viewToHunt: ViewReference?
  /// True if the pass settled in the end; nil until the turn is over.
  public var isSettled: Bool?
  /// The number of layouts of the view in the turn; nil until the turn is over.
  public var layouts: Int?
  /// The affected subtree, bounded.
  public var tree: String = ""

  /// Call stacks of the invalidations, if the program could capture them; looked up when read.
  public var stacks: [CallStack] {
    get { caughtStacks.stacks }
    set { caughtStacks = CaughtStacks(newValue) }
  }

  /// Makes a report of the facts that every detection has; set the rest afterwards.
  ///
  /// - Parameters:
  ///   - fingerprint: The identity of the bug, equal on every device.
  ///   - verdict: The kind of loop.
  ///   - view: The hunted view.
  ///   - threshold: The number of layouts that it may have in one turn.
  ///   - count: The number of layouts that it had.
  ///   - turn: The number of the turn.
  ///   - time: The time on the loop's clock, in nanoseconds.
  public init(
    fingerprint: String, verdict: Verdict, view: ViewReference, threshold: Int, count: Int,
    turn: Int, time: Int64
  ) {
    (self.fingerprint, self.verdict, self.view) = (fingerprint, verdict, view)
    (self.threshold, self.count, self.turn, self.time) = (threshold, count, turn, time)
  }
}

/// The last values of one property of one view, oldest first.
public struct GeometryHistory: Hashable, Sendable {
  /// The view.
  public var view: ViewReference
  /// The property.
  public var property: LoopProperty
  /// The values, the oldest first.
  public var values: [LoopValue]
  /// True if no code of the app wrote them: they follow by rules of the engine, such as a stack's, a mask or
  /// constraints.
  public var isConsequence = false

  /// Makes the history of one property.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - property: The property, such as `.geometry(.frame, .height)`.
  ///   - values: Its values, the oldest first.
  public init(view: ViewReference, property: LoopProperty, values: [LoopValue]) {
    (self.view, self.property, self.values) = (view, property, values)
  }
}
