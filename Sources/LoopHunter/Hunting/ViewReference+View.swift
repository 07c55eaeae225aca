import ViewTree

extension ViewReference {
  /// Names a view by its path: identifiers, or class names with the index among namesakes.
  package init(_ view: View) {
    var steps: [String] = []
    var step: View? = view
    while let current = step {
      steps.append(ViewReference.step(to: current))
      step = current.superview
    }
    self.init(
      path: steps.reversed().joined(separator: "/"), className: view.displayedClassName,
      identifier: view.identifier)
  }

  private static func step(to view: View) -> String {
    let name = view.identifier ?? view.displayedClassName
    guard let siblings = view.superview?.subviews else { return name }
    let namesakes = siblings.filter { ($0.identifier ?? $0.displayedClassName) == name }
    guard namesakes.count > 1, let index = namesakes.firstIndex(where: { $0 === view }) else {
      return name
    }
    return "\(name)[\(index)]"
  }
}
