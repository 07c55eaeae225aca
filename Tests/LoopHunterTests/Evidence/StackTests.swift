import Foundation
import HuntSupport
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
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

  @Test("the culprit names function, file and line of the code that dirtied")
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
    let root = GeneratedView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(root)
    // Twenty views that each keep the loop going.
    for _ in 0..<20 {
      let view = GeneratedView(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      view.onLayout = { view in view.superview?.setNeedsLayout() }
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
    for view in root.subviews { (view as? GeneratedView)?.onLayout = nil }
  }

  @Test("eight threads hunt at once, and all of them name the line")
  func threads() async {
    // `make stress` runs a hundred times as many.
    let rounds = ProcessInfo.processInfo.environment["LOOPHUNTER_STRESS"].flatMap(Int.init) ?? 1
    for _ in 0..<rounds {
      await withTaskGroup(of: [String?].self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<40).map { _ in
              let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
              let report = reports(of: view).first
              return report.map { "\($0.culprit?.edge.location ?? "nowhere")" }
            }
          }
        }
        for await places in group {
          #expect(places.count == 40 && !places.contains(nil))
          #if DEBUG
          #expect(places.allSatisfy { $0 == "StackTests.swift:\(Guilty.line)" })
          #endif
        }
      }
    }
  }

  @Test("several threads can read one report at once")
  func readers() async throws {
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let report = try #require(reports(of: view).first)
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { "\(report)\(report.stacks)" } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts.count == 1)
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

  @Test("addresses that lead nowhere are survived, whatever a walker brings")
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

  @Test("names are looked up by those who read them, and not by the thread of the loop")
  func laziness() throws {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    let hunter = LoopHunter(loop: loop)
    hunter.analytics.throttle = .unlimited
    let places = Locked<[String]>([])
    hunter.analytics.redaction = .texts { text in
      if text.contains("StackTests.swift") {
        places.withLock { $0.append("\(pthread_self())") }
      }
      return text
    }
    hunter.analytics.add(
      ClosureSink { event in
        if case .string(let text)? = event.attributes["culprit"] {
          places.withLock { $0.append(text) }
        }
      })
    try hunter.attach(to: view, threshold: 20) { _ in }
    loop.runTurn()
    #expect(hunter.analytics.flush(timeout: .generous))
    let seen = places.withLock { $0 }
    let loopThread = "\(pthread_self())"
    #expect(seen.last?.hasPrefix("`Guilty`") == true)
    #if DEBUG
    #expect(seen.last?.contains("at StackTests.swift:\(Guilty.line)") == true)
    // The sink's thread rewrote it.
    #expect(seen.count > 1 && seen.dropLast().allSatisfy { $0 != loopThread })
    #endif
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
