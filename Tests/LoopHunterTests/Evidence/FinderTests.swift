import Foundation
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Conclusions from evidence that is written by hand, without an engine and without a hunt.
@Suite("The finders")
struct FinderTests {
  private let loop = TurnLoop()
  private let recorder: EvidenceRecorder
  private let views: [String: View]
  /// The running layouts, the innermost last.
  private let running = Box<[View]>([])

  /// A box, because a test's steps are closures.
  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// A feed with a cell and a side bar; a badge lies in the cell.
  init() {
    recorder = EvidenceRecorder(loop: loop)
    recorder.arm()
    var views: [String: View] = [:]
    for name in ["feed", "cell", "badge", "side"] {
      views[name] = View()
      views[name]!.identifier = name
    }
    views["feed"]!.addSubview(views["cell"]!)
    views["cell"]!.addSubview(views["badge"]!)
    views["feed"]!.addSubview(views["side"]!)
    self.views = views
  }

  // MARK: Writing evidence

  private func layOut(_ name: String, _ body: () -> Void = {}) {
    recorder.layoutEntered(views[name]!)
    running.value.append(views[name]!)
    body()
    running.value.removeLast()
    recorder.layoutLeft(views[name]!)
  }

  private func dirty(_ names: String..., reason: DirtyReason = .explicit) {
    for name in names {
      recorder.viewDirtied(views[name]!, reason: reason, by: running.value.last, again: false)
    }
  }

  /// Writes a height, which dirties the view itself and perhaps its superview.
  private func write(_ name: String, _ old: CGFloat, _ new: CGFloat, dirtying others: String...) {
    func frame(_ height: CGFloat) -> GeometryValue {
      .rect(CGRect(x: 0, y: 0, width: 320, height: height))
    }
    recorder.geometryWritten(
      views[name]!,
      change: GeometryChange(property: .frame, old: frame(old), new: frame(new)),
      by: running.value.last)
    for other in [name] + others {
      recorder.viewDirtied(views[other]!, reason: .size, by: running.value.last, again: false)
    }
  }

  private func analyse(_ name: String = "cell") -> LoopAnalysis {
    #if DEBUG
    #expect(recorder.checkInvariants() == nil)
    #endif
    return LoopAnalysis(recorder, hunted: views[name]!)
  }

  private func names(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { recorder.register.view($0)?.identifier ?? "?" }
  }

  private func rounds(_ count: Int = 20, _ round: (Int) -> Void) {
    for index in 0..<count { round(index) }
  }

  // MARK: Cycles

  @Test("views that dirty each other are the drivers, and a view that is only dirtied takes part")
  func drivers() throws {
    rounds { _ in
      layOut("feed") { dirty("cell", "side") }
      layOut("side")
      layOut("cell") { dirty("feed") }
    }
    for hunted in ["feed", "cell", "side"] {
      let cycle = try #require(analyse(hunted).cycle)
      #expect(Set(names(cycle.drivers.members)) == ["feed", "cell"])
      #expect(Set(names(cycle.participants.members)) == ["feed", "cell", "side"])
      #expect(names([cycle.root]) == ["feed"])
      #expect(cycle.period == 1 && cycle.isSteady)
      #expect(names(cycle.order) == ["feed", "side", "cell"])
    }
  }

  @Test("rounds that differ in turn are one cycle of several rounds")
  func period() throws {
    rounds { index in
      let other = index.isMultiple(of: 2) ? "cell" : "side"
      layOut("feed") { dirty(other) }
      layOut(other) { dirty("feed") }
    }
    let cycle = try #require(analyse("feed").cycle)
    #expect(cycle.period == 2)
    #expect(cycle.order.count == 4)
    #expect(Set(names(cycle.drivers.members)) == ["feed", "cell", "side"])
  }

  @Test("of two cycles the one that drives the other is the loop, whichever is hunted")
  func drivingCircle() throws {
    rounds { _ in
      layOut("feed") { dirty("feed", "cell") }
      layOut("cell") { dirty("badge") }
      layOut("badge") { dirty("cell") }
    }
    for hunted in ["feed", "badge"] {
      #expect(names(try #require(analyse(hunted).cycle).drivers.members) == ["feed"])
    }
  }

  @Test("events before the first round are not part of the cycle")
  func runUp() throws {
    layOut("side") { dirty("feed", "badge") }
    layOut("badge") { dirty("feed") }
    rounds { _ in
      layOut("feed") { dirty("cell") }
      layOut("cell") { dirty("feed") }
    }
    let cycle = try #require(analyse("feed").cycle)
    #expect(Set(names(cycle.participants.members)) == ["feed", "cell"])
    #expect(names(cycle.order) == ["feed", "cell"])
  }

  @Test("a view that was laid out once is in no cycle")
  func noCycle() {
    layOut("cell") { dirty("badge") }
    #expect(analyse().cycle == nil)
    #expect(analyse().verdict == .undetermined)
  }

  // MARK: Culprits

  @Test("a write that leads up outranks the superview's own, and the call that announces it")
  func culprit() throws {
    rounds { _ in
      layOut("feed") { write("cell", 45, 44) }
      layOut("cell") { dirty("badge", reason: .size) }
      layOut("badge") {
        dirty("cell")
        write("cell", 44, 45, dirtying: "feed")
      }
    }
    let analysis = analyse()
    let worst = try #require(analysis.edges.first)
    #expect(names([worst.key.writer, worst.key.target]) == ["badge", "cell"])
    #expect(worst.key.kind == .write(.frame))
    #expect(worst.guilt == .change && worst.direction == .upstream && worst.isNecessary)
    #expect(!analysis.edges.contains { $0.guilt == .duty })
    #expect(analysis.verdict == .oscillating(period: 1))
  }

  @Test("a layout that sets a value and sets it back is not blamed for the value")
  func measuring() throws {
    rounds { _ in
      layOut("cell") {
        write("cell", 44, 60)
        write("cell", 60, 44)
      }
    }
    let analysis = analyse()
    #expect(analysis.edges.allSatisfy { $0.lastingParts == 0 && $0.guilt != .change })
    #expect(analysis.verdict == .redundant)
  }

  // MARK: Verdicts

  private func verdict(rounds count: Int = 20, _ value: (Int) -> CGFloat) -> Verdict {
    rounds(count) { index in
      layOut("cell") { write("cell", value(index), value(index + 1)) }
    }
    return analyse().verdict
  }

  @Test("values that come back after two rounds oscillate")
  func oscillating() {
    #expect(verdict { $0.isMultiple(of: 2) ? 44 : 45 } == .oscillating(period: 2))
  }

  @Test("a value that grows by the same in each round drifts")
  func drifting() {
    #expect(
      verdict { 44 + CGFloat($0) / 2 } == .drifting(property: "frame.size.height", perRound: 0.5))
  }

  @Test("a value without a pattern, or seen in three rounds, is undetermined")
  func undetermined() {
    #expect(verdict { CGFloat(($0 * $0 * 7919) % 1009) } == .undetermined)
    recorder.disarm()
    recorder.arm()
    #expect(verdict(rounds: 3) { 44 + CGFloat($0) } == .undetermined)
  }

  @Test("calls alone are redundant")
  func redundant() {
    rounds { _ in layOut("cell") { dirty("cell") } }
    #expect(analyse().verdict == .redundant)
  }

  @Test("a subview more in each round drifts, and a view nested three times is re-entrant")
  func otherVerdicts() {
    rounds { _ in
      layOut("cell") {
        let row = View()
        views["cell"]!.addSubview(row)
        recorder.treeChanged(
          .added(row, to: views["cell"]!, at: 1, from: nil), by: running.value.last)
        dirty("cell", reason: .subviews)
      }
    }
    #expect(analyse().verdict == .drifting(property: "subviews", perRound: 1))
    recorder.disarm()
    recorder.arm()
    rounds { _ in
      layOut("cell") {
        dirty("cell")
        layOut("cell") {
          dirty("cell")
          layOut("cell") { dirty("cell") }
        }
      }
    }
    #expect(analyse().verdict == .reentrant(depth: 3))
  }

  // MARK: From outside

  private func force(_ name: String, dirtying first: String) {
    dirty(first)
    recorder.layoutForced(views[name]!, by: running.value.last)
    layOut(first)
  }

  @Test("layout that code outside dirties and forces again and again is thrashing")
  func thrashing() {
    rounds(12) { _ in force("cell", dirtying: "cell") }
    #expect(analyse().verdict == .thrashing(times: 12))
  }

  @Test("forcing twice is not thrashing, and neither is forcing a loop that goes on by itself")
  func noThrashing() {
    rounds(2) { _ in force("cell", dirtying: "cell") }
    #expect(analyse().verdict == .undetermined)
    recorder.disarm()
    recorder.arm()
    rounds(4) { _ in
      dirty("cell")
      recorder.layoutForced(views["cell"]!, by: nil)
      for _ in 0..<20 { layOut("cell") { dirty("cell") } }
    }
    #expect(analyse().verdict == .redundant)
  }

  @Test("a view that outside code dirties after each layout of one pass is feedback")
  func feedback() {
    dirty("cell")
    recorder.commitBegan()
    rounds { _ in
      layOut("cell")
      dirty("cell", reason: .content)
    }
    #expect(analyse().verdict == .feedback)
  }
}
