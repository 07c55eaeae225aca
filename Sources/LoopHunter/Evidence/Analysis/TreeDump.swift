import Foundation
import ViewTree

/// Draws the subtree that a loop affects, bounded in lines and in depth.
struct TreeDump {
  let namer: ViewNamer
  /// The first positions of a view's layouts in the cycle; empty for other views.
  let places: (View) -> [Int]
  /// The views above those of the cycle.
  private var ancestors: Set<ObjectIdentifier> = []

  static let lineLimit = 60
  static let depthLimit = 24
  /// The number of other views that are shown among siblings.
  static let bystanderLimit = 3

  init(namer: ViewNamer, cycle: [View], places: @escaping (View) -> [Int]) {
    self.namer = namer
    self.places = places
    // Thousands of views can have one superview.
    var last: View?
    for view in cycle where view.superview !== last {
      last = view.superview
      _ = view.ancestry.dropFirst().first {
        !ancestors.insert(ObjectIdentifier($0)).inserted
      }
    }
  }

  /// True if a view belongs to the cycle, or is above one that does.
  private func isInteresting(_ view: View) -> Bool {
    ancestors.contains(ObjectIdentifier(view)) || !places(view).isEmpty
  }

  func draw(_ root: View) -> String {
    var lines: [String] = []
    // An entry is a view, or the number of omitted views.
    enum Entry {
      case view(View, Int)
      case omitted(Int, Int)
    }
    var waiting: [Entry] = [.view(root, 0)]
    while let entry = waiting.popLast() {
      guard lines.count < TreeDump.lineLimit else {
        lines.append("…")
        break
      }
      switch entry {
      case .omitted(let count, let depth):
        lines.append("\(indent(depth))… \(count) more view\(count == 1 ? "" : "s")")
      case .view(let view, let depth):
        lines.append(indent(depth) + line(view))
        let subviews = view.subviews
        guard !subviews.isEmpty else { continue }
        guard depth < TreeDump.depthLimit else {
          waiting.append(.omitted(subviews.count, depth + 1))
          continue
        }
        let shown = shown(of: subviews)
        let omitted = subviews.count - shown.count
        if omitted > 0 { waiting.append(.omitted(omitted, depth + 1)) }
        waiting += shown.reversed().map { .view($0, depth + 1) }
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The interesting ones of subviews, with a few others.
  private func shown(of subviews: [View]) -> [View] {
    var shown: [View] = []
    var bystanders = 0
    for subview in subviews where shown.count <= TreeDump.lineLimit {
      let isInteresting = isInteresting(subview)
      if !isInteresting { bystanders += 1 }
      if isInteresting || bystanders <= TreeDump.bystanderLimit { shown.append(subview) }
    }
    return shown
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  private func line(_ view: View) -> String {
    let rect = view.frame
    let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    let frame = numbers.map { Double($0).shortText }.joined(separator: ", ")
    var line = "\(PlainText.line(namer.step(to: view))) (\(frame))"
    if view.isHidden { line += " hidden" }
    if view.needsLayout { line += " dirty" }
    let places = places(view)
    if !places.isEmpty { line += " #" + places.map(String.init).joined(separator: ",") }
    return line
  }
}
