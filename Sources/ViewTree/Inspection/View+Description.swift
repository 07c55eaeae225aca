import Foundation

extension View: CustomStringConvertible, CustomDebugStringConvertible {
  /// One line about the view, without its subviews.
  final var lineOfDescription: String {
    var text = ""
    describe(into: &text)
    return text
  }

  /// Describes the subtree: a line for each view, indented by depth, with `dirty` if layout is due.
  ///
  /// In a window, a view has the word `ambiguous` if its constraints leave a choice for its frame.
  /// The text contains no addresses, so that equal trees have equal descriptions. Indentation stops
  /// at 64 levels; beyond that, the depth is a number before the view.
  public final func recursiveDescription() -> String {
    var text = ""
    for (view, depth) in Subtree(of: self) {
      if depth <= View.deepestIndentation {
        for _ in 0..<depth { text += View.indentation }
      } else {
        text += View.fullIndentation
        text += "\(depth) "
      }
      view.describe(into: &text)
      text += "\n"
    }
    return text
  }

  /// The depth up to which a line is indented.
  private static let deepestIndentation = 64
  private static let indentation = "   | "
  private static let fullIndentation = String(repeating: indentation, count: deepestIndentation)

  /// Appends one line about the view, without its subviews.
  private final func describe(into text: inout String) {
    text += "<\(PlainText.line(displayedClassName))"
    if let extras {
      if let identifier = extras.identifier {
        text += " \(PlainText.line(identifier.debugDescription))"
      }
      if extras.tag != 0 { text += "; tag = \(extras.tag)" }
    }
    text += "; frame = \(currentFrame.shortText)"
    let offset = storedBounds.origin
    if offset != .zero { text += "; offset = (\(offset.x.shortText) \(offset.y.shortText))" }
    if flags.contains(.isTransformed) {
      let transform = transform
      let parts = [
        transform.m11, transform.m12, transform.m21, transform.m22, transform.tX, transform.tY,
      ]
      text += "; transform = [\(parts.map(\.shortText).joined(separator: " "))]"
    }
    if flags.contains(.isAnchored) {
      let anchor = anchorPoint
      text += "; anchor = (\(anchor.x.shortText) \(anchor.y.shortText))"
    }
    if !storedMask.isEmpty { text += "; autoresize = \(storedMask.shortText)" }
    if let content = (self as? Label)?.text { text += "; text = \(View.excerpt(of: content))" }
    if flags.contains(.isHidden) { text += "; hidden" }
    if let alpha = extras?.alpha, alpha != 1 { text += "; alpha = \(alpha.shortText)" }
    if isVisiblyAmbiguous { text += "; ambiguous" }
    if flags.contains(.isDirty) { text += "; dirty" }
    text += ">"
  }

  /// The first 40 characters of a text, quoted, on one line.
  static func excerpt(of text: String) -> String {
    let start = text.prefix(40)
    return PlainText.line(
      start.endIndex == text.endIndex
        ? text.debugDescription : String(start).debugDescription + "…")
  }
}

extension AutoresizingMask {
  /// The flexible parts in UIKit's letters, such as `W+H`.
  var shortText: String {
    let letters: [(AutoresizingMask, String)] = [
      (.flexibleLeftMargin, "LM"), (.flexibleWidth, "W"), (.flexibleRightMargin, "RM"),
      (.flexibleTopMargin, "TM"), (.flexibleHeight, "H"), (.flexibleBottomMargin, "BM"),
    ]
    return letters.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
