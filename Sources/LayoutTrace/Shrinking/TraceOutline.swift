import ViewTree

/// The events of a trace in memory, grouped into elements, each of which can be left out as one.
///
/// An element is a turn; an event that opens something, up to its end; a setter, a move or a new
/// view, with the views that the rules dirtied because of it; or any other single event.
package struct TraceOutline {
  /// The events, the header first.
  package let events: [TraceEvent]
  /// The place after the element that begins with each event.
  private let ends: [Int]
  /// The places of the `turn` lines.
  package let turns: [Int]
  /// The text of the events; nil if it is not kept.
  let text: Text?

  /// The text that an outline keeps.
  enum Text {
    case written(OutlineText)
    /// Most lines are those of a larger trace, at these places; those at negative ones differ.
    case partOf(OutlineText, places: [Int])
  }

  /// Arranges the events of a valid trace, whose text may be needed often, with some events left out.
  package init(keepingTextOf events: [TraceEvent]) {
    self.init(events, text: .written(OutlineText(events)))
  }

  /// Arranges the events of a valid trace.
  package init(_ events: [TraceEvent]) { self.init(events, text: nil) }

  init(_ events: [TraceEvent], text: Text?) {
    (self.events, self.text) = (events, text)
    var ends = Array(1..<events.count + 1)
    var turns: [Int] = []
    var open: [Int] = []
    for place in events.indices {
      switch events[place] {
      case .turn:
        if let last = turns.last { ends[last] = place }
        turns.append(place)
      case .layout, .update, .run, .commit: open.append(place)
      case .done, .updated, .ran, .committed:
        if let opener = open.popLast() { ends[opener] = place + 1 }
      case .force:
        // A forced pass stays with its call, as the rules demand.
        if place + 1 < events.count, case .forced(0) = events[place + 1] { ends[place] = place + 2 }
      case .geometry, .move, .view:
        var end = place + 1
        while end < events.count, events[end].isConsequence { end += 1 }
        ends[place] = end
      case .value where events[place].isOfConstraint:
        var end = place + 1
        while end < events.count, events[end].isSolved { end += 1 }
        ends[place] = end
      default: break
      }
    }
    let behindTurns = if case .end? = events.last { events.count - 1 } else { events.count }
    if let last = turns.last { ends[last] = behindTurns }
    // An event that was never closed extends to the end of its turn.
    for place in open { ends[place] = turns.first { $0 > place } ?? behindTurns }
    (self.ends, self.turns) = (ends, turns)
  }

  /// The element that begins with an event.
  package func element(at place: Int) -> Range<Int> { place..<ends[place] }

  /// A turn, by its index among the turns.
  package func turn(_ index: Int) -> Range<Int> { element(at: turns[index]) }

  /// The elements directly inside a turn or an event that opens something; none for other events.
  package func elements(inside place: Int) -> [Range<Int>] {
    let content: Range<Int>
    switch events[place] {
    case .turn: content = place + 1..<ends[place]
    case .layout, .update, .run, .commit:
      let end = ends[place]
      content = place + 1..<max(place + 1, end - (closes(end - 1, place) ? 1 : 0))
    default: return []
    }
    var elements: [Range<Int>] = []
    var next = content.lowerBound
    while next < content.upperBound {
      elements.append(next..<ends[next])
      next = ends[next]
    }
    return elements
  }

  private func closes(_ place: Int, _ opener: Int) -> Bool {
    guard place > opener else { return false }
    switch events[place] {
    case .done, .updated, .ran, .committed: return true
    default: return false
    }
  }

  /// The views, each after its superview, in the order of their first lines.
  package var views: [Int] {
    events.compactMap { if case .view(let view) = $0 { view.view } else { nil } }
  }

  /// The work, in the order in which it was enqueued.
  package var work: [Int] {
    events.compactMap { if case .async(let work, _, _, _) = $0 { work } else { nil } }
  }

  /// A view and all views ever made inside it.
  package func subtree(of root: Int) -> Set<Int> {
    var members: Set = [root]
    for case .view(let view) in events {
      if case .inside(let parent) = view.place, members.contains(parent) {
        members.insert(view.view)
      }
    }
    return members
  }

  package func elements(of views: Set<Int>) -> [Range<Int>] {
    guard !views.isEmpty else { return [] }
    var found: [Range<Int>] = []
    for place in events.indices where events[place].names(anyOf: views) {
      found.append(place..<ends[place])
    }
    return found
  }

  /// The elements that enqueue or run a piece of work.
  package func elements(ofWork number: Int) -> [Range<Int>] {
    events.indices.filter {
      switch events[$0] {
      case .async(number, _, _, _), .run(number): true
      default: false
      }
    }.map { $0..<ends[$0] }
  }
}

extension [TraceEvent] {
  /// The number of turns that begin.
  var turnCount: Int { count { if case .turn = $0 { true } else { false } } }
}

extension TraceEvent {
  /// True for the last line of a complete trace.
  var isEnd: Bool { if case .end = self { true } else { false } }

  /// True if a constraint changed, or the intrinsic size that constraints count with.
  var isOfConstraint: Bool {
    guard case .value(let value) = self else { return false }
    return value.constraint != nil || value.property == .intrinsicContentSize
  }

  /// True if constraints gave a view another place: its superview becomes dirty.
  var isSolved: Bool {
    if case .dirty(let dirty) = self { dirty.reason == .solved } else { false }
  }

  /// True if the rules of layout dirtied the view, not a call.
  fileprivate var isConsequence: Bool {
    guard case .dirty(let dirty) = self else { return false }
    return dirty.reason.isConsequence
  }

  /// True if the event is about one of the views; closing events are not checked.
  func names(anyOf views: Set<Int>) -> Bool {
    switch self {
    case .view(let view):
      if case .inside(let parent) = view.place, views.contains(parent) { return true }
      return views.contains(view.view)
    case .move(let move):
      return views.contains(move.view) || move.parent.map(views.contains) ?? false
        || move.owner?.isView(in: views) == true
    case .dirty(let dirty):
      return views.contains(dirty.view) || dirty.receiver.map(views.contains) ?? false
        || dirty.owner?.isView(in: views) == true
    case .geometry(let geometry):
      return views.contains(geometry.view) || geometry.owner?.isView(in: views) == true
    case .value(let value):
      return views.contains(value.view) || value.owner?.isView(in: views) == true
    case .async(_, _, _, let owner): return owner?.isView(in: views) == true
    case .item(let item): return views.contains(item.view)
    case .constraint(let constraint):
      return views.contains(constraint.view)
        || constraint.otherView.map(views.contains) ?? false
    case .gone(let view), .clean(let view), .force(let view, _, _), .layout(let view, _),
      .enter(let view), .update(let view):
      return views.contains(view)
    default: return false
    }
  }
}
