import CommandSupport
import Foundation
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree
import loophunt

/// A loop that a baseline knows, or that is ignored, hides no other one: random parts beside each other.
@Suite("Loops beside silenced ones")
struct SilencedLoopTests {
  private final class Known: Part {}
  private final class Victim: Part {}
  private final class Other: Part {}
  private final class Wave: Part {}

  /// An app with a known loop, and perhaps others.
  private final class App {
    let loop = TurnLoop()
    /// True if there are loops beside the known one, and beside one that is ignored with all that it began.
    let (hasOthers, hasOthersBesideIgnored): (Bool, Bool)
    private var random: SeededGenerator
    private var windows: [Window] = []
    private var places: [View] = []
    private let isForced: Bool
    private static let threshold = 20

    init(seed: UInt64, isKnownAlone: Bool) {
      random = SeededGenerator(seed: seed)
      isForced = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        windows.append(Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop))
      }
      places = windows
      // The known loop is the same in both apps.
      let known = Known()
      let victims = (0..<Int.random(in: 0...3, using: &random)).map { _ in Victim() }
      let interval = Int.random(in: 1...3, using: &random)
      let makesViews = Int.random(in: 0..<3, using: &random) == 0
      windows[0].addSubview(known)
      for victim in victims { known.addSubview(victim) }
      for (index, victim) in victims.enumerated() where index > 0 {
        victims[index - 1].act = { [unowned victim] _ in victim.setNeedsLayout() }
      }
      let waves = Int.random(in: 0..<3, using: &random)
      let others = Int.random(in: 0..<3, using: &random) == 0
      // A loop with several steps may be judged anew once it does something else, and by another of its steps.
      let begun = isKnownAlone || makesViews ? nil : Begun.allCases.randomElement(using: &random)
      let areOthers = !isKnownAlone && (waves == 1 || others)
      hasOthers = areOthers || begun == .wave
      // In the next pass it goes on before the ignored one does anything.
      hasOthersBesideIgnored = areOthers || begun == .wave && isForced
      if !isKnownAlone {
        for _ in 0..<Int.random(in: 0...3, using: &random) { addBusy() }
        if waves == 1 { addWave() }
        if others { add(Other()).act = { $0.setNeedsLayout() } }
      }
      let first = begun.flatMap { addBegun($0) }
      let beginning = Int.random(in: Self.threshold + 1...60, using: &random)
      for window in windows { window.layoutIfNeeded() }
      known.layouts = 0
      known.act = { view in
        view.setNeedsLayout()
        if view.layouts == beginning { first?.setNeedsLayout() }
        guard view.layouts % interval == 0 else { return }
        victims.first?.setNeedsLayout()
        if makesViews {
          if view.subviews.count > 3 { view.subviews.last?.removeFromSuperview() }
          view.addSubview(Victim())
        }
      }
      start()
      loop.passLimit = 200
    }

    private var starters: [Part] = []

    private var isStarted = false

    private func start() {
      isStarted = true
      windows[0].subviews.first { $0 is Known }?.setNeedsLayout()
      for part in starters { part.setNeedsLayout() }
    }

    @discardableResult
    private func add(_ part: Part) -> Part {
      (places.randomElement(using: &random) ?? windows[0]).addSubview(part)
      if Bool.random(using: &random) { places.append(part) }
      return part
    }

    /// A view that is laid out often, but not too often.
    private func addBusy() {
      let most = Int.random(in: 1...Self.threshold / 2, using: &random)
      let part = add(Part())
      part.act = { if $0.layouts < most { $0.setNeedsLayout() } }
    }

    /// Views that dirty each other around and around, each of them rarely.
    private func addWave() {
      let views = (0..<Int.random(in: 45...70, using: &random)).map { _ in Wave() }
      var isMoving = false
      for (index, view) in views.enumerated() {
        windows[windows.count - 1].addSubview(view)
        unowned let next = views[(index + 1) % views.count]
        view.act = { _ in if isMoving { next.setNeedsLayout() } }
      }
      windows[windows.count - 1].layoutIfNeeded()
      isMoving = true
      starters.append(views[0])
    }

    /// The views that the known loop dirties once.
    private enum Begun: CaseIterable { case nothing, wave, settling }

    /// Views that dirty each other, to the end of the pass or up to some layout before it.
    private func addBegun(_ begun: Begun) -> Part? {
      guard begun != .nothing else { return nil }
      var left = begun == .wave ? Int.max : Int.random(in: 1...110, using: &random)
      let views = (0..<Int.random(in: 12...60, using: &random)).map { _ in Wave() }
      for (index, view) in views.enumerated() {
        windows[0].addSubview(view)
        unowned let next = views[(index + 1) % views.count]
        view.act = { [unowned self] _ in
          guard isStarted, left > 0 else { return }
          left -= 1
          next.setNeedsLayout()
        }
      }
      return views[0]
    }

    func run() {
      if isForced { for window in windows { window.layoutIfNeeded() } }
      loop.runTurn()
    }

    /// The reports of an expectation with a baseline.
    func reports(_ baseline: URL?) throws -> [LoopReport] {
      do {
        try loop.expectNoLayoutLoops(threshold: Self.threshold, baseline: baseline) { run() }
        return []
      } catch let error as LoopDetected {
        return error.reports
      }
    }
  }

  @Test("fail everywhere, and without them nothing does")
  func random() throws {
    let first = firstSeed("SilencedLoopTests")
    let count = caseCount(100, inDebug: 1)
    for seed in first..<first + UInt64(count) { try check(seed) }
    // Of the few apps of a debug build none may loop by chance, or all.
    let loops = (first..<first + 60).count { App(seed: $0, isKnownAlone: false).hasOthers }
    #expect(loops > 60 / 8 && loops < 60, "\(loops) of 60")
  }

  /// Compares all gates for one app.
  private func check(_ seed: UInt64) throws {
    let folder = TemporaryFolder()
    var baseline = Baseline()
    for report in try App(seed: seed, isKnownAlone: true).reports(nil) { _ = baseline.add(report) }
    let known = try folder.write(String(decoding: baseline.text, as: UTF8.self), to: "known.json")
    let judged = App(seed: seed, isKnownAlone: false)
    let found = try judged.reports(URL(filePath: known))
    #expect(found.isEmpty != judged.hasOthers, "the expectation, seed \(seed): \(found)")

    let files = try [true, false].map { isKnownAlone in
      let app = App(seed: seed, isKnownAlone: isKnownAlone)
      let file = folder.path("app\(isKnownAlone).jsonl")
      let recorder = try TraceRecorder(app.loop, to: .path(file))
      app.run()
      try recorder.finish()
      return file
    }
    let listed = folder.path("listed.json")
    let limits = ["--no-config", "--threshold=20", "--quiet"]
    _ = try InProcess.loophunt(
      ["replay", "--no-proof", "--baseline=\(listed)", "--update-baseline", files[0]] + limits)
    // The views that it lays out in each round are silenced with it.
    let silenced =
      ["Known", "Victim"].map { "--ignore-class=\($0)=known" } + ["--allow-no-layouts"]
    let silences: [(command: String, options: [String])] = [
      ("scan", silenced),
      ("replay", ["--no-proof"] + silenced),
      ("replay", ["--no-proof", "--baseline=\(listed)"]),
    ]
    for (place, (command, options)) in silences.enumerated() {
      let fails = place < 2 ? judged.hasOthersBesideIgnored : judged.hasOthers
      let outcome = try InProcess.loophunt([command] + options + limits + [files[1]])
      #expect(
        outcome.status == (fails ? 1 : 0),
        "\(command) \(options), seed \(seed): \(outcome.text)\(outcome.errors)")
    }
  }

  // MARK: By way of constraints

  /// A change by a panel, which the engine of constraints makes a layout of.
  enum Way: CaseIterable {
    case constant, text, update, stack
  }

  /// A view with a label, which constraints place.
  private final class Box: View {
    let label = Label()
    let stack = StackView()
    private(set) var place: LayoutConstraint?
    private var constant: CGFloat = 0

    func build(_ way: Way) {
      let inner = way == .stack ? stack : label
      addSubview(inner)
      inner.translatesAutoresizingMaskIntoConstraints = false
      let place = inner.leadingAnchor.constraint(equalTo: leadingAnchor)
      place.isActive = true
      self.place = place
      if way == .stack { for _ in 0..<2 { stack.addArrangedSubview(Label()) } }
    }

    func change(_ way: Way) {
      constant = 3 - constant
      switch way {
      case .constant: place?.constant = constant
      case .text: label.text = constant == 0 ? "a" : "abc"
      case .update: setNeedsUpdateConstraints()
      case .stack: stack.arrangedSubviews[0].isHidden.toggle()
      }
    }

    override func updateConstraints() {
      place?.constant = constant
      super.updateConstraints()
    }
  }

  /// A loop of a panel, which changes another box in each layout after its first ones.
  private final class Panel: View {
    var layouts = 0
    var end = 45
    var change: (Int) -> Void = { _ in }

    override func layoutSubviews() {
      layouts += 1
      guard layouts < end else { return }
      setNeedsLayout()
      if layouts > 45 { change(layouts) }
    }
  }

  private func scene(_ way: Way) -> (Window, Panel) {
    let loop = TurnLoop()
    loop.passLimit = 120
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let panel = Panel()
    window.addSubview(panel)
    let boxes = (0..<12).map { _ in Box() }
    for box in boxes {
      // A request for the constraints phase also dirties the superview.
      let holder = View()
      window.addSubview(holder)
      holder.addSubview(box)
      box.build(way)
    }
    panel.change = { boxes[$0 % 12].change(way) }
    return (window, panel)
  }

  @Test(
    "consequences by way of constraints are silenced with the loop", arguments: Way.allCases)
  func measured(way: Way) throws {
    let folder = TemporaryFolder()
    var baseline = Baseline()
    let (alone, _) = scene(way)
    do { try alone.loop.expectNoLayoutLoops(threshold: 40) } catch let error as LoopDetected {
      for report in error.reports { _ = baseline.add(report) }
    }
    let known = try folder.write(String(decoding: baseline.text, as: UTF8.self), to: "known.json")
    let (window, panel) = scene(way)
    panel.end = .max
    let file = folder.path("panel.jsonl")
    let recorder = try TraceRecorder(window.loop, to: .path(file))
    #expect(throws: Never.self) {
      try window.loop.expectNoLayoutLoops(threshold: 40, baseline: URL(filePath: known))
    }
    try recorder.finish()
    #expect(window.loop.lastCommit.didHitLimit)
    let listed = folder.path("listed.json")
    try FileManager.default.copyItem(atPath: known, toPath: listed)
    let options = ["--no-config", "--threshold=40", "--quiet"]
    for command in [
      ["scan", "--ignore-class=Panel=known"],
      ["replay", "--no-proof", "--ignore-class=Panel=known"],
      ["replay", "--no-proof", "--baseline=\(listed)"],
    ] {
      let outcome = try InProcess.loophunt(command + options + [file])
      #expect(outcome.status == 0, "\(command): \(outcome.text)\(outcome.errors)")
    }
  }
}
