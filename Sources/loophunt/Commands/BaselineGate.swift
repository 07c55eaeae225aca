import LayoutTrace
import LoopHunter

/// Lets the loops that a baseline knows pass, and updates the baseline.
final class BaselineGate {
  static let file = TraceArguments.baseline
  static let update = Option.flag(
    "update-baseline", help: "Add new loops to the file of --baseline, and exit with 0.")
  static let prune = Option.flag(
    "prune", help: "With --update-baseline, also remove the loops that were not seen.")
  static let strict = Option.flag(
    "strict-baseline", help: "Exit with 1 if a loop of the baseline was not seen.")

  static let options: [any OptionDeclaration] = [file, update, prune, strict]

  /// Decides for each loop whether it passes, on any thread.
  let judge: Judge
  private let path: String
  private let prunes: Bool
  private let isStrict: Bool
  /// The fingerprints of the loops seen so far.
  private var seen: Set<String> = []
  private var loops: [LoopReport] = []

  /// Makes the gate that the options ask for; nil if no baseline is named.
  init?(_ invocation: Invocation) throws(UsageError) {
    let updates = invocation[Self.update]
    prunes = invocation[Self.prune]
    // An update ends with 0, whatever was seen.
    isStrict = invocation[Self.strict] && !updates
    guard let path = invocation[Self.file] else {
      for option in [Self.update, Self.prune, Self.strict] where invocation[option] {
        throw UsageError("'--\(option.name)' needs a baseline", remedy: "add '--baseline=FILE'")
      }
      return nil
    }
    if prunes, !updates {
      throw UsageError("'--prune' changes nothing alone", remedy: "add '--update-baseline'")
    }
    self.path = path
    let found: Baseline?
    do {
      found = try Baseline.read(path)
    } catch {
      throw UsageError("\(error.place): \(error.problem)", remedy: error.remedy)
    }
    guard let baseline = found ?? (updates ? Baseline() : nil) else {
      throw UsageError(
        "there is no baseline \(Printable.quoted(path))",
        remedy: "'--update-baseline' writes it with the loops that are seen now")
    }
    judge = Judge(old: baseline, updates: updates)
  }

  /// The baseline before the run, and the day.
  struct Judge: Sendable {
    fileprivate let old: Baseline
    fileprivate let updates: Bool
    fileprivate let day = Baseline.today

    /// The results of one trace, each loop with its status.
    func judged(_ file: ReplayFindings.File) -> ReplayFindings.File {
      var file = file
      for index in file.loops.indices {
        let report = file.loops[index].report
        let standing = old.standing(of: report, on: day)
        file.loops[index].standing = LoopStanding(
          standing: standing, entry: old[report.fingerprint], passes: updates || standing == .known)
      }
      return file
    }
  }

  /// Notes the loops of a trace, in the order of the traces.
  func note(_ loops: [FoundLoop]) {
    for loop in loops where seen.insert(loop.report.fingerprint).inserted {
      self.loops.append(loop.report)
    }
  }

  /// The summary of the run; also updates the file if the options ask for it.
  ///
  /// Unless the run is complete, it is unknown which loops are gone, and the file stays as it is.
  func finish(isComplete: Bool) throws(TraceError) -> BaselineSummary {
    let (old, day) = (judge.old, judge.day)
    let gone = isComplete ? old.entries.filter { !seen.contains($0.fingerprint) } : []
    var summary = BaselineSummary(file: path, isStrict: isStrict, gone: gone)
    summary.expired = old.entries.filter { seen.contains($0.fingerprint) && $0.isExpired(on: day) }
    guard judge.updates else { return summary }
    summary.isUpdate = true
    guard isComplete else { return summary }
    var new = old
    var added = 0
    for report in loops where new.add(report) { added += 1 }
    if prunes { for entry in gone { new.remove(entry.fingerprint) } }
    if new != old || old.entries.isEmpty { try OutputFile.replace(path, with: new.text) }
    summary.added = added
    summary.removed = prunes ? gone.count : 0
    summary.undetermined = loops.count { !$0.isBaselinable }
    return summary
  }
}
