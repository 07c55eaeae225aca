import Foundation
import LoopScenarios
import ViewTree

/// Loops of public reports.
extension ConstraintLoop {
  static let published: [ConstraintLoop] = [
    // The inner stack asks for itself again in each layout, and each time has another size.
    ConstraintLoop(
      "stack-in-stack", "OAStackView issue 49", "oscillating", ["Inner"],
      ["invalidateIntrinsicContentSize"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let outer = ConstrainedView("Outer", in: screen)
      outer.pinCorner()
      let inner = ConstrainedView("Inner", in: outer)
      inner.fillSuperview()
      // At larger text sizes the height that was laid out and the natural one differ by half a point.
      inner.natural = { CGSize(width: 120, height: $0.bounds.height == 40.5 ? 41 : 40.5) }
      inner.onLayout = { if !isRepaired { $0.invalidateIntrinsicContentSize() } }
      stage.suspect = inner
      return stage
    },
    // The label wraps at the width that it has; then it has a smaller width, and wraps at none.
    ConstraintLoop(
      "preferred-width", "kullo MessagesHeaderView; WrapDemo issues 2 and 3", "oscillating",
      ["Title"],
      ["invalidateIntrinsicContentSize", "preferredMaxLayoutWidth"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let label = WrappingLabel("Title", in: screen)
      label.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
      label.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
      label.trailingAnchor.constraint(lessThanOrEqualTo: screen.trailingAnchor).isActive = true
      label.numberOfLines = 0
      label.text = "A title that is much longer than half of the width of the screen"
      label.onLayout = { label in
        if !isRepaired { label.preferredMaxLayoutWidth = label.bounds.width > 200 ? 180 : 0 }
      }
      stage.suspect = label
      return stage
    },
    // The scroll view rounds its height up to ask for it, and its content rounds it down.
    ConstraintLoop(
      "fractional-message", "SDCAlertView issues 87 and 91", "oscillating", ["Scroll"],
      ["invalidateIntrinsicContentSize"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let scroll = ConstrainedView("Scroll", in: screen)
      scroll.pinCorner()
      let line: CGFloat = 19.3
      scroll.natural = { scroll in
        let content = 4 * line
        let isRoundedUp = scroll.bounds.height == content.rounded(.up)
        return CGSize(width: 270, height: isRoundedUp ? content : content.rounded(.up))
      }
      scroll.onLayout = { if !isRepaired { $0.invalidateIntrinsicContentSize() } }
      stage.suspect = scroll
      return stage
    },
    // Each marks the other and lays it out from its own layout, so that neither ever ends.
    ConstraintLoop(
      "mutual-layout", "SwiftEntryKit issues 73 and 74", "reentrant", ["Entry", "Screen"],
      ["layoutIfNeeded", "setNeedsLayout"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let entry = ConstrainedView("Entry", in: screen)
      entry.pinCorner()
      let size = entry.heightAnchor.constraint(equalToConstant: 80)
      size.isActive = true
      entry.onLayout = { [unowned screen] _ in
        guard !isRepaired else { return }
        screen.setNeedsLayout()
        screen.layoutIfNeeded()
      }
      screen.onLayout = { [unowned entry] _ in
        size.constant = 80
        guard !isRepaired else { return }
        entry.setNeedsLayout()
        entry.layoutIfNeeded()
      }
      stage.suspect = entry
      return stage
    },
    // The panel makes room for the bar that covers it, and then no bar covers it any more.
    ConstraintLoop(
      "safe-area-panel", "FloatingPanel issue 179", "oscillating", ["Panel"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let panel = ConstrainedView("Panel", in: screen)
      panel.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
      panel.widthAnchor.constraint(equalToConstant: 300).isActive = true
      panel.heightAnchor.constraint(equalToConstant: 200).isActive = true
      let top = panel.topAnchor.constraint(equalTo: screen.topAnchor)
      top.isActive = true
      panel.onSafeArea = { panel in
        if !isRepaired { top.constant = panel.safeAreaInsets.top > 0 ? 60 : 0 }
      }
      // The bar appears when the panel already listens.
      stage.window.safeAreaInsets = EdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
      stage.suspect = screen
      return stage
    },
    // The header lies in the safe area, which the controller enlarges by the height of the header.
    ConstraintLoop(
      "header-inset", "material-components-ios issues 2471 and 2521", "drifting", ["Screen"],
      ["additionalSafeAreaInsets"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let controller = ViewController()
      controller.view = screen
      let header = ConstrainedView("Header", in: screen)
      header.topAnchor.constraint(equalTo: screen.safeAreaLayoutGuide.topAnchor).isActive = true
      header.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
      header.widthAnchor.constraint(equalToConstant: 300).isActive = true
      header.heightAnchor.constraint(equalToConstant: 10).isActive = true
      screen.onLayout = { [unowned header, unowned controller] _ in
        if !isRepaired { controller.additionalSafeAreaInsets.top = header.frame.maxY }
      }
      stage.props = [controller]
      stage.suspect = screen
      return stage
    },
    // The cell's height differs at each width between pixels; the list stores what it measures.
    ConstraintLoop(
      "self-sizing-cell", "convos-ios issue 1349; radar 25303115", "oscillating", ["List"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let list = ConstrainedView("List", in: screen)
      list.fillSuperview()
      let cell = ConstrainedView("Cell", in: list)
      cell.pinCorner()
      cell.widthAnchor.constraint(equalToConstant: 300).isActive = true
      let stored = cell.heightAnchor.constraint(equalToConstant: 44)
      stored.isActive = true
      list.onLayout = { [unowned cell] _ in
        let measured: CGFloat = cell.bounds.height == 44 ? 44.5 : 44
        if !isRepaired { stored.constant = measured }
      }
      stage.suspect = list
      return stage
    },
    // A header that is put in again asks for a layout even if its height is the same.
    ConstraintLoop(
      "reassigned-header", "AutoLayoutTableHeaderView issues 3 and 4; YLTableView issue 32",
      "redundant", ["Table"], ["addSubview", "removeFromSuperview"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let table = ConstrainedView("Table", in: screen)
      table.fillSuperview()
      let header = ConstrainedView("Header", in: table)
      header.translatesAutoresizingMaskIntoConstraints = true
      header.frame = CGRect(x: 0, y: 0, width: 300, height: 44)
      let title = ConstrainedView("Text", in: header)
      title.fillSuperview()
      table.onLayout = { [header] table in
        guard !isRepaired else { return }
        let size = header.systemLayoutSizeFitting(CGSize(width: 300, height: 0))
        header.bounds.size.height = max(44, size.height)
        header.removeFromSuperview()
        table.addSubview(header)
      }
      stage.suspect = table
      return stage
    },
    // A header on constraints, which go with it and are made active again: each of the three
    // statements marks the table, so that no one of them alone stops it.
    ConstraintLoop(
      "reassigned-anchors", "AutoLayoutTableHeaderView issues 3 and 4", "redundant", ["Table"],
      ["addSubview", "removeFromSuperview", "isActive of constraint"], isProvable: false
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let table = ConstrainedView("Table", in: screen)
      table.fillSuperview()
      let header = ConstrainedView("Header", in: table)
      let places = [
        header.leadingAnchor.constraint(equalTo: table.leadingAnchor),
        header.topAnchor.constraint(equalTo: table.topAnchor),
        header.widthAnchor.constraint(equalTo: table.widthAnchor),
      ]
      LayoutConstraint.activate(places + [header.heightAnchor.constraint(equalToConstant: 44)])
      table.onLayout = { [header] table in
        guard !isRepaired else { return }
        header.removeFromSuperview()
        table.addSubview(header)
        LayoutConstraint.activate(places)
      }
      stage.suspect = table
      return stage
    },
    // The cell promises a width that the label cannot get, and the label corrects it: without either it
    // ends.
    ConstraintLoop(
      "promised-width", "FDTemplateLayoutCell issue 288", "oscillating", ["Cell", "Title"],
      ["preferredMaxLayoutWidth", "invalidateIntrinsicContentSize"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let cell = ConstrainedView("Cell", in: screen)
      cell.pinCorner()
      cell.widthAnchor.constraint(equalToConstant: 300).isActive = true
      let label = WrappingLabel("Title", in: cell)
      label.numberOfLines = 0
      label.text = "A title of several words that need two lines or three lines or more of them"
      label.leadingAnchor.constraint(equalTo: cell.leadingAnchor).isActive = true
      label.topAnchor.constraint(equalTo: cell.topAnchor).isActive = true
      label.bottomAnchor.constraint(equalTo: cell.bottomAnchor).isActive = true
      cell.onLayout = { [unowned label] cell in
        if !isRepaired { label.preferredMaxLayoutWidth = cell.bounds.width - 20 }
      }
      label.onLayout = { label in label.preferredMaxLayoutWidth = 120 }
      stage.suspect = cell
      return stage
    },
    // The bar moves away from what covers it, and takes its host along.
    ConstraintLoop(
      "keyboard-inset", "fluentui-apple issue 2099", "drifting", ["Bar"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let host = ConstrainedView("Host", in: screen)
      host.pinCorner()
      host.widthAnchor.constraint(equalToConstant: 300).isActive = true
      let bar = ConstrainedView("Bar", in: host)
      bar.leadingAnchor.constraint(equalTo: host.leadingAnchor).isActive = true
      bar.widthAnchor.constraint(equalTo: host.widthAnchor).isActive = true
      bar.heightAnchor.constraint(equalToConstant: 40).isActive = true
      bar.topAnchor.constraint(equalTo: host.topAnchor, constant: 10).isActive = true
      let bottom = host.bottomAnchor.constraint(equalTo: bar.bottomAnchor, constant: 0)
      bottom.isActive = true
      let filler = ConstrainedView("Filler", in: bar)
      filler.heightAnchor.constraint(equalTo: host.heightAnchor).isActive = true
      filler.topAnchor.constraint(equalTo: bar.topAnchor).isActive = true
      bar.onLayout = { _ in if !isRepaired { bottom.constant += 8 } }
      stage.suspect = bar
      return stage
    },
    // Two equal wishes; whichever was added last counts, and each layout adds them in another order.
    ConstraintLoop(
      "ambiguous-x", "WWDC 2016 session 236, second example", "oscillating", ["Screen"],
      ["isActive of constraint"], remark: "ambiguousLayout"
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let card = ConstrainedView("Card", in: screen)
      card.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
      card.widthAnchor.constraint(equalToConstant: 100).isActive = true
      card.heightAnchor.constraint(equalToConstant: 100).isActive = true
      let wishes = [120, 160].map { x in
        card.leadingAnchor.constraint(equalTo: screen.leadingAnchor, constant: x)
      }
      for wish in wishes { wish.priority = .defaultHigh }
      LayoutConstraint.activate(wishes)
      var round = 0
      screen.onLayout = { _ in
        guard !isRepaired else { return }
        LayoutConstraint.deactivate(wishes)
        LayoutConstraint.activate(round % 2 == 0 ? wishes.reversed() : wishes)
        round += 1
      }
      stage.suspect = screen
      return stage
    },
  ]
}

/// A label that constraints place, whose layout code is a closure.
final class WrappingLabel: Label {
  var onLayout: ((WrappingLabel) -> Void)?

  convenience init(_ name: String, in superview: View) {
    self.init(frame: .zero)
    identifier = name
    translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(self)
  }

  /// Makes a title of several lines in the corner of a screen.
  static func title(in screen: View) -> WrappingLabel {
    let label = WrappingLabel("Title", in: screen)
    label.numberOfLines = 0
    label.text = "A title that is much longer than half of the width of the screen"
    label.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
    return label
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?(self)
  }
}
