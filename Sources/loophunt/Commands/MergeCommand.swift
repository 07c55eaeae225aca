import LayoutTrace
import LoopHunter

/// `loophunt merge`: joins the findings of several machines, as one run would have written them.
enum MergeCommand {
  static let allowDuplicates = Option.flag(
    "allow-duplicates",
    help: "Count a trace once for each result that names it, instead of ending with an error.")

  static let command = Command(
    "merge", summary: "Merge the partial results of several machines or runs.",
    discussion: [
      "Reads the output of 'replay --format=partial' or 'scan --format=partial', and writes what "
        + "one run over all the traces would have written, byte for byte, with the same exit "
        + "status. Any scheduler that runs programs on files can distribute the work.",
      "All partial results must come from the same command, version and options. A trace that two "
        + "results name is an error, because its loops would count twice.",
    ],
    operands: Operands(
      "PARTIAL", count: 1...Int.max,
      help: "A file that '--format=partial' wrote, also compressed; '-' for standard input.",
      completion: .files),
    options: [ResultForm.option, allowDuplicates] + BaselineGate.options + [
      TraceArguments.exitZero, TraceArguments.quiet,
    ] + ConfigurationFile.options,
    examples: [
      Example("loophunt merge part-1.jsonl part-2.jsonl", "Show the result of both parts."),
      Example(
        "loophunt merge --baseline=known-loops.json --format=junit=loops.xml part-*",
        "Judge all parts together, and write a file for the CI server."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    var readers: [PartialReader] = []
    var isWrong = false
    for input in try TraceArguments.inputs(of: invocation) {
      do throws(TraceError) {
        readers.append(try read(input))
      } catch {
        // The missing end is no flaw of the file.
        guard !Interruption.isRequested else { return .badInput }
        console.complain(at: error.description)
        isWrong = true
      }
      if Interruption.isRequested { return .badInput }
    }
    guard !isWrong, let first = readers.first else { return .badInput }
    for reader in readers.dropFirst() { try compare(reader, with: first) }
    switch first.header.command {
    case ReplayFindings.command: return try mergeReplays(readers, invocation, on: console)
    case ScanFindings.command: return try mergeScans(readers, invocation, on: console)
    default:
      throw UsageError(
        "\(Printable.quoted(first.name)) was written by an unknown command "
          + Printable.quoted(first.header.command),
        remedy: "only results of 'replay' and 'scan' can be merged")
    }
  }

  private static func read(_ input: TraceInput) throws(TraceError) -> PartialReader {
    let opened = try OpenedTrace(
      input, as: TraceFormats.layoutTrace, interrupt: Interruption.trace)
    return try PartialReader(opened, name: input.name)
  }

  /// Two results must come from the same command and options; their versions are checked already.
  private static func compare(_ reader: PartialReader, with first: PartialReader) throws(UsageError)
  {
    let (a, b) = (first.header, reader.header)
    let names = "\(Printable.quoted(first.name)) and \(Printable.quoted(reader.name))"
    guard a.command == b.command else {
      throw UsageError(
        "\(names) were written by '\(Printable.line(a.command))' and '\(Printable.line(b.command))'",
        remedy: "merge the results of one command")
    }
    let keys = Set(a.options.keys).union(b.options.keys).sorted()
    guard let key = keys.first(where: { a.options[$0] != b.options[$0] }) else { return }
    let sides = [a, b].map { header in
      guard let values = header.options[key] else { return "without '--\(Printable.line(key))'" }
      return "with '"
        + (values.isEmpty ? ["--\(key)"] : values.map { "--\(key)=\($0)" }).map(Printable.line)
        .joined(separator: " ") + "'"
    }
    throw UsageError(
      "\(names) were written \(sides[0]) and \(sides[1])",
      remedy: "run both with the same options")
  }

  private static func mergeReplays(
    _ readers: [PartialReader], _ invocation: Invocation, on console: Console
  ) throws -> ExitStatus {
    let others = readers.map(\.name) + [invocation[BaselineGate.file]].compactMap { $0 }
    let forms = try ResultForm.all(of: invocation, others: others)
    let options = readers[0].header.options
    let gate = try BaselineGate(invocation, deciding: options)
    guard
      let (files, leftOut) = try files(of: readers, ReplayFindings.self, invocation, on: console)
    else { return .badInput }
    let writer = ResultWriter<ReplayFindings>(
      forms: forms, inputs: files.count, leftOut: leftOut, options: options, invocation,
      on: console)
    gate?.note(leftOut: leftOut)
    for file in files {
      let rendered = try RenderedFile(file, judged: gate?.judge.judged(file), in: writer.forms)
      gate?.note(rendered.file)
      try writer.write(rendered)
    }
    return try ReplayCommand.conclude(writer, gate, on: console)
      .unless(exitZero: invocation[TraceArguments.exitZero])
  }

  private static func mergeScans(
    _ readers: [PartialReader], _ invocation: Invocation, on console: Console
  ) throws -> ExitStatus {
    for option in BaselineGate.options where invocation.given.contains(option.name) {
      throw UsageError(
        "'\(option.spelling)' needs results of 'replay', but these are from 'scan'",
        remedy: "scan judges without a baseline")
    }
    let forms = try ResultForm.all(of: invocation, others: readers.map(\.name))
    guard
      let (files, leftOut) = try files(of: readers, ScanFindings.self, invocation, on: console)
    else { return .badInput }
    let writer = ResultWriter<ScanFindings>(
      forms: forms, inputs: files.count, leftOut: leftOut, options: readers[0].header.options,
      invocation, on: console)
    for file in files { try writer.write(file) }
    return try writer.finish().unless(exitZero: invocation[TraceArguments.exitZero])
  }

  /// The traces of all results in the order of their names, and the entries that were left out of
  /// folders; nil if errors were reported.
  private static func files<Kind: Findings>(
    of readers: [PartialReader], _ kind: Kind.Type, _ invocation: Invocation, on console: Console
  ) throws(UsageError) -> (files: [Kind.File], leftOut: [String])? {
    var files: [Kind.File] = []
    var leftOut: Set<ExactName> = []
    var owners: [ExactName: String] = [:]
    var isWrong = false
    for reader in readers {
      do throws(TraceError) {
        let part = try reader.traces(of: kind)
        files += part.files
        leftOut.formUnion(part.leftOut.map(ExactName.init))
      } catch {
        console.complain(at: error.description)
        isWrong = true
        continue
      }
      guard !invocation[allowDuplicates], !isWrong else { continue }
      for file in files.dropFirst(owners.count) {
        let name = file.result.file
        if let owner = owners.updateValue(reader.name, forKey: ExactName(name)) {
          throw UsageError(
            "the trace \(Printable.quoted(name)) is in \(Printable.quoted(owner)) and again in "
              + Printable.quoted(reader.name),
            remedy: "omit one of them, or add '--allow-duplicates'")
        }
      }
    }
    guard !isWrong else { return nil }
    let entries = leftOut.map(\.text).inOrder(of: \.self)
    if let note = LeftOut.note(on: entries), !invocation[TraceArguments.quiet] {
      console.complain("note: \(note)")
    }
    return (files.inOrder(of: \.result.file), entries)
  }
}
