/// A file and a line of source code.
public struct CodeLocation: Hashable, Sendable {
  /// The name of the file; the whole text if that contains no line.
  public var file: String
  /// The line, from 1; nil if it is unknown.
  public var line: Int?
  /// The column, from 1; nil if it is unknown.
  public var column: Int?
  /// True if only a neighbouring statement of the function has a line: the code is near it.
  public var isNear: Bool

  /// Makes a location.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line; by default nil, unknown.
  ///   - column: The column; by default nil, unknown.
  ///   - isNear: `true` if the code is near that line, not on it; by default false.
  public init(file: String, line: Int? = nil, column: Int? = nil, isNear: Bool = false) {
    (self.file, self.line, self.column, self.isNear) = (file, line, column, isNear)
  }
}

extension CodeLocation: LosslessStringConvertible, ExpressibleByStringInterpolation {
  private static let near = "near "

  /// Reads a location in the form of traces: `FeedCell.swift:42`, `page.html:7:65`, `near
  /// Feed.swift:9`.
  ///
  /// - Parameter text: The location. Without a line, all of it is the name of the file.
  public init(_ text: String) {
    let isNear = text.hasPrefix(Self.near)
    var rest = isNear ? text.dropFirst(Self.near.count) : text[...]
    let last = Self.dropNumber(from: &rest)
    let first = last.flatMap { _ in Self.dropNumber(from: &rest) }
    self.init(
      file: String(rest), line: first ?? last, column: first == nil ? nil : last, isNear: isNear)
  }

  /// Removes `:42` from the end; the number must have the form that `description` writes.
  private static func dropNumber(from text: inout Substring) -> Int? {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return nil }
    let digits = text[text.index(after: colon)...]
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    text = text[..<colon]
    return number
  }

  public init(stringLiteral value: String) { self.init(value) }

  /// The text that `init(_:)` reads.
  public var description: String { (isNear ? Self.near : "") + mark }

  /// `File.swift:42` or `page.html:7:65`, even for code that is only near it.
  package var mark: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  /// The location to follow a function: `at File.swift:42`, or `near File.swift:42`.
  package var phrase: String { isNear ? description : "at " + description }
}
