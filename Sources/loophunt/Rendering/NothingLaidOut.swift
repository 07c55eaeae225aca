import LayoutTrace

/// The judgement on a trace without layouts to judge.
///
/// It shows no loop, but no lack of one either.
struct NothingLaidOut: Sendable {
  /// The folder of the trace, which is judged as a whole; nil if it was found in none.
  let folder: String?
  /// True if the trace was named itself: it is judged alone, too.
  private let isNamed: Bool
  /// True if such traces are accepted.
  let isAllowed: Bool
  /// True if options choose views.
  private let isChoice: Bool

  init(
    _ job: String, of many: ManyInputs, _ invocation: Invocation, isChoice: Bool = false
  ) {
    (folder, isNamed) = (many.folder(of: job), many.isNamed(job))
    isAllowed = invocation[TraceArguments.allowNoLayouts]
    self.isChoice = isChoice
  }

  init(_ invocation: Invocation) {
    (folder, isNamed) = (nil, true)
    isAllowed = invocation[TraceArguments.allowNoLayouts]
    isChoice = false
  }

  /// The way to accept a trace or a folder in which nothing was judged, after another remedy.
  static func remedy(_ other: String) -> String {
    "\(other), or accept this with '--\(TraceArguments.allowNoLayouts.name)'"
  }

  /// The results of a trace, marked, and with an error or a note if nothing in it was judged.
  ///
  /// - Parameters:
  ///   - file: The results; an error in them stays.
  ///   - isJudged: True if a view was laid out that the options choose and no rule ignores.
  ///   - hasChosen: True if the options choose a view of the trace.
  func judged<Loop, Detail>(
    _ file: ResultDocument<Loop, Detail>.File, isJudged: Bool, hasChosen: Bool = true
  ) -> ResultDocument<Loop, Detail>.File {
    let reason = reason(file.result.file, file.result.trace, isJudged: isJudged)
    return marked(
      file, file.result.error == nil ? reason : nil,
      isAccepted: isAccepted(hasChosen: hasChosen))
  }

  /// The results of a trace that ended with an error, which may be that it has no layouts.
  func judged<Loop, Detail>(
    _ file: ResultDocument<Loop, Detail>.File, after error: TraceError
  ) -> ResultDocument<Loop, Detail>.File {
    marked(file, error.clue == .noLayouts ? error : nil, isAccepted: isAccepted)
  }

  private func marked<Loop, Detail>(
    _ file: ResultDocument<Loop, Detail>.File, _ reason: TraceError?, isAccepted: Bool
  ) -> ResultDocument<Loop, Detail>.File {
    var file = file
    file.result.folder = folder
    guard let reason else { return file }
    file.result.isEmpty = true
    file.result.error = isAccepted ? nil : reason.description
    if isAccepted, !isAllowed { file.result.warnings.append(Self.note(on: reason)) }
    return file
  }

  /// True if the trace alone is no error.
  var isAccepted: Bool { isAllowed || !isNamed }

  /// True if the trace alone is no error; it may lack the views that options choose, which another has.
  func isAccepted(hasChosen: Bool) -> Bool { isAccepted || !hasChosen }

  /// The note on a trace in a folder, which may have others with layouts.
  static func note(on error: TraceError) -> String { "nothing was judged: \(error.problem)" }

  /// The reason why nothing was judged; nil if something was, or the trace was not read to its end.
  func reason(_ name: String, _ summary: TraceSummary?, isJudged: Bool) -> TraceError? {
    guard let summary, summary.layouts == 0 && summary.findings == nil || !isJudged,
      !summary.isInterrupted
    else {
      return nil
    }
    let skipped = summary.skippedLines
    let views = isChoice ? "that '--view', '--class' or a rule leaves out" : "that a rule ignores"
    var problem =
      switch summary.layouts {
      case 0: "it has no layouts"
      case 1: "its only layout is of a view \(views)"
      case let count: "all its \(count.counted("layout")) are of views \(views)"
      }
    if skipped > 0 { problem += ", and \(skipped.counted("line")) skipped" }
    return TraceError(
      kind: .order, file: name, problem: problem,
      remedy: Self.remedy(
        summary.layouts == 0 ? "record again" : "choose or ignore other views"))
  }
}

/// The folders of a run, each of which is judged as a whole.
struct JudgedFolders {
  /// The files of each folder, and those in which nothing was judged.
  private var counts: [ExactName: (files: Set<ExactName>, empty: Set<ExactName>)] = [:]

  /// Notes a file of a folder, if it was found in one.
  mutating func note(_ file: String, in folder: String?, isEmpty: Bool) {
    guard let folder = folder.map(ExactName.init) else { return }
    counts[folder, default: ([], [])].files.insert(ExactName(file))
    if isEmpty { counts[folder]?.empty.insert(ExactName(file)) }
  }

  /// The folders whose files have no layouts to judge, in the order of their names.
  var empty: [String] { emptyNames.map(\.text) }

  private var emptyNames: [ExactName] {
    counts.filter { $0.value.empty == $0.value.files }.map(\.key).inOrder(of: \.text)
  }

  /// An error for each of these.
  var errors: [String] {
    emptyNames.map { folder in
      "\(Printable.line(folder.text)): nothing was judged in any of its "
        + "\((counts[folder]?.files.count ?? 0).counted("trace")); \(NothingLaidOut.remedy("record again"))"
    }
  }
}
