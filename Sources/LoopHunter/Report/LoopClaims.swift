import LayoutTrace

/// The claims of a report about a loop, in the numbers of the trace in which they can be tested.
///
/// Any two of them are equal: they hold nothing that the report does not say.
struct LoopClaims: Sendable {
  /// An edge that may keep the loop going.
  struct Edge: Sendable {
    /// The culprit that the report names if it is this edge, without the victims.
    var culprit: Culprit
    var deeds: [TraceDeed]
    /// True if it had an effect in every round: the recording does not show what comes without it.
    var isEffective: Bool
    /// Other lines of the same edge.
    var sites: [InvalidationEdge] = []
  }

  /// A view of the cycle.
  struct Member: Sendable {
    var view: ViewReference
    /// All deeds of its layouts.
    var deeds: [TraceDeed]
    /// Its likeliest edge, if it has one and drives the loop.
    var edge: Edge?
  }

  /// The edges that may keep the loop going, the likeliest first.
  var edges: [Edge] = []
  /// The call that goes with the first edge, if code outside layout forces layouts.
  var force: [TraceDeed] = []
  /// All deeds of the layouts of the first edge's writer; empty if code outside layout writes.
  var accused: [TraceDeed] = []
  /// The other views that drive the loop.
  var accomplices: [Member] = []
  var victims: [Member] = []
  /// The views of the cycle and their names, by number.
  var cycle: Set<Int> = []
  var names: [Int: ViewReference] = [:]
  /// The number of victims; a report may list fewer.
  var victimCount = 0
  /// Pixels per point.
  var scale = 1.0
  /// The most edges that a report lists besides the culprit.
  var listLimit = 0
}

extension LoopClaims: Hashable {
  static func == (a: LoopClaims, b: LoopClaims) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// Printing and reflection use the public view of the value: a redaction hides the content below it.
extension LoopClaims: CustomStringConvertible, CustomReflectable {
  var description: String { "\(edges.count.counted("edge"))" }
  var customMirror: Mirror { Mirror(self, children: ["edges": edges.count]) }
}
