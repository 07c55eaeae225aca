import Foundation
import LayoutTrace
import LoopHunter

// Runs one operation on a trace and prints one line. Trace/run.sh times it against other tools.
//
//   TraceBenchmarks scan WORKERS FILE      counts layouts
//   TraceBenchmarks replay FILE            runs the trace again, unhunted
//   TraceBenchmarks hunt FILE              runs it again with a hunter on every view
//   TraceBenchmarks record EVENTS FILE     records a run of a feed with 10 000 views

let arguments = CommandLine.arguments
do {
  switch (arguments.dropFirst().first, arguments.count) {
  case ("scan", 4): try scan(arguments[3], workers: Int(arguments[2]) ?? 1)
  case ("replay", 3): try replay(arguments[2], hunting: false)
  case ("hunt", 3): try replay(arguments[2], hunting: true)
  case ("record", 4): try Feed.record(arguments[3], events: Int(arguments[2]) ?? 2_000_000)
  default:
    print("usage: TraceBenchmarks scan WORKERS FILE | replay FILE | hunt FILE | record N FILE")
    exit(2)
  }
} catch {
  print(error)
  exit(2)
}

func scan(_ path: String, workers: Int) throws {
  let result = try TraceScan(options: TraceScan.Options(workers: workers)).run(.path(path))
  print(
    "\(result.summary.events) events, \(result.summary.layouts) layouts, "
      + "\(result.loops.count) loops, highest count \(result.histogram.last?.layouts ?? 0)")
}

func replay(_ path: String, hunting: Bool) throws {
  let start = ContinuousClock.now
  let replayer = try TraceReplayer(.path(path))
  let hunter = LoopHunter(loop: replayer.loop)
  var reports = 0
  if hunting {
    replayer.onView = { view, _ in
      _ = try? hunter.attach(to: view) { _ in reports += 1 }
    }
  }
  let result = try replayer.run()
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  print(
    "\(result.summary.events) events, \(result.replayedLayouts) layouts, \(reports) reports, "
      + "\(result.unexplainedLayouts) unexplained, \(result.divergentTurns) divergent turns, "
      + "\(Int(Double(result.summary.events) / seconds)) events a second")
  if let divergence = result.divergence { print(divergence) }
}
