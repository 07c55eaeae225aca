/// A piece of HTML; `init(_:)` and values of attributes escape texts by one function.
struct Markup: ExpressibleByStringLiteral {
  private(set) var html: String

  /// Markup from the source of this program.
  init(stringLiteral literal: StaticString) { html = literal.description }

  /// Any text, shown as it is: nothing in it is markup, and nothing controls the reader's machine.
  init(_ text: some StringProtocol) { html = Markup.escaped(text) }

  private init(html: String) { self.html = html }

  /// The most characters of one text that are shown.
  private static let longest = 2000

  /// An element; attributes without a value are left out.
  static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ content: Markup...
  ) -> Markup { element(name, attributes, content) }

  static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    _ content: [Markup]
  ) -> Markup {
    var html = void(name, attributes).html
    for part in content { html += part.html }
    return Markup(html: html + "</\(name)>")
  }

  /// An element that has no content and no end.
  static func void(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>
  ) -> Markup {
    var html = "<\(name)"
    for case (let key, let value?) in attributes { html += " \(key)=\"\(escaped(value))\"" }
    return Markup(html: html + ">")
  }

  static func code(_ text: some StringProtocol) -> Markup { element("code", [:], Markup(text)) }

  /// An item of a list.
  static func item(_ content: Markup...) -> Markup { element("li", [:], content) }

  /// A table whose columns have these heads.
  static func table(_ heads: [String], class style: String? = nil, _ rows: [Markup]) -> Markup {
    let cells = heads.map { element("th", ["scope": "col"], Markup($0)) }
    return element(
      "table", ["class": style], element("thead", [:], element("tr", [:], cells)),
      element("tbody", [:], rows))
  }

  /// Pieces one after the other.
  static func all(_ parts: [Markup]) -> Markup {
    Markup(html: parts.map(\.html).joined(separator: "\n"))
  }

  /// A sentence whose names are in backquotes.
  static func sentence(_ text: String) -> Markup {
    let parts = shortened(text).split(separator: "`", omittingEmptySubsequences: false)
    // Without a partner, a quote is a character like any other.
    guard parts.count % 2 == 1 else { return Markup(text) }
    var html = ""
    for (index, part) in parts.enumerated() {
      html += index % 2 == 1 ? "<code>\(escaped(part))</code>" : escaped(part)
    }
    return Markup(html: html)
  }

  static func + (a: Markup, b: Markup) -> Markup { Markup(html: a.html + b.html) }
  static func += (a: inout Markup, b: Markup) { a.html += b.html }

  private static func shortened(_ text: some StringProtocol) -> String {
    // Counting characters takes longer than checking the number of bytes.
    guard text.utf8.count > longest, text.count > longest else { return String(text) }
    return "\(text.prefix(longest))…"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    let text = Printable.block(shortened(text))
    guard text.utf8.contains(where: isSpecial) else { return text }
    var html = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}

/// JSON for a `<script>` of data, in which nothing can end the element or begin a comment.
enum PageJson {
  static func text(_ value: some Encodable) throws -> String {
    var text = ""
    for scalar in try JsonText.line(value).unicodeScalars {
      switch scalar {
      case "<", ">", "&": text += "\\u00\(String(scalar.value, radix: 16))"
      case "\u{2028}", "\u{2029}": text += "\\u\(String(scalar.value, radix: 16))"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
