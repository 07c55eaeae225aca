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
  /// The fingerprints of loops that were found and not judged: they are not gone.
  private var unjudged: Set<String> = []
  /// The first loop of each fingerprint, with and without a verdict: only one with a verdict is listed.
  private var loops: [LoopReport] = []
  private var kept: Set<KeptLoop> = []
  /// The fingerprints of the baseline that older versions gave to loops that were seen.
  private var former: Set<String> = []
  /// The trace or the option by which known loops may have been overlooked, with the reason.
  private var oversight: String?

  /// Makes the gate that the options ask for; nil if no baseline is named.
  ///
  /// - Parameters:
  ///   - invocation: The command line.
  ///   - options: The options that affect the findings, of this run or of those that are merged.
  /// - Throws: `UsageError` for options that need others, a baseline that cannot be read, and loops that
  ///   were broken: behind a known one, another may be hidden.
  init?(_ invocation: Invocation, deciding options: [String: [String]]) throws(UsageError) {
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
    guard options[ReplayCommand.breakLoops.name] == nil else {
      throw UsageError(
        "no baseline can judge a replay with '--\(ReplayCommand.breakLoops.name)', "
          + "which leaves the recording at the first loop",
        remedy: "omit that option, or the baseline ('--no-config' for one of the configuration)")
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
    judge = Judge(
      old: baseline, updates: updates, countsTime: options[PageOptions.time.name] != nil)
    oversight = Self.oversight(ofChoiceIn: options)
  }

  /// The option by which a run judges chosen views or reports only, with the reason.
  private static func oversight(ofChoiceIn options: [String: [String]]) -> String? {
    if let format = options[TraceArguments.from.name]?.first,
      TraceFormats.named(format)?.isLog == true
    {
      return "'--\(TraceArguments.from.name)=\(format)' leaves reports of other formats out"
    }
    for name in [ReplayCommand.view.name, ReplayCommand.className.name] {
      guard let first = options[name]?.first else { continue }
      return "'--\(name)=\(Printable.line(first))' leaves other views out"
    }
    return nil
  }

  /// The baseline before the run, and the day.
  struct Judge: Sendable {
    fileprivate let old: Baseline
    fileprivate let updates: Bool
    /// True if the time of a page's layouts counts, which differs from machine to machine.
    fileprivate let countsTime: Bool
    fileprivate let day = Baseline.today

    /// The results of one trace, each loop with its status.
    func judged(_ file: ReplayFindings.File) -> ReplayFindings.File {
      var file = file
      if !countsTime {
        let isByTime = { (loop: FoundLoop) in loop.report.share?.reason == .time }
        file.result.unjudged = Set(file.loops.filter(isByTime).map(\.report.fingerprint))
        file.loops.removeAll(where: isByTime)
      }
      for index in file.loops.indices {
        let report = file.loops[index].report
        let standing = old.standing(of: report, on: day)
        file.loops[index].standing = LoopStanding(
          standing: standing, entry: old[report.fingerprint], passes: updates || standing == .known)
      }
      return file
    }
  }

  /// Notes the entries that were left out of folders: a damaged trace can look like any other file.
  func note(leftOut: [String]) {
    if oversight == nil, let first = leftOut.first {
      oversight = "\(Printable.line(first)) was left out of its folder"
    }
  }

  /// Notes the loops of a trace that were judged, in the order of the traces.
  func note(_ file: ReplayFindings.File) {
    if oversight == nil, let reason = file.result.oversight {
      oversight = "\(Printable.line(file.result.file)) \(reason)"
    }
    unjudged.formUnion(file.result.unjudged)
    for loop in file.loops {
      let fingerprint = loop.report.fingerprint
      seen.insert(fingerprint)
      let key = KeptLoop(fingerprint: fingerprint, isBaselinable: loop.report.isBaselinable)
      guard kept.insert(key).inserted else { continue }
      self.loops.append(loop.report)
      former.formUnion(loop.report.formerFingerprints.filter { judge.old[$0] != nil })
    }
  }

  /// The summary of the run; also updates the file if the options ask for it.
  ///
  /// Unless the run is complete, it is unknown which loops are gone, and the file stays as it is.
  func finish(isComplete: Bool) throws(TraceError) -> BaselineSummary {
    let (old, day) = (judge.old, judge.day)
    let isFormer = { [former = former.subtracting(seen)] (entry: Baseline.Entry) in
      former.contains(entry.fingerprint)
    }
    let unseen = old.entries.filter { entry in
      !seen.contains(entry.fingerprint) && !unjudged.contains(entry.fingerprint)
        && (prunes || !isFormer(entry))
    }
    let gone = isComplete && oversight == nil ? unseen : []
    var summary = BaselineSummary(file: path, isStrict: isStrict, gone: gone)
    if isComplete, !unseen.isEmpty { summary.oversight = oversight }
    summary.former = judge.updates ? [] : old.entries.filter(isFormer)
    summary.expired = old.entries.filter { seen.contains($0.fingerprint) && $0.isExpired(on: day) }
    guard judge.updates else { return summary }
    summary.isUpdate = true
    guard isComplete else { return summary }
    let path = path
    let reports = loops
    let removable = prunes ? gone : []
    (summary.added, summary.removed) = try OutputFile.whileLocked(path) {
      () throws(TraceError) -> (Int, Int) in
      // Another run may have written the file since this one began.
      let present = try Self.present(path)
      let new = (present ?? Baseline()).updated(from: old, seen: reports, gone: removable)
      if new.baseline != present || new.baseline.entries.isEmpty {
        try OutputFile.replace(path, with: new.baseline.text)
      }
      return (new.added, new.removed)
    }
    summary.undetermined = loops.count { !$0.isBaselinable }
    return summary
  }

  /// The file as it is now; nil if there is none.
  private static func present(_ path: String) throws(TraceError) -> Baseline? {
    do throws(BaselineError) {
      return try Baseline.read(path)
    } catch {
      throw TraceError(
        kind: .unwritable, file: error.place, problem: error.problem, remedy: error.remedy)
    }
  }
}

/// A fingerprint of a loop that was seen with or without a verdict.
private struct KeptLoop: Hashable {
  var fingerprint: String
  var isBaselinable: Bool
}

extension FileResult<ReplayDetail> {
  /// The reason why known loops may have been overlooked in the file; nil if all of it was judged.
  fileprivate var oversight: String? {
    guard let trace else { return isEmpty == true ? "has no layouts" : nil }
    if trace.skippedLines > 0 { return "was read with lines left out" }
    if trace.isTruncated || trace.hasTornTail { return "is cut off" }
    if isEmpty == true { return "has no layouts to judge" }
    if detail?.loopsLeftOut ?? 0 > 0 {
      return "has more than \(Figures.count(UnlistedLoops.mostKept)) loops"
    }
    if let rule = detail?.rules?.first(where: { $0.suspects ?? 0 > 0 }) {
      return "has views that may loop, and that a rule exempts (\(rule.subject))"
    }
    return detail?.leftRecordingInTurn == nil ? nil : "was replayed with broken loops"
  }
}
