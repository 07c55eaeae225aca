/// Removes everything from a trace that a bug does not need; the caller defines the bug.
///
/// Without any single turn, view, element, piece of work or round of the result, it would be gone.
package struct TraceShrinker {
  /// The rest of the trace so far; it shows the bug.
  package var events: [TraceEvent] { outline.events }
  /// True if the search reached its end.
  package private(set) var isMinimal = false
  /// Called with the rest after each step.
  package var onStep: ([TraceEvent]) -> Void = { _ in }

  private var outline: TraceOutline
  private let isForCode: Bool
  private let stillShows: ([UInt8]) -> Bool
  private let mayGoOn: () -> Bool
  /// The number of candidates that showed the bug.
  private var steps = 0
  /// True if large pieces are still worth a try.
  private var isFirstPass = true
  /// The hashes of candidates that did not show the bug: later passes make many of them again.
  private var failed: Set<Int> = []

  /// Takes a valid trace that shows a bug; `mayGoOn` is asked before each candidate.
  ///
  /// For code, geometry stays as recorded, because small numbers hide the amount by which a value
  /// grows, and layouts keep the call that forces them, without which they would run earlier.
  package init(
    _ events: [TraceEvent], isForCode: Bool = false, mayGoOn: @escaping () -> Bool = { true },
    stillShows: @escaping ([UInt8]) -> Bool
  ) {
    outline = TraceOutline(events)
    (self.isForCode, self.mayGoOn, self.stillShows) = (isForCode, mayGoOn, stillShows)
  }

  /// Removes everything that can be removed, and makes numbers small.
  package mutating func run() {
    var before: Int
    repeat {
      before = steps
      defer { isFirstPass = false }
      leaveOut { outline in outline.turns.indices.map { [outline.turn($0)] } }
      cutOffEnds()
      leaveOutStillViews()
      leaveOut { outline in outline.views.map { outline.elements(of: outline.subtree(of: $0)) } }
      leaveOut { outline in outline.work.map { outline.elements(ofWork: $0) } }
      leaveOut { outline in outline.elementsByKind }
      leaveOutInside()
    } while steps != before && mayGoOn()
    if outline.events.contains(where: \.tellsOfConstraints) { take { $0.withoutIdleConstraints } }
    simplify()
    isMinimal = mayGoOn()
  }

  /// Adopts the trace made by `change` if it shows the bug; makes nothing once time is up.
  @discardableResult
  private mutating func take(_ change: (TraceOutline) -> TraceOutline) -> Bool {
    guard mayGoOn() else { return false }
    let candidate = change(outline)
    // Lines about constraints stay where all around them goes: then nothing is left out.
    guard candidate.events != outline.events else { return false }
    let bytes = candidate.bytes
    let hash = bytes.hashValue
    guard !failed.contains(hash) else { return false }
    guard stillShows(bytes) else {
      failed.insert(hash)
      return false
    }
    outline = candidate
    steps += 1
    onStep(candidate.events)
    return true
  }

  /// Removes as many members of a list as possible: halves of it, quarters, single ones.
  ///
  /// The list for the rest of a trace has the same members in the same order.
  private mutating func leaveOut(_ list: (TraceOutline) -> [[Range<Int>]]) {
    guard mayGoOn() else { return }
    var members = removable(list(outline))
    var piece = isFirstPass ? max(1, members.count) : 1
    while !members.isEmpty {
      var start = 0
      while start < members.count {
        let end = min(start + piece, members.count)
        if take({ $0.removing(members[start..<end].flatMap { $0 }) }) {
          members = removable(list(outline))
        } else {
          start = end
        }
      }
      if piece == 1 { return }
      piece = max(1, min(piece / 2, members.count))
    }
  }

  /// The members without the calls that must stay.
  private func removable(_ members: [[Range<Int>]]) -> [[Range<Int>]] {
    guard isForCode else { return members }
    return members.map { $0.filter { !forcesLayout($0) } }.filter { !$0.isEmpty }
  }

  /// True if an element is merely a call that forces the layout after it.
  private func forcesLayout(_ element: Range<Int>) -> Bool {
    guard element.count == 1, case .force = outline.events[element.lowerBound],
      element.upperBound < outline.events.count,
      case .layout = outline.events[element.upperBound]
    else { return false }
    return true
  }

  /// The number of elements from which on a content can consist of rounds.
  private static let many = 8

  /// Keeps the first elements of each long content, as few as possible.
  ///
  /// Of a pass with hundreds of rounds no single one can be left out if it ended at its limit, because
  /// the views that it left dirty would be laid out in a shorter one.
  private mutating func cutOffEnds() {
    var place = 0
    while place < outline.events.count, mayGoOn() {
      let length = outline.elements(inside: place).count
      if length >= Self.many { cutOffEnd(of: place, length) }
      place += 1
    }
  }

  /// Looks for the least number of elements to keep: few are replayed sooner than many.
  private mutating func cutOffEnd(of place: Int, _ length: Int) {
    var (tooFew, enough) = (0, 1)
    while enough < length, !keep(first: enough, inside: place) {
      (tooFew, enough) = (enough, 2 * enough)
    }
    enough = min(enough, length)
    while tooFew + 1 < enough, mayGoOn() {
      let middle = (tooFew + enough) / 2
      if keep(first: middle, inside: place) { enough = middle } else { tooFew = middle }
    }
  }

  private mutating func keep(first count: Int, inside place: Int) -> Bool {
    let rest = outline.rest(after: count, inside: place)
    return rest.isEmpty || take { $0.removing(rest) }
  }

  /// Removes all views that are laid out at most once, except those that contain another.
  private mutating func leaveOutStillViews() {
    var layouts: [Int: Int] = [:]
    var parents: [Int: Int] = [:]
    for event in outline.events {
      if case .layout(let view, _) = event { layouts[view, default: 0] += 1 }
      if case .view(let view) = event, case .inside(let parent) = view.place {
        parents[view.view] = parent
      }
    }
    var needed: Set<Int> = []
    for (view, count) in layouts where count > 1 {
      var next: Int? = view
      while let view = next, needed.insert(view).inserted { next = parents[view] }
    }
    let others = Set(outline.views).subtracting(needed)
    if !others.isEmpty { take { $0.removing($0.elements(of: others)) } }
  }

  /// Removes rounds, levels and single elements inside everything that has a content.
  private mutating func leaveOutInside() {
    var place = 0
    while place < outline.events.count, mayGoOn() {
      leaveOutLevels(at: place)
      if outline.elements(inside: place).count > 1 { leaveOutRounds(inside: place) }
      leaveOut { outline in outline.elements(inside: place).map { [$0] } }
      place += 1
    }
  }

  /// Removes repeating rounds among the elements of one content.
  private mutating func leaveOutRounds(inside place: Int) {
    guard let period = outline.period(inside: place) else { return }
    var rounds = isFirstPass ? outline.elements(inside: place).count / period : 1
    while rounds > 0 {
      let piece = rounds * period
      var start = 0
      while mayGoOn(), case let elements = outline.elements(inside: place),
        start + piece <= elements.count
      {
        let removed = elements[start].lowerBound..<elements[start + piece - 1].upperBound
        // A round may begin with any of its elements.
        if !take({ $0.removing([removed]) }) { start += rounds == 1 ? 1 : piece }
      }
      rounds /= 2
    }
  }

  /// Puts the content of a nested element of the same kind in place of an element.
  private mutating func leaveOutLevels(at place: Int) {
    var levels = outline.levels(at: place)
    var depth = levels.count
    while depth > 0 {
      if depth <= levels.count,
        take({ $0.replacing($0.element(at: place), by: levels[depth - 1]) })
      {
        levels = outline.levels(at: place)
      } else {
        depth /= 2
      }
    }
  }

  /// Makes numbers small: removes times, counts turns, views and work from 1, rounds geometry.
  private mutating func simplify() {
    take { $0.withoutTimes }
    take { $0.renumbered }
    guard !isForCode else { return }
    if !take({ $0.rewritingLengths($0.ranksOfLengths) }) {
      for length in outline.lengths where length != length.rounded() {
        take { $0.rewritingLengths([length: length.rounded()]) }
      }
    }
  }
}
