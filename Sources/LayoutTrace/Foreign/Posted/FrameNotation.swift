/// Reads a line as a frame of a call stack, in any of the notations that people post.
///
/// Each notation is a function that takes a line without quotes and log prefixes, and returns nil for
/// lines that are not its own. All of them look at each byte a bounded number of times.
enum FrameNotation {
  private static let all: [@Sendable (Substring) -> PostedFrame?] = [
    debugger, numbered, java, dotNet, visualStudio, script, firefox, symbolOnly,
  ]

  /// The longest line that can be a frame.
  private static let longest = 4_000

  /// The frame in a line; nil for any other text.
  static func frame(in line: String) -> PostedFrame? {
    guard line.utf8.count <= longest, line.utf8.count > 3 else { return nil }
    let text = withoutQuotes(line[...])
    if let frame = read(text) { return frame }
    let message = ConsolePrefix(line)
    if message.process != nil, let frame = read(withoutQuotes(message.message)) { return frame }
    // `E/AndroidRuntime( 812): at …`, `I/flutter (18676): #95 …`, `flutter: #34 …`
    if let colon = text.utf8.prefix(96).firstIndex(of: UInt8(ascii: ":")) {
      let rest = text[colon...].dropFirst()
      if rest.first == " " || rest.first == "\t", let frame = read(withoutQuotes(rest)) {
        return frame
      }
      if let tag = text.place(of: "): "),
        tag.lowerBound
          < text.utf8.index(
            text.startIndex, offsetBy: min(96, text.utf8.count))
      {
        return read(withoutQuotes(text[tag.upperBound...]))
      }
      // Logcat's own columns before the tag contain colons, too.
      if let tag = text.place(of: "AndroidRuntime: ") {
        return read(withoutQuotes(text[tag.upperBound...]))
      }
    }
    return nil
  }

  private static func read(_ text: Substring) -> PostedFrame? {
    guard text.utf8.count > 3 else { return nil }
    for notation in all {
      if let frame = notation(text), !frame.function.isEmpty { return frame }
    }
    return nil
  }

  /// The text without indentation, quotation marks of mail and markdown, and list marks.
  private static func withoutQuotes(_ line: Substring) -> Substring {
    line.trimmed.drop { ">|*`\" \t+".contains($0) }.trimmed
  }

  // MARK: Native code

  /// `frame #12: 0x… App`name(...) at File.swift:315:9`, `#12 0x… in name (x=1) at file.c:12`.
  private static func debugger(_ text: Substring) -> PostedFrame? {
    var rest = text
    if rest.hasPrefix("frame #") {
      rest = rest.dropFirst(7)
    } else if rest.hasPrefix("#") {
      rest = rest.dropFirst()
    } else {
      return nil
    }
    guard let number = rest.takeNumber() else { return nil }
    if rest.first == ":" { rest = rest.dropFirst() }
    guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
    rest = rest.trimmed
    if let dart = dart(rest, number) { return dart }
    _ = rest.takeAddress()
    rest = rest.trimmed
    if rest.hasPrefix("in ") { rest = rest.dropFirst(3).trimmed }
    var module: String?
    if let tick = rest.utf8.prefix(200).firstIndex(of: UInt8(ascii: "`")) {
      module = String(rest[..<tick])
      rest = rest[tick...].dropFirst()
    }
    var place: String?
    if let at = rest.place(ofLast: " at ") {
      place = Self.place(rest[at.upperBound...])
      rest = rest[..<at.lowerBound]
      if let found = place, !found.contains(":") { (module, place) = (module ?? found, nil) }
    } else if let from = rest.place(ofLast: " from ") {
      module = module ?? fileName(rest[from.upperBound...]).map(String.init)
      rest = rest[..<from.lowerBound]
    } else if rest.hasSuffix(")"), let open = rest.place(ofLast: " (") {
      // `name (libQt6Quick.so.6 + 0x1abb63)`
      let inner = rest[open.upperBound...].dropLast()
      if let plus = inner.place(of: " + 0x") {
        module = fileName(inner[..<plus.lowerBound]).map(String.init)
        rest = rest[..<open.lowerBound]
      }
    }
    return native(rest, module: module, place: place, number: number)
  }

  /// `RenderFlex.performLayout (package:flutter/src/rendering/flex.dart:926:9)`.
  private static func dart(_ text: Substring, _ number: Int) -> PostedFrame? {
    guard text.hasSuffix(")"), let open = text.place(ofLast: " (") else { return nil }
    let inner = text[open.upperBound...].dropLast()
    guard inner.hasPrefix("package:") || inner.hasPrefix("dart:") || inner.hasPrefix("file:"),
      inner.holds(".dart") || inner.hasPrefix("dart:")
    else { return nil }
    let name = text[..<open.lowerBound].trimmed
    let isOfFramework = inner.hasPrefix("package:flutter/") || inner.hasPrefix("dart:")
    return PostedFrame(
      family: .dart, number: number, module: isOfFramework ? "flutter" : nil,
      function: String(name.place(of: ".<anonymous").map { name[..<$0.lowerBound] } ?? name),
      place: place(inner))
  }

  /// `12  UIKitCore  0x… -[UIView layoutIfNeeded] + 104 (UIView.m:123)`, `12 [ra] 0x… f() + 12 in app`.
  private static func numbered(_ text: Substring) -> PostedFrame? {
    var rest = text
    guard let number = rest.takeNumber(), number < 1_000_000,
      rest.first == " " || rest.first == "\t"
    else { return nil }
    rest = rest.trimmed
    for mark in ["[ra] ", "[async] ", "[inlined] ", "[system] "] where rest.hasPrefix(mark) {
      rest = rest.dropFirst(mark.count).trimmed
    }
    if rest.hasPrefix("0x") {
      // Swift on Linux: the module follows the function.
      guard rest.takeAddress() else { return nil }
      rest = rest.trimmed
      if rest.hasPrefix("in ") { rest = rest.dropFirst(3) }
      var place: String?
      if let at = rest.place(ofLast: " at ") {
        place = Self.place(rest[at.upperBound...])
        rest = rest[..<at.lowerBound]
      }
      var module: String?
      if let end = rest.place(ofLast: " in ") {
        module = String(rest[end.upperBound...].trimmed)
        rest = rest[..<end.lowerBound]
      }
      return native(rest, module: module, place: place, number: number)
    }
    // The name of a binary may contain blanks: the address ends it.
    guard let found = rest.place(of: "0x") else {
      return withoutAddress(rest, number)
    }
    let module = rest[..<found.lowerBound].trimmed
    guard !module.isEmpty, module.utf8.count <= 120, !module.holds("(") else { return nil }
    rest = rest[found.lowerBound...]
    guard rest.takeAddress() else { return nil }
    rest = rest.trimmed
    // `0x104b27580 App 0x104a00000 + 2324` of a report without symbols, or `0x1 + 12`.
    if rest.hasPrefix("0x") || rest.hasPrefix("+ ") {
      return PostedFrame(
        family: .native, number: number, module: String(module), function: "?", isNameless: true)
    }
    return native(rest, module: String(module), place: nil, number: number)
  }

  /// `11 PrintKitUI  -[View layoutSubviews] + 12`, as services show it that leave out addresses.
  private static func withoutAddress(_ text: Substring, _ number: Int) -> PostedFrame? {
    guard let gap = text.place(of: "  ") ?? text.place(of: "\t") else { return nil }
    let module = text[..<gap.lowerBound]
    let rest = text[gap.upperBound...].trimmed
    guard !module.isEmpty, !module.holds(" "),
      rest.holds("[") || rest.holds("(") || rest.holds("___")
    else { return nil }
    return native(rest, module: String(module), place: nil, number: number)
  }

  /// The function of native code, with its offset and its place.
  private static func native(
    _ text: Substring, module: String?, place: String?, number: Int?
  ) -> PostedFrame? {
    var (rest, place) = (text.trimmed, place)
    for mark in [" [inlined]", " [opt]", " [artificial]"] where rest.hasSuffix(mark) {
      rest = rest.dropLast(mark.count)
    }
    // `name + 20 (File.swift:20)`, `name (File.swift:20)`, `name + [File.swift : 315]`
    if place == nil, rest.hasSuffix(")"), let open = rest.place(ofLast: " ("),
      let found = Self.place(rest[open.upperBound...].dropLast()), found.contains(":")
    {
      place = found
      rest = rest[..<open.lowerBound]
    } else if place == nil, rest.hasSuffix("]") || rest.hasSuffix("] "),
      let open = rest.place(ofLast: "+ [")
    {
      let inner = rest[open.upperBound...].dropLast().filter { $0 != " " }
      place = Self.place(inner[...])
      rest = rest[..<open.lowerBound].trimmed
    }
    if let plus = rest.place(ofLast: " + ") {
      let offset = rest[plus.upperBound...]
      if offset.isEmpty || offset.allSatisfy({ $0.isHexDigit || $0 == "x" || $0 == "[" }) {
        rest = rest[..<plus.lowerBound]
      }
    }
    rest = rest.trimmed
    guard !rest.isEmpty else { return nil }
    var frame = PostedFrame(family: .native, number: number, module: module, function: "")
    frame.place = place.flatMap { $0.hasPrefix("<compiler-generated>") ? nil : $0 }
    frame.isGlue = place?.hasPrefix("<compiler-generated>") == true
    if rest == "<redacted>" || rest == "???" || rest == "??" || rest.hasPrefix("?? ()")
      || rest.hasPrefix("0x") || rest.hasPrefix("___lldb_unnamed_symbol") || isIdentifier(rest)
    {
      (frame.function, frame.isNameless) = ("?", true)
      return frame
    }
    for glue in ["@objc ", "thunk for ", "partial apply", "reabstraction thunk", "outlined "]
    where rest.hasPrefix(glue) { frame.isGlue = true }
    frame.function = FrameNames.native(rest)
    return frame
  }

  /// True for the identifier of a binary, which stands for a missing name.
  private static func isIdentifier(_ text: Substring) -> Bool {
    text.utf8.count == 36 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// `-[UIView layoutIfNeeded] + 104`, or `UIKitCore -[UIView layoutIfNeeded]`.
  private static func symbolOnly(_ text: Substring) -> PostedFrame? {
    guard let open = text.place(of: "-[") ?? text.place(of: "+["), text.holds("]") else {
      return nil
    }
    let module = text[..<open.lowerBound].trimmed
    guard !module.holds(" "), module.utf8.count < 60, !module.hasSuffix(":") else { return nil }
    let name = text[open.lowerBound...]
    let inner = name.dropFirst(2).prefix { $0 != "]" }
    guard let first = inner.first, first.isLetter || first == "_", inner.holds(" "),
      !inner.holds(",")
    else { return nil }
    return native(
      name, module: module.isEmpty ? nil : String(module), place: nil, number: nil)
  }

  // MARK: Managed code

  /// `at androidx.compose.ui.node.LayoutNode.remeasure(LayoutNode.kt:1274)`.
  private static func java(_ text: Substring) -> PostedFrame? {
    var rest = text
    if rest.hasPrefix("at ") { rest = rest.dropFirst(3).trimmed }
    guard rest.hasSuffix(")"), let open = rest.place(ofLast: "(") else { return nil }
    let inner = rest[open.upperBound...].dropLast()
    let isPlace =
      inner == "Native Method" || inner.hasPrefix("Unknown Source") || inner == "native"
      || [".java", ".kt", ".scala", ".groovy"].contains { ending in
        (inner.prefix { $0 != ":" }).hasSuffix(ending)
      } || inner.hasPrefix("SourceFile:")
    guard isPlace else { return nil }
    var name = rest[..<open.lowerBound].trimmed
    // `java.desktop/java.awt.Component.validate`, `app//x.y`
    if let slash = name.lastIndex(of: "/") { name = name[slash...].dropFirst() }
    guard name.holds("."), !name.holds(" ") else { return nil }
    let known = inner.hasPrefix("Unknown Source") || inner.hasPrefix("Native") || inner == "native"
    return PostedFrame(
      family: .java, function: FrameNames.java(name), place: known ? nil : String(inner))
  }

  /// `at Ns.Type.Method(String a) in C:\x\File.cs:line 12`.
  private static func dotNet(_ text: Substring) -> PostedFrame? {
    guard text.hasPrefix("at ") else { return nil }
    var rest = text.dropFirst(3).trimmed
    var place: String?
    if let at = rest.place(ofLast: " in "), rest[at.upperBound...].holds(":") {
      let source = rest[at.upperBound...]
      if let line = source.place(ofLast: ":line ") {
        let number = source[line.upperBound...].prefix(while: \.isNumber)
        place = fileName(source[..<line.lowerBound]).map { "\($0):\(number)" }
      } else {
        place = Self.place(source)
      }
      rest = rest[..<at.lowerBound]
    }
    if let offset = rest.place(of: " [0x") { rest = rest[..<offset.lowerBound].trimmed }
    guard rest.hasSuffix(")"), let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) else {
      return nil
    }
    let inner = rest[open...].dropFirst().dropLast()
    let name = rest[..<open].trimmed
    // A script's frame has its place between the parentheses.
    guard name.holds("."), !name.holds(" "), !inner.holds(":"), !inner.holds("/") else {
      return nil
    }
    return PostedFrame(family: .dotNet, function: FrameNames.dotNet(name), place: place)
  }

  /// `App.dll!Ns.Type.Method(Size size) Line 233	C#`.
  private static func visualStudio(_ text: Substring) -> PostedFrame? {
    guard let mark = text.place(of: ".dll!") ?? text.place(of: ".exe!") else { return nil }
    let rest = text[mark.upperBound...]
    let name = rest.prefix { $0 != "(" && $0 != "\t" }
    guard name.holds("."), !name.holds(" ") else { return nil }
    let line = rest.place(of: ") Line ").map { rest[$0.upperBound...].prefix(while: \.isNumber) }
    let type = name.split(separator: ".").dropLast().last
    return PostedFrame(
      family: .dotNet, function: FrameNames.dotNet(name),
      place: line.flatMap { line in type.map { "\($0):\(line)" } })
  }

  // MARK: Scripts

  /// `shop.ui.Control.layout control.js:515`, as browsers once wrote it.
  static func oldScript(_ line: String) -> PostedFrame? {
    let words = line[...].trimmed.split(separator: " ")
    guard words.count == 2, isName(words[0]), let place = place(words[1]), place.contains(".js:"),
      place.last?.isNumber == true
    else { return nil }
    return PostedFrame(family: .script, function: String(words[0]), place: place)
  }

  /// `at fn (file.js:1:2)`, `at file.js:1:2`, `in Feed (at App.js:12)`.
  private static func script(_ text: Substring) -> PostedFrame? {
    guard text.hasPrefix("at ") || text.hasPrefix("in ") else { return nil }
    let rest = text.dropFirst(3).trimmed
    guard let first = rest.first, !first.isNumber else { return nil }
    if rest.hasSuffix(")"), let open = rest.utf8.firstIndex(of: UInt8(ascii: "(")) {
      var inner = rest[open...].dropFirst().dropLast()
      if inner.hasPrefix("at ") { inner = inner.dropFirst(3) }
      var name = rest[..<open].trimmed
      if let alias = name.place(of: " [as ") { name = name[..<alias.lowerBound] }
      if inner.hasPrefix("created by ") {
        return isName(name) ? PostedFrame(family: .script, function: String(name)) : nil
      }
      guard inner.holds(":") || inner == "<anonymous>" || inner == "native" else { return nil }
      guard !name.isEmpty, name.utf8.count < 200 else { return nil }
      return PostedFrame(family: .script, function: String(name), place: place(inner))
    }
    if rest.holds(":"), !rest.holds(" "), let place = place(rest), place.hasSuffix(":") == false,
      place.last?.isNumber == true, place.contains(".")
    {
      return PostedFrame(family: .script, function: "(anonymous)", place: place)
    }
    // React's component stack names elements without a place: `at div`.
    return isName(rest) && rest.utf8.count < 80
      ? PostedFrame(family: .script, function: String(rest)) : nil
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0 | 0x20 &- UInt8(ascii: "a") < 26 || $0 &- UInt8(ascii: "0") < 10
          || $0 == UInt8(ascii: "_")
          || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: ".")
      }
  }

  /// `fn@file.js:1:2`.
  private static func firefox(_ text: Substring) -> PostedFrame? {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let (name, source) = (text[..<mark], text[mark...].dropFirst())
    guard !name.holds(" "), !source.holds(" ") || source == "[native code]" else { return nil }
    let isPlace =
      source == "[native code]" || source.hasPrefix("http") || source.hasPrefix("file:")
      || source.hasPrefix("qrc:") || source.hasPrefix("webpack") || source.hasPrefix("resource:")
      || source.hasPrefix("moz-extension:") || source.hasPrefix("app:")
    guard isPlace else { return nil }
    let function = name.prefix { $0 != "/" && $0 != "<" }
    return PostedFrame(
      family: .script, function: function.isEmpty ? "(anonymous)" : String(function),
      place: source == "[native code]" ? nil : place(source))
  }

  // MARK: Places

  /// `File.swift:315:9` of `/Users/a/File.swift:315:9`, without the folders and the query of an address.
  static func place(_ text: Substring) -> String? {
    var rest = text.trimmed
    guard !rest.isEmpty, rest != "<anonymous>", rest != "native" else { return nil }
    var numbers: [Substring] = []
    while numbers.count < 2, let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) {
      let digits = rest[colon...].dropFirst()
      guard !digits.isEmpty, digits.utf8.count < 9, digits.utf8.allSatisfy({ $0 &- 48 < 10 }) else {
        break
      }
      numbers.insert(digits, at: 0)
      rest = rest[..<colon]
    }
    guard let file = fileName(rest) else { return nil }
    // A line 0 stands for none.
    if numbers.first == "0" { numbers = [] }
    if numbers.count == 2, numbers[1] == "0" { numbers.removeLast() }
    return ([file] + numbers).joined(separator: ":")
  }

  private static func fileName(_ path: Substring) -> Substring? {
    let path = path.prefix { $0 != "?" && $0 != "#" }
    return path.split { $0 == "/" || $0 == "\\" }.last
  }
}

extension Substring {
  /// The text without blanks at both ends.
  var trimmed: Substring {
    var text = drop { $0 == " " || $0 == "\t" || $0 == "\u{a0}" }
    while let last = text.last, last == " " || last == "\t" || last == "\r" { text.removeLast() }
    return text
  }

  /// Takes decimal digits from the beginning.
  mutating func takeNumber() -> Int? {
    let digits = utf8.prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    self = self[digits.endIndex...]
    return Int(Substring(digits))
  }

  /// Takes an address such as `0x1f` from the beginning; false if there is none.
  mutating func takeAddress() -> Bool {
    guard hasPrefix("0x") else { return false }
    let digits = utf8.dropFirst(2).prefix {
      $0 &- UInt8(ascii: "0") < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 6
    }
    guard !digits.isEmpty else { return false }
    self = self[digits.endIndex...]
    return true
  }
}
