import LayoutTrace
import LoopHunter

/// The facts of a loop that every form shows, as far as the command knows them.
struct ShownLoop {
  /// A kind of loop: its name, its meaning, and its remedy.
  typealias Kind = (kind: String, meaning: String, remedy: String)

  /// The kind in one word: that of the verdict.
  var kind: String
  /// The culprit's sentence, or another observation.
  var headline: String
  /// The view at fault.
  var view: ViewReference
  /// The place of the culprit's code.
  var place: CodeLocation?
  /// The result of replays.
  var proof: String?
  /// The remedy.
  var advice: String?
  /// The remedy, if it is another than that of all loops of the kind.
  var ownAdvice: String?
  var fingerprint: String?
  /// The views of a round; the culprit's is marked.
  var steps: [(view: ViewReference, isCulprit: Bool)] = []
  var standing: LoopStanding?
  /// Writes all that the command says of it; some forms don't need that.
  var writeText: () -> String

  /// All that the command says of it, without colours.
  var text: String { writeText() }

  /// The reason why the loop passes, for people; nil for one that does not.
  var reasonToPass: String? {
    guard let standing, standing.standing == .known else { return nil }
    let day = standing.entry?.expires.map { " until \($0)" } ?? ""
    return (standing.entry?.reason ?? "in the baseline") + day
  }
}

extension LoopKind {
  /// The verdict as every form shows it.
  var shown: ShownLoop.Kind { (rawValue, meaning, remedy) }
}

extension FoundLoop {
  /// The remedy for the loop, in one sentence; nil for a reported one of a kind that is not known.
  var advice: String? {
    ownAdvice ?? (report.reported == nil ? LoopKind(report.verdict).remedy : nil)
  }

  /// The remedy for this loop instead of that of its kind; nil if it has none of its own.
  private var ownAdvice: String? {
    if let reported = report.reported { return ReportedKind.of(reported.kind)?.remedy }
    if isAdviceRemarked { return report.scriptRemedy?.sentence }
    if report.verdict == .undetermined, report.limit != nil {
      return
        "Find out why these views are dirtied again and again; a lower threshold reports each of them."
    }
    return nil
  }

  /// The results of replays without the culprit, and with a repair.
  private var proof: String? {
    guard report.reported == nil else { return nil }
    guard let remedy = report.remedy else { return report.proof }
    guard let proof = report.proof else { return "\(remedy)" }
    if case .proved? = report.culprit?.edge.proof {
      return "\(proof); if \(remedy.condition), \(remedy.outcome)"
    }
    return "\(proof); \(remedy)"
  }

  /// True if a remark names the remedy.
  var isAdviceRemarked: Bool {
    report.scriptRemedy.map { report.remarks.contains(.scriptRemedy($0)) } ?? false
  }

  /// The loop as every form shows it.
  var shown: ShownLoop {
    let fault = report.culprit?.edge.writer ?? report.culprit?.edge.dirtied ?? report.view
    return ShownLoop(
      kind: report.verdict.kind, headline: report.headline, view: fault,
      place: report.culprit?.edge.location.flatMap { $0.line == nil ? nil : $0 },
      proof: proof, advice: advice, ownAdvice: ownAdvice, fingerprint: report.fingerprint,
      steps: isReported ? [] : report.cycle.map { ($0, $0 == fault) }, standing: standing
    ) { ReplayText.loop(self, Style(isColoured: false), whole: true) }
  }
}

extension TraceScan.ViewCount {
  /// The facts that a scan knows of a loop: the view with too many layouts, but not the cause.
  static let kind: ShownLoop.Kind = (
    "counted", "A view was laid out more often than its threshold in one turn.",
    "Replay the trace to find the code that causes the loop."
  )

  /// The loop as every form shows it.
  var shown: ShownLoop {
    let reference = ViewReference(path: path ?? className, className: className, identifier: name)
    return ShownLoop(
      kind: Self.kind.kind, headline: ScanText.facts(of: self).joined(separator: ", ") + ".",
      view: reference, advice: Self.kind.remedy
    ) { "\(ScanText.loop(self, Style(isColoured: false)))\n\nWhat to do: \(Self.kind.remedy)" }
  }
}
