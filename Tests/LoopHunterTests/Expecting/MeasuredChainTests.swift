import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Chains by way of sizes that constraints measure, beside changes that have nothing to do with them.
@Suite("Chains through measured sizes")
struct MeasuredChainTests {
  /// The value by which each layout of `row` brings about the next one.
  enum Chain: CaseIterable { case text, wrapped, intrinsic, elsewhere, stack }

  /// The changes that code outside layout makes in each turn.
  enum Work: CaseIterable { case none, forced, constant, both, frame, text, intrinsic }

  private final class Sized: View {
    var width: CGFloat = 9

    override var intrinsicContentSize: CGSize { CGSize(width: width, height: 9) }
  }

  /// Two rows with constraints of their own, which have nothing in common but the window.
  private final class App {
    let loop = TurnLoop()
    let window: Window
    let (row, label) = (GeneratedView("row"), Label())
    let (other, note) = (GeneratedView("other"), Label())
    private let (sized, width): (Sized, LayoutConstraint)

    init() {
      window = Window(frame: CGRect(x: 0, y: 0, width: 200, height: 200), loop: loop)
      (row.frame, other.frame) = (
        CGRect(x: 0, y: 0, width: 200, height: 50), CGRect(x: 0, y: 100, width: 200, height: 50)
      )
      sized = Sized()
      width = sized.heightAnchor.constraint(equalToConstant: 9)
      window.addSubview(row)
      window.addSubview(other)
      row.addPinned(label)
      other.addPinned(sized)
      other.addPinned(note)
      width.isActive = true
      loop.runUntilIdle()
    }

    private static func text(_ number: Int) -> String {
      number % 2 == 0 ? "short" : "a longer text"
    }

    /// Lets each layout of the row post a change of a size, which brings about the next layout.
    func begin(_ chain: Chain) {
      let change: (Int) -> Void
      var actor = row
      switch chain {
      case .text: change = { [label] in label.text = App.text($0) }
      case .wrapped:
        label.numberOfLines = 0
        label.widthAnchor.constraint(equalToConstant: 60).isActive = true
        let tail = View()
        tail.translatesAutoresizingMaskIntoConstraints = false
        row.addSubview(tail)
        tail.topAnchor.constraint(equalTo: label.bottomAnchor).isActive = true
        change = { [label] in label.text = App.text($0) }
      case .intrinsic:
        let badge = Sized()
        row.addPinned(badge)
        change = {
          badge.width = CGFloat(9 + $0 % 2)
          badge.invalidateIntrinsicContentSize()
        }
      case .elsewhere:
        let panel = GeneratedView("panel")
        let moved = View()
        window.addSubview(panel)
        panel.addPinned(moved)
        moved.widthAnchor.constraint(equalTo: label.widthAnchor).isActive = true
        actor = panel
        change = { [label] in label.text = App.text($0) }
      case .stack:
        let stack = StackView()
        let (first, second) = (Sized(), Sized())
        row.addPinned(stack)
        for view in [first, second] { stack.addArrangedSubview(view) }
        let tail = View()
        tail.translatesAutoresizingMaskIntoConstraints = false
        row.addSubview(tail)
        tail.leadingAnchor.constraint(equalTo: stack.trailingAnchor).isActive = true
        change = { stack.spacing = CGFloat($0 % 2) }
      }
      // Another chain may run already, which never comes to rest.
      loop.runUntilIdle(limit: 4)
      unowned let loop = loop
      actor.onLayout = { view in loop.async { [unowned view] in change(view.layouts) } }
      actor.setNeedsLayout()
    }

    /// Lets each layout of the other row bring about the next one by the text of its own label.
    func beginOther() {
      unowned let (loop, note) = (loop, note)
      other.onLayout = { view in
        loop.async { [unowned view] in note.text = App.text(view.layouts) }
      }
      other.setNeedsLayout()
    }

    /// Runs turns, in each of which code outside layout makes changes.
    func run(turns: Int, _ work: Work, outside: (Int) -> Void = { _ in }) {
      for turn in 0..<turns {
        outside(turn)
        if work == .frame { loop.async { [other] in other.frame.size.height += 1 } }
        if work == .constant || work == .both { width.constant = CGFloat(9 + turn % 2) }
        if work == .forced || work == .both {
          other.setNeedsLayout()
          other.layoutIfNeeded()
        }
        if work == .text { note.text = App.text(turn) }
        if work == .intrinsic {
          loop.event { [sized] in
            sized.width = CGFloat(9 + turn % 3)
            sized.invalidateIntrinsicContentSize()
          }
        }
        loop.runTurn()
      }
    }

    /// The loops that an expectation reports, beside known ones.
    func found(beside known: Baseline? = nil, _ body: () -> Void) throws -> [LoopReport] {
      let file = known.map { _ in URL.temporaryDirectory.appending(path: "known-\(UUID()).json") }
      if let file, let known { try Data(known.text).write(to: file) }
      defer { if let file { try? FileManager.default.removeItem(at: file) } }
      do {
        try loop.expectNoLayoutLoops(baseline: file, allowsNoLayouts: true, body)
        return []
      } catch let error as LoopDetected {
        return error.reports
      }
    }
  }

  /// The chain of the other row, as a known loop.
  private func knownChain() throws -> Baseline {
    let app = App()
    var baseline = Baseline()
    let reports = try app.found {
      app.beginOther()
      app.run(turns: 70, .none)
    }
    for report in reports { _ = baseline.add(report) }
    try #require(baseline.entries.count == 1)
    return baseline
  }

  @Test("a chain fails, whatever else code outside layout changes in its turns")
  func chains() throws {
    let cases = Chain.allCases.flatMap { chain in Work.allCases.map { (chain, $0) } }
    for (chain, work) in sample(cases, oneIn: 3, seed: firstSeed("MeasuredChainTests")) {
      let app = App()
      let found = try app.found {
        app.begin(chain)
        app.run(turns: 70, work)
      }
      #expect(!found.isEmpty, "\(chain), \(work)")
      #expect(!found.contains { $0.view.path.hasSuffix("other") }, "\(chain), \(work)")
    }
  }

  @Test("a hunted view on such a chain is reported whatever else changes", arguments: Work.allCases)
  func hunted(work: Work) throws {
    let app = App()
    let hunter = LoopHunter(loop: app.loop, killSwitch: KillSwitch(isEngaged: false))
    var streaks: [Int] = []
    try hunter.attach(to: app.row) { report in
      if case .acrossTurns(let streak) = report.verdict { streaks.append(streak) }
    }
    app.begin(.text)
    app.run(turns: 130, work)
    #expect(streaks == [60, 120])
  }

  @Test("a size that code outside layout changes in each turn is no chain")
  func innocents() throws {
    let known = try knownChain()
    for work in Work.allCases {
      for posts in [false, true] {
        let app = App()
        unowned let (loop, label) = (app.loop, app.label)
        if posts {
          app.row.onLayout = { row in
            loop.async { [unowned row] in label.text = "\(row.layouts % 7)" }
          }
        }
        let found = try app.found(beside: known) {
          if work == .none { app.beginOther() }
          app.run(turns: 70, work) { label.text = "a text \($0 % 3)" }
        }
        #expect(found.isEmpty, "\(work), posts: \(posts): \(found)")
      }
    }
  }

  @Test("a chain beside another one fails for itself", arguments: [false, true])
  func besideOther(isKnown: Bool) throws {
    let app = App()
    let found = try app.found(beside: isKnown ? knownChain() : nil) {
      app.beginOther()
      app.begin(.text)
      app.run(turns: 80, .none)
    }
    #expect(Set(found.map(\.view.path)) == Set(["Window/row"] + (isKnown ? [] : ["Window/other"])))
  }

  /// The changes that code outside layout makes to a stack, and to the text of a view in it.
  private enum StackWork: CaseIterable { case spacing, hides, adds, text }

  @Test("a stack that changes hides no chain by the text of a view in it, and makes none")
  func stacks() throws {
    for work in StackWork.allCases {
      for isChain in [true, false] {
        let (app, stack, label, clock, line) = (App(), StackView(), Label(), Label(), View())
        unowned let loop = app.loop
        app.other.addPinned(stack)
        stack.addArrangedSubview(label)
        stack.addArrangedSubview(clock)
        app.row.addPinned(line)
        line.widthAnchor.constraint(equalTo: label.widthAnchor).isActive = true
        loop.runUntilIdle()
        let first = app.row.layouts
        if isChain {
          app.row.onLayout = { row in
            loop.async { [unowned row] in
              label.text = row.layouts % 2 == 0 ? "short" : "a longer text"
            }
          }
          app.row.setNeedsLayout()
        }
        let extra = View()
        let found = try app.found {
          app.run(turns: 70, .none) { turn in
            switch work {
            case .spacing: stack.spacing = CGFloat(turn % 2)
            case .hides: clock.isHidden.toggle()
            case .adds where turn % 2 == 0: stack.addArrangedSubview(extra)
            case .adds: extra.removeFromSuperview()
            case .text where isChain: label.text = "text \(turn % 3)"
            case .text: clock.text = "\(turn % 3)"
            }
          }
        }
        // A text that the test sets, too, is no chain.
        #expect(found.isEmpty == (!isChain || work == .text), "\(work), chain: \(isChain)")
        if !isChain { #expect(app.row.layouts == first) }
      }
    }
  }
}
