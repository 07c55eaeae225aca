import Foundation
import LayoutTrace
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

/// A loop whose host gives a view of its own another value of one property in each layout, and asks
/// for its next layout.
struct ValueLoop: Sendable, CustomTestStringConvertible {
  let property: String
  /// The value that is set in the given round, from 0.
  let step: @Sendable (_ stage: ValueStage, _ round: Int) -> Void
  var testDescription: String { property }

  init(_ property: String, _ step: @escaping @Sendable (ValueStage, Int) -> Void) {
    (self.property, self.step) = (property, step)
  }

  func stage() -> Stage {
    let host = GeneratedView("Host")
    let views = ValueStage()
    for view in views.all { host.addSubview(view) }
    views.stack.addArrangedSubview(views.item)
    var round = 0
    let step = step
    host.onLayout = { host in
      step(views, round)
      round += 1
      host.setNeedsLayout()
    }
    return Stage(showing: [host])
  }
}

extension Stage {
  /// Makes a screen with some views, the first of which is hunted.
  fileprivate convenience init(showing views: [View]) {
    let screen = GeneratedView("Screen")
    for view in views { screen.addSubview(view) }
    self.init(screen)
    suspect = views[0]
  }
}

/// A view of each kind, in one host.
final class ValueStage {
  let label = Label()
  let scroll = ScrollView(frame: CGRect(x: 0, y: 0, width: 90, height: 90))
  let stack = StackView(frame: CGRect(x: 0, y: 0, width: 90, height: 90))
  let plain = GeneratedView("Plain")
  let other = GeneratedView("Other")
  let item = GeneratedView("Item")
  var all: [View] { [label, scroll, stack, plain, other] }

  init() {
    label.text = "start"
    for (view, name) in [(label, "Label"), (scroll, "Scroll"), (stack, "Stack")] as [(View, String)]
    {
      view.identifier = name
    }
  }
}

@Suite("Values beyond frames")
struct LoopEvidenceValuesTests {
  private static let seed = firstSeed("LoopEvidenceValuesTests")

  /// The loops that are hunted: debug builds take one of three.
  private static func some(_ loops: [ValueLoop]) -> [ValueLoop] {
    sample(loops, oneIn: 3, seed: seed)
  }

  /// One for each property that a program can set.
  static let oscillating: [ValueLoop] = [
    ValueLoop("text") { $0.label.text = $1 % 2 == 0 ? "one" : "another" },
    ValueLoop("font") { $0.label.font = .systemFont(ofSize: $1 % 2 == 0 ? 12 : 14) },
    ValueLoop("numberOfLines") { $0.label.numberOfLines = $1 % 2 },
    ValueLoop("preferredMaxLayoutWidth") { $0.label.preferredMaxLayoutWidth = CGFloat($1 % 2 * 9) },
    ValueLoop("contentSize") { $0.scroll.contentSize = CGSize(width: 300, height: 300 + $1 % 2) },
    ValueLoop("contentInset") { $0.scroll.contentInset.top = CGFloat($1 % 2) },
    ValueLoop("contentInsetAdjustmentBehavior") {
      $0.scroll.contentInsetAdjustmentBehavior = $1 % 2 == 0 ? .never : .always
    },
    ValueLoop("alwaysBounceVertical") { $0.scroll.alwaysBounceVertical = $1 % 2 == 0 },
    ValueLoop("alwaysBounceHorizontal") { $0.scroll.alwaysBounceHorizontal = $1 % 2 == 0 },
    ValueLoop("axis") { $0.stack.axis = $1 % 2 == 0 ? .vertical : .horizontal },
    ValueLoop("distribution") { $0.stack.distribution = $1 % 2 == 0 ? .fill : .equalSpacing },
    ValueLoop("alignment") { $0.stack.alignment = $1 % 2 == 0 ? .fill : .center },
    ValueLoop("spacing") { $0.stack.spacing = CGFloat($1 % 2) },
    ValueLoop("customSpacing") { $0.stack.setCustomSpacing(CGFloat($1 % 2 + 1), after: $0.item) },
    ValueLoop("arrangedIndex") {
      if $1 % 2 == 0 {
        $0.stack.removeArrangedSubview($0.item)
      } else {
        $0.stack.addArrangedSubview($0.item)
      }
    },
    ValueLoop("isLayoutMarginsRelativeArrangement") {
      $0.stack.isLayoutMarginsRelativeArrangement = $1 % 2 == 0
    },
    ValueLoop("isHidden") { $0.plain.isHidden = $1 % 2 == 0 },
    ValueLoop("layoutMargins") { $0.plain.layoutMargins.left = CGFloat($1 % 2) },
    ValueLoop("insetsLayoutMarginsFromSafeArea") {
      $0.plain.insetsLayoutMarginsFromSafeArea = $1 % 2 == 0
    },
    ValueLoop("preservesSuperviewLayoutMargins") {
      $0.plain.preservesSuperviewLayoutMargins = $1 % 2 == 0
    },
    ValueLoop("semanticContentAttribute") {
      $0.plain.semanticContentAttribute = $1 % 2 == 0 ? .forceRightToLeft : .forceLeftToRight
    },
    ValueLoop("autoresizingMask") { $0.plain.autoresizingMask = $1 % 2 == 0 ? .flexibleWidth : [] },
    ValueLoop("autoresizesSubviews") { $0.plain.autoresizesSubviews = $1 % 2 == 0 },
    ValueLoop("displayScale") { $0.plain.window?.displayScale = CGFloat(2 + $1 % 2) },
    ValueLoop("subviews") {
      $0.plain.superview?.bringSubviewToFront($1 % 2 == 0 ? $0.plain : $0.other)
    },
    ValueLoop("superview") { ($1 % 2 == 0 ? $0.plain : $0.other).addSubview($0.item) },
  ]

  @Test(
    "a value that comes back after two rounds makes the loop oscillate",
    arguments: some(oscillating))
  func comesBack(_ loop: ValueLoop) throws {
    try expect(.oscillating(period: 2), of: loop)
  }

  static let drifting: [ValueLoop] = [
    ValueLoop("text.number") { $0.label.text = "page \($1) of 500" },
    ValueLoop("text.count") { $0.label.text = String(repeating: "a", count: $1 + 1) },
    ValueLoop("font") { $0.label.font = .systemFont(ofSize: CGFloat($1 + 1)) },
    ValueLoop("numberOfLines") { $0.label.numberOfLines = $1 + 2 },
    ValueLoop("preferredMaxLayoutWidth") { $0.label.preferredMaxLayoutWidth = CGFloat($1 + 1) },
    ValueLoop("contentSize.height") { $0.scroll.contentSize.height = CGFloat($1 + 1) },
    ValueLoop("contentInset.top") { $0.scroll.contentInset.top = CGFloat($1 + 1) },
    ValueLoop("spacing") { $0.stack.spacing = CGFloat($1 + 1) },
    ValueLoop("customSpacing") { $0.stack.setCustomSpacing(CGFloat($1 + 1), after: $0.item) },
    ValueLoop("layoutMargins.left") { $0.plain.layoutMargins.left = CGFloat($1 + 9) },
  ]

  @Test("a value that grows by one in each round makes the loop drift", arguments: some(drifting))
  func grows(_ loop: ValueLoop) throws {
    try expect(.drifting(property: LoopProperty(name: loop.property), perRound: 1), of: loop)
  }

  /// Expects the verdict and the value, in a live hunt and, with the same fingerprint, in a replay.
  private func expect(_ verdict: Verdict, of loop: ValueLoop) throws {
    let stage = loop.stage()
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    let hunt = try LoopHunter(loop: stage.loop).attach(to: stage.suspect, threshold: 60) { _ in }
    stage.run()
    try recorder.finish()
    let live = try #require(hunt.lastReport)
    #expect(live.verdict == verdict)
    let names = live.geometry.map(\.property.name)
    let root = loop.property.prefix { $0 != "." }
    #expect(names.contains { $0 == root || $0.hasPrefix(root + ".") }, "\(names)")

    let replayer = try TraceReplayer(.bytes(recorder.bytes, name: loop.property))
    let hunter = LoopHunter(loop: replayer.loop)
    var again: LoopHunter.Attachment?
    replayer.onView = { view, _ in
      if view.identifier == "Host" { again = try? hunter.attach(to: view, threshold: 60) { _ in } }
    }
    let copy = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try copy.finish()
    let replayed = try #require(again?.lastReport)
    #expect(replayed.verdict == live.verdict)
    #expect(replayed.fingerprint == live.fingerprint)
    #expect(replayed.geometry == live.geometry)
    #expect(copy.bytes == recorder.bytes)
  }

  @Test("two views that add a third one in turn fight over it")
  func owners() throws {
    let child = GeneratedView("Child")
    let (first, second) = (GeneratedView("First"), GeneratedView("Second"))
    for owner in [first, second] { owner.onLayout = { $0.addSubview(child) } }
    let stage = Stage(showing: [first, second])
    let hunt = try LoopHunter(loop: stage.loop).attach(to: first, threshold: 60) { _ in }
    stage.run()
    let report = try #require(hunt.lastReport)
    #expect(report.verdict == .oscillating(period: 1))
    let history = try #require(report.geometry.first { $0.property == "superview" })
    #expect(history.view.name == "Child")
    #expect(Set(history.property.texts(of: history.values)) == ["First", "Second"])
  }

  @Test("a number of rows that are replaced has no owner to follow")
  func replaced() throws {
    let host = GeneratedView("Host")
    host.onLayout = { host in
      for view in host.subviews { view.removeFromSuperview() }
      for _ in 0..<3 { host.addSubview(GeneratedView("Row")) }
    }
    let stage = Stage(showing: [host])
    let hunt = try LoopHunter(loop: stage.loop).attach(to: host, threshold: 60) { _ in }
    stage.run()
    let report = try #require(hunt.lastReport)
    #expect(report.verdict == .redundant)
    #expect(!report.geometry.contains { $0.property == "superview" })
  }
}
