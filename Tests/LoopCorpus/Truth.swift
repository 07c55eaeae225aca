import LoopHunter

/// The truth about a loop, written down before it is hunted.
///
/// Views are named by identifier or class, as a report's sentence names them.
package struct Truth: Sendable {
  /// The kind of loop, with the details that can be known.
  package enum Kind: Sendable, Hashable {
    case oscillating(period: Int)
    /// The properties that drift are equally good answers; a prefix of the key path will do.
    case drifting(_ properties: [String], perRound: Double)
    case redundant, reentrant, acrossTurns, thrashing, feedback, undetermined

    /// The kind in the verdict's word.
    package var word: String {
      switch self {
      case .oscillating: "oscillating"
      case .drifting: "drifting"
      case .redundant: "redundant"
      case .reentrant: "reentrant"
      case .acrossTurns: "acrossTurns"
      case .thrashing: "thrashing"
      case .feedback: "feedback"
      case .undetermined: "undetermined"
      }
    }

    /// The kinds, in the order of a table.
    package static let words = [
      "oscillating", "drifting", "redundant", "reentrant", "acrossTurns", "thrashing",
      "feedback", "undetermined",
    ]
  }

  /// The writer, its action and its target.
  package struct Deed: Sendable, Hashable {
    /// The view whose code does it; nil for code outside any layout.
    package var writer: String?
    /// The names that are right for what it does: a key path, a call, or the beginning of one.
    package var actions: Set<String>
    package var targets: Set<String>
    /// The views that matter and become dirty by it.
    package var dirtied: Set<String>

    package init(
      _ writer: String?, _ actions: Set<String>, on targets: Set<String>, dirties: Set<String>
    ) {
      self.writer = writer
      self.actions = actions
      self.targets = targets
      dirtied = dirties
    }
  }

  package var kind: Kind
  /// The culprit; several where each is as good an answer, which must be the same in all hunts.
  package var culprits: [Deed]
  /// The deed that the sentence names beside the culprit; nil if it need not name any.
  package var beside: Deed?
  /// Without whose edge the loop would stop as well.
  package var accomplices: Set<String>
  /// The views that are only laid out again.
  package var victims: Set<String>
  /// The views that take part without a single right role.
  package var others: Set<String>

  package init(
    _ kind: Kind, _ culprits: [Deed], beside: Deed? = nil, accomplices: Set<String> = [],
    victims: Set<String> = [], others: Set<String> = []
  ) {
    self.kind = kind
    self.culprits = culprits
    self.beside = beside
    self.accomplices = accomplices
    self.victims = victims
    self.others = others
  }
}
