import Foundation
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// Chains through sizes that constraints measure elsewhere have the size that moved their view in their reports,
/// whatever else was measured in the phase.
@Suite("Culprits of measured sizes")
struct MeasuredCulpritTests {
  /// The value by which each layout of a row brings about its next one.
  enum Link: CaseIterable { case title, note, spacing, hidden, inStack, inContainer, wide, crowd }

  /// The changes that code outside layout makes in each turn.
  enum Work: CaseIterable { case none, clock, fresh, calls }

  /// Two rows, and a form that has nothing in common with them but the widths that they take from it.
  private final class App {
    let loop = TurnLoop()
    let window: Window
    let rows = [GeneratedView("first"), GeneratedView("second")]
    private let form = GeneratedView("form")
    private var clock = Label()

    init(_ links: [Link]) {
      window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 400), loop: loop)
      for (place, view) in ([form] + rows).enumerated() {
        view.frame = CGRect(x: 0, y: 100 * place, width: 300, height: 50)
        window.addSubview(view)
      }
      form.addPinned(clock)
      let changes = zip(rows, links).map { ($0, change(by: $1, of: $0)) }
      loop.runUntilIdle()
      unowned let loop = loop
      for (row, change) in changes {
        row.onLayout = { row in loop.async { [unowned row] in change(row.layouts) } }
      }
    }

    private static func text(_ number: Int) -> String {
      number % 2 == 0 ? "short" : "a longer text"
    }

    /// The change by which a row's layouts bring about the next ones; all but those of its own views move a line
    /// in it that is as wide as a view in the form.
    private func change(by link: Link, of row: View) -> (Int) -> Void {
      let (label, line, stack) = (Label(), View(), StackView())
      label.text = "x"
      switch link {
      case .title, .note:
        form.addPinned(label)
        row.addPinned(line)
        line.widthAnchor.constraint(equalTo: label.widthAnchor).isActive = true
      case .wide, .crowd:
        // Texts that change with the title, and are asked before it; one or two of them move many lines.
        let texts = [label] + (1...3).map { _ in Label() }
        for text in texts {
          text.text = "x"
          form.addPinned(text)
        }
        for _ in 1...(link == .wide ? 120 : 200) {
          let line = View()
          form.addPinned(line)
          line.widthAnchor.constraint(equalTo: texts[3].widthAnchor).isActive = true
          guard link == .crowd else { continue }
          line.heightAnchor.constraint(equalTo: texts[2].widthAnchor).isActive = true
        }
        row.addPinned(line)
        line.widthAnchor.constraint(equalTo: label.widthAnchor).isActive = true
        return { number in for text in texts { text.text = App.text(number) } }
      case .spacing, .hidden:
        let second = Label()
        second.text = "y"
        for view in [label, second] { stack.addArrangedSubview(view) }
        form.addPinned(stack)
        row.addPinned(line)
        line.widthAnchor.constraint(equalTo: stack.widthAnchor).isActive = true
        if link == .hidden { return { second.isHidden = $0 % 2 == 0 } }
        return { stack.spacing = CGFloat(1 + $0 % 2) }
      case .inStack:
        stack.addArrangedSubview(label)
        row.addPinned(stack)
        row.addPinned(line)
        line.widthAnchor.constraint(equalTo: stack.widthAnchor).isActive = true
      case .inContainer:
        row.addPinned(line)
        line.addPinned(label)
        line.trailingAnchor.constraint(equalTo: label.trailingAnchor).isActive = true
        line.bottomAnchor.constraint(equalTo: label.bottomAnchor).isActive = true
      }
      return { label.text = App.text($0) }
    }

    private func work(_ work: Work, _ turn: Int) {
      if work == .none { return }
      if work == .calls {
        // They come after the work of the rows.
        return loop.async { [form] in for view in form.subviews { view.setNeedsLayout() } }
      }
      if work == .fresh {
        clock.removeFromSuperview()
        clock = Label()
        form.addPinned(clock)
      }
      clock.text = turn % 2 == 0 ? "10:00" : "10:00:00"
    }

    /// The loops that an expectation reports, beside known ones.
    func found(beside known: Baseline? = nil, _ work: Work) throws -> [LoopReport] {
      let file = known.map { _ in URL.temporaryDirectory.appending(path: "known-\(UUID()).json") }
      if let file, let known { try Data(known.text).write(to: file) }
      defer { if let file { try? FileManager.default.removeItem(at: file) } }
      do {
        try loop.expectNoLayoutLoops(baseline: file) {
          for row in rows where row.onLayout != nil { row.setNeedsLayout() }
          for turn in 0..<70 {
            self.work(work, turn)
            loop.runTurn()
          }
        }
        return []
      } catch let error as LoopDetected {
        return error.reports
      }
    }
  }

  @Test(
    "a known chain stays known beside a clock, and names its own change", arguments: Link.allCases)
  func known(link: Link) throws {
    let alone = try App([link]).found(.none)
    #expect(alone.first?.culprit?.edge.writer?.path == "Window/first")
    let known = alone.reduce(into: Baseline()) { _ = $0.add($1) }
    for work in sample([Work.clock, .fresh, .calls], oneIn: 3, seed: firstSeed("\(link)")) {
      #expect(try App([link]).found(beside: known, work).isEmpty, "\(work)")
    }
  }

  @Test("two chains are two loops, and a known one hides none of another")
  func chains() throws {
    let pairs: [(Link, Link)] = [
      (.title, .note), (.title, .spacing), (.spacing, .title), (.inStack, .title),
      (.inContainer, .inStack),
    ]
    for (first, second) in sample(pairs, oneIn: 2, seed: firstSeed("MeasuredCulpritTests.chains")) {
      let known = try App([first]).found(.none).reduce(into: Baseline()) { _ = $0.add($1) }
      let both = Set(try App([first, second]).found(.clock).map(\.view.path))
      #expect(both == ["Window/first", "Window/second"], "\(first), \(second)")
      for work in [Work.none, .fresh] {
        let rest = try App([first, second]).found(beside: known, work)
        #expect(rest.map(\.view.path) == ["Window/second"], "\(first), \(second), \(work)")
      }
    }
  }

  @Test("a chain by a text and one by a stack have two fingerprints beside a clock")
  func fingerprints() throws {
    let prints = try [Link.title, .spacing, .hidden].compactMap {
      try App([$0]).found(.clock).first?.fingerprint
    }
    #expect(Set(prints).count == 3)
  }

  @Test("a hunted row beside another chain is reported with its own change")
  func hunted() throws {
    let expected = try App([.title]).found(.none).map(\.fingerprint)
    let app = App([.title, .note])
    let hunter = LoopHunter(loop: app.loop, killSwitch: KillSwitch(isEngaged: false))
    var reports: [LoopReport] = []
    try hunter.attach(to: app.rows[0]) { reports.append($0) }
    for row in app.rows { row.setNeedsLayout() }
    for _ in 0..<70 { app.loop.runTurn() }
    #expect(reports.map(\.fingerprint) == expected)
  }
}
