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

@Suite("Call stacks on threads")
struct StackThreadTests {
  /// The report of one turn, on any thread.
  private func firstReport(of view: View) -> LoopReport? {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    window.addSubview(view)
    var report: LoopReport?
    let hunter = LoopHunter(loop: loop)
    _ = try? hunter.attach(to: view, threshold: 20) { report = $0 }
    loop.runTurn()
    return report
  }

  @Test("eight threads hunt at once, and all of them name the line")
  func threads() async {
    // `make stress` runs a hundred times as many.
    let rounds = ProcessInfo.processInfo.environment["LOOPHUNTER_STRESS"].flatMap(Int.init) ?? 1
    let reports = caseCount(40, inDebug: Sanitizer.isOn ? 40 : 12)
    for _ in 0..<rounds {
      await withTaskGroup(of: [String?].self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<reports).map { _ in
              let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
              return firstReport(of: view).map { "\($0.culprit?.edge.location ?? "nowhere")" }
            }
          }
        }
        for await places in group {
          #expect(places.count == reports && !places.contains(nil))
          #if DEBUG
          #expect(places.allSatisfy { $0 == "StackThreadTests.swift:\(Guilty.line)" })
          #endif
        }
      }
    }
  }

  @Test("several threads can read one report at once")
  func readers() async throws {
    let view = Guilty(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let report = try #require(firstReport(of: view))
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { "\(report)\(report.stacks)" } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts.count == 1)
  }

  @Test("names are looked up on the thread that reads them, not on the thread of the loop")
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
      if text.contains("StackThreadTests.swift") {
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
    #expect(seen.last?.contains("at StackThreadTests.swift:\(Guilty.line)") == true)
    // The sink's thread rewrote it.
    #expect(seen.count > 1 && seen.dropLast().allSatisfy { $0 != loopThread })
    #endif
  }
}
