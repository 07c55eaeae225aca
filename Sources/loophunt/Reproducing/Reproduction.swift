import LayoutTrace
import ViewTree

/// A recorded loop as a program would make it: its views, the deeds in their layouts, its turns.
struct Reproduction {
  /// The class of ViewTree that a class inherits from, or that is used itself.
  enum Base: String {
    case view = "View"
    case window = "Window"
    case scroll = "ScrollView"
    case stack = "StackView"
    case label = "Label"
  }

  /// A role with the deeds of its views.
  struct Part {
    var role: RecordedRole
    var base: Base
    var layouts: RecordedCourse
    var updates: RecordedCourse
    var echoes: RecordedCourse
    /// True if a controller manages the view, whose safe area it extends.
    var hasController = false

    /// True if a view of the role has code.
    var acts: Bool { !layouts.isEmpty || !updates.isEmpty }

    /// True if code outside acts after layouts of the view, which must be one of the first tree.
    var isFollowed: Bool { role.isInitial && !echoes.isEmpty }

    /// The first intrinsic size of a view that has a recorded one; nil for any other.
    var natural: [Double]? {
      role.item?.natural ?? (role.changesNatural ? [-1, -1] : nil)
    }
  }

  /// Successive turns with the same beginning.
  struct Turns {
    var count: Int
    var blocks: [Block]
  }

  /// Repeated deeds outside of any layout.
  struct Block {
    var times: Int
    var acts: [RecordedAct]
  }

  /// The hunted views, and the options of the hunt.
  struct Hunt {
    /// The role; nil for all views: the one that loops does not exist at the beginning.
    var role: Int?
    var threshold: Int
    var scale: Double?
  }

  let header: TraceEvent.Header
  /// The texts and the words that properties are set to.
  let words: [String]
  private(set) var parts: [Part]
  /// The constraints between views of the first tree.
  let constraints: [RecordedConstraint]
  private(set) var turns: [Turns]
  let hunt: Hunt
  /// True if the tree is laid out once before the recorded turns, as in the recording.
  let isSettledBefore: Bool

  /// Makes a program of a script; unless it is endless, views end with their last recorded layouts.
  init(_ script: RecordedScript, hunting hunt: Hunt, isEndless: Bool) {
    header = script.header
    words = script.words
    constraints = script.constraints
    self.hunt = hunt
    let isSettledBefore = script.roles.contains { $0.isInitial && $0.view.isClean }
    self.isSettledBefore = isSettledBefore
    let bases = RecordedBases(of: script)
    parts = script.roles.enumerated().map { place, role in
      func course(_ lists: [[[RecordedDeed]]]) -> RecordedCourse {
        // Views that replace each other do the same; the one with the most layouts shows it best.
        var layouts = lists.max { $0.count < $1.count } ?? []
        // The first layout only shows the previous state of the tree.
        if isSettledBefore, role.isInitial, layouts.contains(where: { !$0.isEmpty }) {
          layouts.insert([], at: 0)
        }
        return RecordedCourse(layouts, isEndless: isEndless)
      }
      let updates = role.updates.max { $0.count < $1.count } ?? []
      return Part(
        role: role, base: bases.base[place] ?? .view, layouts: course(role.layouts),
        updates: RecordedCourse(updates, isEndless: isEndless), echoes: course(role.echoes),
        hasController: bases.controlled.contains(place))
    }
    turns = Self.grouped(script.turns.map(\.deeds))
  }

  /// Calls `body` with each act of views and of code outside any layout, and with each act of their work.
  func forEachAct(_ body: (RecordedAct) -> Void) {
    func look(_ acts: [RecordedAct]) {
      for act in acts {
        body(act)
        look(act.work)
      }
    }
    for part in parts {
      for course in [part.layouts, part.updates, part.echoes] {
        for stretch in course.prefix { look(stretch.acts) }
        for acts in course.cycle { look(acts) }
      }
    }
    for turns in turns { for block in turns.blocks { look(block.acts) } }
  }

  /// The place of the constraint that a deed changes; nil for none.
  func constraint(of deed: RecordedDeed) -> Int? {
    guard case .constraint(let number)? = deed.target else { return nil }
    return constraints.firstIndex { $0.number == number }
  }

  /// The number of guides that code adds to the views of a role, for constraints.
  func guideCount(_ role: Int) -> Int {
    constraints.flatMap(\.sides).reduce(0) { count, side in
      guard side.role == role, case .own(let place)? = side.guide else { return count }
      return max(count, place)
    }
  }

  /// True if constraints give subviews of a role's views their places.
  func appliesConstraints(_ role: Int) -> Bool {
    !constraints.isEmpty && parts.contains { $0.role.parent == role && $0.role.item != nil }
  }

  /// True if a view of a role is a stack, whose subviews are arranged.
  func isArranging(_ role: Int) -> Bool {
    parts[role].base == .stack && parts.contains { $0.role.parent == role }
  }

  /// The distance after a view that its stack has from the beginning; nil for that after all views.
  func customSpacing(of part: Part) -> Double? {
    guard let own = part.role.settings[.customSpacing]?.first, let parent = part.role.parent,
      own != parts[parent].role.settings[.spacing]?.first ?? 0
    else { return nil }
    return own
  }

  private static func grouped(_ turns: [[RecordedDeed]]) -> [Turns] {
    var groups: [Turns] = []
    var place = 0
    while place < turns.count {
      let shape = turns[place].map(\.shape)
      var end = place + 1
      let isMaking = turns[place].contains { $0.action == .make }
      while !isMaking, end < turns.count, turns[end].map(\.shape) == shape { end += 1 }
      let blocks =
        end - place == 1
        ? folded(turns[place])
        : [Block(times: 1, acts: RecordedAct.acts(of: Array(turns[place..<end])))]
      groups.append(Turns(count: end - place, blocks: blocks))
      place = end
    }
    return groups
  }

  /// The longest piece whose repetition is looked for, and the least number of repetitions.
  private static let longestPiece = 24
  private static let leastTimes = 3

  /// A list of deeds with its repetitions folded.
  private static func folded(_ deeds: [RecordedDeed]) -> [Block] {
    let shapes = deeds.map(\.shape)
    var blocks: [Block] = []
    var single: [RecordedDeed] = []
    func close() {
      if !single.isEmpty { blocks.append(Block(times: 1, acts: RecordedAct.acts(of: [single]))) }
      single = []
    }
    var place = 0
    while place < deeds.count {
      var best = (piece: 1, times: 1)
      for piece in 1...longestPiece where place + leastTimes * piece <= deeds.count {
        guard !deeds[place..<place + piece].contains(where: { $0.action == .make }) else { break }
        var end = place + piece
        while end < deeds.count, shapes[end] == shapes[end - piece] { end += 1 }
        let times = (end - place) / piece
        if times >= leastTimes, times * piece > best.piece * best.times { best = (piece, times) }
      }
      guard best.times >= leastTimes else {
        single.append(deeds[place])
        place += 1
        continue
      }
      close()
      let rounds = (0..<best.times).map { round in
        Array(deeds[place + round * best.piece..<place + (round + 1) * best.piece])
      }
      blocks.append(Block(times: best.times, acts: RecordedAct.acts(of: rounds)))
      place += best.times * best.piece
    }
    close()
    return blocks
  }
}
