/// The notations of Julia.
extension FrameNotation {
  /// `[12] resize!(::Panel) at ./panel.jl:31`, `resize! at /src/panel.jl:31 [inlined]`, `gtk_main at /lib/libgtk-3.so (unknown line)`.
  static func julia(_ text: Substring) -> PostedFrame? {
    var rest = text
    let number = takeBracketedNumber(&rest)
    if rest.ends(with: " [inlined]") { rest = rest.dropLast(10).trimmed }
    guard let at = rest.place(ofLast: " at "), let name = juliaFunction(rest[..<at.lowerBound])
    else { return nil }
    let source = rest[at.upperBound...]
    if source.ends(with: " (unknown line)") {
      let library = fileName(source.dropLast(15)).map(String.init)
      return native(name, module: library, place: nil, number: number)
    }
    guard !source.holds(" "), source.last?.isNumber == true, let place = place(source),
      place.contains(":")
    else { return nil }
    let isOfJulia = source.holds(".jl:")
    // Its own C code stands in between; a person may write of a file in such words, too.
    guard isOfJulia || source.holds("/") && isName(name) else { return nil }
    var frame = native(name, module: nil, place: place, number: number)
    frame?.isUnsure = !isOfJulia
    return frame
  }

  /// The frame of a line without its place: `[12] resize!(p::Panel)`.
  static func juliaName(_ text: String) -> PostedFrame? {
    // Most lines have no bracket there.
    let bytes = text.utf8.drop { $0 >= 0x80 || "|>` \t".utf8.contains($0) }
    guard bytes.first == Byte.openBracket else { return nil }
    var rest = text[...].trimmed.drop { "│|>` ".contains($0) }
    guard rest.utf8.count < 4_000, let number = takeBracketedNumber(&rest), !rest.holds(" at "),
      let name = juliaFunction(rest)
    else { return nil }
    return native(name, module: nil, place: nil, number: number)
  }

  /// The place in the line below it: `@ Main ./panel.jl:31 [inlined]`.
  static func juliaPlace(_ text: String) -> String? {
    var words = text[...].trimmed.drop { "│|>` ".contains($0) }
    if words.ends(with: " [inlined]") { words = words.dropLast(10).trimmed }
    guard words.begins(with: "@ "), words.utf8.count < 400,
      let source = words.split(separator: " ").last, source.last?.isNumber == true,
      let place = place(source), place.contains(":")
    else { return nil }
    return place
  }

  /// Takes a number in brackets, and the blank behind it.
  private static func takeBracketedNumber(_ rest: inout Substring) -> Int? {
    guard rest.first == "[" else { return nil }
    var inner = rest.dropFirst()
    guard let number = inner.takeNumber(), inner.begins(with: "] ") else { return nil }
    rest = inner.dropFirst().trimmed
    return number
  }

  /// The name without parameters; nil for words of prose.
  private static func juliaFunction(_ text: Substring) -> Substring? {
    let text = text.trimmed
    if text == "macro expansion" || text == "top-level scope" { return text }
    // A value that is called: `(::Observables.OnAny)(value::Any)`, `(::Pane.var"#5#6"{Int64})(x)`.
    if text.begins(with: "(::") {
      let type = text.dropFirst(3).prefix { $0 != ")" && $0 != "{" }
      return type.isEmpty || type.holds(" ") ? nil : type
    }
    let name = text.prefix { $0 != "(" && $0 != "{" }
    let isName = name.utf8.allSatisfy {
      $0 >= 0x80 || $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 &- Byte.zero <= 9
        || "_!.#".utf8.contains($0)
    }
    let rest = text[name.endIndex...]
    guard isName, name.first?.isNumber == false,
      rest.isEmpty || rest.ends(with: ")") || rest.holds(") where ")
    else { return nil }
    return name
  }
}
