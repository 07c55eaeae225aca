import ViewTree

/// Works on numbered items at the same time, and hands over the results one by one, in their order.
///
/// A free thread takes the most urgent task: handing over the next result, or working on another
/// item. Only a few results wait for their turn, however long the item before them takes.
package final class OrderedWork<Output: Sendable>: @unchecked Sendable {
  // Guarded by `lock`, except `deliver`, which only the thread calls that set `isDelivering`.
  private let lock = NSCondition()
  private let count: Int
  private let isEnough: () -> Bool
  private let work: @Sendable (Int, Turn) -> Output
  private let deliver: (Int, Output) throws -> Void
  /// The most items that may be begun and not handed over.
  private let window: Int

  private var results: [Int: Output] = [:]
  private var begun = 0
  /// The item whose result is handed over next.
  private var next = 0
  private var running = 0
  private var isDelivering = false
  private var hasStopped = false
  private var helpers = 0
  private var failure: (any Error)?

  /// The number of items that each thread may be ahead.
  private static var windowPerJob: Int { 8 }

  private init(
    count: Int, jobs: Int, until isEnough: @escaping () -> Bool,
    work: @escaping @Sendable (Int, Turn) -> Output, deliver: @escaping (Int, Output) throws -> Void
  ) {
    (self.count, self.isEnough, self.work, self.deliver) = (count, isEnough, work, deliver)
    window = jobs * Self.windowPerJob
  }

  /// Tells the work on one item when all items before it were handed over.
  package struct Turn: Sendable {
    fileprivate let line: OrderedWork?
    fileprivate let index: Int

    /// True if all items before it were handed over.
    package var isNow: Bool {
      guard let line else { return true }
      return line.lock.withLock { line.next == index }
    }

    /// Waits until all items before it were handed over, or the work is given up.
    package func wait() {
      guard let line else { return }
      line.lock.lock()
      while line.next != index, !line.hasStopped { line.lock.wait() }
      line.lock.unlock()
    }
  }

  /// Works on the items 0 to `count`, on this thread and as many others as there are.
  ///
  /// One thread suffices: if the system has no more of them, the work is only slower. `deliver`
  /// gets the results one at a time, on any thread; after its error nothing more is handed over.
  package static func run(
    count: Int, jobs: Int, until isEnough: @escaping () -> Bool,
    work: @escaping @Sendable (Int, Turn) -> Output, deliver: @escaping (Int, Output) throws -> Void
  ) throws {
    guard jobs > 1, count > 1 else {
      for index in 0..<count where !isEnough() {
        try deliver(index, work(index, Turn(line: nil, index: index)))
      }
      return
    }
    // A thread may hold on to it for a moment longer than this call.
    let line = OrderedWork(count: count, jobs: jobs, until: isEnough, work: work, deliver: deliver)
    try line.run(helpers: min(jobs, count) - 1)
  }

  private func run(helpers wanted: Int) throws {
    for _ in 0..<wanted {
      lock.withLock { helpers += 1 }
      let size = StackLimit.sizeForThreads
      let isThere = WorkThread.start("loophunt job", stackSize: size) { [self] in
        workAndDeliver()
        lock.withLock {
          helpers -= 1
          lock.broadcast()
        }
      }
      if !isThere {
        lock.withLock { helpers -= 1 }
        break
      }
    }
    workAndDeliver()
    lock.lock()
    while helpers > 0 { lock.wait() }
    lock.unlock()
    if let failure { throw failure }
  }

  /// The loop of each thread until all results were handed over.
  private func workAndDeliver() {
    lock.lock()
    defer { lock.unlock() }
    while !hasStopped {
      if !isDelivering, let output = results.removeValue(forKey: next) {
        handOver(output)
      } else if begun < count, begun < next + window, !isEnough() {
        workOnNext()
      } else if running == 0, !isDelivering, results.isEmpty {
        hasStopped = true
        lock.broadcast()
      } else {
        lock.wait()
      }
    }
  }

  private func handOver(_ output: Output) {
    let index = next
    isDelivering = true
    lock.unlock()
    var problem: (any Error)?
    do { try deliver(index, output) } catch { problem = error }
    lock.lock()
    isDelivering = false
    next += 1
    if let problem {
      failure = problem
      hasStopped = true
    }
    lock.broadcast()
  }

  private func workOnNext() {
    let index = begun
    begun += 1
    running += 1
    lock.unlock()
    let output = work(index, Turn(line: self, index: index))
    lock.lock()
    running -= 1
    results[index] = output
    lock.broadcast()
  }
}
