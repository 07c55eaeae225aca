import LayoutTrace
import LoopHunter
import LoopScenarios

/// `loophunt scenarios`: the list of built-in scenarios.
enum ScenariosCommand {
  static let command = Command(
    "scenarios", summary: "List the built-in scenarios, each from a real, public bug.",
    discussion: [
      "The first scenarios loop. The others only look like loops, and must never be reported."
    ],
    examples: [Example("loophunt scenarios", "List the scenarios.")],
    run: { _, console in
      let rows = Scenario.all.map { ($0.name, $0.summary) }
      let lines = Paragraph.table(rows, indent: 0, width: console.width, console.style.bold)
      for line in lines { console.print(line) }
      return .nothingFound
    })
}

/// `loophunt record`: runs a built-in scenario and writes its trace.
enum RecordCommand {
  static let output = TraceArguments.output("the trace ")

  static let command = Command(
    "record", summary: "Run a built-in scenario and write its trace.",
    discussion: ["The exit status is 0 even if the scenario loops, because nothing is hunted."],
    operands: Operands(
      "SCENARIO", count: 1...1, help: "A name that 'loophunt scenarios' lists.",
      completion: .words(Scenario.all.map(\.name))),
    options: [output],
    examples: [
      Example("loophunt record didset-dirty -o didset.jsonl", "Write a trace to a file."),
      Example("loophunt record scrollbar-flip | loophunt replay -", "Record and hunt in one line."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let name = invocation.operands[0]
    guard let scenario = Scenario.named(name) else {
      let nearest = Spelling.nearest(to: name, among: Scenario.all.map(\.name))
      throw UsageError(
        "no scenario is named \(Printable.quoted(name))",
        remedy: nearest.map { "did you mean '\($0)'?" } ?? "'loophunt scenarios' lists them")
    }
    let target = try TraceArguments.output(output, of: invocation)
    let stage = scenario.build()
    let options = TraceRecorder.Options(tool: "loophunt \(Product.version)", title: scenario.name)
    do throws(TraceError) {
      let recorder = try TraceRecorder(stage.loop, to: .memory, options: options)
      stage.run()
      try recorder.finish()
      return console.deliver(recorder.bytes, to: target)
    } catch {
      console.complain(at: error.description)
      return .internalFailure
    }
  }
}
