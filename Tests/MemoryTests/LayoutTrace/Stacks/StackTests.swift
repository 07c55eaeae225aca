import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

private final class Guilty: View {
  static let line = #line + 3

  override func layoutSubviews() {
    setNeedsLayout()
  }
}

/// Dirties itself at one line in odd turns and at another in even ones.
private final class TwoFaced: View {
  static let lines = (odd: #line + 5, even: #line + 7)

  override func layoutSubviews() {
    guard let turn = window?.loop.turn else { return }
    if turn.isMultiple(of: 2) == false {
      setNeedsLayout()
    } else {
      setNeedsLayout()
    }
  }
}

/// The reports of one loop, from any thread.
private func reports(of view: View, turns: Int = 1, walker: StackWalker = .system) -> [LoopReport] {
  let loop = TurnLoop()
  loop.passLimit = 60
  let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
  window.addSubview(view)
  var reports: [LoopReport] = []
  let hunter = LoopHunter(loop: loop, walker: walker)
  _ = try? hunter.attach(to: view, threshold: 20) { reports.append($0) }
  for _ in 0..<turns { loop.runTurn() }
  return reports
}

@Suite("Call stacks")
struct StackTests {
  private func report(_ configuration: LoopHunter.Configuration) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: configuration)
    try hunter.attach(to: view) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first)
  }

  @Test("the culprit has the function, file and line of the code that dirtied")
  func symbols() throws {
    let report = try report(.default)
    let edge = try #require(report.culprit?.edge)
    #if DEBUG
    #expect(edge.function == "Guilty.layoutSubviews()")
    #expect(edge.location == "StackTests.swift:\(Guilty.line)")
    #expect(report.stacks.count == 1)
    #expect(
      report.stacks[0].frames == ["Guilty.layoutSubviews() at StackTests.swift:\(Guilty.line)"])
    #expect(report.culprit?.sentence.contains("at StackTests.swift:\(Guilty.line))") == true)
    #else
    #expect(edge.function == nil || edge.function!.contains("layoutSubviews"))
    #endif
  }

  #if DEBUG
  @Test("a loop in every turn names the line of each turn, also one that was named before")
  func knownStacks() throws {
    let loop = TurnLoop()
    loop.passLimit = 200
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = TwoFaced(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    var locations: [CodeLocation?] = []
    let hunter = LoopHunter(loop: loop)
    try hunter.attach(to: view) { locations.append($0.culprit?.edge.location) }
    for _ in 0..<4 { loop.runTurn() }
    let (odd, even) = TwoFaced.lines
    #expect(locations == [odd, even, odd, even].map { "StackTests.swift:\($0)" })
  }
  #endif

  @Test("without stacks the report is complete otherwise")
  func withoutStacks() throws {
    let bare = try report(.init(stackLimit: 0))
    let full = try report(.default)
    #expect(bare.stacks.isEmpty)
    #expect(bare.culprit?.edge.location == nil)
    #expect(bare.verdict == full.verdict)
    #expect(bare.fingerprint == full.fingerprint)
    #expect(bare.cycle == full.cycle)
    #expect(
      bare.culprit?.sentence
        == "`Guilty` (Window/Guilty) called `setNeedsLayout` on itself in its layout; that dirtied "
        + "`Guilty` again.")
  }

  @Test("no more stacks are captured than the limit says, and no edge has two")
  func bounded() throws {
    let loop = TurnLoop()
    loop.passLimit = 300
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let root = JournalView("root", frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(root)
    // Twenty views that each keep the loop going.
    for _ in 0..<20 {
      let view = JournalView("view") { $0.superview?.setNeedsLayout() }
      root.addSubview(view)
    }
    root.onLayout = { root in for view in root.subviews { view.setNeedsLayout() } }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 3))
    try hunter.attach(to: root, threshold: 40) { reports.append($0) }
    loop.runTurn()
    let report = try #require(reports.first)
    #expect(report.stacks.count <= 3)
    #expect(report.otherEdges.count >= 1)
    #expect(
      report.remarks.contains { $0.description.hasPrefix("Several edges keep this loop going") })
    for view in root.subviews { (view as? JournalView)?.onLayout = nil }
  }

  @Test("where frames cannot be walked, there is no stack, and a note says so")
  func unwalkable() throws {
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let report = try #require(reports(of: view, walker: .none).first)
    #expect(report.stacks.isEmpty)
    #expect(report.culprit?.edge.function == nil && report.culprit?.edge.location == nil)
    #expect(report.remarks.contains(.noStack))
    #expect(report.description.split(separator: "\n").contains { $0.hasPrefix("Note") })
  }

  @Test("wild addresses from a stack walker do no harm")
  func wildAddresses() throws {
    let walkers = [
      StackWalker { buffer in
        for index in buffer.indices { buffer[index] = UInt(index) &* 0x1111_1111_1111 }
        return buffer.count
      },
      StackWalker { buffer in
        let inside = StackWalker.system.addresses(limit: buffer.count)
        for (index, address) in inside.enumerated() { buffer[index] = address }
        for index in inside.indices where index > 0 { buffer[index] = .max - UInt(index) }
        return inside.count
      },
      StackWalker { _ in .max }, StackWalker { _ in -1 },
    ]
    for walker in walkers {
      let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      let report = try #require(reports(of: view, walker: walker).first)
      #expect(report.culprit?.edge.action.name == "setNeedsLayout")
      #expect(report.culprit?.edge.location == nil)
      #expect(!report.description.isEmpty)
    }
  }

  @Test("equality, hash and fingerprint do not depend on symbols, and reading them changes none")
  func equality() throws {
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let seen = try #require(reports(of: view).first)
    var unseen = try #require(reports(of: view, walker: .none).first)
    unseen.remarks = seen.remarks
    #expect(seen == unseen && seen.hashValue == unseen.hashValue)
    #expect(seen.fingerprint == unseen.fingerprint)
    let decoded = try JSONDecoder().decode(LoopReport.self, from: JSONEncoder().encode(seen))
    #expect(decoded == seen && decoded.hashValue == seen.hashValue)
    #expect(decoded.description == seen.description)
    #expect(decoded.stacks == seen.stacks)
    var other = seen
    other.culprit?.sentence = "`Guilty` did something else."
    #expect(other != seen)
  }

  @Test("an address is named only while the image that it belongs to is loaded")
  func images() throws {
    let present = try #require(LoadedImages.current)
    #expect(LoadedImages.current === present)
    let address = try #require(StackWalker.system.addresses(limit: 4).first)
    let image = try #require(present.image(at: address))
    #expect(image.start <= address && address < image.end && image.path.hasPrefix("/"))
    #expect(present.image(at: 16) == nil && present.image(at: .max) == nil)
    for (before, after) in zip(present.images, present.images.dropFirst()) {
      #expect(before.end <= after.start)
    }
  }
}
