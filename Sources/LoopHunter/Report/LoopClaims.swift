import LayoutTrace

/// What a report claims of a loop, in the numbers of the trace in which it can be tested.
///
/// Two of them are equal whatever they hold: they say nothing that the report does not say.
struct LoopClaims: Sendable {
  /// An edge that may keep the loop going.
  struct Edge: Sendable {
    /// What is said if it is the culprit, without the victims.
    var culprit: Culprit
    var deeds: [TraceDeed]
    /// Other lines of the same edge.
    var sites: [InvalidationEdge] = []
  }

  /// A view of the cycle, and all that its layouts do.
  struct Member: Sendable {
    var view: ViewReference
    var deeds: [TraceDeed]
  }

  /// A view that drives the loop, and what to accuse it of.
  struct Driver: Sendable {
    var view: ViewReference
    /// All that its layouts do.
    var deeds: [TraceDeed]
    /// Its likeliest edge, if it has one.
    var edge: Edge?
  }

  /// The edges that may keep the loop going, the likeliest first.
  var edges: [Edge] = []
  /// The call that goes with the first edge, if code outside layout forces layouts.
  var force: [TraceDeed] = []
  /// All that the layouts of the first edge's writer do; empty where code outside layout writes.
  var accused: [TraceDeed] = []
  /// The other views that drive the loop.
  var accomplices: [Driver] = []
  var victims: [Member] = []
  /// The views of the cycle by number, and how they are called.
  var cycle: Set<Int> = []
  var names: [Int: ViewReference] = [:]
  /// How many victims there are; a report may list fewer.
  var victimCount = 0
  /// How many edges a report lists besides the culprit.
  var listLimit = 0
}

extension LoopClaims: Hashable {
  static func == (a: LoopClaims, b: LoopClaims) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

// What is printed or reflected is what readers may see: a redaction hides what is below it.
extension LoopClaims: CustomStringConvertible, CustomReflectable {
  var description: String { "\(edges.count.counted("edge"))" }
  var customMirror: Mirror { Mirror(self, children: ["edges": edges.count]) }
}
