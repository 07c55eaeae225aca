/// A function and its place as one text: `growRow (page.html:7:65)`.
package struct FunctionPlace {
  package var function: String
  package var place: String

  package init(function: String, place: String) { (self.function, self.place) = (function, place) }

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
    self.init(
      function: String(function), place: String(text[text.index(after: index)...].dropLast()))
  }

  package var text: String { "\(function) (\(place))" }
}
