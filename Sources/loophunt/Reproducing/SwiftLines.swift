/// Breaks lines of Swift that are too long to read.
package enum SwiftLines {
  /// The longest line, if it can be broken at all.
  private static let width = 100

  /// The lines, the long ones broken behind a comma or an equals sign, or before an operator.
  package static func fitted(_ lines: [String]) -> [String] { lines.flatMap(pieces) }

  private static func pieces(of line: String) -> [String] {
    let indent = line.prefix { $0 == " " }.count
    var pieces: [String] = []
    var rest = line
    while let place = place(toBreak: rest) {
      pieces.append(String(rest[..<place.end]))
      rest = String(repeating: " ", count: indent + 2) + rest[place.next...]
    }
    return pieces + [rest]
  }

  /// The last place outside of texts at which a line can end, and where the next one begins.
  private static func place(toBreak line: String) -> (end: String.Index, next: String.Index)? {
    guard line.count > width else { return nil }
    var found: (end: String.Index, next: String.Index)?
    var isFoundInProduct = false
    var isInText = false
    var isEscaped = false
    let start = line.firstIndex { $0 != " " } ?? line.endIndex
    guard !line[start...].hasPrefix("//") else { return nil }
    for (column, place) in zip(0..., line.indices) {
      let character = line[place]
      if character == "\"", !isEscaped { isInText.toggle() }
      isEscaped = isInText && character == "\\" && !isEscaped
      guard !isInText, character == " ", place > start, column <= width else { continue }
      let before = line[line.index(before: place)]
      let after = line[line.index(after: place)...]
      let isInProduct = products.contains { after.hasPrefix($0) }
      guard before == "," || before == "=" || isInProduct || sums.contains(where: after.hasPrefix),
        found == nil || isFoundInProduct || !isInProduct
      else { continue }
      found = (place, line.index(after: place))
      isFoundInProduct = isInProduct
    }
    return found
  }

  private static let sums = ["+ ", "- ", "&& ", "|| "]
  /// Operators that bind more tightly; a line is broken at them only if there is no other place.
  private static let products = ["* ", "/ ", "% "]
}
