import Foundation
import TestSupport
import Testing
import ViewTree
import loophunt

/// Work on items at once, whose results come in order.
@Suite("Ordered work")
struct OrderedWorkTests {
  @Test("results come in the order of the items, one at a time, and few wait")
  func inOrder() throws {
    for jobs in [1, 2, 7] {
      let begun = Locked(0)
      var taken: [Int] = []
      var mostAhead = 0
      try OrderedWork<Int>.run(
        count: 300, jobs: jobs, until: { false },
        work: { index, _ in
          begun.withLock { $0 += 1 }
          // The first item of each ten takes longest.
          if index % 10 == 0 { usleep(500) }
          return index * index
        },
        deliver: { index, square in
          #expect(square == index * index)
          mostAhead = max(mostAhead, begun.withLock { $0 } - taken.count)
          taken.append(index)
        })
      #expect(taken == Array(0..<300))
      #expect(mostAhead <= jobs * 8)
    }
  }

  @Test("work that waits for its turn goes on when everything before it was handed over")
  func turns() throws {
    var taken: [Bool] = []
    let delivered = Locked(0)
    try OrderedWork<Bool>.run(
      count: 100, jobs: 5, until: { false },
      work: { index, turn in
        turn.wait()
        return turn.isNow && delivered.withLock { $0 } == index
      },
      deliver: { _, isInTurn in
        taken.append(isInTurn)
        delivered.withLock { $0 += 1 }
      })
    #expect(taken == Array(repeating: true, count: 100))
  }

  @Test("an error of the receiver of results ends the work", arguments: [1, 4])
  func failure(jobs: Int) throws {
    struct Failure: Error {}
    var taken: [Int] = []
    #expect(throws: Failure.self) {
      try OrderedWork<Int>.run(
        count: 1000, jobs: jobs, until: { false },
        work: { index, turn in
          if index % 7 == 3 { turn.wait() }
          return index
        },
        deliver: { index, _ in
          taken.append(index)
          if index == 20 { throw Failure() }
        })
    }
    #expect(taken == Array(0...20))
  }

  @Test("results of started work are handed over after a stop", arguments: [1, 4])
  func enough(jobs: Int) throws {
    let isEnough = Locked(false)
    var taken: [Int] = []
    try OrderedWork<Int>.run(
      count: 1000, jobs: jobs, until: { isEnough.withLock { $0 } },
      work: { index, _ in
        if index == 10 { isEnough.withLock { $0 = true } }
        return index
      },
      deliver: { index, _ in taken.append(index) })
    #expect(taken.count >= 11 && taken.count <= 11 + jobs * 8)
    #expect(taken == Array(0..<taken.count))
  }
}
