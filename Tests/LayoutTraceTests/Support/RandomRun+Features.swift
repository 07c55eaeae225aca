import Foundation
import ViewTree

extension RandomRun {
  /// The features of a run beside plain views.
  enum Feature: CaseIterable {
    case ticks, constraints, sizes, order, controls, controllers, windows, anchors, insets
    /// Constraints between views, in addition to what a run does otherwise.
    case relations

    /// The features of which a run draws one.
    static let allCases: [Feature] = [
      .ticks, .constraints, .sizes, .order, .controls, .controllers, .windows, .anchors, .insets,
    ]
  }

  /// One thing that belongs to a feature.
  func use(_ feature: Feature, on view: View) {
    switch feature {
    case .ticks: tick()
    case .constraints:
      budget % 4 == 0 ? view.updateConstraintsIfNeeded() : view.setNeedsUpdateConstraints()
    case .sizes: budget % 2 == 0 ? view.invalidateIntrinsicContentSize() : view.sizeToFit()
    case .order: shuffle(below: view)
    case .controls: control(view)
    case .controllers: addController(to: view)
    case .windows: openWindow()
    case .insets: setInset(of: view)
    case .relations: relate(view)
    case .anchors:
      view.anchorPoint = CGPoint(x: CGFloat(budget % 5) / 4, y: CGFloat(budget % 3) / 2)
    }
  }

  /// A repeating timer, which ends after a few ticks or with the view it is for.
  private func tick() {
    var ticks = Int.random(in: 1...4, using: &generator)
    var timer: TurnLoop.Timer?
    timer = loop.every(.milliseconds(9), target: randomView()) { [unowned self] view in
      ticks -= 1
      if ticks == 0 || budget == 0 { timer?.invalidate() }
      act(in: nil)
    }
  }

  private func shuffle(below view: View) {
    let count = view.subviews.count
    guard count > 1 else { return window.sendSubviewToBack(view) }
    view.exchangeSubview(
      at: Int.random(in: 0..<count, using: &generator),
      withSubviewAt: Int.random(in: 0..<count, using: &generator))
  }

  /// Uses a control for its purpose; other views are hidden or shown.
  private func control(_ view: View) {
    switch view {
    case let label as Label: label.text = String(repeating: "word ", count: budget % 7)
    case let stack as StackView:
      switch budget % 4 {
      case 0: stack.addArrangedSubview(newView())
      case 1: stack.axis = stack.axis == .horizontal ? .vertical : .horizontal
      case 2: stack.arrangedSubviews.first.map(stack.removeArrangedSubview)
      case 3 where budget % 8 == 3: stack.arrangedSubviews.last?.isHidden.toggle()
      default: stack.spacing = CGFloat(budget % 5)
      }
    case let scroll as ScrollView:
      switch budget % 3 {
      case 0: scroll.contentOffset = randomRect().origin
      case 1: scroll.contentSize = randomRect().size
      default: scroll.contentInset.top = randomRect().origin.y
      }
    default: view.isHidden.toggle()
    }
  }

  private func addController(to parent: View) {
    let controller = RandomController()
    controller.run = self
    props.append(controller)
    parent.addSubview(controller.view)
    if budget % 2 == 0 { controller.additionalSafeAreaInsets.top = CGFloat(budget % 9) }
  }

  private func setInset(of view: View) {
    let inset = CGFloat(budget % 7) * 3
    switch budget % 5 {
    case 0: view.layoutMargins.left = inset
    case 1: window.safeAreaInsets.top = inset
    case 2:
      let controllers = props.compactMap { $0 as? RandomController }
      controllers.last?.additionalSafeAreaInsets.bottom = inset
    case 3: view.preservesSuperviewLayoutMargins.toggle()
    default: view.insetsLayoutMarginsFromSafeArea.toggle()
    }
  }

  private func openWindow() {
    let second = Window(frame: randomRect(), loop: loop)
    second.addSubview(newView())
    if budget % 2 == 0 { props.append(second) }
  }
}
