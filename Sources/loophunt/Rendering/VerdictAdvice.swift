import LoopHunter

/// The meaning and the remedy of each kind of loop, for people who meet it for the first time.
enum VerdictAdvice {
  static let all: [(kind: String, meaning: String, remedy: String)] = [
    (
      "oscillating", "Values go back and forth, and every change dirties a view again.",
      "Let one view own the value, or write it only if it differs from the current value."
    ),
    (
      "drifting", "A value moves on in every round, and every change dirties a view again.",
      "Compute the value from inputs that do not depend on the layout that it causes."
    ),
    (
      "redundant", "A view is dirtied again in every round, and nothing changes.",
      "Move the call out of layout, or make it only when something changed."
    ),
    (
      "reentrant", "layoutIfNeeded runs inside the layout that it forces.",
      "Do not force layout from within layout."
    ),
    (
      "thrashing", "Code alternates between writing and forcing layout, many times.",
      "Write everything first, then force layout once."
    ),
    (
      "feedback", "Code outside layout dirties a view again after each of its layouts in a pass.",
      "Change everything in one callback, or let the callback ignore its own changes."
    ),
    (
      "acrossTurns", "Each turn's layout schedules the next turn's.",
      "Schedule work from layout only when something changed."
    ),
    (
      "undetermined",
      "A view was laid out more often than the threshold; the evidence does not show why.",
      "Record again with a higher threshold, so that more rounds are seen."
    ),
  ]

  /// The remedy for a loop, in one sentence.
  static func remedy(for verdict: Verdict) -> String? {
    all.first { $0.kind == verdict.kind }?.remedy
  }
}
