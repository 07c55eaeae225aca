import LayoutTrace
import Testing
import ViewTree

/// Leaving out a deed removes some events from the trace of a turn, and keeps the others.
@Suite("Leaving a deed out of a turn")
struct DeedTests {
  /// A window with a list, in which are a cell with a label and a badge.
  private static let tree = [
    #"{"e":"trace","version":1}"#,
    #"{"e":"view","v":1,"class":"Window","frame":[0,0,99,99],"clean":true}"#,
    #"{"e":"view","v":2,"class":"List","in":1,"at":0,"frame":[0,0,99,99],"clean":true}"#,
    #"{"e":"view","v":3,"class":"Cell","in":2,"at":0,"frame":[0,0,9,9],"clean":true}"#,
    #"{"e":"view","v":4,"class":"Label","in":3,"at":0,"frame":[0,0,5,5],"clean":true}"#,
    #"{"e":"view","v":5,"class":"Badge","in":2,"at":1,"frame":[0,0,7,7],"clean":true}"#,
    #"{"e":"turn","n":1}"#,
  ]

  /// The lines of a turn without some deeds; nil where it holds none of them.
  private func rest(
    _ lines: [String], without deeds: TraceDeed..., file: Int = #line
  ) throws -> [String]? {
    let text = (Self.tree + lines + [#"{"e":"end","turns":1}"#]).map { $0 + "\n" }.joined()
    let input = TraceInput.bytes(Array(text.utf8), name: "line \(file)")
    let turn = TurnTrace(try TraceExcerpt.events(of: input, options: .init()))
    guard let outline = turn.leavingOut(deeds)?.outline else { return nil }
    let events = outline.events
    // Lines that are taken from the whole turn are those of the events.
    #expect(outline.bytes == TraceOutline(events).bytes, "line \(file)")
    return events.dropFirst(Self.tree.count).dropLast().map(TraceWriter.line)
  }

  private func layout(_ view: Int, _ lines: String...) -> [String] {
    [#"{"e":"layout","v":\#(view)}"#] + lines + [#"{"e":"done","v":\#(view)}"#]
  }

  private static let cell = TraceViews([3])
  private static let list = TraceViews([2])

  @Test("leaving out a write leaves out its dirtying, for that writer and target only")
  func write() throws {
    let taller = #"{"e":"frame","v":3,"to":[0,0,9,10],"was":[0,0,9,9],"by":3}"#
    let wider = #"{"e":"bounds","v":3,"to":[0,0,10,10],"was":[0,0,9,10],"by":3}"#
    let back = #"{"e":"frame","v":3,"to":[0,0,9,9],"was":[0,0,10,10],"by":2}"#
    let dirties = [3, 2].map { #"{"e":"dirty","v":\#($0),"why":"size","by":3}"# }
    let call = #"{"e":"dirty","v":3,"why":"explicit","by":3,"again":true}"#
    let badge = #"{"e":"frame","v":5,"to":[0,0,8,8],"was":[0,0,7,7],"by":3}"#
    let lines =
      layout(3, taller, dirties[0], dirties[1], call, wider, badge) + layout(2, back)
    let deed = TraceDeed(by: Self.cell, .write(.frame), to: Self.cell)
    #expect(try rest(lines, without: deed) == layout(3, call, wider, badge) + layout(2, back))
    // Any target, but no other writer.
    let any = TraceDeed(by: Self.cell, .write(.frame))
    #expect(try rest(lines, without: any) == layout(3, call, wider) + layout(2, back))
    let list = TraceDeed(by: Self.list, .write(.frame), to: Self.cell)
    #expect(
      try rest(lines, without: list) == layout(
        3, taller, dirties[0], dirties[1], call, wider, badge)
        + layout(2))
    #expect(try rest(lines, without: TraceDeed(by: Self.list, .write(.bounds))) == nil)
    let outside = TraceDeed(by: nil, .write(.frame))
    #expect(try rest(lines, without: outside) == nil)
  }

  @Test("leaving out a write leaves out its autoresizing, until the superview becomes dirty")
  func masks() throws {
    let write = #"{"e":"frame","v":3,"to":[0,0,9,10],"was":[0,0,9,9],"by":5}"#
    let own = #"{"e":"dirty","v":3,"why":"size","by":5}"#
    let mask = #"{"e":"frame","v":4,"to":[0,0,5,6],"was":[0,0,5,5],"by":5}"#
    let label = #"{"e":"dirty","v":4,"why":"size","by":5}"#
    let superview = #"{"e":"dirty","v":2,"why":"size","by":5}"#
    let next = #"{"e":"frame","v":4,"to":[0,0,1,1],"was":[0,0,5,6],"by":5}"#
    let lines = layout(5, write, own, mask, label, superview, next)
    let deed = TraceDeed(by: TraceViews([5]), .write(.frame), to: Self.cell)
    #expect(try rest(lines, without: deed) == layout(5, next))
    // Without the superview it is not seen where the masks end: then nothing is taken for theirs.
    let open = layout(5, write, own, mask, label, next)
    #expect(try rest(open, without: deed) == layout(5, mask, label, next))
  }

  @Test("a call is found by its name and receiver, and its announcement goes with it")
  func call() throws {
    let text = #"{"e":"dirty","v":4,"why":"text","by":3}"#
    let announced = #"{"e":"dirty","v":3,"why":"constraints","of":4,"by":3}"#
    let hidden = #"{"e":"dirty","v":2,"why":"isHidden","of":3,"by":3}"#
    let own = #"{"e":"dirty","v":2,"why":"explicit","by":3}"#
    let lines = layout(3, text, announced, hidden, own)
    let label = TraceDeed(by: Self.cell, .call(.text), to: TraceViews([4]))
    #expect(try rest(lines, without: label) == layout(3, hidden, own))
    let hiding = TraceDeed(by: Self.cell, .call(.isHidden), to: Self.cell)
    #expect(try rest(lines, without: hiding) == layout(3, text, announced, own))
    // The view that becomes dirty is not the one that was called.
    #expect(
      try rest(lines, without: TraceDeed(by: Self.cell, .call(.isHidden), to: Self.list)) == nil)
    let asking = TraceDeed(by: Self.cell, .call(.explicit), to: Self.list)
    #expect(try rest(lines, without: asking) == layout(3, text, announced, hidden))
  }

  @Test(
    "a call without an announcement goes alone, even before a call for constraints",
    arguments: [DirtyReason.explicit, .updateConstraints])
  func callBeforeAnother(reason: DirtyReason) throws {
    let call = #"{"e":"dirty","v":4,"why":"\#(reason.rawValue)","by":3}"#
    let other = #"{"e":"dirty","v":3,"why":"constraints","of":4,"by":3}"#
    let deed = TraceDeed(by: Self.cell, .call(reason), to: TraceViews([4]))
    #expect(try rest(layout(3, call, other), without: deed) == layout(3, other))
  }

  @Test("updateConstraints of a view is distinct from its layout")
  func constraints() throws {
    let dirty = #"{"e":"dirty","v":2,"why":"explicit","by":3}"#
    let inUpdate = #"{"e":"dirty","v":2,"why":"explicit"}"#
    let update = [#"{"e":"update","v":3}"#, inUpdate, #"{"e":"updated","v":3}"#]
    let lines =
      [#"{"e":"commit"}"#] + update + layout(3, dirty) + [#"{"e":"committed","batches":1}"#]
    func left(_ isInConstraints: Bool?) throws -> [String]? {
      let deed = TraceDeed(
        by: Self.cell, isInConstraints: isInConstraints, .call(.explicit), to: Self.list)
      return try rest(lines, without: deed)?.filter { $0 == dirty || $0 == inUpdate }
    }
    #expect(try left(true) == [dirty])
    #expect(try left(false) == [inUpdate])
    #expect(try left(nil) == [])
  }

  @Test("work acts in the name of the view whose layout enqueued it")
  func work() throws {
    let dirty = #"{"e":"dirty","v":3,"why":"explicit"}"#
    let lines =
      layout(3, #"{"e":"async","k":1,"by":3,"via":"block"}"#)
      + [
        #"{"e":"run","k":1}"#, dirty, #"{"e":"async","k":2,"via":"block"}"#, #"{"e":"ran","k":1}"#,
      ]
      + [#"{"e":"run","k":2}"#, dirty, #"{"e":"ran","k":2}"#, dirty]
    let deed = TraceDeed(by: Self.cell, .call(.explicit), to: Self.cell)
    let left = try #require(try rest(lines, without: deed))
    #expect(left.count { $0 == dirty } == 1)
    #expect(left.last == dirty)
    // Code outside all layouts is what is left of it.
    let outside = TraceDeed(by: nil, .call(.explicit), to: Self.cell)
    #expect(try rest(lines, without: outside)?.count { $0 == dirty } == 2)
    let all = try #require(try rest(lines, without: TraceDeed(by: Self.cell, .anything)))
    #expect(!all.contains { $0.contains("async") || $0 == dirty && $0 != all.last })
  }

  @Test("added, removed and reordered views are distinct, by their superview")
  func hierarchy() throws {
    let new = #"{"e":"view","v":6,"class":"Tag","in":2,"at":2,"frame":[0,0,1,1]}"#
    let added = #"{"e":"dirty","v":2,"why":"subviews","by":3}"#
    let reorder = #"{"e":"move","v":6,"in":2,"at":0,"by":3}"#
    let remove = #"{"e":"move","v":6,"in":null,"by":3}"#
    let back = #"{"e":"move","v":6,"in":3,"at":0,"by":3}"#
    let lines = layout(3, new, added, reorder, added, remove, added, back)
    func left(_ action: LayoutAction, to view: Int) throws -> [String]? {
      try rest(lines, without: TraceDeed(by: Self.cell, action, to: TraceViews([view])))
    }
    #expect(try left(.reorder, to: 2) == layout(3, new, added, remove, added, back))
    #expect(try left(.remove, to: 2) == layout(3, new, added, reorder, added, back))
    #expect(try left(.add, to: 3) == layout(3, new, added, reorder, added, remove, added))
    #expect(try left(.remove, to: 3) == nil)
    // A view that is not made any more takes along all that names it.
    #expect(try left(.add, to: 2) == layout(3))
  }

  @Test("a view that comes later takes the place that is left")
  func laterPlace() throws {
    func tag(_ view: Int, at place: Int) -> String {
      #"{"e":"view","v":\#(view),"class":"Tag","in":2,"at":\#(place),"frame":[0,0,1,1]}"#
    }
    func added(by view: Int) -> String {
      #"{"e":"dirty","v":2,"why":"subviews","by":\#(view)}"#
    }
    let lines = layout(3, tag(6, at: 0), added(by: 3)) + layout(2, tag(7, at: 3), added(by: 2))
    let deed = TraceDeed(by: Self.cell, .add, to: TraceViews([2]))
    #expect(
      try rest(lines, without: deed) == layout(3) + layout(2, tag(7, at: 2), added(by: 2)))
  }

  @Test(
    "views that a loop creates in place of each other count as one, by class, name and superview")
  func kinds() throws {
    func tag(_ view: Int, _ rest: String, _ className: String = "Tag") -> String {
      #"{"e":"view","v":\#(view),"class":"\#(className)",\#(rest),"frame":[0,0,1,1]}"#
    }
    let tags = [
      tag(6, #""name":"a","in":3,"at":0"#), tag(7, #""name":"b","in":3,"at":0"#),
      tag(8, #""name":"a","in":2,"at":0"#), tag(9, #""name":"a","in":3,"at":0"#, "Chip"),
    ]
    let calls = [6, 7, 8, 9].map { #"{"e":"dirty","v":\#($0),"why":"explicit","by":3}"# }
    let lines =
      [#"{"e":"layout","v":3}"#] + tags + calls + [#"{"e":"done","v":3}"#]
    func left(_ name: String?) throws -> [String]? {
      let kind = TraceViews.Kind(superviews: [3], className: "Tag", name: name)
      let deed = TraceDeed(by: Self.cell, .call(.explicit), to: TraceViews([], kind: kind))
      return try rest(lines, without: deed)?.filter { $0.contains("explicit") }
    }
    #expect(try left("a") == [calls[1], calls[2], calls[3]])
    #expect(try left(nil) == [calls[2], calls[3]])
  }

  @Test("leaving out a forced layout leaves out its content, unless something else requests it")
  func force() throws {
    let force = #"{"e":"force","v":2,"by":5}"#
    let lines = layout(5, force)
    let deed = TraceDeed(by: TraceViews([5]), .force, to: Self.list)
    #expect(try rest(lines, without: deed) == layout(5))
    #expect(try rest([#"{"e":"force","v":2}"#], without: TraceDeed(by: nil, .force)) == [])
    #expect(try rest(lines, without: TraceDeed(by: nil, .force)) == nil)
  }

  @Test("the tree before the turn stays, and so do insets that follow from others")
  func snapshot() throws {
    let anything = TraceDeed(by: nil, .anything)
    #expect(try rest([], without: anything) == nil)
    let margins =
      #"{"e":"inset","v":3,"name":"layoutMargins","to":[1,1,1,1],"was":[0,0,0,0],"by":3}"#
    let safe = #"{"e":"inset","v":3,"name":"safeAreaInsets","to":[1,1,1,1],"was":[0,0,0,0],"by":3}"#
    let margin = TraceDeed(by: Self.cell, .write(.layoutMargins), to: Self.cell)
    #expect(try rest(layout(3, margins, safe), without: margin) == layout(3))
    #expect(try rest(layout(3, safe), without: TraceDeed(by: Self.cell, .anything)) == nil)
  }

  private static let told =
    #"{"e":"constraint","c":1,"v":3,"first":"leading","relation":"==","numbers":[1,44,1000],"#
    + #""constraint":"edge","of":2,"second":"leading"}"#

  private func change(_ name: String, _ old: String, _ new: String, by view: Int) -> String {
    #"{"e":"value","v":3,"name":"\#(name)","now":"\#(new)","before":"\#(old)","#
      + #""constraint":"edge","c":1,"by":\#(view)}"#
  }

  @Test("without the view that comes back, its constraints cannot be activated")
  func impossibleConstraint() throws {
    let out = #"{"e":"move","v":3,"in":null,"by":2}"#
    let back = #"{"e":"move","v":3,"in":2,"at":0,"by":2}"#
    let marks = [2, 3].map { #"{"e":"dirty","v":\#($0),"why":"subviews","by":2}"# }
    let moved = #"{"e":"dirty","v":2,"why":"solved","of":3,"by":2,"again":true}"#
    let gone = change("isActive", "true", "false", by: 2)
    let active = change("isActive", "false", "true", by: 2)
    let round = layout(2, gone, out, marks[0], back, marks[0], marks[1], moved, active, moved)
    let deed = TraceDeed(by: Self.list, .add, to: Self.list)
    #expect(
      try rest([Self.told] + round + round, without: deed)
        == [Self.told] + layout(2, gone, out, marks[0]) + layout(2, out, marks[0]))
    // The activation by another one may count.
    let other = TraceDeed(by: Self.list, .call(.explicit), to: Self.list)
    let call = #"{"e":"dirty","v":2,"why":"explicit","by":2}"#
    #expect(
      try rest([Self.told] + round + layout(2, call), without: other)
        == [Self.told] + round + layout(2))
  }

  @Test("a constraint that has its new value already, without the write between, moves nothing")
  func unchangedConstraint() throws {
    let up = change("constant", "44", "45", by: 3)
    let down = change("constant", "45", "44", by: 2)
    let moved = [3, 2].map { #"{"e":"dirty","v":2,"why":"solved","of":3,"by":\#($0)}"# }
    let round = layout(3, up, moved[0]) + layout(2, down, moved[1])
    var deed = TraceDeed(by: Self.cell, .write(.constant), to: Self.cell)
    deed.constraint = "edge"
    #expect(
      try rest([Self.told] + round + round, without: deed)
        == [Self.told] + layout(3) + layout(2) + layout(3) + layout(2))
    // A third value is a change.
    let third = change("constant", "44", "46", by: 2)
    #expect(
      try rest([Self.told] + round + layout(2, third, moved[1]), without: deed)
        == [Self.told] + layout(3) + layout(2) + layout(2, third, moved[1]))
  }

  @Test(
    "without one of two changes at once, the values of a view that the other one moves are unknown")
  func changesAtOnce() throws {
    var deed = TraceDeed(by: Self.cell, .write(.constant), to: Self.cell)
    deed.constraint = "edge"
    let other =
      #"{"e":"value","v":2,"name":"constant","now":"9","before":"8","constraint":"side","c":2,"by":3}"#
    for (own, isMixed) in [("", false), (#","own":2"#, true)] {
      let moved = #"{"e":"dirty","v":2,"why":"solved","of":3,"by":3\#(own)}"#
      let lines =
        Self.tree + [Self.told] + layout(3, change("constant", "44", "45", by: 3), other, moved)
        + [#"{"e":"end","turns":1}"#]
      let turn = TurnTrace(
        try TraceExcerpt.events(
          of: .bytes(Array(lines.map { $0 + "\n" }.joined().utf8), name: "turn"), options: .init()))
      #expect(turn.leavingOut([deed])?.hasMixedValues == isMixed)
    }
  }

  @Test("values that a layout applies are those of the changes before them, also within the layout")
  func appliedValues() throws {
    let moved = #"{"e":"dirty","v":2,"why":"solved","of":3,"by":2}"#
    let call = #"{"e":"dirty","v":2,"why":"explicit","by":2,"again":true}"#
    func applied(_ new: Int, _ old: Int) -> String {
      #"{"e":"center","v":3,"to":[\#(new),9],"was":[\#(old),9],"by":2,"own":null}"#
    }
    let (up, down) = (
      change("constant", "44", "45", by: 2), change("priority", "900", "901", by: 2)
    )
    var deed = TraceDeed(by: Self.list, .write(.constant), to: Self.cell)
    deed.constraint = "edge"
    // After the values of the layout: those of the next one come from the change.
    let after = layout(2, applied(1, 0), up, moved, call) + layout(2, applied(2, 1), call)
    #expect(
      try rest([Self.told] + after, without: deed)
        == [Self.told] + layout(2, applied(1, 0), call) + layout(2, call))
    // Before them: those of the layout.
    let before = layout(2, up, moved, applied(2, 1), call) + layout(2, applied(3, 2))
    #expect(
      try rest([Self.told] + before, without: deed)
        == [Self.told] + layout(2, call) + layout(2, applied(3, 2)))
    // Two changes before the same values: what these were without one is not known.
    let text =
      Self.tree + [Self.told] + layout(2, up, moved, down, moved, applied(2, 1))
      + [#"{"e":"end","turns":1}"#]
    let turn = TurnTrace(
      try TraceExcerpt.events(
        of: .bytes(Array(text.map { $0 + "\n" }.joined().utf8), name: "turn"), options: .init()))
    #expect(turn.leavingOut([deed])?.hasMixedValues == true)
  }

  @Test("a turn is cut after a number of layouts of a view, and everything open is closed there")
  func cut() throws {
    let round = layout(2) + layout(3)
    let text =
      (Self.tree + [#"{"e":"commit"}"#] + round + round + round
      + [#"{"e":"committed","batches":3}"#, #"{"e":"end","turns":1}"#])
      .map { $0 + "\n" }.joined()
    let events = try TraceExcerpt.events(
      of: .bytes(Array(text.utf8), name: "trace"), options: .init())
    let cut = TurnTrace(events, endingAfter: (view: 2, layouts: 2))
    let lines = cut.outline.events.dropFirst(Self.tree.count).map(TraceWriter.line)
    let end = [#"{"e":"committed","batches":0}"#, #"{"e":"end","turns":1}"#]
    #expect(Array(lines) == [#"{"e":"commit"}"#] + round + round + end)
    #expect(TurnTrace(events, endingAfter: (view: 2, layouts: 3)).outline.events == events)
  }
}
