/// The notations of scripts.
extension FrameNotation {
  /// `shop.ui.Control.layout control.js:515`, as browsers once wrote it.
  static func oldScript(_ line: String) -> PostedFrame? {
    let words = line[...].trimmed.split(separator: " ")
    guard words.count == 2, isName(words[0]), let place = place(words[1]), place.contains(".js:"),
      place.last?.isNumber == true
    else { return nil }
    return PostedFrame(family: .script, function: String(words[0]), place: place)
  }

  /// `at fn (file.js:1:2)`, `at file.js:1:2`, `in Feed (at App.js:12)`.
  static func script(_ text: Substring) -> PostedFrame? {
    guard text.begins(with: "at ") || text.begins(with: "in ") else { return nil }
    let rest = text.dropFirst(3).trimmed
    guard let first = rest.first, !first.isNumber else { return nil }
    if rest.ends(with: ")"), let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) {
      var inner = rest[open...].dropFirst().dropLast()
      if inner.begins(with: "at ") { inner = inner.dropFirst(3) }
      var name = rest[..<open].trimmed
      if let alias = name.place(of: " [as ") { name = name[..<alias.lowerBound] }
      if inner.begins(with: "created by ") {
        return isName(name) ? PostedFrame(family: .script, function: String(name)) : nil
      }
      guard inner.holds(":") || inner == "<anonymous>" || inner == "native" else { return nil }
      guard !name.isEmpty, name.utf8.count < 200 else { return nil }
      return PostedFrame(family: .script, function: String(name), place: place(inner))
    }
    if rest.holds(":"), !rest.holds(" "), let place = place(rest), !isNative(place),
      place.ends(with: ":") == false,
      place.last?.isNumber == true, place.contains(".")
    {
      return PostedFrame(family: .script, function: "(anonymous)", place: place)
    }
    // React's component stack names elements without a place: `at div`.
    return isName(rest) && rest.utf8.count < 80
      ? PostedFrame(family: .script, function: String(rest)) : nil
  }

  /// True for a place in a file of another language, which a debugger puts on a line of its own.
  private static func isNative(_ place: String) -> Bool {
    let endings: [StaticString] = [".rs:", ".swift:", ".m:", ".mm:", ".c:", ".cpp:", ".cc:", ".h:"]
    return endings.contains { place.holds($0) }
  }

  static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
          || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: ".")
      }
  }

  /// `fn @ file.js:12`, as DevTools copy a stack, also from a table: `| fn | @ | file.js?5a:12`.
  static func devTools(_ text: Substring) -> PostedFrame? {
    guard let mark = text.place(of: " | @ | ") ?? text.place(of: " @ ") ?? text.place(of: "\t@\t")
    else { return nil }
    let name = text[..<mark.lowerBound].drop { $0 == "|" || $0 == " " }
    let source = text[mark.upperBound...].trimmed
    guard !name.isEmpty, name.utf8.count < 120, !source.holds(" "), let place = place(source),
      place.holds(":"), place.last?.isNumber == true,
      isName(name) || name.begins(with: "(") && name.ends(with: ")")
    else { return nil }
    return PostedFrame(
      family: .script, function: name.begins(with: "(") ? "(anonymous)" : String(name), place: place
    )
  }

  /// `fn@file.js:1:2`.
  static func firefox(_ text: Substring) -> PostedFrame? {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let (name, source) = (text[..<mark], text[mark...].dropFirst())
    guard !name.holds(" "), !source.holds(" ") || source == "[native code]" else { return nil }
    let isPlace =
      source == "[native code]" || source.begins(with: "http") || source.begins(with: "file:")
      || source.begins(with: "qrc:") || source.begins(with: "webpack")
      || source.begins(with: "resource:")
      || source.begins(with: "moz-extension:") || source.begins(with: "app:")
      || source.begins(with: "/") && source.holds(".js:")
    guard isPlace else { return nil }
    let function = name.prefix { $0 != "/" && $0 != "<" }
    return PostedFrame(
      family: .script, module: desktop(of: source),
      function: function.isEmpty ? "(anonymous)" : String(function),
      place: source == "[native code]" ? nil : place(source))
  }

  /// The part of GNOME's desktop that an address is of; nil for a page's script.
  private static func desktop(of source: Substring) -> String? {
    if source.begins(with: "resource:///org/gnome/") { return "gnome-shell" }
    return source.begins(with: "/") || source.holds("/gnome-shell/extensions/") ? "extension" : nil
  }

  /// The function of a frame whose place stands in the next line: `Feed.resize`, `.each()`.
  static func pairedName(_ text: String) -> Substring? {
    var name = text[...].trimmed
    if name.ends(with: "()") { name = name.dropLast(2) }
    guard name.utf8.count < 120, isName(name), name.first?.isNumber == false else { return nil }
    return name
  }

  /// The place that is a whole line: `src/feed.tsx (511:7)`, `feed.js:12`.
  static func pairedPlace(_ text: String) -> String? {
    var words = text[...].trimmed
    guard words.utf8.count < 300, words.holds(".js") || words.holds(".ts") else { return nil }
    var numbers = ""
    if words.ends(with: ")"), let open = words.place(ofLast: " (") {
      numbers = ":" + words[open.upperBound...].dropLast()
      words = words[..<open.lowerBound]
    }
    guard !words.holds(" "), !words.holds("("),
      let place = place((words + numbers)[...]), place.last?.isNumber == true, place.contains(":")
    else { return nil }
    return words.holds("node_modules") ? "node_modules/" + place : place
  }
}
