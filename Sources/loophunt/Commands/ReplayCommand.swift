import LayoutTrace
import LoopHunter
import LoopTelemetry

/// `loophunt replay`: runs a trace again with a hunter attached, and reports every loop.
enum ReplayCommand {
  static let view = Option.texts(
    "view", value: "VIEW",
    help: "Hunt only this view: a path, the end of a path, an identifier, or the view's number in "
      + "the trace. Can be given several times.")
  static let className = Option.texts(
    "class", value: "NAME", help: "Hunt only views of this class. Can be given several times.")
  static let breakLoops = Option.flag(
    "break", help: "Break the loops of hunted views, and report the outcome.")
  static let strict = Option.flag(
    "strict", help: "End with exit status 2 at the first difference between recording and replay.")

  static let noProof = Option.flag(
    "no-proof", help: "Do not test in a second replay whether a loop stops without its culprit.")

  static let sink = Option<[SinkDescription]>(
    name: "sink", letter: nil, valueName: "SINK",
    help: "Also send every detection to a sink: jsonl:PATH, otlp:URL, otlp or stderr; otlp takes "
      + "the collector's address from OTEL_EXPORTER_OTLP_ENDPOINT. Can be given several times.",
    completion: .beginnings(["jsonl:", "otlp:", "stderr"]), repeats: true, initial: []
  ) { (text, value) throws(ValueProblem) in
    do {
      value.append(try SinkDescription(text))
    } catch {
      throw ValueProblem(expected: "jsonl:PATH, otlp:URL, otlp or stderr")
    }
  }

  static let command = Command(
    "replay", summary: "Replay a trace, and report each loop and its cause.",
    discussion: [
      "Rebuilds the recorded tree and runs the recording again through the real layout engine, with "
        + "a hunter attached to all views or to the chosen ones. Prints one block per loop: the "
        + "culprit, the cycle, the values, and the turns and views in which it was seen. Hints "
        + "follow, which do not change the exit status: near misses, and views that were laid out "
        + "in 60 or more consecutive turns without a cause in the trace.",
      "Then replays the turn of each loop without the culprit's edge, to prove that the loop stops. "
        + "--no-proof omits these replays.",
      "With both --view and --class, a view is hunted if either names it. A name that matches "
        + "nothing in any of the traces is an error, also beside one that matches, so that a "
        + "misspelling cannot pass a CI gate.",
      "With --baseline, known loops pass, so that a code base with old loops fails only for new "
        + "ones. An entry of the baseline may have a reason, and a day on which it expires. A loop "
        + "whose verdict is undetermined never passes.",
    ],
    operands: TraceArguments.manyFiles,
    options: [
      TraceArguments.threshold
    ] + HuntOptions.all + PageOptions.all + [
      view, className, ResultForm.option, ManyTraces.jobs,
      TraceArguments.from,
      TraceArguments.browserUI, TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, breakLoops, noProof, strict, sink,
    ] + BaselineGate.options + [
      TraceArguments.lenient, TraceArguments.allowNoLayouts, TraceArguments.exitZero,
      TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example("loophunt replay feed.jsonl", "Report the loops of one trace."),
      Example(
        "loophunt replay --threshold=20 Trace-20260401.json",
        "Read a profile of Chrome's DevTools."),
      Example("loophunt replay night.jsonl.gz", "Read a compressed trace."),
      Example(
        "loophunt replay --class=FeedCell --threshold=20 --format=json *.jsonl",
        "Hunt the views of one class in many traces, and print JSON."),
      Example(
        "loophunt replay --sink=otlp:http://localhost:4318 feed.jsonl",
        "Send the detections to a collector."),
      Example(
        "loophunt replay --baseline=known-loops.json *.jsonl",
        "Fail only for loops that the baseline does not list."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let many = try TraceArguments.manyInputs(of: invocation, on: console)
    let inputs = many.inputs
    let deciding = try deciding(invocation)
    let writer = ResultWriter<ReplayFindings>(
      forms: try ResultForm.all(
        of: invocation,
        others: inputs.map(\.name) + [invocation[BaselineGate.file]].compactMap { $0 },
        sinks: invocation[sink].compactMap(\.file)),
      inputs: inputs.count, leftOut: many.leftOut, options: deciding, invocation,
      on: console)
    let options = try huntOptions(of: invocation, proves: !invocation[noProof])
    let gate = try BaselineGate(invocation, deciding: deciding)
    gate?.note(leftOut: many.leftOut)
    let sinks = try ReplaySinks(invocation[sink])
    let (forms, judge) = (writer.forms, gate?.judge)
    try ManyTraces.read(
      inputs, invocation, on: console,
      work: { (job: TraceJob<Rendered>) in
        let nothing = NothingLaidOut(
          job.input.name, of: many, invocation, isChoice: options.isChoice)
        let (replayed, events) = replay(job, options, sinks, nothing, invocation)
        return Rendered(
          file: Result {
            let file = try replayed.get()
            return try RenderedFile(file, judged: judge?.judged(file), in: forms)
          }, events: events)
      },
      deliver: { rendered in
        let file = try rendered.file.get()
        rendered.events.release()
        gate?.note(file.file)
        try writer.write(file)
      })
    var status = try conclude(writer, gate, on: console)
    for problem in sinks.finish() {
      console.complain("a sink failed: \(problem)")
      status = .internalFailure
    }
    return status.unless(exitZero: invocation[TraceArguments.exitZero])
  }

  /// The options of a hunt; an option that the command does not have counts as not given.
  static func huntOptions(
    of invocation: Invocation, for opened: OpenedTrace? = nil, proves: Bool = false
  ) throws(UsageError) -> TraceHunt.Options {
    TraceHunt.Options(
      rules: try HuntOptions.rules(of: invocation, for: opened), views: invocation[view],
      classes: invocation[className], breaksLoops: invocation[breakLoops],
      stopsAtDivergence: invocation[strict], isLenient: invocation[TraceArguments.lenient],
      proves: proves, pages: PageOptions.limits(of: invocation))
  }

  /// Judges all loops by the baseline, writes the totals, and returns the exit status.
  static func conclude(
    _ writer: ResultWriter<ReplayFindings>, _ gate: BaselineGate?, on console: Console
  ) throws -> ExitStatus {
    var isLost = false
    let isComplete = writer.isComplete && !Interruption.isRequested
    do throws(TraceError) {
      if let summary = try gate?.finish(isComplete: isComplete) { writer.judged(summary) }
    } catch {
      console.complain(error.description)
      isLost = true
    }
    let status = try writer.finish()
    return isLost ? .internalFailure : status
  }

  /// The options that affect the findings.
  private static func deciding(
    _ invocation: Invocation
  ) throws(UsageError) -> [String: [String]] {
    var options = try TraceArguments.deciding(invocation)
    options.merge(PageOptions.deciding(invocation)) { $1 }
    for list in [view, className] where !invocation[list].isEmpty {
      options[list.name] = invocation[list]
    }
    for flag in [breakLoops, noProof, strict] where invocation[flag] { options[flag.name] = [] }
    return options
  }

  /// The rendered result of one trace, or the error that ends the command.
  private struct Rendered: Sendable {
    var file: Result<RenderedFile<ReplayFindings>, any Error>
    /// The detections that no sink got so far.
    var events: TraceEvents
  }

  /// Replays one file; loops found before an error are reported.
  private static func replay(
    _ job: TraceJob<Rendered>, _ options: TraceHunt.Options, _ sinks: ReplaySinks,
    _ nothing: NothingLaidOut, _ invocation: Invocation
  ) -> (Result<ReplayFindings.File, any Error>, TraceEvents) {
    let (input, turn) = (job.input, job.turn)
    let events = sinks.events(of: input.name, isTurn: { turn.isNow }, wait: { turn.wait() })
    let opened: OpenedTrace
    let hunt: TraceHunt
    var options = options
    do {
      opened = try job.open(invocation)
      options.rules = try HuntOptions.rules(of: invocation, for: opened)
      hunt = try TraceHunt(opened, options)
    } catch let error as TraceError {
      let file = ReplayFindings.file(input.name, error: error)
      return (.success(nothing.judged(file, after: error)), events)
    } catch {
      return (.failure(error), events)
    }
    defer { withExtendedLifetime(opened) {} }
    defer { if job.isLast || Interruption.isRequested { Interruption.leave(hunt) } }
    events.take(from: hunt.hunter.analytics)
    var error: TraceError?
    do {
      try hunt.run { job.progress.update(done: $0, total: $1) }
      error = complaint(about: hunt, input, options)
    } catch let problem as TraceError {
      error = problem
    } catch let failure {
      return (.failure(failure), events)
    }
    opened.rewind()
    hunt.prove(by: opened.isRereadable ? opened.input : nil)
    var detail = ReplayDetail(hunt, options.rules)
    if opened.isImported { nameWriters(&detail.recurring, of: opened) }
    let file = ReplayFindings.file(
      input.name, trace: hunt.replayer.result.summary, detail: detail, error: error,
      remarks: opened.notes + detail.remarks(strict: options.stopsAtDivergence),
      loops: hunt.loops)
    return (
      .success(nothing.judged(file, isJudged: hunt.hasJudged, hasChosen: hunt.hasChosen)), events
    )
  }

  /// Adds the writers to recurring views of a browser's page: a second look, only if there are any.
  private static func nameWriters(
    _ views: inout [LoopHunter.RecurringView], of opened: OpenedTrace
  ) {
    guard !views.isEmpty else { return }
    opened.rewind()
    guard let scan = try? TraceScan().run(opened.input) else { return }
    for index in views.indices {
      let view = views[index].view
      views[index].writer =
        scan.recurring.first {
          $0.className == view.className && $0.name == view.identifier
            && $0.firstTurn == views[index].firstTurn
        }?.writer
    }
  }

  /// The reason why a complete replay fails: a difference if strict.
  static func complaint(
    about hunt: TraceHunt, _ input: TraceInput, _ options: TraceHunt.Options
  ) -> TraceError? {
    if options.stopsAtDivergence, let divergence = hunt.replayer.result.divergence {
      return TraceError(
        kind: .order, file: input.name, line: divergence.line, column: 1,
        problem: divergence.sentence, remedy: "omit --strict to replay the rest")
    }
    return nil
  }
}
