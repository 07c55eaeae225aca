import Foundation
import ViewTree

/// A view that constraints place, whose code is closures around the application of the values.
package final class ConstrainedView: View {
  package var beforeLayout: ((ConstrainedView) -> Void)?
  package var onLayout: ((ConstrainedView) -> Void)?
  package var onConstraints: ((ConstrainedView) -> Void)?
  package var onSafeArea: ((ConstrainedView) -> Void)?
  /// Computes the intrinsic size, if it has any.
  package var natural: ((ConstrainedView) -> CGSize)?

  /// Makes a view with a name in another one.
  package convenience init(_ name: String, in superview: View? = nil) {
    self.init(frame: .zero)
    identifier = name
    translatesAutoresizingMaskIntoConstraints = false
    superview?.addSubview(self)
  }

  package override func layoutSubviews() {
    beforeLayout?(self)
    super.layoutSubviews()
    onLayout?(self)
  }

  package override func updateConstraints() {
    onConstraints?(self)
    super.updateConstraints()
  }

  package override func safeAreaInsetsDidChange() { onSafeArea?(self) }

  package override var intrinsicContentSize: CGSize {
    natural?(self) ?? super.intrinsicContentSize
  }

  /// Pins all edges to those of the superview.
  package func fillSuperview() {
    guard let superview else { return }
    LayoutConstraint.activate([
      leadingAnchor.constraint(equalTo: superview.leadingAnchor),
      trailingAnchor.constraint(equalTo: superview.trailingAnchor),
      topAnchor.constraint(equalTo: superview.topAnchor),
      bottomAnchor.constraint(equalTo: superview.bottomAnchor),
    ])
  }

  /// Makes a card in the corner of a screen, 200 points wide.
  package static func card(in screen: View) -> ConstrainedView {
    let card = ConstrainedView("Card", in: screen)
    card.pinCorner()
    card.widthAnchor.constraint(equalToConstant: 200).isActive = true
    return card
  }

  /// Makes a cell in the corner of a list, 300 points wide.
  package static func cell(in list: View) -> ConstrainedView {
    let cell = ConstrainedView("Cell", in: list)
    cell.pinCorner()
    cell.widthAnchor.constraint(equalToConstant: 300).isActive = true
    return cell
  }

  /// Makes a panel at the side of a screen, with the constraint of its top edge.
  package static func panel(in screen: View) -> (panel: ConstrainedView, top: LayoutConstraint) {
    let panel = ConstrainedView("Panel", in: screen)
    panel.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
    panel.widthAnchor.constraint(equalToConstant: 300).isActive = true
    panel.heightAnchor.constraint(equalToConstant: 200).isActive = true
    let top = panel.topAnchor.constraint(equalTo: screen.topAnchor)
    top.isActive = true
    return (panel, top)
  }

  /// Makes a header at the top of the safe area of a screen, 10 points high.
  package static func header(in screen: View) -> ConstrainedView {
    let header = ConstrainedView("Header", in: screen)
    header.topAnchor.constraint(equalTo: screen.safeAreaLayoutGuide.topAnchor).isActive = true
    header.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
    header.widthAnchor.constraint(equalToConstant: 300).isActive = true
    header.heightAnchor.constraint(equalToConstant: 10).isActive = true
    return header
  }

  /// Pins the leading and the top edge to those of the superview.
  package func pinCorner(_ x: CGFloat = 0, _ y: CGFloat = 0) {
    guard let superview else { return }
    leadingAnchor.constraint(equalTo: superview.leadingAnchor, constant: x).isActive = true
    topAnchor.constraint(equalTo: superview.topAnchor, constant: y).isActive = true
  }
}

extension Stage {
  /// Makes a screen that constraints fill with a window.
  package static func screen() -> (stage: Stage, screen: ConstrainedView) {
    let stage = Stage()
    let screen = ConstrainedView("Screen", in: stage.window)
    screen.fillSuperview()
    return (stage, screen)
  }
}

/// A label that constraints place, whose layout code is a closure.
package final class WrappingLabel: Label {
  package var onLayout: ((WrappingLabel) -> Void)?

  package convenience init(_ name: String, in superview: View) {
    self.init(frame: .zero)
    identifier = name
    translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(self)
  }

  /// Makes a title of several lines in the corner of a screen.
  package static func title(in screen: View) -> WrappingLabel {
    let label = WrappingLabel("Title", in: screen)
    label.numberOfLines = 0
    label.text = "A title that is much longer than half of the width of the screen"
    label.leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
    label.topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
    return label
  }

  package override func layoutSubviews() {
    super.layoutSubviews()
    onLayout?(self)
  }
}
