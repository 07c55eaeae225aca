import Foundation

/// Draws views as rectangles with their names into an SVG document.
///
/// The document is flat, because browsers limit how deep elements may nest.
struct SnapshotDrawing {
  private let title: String
  /// The part of the root's coordinates that is drawn.
  private let visible: CGRect
  private let limit: Int

  private var shapes = ""
  private var names = ""
  private var drawn = 0
  private var left = 0
  private var dirty = 0
  private var ambiguous = 0
  private var taken = NameGrid()

  /// The margin around the frames, and above and below them for a line of text.
  private static let margin: CGFloat = 16
  private static let line: CGFloat = 28

  init(of root: View, limit: Int) {
    let box = root.convert(root.bounds, to: nil)
    let isUsable =
      box.origin.x.isUsable && box.origin.y.isUsable && box.size.width.isUsable
      && box.size.height.isUsable
    visible = isUsable ? box : .zero
    self.limit = limit
    let size = root.currentFrame.size
    title = "\(root.snapshotName) · \(size.width.shortText) × \(size.height.shortText)"
  }

  // MARK: Views

  mutating func draw(_ item: SnapshotItem) {
    let view = item.view
    if view.flags.contains(.isDirty) { dirty += 1 }
    if item.isAmbiguous { ambiguous += 1 }
    let box = item.box
    guard drawn < limit, isVisible(box) else {
      left += 1
      return
    }
    drawn += 1
    addShape(item, box)
    addName(item, box)
  }

  /// False for boxes that are empty or have numbers that cannot be drawn.
  private func isVisible(_ box: CGRect) -> Bool {
    box.size.width > 0 && box.size.height > 0 && box.minX < visible.maxX
      && box.maxX > visible.minX && box.minY < visible.maxY && box.maxY > visible.minY
      && max(abs(box.minX), abs(box.minY), abs(box.maxX), abs(box.maxY)) < 1e7
  }

  private mutating func addShape(_ item: SnapshotItem, _ box: CGRect) {
    var style = "d\(item.depth % 6)"
    if item.isHidden { style += " hidden" }
    if item.isAmbiguous { style += " ambiguous" }
    if item.view.flags.contains(.isDirty) { style += " dirty" }
    let shape = item.isUpright ? box : item.view.storedBounds
    shapes += "<rect class=\"\(style)\" x=\"\(shape.minX.shortText)\" y=\"\(shape.minY.shortText)\""
    shapes += " width=\"\(shape.width.shortText)\" height=\"\(shape.height.shortText)\""
    if !item.isUpright {
      let matrix = item.matrix
      let parts = [matrix.m11, matrix.m12, matrix.m21, matrix.m22]
      // Three decimals are not enough for factors; the last two numbers are distances in points.
      let factors = parts.map { "\(Double(($0 * 1e6).rounded() / 1e6))" }
      let text = (factors + [matrix.tX.shortText, matrix.tY.shortText]).joined(separator: " ")
      shapes += " transform=\"matrix(\(text))\""
    }
    var caption = "\(item.view.snapshotName) \(item.view.currentFrame.shortText)"
    if item.isAmbiguous { caption += " ambiguous" }
    if let text = (item.view as? Label)?.text { caption += " \(View.excerpt(of: text))" }
    shapes += "><title>\(caption.escapedForXML)</title></rect>\n"
  }

  // MARK: Names

  /// Writes the name if it fits into the view and covers no other name.
  private mutating func addName(_ item: SnapshotItem, _ box: CGRect) {
    var name = item.view.identifier ?? item.view.displayedClassName
    if let text = (item.view as? Label)?.text, !text.isEmpty { name = "“\(text)”" }
    let inside = box.intersection(visible)
    let room = Int((inside.width - 2 * NameGrid.padding) / NameGrid.characterWidth)
    let length = min(name.count, room, 80)
    guard length >= min(3, name.count), inside.height >= NameGrid.lineHeight else { return }
    if length < name.count { name = name.prefix(length - 1) + "…" }

    let width = CGFloat(length) * NameGrid.characterWidth + 2 * NameGrid.padding
    var y = inside.minY
    // A rotated view has its name in its middle.
    let x = item.isUpright ? inside.minX : inside.midX - width / 2
    if !item.isUpright { y = inside.midY - NameGrid.lineHeight / 2 }
    while y + NameGrid.lineHeight <= inside.maxY + 0.5 {
      let place = CGRect(x: x, y: y, width: width, height: NameGrid.lineHeight)
      if taken.take(place) {
        let style = item.view is Label ? " class=\"t\"" : ""
        names += "<text\(style) x=\"\((x + NameGrid.padding).shortText)\""
        names +=
          " y=\"\((y + NameGrid.lineHeight - 3.5).shortText)\">\(name.escapedForXML)</text>\n"
        return
      }
      guard y - inside.minY < 4 * NameGrid.lineHeight else { return }
      y += NameGrid.lineHeight
    }
  }

  // MARK: The document

  func document() -> String {
    let margin = SnapshotDrawing.margin
    let line = SnapshotDrawing.line
    let width = max(visible.width, 300) + 2 * margin
    let height = max(visible.height, 1) + 2 * line
    let (x, y) = (visible.minX - margin, visible.minY - line)
    let viewBox = [x, y, width, height].map(\.shortText).joined(separator: " ")
    let edge = "x=\"\(visible.minX.shortText)\" y=\"\(visible.minY.shortText)\""
    let extent = "width=\"\(visible.width.shortText)\" height=\"\(visible.height.shortText)\""
    var summary = "\(drawn) of \(drawn + left) view\(drawn + left == 1 ? "" : "s")"
    if drawn == limit { summary += ", no more are drawn" }
    if ambiguous > 0 { summary += " · <tspan class=\"choice\">\(ambiguous) ambiguous</tspan>" }
    if dirty > 0 { summary += " · <tspan class=\"due\">\(dirty) dirty</tspan>" }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(viewBox)" \
      width="\(width.shortText)" height="\(height.shortText)">
      <style>
      \(SnapshotDrawing.style)
      </style>
      <clipPath id="visible"><rect \(edge) \(extent)/></clipPath>
      <rect class="paper" x="\(x.shortText)" y="\(y.shortText)" \
      width="\(width.shortText)" height="\(height.shortText)"/>
      <text class="head" x="\(visible.minX.shortText)" \
      y="\((visible.minY - 10).shortText)">\(title.escapedForXML)</text>
      <rect class="shadow" \(edge) \(extent)/>
      <g clip-path="url(#visible)">
      \(shapes)</g>
      <g class="names">
      \(names)</g>
      <text class="foot" x="\(visible.minX.shortText)" \
      y="\((visible.maxY + 18).shortText)">\(summary)</text>
      </svg>

      """
  }

  private static let style = """
    rect { stroke-width: 1; fill-opacity: .09; stroke-opacity: .75 }
    .paper { fill: #f6f7f9; fill-opacity: 1; stroke: none }
    .shadow { fill: #fff; fill-opacity: 1; stroke: #d5d9e0; stroke-opacity: 1 }
    .d0 { fill: #94a3b8; stroke: #94a3b8; fill-opacity: 0 } .d1 { fill: #2563eb; stroke: #2563eb }
    .d2 { fill: #0d9488; stroke: #0d9488 } .d3 { fill: #7c3aed; stroke: #7c3aed }
    .d4 { fill: #ca8a04; stroke: #ca8a04 } .d5 { fill: #db2777; stroke: #db2777 }
    .hidden { fill-opacity: 0; stroke-dasharray: 4 3; stroke-opacity: .6 }
    .ambiguous { stroke: #ea580c; stroke-width: 1.5; stroke-dasharray: 2 2; stroke-opacity: 1 }
    .dirty { fill: #dc2626; stroke: #dc2626; stroke-width: 1.5; stroke-opacity: 1 }
    text { font: 9px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #334155 }
    .names text { paint-order: stroke; stroke: #fff; stroke-width: 2px; stroke-opacity: .8 }
    .names .t { fill: #0f172a; font-style: italic }
    .head { font: 600 12px system-ui, sans-serif; fill: #0f172a }
    .foot { font: 11px system-ui, sans-serif; fill: #64748b }
    .choice { fill: #ea580c; font-weight: 600 }
    .due { fill: #dc2626; font-weight: 600 }
    """
}

/// Remembers the areas of names, in small squares, so that a name finds a free place quickly.
private struct NameGrid {
  static let characterWidth: CGFloat = 5.5
  static let lineHeight: CGFloat = 12
  static let padding: CGFloat = 3

  private var taken: Set<Int> = []

  /// Takes the squares under `place` if all are free.
  mutating func take(_ place: CGRect) -> Bool {
    let columns = Int((place.minX / 4).rounded(.down))...Int((place.maxX / 4).rounded(.down))
    let rows = Int((place.minY / 6).rounded())..<Int((place.maxY / 6).rounded())
    let squares = rows.flatMap { row in columns.map { row &* 0x1_0000_0000 &+ $0 } }
    guard squares.allSatisfy({ !taken.contains($0) }) else { return false }
    taken.formUnion(squares)
    return true
  }
}

extension View {
  /// The class and, if there is one, the identifier.
  fileprivate final var snapshotName: String {
    identifier.map { "\(displayedClassName) \($0.debugDescription)" } ?? displayedClassName
  }
}

extension String {
  /// The text as character data of an XML document, on one line.
  var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      // Two of these begin a command of some build servers.
      case "#": escaped += "&#35;"
      case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += " "
      // XML 1.0 does not allow these, not even escaped.
      case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{FFFE}"..."\u{FFFF}": escaped += "\u{FFFD}"
      // These would reverse the rest of the name, and of the document's source.
      case "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
