import HuntSupport
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// A recording has all events of observers and overrides at the places where a replay repeats them.
@Suite("Recordings of apps that act in observers and overrides")
struct ObservedRecordingTests {
  private let loop = TurnLoop()
  private let window: Window
  private let left = Card(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  private let right = Card(frame: CGRect(x: 20, y: 0, width: 10, height: 10))
  private let inner = Card(frame: CGRect(x: 1, y: 1, width: 4, height: 4))

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    for view in [left, right] { window.addSubview(view) }
    right.addSubview(inner)
  }

  /// A view whose overrides call closures.
  private final class Card: View {
    var onUpdate: () -> Void = {}
    var onMeasure: () -> Void = {}
    var onName: () -> Void = {}

    override func updateConstraints() {
      super.updateConstraints()
      onUpdate()
    }

    override var intrinsicContentSize: CGSize {
      onMeasure()
      return CGSize(width: 7, height: 7)
    }

    override var identifier: String? {
      get {
        onName()
        return super.identifier
      }
      set { super.identifier = newValue }
    }
  }

  /// The moments at which observers are told something.
  enum Site: CaseIterable {
    case turnBegan, turnEnded, commitBegan, commitEnded, forcedPassEnded, layoutForced
    case layoutEntered, layoutLeft, constraintsEntered, constraintsLeft
    case viewDirtied, geometryWritten, treeChanged, workEnqueued, workBegan, workEnded
  }

  /// Acts once, at the n-th time that it is told of a moment.
  private final class Actor: LayoutObserver {
    private let site: Site
    private var countdown: Int
    private let act: () -> Void

    init(_ site: Site, _ number: Int, _ act: @escaping () -> Void) {
      (self.site, countdown, self.act) = (site, number, act)
    }

    private func note(_ moment: Site) {
      guard moment == site else { return }
      countdown -= 1
      if countdown == 0 { act() }
    }

    func turnBegan(_ turn: Int, now: Duration) { note(.turnBegan) }
    func turnEnded(_ turn: Int) { note(.turnEnded) }
    func commitBegan() { note(.commitBegan) }
    func commitEnded(_ summary: TurnLoop.CommitSummary) { note(.commitEnded) }
    func forcedPassEnded(_ summary: TurnLoop.CommitSummary) { note(.forcedPassEnded) }
    func layoutForced(_ view: View, by layingOut: View?) { note(.layoutForced) }
    func layoutEntered(_ view: View) { note(.layoutEntered) }
    func layoutLeft(_ view: View) { note(.layoutLeft) }
    func constraintsEntered(_ view: View) { note(.constraintsEntered) }
    func constraintsLeft(_ view: View) { note(.constraintsLeft) }
    func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
      note(.viewDirtied)
    }
    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      note(.geometryWritten)
    }
    func treeChanged(_ change: TreeChange, by layingOut: View?) { note(.treeChanged) }
    func workEnqueued(_ work: WorkID, kind: WorkKind, by layingOut: View?) { note(.workEnqueued) }
    func workBegan(_ work: WorkID) { note(.workBegan) }
    func workEnded(_ work: WorkID) { note(.workEnded) }
  }

  /// The difference between a recording and that of its replay; nil if they are the same.
  private func difference(_ bytes: [UInt8]) throws -> String? {
    if let error = TraceText.error(TraceText.input(bytes)) { return "\(error)" }
    let (again, result) = try TraceText.replay(bytes)
    if again != bytes { return TraceText.firstDifference(bytes, again) }
    return result.divergence.map { "\($0)" }
  }

  /// Runs turns in which everything happens that observers are told of.
  private func run() {
    loop.runTurn()
    for view in [left, right, inner] { view.setNeedsUpdateConstraints() }
    for view in [window, left, right, inner] { view.setNeedsLayout() }
    loop.runTurn()
    loop.async { [left] in left.frame.size.width += 1 }
    loop.runTurn()
    right.setNeedsUpdateConstraints()
    inner.setNeedsLayout()
    right.layoutIfNeeded()
    let new = View()
    left.addSubview(new)
    loop.runTurn()
    new.removeFromSuperview()
    loop.runTurn()
  }

  /// Something that an observer does.
  enum Deed: CaseIterable {
    case frame, mark, remove, add, reorder, hide, force, constrain
  }

  private func perform(_ deed: Deed) {
    switch deed {
    case .frame: inner.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    case .mark: left.setNeedsLayout()
    case .remove: right.removeFromSuperview()
    case .add: left.addSubview(inner)
    case .reorder: window.insertSubview(right, at: 0)
    case .hide: inner.isHidden.toggle()
    case .force:
      inner.setNeedsLayout()
      inner.layoutIfNeeded()
    case .constrain: inner.widthAnchor.constraint(equalToConstant: 9).isActive = true
    }
  }

  @Test(
    "deeds of observers at the beginning and the end of a layout come back at their place",
    arguments: [Site.layoutEntered, .layoutLeft], Deed.allCases)
  func deeds(site: Site, deed: Deed) throws {
    for number in 1...9 {
      let stage = ObservedRecordingTests()
      let recorder = try TraceRecorder(stage.loop, to: .memory)
      let actor = Actor(site, number) { stage.perform(deed) }
      let token = stage.loop.addLayoutObserver(actor)
      stage.run()
      token.cancel()
      try recorder.finish()
      let found = try difference(recorder.bytes)
      #expect(found == nil, "\(number)")
    }
  }

  @Test("deeds of observers before a layout are written behind the line that it is ahead")
  func entry() throws {
    let recorder = try TraceRecorder(loop, to: .memory)
    let actor = Actor(.layoutEntered, 2) { [inner] in inner.center = CGPoint(x: 9, y: 9) }
    let token = loop.addLayoutObserver(actor)
    loop.runTurn()
    token.cancel()
    try recorder.finish()
    let lines = String(decoding: recorder.bytes, as: UTF8.self).split(separator: "\n")
    let place = try #require(lines.firstIndex { $0.hasPrefix(#"{"e":"enter""#) })
    #expect(lines[place] == #"{"e":"enter","v":3}"#)
    #expect(lines[place + 1].hasPrefix(#"{"e":"center","v":4,"to":[9,9]"#))
    #expect(lines[place + 2] == #"{"e":"layout","v":3}"#)
    #expect(lines.count { $0.contains("enter\"") } == 2)
  }

  @Test("a recording that an observer ends comes back", arguments: Site.allCases)
  func endInObserver(site: Site) throws {
    for number in 1...8 {
      let stage = ObservedRecordingTests()
      let recorder = try TraceRecorder(stage.loop, to: .memory)
      let actor = Actor(site, number) { try? recorder.finish() }
      let token = stage.loop.addLayoutObserver(actor)
      stage.run()
      token.cancel()
      try? recorder.finish()
      let found = try difference(recorder.bytes)
      #expect(found == nil, "\(number)")
    }
  }

  @Test("a recording that ends in the constraints phase comes back", arguments: 1...3)
  func endInConstraints(number: Int) throws {
    for isForced in [true, false] {
      for measures in [true, false] {
        let stage = ObservedRecordingTests()
        stage.inner.leadingAnchor.constraint(equalTo: stage.right.leadingAnchor).isActive = true
        let recorder = try TraceRecorder(stage.loop, to: .memory)
        var countdown = number
        let end = {
          countdown -= 1
          if countdown == 0 { try? recorder.finish() }
        }
        for view in [stage.left, stage.inner] {
          if measures { view.onMeasure = end } else { view.onUpdate = end }
        }
        if isForced {
          stage.inner.setNeedsUpdateConstraints()
          stage.inner.invalidateIntrinsicContentSize()
          stage.window.layoutIfNeeded()
        }
        stage.run()
        for view in [stage.left, stage.inner] { (view.onMeasure, view.onUpdate) = ({}, {}) }
        try? recorder.finish()
        let found = try difference(recorder.bytes)
        #expect(found == nil, "forced \(isForced), measures \(measures)")
      }
    }
  }

  @Test("deeds of views that are asked for their names are in the snapshot, and only there")
  func naming() throws {
    let views = [left, right, inner]
    for asked in views.indices {
      for changed in views.indices {
        let stage = ObservedRecordingTests()
        let views = [stage.left, stage.right, stage.inner]
        var isDone = false
        views[asked].onName = {
          guard !isDone else { return }
          isDone = true
          views[changed].center = CGPoint(x: 30, y: 40)
          stage.window.addSubview(View())
          if changed != 1 { stage.window.insertSubview(stage.right, at: 0) }
        }
        let recorder = try TraceRecorder(stage.loop, to: .memory)
        stage.loop.runTurn()
        try recorder.finish()
        let text = String(decoding: recorder.bytes, as: UTF8.self)
        #expect(!text.contains(#""e":"center""#) && !text.contains(#""e":"move""#))
        #expect(text.count { $0 == "\n" } > 6)
        let found = try difference(recorder.bytes)
        #expect(found == nil)
      }
    }
  }

  @Test("a view that comes later is written as it was before it was asked for its name")
  func namingLater() throws {
    let recorder = try TraceRecorder(loop, to: .memory)
    let new = Card(frame: CGRect(x: 0, y: 0, width: 6, height: 6))
    var isDone = false
    new.onName = { [unowned new] in
      guard !isDone else { return }
      isDone = true
      new.center = CGPoint(x: 30, y: 40)
    }
    window.addSubview(new)
    loop.runTurn()
    try recorder.finish()
    let text = String(decoding: recorder.bytes, as: UTF8.self)
    #expect(text.contains(#""class":"Card","in":1,"at":2,"frame":[0,0,6,6]"#), "\(text)")
    #expect(text.contains(#"{"e":"center","v":5,"to":[30,40],"was":[3,3]}"#), "\(text)")
  }
}
