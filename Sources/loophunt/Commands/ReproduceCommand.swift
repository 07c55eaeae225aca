import LayoutTrace
import LoopHunter

/// `loophunt reproduce`: writes a program in Swift that loops like a trace.
enum ReproduceCommand {
  static let output = TraceArguments.output(
    "the code ", note: " The type in it is named after the file.")
  static let test = Option.flag(
    "test", help: "Write a Swift Testing suite, which fails as long as the views loop.")
  static let asIs = Option.flag("as-is", help: "Do not shrink the trace first.")

  static let command = Command(
    "reproduce", summary: "Write a loop as a few lines of Swift.",
    discussion: [
      "Shrinks the trace, and writes a program that uses ViewTree. The program builds the tree, "
        + "repeats in each view's layouts what was recorded, and expects the same verdict, culprit "
        + "and fingerprint. Its steps are tried out before it is written.",
      "The exit status is 0 if the code was written.",
    ],
    operands: TraceArguments.loopingFile,
    options: [
      output, test, asIs, ShrinkCommand.keep, ShrinkCommand.budget, TraceArguments.threshold,
    ] + HuntOptions.all + PageOptions.all + [
      ReplayCommand.view, ReplayCommand.className, ReplayCommand.breakLoops, TraceArguments.format,
      TraceArguments.from, TraceArguments.lenient, TraceArguments.quiet,
    ] + ConfigurationFile.options,
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
    let target = try ShrinkCommand.target(output, of: invocation, besides: input, for: "the code")
    return try console.attempt("reproduce") {
      let opened = try TraceArguments.open(input, invocation, on: console)
      defer { withExtendedLifetime(opened) {} }
      let bytes = try TraceArguments.bytes(of: opened, named: input.name)
      try LoopReproducer.requireGeometry(bytes, named: input.name)
      let options = try ReplayCommand.huntOptions(of: invocation, for: opened)
      var reduction = try TraceReduction(
        bytes, named: input.name, options, keeping: invocation[ShrinkCommand.keep],
        for: "reproduce")
      if !invocation[TraceArguments.quiet] {
        console.warn(of: input.name, opened.notes + reduction.warnings)
      }
      if !invocation[asIs] {
        try ShrinkCommand.search(
          &reduction, of: input.name, isForCode: true, invocation, on: console)
      }
      func code(of trace: [UInt8]) throws -> LoopReproducer.Product {
        try LoopReproducer(
          trace: trace, name: input.name, options: options,
          fingerprint: reduction.summary.fingerprint
        ).code(as: invocation[test] ? .test : .program, typeName: typeName(for: target, invocation))
      }
      var product = Result { try code(of: invocation[asIs] ? bytes : reduction.trace) }
      // The same loop is worth more than short code, and any loop more than none.
      let short = try? product.get()
      if !invocation[asIs], short.map({ $0.difference != nil }) ?? true,
        let whole = try? code(of: bytes), short == nil || whole.difference == nil
      {
        product = .success(whole)
      }
      return try write(
        product.get(), of: reduction.summary.fingerprint, to: target, invocation, on: console)
    }
  }

  private static func write(
    _ product: LoopReproducer.Product, of fingerprint: String, to target: String?,
    _ invocation: Invocation, on console: Console
  ) throws -> ExitStatus {
    let status = console.deliver(Array(product.code.utf8), to: target)
    guard status == .nothingFound, target != nil else { return status }
    let summary = Summary(
      fingerprint: fingerprint, verdict: product.verdict,
      form: invocation[test] ? "test" : "program", writtenFingerprint: product.fingerprint,
      difference: product.difference, lines: product.code.utf8.count { $0 == UInt8(ascii: "\n") })
    try console.print(
      HeadedDocument(command: "reproduce", type: "reproduction", content: summary),
      as: invocation[TraceArguments.format])
    return .nothingFound
  }

  /// A summary of the product, for programs.
  private struct Summary: Encodable {
    /// The loop's fingerprint in the trace.
    var fingerprint: String
    var verdict: String
    var form: String
    /// The fingerprint that the code's own hunter reports.
    var writtenFingerprint: String
    /// The reason for a difference between the two; nil if they are equal.
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
