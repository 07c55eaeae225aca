import Foundation
import LoopHunter
import ViewTree

// Does one thing with a trace and prints one line. Trace/run.sh times it against other tools.
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
  case ("record", 4): try record(arguments[3], events: Int(arguments[2]) ?? 2_000_000)
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

/// A window with 100 feeds of 99 cells; each turn lays out some cells that write their neighbours.
func record(_ path: String, events: Int) throws {
  final class Cell: View {
    var neighbours: [View] = []
    var round = 0.0

    override func layoutSubviews() {
      round = round == 0 ? 0.5 : 0
      for (offset, neighbour) in neighbours.enumerated() {
        neighbour.frame.origin.y = Double(offset) * 44 + round
      }
      neighbours.first?.superview?.setNeedsLayout(because: .content)
    }
  }
  let loop = TurnLoop()
  let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
  var cells: [Cell] = []
  for feed in 0..<100 {
    let feedView = View(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
    feedView.identifier = "feed-\(feed)"
    window.addSubview(feedView)
    let first = cells.count
    for index in 0..<99 {
      let cell = Cell(frame: CGRect(x: 0, y: Double(index) * 44, width: 390, height: 44))
      feedView.addSubview(cell)
      cells.append(cell)
    }
    for index in first..<cells.count {
      cells[index].neighbours = (1...5).map { cells[first + (index - first + $0) % 99] }
    }
  }
  loop.runUntilIdle()
  let recorder = try TraceRecorder(loop, to: .path(path))
  var next = 0
  for _ in 0..<(events / 260) {
    for _ in 0..<24 {
      next = (next + 977) % cells.count
      cells[next].setNeedsLayout()
    }
    loop.runTurn()
  }
  try recorder.finish()
}
