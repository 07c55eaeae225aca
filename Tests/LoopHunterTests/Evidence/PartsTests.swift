import Foundation
import LoopHunter
import Testing
import ViewTree

/// Notes the most bytes that a recorder takes.
private final class Sizes: LayoutObserver {
  let recorder: EvidenceRecorder
  private(set) var most = 0
  private(set) var mostNames = 0

  init(_ recorder: EvidenceRecorder) { self.recorder = recorder }

  func layoutEntered(_ view: View) {
    most = max(most, recorder.byteCount)
    mostNames = max(mostNames, recorder.nameByteCount)
  }
}

@Suite struct EvidencePartsTests {
  @Test("the ring takes at most 4 MiB and forgets the oldest, whatever happens in a turn")
  func bounded() throws {
    let loop = TurnLoop()
    loop.passLimit = 40
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(root)
    var height: CGFloat = 1
    for _ in 0..<3000 { root.addSubview(View()) }
    root.onLayout = { root in
      height += 1
      for view in root.subviews { view.frame.size.height = height }
      root.setNeedsLayout()
    }
    let recorder = EvidenceRecorder(loop: loop)
    #expect(recorder.byteCount < 1024)
    recorder.arm()
    var most = 0
    let observer = loop.addObserver(at: .afterCommit) { most = recorder.byteCount }
    loop.runTurn()
    observer.cancel()
    // The ring is full; its other half is for names.
    #expect(most >= 2 << 20)
    #expect(most <= 3 << 20)
    // The turn is over: nothing is kept.
    #expect(!recorder.isArmed)
    #expect(recorder.byteCount < 1024)
    root.onLayout = nil
  }

  @Test("more new views in a turn than can be numbered start the evidence anew")
  func tooManyViews() throws {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let host = GeneratedView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(host)
    host.onLayout = { host in
      for _ in 0..<1000 { host.addSubview(View()) }
    }
    let recorder = EvidenceRecorder(loop: loop)
    recorder.arm()
    let sizes = Sizes(recorder)
    let observation = loop.addLayoutObserver(sizes)
    loop.runTurn()
    observation.cancel()
    #expect(host.subviews.count > 20_000)
    // All the names that there is room for, beside a ring that is far from full.
    #expect(sizes.most > 1 << 20)
    #expect(sizes.mostNames <= 2 << 20)
    host.onLayout = nil
  }
}
