import Foundation
import ViewTree

/// Lets several threads read and parse chunks, while one at a time counts them in their order.
///
/// A free thread takes the most urgent task, so that a suspended one does not stop the others.
final class ScanLine: @unchecked Sendable {
  // Guarded by `lock`, except the file and the counter, which are used only by the one thread for
  // which `isReading` or `isCounting` is set, and a chunk, which is used only by its present
  // holder.
  private let lock = NSCondition()
  private let file: TraceFile
  private let counter: Counter
  private let interrupt: TraceInterrupt?

  private var free: [TraceChunk]
  private var parsed: [Int: TraceChunk] = [:]
  private var nextOrdinal = 0
  private var beingParsed = 0
  private var isReading = false
  private var isCounting = false
  private var hasEnded = false
  private var hasStopped = false
  /// The number of its own threads at work.
  private var helpers = 0
  /// The error that ended reading; it counts only when everything before it has been counted.
  private var readingError: TraceError?
  private var error: TraceError?

  /// It is larger than the chunk of a single worker, so that threads seldom meet.
  private static let chunkCapacity = 128 << 10
  private static let chunksPerWorker = 3

  init(file: TraceFile, counter: Counter, workers: Int, interrupt: TraceInterrupt?) {
    (self.file, self.counter, self.interrupt) = (file, counter, interrupt)
    free = (0..<workers * Self.chunksPerWorker).map { _ in
      TraceChunk(capacity: Self.chunkCapacity)
    }
  }

  /// Reads, parses and counts the whole file, on as many threads as there are; one can do it all.
  func run(workers: Int) throws(TraceError) {
    for _ in 1..<max(1, workers) {
      lock.withLock { helpers += 1 }
      let isThere = WorkThread.start("LoopHunter scan") {
        self.work()
        self.lock.withLock {
          self.helpers -= 1
          self.lock.broadcast()
        }
      }
      if !isThere {
        lock.withLock { helpers -= 1 }
        break
      }
    }
    work()
    lock.lock()
    while helpers > 0 { lock.wait() }
    lock.unlock()
    if let error { throw error }
  }

  /// The work of each thread until the file ends.
  private func work() {
    lock.lock()
    defer { lock.unlock() }
    while !hasStopped {
      if interrupt?.isInterrupted == true { return stop(nil) }
      if !isCounting, let chunk = parsed.removeValue(forKey: nextOrdinal) {
        count(chunk)
      } else if !hasEnded, !isReading, let chunk = free.popLast() {
        readAndParse(chunk)
      } else if hasEnded, !isCounting, beingParsed == 0, parsed.isEmpty {
        return stop(readingError)
      } else {
        lock.wait()
      }
    }
  }

  private func count(_ chunk: TraceChunk) {
    isCounting = true
    lock.unlock()
    var failure: TraceError?
    do throws(TraceError) {
      try counter.count(chunk)
    } catch {
      failure = error
    }
    lock.lock()
    isCounting = false
    nextOrdinal += 1
    free.append(chunk)
    if let failure { return stop(failure) }
    lock.broadcast()
  }

  private func readAndParse(_ chunk: TraceChunk) {
    isReading = true
    lock.unlock()
    var hasMore = false
    var failure: TraceError?
    do throws(TraceError) {
      hasMore = try file.fill(chunk)
    } catch {
      failure = error
    }
    lock.lock()
    isReading = false
    guard hasMore else {
      hasEnded = true
      readingError = failure
      free.append(chunk)
      lock.broadcast()
      return
    }
    beingParsed += 1
    lock.broadcast()
    lock.unlock()
    chunk.parse()
    lock.lock()
    beingParsed -= 1
    parsed[chunk.ordinal] = chunk
    lock.broadcast()
  }

  private func stop(_ error: TraceError?) {
    if self.error == nil { self.error = error }
    hasStopped = true
    lock.broadcast()
    // A thread may wait for more input from a pipe, none of which is needed any more.
    file.abandon()
  }
}
