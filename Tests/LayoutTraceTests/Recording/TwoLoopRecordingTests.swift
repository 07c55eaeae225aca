import HuntSupport
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// Views move between the windows of two loops, each of which is recorded.
@Suite("Recordings of two loops")
struct TwoLoopRecordingTests {
  private let loops = [TurnLoop(), TurnLoop()]
  private let windows: [Window]
  private let root = JournalView("root")
  private let child = JournalView("child")

  init() {
    windows = loops.map { Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: $0) }
    windows[0].addSubview(root)
    root.addSubview(child)
  }

  /// Records both loops while `body` runs, and expects that both recordings come back.
  private func record(_ body: () throws -> Void) throws -> [String] {
    for loop in loops { loop.runTurn() }
    let recorders = try loops.map { try TraceRecorder($0, to: .memory) }
    try body()
    for loop in loops { loop.runTurn() }
    for (number, recorder) in recorders.enumerated() {
      try recorder.finish()
      let (again, result) = try TraceText.replay(recorder.bytes)
      #expect(TraceText.error(TraceText.input(recorder.bytes)) == nil)
      let isSame = again == recorder.bytes
      #expect(isSame, "\(number): \(TraceText.firstDifference(recorder.bytes, again))")
      #expect(result.divergence == nil, "\(number)")
    }
    return recorders.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("a forced pass that goes on in a window of another loop tells that of the marks it takes")
  func takenMarks() throws {
    let (windows, child) = (windows, child)
    let traces = try record {
      let layouts = child.layouts
      root.onLayout = { root in
        windows[1].addSubview(root)
        child.setNeedsLayout()
      }
      root.setNeedsLayout()
      root.layoutIfNeeded()
      root.onLayout = nil
      #expect(child.layouts > layouts && !child.needsLayout)
    }
    let lines = traces[1].split(separator: "\n")
    #expect(lines.contains(#"{"e":"clean","v":3}"#), "\(traces[1])")
    #expect(!lines.contains(#"{"e":"layout","v":3}"#) && lines.contains(#"{"e":"layout","v":1}"#))
  }

  @Test("marks that it gives back at its limit are told, too")
  func returnedMarks() throws {
    let (windows, child) = (windows, child)
    loops[0].passLimit = 3
    _ = try record {
      child.onLayout = { $0.setNeedsLayout() }
      root.onLayout = { root in
        if root.superview === windows[0] { windows[1].addSubview(root) }
        child.setNeedsLayout()
        root.setNeedsLayout()
      }
      root.setNeedsLayout()
      root.layoutIfNeeded()
      #expect(root.needsLayout && child.needsLayout)
      (child.onLayout, root.onLayout) = (nil, nil)
    }
  }

  @Test("views that move between the windows are in each trace as they were there")
  func moves() throws {
    let traces = try record {
      for round in 0..<4 {
        let target = windows[(round + 1) % 2]
        child.setNeedsLayout()
        target.addSubview(root)
        root.frame.size.width += 5
        child.frame.origin.x += 1
        if round % 2 == 0 { loops[1].runTurn() } else { root.layoutIfNeeded() }
        root.bounds.origin.y += 1
        if round == 2 { child.removeFromSuperview() }
      }
      windows[1].addSubview(child)
      loops[0].runTurn()
    }
    #expect(traces.allSatisfy { $0.contains(#""e":"move""#) })
  }
}
