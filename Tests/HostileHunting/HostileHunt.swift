import LayoutTrace
import LoopHunter
import Synchronization
import TestSupport
import ViewTree

/// Hunters, hunts, kill switches, recorders and another tool in a hostile world: the actions of its
/// callbacks, and the conditions that must hold whenever it is at rest.
package final class HostileHunt: HostileGuest {
  private unowned let world: HostileWorld
  private var masters: [Master?] = [nil, nil, nil, nil]
  /// All that have hunts, also those whose hunter is gone.
  private var allMasters: [Master] = []
  private let switches: [Switch]
  private var hunts: [Hunt] = []
  private var groups: [Group] = []
  private var listeners: [ObservationToken?] = Array(repeating: nil, count: 4)
  private var recorders: [TraceRecorder?] = [nil, nil]
  /// Those that were finished since the last rest, and how much they had written by then.
  private var finished: [(recorder: TraceRecorder, bytes: Int)] = []
  private var phaseTokens: [ObservationToken] = []
  /// The class words that another tool found and will put back, by the view's tag.
  private var foundWords: [Int: [UInt]] = [:]
  /// The faults that callbacks saw.
  private var faults: [String] = []
  /// The number of callbacks.
  package private(set) var calls = 0
  /// The view that is laid out at rest, and how often its original ran.
  private var probed: (view: View, originals: Int)?
  /// The number of traces that were read.
  package private(set) var traces = 0
  /// The number of layouts at rest that were compared with the expected counts.
  package private(set) var comparisons = 0

  /// `shared` is a switch that other threads move too.
  package init(_ world: HostileWorld, shared: KillSwitch? = nil) {
    self.world = world
    let last = Switch(shared: shared ?? KillSwitch(), isForeign: shared != nil)
    switches = [Switch(), Switch(), last]
    world.guest = self
    for loop in world.loops {
      // Before any hunter: from here on, the switches of this moment count.
      phaseTokens.append(
        loop.addObserver(at: .beforeTimers, order: .min) { [unowned self, unowned loop] in
          for master in allMasters where master.loop == ObjectIdentifier(loop) {
            master.boundary = master.gate.changes
          }
        })
    }
    for _ in masters { makeHunter() }
  }

  // MARK: The expected state of hunters

  /// A kill switch, and how often it changed.
  private final class Switch {
    let real: KillSwitch
    /// True if others move it, too.
    let isForeign: Bool
    private(set) var changes = 0

    init(shared: KillSwitch = KillSwitch(), isForeign: Bool = false) {
      real = shared
      self.isForeign = isForeign
      real.release()
    }

    var isEngaged: Bool { changes % 2 == 1 }

    func move(to engaged: Bool) {
      engaged ? real.engage() : real.release()
      if engaged != isEngaged { changes += 1 }
    }
  }

  /// A hunter, and what must be true of it, which outlives it with its hunts.
  private final class Master {
    var hunter: LoopHunter?
    let gate: Switch
    let loop: ObjectIdentifier
    let turn: () -> Int
    var isEnabled = true
    var boundary: Int

    init(hunter: LoopHunter, gate: Switch, loop: TurnLoop) {
      self.hunter = hunter
      self.gate = gate
      self.loop = ObjectIdentifier(loop)
      turn = { [unowned loop] in loop.turn }
      boundary = gate.changes
    }

    /// True if layouts are counted.
    var isOpen: Bool { isEnabled && !gate.isEngaged && boundary == gate.changes }
  }

  private final class Hunt {
    let master: Master
    let isBreaking: Bool
    /// Dropping it ends nothing, so that some are dropped.
    var kept: LoopHunter.Attachment?
    weak var attachment: LoopHunter.Attachment?
    /// The turn of the last crossing.
    var crossed = 0

    init(master: Master, isBreaking: Bool) {
      self.master = master
      self.isBreaking = isBreaking
    }

    var goesOn: Bool { attachment.map { $0.departure == nil } ?? false }
  }

  private final class Group {
    let master: Master
    var kept: LoopHunter.AttachmentGroup?
    weak var group: LoopHunter.AttachmentGroup?
    /// True if one of its hunts was ended alone, or could not begin.
    var isPartial = false

    init(master: Master) { self.master = master }

    var isActive: Bool { group?.isActive ?? false }
  }

  // MARK: Actions

  private func put<Value>(_ value: Value?, _ slots: ReferenceWritableKeyPath<HostileHunt, [Value?]>)
  {
    let index = world.pick(self[keyPath: slots].count)
    let old = self[keyPath: slots][index]
    self[keyPath: slots][index] = value
    withExtendedLifetime(old) {}
  }

  private var someMaster: Master? { masters[world.pick(masters.count)] }

  package func act() {
    switch world.pick(30) {
    case 0, 1: makeHunter()
    case 2..<9: attach()
    case 9, 10: attachToTree()
    case 11, 12: endHunt()
    case 13: if world.pick(6) == 0 { someMaster?.hunter?.detachAll() }
    case 14: enable()
    case 15: moveSwitch()
    case 16..<22: TestSupport.layOut(someHuntedView, times: 1 + world.pick(8))
    case 22, 23: listen()
    case 24: record()
    case 25: actAsAnotherTool()
    case 26: dropHandle()
    case 27: if let master = someMaster, world.pick(4) == 0 { drop(master) }
    case 28: someHuntedView.setNeedsLayout()
    default: ask()
    }
  }

  /// A view, rather one that is hunted.
  private var someHuntedView: View {
    guard world.pick(4) > 0, let hunt = hunts.randomElementOrNil(world.pick),
      let view = hunt.attachment?.view
    else { return world.someView }
    return view
  }

  private func makeHunter() {
    guard let loop = world.loops.randomElementOrNil(world.pick) else { return }
    let gate = switches[world.pick(switches.count)]
    let streak = 2 + world.pick(4)
    let hunter = LoopHunter(
      loop: loop, killSwitch: gate.real,
      configuration: .init(
        acrossTurnsStreak: streak, nearMissLimit: world.pick(4), stackLimit: 0))
    // Never the budget of the process, which other tests live on.
    var throttle = world.pick(2) == 0 ? ThrottlePolicy.unlimited : .default
    throttle.budget = EventBudget(limit: 1_000)
    hunter.analytics.throttle = throttle
    let master = Master(hunter: hunter, gate: gate, loop: loop)
    allMasters.append(master)
    guard let free = masters.firstIndex(where: { $0 == nil }) else { return drop(master) }
    masters[free] = master
  }

  /// Lets a hunter go; its hunts go on.
  private func drop(_ master: Master) {
    for index in masters.indices where masters[index] === master { masters[index] = nil }
    let old = master.hunter
    master.hunter = nil
    withExtendedLifetime(old) {}
  }

  private func attach() {
    guard let master = someMaster, hunts.count < 80 else { return }
    let view = world.someView
    let hunt = Hunt(master: master, isBreaking: world.pick(5) == 0)
    let token = world.makeLife("hunt")
    let cargo = world.makeCargo()
    do {
      let attachment = try master.hunter?.attach(
        to: view, threshold: 1 + world.pick(5), reaction: hunt.isBreaking ? .breakLoop : .report
      ) { [unowned self, unowned hunt] report in
        withExtendedLifetime((token, cargo)) { called(report, of: hunt) }
      }
      guard let attachment else { return }
      hunt.attachment = attachment
      if world.pick(3) > 0 { hunt.kept = attachment }
      hunts.append(hunt)
    } catch {
      if !isTouched(view) { faults.append("refused: \(error)") }
    }
  }

  private func called(_ report: LoopReport, of hunt: Hunt) {
    calls += 1
    guard let attachment = hunt.attachment, attachment.departure == nil else {
      faults.append("called after its end")
      return
    }
    if attachment.view == nil { faults.append("called without a view") }
    if report.threshold != attachment.threshold { faults.append("another threshold") }
    if case .acrossTurns = report.verdict {
    } else {
      if report.count != attachment.threshold + 1 { faults.append("called at \(report.count)") }
      if report.turn == hunt.crossed { faults.append("called twice in a turn") }
      hunt.crossed = report.turn
    }
    world.happened("callback")
  }

  private func attachToTree() {
    guard let master = someMaster, groups.count < 8 else { return }
    let root = world.someView
    let group = Group(master: master)
    let token = world.makeLife("group")
    do {
      let real = try master.hunter?.attach(
        toTree: root, threshold: 1 + world.pick(5),
        where: { [unowned self] view in
          let type = dynamicType(of: view)
          if !isTouched(view), type != LoopHunter.originalType(of: view) {
            faults.append("asked about a hooked view")
          }
          world.happened("where")
          return type == HostileView.self
        },
        onLoop: { [unowned self] _ in
          calls += 1
          withExtendedLifetime(token) { world.happened("callback of a group") }
        })
      guard let real else { return }
      group.group = real
      if world.pick(2) == 0 { group.kept = real }
      groups.append(group)
    } catch {
      // A view whose class another tool copied may be anywhere in the tree.
    }
  }

  private func endHunt() {
    switch world.pick(4) {
    case 0:
      guard let group = groups.randomElementOrNil(world.pick) else { return }
      group.group?.detach()
    case 1:
      guard let group = groups.randomElementOrNil(world.pick), let real = group.group else {
        return
      }
      group.isPartial = true
      real.attachments.randomElementOrNil(world.pick)?.detach()
    default:
      guard let hunt = hunts.randomElementOrNil(world.pick) else { return }
      hunt.attachment?.detach()
    }
  }

  private func enable() {
    guard let master = someMaster, let hunter = master.hunter else { return }
    master.isEnabled = world.pick(4) > 0
    hunter.isEnabled = master.isEnabled
  }

  private func moveSwitch() {
    switches[world.pick(switches.count)].move(to: world.pick(4) == 0)
  }

  private func listen() {
    guard let hunter = someMaster?.hunter else { return }
    switch world.pick(4) {
    case 0: put(nil, \.listeners)
    case 1: listeners[world.pick(listeners.count)]?.cancel()
    default:
      let token = world.makeLife("listener")
      let cargo = world.makeCargo()
      let observation = hunter.analytics.observe { [unowned self] _ in
        withExtendedLifetime((token, cargo)) { world.happened("event of analytics") }
      }
      put(observation, \.listeners)
    }
  }

  private func record() {
    guard let loop = world.loops.randomElementOrNil(world.pick) else { return }
    let slot = world.pick(recorders.count)
    guard let recorder = recorders[slot] else {
      let made = try? TraceRecorder(loop, to: .memory)
      put(made, \.recorders)
      return
    }
    recorders[slot] = nil
    if world.pick(3) > 0 { finish(recorder) }
  }

  private func finish(_ recorder: TraceRecorder) {
    do {
      try recorder.finish()
      let reader = try TraceReader(.bytes(recorder.bytes, name: "walk.jsonl"))
      while try reader.next() != nil {}
      traces += 1
      finished.append((recorder, recorder.bytes.count))
    } catch {
      faults.append("trace: \(error)")
    }
  }

  /// Changes the class of a view, or puts back what it found there.
  private func actAsAnotherTool() {
    let view = world.someView
    if view.tag == 0 {
      guard view is HostileView, world.pick(2) == 0 else { return }
      view.tag = foundWords.count + 1
      foundWords[view.tag] = []
    }
    switch world.pick(4) {
    case 0: setIsaWord(of: view, to: isaWord(ofClass: HostileView.self))
    case 1:
      if let found = foundWords[view.tag]?.popLast() { setIsaWord(of: view, to: found) }
    default:
      // No tool puts its class on top of its own without end.
      guard foundWords[view.tag, default: []].count < 3 else { return }
      foundWords[view.tag]?.append(isaWord(of: view))
      setIsaWord(of: view, to: ForeignTool.copy(of: view, keepsSuperclass: world.pick(2) == 0))
    }
  }

  private func dropHandle() {
    if world.pick(2) == 0 {
      guard let hunt = hunts.randomElementOrNil(world.pick) else { return }
      let old = hunt.kept
      hunt.kept = nil
      withExtendedLifetime(old) {}
    } else {
      guard let group = groups.randomElementOrNil(world.pick) else { return }
      let old = group.kept
      group.kept = nil
      withExtendedLifetime(old) {}
    }
  }

  private func ask() {
    guard let hunter = someMaster?.hunter else { return }
    _ = hunter.diagnose(world.someView).description
    _ = hunter.nearMisses.map(\.count)
    _ = hunter.recurringViews.map(\.turns)
    _ = hunter.attachments.map { ($0.view, $0.lastReport?.description) }
  }

  // MARK: Conditions at rest

  package func viewIsLaidOut(_ view: View) {
    if let probed, probed.view === view { self.probed?.originals += 1 }
  }

  package func fault() -> String? {
    if let fault = faults.first { return fault }
    guard finished.allSatisfy({ $0.recorder.bytes.count == $0.bytes }) else {
      return "a finished recording went on"
    }
    finished = []
    hunts.removeAll { !$0.goesOn }
    groups.removeAll { !$0.isActive }
    for loop in world.loops {
      guard loop.pulse.muted.load(ordering: .relaxed) == 0, !loop.pulse.hasCause else {
        return "a callback or a cause is still on the stack"
      }
    }
    #if DEBUG
    for case let hunter? in masters.map({ $0?.hunter }) {
      if let fault = hunter.checkInvariants() { return fault }
    }
    #endif
    return faultOfLives() ?? faultOfLists() ?? faultOfGroups() ?? faultOfGates()
      ?? faultOfLayouts(of: someHuntedView)
  }

  /// A callback lives as long as its hunt.
  private func faultOfLives() -> String? {
    if world.lifeCount("hunt") != hunts.count {
      return "\(world.lifeCount("hunt")) callbacks, \(hunts.count) hunts"
    }
    if world.lifeCount("group") != groups.count {
      return "\(world.lifeCount("group")) callbacks of groups, \(groups.count) groups"
    }
    return nil
  }

  private var known: [(attachment: LoopHunter.Attachment, master: Master, isBreaking: Bool)] {
    hunts.compactMap { hunt in hunt.attachment.map { ($0, hunt.master, hunt.isBreaking) } }
      + groups.flatMap { group in
        (group.group?.attachments ?? []).map { ($0, group.master, false) }
      }
  }

  /// Each hunter lists its hunts and no others.
  private func faultOfLists() -> String? {
    for case let master? in masters {
      guard let hunter = master.hunter else { continue }
      let listed = Set(hunter.attachments.map { ObjectIdentifier($0) })
      let expected = Set(
        known.filter { $0.master === master }.map { ObjectIdentifier($0.attachment) })
      if listed != expected { return "\(listed.count) hunts listed, \(expected.count) go on" }
    }
    return nil
  }

  /// A group hunts what its filter accepted, as far as its tree reaches.
  private func faultOfGroups() -> String? {
    for group in groups {
      guard let real = group.group, let root = real.view else { return "a group without a root" }
      let accepted = root.subtree.filter {
        !isTouched($0) && LoopHunter.originalType(of: $0) == HostileView.self
      }
      let expected = Set(accepted.map { ObjectIdentifier($0) })
      let views = real.attachments.compactMap(\.view)
      if views.count != real.attachments.count { return "a group hunts a dead view" }
      let hunted = views.filter { !isTouched($0) }.map { ObjectIdentifier($0) }
      if Set(hunted).count != hunted.count { return "a group hunts a view twice" }
      if group.isPartial ? !expected.isSuperset(of: hunted) : expected != Set(hunted) {
        return "a group hunts \(hunted.count) of \(expected.count) views"
      }
    }
    return nil
  }

  /// A hunt counts if switch and hunter allow it, and an unhunted view has its own class.
  private func faultOfGates() -> String? {
    for (attachment, master, _) in known {
      guard let view = attachment.view else { return "a hunt that goes on has no view" }
      if isTouched(view) || master.gate.isForeign { continue }
      if attachment.isActive != master.isOpen { return "a hunt is active: \(attachment.isActive)" }
      if master.isOpen, dynamicType(of: view) == LoopHunter.originalType(of: view) {
        return "a hunted view has its own class"
      }
    }
    return nil
  }

  /// True if another tool ever changed the class of a view; a cast would not tell.
  private func isTouched(_ view: View) -> Bool { view.tag != 0 }

  /// Lays a view out some times: each hunt counts the layouts, and reports a crossing of its threshold.
  private func faultOfLayouts(of view: View) -> String? {
    let here = known.filter { $0.attachment.view === view }
    if here.isEmpty, !isTouched(view), dynamicType(of: view) != LoopHunter.originalType(of: view) {
      return "a view nobody hunts is hooked"
    }
    let isExact = !isTouched(view) && !here.contains { $0.master.gate.isForeign }
    let times = 1 + world.pick(4)
    var expectedCalls = 0
    var skipped = Set<Int>()
    var counts: [Int] = []
    for (attachment, master, isBreaking) in here {
      let before = attachment.layoutsThisTurn
      counts.append(before + (master.isOpen ? times : 0))
      guard master.isOpen else { continue }
      let report = attachment.lastReport
      let hasCrossed = report.map { $0.turn == master.turn() && $0.count > $0.threshold } ?? false
      let crossing = hasCrossed ? 0 : max(1, attachment.threshold + 1 - before)
      if !hasCrossed, crossing <= times { expectedCalls += 1 }
      if isBreaking, crossing < times { skipped.formUnion(crossing + 1...times) }
    }
    let callsBefore = calls
    probed = (view, 0)
    defer { probed = nil }
    TestSupport.layOut(view, times: times)
    let originals = probed?.originals ?? 0
    guard isExact else {
      let mayBreak = here.contains { $0.isBreaking }
      return mayBreak || originals == times
        ? nil : "a layout ran \(originals) times instead of \(times)"
    }
    comparisons += 1
    if originals != times - skipped.count {
      return "a layout ran \(originals) times instead of \(times - skipped.count)"
    }
    if calls != callsBefore + expectedCalls {
      return "\(calls - callsBefore) callbacks instead of \(expectedCalls)"
    }
    let found = here.map(\.attachment.layoutsThisTurn)
    return found == counts ? nil : "counts are \(found) instead of \(counts)"
  }

  // MARK: The end

  /// Ends all hunts, in one of several ways; returns the fault, if any.
  package func end() -> String? {
    world.guest = nil
    for index in recorders.indices {
      let old = recorders[index]
      recorders[index] = nil
      if let old { finish(old) }
    }
    for case let master? in masters where world.pick(2) == 0 { master.hunter?.detachAll() }
    for hunt in hunts { hunt.attachment?.detach() }
    for group in groups { group.group?.detach() }
    for master in allMasters { drop(master) }
    // Handles keep a hunter's loop.
    let handles = (hunts, groups)
    (hunts, groups) = ([], [])
    withExtendedLifetime(handles) {}
    let old = listeners
    listeners = []
    withExtendedLifetime(old) {}
    return faults.first
  }
}

/// Another tool that gives single objects a copy of their class.
private enum ForeignTool {
  private struct Key: Hashable {
    let word: UInt
    let keepsSuperclass: Bool
  }

  /// A tool makes one class of each and keeps it, as ours does.
  private static let copies = Locked<[Key: UInt]>([:])

  static func copy(of object: AnyObject, keepsSuperclass: Bool) -> UInt {
    let key = Key(word: isaWord(of: object), keepsSuperclass: keepsSuperclass)
    return copies.withLock { copies in
      if let copy = copies[key] { return copy }
      let made = copyClassRecord(of: object, keepsSuperclass: keepsSuperclass)
      copies[key] = made
      return made
    }
  }
}

extension RandomAccessCollection {
  /// An element at an index that `pick` chooses; nil if there is none.
  fileprivate func randomElementOrNil(_ pick: (Int) -> Int) -> Element? {
    isEmpty ? nil : self[index(startIndex, offsetBy: pick(count))]
  }
}
