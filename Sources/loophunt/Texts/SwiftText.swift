/// Texts of others in generated Swift, from which they cannot break out.
package enum SwiftText {
  /// The text between quotation marks, on one line.
  package static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\t": literal += "\\t"
      default:
        let category = scalar.properties.generalCategory
        let isShown =
          switch category {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
            .privateUse:
            false
          default: true
          }
        literal += isShown ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// A text for a comment: one line, without characters that control a terminal.
  package static func comment(_ text: String) -> String {
    String(literal(text).dropFirst().dropLast()).replacing("\\\"", with: "\"")
      .replacing("\\\\", with: "\\").replacing("*/", with: "* /")
  }
}
