import CommandSupport
import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import TestSupport
import Testing
import ViewTree
import loophunt

/// The replay of a recording finds the chains across turns that an expectation finds.
@Suite("Chains across turns in recordings")
struct RecordedSuccessionTests {
  private let folder = TemporaryFolder()

  /// A view with closures for what it does.
  private final class Actor: View {
    var onLayout: (Actor) -> Void = { _ in }
    var onUpdate: () -> Void = {}
    var onDeath: () -> Void = {}
    var onAsk: () -> Void = {}
    var natural = CGSize(width: 9, height: 9)

    override var intrinsicContentSize: CGSize {
      onAsk()
      return natural
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      onLayout(self)
    }

    override func updateConstraints() {
      super.updateConstraints()
      onUpdate()
    }

    deinit { onDeath() }
  }

  /// The app: a row that goes on, a label in it, and another view with a label, which does nothing by itself.
  private final class App {
    let loop = TurnLoop()
    let window: Window
    let row = App.actor()
    let label = Label(frame: .zero)
    let other = App.actor()
    let otherLabel = Label(frame: .zero)
    let width: LayoutConstraint
    var count = 0
    var token: ObservationToken?

    static func actor() -> Actor { Actor(frame: CGRect(x: 0, y: 0, width: 100, height: 50)) }

    init() {
      window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 400), loop: loop)
      window.addSubview(row)
      window.addSubview(other)
      let inner = View(frame: .zero)
      width = inner.widthAnchor.constraint(equalToConstant: 10)
      row.addPinned(label)
      other.addPinned(otherLabel)
      other.addPinned(inner)
      width.isActive = true
      loop.runUntilIdle(limit: 5)
    }

    /// The next of two texts.
    var text: String {
      count += 1
      return count % 2 == 0 ? "a" : "abcd"
    }

    /// Brings a view that leaves in its layout, and whose death posts the next.
    func bringDying() {
      let view = App.actor()
      view.onLayout = { $0.removeFromSuperview() }
      view.onDeath = { [weak self] in self?.loop.async { [weak self] in self?.bringDying() } }
      row.addSubview(view)
    }

    /// Lets each layout of the row add an observer of a phase, which ends at its first call.
    func observe(_ phase: TurnLoop.Phase, _ deed: @escaping (Actor) -> Void) {
      row.onLayout = { [unowned self] row in
        token = loop.addObserver(at: phase, order: .max) { [unowned self, unowned row] in
          token = nil
          deed(row)
        }
      }
    }

    /// Brings a view in place of the last one; the layout of each posts the next.
    func replace() {
      for view in row.subviews { view.removeFromSuperview() }
      let view = App.actor()
      view.onLayout = { [unowned self] in
        $0.onLayout = { _ in }
        loop.async { [unowned self] in replace() }
      }
      row.addSubview(view)
    }
  }

  private typealias Deed = (App) -> Void

  /// Records turns of an app, of which each begins with something from outside; the path of the recording.
  private func record(
    _ name: String, _ build: Deed, turns: Int, beside: @escaping Deed
  ) throws -> String {
    let app = App()
    build(app)
    let file = folder.path("\(name).jsonl")
    let recorder = try TraceRecorder(app.loop, to: .path(file))
    app.row.setNeedsLayout()
    for _ in 0..<turns {
      app.loop.event { beside(app) }
      app.loop.runTurn()
    }
    try recorder.finish()
    return file
  }

  /// The status of the replay of such a recording.
  private func replay(
    _ name: String, _ build: Deed, turns: Int = 64, beside: @escaping Deed = { _ in }
  ) throws -> Int32? {
    let file = try record(name, build, turns: turns, beside: beside)
    return try InProcess.loophunt("replay", "--no-proof", "--no-config", "--quiet", file).status
  }

  private let kinds: KeyValuePairs<String, Deed> = [
    "layout": { app in
      app.row.onLayout = { row in app.loop.async { row.setNeedsLayout() } }
    },
    "constant": { app in
      let width = app.label.widthAnchor.constraint(equalToConstant: 5)
      width.isActive = true
      app.row.onLayout = { _ in app.loop.async { width.constant = 15 - width.constant } }
    },
    "label": { app in
      app.row.onLayout = { _ in app.loop.async { app.label.text = app.text } }
    },
    "intrinsic size": { app in
      let view = App.actor()
      app.row.addPinned(view)
      app.row.onLayout = { _ in
        app.loop.async {
          view.natural.width = 20 - view.natural.width
          view.invalidateIntrinsicContentSize()
        }
      }
    },
    "label elsewhere": { app in
      let (host, target, inner) = (App.actor(), View(frame: .zero), App.actor())
      app.window.addSubview(host)
      host.addPinned(target)
      target.widthAnchor.constraint(equalTo: app.label.widthAnchor).isActive = true
      app.label.text = "ab"
      app.loop.runTurn()
      target.addSubview(inner)
      inner.frame = target.bounds
      inner.autoresizingMask = .flexibleWidth
      inner.onLayout = { _ in app.loop.async { app.label.text = app.text } }
      app.row.onLayout = { _ in
        app.row.onLayout = { _ in }
        app.loop.async { app.label.text = app.text }
      }
    },
    "spacing elsewhere": { app in
      let (stack, line) = (StackView(), View(frame: .zero))
      app.other.addPinned(stack)
      for _ in 0..<2 { stack.addArrangedSubview(App.actor()) }
      app.row.addPinned(line)
      line.widthAnchor.constraint(equalTo: stack.widthAnchor).isActive = true
      app.row.onLayout = { _ in app.loop.async { stack.spacing = 1 - stack.spacing } }
    },
    "asked for a size": { app in
      let view = App.actor()
      app.row.addPinned(view)
      view.onAsk = { [unowned view] in app.loop.async { view.invalidateIntrinsicContentSize() } }
      view.invalidateIntrinsicContentSize()
    },
    "observer before timers": { app in app.observe(.beforeTimers) { $0.setNeedsLayout() } },
    "observer before waiting": { app in app.observe(.beforeWaiting) { $0.setNeedsLayout() } },
    "observer after commit": { app in app.observe(.afterCommit) { $0.setNeedsLayout() } },
    "observer that posts": { app in
      app.observe(.afterWaiting) { row in app.loop.async { row.setNeedsLayout() } }
    },
    "update": { app in
      app.row.onUpdate = { app.loop.async { app.row.setNeedsUpdateConstraints() } }
      app.row.setNeedsUpdateConstraints()
    },
    "death": { app in
      app.row.onLayout = { row in
        row.onLayout = { _ in }
        app.bringDying()
      }
    },
    "replacement": { app in
      app.row.onLayout = { row in
        row.onLayout = { _ in }
        app.replace()
      }
    },
    "two that dirty both": { app in
      let second = App.actor()
      app.window.addSubview(second)
      for view in [app.row, second] {
        view.onLayout = { _ in
          app.loop.async {
            app.row.setNeedsLayout()
            second.setNeedsLayout()
          }
        }
      }
    },
  ]

  private let besides: KeyValuePairs<String, Deed> = [
    "nothing": { _ in },
    "a layout": { app in app.other.setNeedsLayout() },
    "a forced layout": { app in
      app.other.setNeedsLayout()
      app.other.layoutIfNeeded()
    },
    "a constant": { app in app.width.constant = 25 - app.width.constant },
    "a frame": { app in app.other.frame.size.height = 90 - app.other.frame.size.height },
    "a text": { app in app.otherLabel.text = app.otherLabel.text == "x" ? "xyz" : "x" },
    "a size that stays": { app in app.otherLabel.invalidateIntrinsicContentSize() },
  ]

  @Test(
    "each kind of chain loops, also beside changes from outside that have nothing to do with it")
  func chains() throws {
    let pairs = kinds.flatMap { kind in besides.map { (kind, $0) } }
    var random = SeededGenerator(seed: firstSeed("RecordedSuccessionTests"))
    let sample = pairs.shuffled(using: &random).prefix(caseCount(pairs.count, inDebug: 9))
    for (kind, beside) in sample {
      let status = try replay("\(kind.key), \(beside.key)", kind.value, beside: beside.value)
      #expect(status == 1, "\(kind.key) beside \(beside.key)")
    }
  }

  @Test("a view whose layouts go back to others does not recur, and one without a cause does")
  func recurring() throws {
    for name in ["label", "death", "replacement"] {
      let build = try #require(kinds.first { $0.key == name }).value
      let file = try record(name, build, turns: 70) { $0.other.setNeedsLayout() }
      let output = try InProcess.loophunt("replay", "--no-proof", "--no-config", file).text
      #expect(output.contains("Recurring: Window/Actor[1] was laid out"), "\(name): \(output)")
      #expect(output.components(separatedBy: "Recurring").count == 2, "\(name): \(output)")
    }
  }

  @Test("layouts in 60 turns loop if they still go on at the end, in a test and in its recording")
  func stillGoingOn() throws {
    for turns in [59, 60] {
      let app = App()
      try #require(kinds.first { $0.key == "layout" }).value(app)
      app.row.setNeedsLayout()
      let file = folder.path("\(turns).jsonl")
      let recorder = try TraceRecorder(app.loop, to: .path(file))
      let run = { for _ in 0..<turns { app.loop.runTurn() } }
      let passes = (try? app.loop.expectNoLayoutLoops(run)) != nil
      #expect(passes == (turns < 60), "\(turns)")
      try recorder.finish()
      let status = try InProcess.loophunt("replay", "--no-proof", "--no-config", "-q", file).status
      #expect(status == (passes ? 0 : 1), "\(turns)")
    }
  }

  /// The status of the replay of a recording in which a rule ignores the views of a class.
  private func replay(_ file: String, ignoring name: String) throws -> Int32? {
    try InProcess.loophunt(
      "replay", "--no-proof", "--no-config", "--quiet", "--allow-no-layouts",
      "--ignore-class=\(name)=moves", file
    ).status
  }

  @Test(
    "a loop across turns passes if rules ignore all views that bring about others, dead or alive")
  func ignored() throws {
    var random = SeededGenerator(seed: firstSeed("RecordedSuccessionTests.ignored"))
    let sample = kinds.shuffled(using: &random).prefix(caseCount(kinds.count, inDebug: 3))
    for (name, build) in sample where name != "label elsewhere" {
      let file = try record(name, build, turns: 70) { _ in }
      #expect(try replay(file, ignoring: "Label") == 1, "\(name)")
      #expect(try replay(file, ignoring: "Actor") == 0, "\(name)")
    }
  }

  private final class Relay: View {
    var onLayout: () -> Void = {}

    override func layoutSubviews() {
      super.layoutSubviews()
      onLayout()
    }
  }

  @Test("a view that only an ignored one lays out passes, and does not recur")
  func besideIgnored() throws {
    let build: Deed = { app in
      let relay = Relay(frame: .zero)
      app.window.addSubview(relay)
      relay.onLayout = { [unowned app, unowned relay] in
        app.loop.async {
          relay.setNeedsLayout()
          app.other.setNeedsLayout()
        }
      }
    }
    let file = try record("beside", build, turns: 70) { _ in }
    let outcome = try InProcess.loophunt(
      "replay", "--no-proof", "--no-config", "--ignore-class=Relay=moves", file)
    #expect(outcome.status == 0 && !outcome.text.contains("Recurring"), "\(outcome.text)")
  }

  @Test("a view that goes on by way of an ignored one loops")
  func throughIgnored() throws {
    let build: Deed = { app in
      let relay = Relay(frame: .zero)
      app.window.addSubview(relay)
      relay.onLayout = { [unowned app, unowned relay] in
        for view in app.row.subviews { view.removeFromSuperview() }
        let view = App.actor()
        view.onLayout = { view in
          view.onLayout = { _ in }
          app.loop.async { [weak relay] in relay?.setNeedsLayout() }
        }
        app.row.addSubview(view)
      }
    }
    let file = try record("through", build, turns: 70) { _ in }
    #expect(try replay(file, ignoring: "Relay") == 1)
  }

  @Test(
    "a replay names the deed of a chain through constraints or observers as the test does, beside a clock"
  )
  func fingerprints() throws {
    for (name, build) in kinds where name.hasSuffix("elsewhere") || name.hasPrefix("observer") {
      let app = App()
      build(app)
      let file = folder.url.appending(path: "\(name).jsonl")
      let found = #expect(throws: LoopDetected.self) {
        try app.loop.expectNoLayoutLoops(recordFailures: file) {
          app.row.setNeedsLayout()
          for turn in 0..<64 {
            app.otherLabel.text = turn % 2 == 0 ? "x" : "xyz"
            app.loop.runTurn()
          }
        }
      }
      let report = try #require(found?.reports.first)
      #expect(report.culprit != nil, "\(name)")
      let replay = try InProcess.loophunt("replay", "--no-proof", "--no-config", file.path)
      #expect(replay.text.contains(report.fingerprint), "\(name): \(replay.text)")
    }
  }

  @Test("a replay reports a chain of a view that is never laid out on that view, as the test does")
  func onlyAsked() throws {
    let build = try #require(kinds.first { $0.key == "asked for a size" }).value
    let app = App()
    build(app)
    app.loop.runTurn()
    let file = folder.url.appending(path: "only asked.jsonl")
    let found = #expect(throws: LoopDetected.self) {
      try app.loop.expectNoLayoutLoops(recordFailures: file) {
        for _ in 0..<64 {
          app.other.setNeedsLayout()
          app.loop.runTurn()
        }
      }
    }
    let report = try #require(found?.reports.first)
    #expect(report.view.path.hasPrefix("Window/Actor[0]/"))
    let replay = try InProcess.loophunt("replay", "--no-proof", "--no-config", file.path)
    #expect(replay.text.contains(report.fingerprint), "\(report)\n\(replay.text)")
  }

  private let calm: KeyValuePairs<String, Deed> = [
    "a clock": { app in
      func tick() {
        app.label.text = app.text
        app.loop.async(tick)
      }
      app.loop.async(tick)
    },
    "a clock that forces": { app in
      func tick() {
        app.label.text = app.text
        app.window.layoutIfNeeded()
        app.loop.async(tick)
      }
      app.loop.async(tick)
    },
    "an observer of each turn": { app in
      app.row.onLayout = { row in
        row.onLayout = { _ in }
        app.token = app.loop.addObserver(at: .afterCommit) { app.other.setNeedsLayout() }
      }
    },
    "posts that lead nowhere": { app in app.row.onLayout = { _ in app.loop.async {} } },
    "a chain of fewer turns": { app in
      var left = 40
      app.row.onLayout = { _ in
        left -= 1
        if left > 0 { app.loop.async { app.label.text = app.text } }
      }
    },
  ]

  private let texts: KeyValuePairs<String, Deed> = [
    "a text from outside": { app in app.label.text = app.text },
    "a text from outside and its view": { app in
      app.label.text = app.text
      app.row.setNeedsLayout()
    },
  ]

  @Test("views that something outside layout changes in each turn do not loop")
  func innocents() throws {
    for (name, build) in calm {
      #expect(try replay(name, build) == 0, "\(name)")
    }
    for (name, deed) in texts {
      #expect(try replay(name, { _ in }, beside: deed) == 0, "\(name)")
    }
  }

  @Test("a chain that something outside would have caused, too, does not loop")
  func causedTwice() throws {
    for name in ["layout", "label"] {
      let build = try #require(kinds.first { $0.key == name }).value
      let status = try replay("twice \(name)", build) { app in
        app.row.setNeedsLayout()
        app.label.text = app.text
      }
      #expect(status == 0, "\(name)")
    }
  }

  @Test("a chain through new views that ended long before the recording does not go on")
  func ended() throws {
    let build: Deed = { app in
      var left = 62
      func bring() {
        let view = App.actor()
        view.onLayout = {
          $0.removeFromSuperview()
          left -= 1
          // The last one posts what never comes.
          if left > 0 { app.loop.async(bring) } else { _ = app.loop.after(.seconds(9)) {} }
        }
        app.row.addSubview(view)
      }
      app.row.onLayout = { row in
        row.onLayout = { _ in }
        bring()
      }
    }
    let other: Deed = { app in app.other.setNeedsLayout() }
    #expect(try replay("going on", build, turns: 62, beside: other) == 1)
    #expect(try replay("ended", build, turns: 200, beside: other) == 0)
  }
}
