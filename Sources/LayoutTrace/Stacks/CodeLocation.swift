/// A file and a line of source code.
public struct CodeLocation: Hashable, Sendable {
  /// The name of the file; the whole text where that names no line.
  public var file: String
  /// The line, from 1; nil if it is unknown.
  public var line: Int?
  /// The column, from 1; nil if it is unknown.
  public var column: Int?
  /// Whether only a neighbouring statement of the function has a line: the place is near it.
  public var isNear: Bool

  /// Makes a location.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line; by default nil, unknown.
  ///   - column: The column; by default nil, unknown.
  ///   - isNear: Whether the code is near that line, not on it; by default false.
  public init(file: String, line: Int? = nil, column: Int? = nil, isNear: Bool = false) {
    self.file = file
    self.line = line
    self.column = column
    self.isNear = isNear
  }
}

extension CodeLocation: LosslessStringConvertible, ExpressibleByStringInterpolation {
  private static let near = "near "

  /// Reads a location as traces write it: `FeedCell.swift:42`, `page.html:7:65`, `near Feed.swift:9`.
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

  /// Takes `:42` off the end; a number is as `description` writes it.
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

  /// `File.swift:42` or `page.html:7:65`, also for what is only near it.
  package var mark: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  /// The location behind a function: `at File.swift:42`, or `near File.swift:42`.
  package var phrase: String { isNear ? description : "at " + description }
}
