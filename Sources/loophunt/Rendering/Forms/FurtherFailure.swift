import LoopHunter

/// A failure other than a listed loop: the exit status is 1, so that every form shows it.
struct FurtherFailure {
  var kind: ShownLoop.Kind
  /// The trace, or the baseline.
  var file: String
  /// The failure, and its remedy.
  var sentence: String

  static let unlisted: ShownLoop.Kind = (
    "unlisted", "A trace has more than \(Figures.count(UnlistedLoops.mostKept)) loops.",
    "Fix the listed loops first."
  )
  static let gone: ShownLoop.Kind = (
    "gone", "A loop of the strict baseline was not seen.",
    "If it is fixed, remove it from the baseline with --update-baseline --prune."
  )
}

/// The loops of a trace beyond those that are kept.
enum UnlistedLoops {
  /// The largest number of different loops of one trace that are kept.
  static let mostKept = 1_000

  static let remedy = "fix the listed loops first, or hunt with a higher --threshold"

  /// The sentence about so many; nil if there are none.
  static func problem(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    let verb = count == 1 ? "is" : "are"
    return "\(Figures.count(count, "loop")) \(verb) not listed, because only "
      + "\(Figures.count(mostKept)) are kept"
  }
}

extension FileResult where Detail: FileDetail {
  /// The loops of the file that are not listed; nil if all are.
  var unlisted: FurtherFailure? {
    UnlistedLoops.problem(detail?.loopsLeftOut ?? 0).map {
      FurtherFailure(
        kind: FurtherFailure.unlisted, file: file, sentence: "\($0); \(UnlistedLoops.remedy)")
    }
  }
}
