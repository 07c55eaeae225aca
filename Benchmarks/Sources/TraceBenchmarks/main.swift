import Foundation
import LoopHunter

// Scans a trace and prints one line. Trace/run.sh times it against other tools.
//
//   TraceBenchmarks scan WORKERS FILE

let arguments = CommandLine.arguments
guard arguments.count == 4, arguments[1] == "scan", let workers = Int(arguments[2]) else {
  print("usage: TraceBenchmarks scan WORKERS FILE")
  exit(2)
}
let scan = TraceScan(options: TraceScan.Options(workers: workers))
do {
  let result = try scan.run(.path(arguments[3]))
  print(
    "\(result.summary.events) events, \(result.summary.layouts) layouts, "
      + "\(result.loops.count) loops, highest count \(result.histogram.last?.layouts ?? 0)")
} catch {
  print(error)
  exit(2)
}
