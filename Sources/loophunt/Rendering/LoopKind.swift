import LoopHunter

/// A verdict without its numbers, with its meaning and remedy for people who meet it first.
enum LoopKind: String, CaseIterable {
  case oscillating, drifting, redundant, reentrant, thrashing, feedback, acrossTurns, undetermined

  init(_ verdict: Verdict) {
    self =
      switch verdict {
      case .oscillating: .oscillating
      case .drifting: .drifting
      case .redundant: .redundant
      case .reentrant: .reentrant
      case .thrashing: .thrashing
      case .feedback: .feedback
      case .acrossTurns: .acrossTurns
      case .undetermined: .undetermined
      }
  }

  var meaning: String {
    switch self {
    case .oscillating: "Values go back and forth, and every change dirties a view again."
    case .drifting: "A value moves on in every round, and every change dirties a view again."
    case .redundant: "A view is dirtied again in every round, and nothing changes."
    case .reentrant: "layoutIfNeeded runs inside the layout that it forces."
    case .thrashing: "Code alternates between writing and forcing layout, many times."
    case .feedback: "Code outside layout dirties a view again after each of its layouts in a pass."
    case .acrossTurns: "Each turn's layout schedules the next turn's."
    case .undetermined:
      "A view was laid out more often than the threshold; the evidence does not show why."
    }
  }

  /// The remedy, in one sentence.
  var remedy: String {
    switch self {
    case .oscillating:
      "Let one view own the value, or write it only if it differs from the current value."
    case .drifting: "Compute the value from inputs that do not depend on the layout that it causes."
    case .redundant: "Move the call out of layout, or make it only when something changed."
    case .reentrant: "Do not force layout from within layout."
    case .thrashing: "Write everything first, then force layout once."
    case .feedback: "Change everything in one callback, or let the callback ignore its own changes."
    case .acrossTurns: "Schedule work from layout only when something changed."
    case .undetermined: "Record again with a higher threshold, so that more rounds are seen."
    }
  }
}
