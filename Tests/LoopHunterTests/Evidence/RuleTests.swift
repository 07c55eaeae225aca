import Foundation
import HuntSupport
import LoopCorpus
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// One tree for one rule, and what must be said of it; written down before it was hunted.
@Suite("The rules of a report")
struct RuleTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    loop.passLimit = 700
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  private func make(_ name: String, in superview: View? = nil) -> GeneratedView {
    let view = GeneratedView(name)
    (superview ?? window).addSubview(view)
    return view
  }

  private func hunt(
    _ view: View, threshold: Int = 100, stacks: Int = 0
  ) throws -> (first: LoopReport, last: LoopReport) {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: stacks))
    let attachment = try hunter.attach(to: view, threshold: threshold) { reports.append($0) }
    view.setNeedsLayout()
    loop.runTurn()
    for case let view as GeneratedView in window.subviews { quiet(view) }
    return (try #require(reports.first), try #require(attachment.lastReport))
  }

  /// Lets go of the closures, which hold views.
  private func quiet(_ view: GeneratedView) {
    view.onLayout = nil
    for case let view as GeneratedView in view.subviews { quiet(view) }
  }

  // MARK: Proof

  @Test(
    "with little evidence, values that come back later are not called redundant or drifting",
    arguments: [(2, 5), (2, 6), (2, 8), (3, 10), (7, 12), (12, 20), (30, 50), (30, 100)])
  func littleEvidence(_ period: Int, _ threshold: Int) throws {
    let view = make("wave")
    let leaf = make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + 11 * $0.layouts % period)
      $0.setNeedsLayout()
    }
    let (first, last) = try hunt(view, threshold: threshold)
    #expect([.undetermined, .oscillating(period: period)].contains(first.verdict), "\(first)")
    #expect(last.verdict == .oscillating(period: period), "\(last)")
  }

  /// A view that calls for itself, and whose leaf is another in one of many rounds.
  private func rareChange(every period: Int, at phase: Int) -> GeneratedView {
    let view = make("rare")
    let leaf = make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = $0.layouts % period == phase ? 11 : 10
      $0.setNeedsLayout()
    }
    return view
  }

  @Test("a long run of equal rounds after one that differs is not called redundant")
  func interrupted() throws {
    let (first, last) = try hunt(rareChange(every: 45, at: 15))
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .oscillating(period: 45), "\(last)")
  }

  @Test("a long run of equal rounds before one that differs is analysed again at the end")
  func interruptedLater() throws {
    let (first, last) = try hunt(rareChange(every: 45, at: 40), threshold: 20)
    #expect(first.verdict == .redundant, "\(first)")
    #expect(last.verdict == .oscillating(period: 45), "\(last)")
    #expect(last.fingerprint == first.fingerprint)
    #expect(last.remarks.first == .wholeTurn, "\(last)")
  }

  @Test("a loop that is redundant to the end stays so, and so does one that settles with a change")
  func redundantInTheEnd() throws {
    let view = make("view")
    view.onLayout = { $0.setNeedsLayout() }
    let looping = try hunt(view)
    #expect(looping.last.verdict == .redundant)
    #expect(!looping.last.remarks.contains { $0.description.contains("whole turn") })
    let settling = make("settling")
    let leaf = make("leaf", in: settling)
    settling.onLayout = {
      if $0.layouts < 200 { $0.setNeedsLayout() } else { leaf.frame.size.height = 11 }
    }
    let settled = try hunt(settling)
    #expect(settled.first.verdict == .redundant && settled.last.verdict == .redundant)
    #expect(settled.last.isSettled == true)
  }

  @Test(
    "a saw tooth is not a drift until a whole tooth could be seen", arguments: [10, 16, 20, 24])
  func sawTooth(_ threshold: Int) throws {
    let view = make("saw")
    let leaf = make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + $0.layouts % 12)
      $0.setNeedsLayout()
    }
    let (first, last) = try hunt(view, threshold: threshold)
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .oscillating(period: 12), "\(last)")
  }

  @Test(
    "a bug has one verdict and one fingerprint at all thresholds at which it has a verdict",
    arguments: [5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 99, 200])
  func thresholds(_ threshold: Int) throws {
    let card = make("card")
    let badge = make("badge", in: card)
    card.onLayout = { _ in badge.frame.size = CGSize(width: 20, height: 20) }
    badge.onLayout = { $0.frame.size.height = 24 + CGFloat($0.layouts % 3) }
    let report = try hunt(badge, threshold: threshold).first
    guard report.verdict != .undetermined else {
      #expect(threshold < 20)
      return
    }
    #expect(report.verdict == .oscillating(period: 3))
    #expect(report.culprit?.edge.writer?.name == "badge")
  }

  @Test(
    "a piece of a long round accuses no view, and the end of the turn gives the verdict",
    arguments: [5, 6, 8])
  func pieces(_ threshold: Int) throws {
    let ring = (0..<12).map { make("ring\($0)") }
    for (view, next) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
      view.onLayout = { _ in next.setNeedsLayout() }
    }
    // Once in each round the sixth asks the fifth again, which asks the sixth: that comes to rest.
    var heard = 0
    ring[5].onLayout = { _ in
      ring[6].setNeedsLayout()
      if heard != ring[0].layouts { ring[4].setNeedsLayout() }
      heard = ring[0].layouts
    }
    let (first, last) = try hunt(ring[5], threshold: threshold)
    guard first.verdict == .undetermined else {
      #expect(first.accomplices.count == 11)
      return
    }
    #expect(first.culprit == nil, "\(first)")
    #expect(first.accomplices.isEmpty && first.victims.isEmpty && first.otherEdges.isEmpty)
    #expect(last.culprit != nil && last.accomplices.count == 11, "\(last)")
  }

  @Test("too few added subviews for a drift are not called redundant")
  func fewSubviews() throws {
    let list = make("list")
    list.onLayout = {
      $0.addSubview(View())
      $0.setNeedsLayout()
    }
    let (first, last) = try hunt(list, threshold: 12)
    #expect(first.verdict == .undetermined, "\(first)")
    #expect(last.verdict == .drifting(property: "subviews", perRound: 1), "\(last)")
  }

  @Test("an invisibly small creep is still a drift", arguments: [2e-5, 1e-6, 1e-9])
  func creeping(_ step: Double) throws {
    let column = make("column")
    let text = make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height += step }
    let report = try hunt(text).first
    guard case .drifting("frame.size.height", let perRound) = report.verdict else {
      Issue.record("\(report)")
      return
    }
    #expect((perRound - step).magnitude < step / 1000)
  }

  @Test("a value that goes three up and one down drifts by one per round")
  func steps() throws {
    let column = make("column")
    let text = make("text", in: column)
    column.onLayout = { _ in text.setNeedsLayout() }
    text.onLayout = { $0.frame.size.height += $0.layouts % 2 == 0 ? 3 : -1 }
    let report = try hunt(text).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: 1), "\(report)")
    #expect(report.culprit?.edge.writer?.name == "text")
  }

  @Test("a loop has the same report beside an unrelated loop")
  func neighbours() throws {
    func fingerprints(_ hasOther: Bool) throws -> [String] {
      let rules = RuleTests()
      let feed = rules.make("feed")
      let card = rules.make("card", in: feed)
      feed.onLayout = { _ in card.frame.size = CGSize(width: 90, height: 100) }
      card.onLayout = { $0.frame.size.height = 120 }
      let other = rules.make("other")
      let leaf = rules.make("leaf", in: other)
      if hasOther {
        other.onLayout = { _ in leaf.setNeedsLayout() }
        // Twice as often as the feed.
        leaf.onLayout = { other in
          other.superview?.setNeedsLayout()
          if other.layouts % 2 == 0 { other.frame.size.height += 1 }
        }
      }
      let report = try rules.hunt(card).first
      #expect(report.verdict == .oscillating(period: 1), "\(report)")
      #expect(report.cycle.map(\.name) == ["feed", "card"])
      return [report.fingerprint]
    }
    #expect(try fingerprints(true) == fingerprints(false))
  }

  // MARK: Fights

  @Test(
    "two owners that write one origin and call each other oscillate, and the unrelated one is the culprit"
  )
  func origins() throws {
    let feed = make("feed")
    let card = make("card", in: feed)
    let dragger = make("dragger")
    feed.onLayout = { _ in
      card.frame.origin.y = 0
      dragger.setNeedsLayout()
    }
    dragger.onLayout = { _ in
      card.frame.origin.y = 40
      feed.setNeedsLayout()
    }
    let report = try hunt(feed).first
    #expect(report.verdict == .oscillating(period: 1))
    // The feed owns its card; the dragger has no business with it.
    #expect(report.culprit?.edge.writer?.name == "dragger")
    #expect(report.culprit?.edge.action.name == "frame.origin.y")
    #expect(report.culprit?.edge.target.name == "card")
    #expect(report.culprit?.edge.dirtied.name == "feed")
    #expect(report.culprit?.opponent?.name == "feed")
    #expect(report.accomplices.map(\.name) == ["feed"])
    #expect(
      report.culprit?.sentence.hasPrefix(
        """
        `dragger` (Window/dragger) wrote `frame.origin.y` of `card` 0 → 40 in its layout, and called \
        `setNeedsLayout` on `feed`, which set it back.
        """) == true, "\(report)")
  }

  @Test("a center and a frame that two views write are one value")
  func centers() throws {
    let feed = make("feed")
    let card = make("card", in: feed)
    let dragger = make("dragger")
    feed.onLayout = { _ in
      card.frame.origin.y = 0
      dragger.setNeedsLayout()
    }
    dragger.onLayout = { _ in
      card.center.y = 90
      feed.setNeedsLayout()
    }
    #expect(try hunt(feed).first.verdict == .oscillating(period: 1))
  }

  @Test("a view that sets and restores its size within one layout is redundant")
  func wiggling() throws {
    let form = make("form")
    let field = make("field", in: form)
    form.onLayout = { _ in field.setNeedsLayout() }
    field.onLayout = {
      let size = $0.frame.size
      $0.frame.size.height = 1000
      $0.frame.size = size
    }
    let report = try hunt(form).first
    #expect(report.verdict == .redundant)
    // Its own size leads upstream, though it comes back.
    #expect(report.culprit?.edge.writer?.name == "field")
    #expect(report.culprit?.edge.dirtied.name == "form")
    #expect(report.culprit?.opponent == nil)
  }

  @Test("a position that a victim corrects in every round does not make a call oscillating")
  func innocentFight() throws {
    let form = make("form")
    let label = make("label", in: form)
    form.onLayout = {
      label.frame.origin.x = 0
      label.setNeedsLayout()
      $0.setNeedsLayout()
    }
    label.onLayout = { $0.frame.origin.x = 4 }
    let report = try hunt(form).first
    #expect(report.verdict == .redundant)
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    #expect(report.victims.map(\.name) == ["label"])
  }

  @Test("only the view that writes the same number to the other value sets it back")
  func setsBack() throws {
    let feed = make("feed")
    let card = make("card", in: feed)
    let player = make("player", in: card)
    // The feed writes the width, and only the player writes the height.
    feed.onLayout = { feed in card.frame.size.width = 100 + CGFloat(feed.layouts % 2) }
    card.onLayout = { _ in player.setNeedsLayout() }
    player.onLayout = { player in card.frame.size.height = 50 + CGFloat(player.layouts % 2) }
    let report = try hunt(feed).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.writer?.name == "player")
    #expect(report.culprit?.opponent == nil)
    #expect(!"\(report)".contains("set it back"))
  }

  // MARK: Rank

  @Test("a write that changes the outcome outranks the call that announces it")
  func writesBeforeCalls() throws {
    let presenter = make("presenter")
    let text = make("text", in: presenter)
    presenter.onLayout = { text.frame.size.height = CGFloat($0.layouts) * 20 }
    text.onLayout = { $0.invalidateIntrinsicContentSize() }
    let report = try hunt(text, stacks: 8).first
    #expect(report.verdict == .drifting(property: "frame.size.height", perRound: 20))
    #expect(report.culprit?.edge.writer?.name == "presenter")
    #expect(report.otherEdges.map(\.action) == [.call(.invalidateIntrinsicContentSize)])
    #expect(report.accomplices.map(\.name) == ["text"])
  }

  @Test("a value that only a victim writes does not make a call innocent")
  func callsBesideLeaves() throws {
    let view = make("view")
    let leaf = make("leaf", in: view)
    view.onLayout = {
      leaf.frame.size.height = CGFloat(10 + $0.layouts % 2)
      $0.setNeedsLayout()
    }
    let report = try hunt(view).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    #expect(report.victims.map(\.name) == ["leaf"])
  }

  @Test("of views that force each other, the one that forces upward is the culprit")
  func forcesUpward() throws {
    let outer = make("outer")
    let inner = make("inner", in: outer)
    for (view, other) in [(outer, inner), (inner, outer)] {
      view.onLayout = { _ in
        other.setNeedsLayout()
        other.layoutIfNeeded()
      }
    }
    let report = try hunt(outer, stacks: 8).first
    #expect(report.verdict.kind == "reentrant")
    #expect(report.culprit?.edge.writer?.name == "inner")
    #expect(report.culprit?.edge.action.name == "layoutIfNeeded")
    #expect(report.accomplices.map(\.name) == ["outer"])
    #if DEBUG
    // In optimised code a frame may be missing, and a stack of one frame is not shown.
    #expect("\(report)".contains("the call that forced Window/outer:"), "\(report)")
    #endif
  }

  @Test("resizing another branch's view and undoing it is suspected before the request for it")
  func meddling() throws {
    let form = make("form")
    let field = make("field", in: form)
    let ruler = make("ruler")
    form.onLayout = { _ in ruler.setNeedsLayout() }
    ruler.onLayout = { _ in
      let size = field.frame.size
      field.frame.size.height = 1_000
      field.frame.size = size
    }
    let report = try hunt(form).first
    #expect(report.verdict == .redundant)
    #expect(report.culprit?.edge.writer?.name == "ruler")
    #expect(report.accomplices.map(\.name) == ["form"])
  }

  // MARK: Words

  @Test("the run-up of a loop is not part of its report")
  func runUp() throws {
    let presenter = make("presenter")
    let text = make("text", in: presenter)
    // At first it shrinks from 90 to 40, and its width changes once.
    presenter.onLayout = {
      text.frame = CGRect(x: 0, y: 0, width: 200, height: CGFloat($0.layouts) * 20 + 20)
    }
    text.onLayout = { $0.superview?.setNeedsLayout() }
    let early = #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops(threshold: 40) { _ = loop.runTurn() }
    }
    let late = try hunt(text, threshold: 40).first
    #expect(early?.reports.first?.fingerprint == late.fingerprint)
    #expect(early?.reports.first?.culprit?.edge.action.name == "frame.size.height")
  }

  @Test("one line of code that dirties many times is listed once")
  func oneLineManyTimes() throws {
    let row = make("row")
    row.onLayout = { row in
      for _ in 0..<5 { row.setNeedsLayout() }
    }
    let report = try hunt(row, stacks: 8).first
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    let lines = "\(report)".split(separator: "\n").filter { $0.contains("called setNeedsLayout") }
    #expect(lines.isEmpty, "\(report)")
  }

  @Test("a write of its own property reads as one")
  func ownProperty() throws {
    let list = make("list")
    let cell = make("cell", in: list)
    list.onLayout = { _ in cell.setNeedsLayout() }
    cell.onLayout = { $0.frame.size.height += 1 }
    let report = try hunt(list).first
    #expect(
      report.culprit?.sentence.hasPrefix(
        "`cell` (Window/list/cell) wrote its own `frame.size.height` ") == true, "\(report)")
  }

  @Test("hiding an arranged view changes isHidden, not the arrangement")
  func hiding() throws {
    let stack = StackView(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
    stack.identifier = "stack"
    window.addSubview(stack)
    let (text, button) = (GeneratedView("text"), GeneratedView("button"))
    button.naturalSize = CGSize(width: 60, height: 44)
    for view in [text, button] { stack.addArrangedSubview(view) }
    text.onLayout = { button.isHidden = $0.bounds.width < 170 }
    let report = try hunt(text).first
    #expect(report.verdict == .oscillating(period: 2))
    #expect(report.culprit?.edge.writer?.name == "text")
    #expect(report.culprit?.edge.action.name == "isHidden")
    #expect(report.culprit?.edge.target.name == "button")
    #expect(report.culprit?.edge.dirtied.name == "stack")
    #expect(
      report.culprit?.sentence.contains(
        "changed `isHidden` of its sibling `button` in its layout; that dirtied `stack`") == true,
      "\(report)")
    for view in [text, button] { view.onLayout = nil }
  }

  @Test("a call on a subview names the subview, although its superview becomes dirty")
  func callsOnSubviews() throws {
    let picker = make("picker")
    let sample = make("sample", in: picker)
    picker.onLayout = { _ in sample.invalidateIntrinsicContentSize() }
    let report = try hunt(picker).first
    #expect(report.culprit?.edge.target.name == "sample")
    #expect(report.culprit?.edge.dirtied.name == "picker")
    #expect(
      report.culprit?.sentence == """
        `picker` (Window/picker) called `invalidateIntrinsicContentSize` on its subview `sample` in \
        its layout; that dirtied `picker` again.
        """, "\(report)")
  }

  @Test(
    "a superview that sizes its child is innocent, and the child that asks for more is the culprit")
  func sizedChild() throws {
    let parent = make("parent")
    let child = make("child", in: parent)
    parent.onLayout = { _ in child.frame.size.height = child.frame.height == 10 ? 11 : 10 }
    child.onLayout = { $0.superview?.setNeedsLayout(because: .size) }
    let (report, _) = try hunt(parent)
    #expect(report.culprit?.edge.writer?.name == "child", "\(report)")
    #expect(report.culprit?.edge.target.name == "parent", "\(report)")
    #expect(report.culprit?.edge.action.name == "size", "\(report)")
  }

  @Test("a call on a superview names the superview, and one on itself the view itself")
  func callsOnSuperviews() throws {
    let screen = make("screen")
    let outer = make("outer", in: screen)
    let inner = make("inner", in: outer)
    screen.onLayout = { _ in inner.setNeedsLayout() }
    inner.onLayout = { _ in outer.invalidateIntrinsicContentSize() }
    let report = try hunt(inner).first
    #expect(report.culprit?.edge.target.name == "outer", "\(report)")
    #expect(report.culprit?.edge.dirtied.name == "screen")
    inner.onLayout = { $0.invalidateIntrinsicContentSize() }
    outer.onLayout = { _ in inner.setNeedsLayout() }
    screen.onLayout = nil
    let other = try hunt(outer).first
    #expect(other.culprit?.edge.target.name == "inner", "\(other)")
    #expect(other.culprit?.sentence.contains("on itself in its layout") == true)
  }

  @Test("a label's new text counts as a write of its superview, not as an announcement")
  func texts() throws {
    let panel = make("panel")
    let label = Label(frame: .zero)
    label.identifier = "label"
    panel.addSubview(label)
    panel.onLayout = { label.text = $0.layouts % 2 == 0 ? "on" : "off" }
    let report = try hunt(panel).first
    #expect(report.culprit?.edge.action.name == "text", "\(report)")
    #expect(
      report.culprit?.sentence.hasPrefix(
        "`panel` (Window/panel) changed `text` of its subview `label` in its layout") == true,
      "\(report)")
    #expect(report.culprit?.edge.dirtied.name == "panel")
  }

  @Test("five values from one place need no second place that rounds")
  func fiveValues() throws {
    let card = make("card")
    let badge = make("badge", in: card)
    card.onLayout = { _ in badge.setNeedsLayout() }
    badge.onLayout = { $0.frame.size.height = 20.3 + CGFloat($0.layouts % 5) * 0.7 }
    let report = try hunt(badge).first
    #expect(report.verdict == .oscillating(period: 5))
    #expect(!report.remarks.contains { if case .alternation = $0 { true } else { false } })
  }

  #if DEBUG
  @Test("the value and the line of a culprit are those of the write that repeats")
  func sameWrite() throws {
    let form = make("form")
    let field = make("field", in: form)
    form.onLayout = { _ in field.frame = CGRect(x: 0, y: 0, width: 90, height: 40) }
    let line = #line + 3
    field.onLayout = {
      $0.frame = CGRect(x: 0, y: 0, width: 90, height: 900)
      $0.frame = CGRect(x: 0, y: 0, width: 90, height: 60)
    }
    let report = try hunt(form, stacks: 8).first
    let edge = try #require(report.culprit?.edge)
    #expect(edge.writer?.name == "field")
    #expect(edge.new == .numbers([60]))
    #expect(edge.location == "RuleTests.swift:\(line)")
    let other = try #require(report.otherEdges.first)
    #expect(other.writer?.name == "field")
    #expect(other.new == .numbers([900]))
    #expect(other.location == "RuleTests.swift:\(line - 1)")
  }

  @Test("a re-entrant report names the call of layoutIfNeeded and its line")
  func reentrant() throws {
    let view = make("view")
    let line = #line + 3
    view.onLayout = {
      $0.setNeedsLayout()
      $0.layoutIfNeeded()
    }
    let report = try hunt(view, stacks: 8).first
    #expect(report.verdict.kind == "reentrant")
    #expect(report.culprit?.edge.action.name == "layoutIfNeeded")
    #expect(report.culprit?.edge.location == "RuleTests.swift:\(line)")
    #expect(report.otherEdges.first?.action == .call(.setNeedsLayout))
    #expect(report.otherEdges.first?.location == "RuleTests.swift:\(line - 1)")
  }

  @Test("two calls on one line are not several edges to fix")
  func oneLine() throws {
    let row = make("row")
    let label = Label(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    label.identifier = "label"
    row.addSubview(label)
    // Another text dirties the label, and the row by its intrinsic size.
    row.onLayout = { label.text = "\($0.layouts % 2)" }
    let report = try hunt(row, stacks: 8).first
    #expect(!report.remarks.contains { $0.description.hasPrefix("Several edges") }, "\(report)")
  }
  #endif
}
