/// The edge without which the cycle would stop, and the facts of its sentence.
///
/// Two culprits are equal without regard to the places in the code that the sentence names.
public struct Culprit: Hashable, Sendable {
  /// The edge.
  public var edge: InvalidationEdge
  /// The view whose layout undoes the edge's write.
  public var opponent: ViewReference?
  /// The call of `layoutIfNeeded` that goes with the edge; only of `thrashing`.
  public var force: InvalidationEdge?
  /// The edges that are as good an answer: views do the same to each other, in the order of the tree.
  public var rivals: [InvalidationEdge] = []
  /// The edge that belongs to it: the call that announces a write, or the write that a call announces.
  public var companion: InvalidationEdge?
  /// The circumstances of the deed.
  var account: CulpritAccount
  /// The number of other views that are only laid out again.
  var victimCount = 0
}

extension Culprit {
  /// Makes a culprit.
  ///
  /// - Parameters:
  ///   - sentence: Its deed, in one sentence.
  ///   - edge: The step that keeps the loop going.
  ///   - opponent: The view that undoes the edge's write; by default nil, none.
  ///   - force: The call that forced the layout from outside; by default nil, none.
  public init(
    sentence: String, edge: InvalidationEdge, opponent: ViewReference? = nil,
    force: InvalidationEdge? = nil
  ) {
    self.init(edge: edge, opponent: opponent, force: force, account: .told(sentence))
  }

  /// True if its sentence tells the step in addition to its own.
  func names(_ step: InvalidationEdge) -> Bool {
    (rivals + [companion].compactMap(\.self)).contains { $0.isSameStep(as: step) }
  }

  /// The culprit with a number of victims.
  func naming(victims: Int) -> Culprit {
    var culprit = self
    culprit.victimCount = max(0, victims)
    return culprit
  }
}

/// The circumstances of a culprit's deed that are not in its edge.
enum CulpritAccount: Hashable, Sendable {
  /// Code that the layout of a view runs.
  case inLayout(InLayout)
  /// Code outside any layout, again and again.
  case outside(Outside)
  /// A page's script: it forced layouts so many times, or nobody forced them.
  case script(forced: Int?)
  /// A sentence of which only the text is known.
  case told(String)

  /// The circumstances of a deed in a layout.
  struct InLayout: Hashable, Sendable {
    /// The target, as seen by the writer.
    var relation: Relation
    /// True if the writer's `updateConstraints` did it, not its layout.
    var isInConstraints = false
    /// The view in whose layout the engine called the writer; nil if it was the writer's own.
    var caller: ViewReference?
    /// True if work that the writer had enqueued did it.
    var isDeferred = false
    /// The milliseconds from its arming, if that work is a timer's.
    var delay: Int?
    /// True if that work is an observer of a phase.
    var isOfObserver = false
    /// True if it is unknown which arranged view of the target was hidden or shown.
    var isOfArrangedView = false
    /// The name of the view that was added or removed.
    var moved: String?
    var consequence: Consequence
  }

  /// A view, as seen by another.
  enum Relation: String, Hashable, Sendable { case itself, superview, subview, sibling, stranger }

  /// The consequence of a deed.
  enum Consequence: Hashable, Sendable {
    /// The view became dirty.
    case dirtied
    /// The view became dirty by a call that announced the deed.
    case announced(EdgeAction, on: ViewReference)
    /// The `updateConstraints` of the view ran.
    case updateConstraints
    /// The view was laid out at once.
    case nestedLayout
  }

  /// The circumstances of a deed outside any layout.
  struct Outside: Hashable, Sendable {
    /// True if the same was done to views with other names.
    var hasOthers = false
    /// True if the deed affected a subview of the target, and it is unknown which.
    var isOfSubview = false
  }
}
