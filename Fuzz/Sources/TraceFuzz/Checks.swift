import Foundation
import LayoutTrace
import LoopHunter
import ViewTree
import loophunt

/// Checks that must hold for any bytes; each ends the process if it fails.
struct Checks {
  let trace: [UInt8]
  private let input: TraceInput

  init(_ trace: [UInt8]) {
    self.trace = trace
    input = .bytes(trace, name: "input")
  }

  private static func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("a check failed: \(message())") }
  }

  /// All readers agree with each other, and no line is lost.
  func readers() {
    let newlines = trace.count { $0 == Expansion.newline }
    let hasTail = trace.last.map { $0 != Expansion.newline } ?? false
    guard let reader = try? TraceReader(input, options: TraceOptions(isLenient: true)) else {
      fatalError("bytes in memory cannot be opened")
    }
    var isEmpty = false
    var events: [TraceEvent] = []
    do { while let event = try reader.next() { events.append(event) } } catch { isEmpty = true }
    let summary = reader.summary
    Self.expect(
      summary.lines + (summary.hasTornTail ? 1 : 0) == newlines + (hasTail ? 1 : 0),
      "\(summary.lines) lines of \(newlines), torn: \(summary.hasTornTail)")

    let validation = try? TraceValidation(input, errorLimit: 3)
    var first: TraceError?
    do {
      let strict = try TraceReader(input)
      while try strict.next() != nil {}
    } catch { first = error }
    Self.expect(
      validation?.errors.first == first, "strict: \(first?.description ?? "nothing wrong")")

    var results: [TraceScan.Result] = []
    for workers in trace.count > 100_000 ? [1, 3] : [1] {
      let options = TraceScan.Options(
        threshold: 3, isLenient: true, workers: workers,
        countsPaths: workers == 1 && trace.count < 100_000)
      if let result = try? TraceScan(options: options).run(input) { results.append(result) }
    }
    Self.expect(results.isEmpty == isEmpty, "scan and reader differ about an empty file")
    for result in results {
      Self.expect(result.summary == summary, "\(result.summary) is not \(summary)")
      Self.expect(result == results[0], "workers differ")
    }
    if !isEmpty {
      rewrite(events)
      replay(summary)
    }
  }

  /// Bytes that are recognised as a browser's recording are an error, or become a valid trace.
  func recordings() {
    for format in TraceFormats.all {
      guard let imported = (try? format.imported(from: input)) ?? nil else { continue }
      guard let validation = try? TraceValidation(.imported(imported), errorLimit: 3) else {
        fatalError("what was imported cannot be read")
      }
      Self.expect(validation.isValid, "\(format.name): \(validation.errors)")
    }
    _ = TraceFormats.recognised(inHead: trace)
  }

  /// Events that were read are written as a trace that reads the same and is written the same.
  private func rewrite(_ events: [TraceEvent]) {
    let known = events.filter { $0 != .unknown }
    guard !known.isEmpty else { return }
    let once = Self.written(known)
    var again: [TraceEvent] = []
    do {
      let options = TraceOptions(isLenient: true)
      let reader = try TraceReader(.bytes(once, name: "rewritten"), options: options)
      while let event = try reader.next() { again.append(event) }
    } catch {
      fatalError("a check failed: a trace written anew is refused: \(error)")
    }
    // An anchor point raises the version that the header states.
    let isHeader = { (event: TraceEvent) in if case .header = event { true } else { false } }
    Self.expect(
      again.filter { !isHeader($0) } == known.filter { !isHeader($0) },
      "a trace written anew reads otherwise")
    Self.expect(Self.written(again) == once, "a trace read anew is written otherwise")
  }

  private static func written(_ events: [TraceEvent]) -> [UInt8] {
    guard let writer = try? TraceWriter(to: .memory) else { fatalError("memory cannot be written") }
    for event in events { writer.write(event) }
    return writer.bytes
  }

  /// A replay with every view hunted reads the same, and ends.
  private func replay(_ summary: TraceSummary) {
    let options = TraceReplayer.Options(isLenient: true)
    guard let replayer = try? TraceReplayer(input, options: options) else { return }
    let hunter = LoopHunter(loop: replayer.loop)
    let breaks = trace.count % 3 == 0
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view, threshold: 20, reaction: breaks ? .breakLoop : .report) {
        _ in
      }
    }
    guard let result = try? replayer.run() else { return }
    Self.expect(result.summary == summary, "\(result.summary) is not \(summary)")
  }

  /// The program answers with a documented status, and its JSON is JSON.
  static func program(_ traces: [[UInt8]], choice: Int) {
    let folder = Scratch.folder
    let paths = traces.indices.map { "\(folder)/trace\($0)" }
    for (path, trace) in zip(paths, traces) { Scratch.write(trace, to: path) }
    let last = paths[paths.count - 1]
    let commands = [
      ["validate", "--format=json", paths[0]], ["scan", "--threshold=3", paths[0]],
      ["scan", "--format=json", "--lenient", paths[0]],
      ["replay", "--threshold=20", "--lenient", "--format=jsonl", paths[0]],
      ["replay", "--threshold=20", "--break", paths[0]], ["tree", "--lenient", paths[0]],
      ["tree", "--lenient", "--format=svg", paths[0]],
      ["diff", "--threshold=20", "--lenient", "--format=json", paths[0], last],
      ["merge", paths[0]], ["merge", "--format=json", paths[0]],
    ]
    let arguments = traces.count > 1 ? commands[7] : commands[choice % commands.count]
    let console = Console(
      output: TextStream(descriptor: Scratch.output, buffered: true),
      errors: TextStream(descriptor: Scratch.nowhere, buffered: true),
      style: Style(isColoured: false), progressOn: nil)
    ftruncate(Scratch.output, 0)
    lseek(Scratch.output, 0, SEEK_SET)
    let status = Program.run(arguments, on: console).rawValue
    expect((0...2).contains(status), "status \(status) of \(arguments)")
    if arguments.contains("--format=json"), status != 2 || arguments[0] == "validate" {
      let text = Scratch.read("\(folder)/output")
      expect(
        (try? JSONSerialization.jsonObject(with: Data(text))) != nil,
        "\(arguments[0]) wrote what is no JSON")
    }
  }

  /// A sink that finds this file keeps its whole lines, and adds one, or leaves it alone.
  func sink() {
    let path = "\(Scratch.folder)/events"
    Scratch.write(trace, to: path)
    var options = JSONLinesSink.Options()
    options.durability = .system
    let sink = JSONLinesSink(path: path, options: options)
    let event = AnalyticsEvent(name: .layoutLoop, id: "1", time: 1, attributes: [:])
    var wrote = true
    do { try sink.record(event) } catch { wrote = false }
    let after = Scratch.read(path)
    guard wrote else { return Self.expect(after == trace, "a refused file was changed") }
    let whole = trace.lastIndex(of: Expansion.newline).map { $0 + 1 } ?? 0
    Self.expect(after.starts(with: trace[..<whole]), "whole lines were lost")
    Self.expect(after.last == Expansion.newline && after.count > whole, "the event is not there")
  }
}

/// The files that the checks need, in memory where the system allows it.
enum Scratch {
  static let folder: String = {
    let root = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
    let path = "\(root)/loophunter-fuzz-\(getpid())"
    mkdir(path, 0o700)
    atexit { try? FileManager.default.removeItem(atPath: Scratch.folder) }
    return path
  }()
  static let output = open("\(folder)/output", O_RDWR | O_CREAT | O_TRUNC, 0o600)
  static let nowhere = open("/dev/null", O_WRONLY)

  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    let file = TextStream(descriptor: descriptor, buffered: true)
    file.write(bytes)
    file.flush()
  }

  static func read(_ path: String) -> [UInt8] {
    FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }
}
