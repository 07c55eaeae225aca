import Foundation
import ViewTree

/// Draws the subtree that a loop affects, bounded in lines and in depth.
struct TreeDump {
  let namer: ViewNamer
  /// The views of the cycle with the places of their layouts.
  let places: [ObjectIdentifier: [Int]]
  /// The views that lie above one of the cycle.
  private var onTheWay: Set<ObjectIdentifier> = []

  static let lineLimit = 60
  static let depthLimit = 24
  /// How many views of no interest are shown among siblings.
  static let bystanderLimit = 3

  init(namer: ViewNamer, places: [ObjectIdentifier: [Int]], cycle: [View]) {
    self.namer = namer
    self.places = places
    for view in cycle {
      var next = view.superview
      while let current = next, onTheWay.insert(ObjectIdentifier(current)).inserted {
        next = current.superview
      }
    }
  }

  func draw(_ root: View) -> String {
    var lines: [String] = []
    // Each entry is a view, or the number of views that are left out.
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
        var shown: [Entry] = []
        var bystanders = 0
        for subview in subviews {
          let isInteresting =
            places[ObjectIdentifier(subview)] != nil
            || onTheWay.contains(ObjectIdentifier(subview))
          if !isInteresting { bystanders += 1 }
          if isInteresting || bystanders <= TreeDump.bystanderLimit {
            shown.append(.view(subview, depth + 1))
            if shown.count > TreeDump.lineLimit { break }
          }
        }
        let omitted = subviews.count - shown.count
        if omitted > 0 { waiting.append(.omitted(omitted, depth + 1)) }
        waiting.append(contentsOf: shown.reversed())
      }
    }
    return lines.joined(separator: "\n")
  }

  private func indent(_ depth: Int) -> String {
    String(repeating: "  ", count: depth)
  }

  private func line(_ view: View) -> String {
    let rect = view.frame
    let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    let frame = numbers.map { Double($0).shortText }.joined(separator: ", ")
    var line = "\(namer.step(to: view)) (\(frame))"
    if view.isHidden { line += " hidden" }
    if view.needsLayout { line += " dirty" }
    if let places = places[ObjectIdentifier(view)] {
      line += " #" + places.prefix(4).map(String.init).joined(separator: ",")
    }
    return line
  }
}
