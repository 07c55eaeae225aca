/// The choice to colour results.
package enum ColorChoice: String, CaseIterable, Sendable {
  case always, never
  /// As the environment and the terminal indicate.
  case auto
}

/// Colours for people; without colours, every function returns its text unchanged.
package struct Style: Sendable {
  package let isColoured: Bool
  /// True if block characters can be shown.
  package let isUnicode: Bool

  package init(isColoured: Bool, isUnicode: Bool = false) {
    (self.isColoured, self.isUnicode) = (isColoured, isUnicode)
  }

  /// The style without colours.
  var plain: Style { Style(isColoured: false, isUnicode: isUnicode) }

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func bad(_ text: String) -> String { wrap(text, "1;31") }
  package func good(_ text: String) -> String { wrap(text, "32") }
  package func caution(_ text: String) -> String { wrap(text, "33") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
