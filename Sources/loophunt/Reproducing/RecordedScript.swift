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
  /// The texts and the words that properties are set to; deeds have their places.
  private(set) var words: [String] = []
  /// The constraints between views of the snapshot.
  private(set) var constraints: [RecordedConstraint] = []
  /// The numbers that the trace has told of each constraint so far, by its number.
  private var amounts: [Int: TraceEvent.Constraint.Amounts] = [:]
  /// The last deed after which a view is asked for its intrinsic size.
  private var asking: [Int: RecordedWork] = [:]
  /// The activation or deactivation that was the last event, if it was.
  private var lastActivation: String?
  /// The role of each view of the snapshot.
  private(set) var initialRoles: [Int: Int] = [:]

  /// The deeds of a role's views in one kind of code.
  private typealias Code = WritableKeyPath<RecordedRole, [[[RecordedDeed]]]>

  /// A view's membership in a role.
  private struct Member {
    var role: Int
    var index: Int
  }

  private enum Frame {
    case turn
    case commit
    /// A view's code in one of its layouts, or in its part of the constraints phase.
    case code(of: Int, Code, place: Int)
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
  /// The property that was just set, of a view: its setter dirties by itself.
  private var justSet: (property: GeometryProperty, view: Int)?
  /// The view that was just added to another, which may be a stack that arranges it.
  private var justAdded: Int?
  /// True if the commit of the turn is over: later deeds precede the commit of the next turn.
  private var isAfterCommit = false
  private var carried: [RecordedDeed] = []

  /// Reads the events of a trace, in the form that a recorder of its replay writes.
  init(_ events: [TraceEvent]) {
    for event in events { take(event) }
    if !carried.isEmpty { turns.append(Turn(deeds: carried)) }
    settleNaturalSizes()
  }

  // MARK: Events

  private mutating func take(_ event: TraceEvent) {
    if !event.tellsOfConstraints, !event.changesActivity { lastActivation = nil }
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
      // Outside a commit somebody forced it, even where the trace does not say who.
      if !isInPass { add(RecordedDeed(by: nil, .force, to: target(view))) }
      enter(view, \.layouts)
    case .update(let view): enter(view, \.updates)
    case .run(let number):
      // A repeating timer repeats its deeds; only its first run can be told.
      let piece = work[number].flatMap { $0.hasRun ? nil : $0 } ?? RecordedWork()
      piece.hasRun = true
      frames.append(.work(piece))
    case .done(let view, _):
      _ = frames.popLast()
      note(leaving: view)
    case .updated, .ran: _ = frames.popLast()
    case .view(let view): make(view)
    case .move(let move): take(move)
    case .geometry(let geometry): take(geometry)
    case .dirty, .force, .async: if let deed = event.deed(parents) { take(deed) }
    case .value(let value): take(value)
    case .item(let item): take(item)
    case .constraint(let constraint): take(constraint)
    case .gone, .clean, .enter, .forced, .finding, .end, .unknown: break
    }
  }

  private mutating func enter(_ view: Int, _ code: Code) {
    guard let member = members[view] else { return frames.append(.commit) }
    roles[member.role][keyPath: code][member.index].append([])
    let place = roles[member.role][keyPath: code][member.index].count - 1
    frames.append(.code(of: view, code, place: place))
  }

  /// Makes room for the deeds of code outside after a layout.
  private mutating func note(leaving view: Int) {
    guard let member = members[view] else { return }
    roles[member.role].echoes[member.index].append([])
    left = view
  }

  /// Adds a deed to its author.
  mutating func add(_ deed: RecordedDeed) {
    isAfterInset = false
    (justSet, justAdded) = (nil, nil)
    switch frames.last ?? .turn {
    case .code(let view, let code, let place):
      guard let member = members[view] else { return }
      roles[member.role][keyPath: code][member.index][place].append(deed)
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
    case .code(let view, let code, let place):
      deeds = members[view].map { roles[$0.role][keyPath: code][$0.index][place] }
    case .work(let piece): deeds = piece.deeds
    case .turn: deeds = isAfterCommit || turns.isEmpty ? carried : turns[turns.count - 1].deeds
    }
    return deeds?.last?.action == .force
  }

  private mutating func addToTurn(_ deed: RecordedDeed) {
    if isAfterCommit || turns.isEmpty { return carried.append(deed) }
    turns[turns.count - 1].deeds.append(deed)
  }

  /// The view whose code runs, in its layout or in its part of the constraints phase.
  private var doer: Int? {
    if case .code(let view, _, _) = frames.last { view } else { nil }
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
    if let justAdded, deed.action == .call(.arranged), deed.target == parents[justAdded] { return }
    // Constraints move again what they moved.
    if deed.action.inGeneral == .call(.solved), !constraints.isEmpty { return }
    if deed.action == .announce(.constraints), let view = deed.target { willAsk(view) }
    if let justSet, deed.follows(justSet.property, of: justSet.view, in: parents[justSet.view]) {
      if deed.action == .announce(.isHidden), let stack = deed.superview.flatMap({ members[$0] }) {
        roles[stack.role].arranges = true
      }
      return
    }
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
    if geometry.owner == .engine, isPlaced(geometry.view) { return noteValues() }
    guard !property.isConsequence || isSafeAreaOfWindow(geometry) else {
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

  /// True for the only safe area that code can set.
  private func isSafeAreaOfWindow(_ geometry: TraceEvent.Geometry) -> Bool {
    geometry.new.property == .safeAreaInsets
      && members[geometry.view].map { roles[$0.role].view.place == .root } ?? false
  }

  /// Adds the setting of a property that a program can set, too.
  private mutating func take(_ value: TraceEvent.Change) {
    if value.constraint != nil { return takeChange(value) }
    if value.property == .intrinsicContentSize { return takeNatural(value) }
    guard let (property, old, new) = value.change, let setting = SwiftSetting(property),
      let member = members[value.view], setting.accepts(new)
    else { return }
    // A stack that gets a view arranges it.
    if property == .arrangedIndex, justAdded == value.view { return }
    if setting.base == .label { willAsk(value.view) }
    // Its owner's class must be known, unless every view has the property.
    let target = setting.base == .view ? target(value.view) : role(of: value.view)
    var deed = RecordedDeed(by: nil, .write(property), to: target, at: value.from)
    (deed.new, deed.old) = (numbers(new), old.flatMap { setting.accepts($0) ? numbers($0) : nil })
    if member.index == 0, roles[member.role].settings[property] == nil {
      roles[member.role].settings[property] = deed.old
    }
    add(deed)
    justSet = (property, value.view)
  }

  // MARK: Constraints

  private mutating func take(_ item: TraceEvent.Item) {
    guard let member = members[item.view] else { return }
    roles[member.role].item = RecordedItem(
      natural: item.natural.map { [Double($0.width), Double($0.height)] }, hugging: item.hugging,
      compression: item.compression)
  }

  private mutating func take(_ constraint: TraceEvent.Constraint) {
    if let known = amounts[constraint.number] {
      // Its numbers changed while nobody was told.
      for (property, old, new) in [
        (GeometryProperty.constant, known.constant, constraint.amounts.constant),
        (.priority, known.priority, constraint.amounts.priority),
      ] where old != new {
        addChange(property, of: constraint.number, from: [old], to: [new], at: nil)
      }
      amounts[constraint.number] = constraint.amounts
      return
    }
    let recorded = RecordedConstraint(constraint, isInitial: turns.isEmpty) { view in
      members[view].flatMap { roles[$0.role].isInitial ? $0.role : nil }
    }
    guard let recorded else { return }
    amounts[constraint.number] = constraint.amounts
    constraints.append(recorded)
  }

  /// Adds the change of a constraint that a program has.
  private mutating func takeChange(_ value: TraceEvent.Change) {
    guard let number = value.constraintNumber, amounts[number] != nil,
      let (property, old, new) = value.change, property != .isBroken
    else { return }
    switch (property, new) {
    case (.constant, .number(let constant)): amounts[number]?.constant = Double(constant)
    case (.priority, .number(let priority)): amounts[number]?.priority = Double(priority)
    default: break
    }
    addChange(
      property, of: number, from: old.map { numbers($0) }, to: numbers(new), at: value.from)
  }

  private mutating func addChange(
    _ property: GeometryProperty, of number: Int, from old: [Double]?, to new: [Double],
    at place: String?
  ) {
    var deed = RecordedDeed(by: nil, .write(property), to: .constraint(number), at: place)
    (deed.new, deed.old) = (new, old)
    if property == .isActive {
      let kind = new == [1] ? "on" : "off"
      let work = RecordedWork()
      (work.hasRun, work.joins) = (true, lastActivation == kind)
      deed.work = work
      add(deed)
      lastActivation = kind
    } else {
      add(deed)
    }
  }

  /// True if constraints place a view, which then gets its values again.
  private func isPlaced(_ view: Int) -> Bool {
    !constraints.isEmpty && members[view].map { roles[$0.role].item != nil } ?? false
  }

  /// Notes when the running layout gives the subviews their places.
  private mutating func noteValues() {
    guard case .code(let view, let code, let place)? = frames.last, let member = members[view],
      code == \.layouts, roles[member.role].actsBeforeValues == nil
    else { return }
    if !roles[member.role][keyPath: code][member.index][place].isEmpty {
      roles[member.role].actsBeforeValues = true
    }
  }

  /// Adds a place for the size that a view will have when it is asked.
  private mutating func willAsk(_ view: Int) {
    guard !constraints.isEmpty, let target = role(of: view) else { return }
    let (justSet, justAdded) = (justSet, justAdded)
    let work = RecordedWork()
    work.hasRun = true
    asking[view] = work
    var deed = RecordedDeed(by: nil, .write(.intrinsicContentSize), to: target)
    deed.work = work
    add(deed)
    (self.justSet, self.justAdded) = (justSet, justAdded)
  }

  private mutating func takeNatural(_ value: TraceEvent.Change) {
    guard let (_, _, new) = value.change, case .size(let size) = new,
      let member = members[value.view],
      isPlaced(value.view)
    else { return }
    let natural = [Double(size.width), Double(size.height)]
    if let work = asking.removeValue(forKey: value.view) {
      work.natural = natural
      roles[member.role].changesNatural = true
    } else if roles[member.role].item?.natural == nil {
      roles[member.role].item?.natural = natural
    }
  }

  /// Gives each place for an intrinsic size its value, and drops those of views whose size never changes.
  private mutating func settleNaturalSizes() {
    var present: [Int: [Double]] = [:]
    func settle(_ deeds: inout [RecordedDeed]) {
      deeds = deeds.compactMap { deed in
        guard deed.action == .write(.intrinsicContentSize), case .role(let role, _)? = deed.target
        else { return deed }
        guard roles[role].changesNatural else { return nil }
        var deed = deed
        deed.new = deed.work?.natural ?? present[role] ?? roles[role].item?.natural ?? [-1, -1]
        present[role] = deed.new
        return deed
      }
    }
    guard !constraints.isEmpty else { return }
    for role in roles.indices {
      for code in [\.updates, \.layouts, \.echoes] as [Code] {
        for index in roles[role][keyPath: code].indices {
          for place in roles[role][keyPath: code][index].indices {
            var deeds = roles[role][keyPath: code][index][place]
            settle(&deeds)
            roles[role][keyPath: code][index][place] = deeds
          }
        }
      }
    }
    for turn in turns.indices {
      var deeds = turns[turn].deeds
      settle(&deeds)
      turns[turn].deeds = deeds
    }
  }

  private mutating func numbers(_ value: GeometryValue) -> [Double] {
    switch value {
    case .size(let size): return [size.width, size.height]
    case .number(let number): return [number]
    case .flag(let flag): return [flag ? 1 : 0]
    case .text(let word), .word(let word):
      if let place = words.firstIndex(of: word) { return [Double(place)] }
      words.append(word)
      return [Double(words.count - 1)]
    case .rect, .point, .transform, .insets: return []
    }
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
    if isInitial { return initialRoles[view.view] = member.role }
    var deed = RecordedDeed(by: nil, .make, to: .role(member.role, age: 0), in: parentTarget)
    deed.index = index ?? nil
    deed.new = TraceEvent.Value.frame(view.frame ?? .zero).list
    add(deed)
    justAdded = view.view
  }

  /// Gives a view its role.
  private mutating func cast(
    _ view: TraceEvent.NewView, parent: Int?, maker: Int?, isInitial: Bool
  ) -> Member {
    let kind = Kind(className: view.className, name: view.name, parent: parent, maker: maker)
    if !isInitial, let role = rolesByKind[kind] {
      for code in [\.layouts, \.updates, \.echoes] as [Code] {
        roles[role][keyPath: code].append([])
      }
      return Member(role: role, index: roles[role].layouts.count - 1)
    }
    if !isInitial { rolesByKind[kind] = roles.count }
    roles.append(RecordedRole(view: view, parent: parent, isInitial: isInitial, maker: maker))
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
    justAdded = move.view
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

extension TraceEvent {
  /// True if a constraint was activated or deactivated.
  fileprivate var changesActivity: Bool {
    guard case .value(let value) = self else { return false }
    return value.constraint != nil && value.property == .isActive
  }
}

extension LayoutDeed<Int, Int> {
  /// True if the setter of a property of a view, which is in another one, does it by itself.
  fileprivate func follows(_ property: GeometryProperty, of view: Int, in superview: Int?) -> Bool {
    switch (action, property) {
    case (.call(.arranged), .arrangedIndex), (.call("customSpacing"), .customSpacing):
      return target == superview
    default: break
    }
    guard target == view else { return false }
    switch (action, property) {
    case (.announce(.isHidden), .isHidden), (.call(.content), .contentSize): return true
    case (.announce(let reason), .displayScale): return reason == DirtyReason(property)
    case (.announce(.constraints), .text), (.announce(.constraints), .font),
      (.announce(.constraints), .numberOfLines),
      (.announce(.constraints), .preferredMaxLayoutWidth):
      return true
    case (.call(let reason), _): return reason == DirtyReason(property)
    default: return false
    }
  }
}
