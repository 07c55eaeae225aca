/// A function and its place as one text: `growRow (page.html:7:65)`.
package struct FunctionPlace {
  package var function: String
  /// The library through which a function of the app did it: `growRow through jquery.js (app.js:7:65)`.
  package var library: String?
  package var place: String

  private static let through = " through "

  package init(function: String, library: String? = nil, place: String) {
    (self.function, self.library, self.place) = (function, library, place)
  }

  /// Reads the text; nil if it doesn't end in a place in brackets after a function.
  ///
  /// Names of functions and of files can hold brackets of their own: the place begins at the bracket
  /// that belongs to the last one.
  package init?(_ text: some StringProtocol) {
    guard text.last == ")" else { return nil }
    var depth = 0
    var index = text.endIndex
    repeat {
      guard index > text.startIndex else { return nil }
      text.formIndex(before: &index)
      depth += text[index] == ")" ? 1 : text[index] == "(" ? -1 : 0
    } while depth > 0
    let function = text[..<index].dropLast()
    guard !function.isEmpty, text[..<index].last == " " else { return nil }
    let named = String(function)
    let mark = named.ranges(of: Self.through).last
    self.init(
      function: mark.map { String(named[..<$0.lowerBound]) } ?? named,
      library: mark.map { String(named[$0.upperBound...]) },
      place: String(text[text.index(after: index)...].dropLast()))
  }

  package var text: String {
    "\(function)\(library.map { Self.through + $0 } ?? "") (\(place))"
  }
}
