import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

/// Views that no deed dirties, because they come dirty with the tree that a loop brings in each round.
@Suite("Views that a loop carries along")
struct CarriedViewTests {
  /// The tree that each round brings: a new card, or the same one again, with the same child.
  enum Kind: CaseIterable { case replaced, returning }

  private final class Card: View {
    var onLayout: (Card) -> Void = { _ in }

    override func layoutSubviews() {
      super.layoutSubviews()
      onLayout(self)
    }
  }

  private final class Child: View {
    var onLayout: () -> Void = {}

    override func layoutSubviews() { onLayout() }
  }

  private final class App {
    let loop = TurnLoop()
    let window: Window
    let host = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = Child(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    private let kind: Kind
    private var left: Int

    init(_ kind: Kind, rounds: Int) {
      (self.kind, left) = (kind, rounds)
      window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 400), loop: loop)
      window.addSubview(host)
      loop.runUntilIdle()
    }

    func begin() { host.addSubview(card()) }

    private func card() -> Card {
      let card = Card(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      card.addSubview(child)
      card.onLayout = { [unowned self] in goOn($0) }
      return card
    }

    private func goOn(_ card: Card) {
      guard left > 0 else { return }
      left -= 1
      if kind == .replaced {
        host.addSubview(self.card())
        return card.removeFromSuperview()
      }
      card.removeFromSuperview()
      child.setNeedsLayout()
      host.addSubview(card)
    }

    /// The loops that an expectation reports, beside known ones.
    func found(beside known: Baseline? = nil, recording: URL? = nil) throws -> [LoopReport] {
      let file = known.map { _ in URL.temporaryDirectory.appending(path: "known-\(UUID()).json") }
      if let file, let known { try Data(known.text).write(to: file) }
      defer { if let file { try? FileManager.default.removeItem(at: file) } }
      do {
        try loop.expectNoLayoutLoops(baseline: file, recordFailures: recording) {
          begin()
          loop.runTurn()
        }
        return []
      } catch let error as LoopDetected {
        return error.reports
      }
    }
  }

  private func known(_ kind: Kind) throws -> Baseline {
    var baseline = Baseline()
    for report in try App(kind, rounds: 157).found() { _ = baseline.add(report) }
    #expect(baseline.entries.count == 1)
    return baseline
  }

  @Test("a known loop stays known, however long it goes on", arguments: Kind.allCases)
  func long(kind: Kind) throws {
    let known = try known(kind)
    for rounds in [157, 301, 602] {
      let found = try App(kind, rounds: rounds).found(beside: known)
      #expect(found.isEmpty, "\(rounds): \(found)")
    }
  }

  @Test("another loop of such a view is found behind the known one", arguments: Kind.allCases)
  func another(kind: Kind) throws {
    let app = App(kind, rounds: 700)
    var layouts = 0
    app.child.onLayout = { [unowned child = app.child] in
      layouts += 1
      if layouts > 250 { child.setNeedsLayout() }
    }
    app.loop.passLimit = 2_000
    let found = try app.found(beside: known(kind))
    #expect(found.map(\.view.path).contains { $0.hasSuffix("Child") }, "\(found)")
  }

  @Test(
    "a loop of its own in such a tree is found at the threshold, as without the known one",
    arguments: Kind.allCases, [130, 199])
  func own(kind: Kind, layouts: Int) throws {
    for rounds in [0, 400] {
      let app = App(kind, rounds: rounds)
      let tag = Child(frame: CGRect(x: 0, y: 0, width: 5, height: 5))
      app.child.addSubview(tag)
      var left = layouts
      tag.onLayout = { [unowned tag] in
        left -= 1
        if left > 0 { tag.setNeedsLayout() }
      }
      let found = try app.found(beside: known(kind))
      #expect(found.map(\.view.name) == ["Child"], "\(found)")
      #expect(found.first?.count == 101)
      #expect(found.first?.culprit?.edge.writer?.name == "Child")
    }
  }

  @Test("a hunt of such a view names the culprit in each of its reports", arguments: Kind.allCases)
  func hunted(kind: Kind) throws {
    let app = App(kind, rounds: 500)
    let hunter = LoopHunter(loop: app.loop, killSwitch: KillSwitch(isEngaged: false))
    var reports: [LoopReport] = []
    try hunter.attach(to: app.child) { reports.append($0) }
    app.begin()
    app.loop.runTurn()
    #expect(!reports.isEmpty)
    #expect(reports.allSatisfy { $0.culprit?.edge.writer?.name == "Card" }, "\(reports)")
  }
}
