import LoopHunter

/// One loop in all traces together, in its documented JSON form.
struct FindingsRow: Encodable {
  /// The identity of the loop in a replay.
  var fingerprint: String?
  var sentence: String?
  /// The identity of the loop in a scan.
  var className: String?
  var path: String?
  /// The number of traces with the loop.
  var traces = 1
  var first: String
  /// The most layouts that a view had in one turn.
  var maximum: Int
  /// Its status in the baseline, if there is one.
  var standing: Baseline.Standing?

  private enum CodingKeys: String, CodingKey {
    case fingerprint, sentence, path, traces, first, maximum
    case className = "class"
    case standing = "baseline"
  }

  /// The identity of the loop, equal in two traces that have the same loop.
  var identity: Identity {
    Identity(
      name: fingerprint ?? className ?? "",
      // Reports without a fingerprint are told apart by their sentences.
      place: fingerprint?.isEmpty == true ? sentence ?? "" : path ?? "")
  }

  struct Identity: Hashable {
    var name: String
    var place: String
  }
}
