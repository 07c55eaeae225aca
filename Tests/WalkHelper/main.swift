// Takes hostile walks as a program of its own: under a leak checker, a test runner's own leaks
// would cover up ours. Arguments: the first seed, how many walks, and `threads` for many at once.

import Foundation
import HostileHunting

let arguments = CommandLine.arguments.dropFirst()
guard let first = arguments.first.flatMap({ UInt64($0) }),
  let count = arguments.dropFirst().first.flatMap({ Int($0) })
else {
  FileHandle.standardError.write(Data("usage: WalkHelper FIRST-SEED COUNT [threads]\n".utf8))
  exit(2)
}

var faults: [String] = []
var walks = 0
var (calls, comparisons, traces) = (0, 0, 0)
if arguments.contains("threads") {
  (faults, walks) = await HostileWalk.onThreads(first: first, count: count, steps: 60)
} else {
  for seed in first..<first + UInt64(count) {
    let walk = HostileWalk(seed: seed, steps: 120)
    if let fault = walk.fault { faults.append("\(fault), seed \(seed)") }
    walks += 1
    calls += walk.calls
    comparisons += walk.comparisons
    traces += walk.traces
  }
}
for fault in faults { print(fault) }
print(
  "\(walks) walks, \(faults.count) faults; \(calls) calls, \(comparisons) comparisons, "
    + "\(traces) traces")
exit(faults.isEmpty ? 0 : 1)
