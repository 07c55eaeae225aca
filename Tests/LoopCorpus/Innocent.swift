import Foundation
import LoopHunter
import LoopScenarios
import ViewTree

/// A program that looks like a loop and settles: a near-twin of what a rule convicts.
package struct Innocent: Sendable {
  package let name: String
  /// The rule that might report it, and the reason why it must not.
  package let because: String
  package let build: @Sendable () -> Stage

  init(_ name: String, because: String, build: @escaping @Sendable () -> Stage) {
    self.name = name
    self.because = because
    self.build = build
  }

  /// The threshold at which none of them may be reported.
  package static let threshold = 100

  /// All of them.
  package static let all: [Innocent] = withinATurn + forced + overTurns + observed

  /// The reports of a hunt of the whole tree, and of an expectation.
  package func reports() throws -> [LoopReport] {
    let hunted = build()
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: hunted.loop, configuration: .init(stackLimit: 0))
    try hunter.attach(
      toTree: hunted.window, threshold: Innocent.threshold, where: { _ in true }
    ) { reports.append($0) }
    hunted.run()
    let watched = build()
    do {
      try watched.loop.expectNoLayoutLoops(threshold: Innocent.threshold) { watched.run() }
    } catch let error as LoopDetected {
      reports += error.reports
    }
    return reports
  }
}

/// Two views side by side in a screen.
private func pair() -> (screen: GeneratedView, first: GeneratedView, second: GeneratedView) {
  let (first, second) = (GeneratedView("first"), GeneratedView("second"))
  return (GeneratedView("screen").with(first, second), first, second)
}

extension Stage {
  /// Runs work in an event of each of some turns.
  fileprivate func inEachTurn(_ turns: Int, _ work: @escaping (Int) -> Void) -> Stage {
    script = { loop in
      loop.runTurn()
      for turn in 0..<turns {
        loop.event { work(turn) }
        loop.runTurn()
      }
    }
    return self
  }
}

extension Innocent {
  private static let withinATurn: [Innocent] = [
    Innocent("approach", because: "it dirties itself sixty times, and arrives") {
      let view = GeneratedView("view")
      view.onLayout = { if $0.layouts < 60 { $0.setNeedsLayout() } }
      return Stage(view, suspect: view)
    },
    Innocent("polite-owners", because: "two owners place one view, and the second yields") {
      let (screen, first, second) = pair()
      let moved = GeneratedView("moved")
      screen.addSubview(moved)
      first.onLayout = { [unowned moved, unowned second] _ in
        if moved.frame.origin.y == 0 { moved.frame.origin.y = 10 }
        if second.layouts < 3 { second.setNeedsLayout() }
      }
      second.onLayout = { [unowned moved, unowned first] _ in
        moved.frame.origin.y = 20
        if first.layouts < 3 { first.setNeedsLayout() }
      }
      return Stage(screen, suspect: first)
    },
    Innocent("agreeing-helper", because: "a helper in another branch writes the same size") {
      let (screen, owner, helper) = pair()
      let target = GeneratedView("target")
      owner.addSubview(target)
      owner.onLayout = { [unowned helper] in
        $0.subviews[0].frame.size.height = 50
        helper.setNeedsLayout()
      }
      helper.onLayout = { [unowned target] _ in target.frame.size.height = 50 }
      return Stage(screen, suspect: owner)
    },
    Innocent("yielding-fight", because: "a child resizes its superview forty times and gives up") {
      let child = GeneratedView("child")
      let card = GeneratedView("card").with(child)
      let feed = GeneratedView("feed").with(card)
      feed.onLayout = {
        $0.subviews[0].frame.size.height = 100
        $0.subviews[0].subviews[0].setNeedsLayout()
      }
      child.onLayout = { if $0.layouts < 40 { $0.superview?.frame.size.height = 120 } }
      return Stage(feed, suspect: child)
    },
    Innocent("first-constraints", because: "layout asks for the constraints phase once") {
      let view = GeneratedView("view")
      view.onLayout = { if $0.layouts == 1 { $0.setNeedsUpdateConstraints() } }
      view.onConstraints = { $0.setNeedsLayout() }
      return Stage(view, suspect: view)
    },
    Innocent("settling-constraints", because: "layout asks for the phase sixty times, and stops") {
      let view = GeneratedView("view")
      view.onLayout = { if $0.layouts < 60 { $0.setNeedsUpdateConstraints() } }
      view.onConstraints = { $0.setNeedsLayout() }
      return Stage(view, suspect: view)
    },
    Innocent("relying-cells", because: "thirty new cells ask for their list's layout once each") {
      let (screen, pool, list) = pair()
      list.onLayout = { [unowned pool, unowned list] in
        guard $0.layouts <= 30 else { return }
        let cell = RelyingView("cell")
        cell.onConstraints = { [unowned list] _ in list.setNeedsLayout() }
        pool.addSubview(cell)
      }
      return Stage(screen, suspect: list)
    },
    Innocent("turning-over", because: "a page turns its direction forty times, and stays") {
      let page = GeneratedView("page")
      page.directionalLayoutMargins.leading = 20
      page.onLayout = {
        guard $0.layouts <= 40 else { return }
        $0.semanticContentAttribute =
          $0.semanticContentAttribute == .forceRightToLeft ? .unspecified : .forceRightToLeft
      }
      return Stage(page, suspect: page)
    },
    Innocent("asking-children", because: "twenty labels have one card update its constraints") {
      let card = GeneratedView("card")
      for _ in 0..<20 { card.addSubview(GeneratedView("label")) }
      for case let label as GeneratedView in card.subviews {
        label.onLayout = { if $0.layouts < 5 { $0.invalidateIntrinsicContentSize() } }
      }
      card.onConstraints = { for label in $0.subviews { label.frame.size.width = 40 } }
      return Stage(card, suspect: card)
    },
    Innocent("fixed-header", because: "an inset follows a height that does not follow the inset") {
      let page = GeneratedView("page").with(GeneratedView("header"))
      let controller = GeneratedController(of: page)
      page.onLayout = { $0.subviews[0].frame = CGRect(x: 0, y: 0, width: 390, height: 56) }
      controller.onLayout = {
        $0.additionalSafeAreaInsets.top = $0.view.subviews[0].frame.height
      }
      return Stage(page, suspect: page, props: [controller])
    },
    Innocent("bounded-inset", because: "an inset grows fifty times and stays") {
      let page = GeneratedView("page")
      let controller = GeneratedController(of: page)
      controller.onLayout = {
        $0.additionalSafeAreaInsets.top = min(50, $0.additionalSafeAreaInsets.top + 1)
      }
      return Stage(page, suspect: page, props: [controller])
    },
    Innocent("settling-margins", because: "margins grow forty times in a loop of sixty, and stay") {
      let view = GeneratedView("view")
      view.onLayout = {
        if $0.layouts < 40 { $0.layoutMargins.left += 1 }
        if $0.layouts < 60 { $0.setNeedsLayout() }
      }
      return Stage(view, suspect: view)
    },
    Innocent("equal-insets", because: "each layout sets the insets that are there already") {
      let scroll = GeneratedScroll("scroll", CGRect(x: 0, y: 0, width: 200, height: 200))
      scroll.onLayout = { $0.contentInset = EdgeInsets(top: 20) }
      let page = GeneratedView("page").with(scroll)
      let controller = GeneratedController(of: page)
      controller.onLayout = { $0.additionalSafeAreaInsets = EdgeInsets(bottom: 44) }
      return Stage(page, suspect: page, props: [controller])
    },
    Innocent("hysteresis", because: "a badge that is hidden when it is narrow stays hidden") {
      let (item, badge) = (GeneratedView("item"), GeneratedView("badge"))
      badge.naturalSize = CGSize(width: 60, height: 20)
      let stack = StackView(arrangedSubviews: [item, badge])
      item.onLayout = { [unowned badge] in if $0.bounds.width < 350 { badge.isHidden = true } }
      return Stage(stack, suspect: item)
    },
    Innocent("clamped-offset", because: "a scroll view is scrolled back to its edge, once") {
      let scroll = GeneratedScroll("scroll", CGRect(x: 0, y: 0, width: 200, height: 200))
      scroll.onLayout = { if $0.contentOffset.y < 0 { $0.contentOffset.y = 0 } }
      return Stage(scroll, suspect: scroll).inEachTurn(120) { [unowned scroll] turn in
        scroll.contentOffset.y = -CGFloat(turn)
      }
    },
    Innocent(
      "halving", because: "a height halves its way to 100, and is there after 55 rounds"
    ) {
      let text = GeneratedView("text")
      let column = GeneratedView("column").with(text)
      column.onLayout = { $0.subviews[0].setNeedsLayout() }
      text.onLayout = {
        let height = $0.frame.height
        $0.frame.size.height = height + (100 - height) / 2
      }
      return Stage(column, suspect: text)
    },
    Innocent("a-hundred", because: "it is laid out as often as the threshold allows") {
      let view = GeneratedView("view")
      view.onLayout = { if $0.layouts < Innocent.threshold { $0.setNeedsLayout() } }
      return Stage(view, suspect: view)
    },
    Innocent("helper-once", because: "a helper is called fifty times, and writes the first time") {
      let (screen, owner, helper) = pair()
      let target = GeneratedView("target")
      owner.addSubview(target)
      owner.onLayout = { [unowned helper] in if $0.layouts < 50 { helper.setNeedsLayout() } }
      helper.onLayout = { [unowned target, unowned owner] in
        if $0.layouts == 1 { target.frame.size.height = 120 }
        owner.setNeedsLayout()
      }
      return Stage(screen, suspect: owner)
    },
    Innocent("settling-rows", because: "a footer asks for its table ninety times, and no more") {
      let footer = GeneratedView("footer")
      let table = GeneratedView("table").with(footer)
      for period in [2, 3, 5, 7] { table.addSubview(GeneratedView("row\(period)")) }
      table.onLayout = {
        $0.subviews[0].setNeedsLayout()
        for (row, period) in zip($0.subviews.dropFirst(), [2, 3, 5, 7])
        where $0.layouts % period == 0 { row.setNeedsLayout() }
      }
      footer.onLayout = { if $0.layouts < 90 { $0.superview?.setNeedsLayout() } }
      return Stage(table, suspect: table)
    },
    Innocent("fifty-badges", because: "fifty subviews are added, all at once") {
      let view = GeneratedView("view")
      view.onLayout = {
        guard $0.subviews.isEmpty else { return }
        for _ in 0..<50 { $0.addSubview(GeneratedView("badge")) }
      }
      return Stage(view, suspect: view)
    },
  ]

  private static let forced: [Innocent] = [
    Innocent("write-all-then-force", because: "150 rows are written, and layout is forced once") {
      let list = GeneratedView("list")
      for _ in 0..<150 { list.addSubview(GeneratedView("row")) }
      return Stage(list, suspect: list).inEachTurn(3) { [unowned list] _ in
        for row in list.subviews { row.frame.size.height += 1 }
        list.layoutIfNeeded()
      }
    },
    Innocent("force-the-clean", because: "layout is forced 500 times, and nothing is dirty") {
      let list = GeneratedView("list").with(GeneratedView("row"))
      return Stage(list, suspect: list).inEachTurn(3) { [unowned list] _ in
        for _ in 0..<500 { list.layoutIfNeeded() }
      }
    },
    Innocent("force-each-once", because: "150 views are dirtied and forced, each of them once") {
      let list = GeneratedView("list")
      for _ in 0..<150 { list.addSubview(GeneratedView("row")) }
      return Stage(list, suspect: list).inEachTurn(3) { [unowned list] _ in
        for row in list.subviews {
          row.setNeedsLayout()
          row.layoutIfNeeded()
        }
      }
    },
    Innocent("cells-forced-once", because: "each of 150 cells has its label written and is forced")
    {
      let list = GeneratedView("list")
      for _ in 0..<150 { list.addSubview(GeneratedView("cell").with(GeneratedView("label"))) }
      return Stage(list, suspect: list).inEachTurn(3) { [unowned list] _ in
        for cell in list.subviews {
          cell.subviews[0].frame.size.height += 1
          cell.layoutIfNeeded()
        }
      }
    },
    Innocent("a-few-forces", because: "ninety rows are written and forced one by one: too few") {
      let list = GeneratedView("list")
      for _ in 0..<90 { list.addSubview(GeneratedView("row")) }
      return Stage(list, suspect: list).inEachTurn(3) { [unowned list] _ in
        for row in list.subviews {
          row.frame.size.height += 1
          list.layoutIfNeeded()
        }
      }
    },
    Innocent("animated-force", because: "an animation forces layout once in each of 300 turns") {
      let view = GeneratedView("view")
      return Stage(view, suspect: view).inEachTurn(300) { [unowned view] turn in
        view.frame.size.height = CGFloat(100 + turn % 40)
        view.layoutIfNeeded()
      }
    },
    Innocent("downward-force", because: "a superview forces its subview in its layout, once each") {
      let child = GeneratedView("child")
      let view = GeneratedView("view").with(child)
      view.onLayout = {
        $0.subviews[0].frame.size.height += 1
        $0.subviews[0].layoutIfNeeded()
      }
      return Stage(view, suspect: view).inEachTurn(150) { [unowned view] _ in
        view.setNeedsLayout()
      }
    },
    Innocent("shallow-recursion", because: "a recursion of layout ends at a depth of twenty") {
      let view = GeneratedView("view")
      view.onLayout = {
        guard $0.layouts % 20 != 0 else { return }
        $0.setNeedsLayout()
        $0.layoutIfNeeded()
      }
      return Stage(view, suspect: view).inEachTurn(20) { [unowned view] _ in
        view.setNeedsLayout()
      }
    },
  ]

  private static let overTurns: [Innocent] = [
    Innocent("fifty-nine-hops", because: "a chain over turns ends before the sixtieth") {
      let view = GeneratedView("view")
      view.onLayout = { view in
        guard view.layouts <= 59 else { return }
        view.window?.loop.async { [weak view] in view?.setNeedsLayout() }
      }
      let stage = Stage(view, suspect: view)
      stage.script = { $0.runUntilIdle(limit: 300) }
      return stage
    },
    Innocent("polling", because: "a repeating timer dirties a view for 300 turns") {
      let view = GeneratedView("view")
      let stage = Stage(view, suspect: view)
      stage.script = { [unowned view] loop in
        let timer = loop.every(.milliseconds(10), target: view) { view in
          view.frame.size.height = view.frame.height == 90 ? 91 : 90
        }
        loop.advance(by: .seconds(3))
        timer.invalidate()
      }
      return stage
    },
    Innocent("timer-animation", because: "a timer writes and forces once in each of 300 turns") {
      let view = GeneratedView("view").with(GeneratedView("bar"))
      let stage = Stage(view, suspect: view)
      stage.script = { [unowned view] loop in
        let timer = loop.every(.milliseconds(10), target: view) { view in
          view.subviews[0].frame.size.width += 1
          view.layoutIfNeeded()
        }
        loop.advance(by: .seconds(3))
        timer.invalidate()
      }
      return stage
    },
    Innocent("typed-field", because: "each event grows a field, which its form makes low again") {
      let field = GeneratedView("field", CGRect(x: 0, y: 0, width: 90, height: 10))
      let form = GeneratedView("form").with(field)
      form.onLayout = {
        if $0.subviews[0].frame.height >= 13 { $0.subviews[0].frame.size.height = 10 }
      }
      return Stage(form, suspect: field).inEachTurn(200) { [unowned field] _ in
        field.frame.size.height += 1
      }
    },
    Innocent("toggled-badge", because: "an event hides or shows an arranged view in 200 turns") {
      let (item, badge) = (GeneratedView("item"), GeneratedView("badge"))
      badge.naturalSize = CGSize(width: 60, height: 20)
      let stack = StackView(arrangedSubviews: [item, badge])
      return Stage(stack, suspect: item).inEachTurn(200) { [unowned badge] turn in
        badge.isHidden = turn % 2 == 0
      }
    },
    Innocent("constraints-each-turn", because: "the phase runs, and dirties, once in each turn") {
      let view = GeneratedView("view").with(GeneratedView("child"))
      view.onConstraints = {
        $0.subviews[0].frame.size.width = $0.subviews[0].frame.width == 40 ? 50 : 40
        $0.setNeedsLayout()
      }
      return Stage(view, suspect: view).inEachTurn(150) { [unowned view] _ in
        view.setNeedsUpdateConstraints()
      }
    },
    Innocent("refreshing", because: "a content inset opens and closes over 200 turns") {
      let scroll = GeneratedScroll("scroll", CGRect(x: 0, y: 0, width: 200, height: 200))
      return Stage(scroll, suspect: scroll).inEachTurn(200) { [unowned scroll] turn in
        scroll.contentInset.top = turn % 2 == 0 ? 60 : 0
        scroll.setNeedsLayout()
      }
    },
    Innocent("keyboard", because: "events open and close a keyboard's inset 200 times") {
      let page = GeneratedView("page")
      let controller = GeneratedController(of: page)
      return Stage(page, suspect: page, props: [controller]).inEachTurn(200) {
        [unowned controller] turn in
        controller.additionalSafeAreaInsets.bottom = turn % 2 == 0 ? 300 : 0
      }
    },
    Innocent("answered-events", because: "each event is answered by a block, and by no more") {
      let (screen, first, second) = pair()
      first.onLayout = { first in
        first.window?.loop.async { [weak second] in second?.setNeedsLayout() }
      }
      return Stage(screen, suspect: first).inEachTurn(150) { [unowned first] _ in
        first.setNeedsLayout()
      }
    },
    Innocent("reused-cells", because: "a cell goes and another one comes in each of 150 turns") {
      let list = GeneratedView("list").with(GeneratedView("cell"))
      return Stage(list, suspect: list).inEachTurn(150) { [unowned list] _ in
        list.subviews.first?.removeFromSuperview()
        list.addSubview(GeneratedView("cell"))
      }
    },
  ]
}

extension GeneratedLoop {
  /// The reports of a hunt of the whole tree if the program of this seed stops before any view was
  /// laid out more often than `limit` times in a turn: none.
  package static func reportsIfEnded(seed: UInt64, limit: Int = 40) throws -> [LoopReport] {
    let loop = GeneratedLoop(seed: seed)
    let watch = LayoutWatch(loop, limit: limit)
    let observation = loop.stage.loop.addLayoutObserver(watch)
    defer { observation.cancel() }
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop.stage.loop, configuration: .init(stackLimit: 0))
    try hunter.attach(
      toTree: loop.stage.window, threshold: 3 * limit, where: { _ in true }
    ) { reports.append($0) }
    withExtendedLifetime(loop) { loop.stage.run() }
    return reports
  }
}

/// Ends a generated loop when a view was laid out often, or after 50 turns.
private final class LayoutWatch: LayoutObserver {
  private let loop: GeneratedLoop
  private let limit: Int
  private var counts: [ObjectIdentifier: Int] = [:]
  private var turns = 0

  init(_ loop: GeneratedLoop, limit: Int) {
    self.loop = loop
    self.limit = limit
  }

  func turnBegan(_ turn: Int, now: Duration) {
    counts = [:]
    turns += 1
    if turns > 50 { loop.isOver = true }
  }

  func layoutEntered(_ view: View) {
    counts[ObjectIdentifier(view), default: 0] += 1
    if counts[ObjectIdentifier(view)] == limit { loop.isOver = true }
  }
}
