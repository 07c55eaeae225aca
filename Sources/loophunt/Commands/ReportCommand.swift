import LayoutTrace
import LoopHunter
import ViewTree

/// `loophunt report`: one page that shows the loops of traces.
enum ReportCommand {
  static let output = TraceArguments.output("the page ")

  static let sourceURL = Option<SourceLinks?>(
    name: "source-url", letter: nil, valueName: "PATTERN",
    help:
      "Link places in the code to this address; {file}, {line} and {column} in it are replaced.",
    completion: .nothing, repeats: false, initial: nil
  ) { (text, value) throws(ValueProblem) in value = try SourceLinks(text) }

  static let command = Command(
    "report", summary: "Write a page that shows each loop, its cycle and its trace.",
    discussion: [
      "The page is one HTML file that needs no network: the loops with their causes, the cycle step by "
        + "step on a drawing of the tree, the values over the rounds, the layouts of all turns, the "
        + "busiest views and the tree. Its text can be read without scripts.",
      "It finds the loops that 'replay' finds, but does not fail because of them: the exit status is "
        + "0 if the page was written, 2 if a trace could not be read to its end, and 3 if the page "
        + "could not be written.",
    ],
    operands: TraceArguments.manyFiles,
    options: [
      output, TraceArguments.threshold,
    ] + HuntOptions.all + PageOptions.all + [
      ReplayCommand.view, ReplayCommand.className, ReplayCommand.noProof, sourceURL,
      ImportCommand.anonymous, ManyTraces.jobs, TraceArguments.from, TraceArguments.browserUI,
      TraceArguments.ignoreScript,
      TraceArguments.sourceMaps,
      TraceArguments.lenient, TraceArguments.allowNoLayouts, TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example("loophunt report feed.jsonl -o report.html", "Show the loops of one trace."),
      Example(
        "loophunt report --source-url=https://host/{file}#L{line} *.jsonl -o page.html",
        "Show several traces, with links to the code."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let many = try TraceArguments.manyInputs(of: invocation, on: console)
    let inputs = many.inputs
    let target = try TraceArguments.output(output, of: invocation, besides: inputs)
    let options = try ReplayCommand.huntOptions(
      of: invocation, proves: !invocation[ReplayCommand.noProof])
    // The hunted views have no names of their own any more.
    let isChoice =
      !(options.views.isEmpty && options.classes.isEmpty && options.rules.rules.isEmpty)
    guard !(invocation[ImportCommand.anonymous] && isChoice) else {
      throw UsageError(
        "--anonymous cannot be combined with options and rules that name views or classes",
        remedy: "run 'loophunt import --anonymous' first, and use the new names in the options")
    }
    let room = ShownTrace.Room(traces: inputs.count)
    var traces: [ShownTrace] = []
    try ManyTraces.read(
      inputs, invocation, on: console,
      work: {
        let nothing = NothingLaidOut(
          $0.input.name, of: many, invocation, isChoice: options.isChoice)
        return show($0, room, options, nothing, invocation)
      },
      deliver: { traces.append($0) })
    for (trace, input) in zip(traces, inputs) {
      if let error = trace.error { console.complain(at: error) }
      if !invocation[TraceArguments.quiet] { console.warn(of: input.name, trace.warnings) }
    }
    if console.isInterrupted("no page was written") { return .internalFailure }
    if invocation[ImportCommand.anonymous] { takeNames(from: &traces) }
    // If no trace could be read, there is nothing to show.
    guard traces.contains(where: { $0.summary != nil || $0.isEmpty }) else { return .badInput }
    let page = ReportPage(traces: traces, hunted: hunted(invocation), links: invocation[sourceURL])
    let status = console.deliver(Array(try page.html().utf8), to: target)
    return status == .nothingFound ? judged(traces, of: many, invocation, on: console) : status
  }

  /// Complains of files without layouts and of rules that name nothing, once the page is written.
  private static func judged(
    _ traces: [ShownTrace], of many: ManyInputs, _ invocation: Invocation, on console: Console
  ) -> ExitStatus {
    let isAllowed = invocation[TraceArguments.allowNoLayouts] || Interruption.isRequested
    var folders = JudgedFolders()
    for trace in traces {
      folders.note(trace.input, in: many.folder(of: trace.input), isEmpty: trace.isEmpty)
    }
    if !isAllowed { folders.errors.forEach { console.complain(at: $0) } }
    var unknown = UnknownNames()
    for detail in traces.compactMap(\.detail) { unknown.note(detail.unknownNames) }
    let hasErrors = traces.contains { $0.error != nil }
    let errors = hasErrors || Interruption.isRequested ? [] : unknown.errors
    errors.forEach { console.complain($0) }
    let isWrong = hasErrors || !errors.isEmpty || !isAllowed && !folders.empty.isEmpty
    return isWrong ? .badInput : .nothingFound
  }

  /// Replaces the names of traces by numbers.
  private static func takeNames(from traces: inout [ShownTrace]) {
    for index in traces.indices {
      let (name, word) = (traces[index].name, "trace \(index + 1)")
      traces[index].name = word
      traces[index].error?.replace(name, with: word)
    }
  }

  private static func hunted(_ invocation: Invocation) -> String {
    let views = invocation[ReplayCommand.view].map { "view \($0)" }
    let classes = invocation[ReplayCommand.className].map { "class \($0)" }
    let all = views + classes
    return all.isEmpty ? "all views" : all.joined(separator: ", ")
  }

  /// Replays one trace and keeps the facts for the page, even if the trace ends with an error.
  private static func show(
    _ job: TraceJob<ShownTrace>, _ room: ShownTrace.Room, _ options: TraceHunt.Options,
    _ nothing: NothingLaidOut, _ invocation: Invocation
  ) -> ShownTrace {
    let name = job.input.name
    do {
      return try play(job, room, options, nothing, invocation)
    } catch let error as TraceError {
      guard nothing.isAccepted, error.clue == .noLayouts else {
        return ShownTrace(name: name, error: error.advising("report").description)
      }
      var shown = ShownTrace(name: name, error: "")
      (shown.error, shown.isEmpty) = (nil, true)
      if !nothing.isAllowed { shown.warnings = [NothingLaidOut.note(on: error)] }
      return shown
    } catch {
      return ShownTrace(name: name, error: "\(name): \(error)")
    }
  }

  private static func play(
    _ job: TraceJob<ShownTrace>, _ room: ShownTrace.Room, _ options: TraceHunt.Options,
    _ nothing: NothingLaidOut, _ invocation: Invocation
  ) throws -> ShownTrace {
    var opened = try job.open(invocation, keepsScripts: true)
    if invocation[ImportCommand.anonymous] { opened = try opened.anonymized(named: job.input.name) }
    defer { withExtendedLifetime(opened) {} }
    var options = options
    options.rules = try HuntOptions.rules(of: invocation, for: opened)
    let hunt = try TraceHunt(opened, options)
    defer { if job.isLast || Interruption.isRequested { Interruption.leave(hunt) } }
    let recorder = TurnRecorder(
      hunt.replayer, bins: room.bins, turns: room.turns, views: room.views)
    let observation = hunt.replayer.loop.addLayoutObserver(recorder)
    defer { observation.cancel() }
    let rounds = RoundCollector(hunt, recorder, most: room.rounds)
    var failure: (any Error)?
    do {
      try hunt.run { job.progress.update(done: $0, total: $1) }
      failure = ReplayCommand.complaint(about: hunt, job.input, options)
    } catch {
      failure = error
    }
    opened.rewind()
    hunt.prove(by: opened.isRereadable ? opened.input : nil)
    var shown = ShownTrace(name: job.input.name, hunt.replayer, hunt.loops, recorder, room: room)
    shown.background = opened.background
    shown.rounds = hunt.loops.map { loop in
      // A proof may have given views other roles.
      (rounds.rounds[loop.report.identity] ?? nil).map { $0.cast(by: loop.report) }
    }
    shown.detail = ReplayDetail(hunt, options.rules)
    shown.take(failure, nothing, of: hunt)
    shown.warnings = hunt.replayer.result.summary.warnings + opened.notes + shown.warnings
    return shown
  }
}

extension ShownTrace {
  /// Takes the error that ended the replay, and what is said of a trace without layouts.
  fileprivate mutating func take(
    _ failure: (any Error)?, _ nothing: NothingLaidOut, of hunt: TraceHunt
  ) {
    warnings = detail?.remarks(strict: false) ?? []
    var failure = failure
    if failure == nil, let summary,
      let reason = nothing.reason(name, summary, isJudged: hunt.hasJudged)
    {
      isEmpty = true
      let isAccepted = nothing.isAccepted(hasChosen: hunt.hasChosen)
      if !isAccepted { failure = reason }
      if isAccepted, !nothing.isAllowed { warnings.append(NothingLaidOut.note(on: reason)) }
    }
    error = failure.map { ($0 as? TraceError)?.advising("report").description ?? "\($0)" }
  }
}

/// Cuts out a round of each loop while the hunt goes on.
private final class RoundCollector {
  /// The rounds by the identity of their loops; nil if there is none.
  private(set) var rounds: [String: PlayedRound?] = [:]
  private var known = 0

  init(_ hunt: TraceHunt, _ recorder: TurnRecorder, most: Int) {
    hunt.onReport = { [unowned self] report in
      recorder.noteReport()
      // A report may still get its verdict at the end of its turn.
      guard rounds.count < most, rounds[report.identity] == nil, !report.cycle.isEmpty,
        report.share == nil
      else { return }
      rounds[report.identity] = PlayedRound(of: report, in: recorder)
    }
    hunt.onTurn = { [unowned self, unowned hunt] turn in
      for loop in hunt.loops.dropFirst(known)
      where rounds.count < most && rounds[loop.report.identity] == nil {
        rounds[loop.report.identity] = PlayedRound(of: loop.report, in: recorder)
      }
      // The views of the first loop exist now; at the end they may be gone.
      if known == 0, !hunt.loops.isEmpty { recorder.noteTree(after: turn) }
      recorder.endTurn(turn, hasNewLoop: hunt.loops.count > known)
      known = hunt.loops.count
    }
  }
}
