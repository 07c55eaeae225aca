import ViewTree

/// Finds the elements of a trace that belong to some deeds: these, and their consequences.
struct DeedSearch {
  private let outline: TraceOutline
  private let events: [TraceEvent]
  private var deeds: [TraceDeed]

  /// The events that are open at the current place, the outermost first.
  private var open: [Opener] = []
  /// The code that runs, and true if it may do one of the deeds.
  private var doer = Doer()
  private var mayAct = false
  /// The code that enqueued each piece of work.
  private var origins: [Int: Doer] = [:]
  private var parents: [Int: Int] = [:]
  /// The views that changes of constraints moved, until their superviews have applied the values.
  private var moves = MovedViews()
  /// The values that properties of views have without what is left out.
  private var values = PresentValues()
  /// The states and numbers that constraints have without what is left out.
  private var constraints = PresentConstraints()
  /// The end of the changes of constraints that come at once.
  private var endOfBatch = 0
  /// The end of what was left out last.
  private var endOfLost = 0

  /// True if a view got values from a change that is left out and from another that is not: the values
  /// without the former are unknown.
  private(set) var hasMixedValues = false

  private enum Opener {
    case layout(Int)
    case update(Int)
    case run(Int)
    case commit
  }

  /// The code that runs.
  private struct Doer: Equatable {
    /// The view in whose layout or part of the constraints phase it runs; nil outside both.
    var view: Int?
    var isInConstraints = false
  }

  init(_ outline: TraceOutline, _ deeds: [TraceDeed]) {
    (self.outline, self.events, self.deeds) = (outline, outline.events, deeds)
    for event in events {
      guard case .view(let view) = event else { continue }
      for index in self.deeds.indices {
        self.deeds[index].writer?.adopt(view)
        self.deeds[index].owner?.adopt(view)
        self.deeds[index].target?.adopt(view)
      }
    }
    noteDoer()
  }

  /// A deed that is meant, by its rank, on one view.
  private struct Meant: Hashable {
    var rank: Int
    var target: Int?
  }

  /// The places of everything to leave out with the deeds.
  ///
  /// - Parameter keepsFirst: True to leave each deed on a view where it comes first in a turn.
  mutating func elements(keepsFirst: Bool = false) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var hasBegun = false
    var kept: Set<Meant> = []
    for place in events.indices {
      let event = events[place]
      if case .turn = event {
        hasBegun = true
        kept = []
      }
      let isInBatch = place < endOfBatch
      if event.isOfConstraint, !isInBatch {
        endOfBatch = batch(around: place).upperBound
        constraints.beginChanges()
      }
      if hasBegun, let (meant, element) = match(event, at: place),
        !keepsFirst || !kept.insert(meant).inserted
      {
        let range = event.isOfConstraint ? batch(around: place) : element
        leaveOut(range)
        for case .value(let value) in events[range] { values.lose(value) }
        if event.isOfConstraint {
          constraints.lose(events[range])
          if movesOthers(range) { hasMixedValues = true }
        }
        found.append(range)
      } else if hasBegun, let range = lostElement(event, at: place, isInBatch: isInBatch) {
        found.append(range)
      }
      constraints.follow(event, isLost: place < endOfLost, parents)
      follow(event)
    }
    return found
  }

  // MARK: Constraints

  /// Changes of constraints that came at once, with the views that they dirtied: the values were solved with
  /// all of them.
  private func batch(around place: Int) -> Range<Int> {
    var (start, end) = (place, place + 1)
    // Lines about constraints in between stay.
    func isInBatch(_ event: TraceEvent) -> Bool { event.isOfConstraint || event.tellsOfConstraints }
    while start > 0, isInBatch(events[start - 1]) { start -= 1 }
    while end < events.count, isInBatch(events[end]) { end += 1 }
    while end < events.count, events[end].isSolved { end += 1 }
    return start..<end
  }

  /// True if, of the changes of constraints that came at once, one that is not meant may move a view: nothing
  /// tells its values without the others.
  private func movesOthers(_ batch: Range<Int>) -> Bool {
    batch.contains { place in
      guard case .dirty(let mark) = events[place] else { return false }
      return movers(mark, in: batch).contains { match(events[$0], at: $0) == nil }
    }
  }

  /// The places of the changes that may have moved the view of a mark, of those that came at once: the ones of
  /// its constraints, or of those of the owner; none where only sizes did.
  private func movers(_ mark: TraceEvent.Invalidation, in batch: Range<Int>) -> [Int] {
    var items = [mark.receiver, mark.by]
    if case .view(let view)? = mark.owner { items = [view] }
    let changes = batch.filter {
      if case .value(let value) = events[$0] { value.constraint != nil } else { false }
    }
    for item in items {
      let own = changes.filter {
        if case .value(let value) = events[$0] { value.view == item } else { false }
      }
      if !own.isEmpty { return own }
    }
    return changes
  }

  /// Notes the views that what is left out moves, or lets be asked for their sizes.
  private mutating func leaveOut(_ range: Range<Int>) {
    for event in events[range] {
      guard case .dirty(let dirty) = event, let view = dirty.receiver else { continue }
      if event.isSolved { moves.lose(view, isInLayout: isRunning(dirty.view)) }
      if dirty.reason == .constraints { moves.unasked.insert(view) }
    }
    endOfLost = max(endOfLost, range.upperBound)
  }

  /// An element that comes only from what is left out: a value that the engine gives a view, a new
  /// intrinsic size, the change of a property that was never changed away from its new value, or constraints
  /// that cannot be activated.
  private mutating func lostElement(
    _ event: TraceEvent, at place: Int, isInBatch: Bool
  ) -> Range<Int>? {
    guard place >= endOfLost else { return nil }
    switch event {
    case .dirty(let dirty):
      guard let view = dirty.receiver else { return nil }
      if event.isSolved { moves.keep(view, isInLayout: isRunning(dirty.view)) }
      if dirty.reason == .constraints { moves.unasked.remove(view) }
    case .value(let value) where event.isOfConstraint && value.constraint == nil:
      guard moves.unasked.remove(value.view) != nil else {
        if !isInBatch { _ = keepsBatch(at: place) }
        return nil
      }
      let range = batch(around: place)
      leaveOut(range)
      return range
    case .value where event.isOfConstraint:
      guard !isInBatch, !keepsBatch(at: place) else { return nil }
      leaveOut(place..<endOfBatch)
      return place..<endOfBatch
    case .value(let value):
      guard !values.keep(value) else { return nil }
      let range = place..<endOfOwnAnnouncement(of: value, at: place)
      leaveOut(range)
      return range
    case .geometry(let geometry) where geometry.owner == .engine:
      let source = moves.apply(geometry.view)
      guard source.isLost else { return nil }
      guard source.isKept else { return place..<endOfConsequences(of: event, at: place) }
      hasMixedValues = true
    case .done(let view, _):
      let parents = parents
      moves.end { parents[$0] == view }
    default: break
    }
    return nil
  }

  /// Notes changes of constraints that came at once; false if none of them changes anything.
  private mutating func keepsBatch(at place: Int) -> Bool {
    var keepsAny = false
    for case .value(let value) in events[place..<endOfBatch] {
      let isChange = value.constraint == nil || constraints.keep(value)
      keepsAny = keepsAny || isChange
    }
    return keepsAny
  }

  /// True if a layout of the view runs.
  private func isRunning(_ view: Int) -> Bool {
    open.contains { if case .layout(view) = $0 { true } else { false } }
  }

  /// Finds out which code runs: most of it does none of the deeds.
  private mutating func noteDoer() {
    doer = innermostDoer
    mayAct = deeds.contains { meant in
      guard let writer = meant.writer else { return doer.view == nil }
      return meant.action == .anything || doer.view.map(writer.numbers.contains) ?? false
    }
  }

  private var innermostDoer: Doer {
    for opener in open.reversed() {
      switch opener {
      case .layout(let view): return Doer(view: view)
      case .update(let view): return Doer(view: view, isInConstraints: true)
      case .run(let work): return origins[work] ?? Doer()
      case .commit: continue
      }
    }
    return Doer()
  }

  private mutating func follow(_ event: TraceEvent) {
    switch event {
    case .turn: open.removeAll()
    case .layout(let view, _): open.append(.layout(view))
    case .update(let view): open.append(.update(view))
    case .run(let work): open.append(.run(work))
    case .commit: open.append(.commit)
    case .done, .updated, .ran, .committed: _ = open.popLast()
    case .async(let work, _, _, _): origins[work] = doer
    case .view(let view):
      if case .inside(let parent) = view.place { parents[view.view] = parent }
      return
    case .move(let move):
      parents[move.view] = move.parent
      return
    default: return
    }
    noteDoer()
  }

  /// The deed and the event with its consequences; nil for any other event.
  private func match(_ event: TraceEvent, at place: Int) -> (Meant, Range<Int>)? {
    guard mayAct, let deed = event.deed(parents) ?? setting(event) else { return nil }
    let target = deed.action.isOfTree ? deed.superview : deed.target
    // A view that comes into no other is nobody's deed.
    guard target != nil || deed.action != .make else { return nil }
    let owner = deed.owner == doer.view ? nil : deed.owner
    let rank = deeds.firstIndex { meant in
      isOf(meant, doer, owner: owner, isEngine: deed.isEngine)
        && meant.isInConstraints.map { $0 == doer.isInConstraints } ?? true
        && (meant.action == deed.action.inGeneral || meant.action == .anything)
        && meant.target?.numbers.contains(target ?? 0) ?? true
        && (meant.constraint == nil || meant.constraint == deed.constraint)
    }
    guard let rank else { return nil }
    let element =
      switch deed.action {
      case .write(.preferredMaxLayoutWidth): place..<endOfOwnAnnouncement(of: event, at: place)
      case .write, .make, .add, .remove, .reorder: place..<endOfConsequences(of: event, at: place)
      case .call(let reason), .announce(let reason):
        beginningOfChange(
          of: reason, on: target, at: place)..<endOfAnnouncement(of: reason, on: target, at: place)
      case .force, .enqueue, .anything: place..<place + 1
      }
    return (Meant(rank: rank, target: target), element)
  }

  /// The deed of an event that shows only in what follows: the safe area of a window, or a setting.
  private func setting(_ event: TraceEvent) -> LayoutDeed<Int, Int>? {
    var deed: LayoutDeed<Int, Int>
    let owner: TraceEvent.Owner?
    switch event {
    case .geometry(let geometry)
    where geometry.new.property == .safeAreaInsets && parents[geometry.view] == nil:
      deed = LayoutDeed(by: geometry.by, .write(.safeAreaInsets), to: geometry.view)
      owner = geometry.owner
    case .value(let value):
      guard value.constraint == nil, let property = value.property, property.isToldByConsequences
      else { return nil }
      deed = LayoutDeed(by: value.by, .write(property), to: value.view)
      owner = value.owner
    default: return nil
    }
    if case .view(let view)? = owner { deed.owner = view }
    deed.isEngine = owner == .engine
    return deed
  }

  /// The place of the change that a view announces by a mark, with what it did when it heard of it.
  ///
  /// A view hears of its new margins before it is marked because of them.
  private func beginningOfChange(of reason: DirtyReason, on target: Int?, at place: Int) -> Int {
    guard let target, reason != .explicit else { return place }
    var first = place
    while first > 0 {
      first -= 1
      switch events[first] {
      case .dirty(let dirty) where dirty.owner?.isView(in: [target]) == true: continue
      case .geometry(let geometry) where geometry.view == target:
        return DirtyReason(geometry.new.property) == reason ? first : place
      case .geometry(let geometry) where geometry.owner?.isView(in: [target]) == true: continue
      case .value(let value) where value.view == target:
        let isAnnounced =
          value.property.map(DirtyReason.init) == reason
          || endOfOwnAnnouncement(of: value, at: first) > place
        return isAnnounced ? first : place
      default: return place
      }
    }
    return place
  }

  /// True if the code that acts is the one that a deed means; a view's layout as a whole means all that
  /// happens in it, and what the engine's calls of the view's members do in others.
  private func isOf(_ meant: TraceDeed, _ doer: Doer, owner: Int?, isEngine: Bool) -> Bool {
    guard let writer = meant.writer else { return doer.view == nil }
    let isInLayout = doer.view.map(writer.numbers.contains) ?? false
    if meant.action == .anything {
      return isInLayout || owner.map(writer.numbers.contains) ?? false
    }
    return isInLayout && meant.isEngine == isEngine
      && (meant.owner.map { owner.map($0.numbers.contains) ?? false } ?? (owner == nil))
  }

  /// The place after the consequences of a setter or a change of the hierarchy.
  ///
  /// These are dirtied views and safe areas, with the deeds of views that are told of theirs, and the
  /// masks' effects if the superview became dirty.
  private func endOfConsequences(of event: TraceEvent, at place: Int) -> Int {
    let view: Int
    switch event {
    case .geometry(let geometry): view = geometry.view
    case .view(let new): view = new.view
    case .move(let move): view = move.view
    case .value(let value): view = value.view
    default: return place + 1
    }
    /// A scroll view moves its content by its insets.
    let movesContent = if case .value = event { true } else { false }
    var end = place + 1
    var next = end
    /// The views whose callbacks follow.
    var told: Set<Int> = []
    while next < events.count {
      switch events[next] {
      case .dirty(let dirty) where next == end && dirty.owner?.isView(in: told) == true:
        end = next + 1
      case .dirty(let dirty):
        let reason = dirty.reason
        guard reason.isConsequence || reason == .safeArea || reason == .solved else { return end }
        let isSuperview = dirty.view == parents[view] && reason == .size
        // Any other dirtied view is an effect of the masks, provided that the end of these is
        // visible.
        if isSuperview || next == end { end = next + 1 }
        if isSuperview, case .geometry = event { return end }
      case .geometry(let geometry):
        guard geometry.view == view || isBelow(geometry.view, view) else { return end }
        let isMove = movesContent && geometry.owner == .engine
        guard geometry.new.property.isConsequence || isMove, next == end else { break }
        end = next + 1
        told.insert(geometry.view)
      default: return end
      }
      next += 1
    }
    return end
  }

  /// The place after a call and after the announcement of the change that it made.
  ///
  /// A label that gets another text calls `invalidateIntrinsicContentSize` by itself.
  private func endOfAnnouncement(of reason: DirtyReason, on target: Int?, at place: Int) -> Int {
    guard reason != .explicit, reason != .constraints, reason != .updateConstraints,
      place + 1 < events.count, case .dirty(let next) = events[place + 1],
      next.receiver == target, next.reason == .constraints
    else { return place + 1 }
    return place + 2
  }

  /// The place after a change of a property and the marks by which its setter announces it.
  private func endOfOwnAnnouncement(of event: TraceEvent, at place: Int) -> Int {
    guard case .value(let change) = event else { return place + 1 }
    return endOfOwnAnnouncement(of: change, at: place)
  }

  /// The place after a change of a property and the marks by which its setter announces it.
  private func endOfOwnAnnouncement(of change: TraceEvent.Change, at place: Int) -> Int {
    func isAnnounced(at place: Int, because reason: DirtyReason?) -> Bool {
      guard place < events.count, case .dirty(let mark) = events[place] else { return false }
      return mark.reason == reason && (mark.receiver ?? mark.view) == change.view
    }
    var end = place + 1
    if isAnnounced(at: end, because: change.property.map(DirtyReason.init)) {
      end += 1
    } else if change.property != .preferredMaxLayoutWidth {
      return end
    }
    return isAnnounced(at: end, because: .constraints) ? end + 1 : end
  }

  private func isBelow(_ view: Int, _ ancestor: Int) -> Bool {
    var next = parents[view]
    while let current = next {
      if current == ancestor { return true }
      next = parents[current]
    }
    return false
  }
}
