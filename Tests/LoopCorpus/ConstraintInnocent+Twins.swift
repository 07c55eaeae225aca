import Foundation
import LoopScenarios
import ViewTree

/// Near-twins of published loops: each differs from its scenario by the one line that ends it.
extension ConstraintInnocent {
  static let twins: [ConstraintInnocent] = [
    // OAStackView issue 49 at the default text size: it asks in each layout, but its size is the same.
    ConstraintInnocent(name: "steady-stack") {
      let (stage, screen) = Stage.screen()
      let outer = ConstrainedView("Outer", in: screen)
      outer.pinCorner()
      let inner = ConstrainedView("Inner", in: outer)
      inner.fillSuperview()
      inner.natural = { _ in CGSize(width: 120, height: 40) }
      inner.onLayout = { $0.invalidateIntrinsicContentSize() }
      return stage
    },
    // SDCAlertView with one rounding: both sides round up.
    ConstraintInnocent(name: "agreed-rounding") {
      let (stage, screen) = Stage.screen()
      let scroll = ConstrainedView("Scroll", in: screen)
      scroll.pinCorner()
      scroll.natural = { _ in CGSize(width: 270, height: CGFloat(4 * 19.3).rounded(.up)) }
      scroll.onLayout = { $0.invalidateIntrinsicContentSize() }
      return stage
    },
    // A view lays its superview out from its own layout, once.
    ConstraintInnocent(name: "mutual-once") {
      let (stage, screen) = Stage.screen()
      let entry = ConstrainedView("Entry", in: screen)
      entry.pinCorner()
      entry.heightAnchor.constraint(equalToConstant: 80).isActive = true
      var isShown = false
      entry.onLayout = { [unowned screen] _ in
        guard !isShown else { return }
        isShown = true
        screen.setNeedsLayout()
        screen.layoutIfNeeded()
      }
      return stage
    },
    // The panel makes room for the bar, and stays there.
    ConstraintInnocent(name: "panel-below-bar") {
      let (stage, screen) = Stage.screen()
      let (panel, top) = ConstrainedView.panel(in: screen)
      panel.onSafeArea = { panel in if panel.safeAreaInsets.top > 0 { top.constant = 60 } }
      stage.window.safeAreaInsets = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
      return stage
    },
    // The inset is the height of the header, not its lower edge.
    ConstraintInnocent(name: "header-height-inset") {
      let (stage, screen) = Stage.screen()
      let controller = ViewController()
      controller.view = screen
      let header = ConstrainedView.header(in: screen)
      screen.onLayout = { [unowned header, unowned controller] _ in
        controller.additionalSafeAreaInsets.top = header.bounds.height
      }
      stage.props = [controller]
      return stage
    },
    // The list stores one of the two heights, whatever it measures.
    ConstraintInnocent(name: "stored-height") {
      let (stage, screen) = Stage.screen()
      let cell = ConstrainedView.cell(in: screen)
      let stored = cell.heightAnchor.constraint(equalToConstant: 44)
      stored.isActive = true
      screen.onLayout = { [unowned cell] _ in
        stored.constant = max(stored.constant, cell.bounds.height == 44 ? 44.5 : 44)
      }
      return stage
    },
    // The header goes and comes back with its constraints, but only when the width has changed.
    ConstraintInnocent(name: "header-by-width") {
      let (stage, screen) = Stage.screen()
      let header = ConstrainedView("Header", in: screen)
      let places = [
        header.leadingAnchor.constraint(equalTo: screen.leadingAnchor),
        header.topAnchor.constraint(equalTo: screen.topAnchor),
        header.widthAnchor.constraint(equalTo: screen.widthAnchor),
      ]
      LayoutConstraint.activate(places + [header.heightAnchor.constraint(equalToConstant: 44)])
      var known: CGFloat = 0
      screen.onLayout = { [header] screen in
        guard screen.bounds.width != known else { return }
        known = screen.bounds.width
        header.removeFromSuperview()
        screen.addSubview(header)
        LayoutConstraint.activate(places)
      }
      return stage
    },
    // The cell promises the width that the label takes anyway.
    ConstraintInnocent(name: "kept-promise") {
      let (stage, screen) = Stage.screen()
      let cell = ConstrainedView.cell(in: screen)
      let label = WrappingLabel.title(in: cell)
      label.bottomAnchor.constraint(equalTo: cell.bottomAnchor).isActive = true
      cell.onLayout = { [unowned label] cell in
        label.preferredMaxLayoutWidth = cell.bounds.width - 20
      }
      label.onLayout = { label in label.preferredMaxLayoutWidth = 280 }
      return stage
    },
    // The bar moves away by a distance, not by a distance more.
    ConstraintInnocent(name: "fixed-inset") {
      let (stage, screen) = Stage.screen()
      let host = ConstrainedView("Host", in: screen)
      host.pinCorner()
      host.widthAnchor.constraint(equalToConstant: 300).isActive = true
      let bar = ConstrainedView("Bar", in: host)
      bar.pinCorner(0, 10)
      bar.heightAnchor.constraint(equalToConstant: 40).isActive = true
      let bottom = host.bottomAnchor.constraint(equalTo: bar.bottomAnchor)
      bottom.isActive = true
      let filler = ConstrainedView("Filler", in: bar)
      filler.heightAnchor.constraint(equalTo: host.heightAnchor).isActive = true
      filler.topAnchor.constraint(equalTo: bar.topAnchor).isActive = true
      bar.onLayout = { _ in bottom.constant = 8 }
      return stage
    },
    // Two equal wishes change their order once.
    ConstraintInnocent(name: "reordered-once") {
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView.card(in: screen)
      let wishes = [120, 160].map { card.heightAnchor.constraint(equalToConstant: $0) }
      for wish in wishes { wish.priority = .defaultHigh }
      LayoutConstraint.activate(wishes)
      var isReordered = false
      screen.onLayout = { _ in
        guard !isReordered else { return }
        isReordered = true
        LayoutConstraint.deactivate(wishes)
        LayoutConstraint.activate(wishes.reversed())
      }
      return stage
    },
  ]
}
