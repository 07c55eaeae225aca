import Foundation
import LayoutTrace

/// Makes links to places in the code, by a pattern such as `https://…/{file}#L{line}`.
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

  /// The link to a place; nil if no line is known.
  func address(of place: CodeLocation) -> String? {
    guard let line = place.line else { return nil }
    let file = place.file.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? ""
    return pattern.replacing("{file}", with: file).replacing("{line}", with: "\(line)")
      .replacing("{column}", with: "\(place.column ?? 1)")
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")
}

extension Markup {
  /// A place in the code, linked if there is a pattern.
  static func place(_ place: CodeLocation, _ links: SourceLinks?) -> Markup {
    self.place("\(place)", at: place, links)
  }

  /// A place in the form of a trace, which may name a function.
  static func place(_ text: String, _ links: SourceLinks?) -> Markup {
    place(text, at: CaughtStack(location: text).symbols.location, links)
  }

  private static func place(
    _ text: String, at location: CodeLocation?, _ links: SourceLinks?
  ) -> Markup {
    guard let address = location.flatMap({ links?.address(of: $0) }) else { return .code(text) }
    return outside(address, .code(text))
  }

  /// A link to an address outside of the page.
  static func outside(_ address: String, _ content: Markup) -> Markup {
    .element(
      "a", ["href": address, "rel": "noopener noreferrer", "target": "_blank"], content)
  }
}
