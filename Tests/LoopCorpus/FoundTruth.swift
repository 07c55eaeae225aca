import LoopHunter

/// All that is true of a loop that others met, written down before anybody hunts it.
///
/// It says more than `Truth`: what the loop turns on, the line, both names where a sentence needs
/// both, what a replay may show, the remedy, and what must not be said. Views are named by identifier.
package struct FoundTruth: Sendable {
  /// The kind of the loop.
  package enum Kind: Sendable {
    case oscillating(period: Int)
    /// The drifting values, with the change in each round; several are equally good answers.
    case drifting([String: Double])
    /// The values that drift ever faster, so that no change per round is true.
    case accelerating([String])
    case redundant, reentrant, acrossTurns, thrashing, feedback
  }

  /// The number of culprits that the sentence names.
  package enum Naming: Sendable {
    /// One; where there are several deeds, each is as good an answer.
    case one
    /// Both, in this order: the parent's answer and the child's question, or the other way round.
    case both
    /// Both, because nothing decides between them, in tree order.
    case tie
  }

  /// An edge from the view whose code acts to the view that receives it.
  package struct Deed: Sendable {
    /// The owner; nil for code outside any layout.
    package let owner: String?
    /// The names that are right for it: a key path, or the beginning of one, or a call.
    package let actions: Set<String>
    package let receivers: Set<String>
    /// The view that carries the consequence back by a rule of the engine.
    package let carrier: String?

    init(
      _ owner: String?, _ actions: Set<String>, on receivers: Set<String>, by carrier: String? = nil
    ) {
      self.owner = owner
      self.actions = actions
      self.receivers = receivers
      self.carrier = carrier
    }
  }

  /// The possible results of a replay without the culprit's edge.
  package enum Proof: String, Sendable, CaseIterable {
    case proved, untested, refuted
  }

  /// The smallest repair that lets the turn settle.
  package enum Repair: String, Sendable {
    case writeOnlyIfDifferent, roundToPixel, keepOneOwnersValue, oncePerTurn
    /// None of the usual ones: leave the statement out, or move it; nothing that a replay can show.
    case advice

    /// True if a report has it; where only advice helps, a repair that a replay shows is no mistake.
    func isShown(by shown: Remedy?) -> Bool {
      switch (self, shown?.repair) {
      case (.advice, _), (.writeOnlyIfDifferent, .onlyIfDifferent), (.roundToPixel, .roundToPixel),
        (.keepOneOwnersValue, .leaveTo), (.oncePerTurn, .oncePerTurn):
        true
      default: false
      }
    }
  }

  /// A sentence or a name that would be wrong.
  package enum Silence: Sendable {
    /// This view must not be named as the one that acts.
    case blame(String)
    /// These words must not occur in the report.
    case words(String)
    /// This view is replaced in each round: it has no history of its own.
    case history(of: String)
  }

  package let kind: Kind
  package let naming: Naming
  package let culprits: [Deed]
  /// The value that it turns on: a view, or the name of the app's state, and the beginning of a key path.
  package let values: Set<String>
  /// The views that are laid out in each period.
  package let members: Set<String>
  /// Without whose layouts it would stop as well.
  package let accomplices: Set<String>
  /// The views that are merely laid out again.
  package let victims: Set<String>
  /// The views that may be members or not, and have no single right word.
  package let others: Set<String>
  package let proof: Set<Proof>
  package let remedy: Repair
  package let silences: [Silence]

  init(
    _ kind: Kind, _ culprits: [Deed], naming: Naming = .one, values: Set<String> = [],
    members: Set<String>, accomplices: Set<String> = [], victims: Set<String> = [],
    others: Set<String> = [], proof: Set<Proof> = [.proved], remedy: Repair = .advice,
    not silences: [Silence] = []
  ) {
    self.kind = kind
    self.naming = naming
    self.culprits = culprits
    self.values = values
    self.members = members
    self.accomplices = accomplices
    self.victims = victims
    self.others = others
    self.proof = proof
    self.remedy = remedy
    self.silences = silences
  }

  /// The kind in the terms of the other corpora.
  var plainKind: Truth.Kind {
    switch kind {
    case .oscillating(let period): .oscillating(period: period)
    case .drifting(let changes):
      .drifting(changes.keys.sorted(), perRound: changes.values.first ?? 0)
    case .accelerating(let properties): .drifting(properties, perRound: 0)
    case .redundant: .redundant
    case .reentrant: .reentrant
    case .acrossTurns: .acrossTurns
    case .thrashing: .thrashing
    case .feedback: .feedback
    }
  }

  /// The truth in the terms of the other corpora, which know neither two names nor values.
  var plain: Truth {
    Truth(
      plainKind,
      culprits.map {
        Truth.Deed($0.owner, $0.actions, on: $0.receivers, dirties: members.union(others))
      },
      accomplices: accomplices, victims: victims, others: others)
  }
}
