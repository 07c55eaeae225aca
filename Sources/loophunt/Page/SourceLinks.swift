import Foundation

/// Makes links of places in the code, by a pattern such as `https://…/{file}#L{line}`.
struct SourceLinks: Sendable {
  private let pattern: String

  /// - Throws: `ValueProblem` for a pattern that names no file, or whose link could run a script.
  init(_ pattern: String) throws(ValueProblem) {
    let scheme = pattern.prefix { $0 != ":" }.lowercased()
    let isScheme = scheme.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil
    guard pattern.contains("{file}"), isScheme, pattern.contains(":"),
      !["javascript", "data", "vbscript", "blob", "about"].contains(scheme)
    else {
      throw ValueProblem(expected: "an address with {file}, as https://host/{file}#L{line}")
    }
    self.pattern = pattern
  }

  /// The link of `FeedCell.swift:42`, `near FeedCell.swift:42` or `grow (page.html:7:65)`; nil where
  /// no file is named.
  func address(of place: String) -> String? {
    guard let match = place.firstMatch(of: Self.location) else { return nil }
    let file = match.1.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    return pattern.replacing("{file}", with: file).replacing("{line}", with: match.2)
      .replacing("{column}", with: match.3 ?? "1")
  }

  /// A file, its line, and perhaps a column, at the end of a text.
  private nonisolated(unsafe) static let location =
    #/([^\s()]+?):([0-9]{1,9})(?::([0-9]{1,9}))?\)?$/#
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}

extension Markup {
  /// A place in the code, linked if there is a pattern.
  static func place(_ text: String, _ links: SourceLinks?) -> Markup {
    guard let address = links?.address(of: text) else { return .element("code", [:], Markup(text)) }
    return .element(
      "a", ["href": address, "rel": "noopener noreferrer", "target": "_blank"],
      .element("code", [:], Markup(text)))
  }
}
