import Foundation
import LayoutTrace
import ViewTree

/// The recorded code as a trace shows it: the deeds of each view in each layout.
///
/// Consequences of a deed by the rules of layout are left out: they follow again.
struct RecordedScript {
  /// A turn, with its deeds outside any layout.
  struct Turn {
    /// The deeds before the layout of all windows.
    var deeds: [RecordedDeed] = []
  }

  private(set) var header = TraceEvent.Header()
  private(set) var roles: [RecordedRole] = []
  private(set) var turns: [Turn] = []
  /// The role of each view of the snapshot.
  private(set) var initialRoles: [Int: Int] = [:]

  /// A view's membership in a role.
  private struct Member {
    var role: Int
    var index: Int
  }

  private enum Frame {
    case turn
    case commit
    case layout(Int, place: Int)
    case update(Int, place: Int)
    case work(RecordedWork)
  }

  private struct Kind: Hashable {
    var className: String
    var name: String?
    var parent: Int?
    var maker: Int?
  }

  private var members: [Int: Member] = [:]
  private var sizes: [Int: Int] = [:]
  private var rolesByKind: [Kind: Int] = [:]
  private var parents: [Int: Int] = [:]
  private var children: [Int: [Int]] = [:]
  private var frames: [Frame] = [.turn]
  private var work: [Int: RecordedWork] = [:]
  /// The view whose layout was the last event of the commit, if it was.
  private var left: Int?
  /// True if an inset changed and its consequences may come.
  private var isAfterInset = false
  /// True if the commit of the turn is over: later deeds precede the commit of the next turn.
  private var isAfterCommit = false
  private var carried: [RecordedDeed] = []

  /// Reads the events of a trace, in the form that a recorder of its replay writes.
  init(_ events: [TraceEvent]) {
    for event in events { take(event) }
    if !carried.isEmpty { turns.append(Turn(deeds: carried)) }
  }

  // MARK: Events

  private mutating func take(_ event: TraceEvent) {
    switch event {
    case .header(let header): self.header = header
    case .turn:
      turns.append(Turn(deeds: carried))
      carried = []
      isAfterCommit = false
      frames = [.turn]
    case .commit:
      frames.append(.commit)
      left = nil
    case .committed:
      _ = frames.popLast()
      isAfterCommit = true
    case .layout(let view, _):
      // Outside a commit somebody forced it, also where the trace does not say who.
      if !isInPass { add(RecordedDeed(by: nil, .force, to: target(view))) }
      enter(view, \.layouts) { .layout(view, place: $0) }
    case .update(let view): enter(view, \.updates) { .update(view, place: $0) }
    case .run(let number):
      let piece = work[number]
      // A repeating timer repeats its deeds; only its first run can be told.
      if let piece, !piece.hasRun {
        piece.hasRun = true
        frames.append(.work(piece))
      } else {
        frames.append(.work(RecordedWork()))
      }
    case .done(let view, _):
      _ = frames.popLast()
      note(leaving: view)
    case .updated, .ran: _ = frames.popLast()
    case .view(let view): make(view)
    case .move(let move): take(move)
    case .geometry(let geometry): take(geometry)
    case .dirty, .force, .async: if let deed = event.deed(parents) { take(deed) }
    case .gone, .clean, .end, .unknown: break
    }
  }

  private mutating func enter(
    _ view: Int, _ list: WritableKeyPath<RecordedRole, [[[RecordedDeed]]]>,
    _ frame: (Int) -> Frame
  ) {
    guard let member = members[view] else { return frames.append(.commit) }
    roles[member.role][keyPath: list][member.index].append([])
    frames.append(frame(roles[member.role][keyPath: list][member.index].count - 1))
  }

  /// Makes room for the deeds of code outside after a layout.
  private mutating func note(leaving view: Int) {
    guard let member = members[view] else { return }
    roles[member.role].echoes[member.index].append([])
    left = view
  }

  /// Adds a deed to its author.
  private mutating func add(_ deed: RecordedDeed) {
    isAfterInset = false
    switch frames.last ?? .turn {
    case .layout(let view, let place):
      guard let member = members[view] else { return }
      roles[member.role].layouts[member.index][place].append(deed)
    case .update(let view, let place):
      guard let member = members[view] else { return }
      roles[member.role].updates[member.index][place].append(deed)
    case .work(let piece): piece.deeds.append(deed)
    case .commit:
      if let left, let member = members[left],
        case let place = roles[member.role].echoes[member.index].count - 1, place >= 0
      {
        roles[member.role].echoes[member.index][place].append(deed)
      } else {
        addToTurn(deed)
      }
    case .turn: addToTurn(deed)
    }
  }

  /// True if layouts come without further deeds: in a commit, or because they were forced before.
  private var isInPass: Bool {
    let deeds: [RecordedDeed]?
    switch frames.last ?? .turn {
    case .commit: return true
    case .layout(let view, let place):
      deeds = members[view].map { roles[$0.role].layouts[$0.index][place] }
    case .update(let view, let place):
      deeds = members[view].map { roles[$0.role].updates[$0.index][place] }
    case .work(let piece): deeds = piece.deeds
    case .turn: deeds = isAfterCommit || turns.isEmpty ? carried : turns[turns.count - 1].deeds
    }
    return deeds?.last?.action == .force
  }

  private mutating func addToTurn(_ deed: RecordedDeed) {
    if isAfterCommit || turns.isEmpty {
      carried.append(deed)
    } else {
      turns[turns.count - 1].deeds.append(deed)
    }
  }

  /// The view whose code runs, in its layout or in its part of the constraints phase.
  private var doer: Int? {
    switch frames.last {
    case .layout(let view, _), .update(let view, _): view
    default: nil
    }
  }

  private func target(_ view: Int) -> RecordedTarget? {
    if let doer {
      if view == doer { return .itself }
      if view == parents[doer] { return .superview }
    }
    return role(of: view)
  }

  /// A view by its role alone.
  private func role(of view: Int) -> RecordedTarget? {
    guard let member = members[view] else { return nil }
    return .role(member.role, age: (sizes[member.role] ?? 1) - 1 - member.index)
  }

  // MARK: Deeds

  /// Adds a call or work.
  private mutating func take(_ deed: LayoutDeed<Int, Int>) {
    if isAfterInset, deed.action.inGeneral == .call(.safeArea) { return }
    var recorded = RecordedDeed(
      by: nil, deed.action, to: deed.target.flatMap(target), at: deed.place)
    if let number = deed.work {
      let piece = RecordedWork()
      work[number] = piece
      recorded.work = piece
    }
    add(recorded)
  }

  private mutating func take(_ geometry: TraceEvent.Geometry) {
    let property = geometry.new.property
    guard !property.isConsequence else {
      isAfterInset = true
      return
    }
    // Its owner's kind must be known: a scroll view, or the view of a controller.
    let isInset = property.isInset
    var deed = RecordedDeed(
      by: nil, .write(property), to: isInset ? role(of: geometry.view) : target(geometry.view),
      at: geometry.from)
    (deed.new, deed.old) = (geometry.new.list, geometry.old?.list)
    add(deed)
    isAfterInset = isInset
  }

  private mutating func make(_ view: TraceEvent.NewView) {
    var parent: Int?
    if case .inside(let number) = view.place { parent = number }
    let isInitial = turns.isEmpty
    let maker = doer.flatMap { members[$0]?.role }
    let parentTarget = parent.flatMap(target)
    let member = cast(
      view, parent: parent.flatMap { members[$0]?.role }, maker: maker, isInitial: isInitial)
    members[view.view] = member
    sizes[member.role] = member.index + 1
    let index = parent.map { insert(view.view, into: $0, at: view.index) }
    guard !isInitial else {
      initialRoles[view.view] = member.role
      return
    }
    var deed = RecordedDeed(by: nil, .make, to: .role(member.role, age: 0), in: parentTarget)
    deed.index = index ?? nil
    deed.new = TraceEvent.Value.frame(view.frame ?? .zero).list
    add(deed)
  }

  /// Gives a view its role.
  private mutating func cast(
    _ view: TraceEvent.NewView, parent: Int?, maker: Int?, isInitial: Bool
  ) -> Member {
    let kind = Kind(className: view.className, name: view.name, parent: parent, maker: maker)
    if !isInitial, let role = rolesByKind[kind] {
      roles[role].layouts.append([])
      roles[role].updates.append([])
      roles[role].echoes.append([])
      return Member(role: role, index: roles[role].layouts.count - 1)
    }
    if !isInitial { rolesByKind[kind] = roles.count }
    var role = RecordedRole(view: view, parent: parent, isInitial: isInitial, maker: maker)
    role.layouts = [[]]
    role.updates = [[]]
    role.echoes = [[]]
    roles.append(role)
    return Member(role: roles.count - 1, index: 0)
  }

  private mutating func take(_ move: TraceEvent.Move) {
    let target = target(move.view)
    if let member = members[move.view], parents[move.view] != move.parent {
      roles[member.role].isMoved = true
    }
    if let old = parents.removeValue(forKey: move.view) {
      children[old]?.removeAll { $0 == move.view }
    }
    guard let parent = move.parent else { return add(RecordedDeed(by: nil, .remove, to: target)) }
    var deed = RecordedDeed(by: nil, .add, to: target, in: self.target(parent))
    deed.index = insert(move.view, into: parent, at: move.index)
    add(deed)
  }

  /// Notes a subview; returns its index, nil for the last.
  private mutating func insert(_ view: Int, into parent: Int, at index: Int?) -> Int? {
    parents[view] = parent
    let count = children[parent]?.count ?? 0
    let place = min(index ?? count, count)
    children[parent, default: []].insert(view, at: place)
    return place == count ? nil : place
  }
}
