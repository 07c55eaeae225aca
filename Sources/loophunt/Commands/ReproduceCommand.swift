import LayoutTrace
import LoopHunter

/// `loophunt reproduce`: writes a program in Swift that loops as a trace does.
enum ReproduceCommand {
  static let output = Option.text(
    "output", letter: "o", value: "FILE",
    help: "Write the code to FILE instead of standard output. An existing file is replaced when "
      + "the new one is complete. The name of the file becomes that of the type in it.",
    completion: .files)
  static let test = Option.flag(
    "test", help: "Write a suite of Swift Testing, which fails as long as the views loop.")
  static let asIs = Option.flag(
    "as-is", help: "Do not shrink the trace first.")

  static let command = Command(
    "reproduce", summary: "Write a loop as a few lines of Swift.",
    discussion: [
      "Shrinks the trace, and writes a program against ViewTree that builds the tree, lets each "
        + "view do in its layouts what was recorded, and expects the same verdict, culprit and "
        + "fingerprint. Before it is written, what it does is tried out.",
      "The exit status is 0 if the code was written.",
    ],
    operands: Operands(
      "TRACE", count: 1...1,
      help: "A trace in which 'replay' reports a loop, or '-' for standard input.",
      completion: .files),
    options: [
      output, test, asIs, ShrinkCommand.keep, ShrinkCommand.budget, TraceArguments.threshold,
    ] + HuntOptions.all + [
      ReplayCommand.view, ReplayCommand.className, ReplayCommand.breakLoops,
      TraceArguments.format, TraceArguments.from,
      TraceArguments.lenient, TraceArguments.quiet,
    ] + Configuration.options,
    examples: [
      Example("loophunt reproduce feed.jsonl -o Loop.swift", "Write a program that loops."),
      Example(
        "loophunt reproduce --test feed.jsonl -o FeedLoopTests.swift",
        "Write a test that fails until the loop is gone."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let input = try TraceArguments.inputs(of: invocation)[0]
    let target = invocation[output].flatMap { $0 == "-" ? nil : $0 }
    if target == nil, invocation[TraceArguments.format] != .text {
      throw UsageError("--format needs -o FILE", remedy: "standard output gets the code itself")
    }
    try TraceArguments.refuse(target, asOutputFor: [input])
    do {
      let opened = try TraceArguments.open(input, invocation, on: console)
      defer { withExtendedLifetime(opened) {} }
      let bytes = try opened.bytes()
      try LoopReproducer.requireGeometry(bytes, named: input.name)
      let options = TraceHunt.Options(
        rules: try HuntOptions.rules(of: invocation, for: opened),
        views: invocation[ReplayCommand.view], classes: invocation[ReplayCommand.className],
        breaksLoops: invocation[ReplayCommand.breakLoops],
        isLenient: invocation[TraceArguments.lenient])
      var reduction = try TraceReduction(
        bytes, named: input.name, options, keeping: invocation[ShrinkCommand.keep],
        for: "reproduce")
      let isQuiet = invocation[TraceArguments.quiet]
      if !isQuiet {
        for note in opened.notes + reduction.warnings {
          console.complain(at: "\(input.name): warning: \(note)")
        }
      }
      if !invocation[asIs] {
        let deadline = invocation[ShrinkCommand.budget].map { ContinuousClock.now + .seconds($0) }
        try console.withProgress(input.name, quiet: isQuiet) { progress in
          // A drift is written as an increment, which small numbers would hide.
          try reduction.run(keepsLengths: true) { events, tries in
            progress.update(left: events, tries: tries)
            return !Interruption.isRequested && deadline.map { .now < $0 } ?? true
          }
        }
      }
      let reproducer = LoopReproducer(
        trace: invocation[asIs] ? bytes : reduction.trace, name: input.name, options: options,
        fingerprint: reduction.summary.fingerprint)
      let product = try reproducer.code(
        as: invocation[test] ? .test : .program, typeName: typeName(for: target, invocation))
      return try write(
        product, of: reduction.summary.fingerprint, to: target, invocation, on: console)
    } catch let error as TraceError {
      console.complain(at: error.advising("reproduce").description)
      return .badInput
    }
  }

  private static func write(
    _ product: LoopReproducer.Product, of fingerprint: String, to target: String?,
    _ invocation: Invocation, on console: Console
  ) throws -> ExitStatus {
    let code = Array(product.code.utf8)
    guard let target else {
      console.output.write(code)
      return .nothingFound
    }
    do throws(TraceError) {
      try OutputFile.replace(target, with: code)
    } catch {
      console.complain(at: error.description)
      return .internalFailure
    }
    let summary = Summary(
      fingerprint: fingerprint, verdict: product.verdict,
      form: invocation[test] ? "test" : "program",
      writtenFingerprint: product.fingerprint, difference: product.difference,
      lines: product.code.utf8.count { $0 == UInt8(ascii: "\n") })
    switch invocation[TraceArguments.format] {
    case .text: break
    case .json: console.print(try JsonText.document(summary))
    case .jsonl: console.print(try JsonText.line(summary))
    }
    return .nothingFound
  }

  /// What was written, for programs.
  private struct Summary: Encodable {
    let schema = JsonText.schema
    let tool = JsonText.tool
    let command = "reproduce"
    let type = "reproduction"
    /// The loop's fingerprint in the trace.
    var fingerprint: String
    var verdict: String
    var form: String
    /// The fingerprint that the code's own hunter reports.
    var writtenFingerprint: String
    /// Why that is another one; nil if it is the same.
    var difference: String?
    var lines: Int
  }

  /// The name of the type in the code: that of the file.
  private static func typeName(for target: String?, _ invocation: Invocation) -> String {
    let file = target?.split(separator: "/").last.map(String.init) ?? ""
    let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
    let usual = invocation[test] ? "LoopTests" : "Loop"
    // A file of that name could have no type of its own.
    guard !stem.isEmpty, stem != "main" else { return usual }
    return SwiftNames.typeName(ofFile: stem)
  }
}
