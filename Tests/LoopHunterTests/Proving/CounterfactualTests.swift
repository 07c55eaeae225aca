import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// The cases without a proof, and the reasons that a report gives.
@Suite("Proved, refuted and untested culprits")
struct CounterfactualTests {
  /// A window, a card, and whatever a test puts into it.
  private final class Stage {
    let loop = TurnLoop(clock: .virtual)
    let window: Window
    let card = GeneratedView("card")

    init() {
      loop.passLimit = 500
      window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
      window.addSubview(card)
    }
  }

  /// The report on the card of what a stage records in a turn, by its replay, before any proof.
  private func found(
    _ stage: Stage, threshold: Int = 20
  ) throws -> (trace: [UInt8], claim: FoundClaim) {
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.loop.runTurn()
    try recorder.finish()
    return (recorder.bytes, try found(in: recorder.bytes, threshold: threshold))
  }

  /// The report on the card of a trace, by its replay, before any proof.
  private func found(
    in trace: [UInt8], threshold: Int = 20, takesPlaces: Bool = false
  ) throws -> FoundClaim {
    let replayer = try TraceReplayer(.bytes(trace, name: "test"))
    let hunter = LoopHunter(loop: replayer.loop)
    hunter.takeViewNumbers(from: replayer)
    if takesPlaces { hunter.takeSourceLocations(from: replayer) }
    var found: FoundClaim?
    replayer.onView = { view, number in
      guard view.identifier == "card" else { return }
      _ = try? hunter.attach(to: view, threshold: threshold) {
        found = FoundClaim($0, view: number, turn: 0)
      }
    }
    try replayer.run()
    return try #require(found)
  }

  private func proved(
    _ found: (trace: [UInt8], claim: FoundClaim), by prover: LoopProver = LoopProver()
  ) throws -> LoopReport {
    var prover = prover
    let input = TraceInput.bytes(found.trace, name: "test")
    return try #require(prover.proving([found.claim], of: input, options: .init()).first)
  }

  private func looping() throws -> (trace: [UInt8], claim: FoundClaim) {
    let stage = Stage()
    stage.card.onLayout = { $0.setNeedsLayout() }
    return try found(stage)
  }

  @Test("a turn that ends within the recorded layouts is a proof, whatever else happens in it")
  func proves() throws {
    let stage = Stage()
    // Another loop beside it uses up its layouts, and has nothing to do with this one.
    let other = GeneratedView("other")
    stage.window.addSubview(other)
    other.onLayout = { $0.setNeedsLayout() }
    stage.card.onLayout = { $0.setNeedsLayout() }
    let report = try proved(found(stage))
    #expect(report.culprit?.edge.proof == .proved(layouts: 1), "\(report)")
  }

  @Test("a loop that goes on without an edge of every round is untested: the rest may depend on it")
  func dependentRest() throws {
    let stage = Stage()
    let badge = GeneratedView("badge")
    stage.card.addSubview(badge)
    // An app without the write may lack the call, too; the replay cannot know that.
    badge.onLayout = { badge in
      badge.frame.size.height = badge.frame.height == 90 ? 91 : 90
      badge.superview?.setNeedsLayout()
    }
    stage.card.onLayout = { _ in badge.setNeedsLayout() }
    let report = try proved(found(stage))
    #expect(report.culprit?.edge.proof == .untested(.dependentRest), "\(report)")
  }

  @Test("a view of the cycle that still crosses refutes an edge that some rounds went without")
  func refutes() throws {
    let stage = Stage()
    let badge = GeneratedView("badge")
    stage.card.addSubview(badge)
    badge.onLayout = { badge in
      // The second of the two calls changes nothing, and each is the second in half of the rounds.
      if badge.layouts % 2 == 0 { badge.superview?.setNeedsLayout() }
      badge.invalidateIntrinsicContentSize()
      if badge.layouts % 2 == 1 { badge.superview?.setNeedsLayout() }
    }
    stage.card.onLayout = { _ in badge.setNeedsLayout() }
    let report = try proved(found(stage))
    guard case .refuted(let through)? = report.culprit?.edge.proof else {
      Issue.record("\(report)")
      return
    }
    #expect(["card", "badge"].contains(through?.name))
    #expect(report.proof?.hasPrefix("not proved: without it the loop goes on through `") == true)
  }

  @Test("a proof names another edge, but never one without a place for one with a place")
  func exchange() throws {
    let stage = Stage()
    let (badge, leaf) = (GeneratedView("badge"), GeneratedView("leaf"))
    stage.card.addSubview(badge)
    badge.addSubview(leaf)
    // The write comes in each second round, with a layout of the leaf; the call alone is enough.
    badge.onLayout = { badge in
      if badge.layouts % 2 == 0 {
        badge.frame.size.height = 181 - badge.frame.height
        leaf.setNeedsLayout()
      }
      badge.superview?.setNeedsLayout()
    }
    stage.card.onLayout = { _ in badge.setNeedsLayout() }
    let trace = String(decoding: try found(stage).trace, as: UTF8.self)
    /// The report if the lines of these events have a place, as those of a recorder that catches stacks.
    func report(placesOf events: [String]) throws -> LoopReport {
      let lines = trace.split(separator: "\n").map { line in
        events.contains { line.contains(#""e":"\#($0)""#) && line.contains(#""by":3"#) }
          ? line.dropLast() + #","from":"Badge.swift:7"}"# : line
      }
      let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
      return try proved((bytes, found(in: bytes, takesPlaces: true)))
    }
    let (write, call) = ("frame.size.height", "setNeedsLayout")
    for (events, name) in [([], call), (["frame"], write), (["frame", "dirty"], call)] {
      let report = try report(placesOf: events)
      #expect(report.culprit?.edge.action.name == name, "\(events): \(report)")
      #expect(report.remarks.contains(.replacedCulprit) == (name == call), "\(events): \(report)")
      #expect(report.culprit?.edge.location == (events.isEmpty ? nil : "Badge.swift:7"))
      let isRefuted = report.culprit?.edge.proof?.kind == "refuted"
      #expect(isRefuted == (name == write), "\(events): \(report)")
    }
  }

  @Test("a view that needs more layouts than were recorded leaves the culprit untested")
  func shortage() throws {
    let stage = Stage()
    let tag = GeneratedView("tag")
    var round = 0
    stage.card.onLayout = { card in
      card.setNeedsLayout()
      round += 1
      if round % 8 == 1 { card.addSubview(tag) }
    }
    // While it stays it dirties itself; it was never seen to stay.
    tag.onLayout = { tag in
      tag.setNeedsLayout()
      tag.removeFromSuperview()
    }
    let report = try proved(found(stage, threshold: 100))
    let edges = [report.culprit?.edge].compactMap { $0 } + report.otherEdges
    let removal = edges.first { $0.writer?.name == "tag" }
    let reason = "without it `tag` is laid out more often than was recorded"
    guard case .untested(let said)? = removal?.proof else {
      Issue.record("\(report)")
      return
    }
    #expect(said.description == reason)
  }

  @Test("no more than eight candidates are tested, and the report names the untested ones")
  func candidates() throws {
    let stage = Stage()
    let tags = (0..<8).map { GeneratedView("tag \($0)") }
    tags.forEach(stage.card.addSubview)
    stage.card.onLayout = { card in
      for tag in tags { tag.setNeedsLayout() }
    }
    for tag in tags { tag.onLayout = { $0.superview?.setNeedsLayout() } }
    let report = try proved(found(stage))
    let edges = [report.culprit?.edge].compactMap { $0 } + report.otherEdges
    let reason = EdgeProof.untested(.manyCandidates(limit: 8))
    let tested = edges.count { $0.proof != reason }
    #expect(edges.contains { $0.proof == reason }, "\(report)")
    #expect(tested >= 5 && tested <= 8, "\(report)")
    #expect(edges.first?.proof == .untested(.dependentRest), "\(report)")
    #expect(edges.dropFirst().first?.proof?.kind == "refuted", "\(report)")
    let remark =
      "Without 8 edges together the loop stops after"
    #expect(report.remarks.contains { $0.description.hasPrefix(remark) }, "\(report)")
  }

  @Test("code outside layout with many writes is tested no more than eight times")
  func forcedCandidates() throws {
    let stage = Stage()
    let tags = (0..<9).map { index in
      let box = GeneratedView("box \(index)")
      stage.card.addSubview(box)
      let tag = GeneratedView("tag \(index)")
      box.addSubview(tag)
      return tag
    }
    stage.loop.async { [card = stage.card] in
      for round in 0..<40 {
        card.setNeedsLayout()
        for tag in tags { tag.frame.size.height = CGFloat(round + 1) }
        card.layoutIfNeeded()
      }
    }
    let report = try proved(found(stage))
    #expect(report.verdict.kind == "thrashing", "\(report)")
    #expect(report.culprit?.force?.proof != nil, "\(report)")
    let reason = EdgeProof.untested(.manyCandidates(limit: 8))
    let edges = [report.culprit?.edge].compactMap { $0 } + report.otherEdges
    #expect(edges.contains { $0.proof == reason }, "\(report)")
  }

  @Test("the cost of replays is bounded, and candidates beyond the bound stay untested")
  func budget() throws {
    let found = try looping()
    let none = try proved(found, by: LoopProver(replayingAtMost: 10))
    let reason = EdgeProof.untested(.spent)
    #expect(none.culprit?.edge.proof == reason)
    let count = TraceExcerptCount.events(found.trace)
    // Enough to see that the turn loops, and for nothing more.
    let some = try proved(found, by: LoopProver(replayingAtMost: count))
    #expect(some.culprit?.edge.proof == reason)
    let all = try proved(found, by: LoopProver(replayingAtMost: 2 * count))
    #expect(all.culprit?.edge.proof == .proved(layouts: 1))
  }

  @Test("a turn that does not loop again, or cannot be found or read again, proves nothing")
  func nothingToReplay() throws {
    var found = try looping()
    func reason() throws -> String? {
      guard case .untested(let reason)? = try proved(found).culprit?.edge.proof else { return nil }
      return reason.description
    }
    let trace = found.trace
    found.claim.turn = nil
    #expect(try reason() == "the turn cannot be replayed alone")
    found.claim.turn = 5
    #expect(try reason() == "the trace could not be replayed again")
    found.claim.turn = 0
    found.trace = Array("[]\n".utf8)
    #expect(try reason() == "the trace could not be replayed again")
    // A trace of the same views that does nothing.
    let lines = String(decoding: trace, as: UTF8.self).split(separator: "\n")
    let calm = lines.prefix { !$0.contains("\"commit\"") } + [#"{"e":"end","turns":1}"#]
    found.trace = Array((calm.joined(separator: "\n") + "\n").utf8)
    #expect(try reason() == "the trace does not reproduce the loop of the turn")
    var prover = LoopProver()
    let reports = prover.proving([found.claim], of: nil, options: .init())
    #expect(reports[0].proof == "not tested: the turn cannot be replayed alone")
  }

  @Test("an interrupt ends the proofs, and the report gives that reason or a failed replay")
  func interrupted() throws {
    let found = try looping()
    let interrupt = TraceInterrupt()
    interrupt.interrupt()
    let report = try proved(found, by: LoopProver(interrupt: interrupt))
    #expect(report.culprit?.edge.proof?.kind == "untested")
  }
}

private enum TraceExcerptCount {
  /// The number of events that a proof of the trace's first turn replays at a time.
  static func events(_ trace: [UInt8]) -> Int {
    let events = try? TraceExcerpt.events(of: .bytes(trace, name: "trace"), options: .init())
    let limit = LoopProver.layoutsNeeded(threshold: 20)
    return TurnTrace(events ?? [], endingAfter: (view: 2, layouts: limit)).count
  }
}
