import Foundation
import LayoutTrace
import LoopScenarios
import ViewTree

/// A loop whose host gives a view of its own another value of one property in each layout, and asks
/// for its next layout.
package struct ValueLoop: Sendable {
  /// The property, as reports name it.
  package let property: String
  /// The value that is set in the given round, from 0.
  let step: @Sendable (_ stage: ValueStage, _ round: Int) -> Void

  init(_ property: String, _ step: @escaping @Sendable (ValueStage, Int) -> Void) {
    (self.property, self.step) = (property, step)
  }

  /// The program; its suspect is the host.
  ///
  /// - Parameter isOfApp: True to use the app's own subclasses of stacks, labels and scroll views.
  package func stage(isOfApp: Bool = false) -> Stage {
    let host = GeneratedView("Host")
    let views = isOfApp ? ValueStage(AppLabel(), AppScroll(), AppStack()) : ValueStage()
    for view in views.all { host.addSubview(view) }
    views.stack.addArrangedSubview(views.item)
    var round = 0
    let step = step
    host.onLayout = { host in
      step(views, round)
      round += 1
      host.setNeedsLayout()
    }
    let screen = GeneratedView("Screen")
    screen.addSubview(host)
    let stage = Stage(screen)
    stage.suspect = host
    return stage
  }

  /// The number of layouts with which the host loops in a trace.
  package static let threshold = 40

  /// A trace in which the host crosses the threshold.
  package func recorded(isOfApp: Bool = false) throws -> [UInt8] {
    let stage = stage(isOfApp: isOfApp)
    stage.loop.passLimit = ValueLoop.threshold + 8
    let recorder = try TraceRecorder(stage.loop, to: .memory)
    stage.run()
    try recorder.finish()
    return recorder.bytes
  }
}

/// A view of each kind, in one host.
final class ValueStage {
  let label: Label
  let scroll: ScrollView
  let stack: StackView
  let plain = GeneratedView("Plain")
  let other = GeneratedView("Other")
  let item = GeneratedView("Item")
  let controller = ViewController()
  var all: [View] { [label, scroll, stack, plain, other] }

  init(
    _ label: Label = Label(), _ scroll: ScrollView = ScrollView(), _ stack: StackView = StackView()
  ) {
    (self.label, self.scroll, self.stack) = (label, scroll, stack)
    let square = CGRect(x: 0, y: 0, width: 90, height: 90)
    (scroll.frame, stack.frame) = (square, square)
    label.text = "start"
    for (view, name) in [(label, "Label"), (scroll, "Scroll"), (stack, "Stack")] as [(View, String)]
    {
      view.identifier = name
    }
    controller.view = other
  }
}

private final class AppLabel: Label {}
private final class AppScroll: ScrollView {}
private final class AppStack: StackView {}

extension ValueLoop {
  /// One for each property that a program can set; its value comes back after two rounds.
  package static let oscillating: [ValueLoop] = [
    ValueLoop("frame") { $0.plain.frame.size.height = CGFloat(90 + $1 % 2) },
    ValueLoop("bounds") { $0.plain.bounds.origin.y = CGFloat($1 % 2) },
    ValueLoop("center") { $0.plain.center.x = CGFloat(40 + $1 % 2) },
    ValueLoop("transform") {
      $0.plain.transform = AffineTransform(scale: $1 % 2 == 0 ? 1 : 2)
    },
    ValueLoop("anchorPoint") { $0.plain.anchorPoint.x = $1 % 2 == 0 ? 0 : 1 },
    ValueLoop("additionalSafeAreaInsets") {
      $0.controller.additionalSafeAreaInsets.top = CGFloat($1 % 2)
    },
    ValueLoop("safeAreaInsets") { $0.plain.window?.safeAreaInsets.top = CGFloat($1 % 2) },
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

  /// Those whose value grows by one in each round.
  package static let drifting: [ValueLoop] = [
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
}
