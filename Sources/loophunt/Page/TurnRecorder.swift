import LayoutTrace
import LoopHunter
import ViewTree

/// Records a replay for a page: the layouts of each turn and of each view, and the last deeds.
///
/// A round of a loop is cut out of these deeds. Memory is bounded by the number of views: only the
/// last deeds and a few turns are kept.
final class TurnRecorder: LayoutObserver {
  /// One view that was laid out.
  struct Subject {
    /// The view's number in the trace.
    let number: Int
    weak var view: View?
    let className: String
    let name: String?
    /// Its path, once the tree was noted.
    var path: String?
    var layouts = 0
    /// The most layouts in one turn.
    var maximum = 0
    /// The turn that had them.
    var maximumTurn = 0
    fileprivate var turn = 0
    fileprivate var inTurn = 0
  }

  /// One layout, or one call that forced some, on its way through a turn.
  struct Slice {
    /// The index of the view in `subjects`.
    var subject: Int
    var depth: Int
    var isForce = false
    /// The positions of its beginning and its end among those of the turn.
    var opened: Int
    var closed: Int
    /// The recorded times, if there are any.
    var began: Int64?
    var ended: Int64?
  }

  /// The stored facts of a turn.
  struct Turn {
    var number: Int
    var layouts: Int
    var slices: [Slice]
    /// True if a loop was first reported in it.
    var hasNewLoop: Bool
  }

  /// One thing that happened; views are called by their places in `subjects`, work by its number.
  enum Moment {
    case turn(Int)
    case layout(Int, depth: Int)
    case layoutEnded
    case deed(LayoutDeed<Int, Int>)
    case wrote(LayoutDeed<Int, Int>, GeometryChange, before: Place, after: Place)
    case began(work: Int)
    case ended

    /// The deed, if code did it.
    var deed: LayoutDeed<Int, Int>? {
      switch self {
      case .deed(let deed), .wrote(let deed, _, _, _): deed
      default: nil
      }
    }

    /// The view that it happened to: of a call on a subview, the one that became dirty.
    var subject: Int? {
      if case .layout(let subject, _) = self { return subject }
      guard let deed else { return nil }
      if case .announce = deed.action { return deed.superview }
      return deed.target
    }

    /// Another view that it concerns: the superview, or the subview that led to it.
    var companion: Int? {
      guard let deed else { return nil }
      if case .announce = deed.action { return deed.target }
      return deed.superview
    }
  }

  /// The position of a view in its superview, and the origin of its content.
  struct Place: Equatable {
    var bounds: CGRect
    var center: CGPoint
    var anchor: CGPoint
    var transform: AffineTransform

    init(of view: View) {
      bounds = view.bounds
      center = view.center
      anchor = view.anchorPoint
      transform = view.transform
    }

    /// True if the view is neither turned nor scaled.
    var isUpright: Bool {
      transform.m11 == 1 && transform.m22 == 1 && transform.m12 == 0 && transform.m21 == 0
    }

    /// The transform from the view's own coordinates to its superview's.
    var matrix: AffineTransform {
      var matrix = AffineTransform(
        translationByX: -(bounds.minX + anchor.x * bounds.width),
        byY: -(bounds.minY + anchor.y * bounds.height))
      matrix.append(transform)
      matrix.append(AffineTransform(translationByX: center.x, byY: center.y))
      return matrix
    }

    /// The box around the view in its superview.
    var frame: CGRect {
      let matrix = matrix
      let corners = [
        (bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.minX, bounds.maxY),
        (bounds.maxX, bounds.maxY),
      ].map { matrix.transform(CGPoint(x: $0.0, y: $0.1)) }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
      return CGRect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    /// Moves the view so that this is its frame.
    mutating func move(to frame: CGRect) {
      if isUpright { bounds.size = frame.size }
      let now = self.frame
      center.x += frame.minX - now.minX
      center.y += frame.minY - now.minY
    }
  }

  private let replayer: TraceReplayer
  private(set) var subjects: [Subject] = []
  private var placeOfNumber: [Int: Int] = [:]
  private(set) var bins: TurnBins
  private(set) var turns: [Turn] = []
  /// The last moments; `moment(at:)` knows their order.
  private var ring: [Moment] = []
  private var momentCount = 0

  private var slices: [Slice] = []
  private var open: [Int] = []
  private var order = 0
  private var layouts = 0
  private var peak = 0
  private var busy: Int64 = 0
  private var hasReport = false
  /// True if the trace has the duration of any layout.
  private(set) var hasTime = false
  /// True if any view has a size.
  private(set) var hasGeometry = false

  /// The most deeds that are kept.
  private static let ringSize = 8192
  /// The most layouts of a turn that are kept.
  private static let mostSlices = 1500
  /// The most turns without a new loop that are kept, those with the most layouts.
  private static let mostQuietTurns = 3
  private let mostLoopTurns: Int

  /// Keeps at most so many bins of turns, turns with a new loop, and views of a tree.
  init(_ replayer: TraceReplayer, bins: Int, turns: Int, views: Int) {
    self.replayer = replayer
    mostViews = views
    self.bins = TurnBins(most: bins)
    mostLoopTurns = turns
  }

  // MARK: Reading

  var moments: Range<Int> { max(0, momentCount - ring.count)..<momentCount }
  func moment(at index: Int) -> Moment { ring[index % Self.ringSize] }

  /// The index of a view in `subjects`.
  func subject(of view: View) -> Int {
    let number = replayer.number(of: view) ?? 0
    if let place = placeOfNumber[number] { return place }
    placeOfNumber[number] = subjects.count
    subjects.append(
      Subject(
        number: number, view: view, className: view.displayedClassName, name: view.identifier))
    return subjects.count - 1
  }

  /// The noted tree, and its turn; nil if none was noted.
  private(set) var tree: (shown: ShownTree, turn: Int)?
  private let mostViews: Int

  /// Keeps the current tree, and the paths of the views with the most layouts.
  func noteTree(after turn: Int) {
    tree = (ShownTree(of: replayer, self, most: mostViews), turn)
    notePaths()
  }

  /// Gives the busiest views their paths, unless they have one.
  func notePaths() {
    let namer = ViewNamer()
    for place in busiest(200) where subjects[place].path == nil {
      subjects[place].path = subjects[place].view.map { namer.path(of: $0) }
    }
  }

  /// The indexes of the views with the most layouts, the busiest first.
  func busiest(_ most: Int) -> [Int] {
    Array(
      subjects.indices.filter { subjects[$0].layouts > 0 }
        .sorted {
          (subjects[$1].layouts, subjects[$0].number) < (subjects[$0].layouts, subjects[$1].number)
        }
        .prefix(most))
  }

  /// Notes that a loop was reported in the running turn.
  func noteReport() { hasReport = true }

  /// Ends a turn after its reports are known.
  func endTurn(_ number: Int, hasNewLoop: Bool) {
    bins.add(turn: number, layouts: layouts, peak: peak, busy: busy, hasLoop: hasReport)
    if layouts > 0 { keepTurn(number, hasNewLoop) }
    slices.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    (order, layouts, peak, busy, hasReport) = (0, 0, 0, 0, false)
  }

  private func keepTurn(_ number: Int, _ hasNewLoop: Bool) {
    let turn = Turn(number: number, layouts: layouts, slices: slices, hasNewLoop: hasNewLoop)
    if hasNewLoop {
      if turns.count(where: \.hasNewLoop) < mostLoopTurns { turns.append(turn) }
      return
    }
    let quiet = turns.indices.filter { !turns[$0].hasNewLoop }
    if quiet.count < Self.mostQuietTurns {
      turns.append(turn)
    } else if let least = quiet.min(by: { turns[$0].layouts < turns[$1].layouts }),
      turns[least].layouts < layouts
    {
      turns.remove(at: least)
      turns.append(turn)
    }
  }

  private func note(_ moment: Moment) {
    if ring.count < Self.ringSize {
      ring.append(moment)
    } else {
      ring[momentCount % Self.ringSize] = moment
    }
    momentCount += 1
  }

  private func note(
    _ action: LayoutAction, to target: Int? = nil, in superview: Int? = nil, work: Int? = nil,
    by layingOut: View?
  ) { note(.deed(deed(action, to: target, in: superview, work: work, by: layingOut))) }

  private func deed(
    _ action: LayoutAction, to target: Int?, in superview: Int? = nil, work: Int? = nil,
    by layingOut: View?
  ) -> LayoutDeed<Int, Int> {
    LayoutDeed(
      by: layingOut.map { subject(of: $0) }, action, to: target, in: superview, work: work,
      at: replayer.sourceLocation)
  }

  // MARK: Observing

  func turnBegan(_ turn: Int, now: Duration) { note(.turn(turn)) }

  func layoutForced(_ view: View, by layingOut: View?) {
    let subject = subject(of: view)
    note(.force, to: subject, by: layingOut)
    guard slices.count < Self.mostSlices else { return }
    slices.append(
      Slice(subject: subject, depth: open.count, isForce: true, opened: order, closed: order + 1))
    order += 1
  }

  func layoutEntered(_ view: View) {
    let subject = subject(of: view)
    let turn = deedTurn
    if subjects[subject].turn != turn {
      subjects[subject].turn = turn
      subjects[subject].inTurn = 0
    }
    subjects[subject].layouts += 1
    subjects[subject].inTurn += 1
    let count = subjects[subject].inTurn
    if count > subjects[subject].maximum {
      subjects[subject].maximum = count
      subjects[subject].maximumTurn = turn
    }
    layouts += 1
    peak = max(peak, count)
    if !hasGeometry, view.frame.width > 0 || view.frame.height > 0 { hasGeometry = true }
    note(.layout(subject, depth: open.count))
    if slices.count < Self.mostSlices {
      slices.append(
        Slice(
          subject: subject, depth: open.count, opened: order, closed: order,
          began: replayer.recordedLayoutBegin))
      open.append(slices.count - 1)
    } else {
      open.append(-1)
    }
    order += 1
  }

  func layoutLeft(_ view: View) {
    note(.layoutEnded)
    order += 1
    guard let index = open.popLast(), index >= 0 else { return }
    slices[index].closed = order
    slices[index].ended = replayer.recordedLayoutEnd
    guard let began = slices[index].began, let ended = slices[index].ended, ended > began else {
      return
    }
    hasTime = true
    if open.isEmpty { busy += ended - began }
  }

  func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
    // A view that was dirty already stays so: nothing follows from it.
    guard !again else { return }
    note(.call(reason), to: subject(of: view), by: layingOut)
  }

  func viewDirtied(
    _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
  ) {
    guard !again else { return }
    note(.announce(reason), to: subject(of: subview), in: subject(of: view), by: layingOut)
  }

  func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
    let after = Place(of: view)
    let deed = deed(.write(change.property), to: subject(of: view), by: layingOut)
    note(.wrote(deed, change, before: Self.place(before: change, after), after: after))
  }

  func treeChanged(_ change: TreeChange, by layingOut: View?) {
    switch change {
    case .opened, .reordered: break
    case .added(let view, let superview, _, _):
      let parent = subject(of: superview)
      note(.add, to: subject(of: view), in: parent, by: layingOut)
    case .removed(let view, let superview):
      let parent = subject(of: superview)
      note(.remove, to: subject(of: view), in: parent, by: layingOut)
    }
  }

  func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) {
    note(.enqueue(kind), work: number(of: work), by: layingOut)
  }

  func workBegan(_ work: WorkID) { note(.began(work: number(of: work))) }
  func workEnded(_ work: WorkID) { note(.ended) }
  private func number(of work: WorkID) -> Int { replayer.number(of: work) ?? work.rawValue }

  /// Deeds between two turns belong to the second one.
  private var deedTurn: Int { replayer.loop.turn }

  /// The place of a view before a setter changed it.
  private static func place(before change: GeometryChange, _ after: Place) -> Place {
    var place = after
    switch (change.property, change.old) {
    case (.frame, .rect(let old)): place.move(to: old)
    case (.bounds, .rect(let old)): place.bounds = old
    case (.center, .point(let old)): place.center = old
    case (.transform, .transform(let old)): place.transform = old
    case (.anchorPoint, .point(let old)): place.anchor = old
    default: break
    }
    return place
  }
}
