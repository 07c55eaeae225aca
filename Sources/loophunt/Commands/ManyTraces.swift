import LayoutTrace
import LoopHunter

/// Reads traces with as many jobs as wanted, and hands over the findings in the traces' order.
enum ManyTraces {
  static let jobs = Option.number(
    "jobs", letter: "j", value: "N", minimum: 1,
    help: "Read N traces at the same time; the default is the number of processors that this "
      + "process may use. The result is the same for every N.")

  /// Reads the inputs on any thread, and delivers one result at a time; none begins after a signal.
  static func read<Output: Sendable>(
    _ inputs: [TraceInput], _ invocation: Invocation, on console: Console,
    work: @escaping @Sendable (TraceJob<Output>) -> Output,
    deliver: @escaping (Output) throws -> Void
  ) throws {
    let jobs = invocation[Self.jobs] ?? ProcessorCount.usable
    // One trace is parsed by at most two threads: more would outrun the one that counts.
    let threads = max(1, min(2, jobs / max(1, inputs.count)))
    try console.withProgress("", quiet: invocation[TraceArguments.quiet]) { line in
      let progress = TraceProgress(line, count: inputs.count)
      try OrderedWork<Output>.run(
        count: inputs.count, jobs: jobs, until: { Interruption.isRequested },
        work: { index, turn in
          let part = progress.part(index, name: inputs[index].name)
          defer { part.finish() }
          return work(
            TraceJob(
              input: inputs[index], isLast: index == inputs.count - 1, threads: threads,
              turn: turn, progress: part))
        },
        deliver: { _, output in try deliver(output) })
    }
  }
}

struct TraceJob<Output: Sendable>: Sendable {
  let input: TraceInput
  /// True if it is the last one of the command.
  let isLast: Bool
  /// The number of threads that may parse it.
  let threads: Int
  /// Knows when all traces before it were handed over.
  let turn: OrderedWork<Output>.Turn
  let progress: TraceProgress.Part

  /// Opens a trace of any format for a reader of layout traces; hold it while it is read.
  func open(
    _ invocation: Invocation, keepsScripts: Bool = false
  ) throws(TraceError) -> OpenedTrace {
    try TraceArguments.open(input, invocation, keepsScripts: keepsScripts) {
      progress.update(done: $0, total: $1, isImport: true)
    }
  }
}
