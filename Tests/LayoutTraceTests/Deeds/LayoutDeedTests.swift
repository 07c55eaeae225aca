import LayoutTrace
import Testing
import ViewTree

/// Events as deeds.
@Suite("Deeds")
struct LayoutDeedTests {
  /// The deed of an event in which view 3 stands in view 2.
  private func deed(_ event: TraceEvent) -> LayoutDeed<Int, Int>? { event.deed([3: 2]) }

  @Test("a setter and a call are deeds of who made them, with their place")
  func calls() throws {
    let frame = TraceEvent.Value.frame(CGRect(x: 0, y: 0, width: 1, height: 2))
    let write = try #require(
      deed(.geometry(.init(view: 3, new: frame, by: 2, from: "List.swift:7"))))
    #expect(write.action == .write(.frame) && write.target == 3 && write.superview == nil)
    #expect(write.writer == 2 && write.place == "List.swift:7")
    let call = try #require(deed(.dirty(.init(view: 2, why: "explicit", by: 3))))
    #expect(call.action == .call(.explicit) && call.target == 2 && call.writer == 3)
    let force = try #require(deed(.force(view: 2, by: nil, from: "Main.swift:1")))
    #expect(force.action == .force && force.target == 2 && force.writer == nil)
    #expect(force.place == "Main.swift:1")
    let work = try #require(deed(.async(work: 9, by: 3, via: .timer)))
    #expect(work.action == .enqueue(.timer) && work.work == 9 && work.target == nil)
  }

  @Test("a call on a subview that dirties the superview is an announcement")
  func announcements() throws {
    let call = try #require(deed(.dirty(.init(view: 2, why: "text", receiver: 3))))
    #expect(call.action == .announce(.text) && call.target == 3 && call.superview == 2)
    let own = try #require(deed(.dirty(.init(view: 2, why: "text", receiver: 2))))
    #expect(own.action == .call(.text) && own.target == 2 && own.superview == nil)
    #expect(call.action.inGeneral == own.action && LayoutAction.make.inGeneral == .add)
  }

  @Test("a view that comes, moves or leaves is a deed to its superview")
  func hierarchy() throws {
    let made = try #require(
      deed(.view(.init(view: 4, className: "Cell", place: .inside(2), index: 1))))
    #expect(made.action == .make && made.target == 4 && made.superview == 2 && made.index == 1)
    let moves: [(parent: Int?, action: LayoutAction, superview: Int?)] = [
      (2, .reorder, 2), (1, .add, 1), (nil, .remove, 2),
    ]
    for (parent, action, superview) in moves {
      let moved = try #require(deed(.move(.init(view: 3, parent: parent, by: 1))))
      #expect(moved.action == action && moved.target == 3 && moved.superview == superview)
      #expect(moved.action.isOfTree && moved.writer == 1)
    }
    #expect(!LayoutAction.force.isOfTree)
  }

  @Test("consequences of the rules of layout are no deeds, and neither are layouts")
  func consequences() {
    let insets = TraceEvent.Value.inset(.safeAreaInsets, .zero)
    let events: [TraceEvent] = [
      .dirty(.init(view: 2, why: "size")), .dirty(.init(view: 2, why: "subviews")),
      .geometry(.init(view: 3, new: insets)), .layout(view: 3, time: nil), .commit,
      .turn(number: 1, time: nil), .gone(view: 3),
    ]
    for event in events { #expect(deed(event) == nil, "\(event)") }
  }
}
