import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

@Suite("Trace recorder") struct TraceRecorderTests {
  /// Does something whenever it is asked for its name.
  private final class Named: View {
    var onName: (() -> Void)?

    override var identifier: String? {
      get {
        onName?()
        return "named"
      }
      set {}
    }
  }

  @Test("a view that comes by a rule of the engine, or by a member of another view, says so")
  func owners() throws {
    final class Host: View {
      override func layoutSubviews() {
        super.layoutSubviews()
        guard subviews.isEmpty else { return }
        loop?.pulse.acting(as: .engine) { addSubview(View()) }
        loop?.pulse.acting(as: .member(subviews[0])) { addSubview(View()) }
        addSubview(View())
      }
      var loop: TurnLoop? { window?.loop }
    }
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let recorder = try TraceRecorder(loop, to: .memory)
    window.addSubview(Host())
    loop.runTurn()
    try recorder.finish()
    let lines = String(decoding: recorder.bytes, as: UTF8.self).split(separator: "\n")
    func count(_ part: String) -> Int { lines.count { $0.contains(part) } }
    #expect(count(#""e":"move","v":3,"in":2,"at":0,"by":2,"own":null"#) == 1)
    #expect(count(#""e":"move","v":4,"in":2,"at":1,"by":2,"own":3"#) == 1)
    #expect(count(#""e":"view","v":5,"class":"View","in":2,"at":2"#) == 1)
    let replayer = try TraceReplayer(.bytes(recorder.bytes, name: "owners"))
    let copy = try TraceRecorder(replayer.loop, to: .memory)
    #expect(try replayer.run().divergence == nil)
    try copy.finish()
    let again = String(decoding: copy.bytes, as: UTF8.self)
    #expect(again.contains(#""v":3,"in":2,"at":0,"by":2,"own":null"#))
    #expect(again.contains(#""v":4,"in":2,"at":1,"by":2,"own":3"#))
  }

  @Test("layouts that a name forces while a recorder asks for it count for no hunt")
  func names() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    let hunter = LoopHunter(loop: loop)
    let attachment = try hunter.attach(to: badge, threshold: 5) { _ in
      Issue.record("a layout that the recorder's question led to was counted")
    }
    func named() -> Named {
      let view = Named(frame: .zero)
      view.onName = { [unowned badge] in
        for _ in 0..<20 {
          badge.setNeedsLayout()
          badge.layoutIfNeeded()
        }
      }
      return view
    }
    // Asked for once in the snapshot, and once when it comes.
    window.addSubview(named())
    loop.runTurn()
    let recorder = try TraceRecorder(loop, to: .memory)
    loop.event { window.addSubview(named()) }
    loop.runTurn()
    try recorder.finish()
    #expect(attachment.isActive && hunter.nearMisses.isEmpty)
    for case let view as Named in window.subviews { view.onName = nil }
  }

  @Test("changes that a name makes while a recorder reads it come after the current line")
  func changingNames() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    func add(to view: View) {
      view.insertSubview(View(frame: .zero), at: view.subviews.count)
    }
    func isReplayed(_ recorder: TraceRecorder, exactly: Bool) throws -> Bool {
      try recorder.finish()
      let input = TraceInput.bytes(recorder.bytes, name: "names")
      let replayer = try TraceReplayer(input)
      let result = try replayer.run()
      let copy = try #require(replayer.loop.windows.first)
      return try TraceValidation(input).errors.isEmpty
        && (!exactly || result.divergence == nil)
        && copy.subtree.map(\.subviews.count) == window.subtree.map(\.subviews.count)
    }
    let first = Named(frame: .zero)
    window.addSubview(first)
    loop.runTurn()
    first.onName = {
      first.onName = nil
      for view in [window, badge, badge, window] { add(to: view) }
    }
    let snapshot = try TraceRecorder(loop, to: .memory)
    loop.runTurn()
    #expect(window.subviews.count == 4)
    #expect(try isReplayed(snapshot, exactly: true))

    let second = Named(frame: .zero)
    second.onName = {
      second.onName = nil
      add(to: second)
      window.addSubview(badge)
      add(to: badge)
      add(to: window)
    }
    let event = try TraceRecorder(loop, to: .memory)
    window.addSubview(second)
    add(to: window)
    loop.runTurn()
    #expect(window.subviews.count == 7)
    // Dirtying by the addition itself comes after the actions of the name.
    #expect(try isReplayed(event, exactly: false))
  }

  /// The lines of a recorder that asks for the name of a view that it does not know.
  enum Question: CaseIterable {
    case snapshot, addition, additionOfTree, endOfLayout
  }

  @Test("a name that finishes the recording ends the trace there", arguments: Question.allCases)
  func finishingNames(question: Question) throws {
    let (loop, window, _) = Badge.inWindow(rounds: 0)
    let named = Named(frame: .zero)
    var recorder: TraceRecorder?
    func finishWhenNamed() {
      named.onName = {
        named.onName = nil
        #expect(throws: Never.self) { try recorder?.finish() }
      }
    }
    let host = JournalView("host")
    window.addSubview(host)
    loop.runUntilIdle()
    switch question {
    case .snapshot:
      window.addSubview(named)
      finishWhenNamed()
      // The snapshot is written with the next turn, when the recorder can be finished.
      loop.async { recorder = try? TraceRecorder(loop, to: .memory) }
      loop.runTurn()
      loop.event {}
    case .addition:
      recorder = try TraceRecorder(loop, to: .memory)
      finishWhenNamed()
      window.addSubview(named)
    case .additionOfTree:
      recorder = try TraceRecorder(loop, to: .memory)
      finishWhenNamed()
      let tree = JournalView("tree")
      for view in [JournalView("first"), named, JournalView("last")] { tree.addSubview(view) }
      window.addSubview(tree)
    case .endOfLayout:
      recorder = try TraceRecorder(loop, to: .memory)
      finishWhenNamed()
      // Its actions outside the window are written when its layout ends.
      host.onLayout = { host in
        host.removeFromSuperview()
        host.addSubview(named)
      }
      host.setNeedsLayout()
    }
    loop.runUntilIdle()
    let recording = try #require(recorder)
    #expect(named.onName == nil && recording.failure == nil)
    let text = String(decoding: recording.bytes, as: UTF8.self)
    #expect(text.split(separator: "\n").last?.hasPrefix(#"{"e":"end""#) == true, "\(text)")
    let input = TraceInput.bytes(recording.bytes, name: "names")
    #expect(try TraceValidation(input).errors.isEmpty, "\(text)")
    _ = try TraceReplayer(input).run()
  }

  @Test("a view that dirties itself is recorded line by line")
  func lines() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 1)
    let recorder = try TraceRecorder(
      loop, to: .memory, options: TraceRecorder.Options(tool: "test", title: "didset-dirty"))
    badge.setNeedsLayout()
    loop.runTurn()
    try recorder.finish()
    withExtendedLifetime(window) {}
    #expect(
      String(decoding: recorder.bytes, as: UTF8.self) == """
        {"e":"trace","version":1,"tool":"test","title":"didset-dirty","clock":"virtual",\
        "passLimit":10000,"nestingLimit":256}
        {"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}
        {"e":"view","v":2,"class":"Badge","name":"badge","in":1,"at":0,"frame":[0,0,44,44],\
        "clean":true}
        {"e":"turn","n":2,"t":0}
        {"e":"dirty","v":2,"why":"explicit"}
        {"e":"commit"}
        {"e":"layout","v":2}
        {"e":"dirty","v":2,"why":"explicit","by":2}
        {"e":"done","v":2}
        {"e":"layout","v":2}
        {"e":"done","v":2}
        {"e":"committed","batches":2}
        {"e":"end","turns":1}

        """)
  }

  @Test("actions of updateConstraints are between its lines; without actions there are no lines")
  func constraints() throws {
    final class Updating: View {
      override func updateConstraints() {
        super.updateConstraints()
        setNeedsLayout()
      }
    }
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
    let (card, badge) = (Updating(), View())
    window.addSubview(card)
    card.addSubview(badge)
    loop.runUntilIdle()
    let recorder = try TraceRecorder(loop, to: .memory)
    badge.setNeedsUpdateConstraints()
    loop.runTurn()
    try recorder.finish()
    withExtendedLifetime(window) {}
    let text = String(decoding: recorder.bytes, as: UTF8.self)
    #expect(
      text.contains(
        """
        {"e":"dirty","v":2,"why":"updateConstraints","of":3}
        {"e":"commit"}
        {"e":"update","v":2}
        {"e":"dirty","v":2,"why":"explicit","again":true}
        {"e":"updated","v":2}
        {"e":"layout","v":2}
        {"e":"done","v":2}
        {"e":"committed","batches":1}

        """), "\(text)")
    let (again, result) = try TraceText.replay(recorder.bytes)
    #expect(again == recorder.bytes && result.divergence == nil)
  }

  @Test("an anchored view is recorded as one, outside windows too, and replayed where it was")
  func anchored() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    badge.anchorPoint = .zero
    let recorder = try TraceRecorder(loop, to: .memory)
    badge.anchorPoint = CGPoint(x: 1, y: 0.25)
    badge.bounds.size.width = 64
    loop.runTurn()
    badge.removeFromSuperview()
    badge.transform = AffineTransform(scale: 2)
    badge.anchorPoint = CGPoint(x: 0, y: 1)
    window.addSubview(badge)
    loop.runTurn()
    try recorder.finish()
    let text = String(decoding: recorder.bytes, as: UTF8.self)
    #expect(text.hasPrefix(#"{"e":"trace","version":2,"#))
    #expect(text.contains(#""frame":[22,22,44,44],"anchor":[0,0]"#))
    #expect(text.contains(#"{"e":"anchor","v":2,"to":[1,0.25],"was":[0,0]}"#))
    let replayer = try TraceReplayer(TraceText.input(recorder.bytes))
    #expect(try replayer.run().divergence == nil)
    let replayed = try #require(replayer.view(2))
    #expect(replayed.frame == badge.frame && replayed.anchorPoint == badge.anchorPoint)
    #expect(replayed.center == badge.center && replayed.bounds == badge.bounds)
  }

  @Test("a recorder begun inside a turn begins with the next")
  func begunInside() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    var recorder: TraceRecorder?
    loop.event {
      recorder = try? TraceRecorder(loop, to: .memory)
      badge.setNeedsLayout()
    }
    loop.runTurn()
    #expect(recorder?.bytes.isEmpty == true)
    badge.setNeedsLayout()
    loop.runTurn()
    try recorder?.finish()
    withExtendedLifetime(window) {}
    let events = try TraceText.events(TraceText.input(recorder?.bytes ?? []))
    #expect(events.contains(.layout(view: 2, time: nil)))
    #expect(events.last == .end(turns: 1))
  }

  @Test("a recorder that is dropped leaves a trace that says truncated, and no observer")
  func dropped() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 0)
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var recorder: TraceRecorder? = try TraceRecorder(loop, to: .path(path))
    badge.setNeedsLayout()
    loop.runTurn()
    #expect(recorder?.failure == nil)
    recorder = nil
    badge.setNeedsLayout()
    loop.runTurn()
    withExtendedLifetime(window) {}
    let reader = try TraceReader(.path(path))
    while try reader.next() != nil {}
    #expect(reader.summary.isTruncated)
    #expect(!reader.summary.hasTornTail)
    #expect(reader.summary.turns == 1)
    #expect(reader.summary.layouts == 1)
  }

  @Test("the death of the process loses at most the last line")
  func death() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let (loop, window, badge) = Badge.inWindow(rounds: 9_000)
      let recorder = try TraceRecorder(loop, to: .path(path))
      badge.setNeedsLayout()
      loop.event {
        _ = loop.addObserver(at: .afterCommit) {}
        loop.async { loop.after(.zero) {} }
      }
      let token = loop.addObserver(at: .afterCommit) { kill(getpid(), SIGKILL) }
      loop.runTurn()
      withExtendedLifetime((recorder, window, token)) {}
    }
    let reader = try TraceReader(.path(path))
    while try reader.next() != nil {}
    // Killed right after the commit: all of it is there, and nothing else.
    #expect(reader.summary.layouts == 9_001)
    #expect(reader.summary.isTruncated)
    #expect(!reader.summary.hasTornTail)
  }

  @Test("a recorder keeps neither views nor the loop alive once it has ended")
  func lifetimes() throws {
    weak var loop: TurnLoop?
    weak var view: View?
    do {
      let (made, window, badge) = Badge.inWindow(rounds: 1)
      loop = made
      view = badge
      let recorder = try TraceRecorder(made, to: .memory)
      badge.removeFromSuperview()
      made.runTurn()
      withExtendedLifetime(window) {}
      try recorder.finish()
    }
    #expect(view == nil)
    #expect(loop == nil)
  }

  @Test("a view's death is recorded when it happens")
  func gone() throws {
    let (loop, window, _) = Badge.inWindow(rounds: 0)
    let recorder = try TraceRecorder(loop, to: .memory)
    let second = View(frame: .zero)
    window.addSubview(second)
    window.subviews[0].removeFromSuperview()
    try recorder.finish()
    let events = try TraceText.events(TraceText.input(recorder.bytes))
    let tail = events.suffix(7)
    #expect(
      Array(tail) == [
        .view(
          TraceEvent.NewView(view: 3, className: "View", place: .inside(1), index: 1, frame: .zero)),
        .dirty(TraceEvent.Invalidation(view: 1, why: "subviews")),
        .dirty(TraceEvent.Invalidation(view: 3, why: "subviews", isAgain: true)),
        .move(TraceEvent.Move(view: 2, parent: nil)),
        .dirty(TraceEvent.Invalidation(view: 1, why: "subviews", isAgain: true)),
        .gone(view: 2), .end(turns: 1),
      ])
  }

  @Test("places in the source are captured when asked for")
  func origins() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 1)
    let recorder = try TraceRecorder(
      loop, to: .memory, options: TraceRecorder.Options(timesLayouts: true, capturesOrigins: true))
    badge.setNeedsLayout()
    badge.layoutIfNeeded()
    let forcedLine = #line - 1
    badge.setNeedsLayout()
    loop.runTurn()
    try recorder.finish()
    withExtendedLifetime(window) {}
    let events = try TraceText.events(TraceText.input(recorder.bytes))
    let forced = events.compactMap { event -> String? in
      if case .force(_, _, let from) = event { from } else { nil }
    }
    #if DEBUG
    #expect(forced == ["TraceRecorderTests.swift:\(forcedLine)"])
    #else
    #expect(forced.allSatisfy { $0.hasPrefix("TraceRecorderTests.swift:") })
    #endif
    let dirtied = events.compactMap { event -> TraceEvent.Invalidation? in
      if case .dirty(let dirty) = event { dirty } else { nil }
    }
    let places = dirtied.compactMap(\.from)
    #expect(!places.isEmpty)
    #expect(places.allSatisfy { $0.contains(#/^(Badge|TraceRecorderTests)\.swift:/#) })
    #if DEBUG
    // Optimised code whose last call is a jump leaves no place.
    #expect(dirtied.first { $0.by != nil }?.from != nil)
    #endif
    #expect(
      events.contains { event in
        if case .layout(2, .some) = event { true } else { false }
      })
    // A replay copies places and times.
    let (again, _) = try TraceText.replay(recorder.bytes)
    #expect(again == recorder.bytes)
  }

  @Test("forced passes that end at a limit have a line, and are recorded again as they were")
  func forcedLimits() throws {
    let (loop, window, badge) = Badge.inWindow(rounds: 1_000)
    loop.passLimit = 7
    loop.nestingLimit = 2
    let recorder = try TraceRecorder(loop, to: .memory)
    loop.event {
      badge.setNeedsLayout()
      badge.layoutIfNeeded()
      loop.passLimit = 5
      badge.layoutIfNeeded()
    }
    loop.runTurn()
    let outer = NestingView(frame: .zero)
    window.addSubview(outer)
    loop.runTurn()
    try recorder.finish()
    let lines = String(decoding: recorder.bytes, as: UTF8.self).split(separator: "\n")
    let forced = lines.filter { $0.hasPrefix(#"{"e":"forced""#) }
    #expect(forced.prefix(2) == [#"{"e":"forced","batches":7}"#, #"{"e":"forced","batches":5}"#])
    #expect(forced.last == #"{"e":"forced","batches":0}"#, "\(forced)")
    let input = TraceInput.bytes(recorder.bytes, name: "forced")
    let replayer = try TraceReplayer(input)
    let copy = try TraceRecorder(replaying: replayer, to: .memory)
    let result = try replayer.run()
    try copy.finish()
    #expect(result.divergence == nil)
    #expect(
      copy.bytes == recorder.bytes, "\(TraceText.firstDifference(recorder.bytes, copy.bytes))")
    let scan = try TraceScan().run(input)
    #expect(scan.loops.compactMap(\.limit).map(\.kind).contains(.pass))
  }

  /// Forces its own layout, as deep as it may.
  private final class NestingView: View {
    override func layoutSubviews() {
      setNeedsLayout()
      layoutIfNeeded()
    }
  }
}
