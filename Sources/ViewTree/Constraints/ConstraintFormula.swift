/// A relation as UIKit's logs write it: a distance as in `H:|-(8)-[Label:title]`, or an equation.
struct ConstraintFormula {
  let text: String
  /// The item whose edge is `|` in the text, or from whose edge a position counts.
  private let container: ConstraintNode?

  /// An end of a distance.
  enum End {
    case item(ConstraintNode)
    case edge(of: ConstraintNode)

    fileprivate var text: String {
      switch self {
      case .item(let node): "[\(node.name)]"
      case .edge: "|"
      }
    }

    fileprivate var container: ConstraintNode? {
      if case .edge(let node) = self { node } else { nil }
    }
  }

  /// An equation, with the item from whose edge a position counts if the text doesn't name it.
  init(text: String, in container: ConstraintNode? = nil) {
    (self.text, self.container) = (text, container)
  }

  /// A distance along the axis of an attribute; UIKit marks those that keep their side in a layout from right to left.
  init(
    from start: End, to end: End, length: String, along attribute: LayoutConstraint.Attribute
  ) {
    let axis = attribute.axis == .horizontal ? "H" : "V"
    let direction = attribute == .left || attribute == .right ? "(LTR)" : ""
    text = "\(axis):\(start.text)-(\(length))-\(end.text)\(direction)"
    container = start.container ?? end.container
  }

  /// A line of a log.
  func line(_ head: String, isActive: Bool = true) -> String {
    let names = container.map { ", names: '|':\($0.name) " } ?? ""
    return "<\(head) \(text)   (\(isActive ? "active" : "inactive")\(names))>"
  }
}
