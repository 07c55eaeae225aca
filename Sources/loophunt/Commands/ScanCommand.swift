import LayoutTrace
import LoopHunter

/// `loophunt scan`: counts layouts without replaying, as fast as the file can be read.
enum ScanCommand {
  static let command = Command(
    "scan", summary: "Count the layouts of each view in each turn, without a replay.",
    discussion: [
      "Prints the views past the threshold with their turns, the layouts of all turns as a row of "
        + "bars, the near misses, the views that were laid out in 60 or more consecutive turns, the "
        + "busiest views, a histogram of layouts per view and turn, and a threshold that fits the "
        + "trace. It reads at the speed of the disk; to learn why a view loops, replay the trace.",
      "The documents of a browser's recording are judged as by 'loophunt replay', with the same "
        + "reports: the functions that write and read, their layouts, and the time of these.",
    ],
    operands: TraceArguments.manyFiles,
    options: [
      TraceArguments.threshold
    ] + HuntOptions.all + PageOptions.all + [
      ResultForm.option, ManyTraces.jobs, TraceArguments.from,
      TraceArguments.browserUI, TraceArguments.ignoreScript,
      TraceArguments.sourceMaps, TraceArguments.lenient, TraceArguments.allowNoLayouts,
      TraceArguments.exitZero,
      TraceArguments.quiet,
    ] + ConfigurationFile.options,
    refusedOptions: Dictionary(
      uniqueKeysWithValues: BaselineGate.options.map {
        (
          $0.name,
          "scan judges without a baseline; use 'loophunt replay'"
        )
      }),
    examples: [
      Example("loophunt scan feed.jsonl", "Count the layouts of one trace."),
      Example(
        "loophunt scan --threshold=50 night.jsonl.gz",
        "Read a compressed trace, with a threshold of 50."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let many = try TraceArguments.manyInputs(of: invocation, on: console)
    let inputs = many.inputs
    let deciding = try TraceArguments.deciding(invocation)
      .merging(PageOptions.deciding(invocation)) { $1 }
    let writer = ResultWriter<ScanFindings>(
      forms: try ResultForm.all(of: invocation, others: inputs.map(\.name)), inputs: inputs.count,
      leftOut: many.leftOut, options: deciding, invocation, on: console)
    let rules = try HuntOptions.rules(of: invocation).rules
    let forms = writer.forms
    try ManyTraces.read(
      inputs, invocation, on: console,
      work: { job in
        Result {
          let nothing = NothingLaidOut(job.input.name, of: many, invocation)
          return try RenderedFile(scan(job, rules, nothing, invocation), in: forms)
        }
      },
      deliver: { try writer.write($0.get()) })
    let status = try writer.finish()
    return status.unless(exitZero: invocation[TraceArguments.exitZero])
  }

  /// Scans one trace.
  private static func scan(
    _ job: TraceJob<Result<RenderedFile<ScanFindings>, any Error>>, _ rules: [HuntRule],
    _ nothing: NothingLaidOut, _ invocation: Invocation
  ) -> ScanFindings.File {
    do throws(TraceError) {
      let opened = try job.open(invocation)
      var options = TraceScan.Options(
        threshold: TraceArguments.threshold(for: opened, invocation),
        isLenient: invocation[TraceArguments.lenient], workers: job.threads)
      options.rules = rules
      defer { withExtendedLifetime(opened) {} }
      var scan = TraceScan(options: options, interrupt: Interruption.trace)
      scan.progress = { [progress = job.progress] in progress.update(done: $0, total: $1) }
      let pages = pages(options, invocation)
      scan.follower = pages
      let result = try scan.run(opened.input)
      let finder = pages.hasFollowed ? PageFinder(pages.study) : nil
      let all = finder?.findings() ?? []
      let findings = Array(all.prefix(UnlistedLoops.mostKept))
      var detail = ScanDetail(result, rules)
      detail.loopsLeftOut += all.count - findings.count
      if let finder { detail.take(findings, misses: finder.nearMisses(), of: pages.study) }
      return nothing.judged(
        ScanFindings.file(
          job.input.name, trace: result.summary, detail: detail, remarks: opened.notes,
          loops: ScannedLoop.all(result, findings)),
        isJudged: result.hasJudged(
          ofDocuments: result.source.flatMap(TraceFormats.named)?.isBrowser == true))
    } catch {
      return nothing.judged(ScanFindings.file(job.input.name, error: error), after: error)
    }
  }

  /// The follower that judges the documents of a browser's recording.
  private static func pages(_ options: TraceScan.Options, _ invocation: Invocation) -> PageScan {
    let rules = HuntRules(threshold: options.threshold, rules: options.rules)
    let usual = PageOptions.limits(of: invocation)
    return PageScan(isBrowser: { TraceFormats.named($0)?.isBrowser == true }) { className, name in
      let rule = rules.rule(className: className, name: name, path: { [name ?? className] })
      return rules.threshold(by: rule).map { layouts in
        var limits = usual
        limits.layouts = layouts
        return limits
      }
    }
  }
}
