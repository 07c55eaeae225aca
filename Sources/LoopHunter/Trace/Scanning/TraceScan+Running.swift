import Dispatch
import Foundation
import Synchronization

extension TraceScan {
  /// Scans a trace to its end.
  ///
  /// With several workers, each reads and parses chunks of its own, and they are counted in the
  /// order of the file: the result is the same with any number of workers.
  ///
  /// - Throws: the first `TraceError` of the file, unless the options are lenient.
  public func run(_ input: TraceInput) throws(TraceError) -> Result {
    let options = TraceOptions(isLenient: options.isLenient)
    let file = try TraceFile(
      input, maximumLineLength: options.maximumLineLength, interrupt: interrupt)
    let counter = Counter(scan: self, file: file, options: options)
    if self.options.workers > 1 {
      try runInParallel(file, counter)
    } else {
      let chunk = TraceChunk()
      while interrupt?.isInterrupted != true, try file.fill(chunk) {
        chunk.parse()
        try counter.count(chunk)
      }
    }
    return try counter.finish()
  }

  private func runInParallel(_ file: TraceFile, _ counter: Counter) throws(TraceError) {
    let line = ScanLine(file: file, counter: counter, interrupt: interrupt)
    DispatchQueue.concurrentPerform(iterations: options.workers) { _ in line.work() }
    if let error = line.error { throw error }
  }
}

/// The end of the line where chunks are judged and counted, one after the other.
private final class Counter {
  private var state: State

  init(scan: TraceScan, file: TraceFile, options: TraceOptions) {
    state = State(scan: scan, file: file, options: options)
  }

  /// Judges and counts the lines of a parsed chunk.
  func count(_ chunk: TraceChunk) throws(TraceError) { try state.count(chunk) }

  func finish() throws(TraceError) -> TraceScan.Result { try state.finish() }
}

/// What a counter counts with: a value, so that a whole chunk is one access to it.
private struct State {
  private var judge: TraceJudge
  private var tally: LayoutTally
  private let scan: TraceScan
  private let totalBytes: Int64?
  private var nextProgress: Int64 = 0

  /// How many bytes lie between two calls of the progress closure.
  private static let progressStep: Int64 = 4 << 20

  init(scan: TraceScan, file: TraceFile, options: TraceOptions) {
    self.scan = scan
    totalBytes = file.totalBytes
    judge = TraceJudge(file: file.name, options: options)
    tally = LayoutTally(options: scan.options)
  }

  /// Judges and counts the lines of a parsed chunk.
  mutating func count(_ chunk: TraceChunk) throws(TraceError) {
    judge.note(bytes: chunk.consumedBytes)
    let lines = chunk.lines
    let countsPaths = scan.options.countsPaths
    for index in lines.indices {
      let slot = try judge.accept(&lines[index], of: chunk, isLast: index == lines.count - 1)
      guard slot >= 0 || slot == TraceChecker.withoutView else { continue }
      switch lines[index].kind {
      case .layout:
        if countsPaths { tally.notePath(slot, judge.checker) }
        tally.layout(slot)
      case .turn: tally.beginTurn(lines[index].turn)
      case .view: tally.view(slot, lines[index], of: chunk)
      case .gone: tally.gone(slot)
      default: break
      }
    }
    if let progress = scan.progress, judge.summary.bytes >= nextProgress {
      progress(judge.summary.bytes, totalBytes)
      nextProgress = judge.summary.bytes + Self.progressStep
    }
  }

  mutating func finish() throws(TraceError) -> TraceScan.Result {
    try judge.finish(isInterrupted: scan.interrupt?.isInterrupted == true)
    return tally.finish(judge.summary)
  }
}

/// Lets several threads read and parse chunks, and one at a time count them in their order.
private final class ScanLine: @unchecked Sendable {
  // The file is used under `reading`, the counter only by the thread whose chunk is next, and the
  // error under `turns`.
  private let file: TraceFile
  private let counter: Counter
  private let interrupt: TraceInterrupt?
  private let reading = Mutex(())
  private let turns = NSCondition()
  private let nextOrdinal = Atomic<Int>(0)
  private let hasStopped = Atomic<Bool>(false)
  private(set) var error: TraceError?

  /// Larger than a chunk of one worker, so that threads seldom wait for each other.
  private static let chunkCapacity = 256 << 10
  /// How often a thread looks whether it is next before it sleeps.
  private static let spins = 2_000

  init(file: TraceFile, counter: Counter, interrupt: TraceInterrupt?) {
    self.file = file
    self.counter = counter
    self.interrupt = interrupt
  }

  /// What each thread does until the file ends.
  func work() {
    let chunk = TraceChunk(capacity: Self.chunkCapacity)
    while !hasStopped.load(ordering: .relaxed), interrupt?.isInterrupted != true {
      do throws(TraceError) {
        guard try fill(chunk) else { return }
        chunk.parse()
        guard waitUntilNext(chunk.ordinal) else { return }
        try counter.count(chunk)
      } catch {
        stop(error)
        return
      }
      advance()
    }
    stop(nil)
  }

  private func fill(_ chunk: TraceChunk) throws(TraceError) -> Bool {
    let outcome = reading.withLock { _ in
      Result<Bool, TraceError> { () throws(TraceError) in try file.fill(chunk) }
    }
    return try outcome.get()
  }

  private func waitUntilNext(_ ordinal: Int) -> Bool {
    for _ in 0..<Self.spins {
      if nextOrdinal.load(ordering: .acquiring) == ordinal { return true }
      if hasStopped.load(ordering: .relaxed) { return false }
    }
    turns.lock()
    defer { turns.unlock() }
    while nextOrdinal.load(ordering: .acquiring) != ordinal {
      if hasStopped.load(ordering: .relaxed) { return false }
      turns.wait()
    }
    return true
  }

  private func advance() {
    turns.lock()
    nextOrdinal.add(1, ordering: .releasing)
    turns.broadcast()
    turns.unlock()
  }

  private func stop(_ error: TraceError?) {
    turns.lock()
    if self.error == nil { self.error = error }
    hasStopped.store(true, ordering: .relaxed)
    turns.broadcast()
    turns.unlock()
  }
}
