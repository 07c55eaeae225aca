import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// The smallest usual repair with which a replay of the turn settles.
@Suite("Remedies")
struct RemedyTests {
  /// The report on a card in a page, after the turn was replayed.
  private func report(
    page: @escaping (GeneratedView) -> Void = { _ in }, card: @escaping (GeneratedView) -> Void
  ) throws -> LoopReport {
    let loop = TurnLoop(clock: .virtual)
    loop.passLimit = 200
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let (outer, inner) = (GeneratedView("page"), GeneratedView("card"))
    outer.frame = window.bounds
    inner.frame = CGRect(x: 0, y: 0, width: 100, height: 44)
    outer.onLayout = { [unowned inner] _ in page(inner) }
    inner.onLayout = card
    outer.addSubview(inner)
    window.addSubview(outer)
    let recorder = try TraceRecorder(loop, to: .memory)
    let hunter = LoopHunter(loop: loop)
    let hunt = try hunter.attach(to: inner, threshold: 20) { _ in }
    loop.runTurn()
    let report = try #require(hunt.lastReport)
    try recorder.finish()
    return report
  }

  @Test("a call where no geometry differs is to be made only when it does")
  func redundant() throws {
    let report = try report { $0.setNeedsLayout() }
    let remedy = try #require(report.remedy)
    #expect(remedy.repair == .onlyIfDifferent && remedy.layouts == 1)
    #expect(
      "\(report)".contains(
        """
        Remedy       proved: if `card` called `setNeedsLayout` only when the geometry
                     differs, the turn settles after 1 layout
        """), "\(report)")
  }

  @Test("a fight over less than a pixel is to be rounded, whoever writes")
  func rounding() throws {
    let report = try report(page: { $0.frame.size.height = 44.2 }) { $0.frame.size.height = 44 }
    #expect(report.remedy?.repair == .roundToPixel, "\(report)")
    #expect(report.remedy?.target.name == "card")
  }

  @Test("a sum of steps is to be rounded only if each step is rounded away", arguments: [0.2, 0.7])
  func sums(step: Double) throws {
    let report = try report(page: { $0.setNeedsLayout() }) { $0.frame.size.height += step }
    #expect(report.remedy?.repair == (step < 0.25 ? .roundToPixel : .oncePerTurn), "\(report)")
  }

  @Test("a value that another view sets as well is to be left to it")
  func twoOwners() throws {
    let report = try report(page: { $0.frame.size.height = 60 }) { $0.frame.size.height = 44 }
    let remedy = try #require(report.remedy)
    guard case .leaveTo(let owner) = remedy.repair else {
      Issue.record("\(remedy)")
      return
    }
    #expect(owner.name == "page" && remedy.writer.name == "card")
  }

  @Test("a value that grows without end is to be written once per turn")
  func drifting() throws {
    let report = try report(page: { $0.setNeedsLayout() }) { $0.frame.size.height += 1 }
    #expect(report.remedy?.repair == .oncePerTurn, "\(report)")
    #expect((report.remedy?.layouts ?? 0) > 1)
  }

  @Test("a write that a call announces is repaired together with the call")
  func announced() throws {
    let report = try report { card in
      card.frame.origin.x += 1
      card.setNeedsLayout()
    }
    let remedy = try #require(report.remedy)
    #expect(remedy.announcement == .call(.setNeedsLayout) && remedy.action.isCall == false)
    #expect(remedy.condition.contains("and called `setNeedsLayout` once per turn"), "\(remedy)")
  }

  @Test("layouts forced from outside have no remedy, only advice")
  func none() throws {
    let loop = TurnLoop(clock: .virtual)
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let card = View(frame: CGRect(x: 0, y: 0, width: 100, height: 44))
    window.addSubview(card)
    loop.runTurn()
    let recorder = try TraceRecorder(loop, to: .memory)
    let hunter = LoopHunter(loop: loop)
    let hunt = try hunter.attach(to: card, threshold: 20) { _ in }
    loop.async {
      for width in 0..<100 {
        card.frame.size.width = CGFloat(width)
        card.layoutIfNeeded()
      }
    }
    loop.runTurn()
    let report = try #require(hunt.lastReport)
    try recorder.finish()
    #expect(report.culprit?.edge.proof != nil && report.remedy == nil, "\(report)")
  }

  @Test("a remedy comes back from the coded form; an unknown one is left out")
  func coded() throws {
    let reports = [
      try report { $0.setNeedsLayout() },
      try report(page: { $0.setNeedsLayout() }) { $0.frame.size.height += 1 },
    ]
    for report in reports {
      let json = try JSONEncoder().encode(report)
      #expect(try JSONDecoder().decode(LoopReport.self, from: json).remedy == report.remedy)
      let kind = report.remedy?.repair == .oncePerTurn ? "oncePerTurn" : "onlyIfDifferent"
      let newer = String(decoding: json, as: UTF8.self)
        .replacing("\"kind\":\"\(kind)\"", with: "\"kind\":\"ofTheFuture\"")
      let read = try JSONDecoder().decode(LoopReport.self, from: Data(newer.utf8))
      #expect(read.remedy == nil && read.culprit != nil)
    }
  }
}
