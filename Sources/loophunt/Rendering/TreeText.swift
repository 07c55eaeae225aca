import LayoutTrace
import LoopHunter
import ViewTree

/// Writes a tree of a replay for people: a line per view, with its number in the trace.
enum TreeText {
  /// The depth beyond which views are not indented further.
  private static let deepestIndentation = 60

  /// Calls `body` with each line, until a signal asks to stop.
  static func forEachLine(of root: View, in replayer: TraceReplayer, _ body: (String) -> Void) {
    for (view, depth) in Subtree(of: root) {
      if Interruption.isRequested { return }
      let margin = String(repeating: "  ", count: min(depth, deepestIndentation))
      body(margin + line(of: view, number: replayer.number(of: view)))
    }
  }

  /// `Badge "badge" (view 2): 0 0, 44 x 44; dirty`.
  private static func line(of view: View, number: Int?) -> String {
    let identifier = view.identifier.map { " \"\(Printable.line($0))\"" } ?? ""
    let name = "\(Printable.line(view.displayedClassName))\(identifier)"
    let number = number.map { " (view \($0))" } ?? ""
    let frame = view.frame
    var text = "\(name)\(number): \(figure(frame.minX)) \(figure(frame.minY)), "
    text += "\(figure(frame.width)) x \(figure(frame.height))"
    let bounds = view.bounds
    if bounds.minX != 0 || bounds.minY != 0 {
      text += "; bounds from \(figure(bounds.minX)) \(figure(bounds.minY))"
    }
    if view.transform != .identity { text += "; transformed" }
    if view.needsLayout { text += "; dirty" }
    return text
  }

  /// A number without trailing zeros.
  private static func figure(_ value: Double) -> String {
    let whole = Int(exactly: value)
    return whole.map(String.init) ?? String(value)
  }
}
