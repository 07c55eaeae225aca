/// The notations of native code: debuggers, crash reports, call graphs.
extension FrameNotation {
  /// `frame #12: 0x… App`name(...) at File.swift:315:9`, `#12 0x… in name (x=1) at file.c:12`.
  static func debugger(_ text: Substring) -> PostedFrame? {
    var rest = text
    if rest.begins(with: "frame #") {
      rest = rest.dropFirst(7)
    } else if rest.begins(with: "#") {
      rest = rest.dropFirst()
    } else {
      return nil
    }
    guard let number = rest.takeNumber() else { return nil }
    if rest.first == ":" { rest = rest.dropFirst() }
    guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
    rest = rest.trimmed
    if let dart = dart(rest, number) { return dart }
    if let tombstone = tombstone(rest, number) { return tombstone }
    _ = rest.takeAddress()
    rest = rest.trimmed
    if rest.begins(with: "in ") { rest = rest.dropFirst(3).trimmed }
    var module: String?
    if let tick = rest.utf8.prefix(200).firstIndex(of: UInt8(ascii: "`")) {
      module = String(rest[..<tick])
      rest = rest[tick...].dropFirst()
    }
    var place: String?
    if module == nil, let library = leadingLibrary(rest) {
      (module, rest) = (String(library), rest[library.endIndex...].trimmed)
    }
    if let at = rest.place(ofLast: " at ") {
      place = Self.place(rest[at.upperBound...])
      rest = rest[..<at.lowerBound]
      if let found = place, !found.contains(":") { (module, place) = (module ?? found, nil) }
    } else if let from = rest.place(ofLast: " from ") {
      module = module ?? fileName(rest[from.upperBound...]).map(String.init)
      rest = rest[..<from.lowerBound]
    } else if rest.ends(with: ")"), let open = rest.place(ofLast: " (") {
      // `name (libQt6Quick.so.6 + 0x1abb63)`
      let inner = rest[open.upperBound...].dropLast()
      if let plus = inner.place(of: " + 0x") {
        module = fileName(inner[..<plus.lowerBound]).map(String.init)
        rest = rest[..<open.lowerBound]
      }
    }
    return native(rest, module: module, place: place, number: number)
  }

  /// The library before a function, with one blank or more between: `QuartzCore` of `QuartzCore CA::Layer::layout()`.
  ///
  /// gdb writes a return type there, but only before a template's name; Swift writes words without capitals.
  private static func leadingLibrary(_ text: Substring) -> Substring? {
    let library = text.prefix { $0 != " " && $0 != "\t" }
    guard library.utf8.count < 60, library.first?.isLetter == true, isName(library) else {
      return nil
    }
    let isKnown = LayoutCalls.appleSystems.contains { library.utf8.starts(with: $0.utf8) }
    let isCapital = library.first?.isUppercase == true
    let rest = text[library.endIndex...].trimmed
    let marks: [StaticString] = [
      "-[", "+[", "@objc ", "closure #", "specialized ", "static ", "thunk for ",
    ]
    if marks.contains(where: rest.begins(with:)) { return isKnown || isCapital ? library : nil }
    let name = rest.prefix { $0 != "(" && $0 != " " && $0 != "<" }
    guard let end = rest[name.endIndex...].first, end != "<", !name.isEmpty else {
      return isKnown && isName(rest) ? library : nil
    }
    let isFunction =
      end == "(" && (name.holds("::") || isCapital && name.holds(".") && isName(name))
    return isKnown || isFunction && !typeWords.contains(library) ? library : nil
  }

  /// Types and words that C++ writes before a function.
  private static let typeWords: Set<Substring> = [
    "void", "bool", "int", "unsigned", "long", "short", "char", "float", "double", "auto", "const",
    "static", "virtual", "inline", "non", "decltype",
  ]

  /// `pc 00091380  /apex/lib64/libc.so (syscall+32) (BuildId: 1e3c)` of Android's native code.
  static func tombstone(_ text: Substring, _ number: Int) -> PostedFrame? {
    guard text.begins(with: "pc ") else { return nil }
    let rest = text.dropFirst(3).trimmed.drop(while: \.isHexDigit).trimmed
    let library = rest.prefix { $0 != " " }
    let name = rest[library.endIndex...].place(of: " (").map {
      rest[$0.upperBound...].prefix { $0 != "+" && $0 != ")" }
    }
    return native(
      name ?? "??", module: fileName(library).map(String.init), place: nil, number: number)
  }

  /// `9   LayoutProxy.size(in:) + 252 (SwiftUICore + 4812356) [0x2397]`, `2800 main  (in Shop) + 12  [0x1]`.
  ///
  /// The number is that of samples in a call graph, whose calls stand below their callers.
  static func sampled(_ text: Substring) -> PostedFrame? {
    var rest = text.drop { "!: ".contains($0) }
    guard rest.takeNumber() != nil, rest.begins(with: " "), rest.ends(with: "]"),
      let address = rest.place(ofLast: "[0x")
    else { return nil }
    rest = rest[..<address.lowerBound].trimmed
    guard let open = rest.place(ofLast: " (") else { return nil }
    let module = rest[open.upperBound...].prefix { $0 != ")" && $0 != "+" }
    rest = rest[..<open.lowerBound].trimmed
    let name = module.begins(with: "in ") ? module.dropFirst(3) : module
    guard var frame = native(rest, module: String(name.trimmed), place: nil, number: nil) else {
      return nil
    }
    (frame.isSampled, frame.isCallerFirst) = (true, true)
    return frame
  }

  /// `12  UIKitCore  0x… -[UIView layoutIfNeeded] + 104 (UIView.m:123)`, `12 [ra] 0x… f() + 12 in app`.
  static func numbered(_ text: Substring) -> PostedFrame? {
    // Kotlin writes `at 12  App  0x… kfun:com.shop.Panel#layout(){} + 12 (/src/Panel.kt:31:9)`.
    var rest = text.begins(with: "at ") ? text.dropFirst(3).trimmed : text
    guard let number = rest.takeNumber(), number < 1_000_000,
      rest.first == " " || rest.first == "\t"
    else { return nil }
    rest = rest.trimmed
    if rest.begins(with: "[") {
      for mark in FrameBeginning.kinds where rest.begins(with: mark) {
        rest = rest.dropFirst(mark.utf8CodeUnitCount).trimmed
      }
    }
    if rest.begins(with: "0x") {
      // Swift on Linux: the module follows the function.
      guard rest.takeAddress() else { return nil }
      rest = rest.trimmed
      if rest.begins(with: "in ") { rest = rest.dropFirst(3) }
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
    var module = rest[..<found.lowerBound].trimmed
    if module.begins(with: "com.apple.") { module = module.dropFirst(10) }
    guard let first = module.first, !"|*#".contains(first), module.utf8.count <= 120,
      !module.holds("("), !module.holds("`")
    else { return nil }
    rest = rest[found.lowerBound...]
    guard rest.takeAddress() else { return nil }
    rest = rest.trimmed
    // `0x104b27580 App 0x104a00000 + 2324` of a report without symbols, or `0x1 + 12`.
    if rest.begins(with: "0x") || rest.begins(with: "+ ") {
      return PostedFrame(
        family: .native, number: number, module: String(module), function: "?", isNameless: true)
    }
    return native(rest, module: String(module), place: nil, number: number)
  }

  /// `11 PrintKitUI  -[View layoutSubviews] + 12`, as services show it that leave out addresses.
  static func withoutAddress(_ text: Substring, _ number: Int) -> PostedFrame? {
    if text.begins(with: "-[") || text.begins(with: "+[") {
      return native(text, module: nil, place: nil, number: number)
    }
    if var frame = labelled(text) {
      (frame.number, frame.isCallerFirst) = (number, false)
      return frame
    }
    guard let gap = text.place(of: "  ") ?? text.place(of: "\t") else {
      return afterOneBlank(text, number)
    }
    let module = text[..<gap.lowerBound]
    let rest = text[gap.upperBound...].trimmed
    guard let first = module.first, first.isLetter || "?_<".contains(first), !module.holds(" "),
      // A cell of a table may be a word in parentheses.
      rest.holds("[") || rest.dropFirst().holds("(") || rest.begins(with: "(anonymous")
        || rest.holds("___")
    else { return nil }
    return native(rest, module: String(module), place: nil, number: number)
  }

  /// `11 Shop Feed.grow() (Feed.swift:31)`, with nothing but one blank between module and function.
  private static func afterOneBlank(_ text: Substring, _ number: Int) -> PostedFrame? {
    guard let blank = text.place(of: " ") else { return nil }
    let (module, rest) = (text[..<blank.lowerBound], text[blank.upperBound...])
    let isObjective = rest.begins(with: "-[") || rest.begins(with: "+[")
    guard isName(module), module.first?.isLetter == true,
      isObjective || rest.holds("(") && isName(rest.prefix { $0 != "(" })
    else { return nil }
    var frame = native(rest, module: String(module), place: nil, number: number)
    frame?.isUnsure = !isObjective
    return frame
  }

  /// The function of native code, with its offset and its place.
  static func native(
    _ text: Substring, module: String?, place: String?, number: Int?
  ) -> PostedFrame? {
    var (rest, place) = (text.trimmed, place)
    if rest.ends(with: "]") {
      for mark in [" [inlined]", " [opt]", " [artificial]"] where rest.hasSuffix(mark) {
        rest = rest.dropLast(mark.count)
      }
    }
    // `name + 20 (File.swift:20)`, `name (File.swift:20)`, `name + [File.swift : 315]`
    if place == nil, rest.ends(with: ")"), let open = rest.place(ofLast: " ("),
      let found = Self.place(rest[open.upperBound...].dropLast()),
      found.contains(":") || found == "<compiler-generated>"
    {
      place = found
      rest = rest[..<open.lowerBound]
    } else if place == nil, rest.ends(with: "]") || rest.ends(with: "] "),
      let open = rest.place(ofLast: "+ [")
    {
      let inner = rest[open.upperBound...].dropLast().filter { $0 != " " }
      place = Self.place(inner[...])
      rest = rest[..<open.lowerBound].trimmed
    }
    if let plus = rest.place(ofLast: " + ") {
      let offset = rest[plus.upperBound...]
      if offset.isEmpty || offset.utf8.allSatisfy(isOffset) {
        rest = rest[..<plus.lowerBound]
      }
    }
    rest = rest.trimmed
    guard !rest.isEmpty else { return nil }
    var frame = PostedFrame(family: .native, number: number, module: module, function: "")
    frame.place = place.flatMap { $0.begins(with: "<compiler-generated>") ? nil : $0 }
    frame.isGlue = place?.begins(with: "<compiler-generated>") == true
    if isNameless(rest) {
      (frame.function, frame.isNameless) = ("?", true)
      return frame
    }
    let glue: [StaticString] = [
      "_TTo", "@objc ", "thunk for ", "partial apply", "reabstraction thunk", "outlined ",
    ]
    if glue.contains(where: rest.begins(with:)) { frame.isGlue = true }
    frame.function = FrameNames.native(rest)
    return frame
  }

  /// True for a digit of an offset, and the signs beside it.
  private static func isOffset(_ byte: UInt8) -> Bool {
    byte &- Byte.zero <= 9 || (byte | 0x20) &- UInt8(ascii: "a") < 6 || byte == UInt8(ascii: "x")
      || byte == Byte.openBracket
  }

  /// True for what stands in place of a name that is not known.
  private static func isNameless(_ text: Substring) -> Bool {
    guard let first = text.utf8.first else { return true }
    switch first {
    case UInt8(ascii: "<"): return text == "<redacted>"
    case UInt8(ascii: "?"): return text == "???" || text == "??" || text.begins(with: "?? ()")
    case Byte.zero: return text.begins(with: "0x") || isIdentifier(text)
    default:
      return text == "n/a" || text.begins(with: "___lldb_unnamed_symbol") || isIdentifier(text)
    }
  }

  /// True for the identifier of a binary, which stands for a missing name.
  static func isIdentifier(_ text: Substring) -> Bool {
    text.utf8.count == 36 && text.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// `-[UIView layoutIfNeeded] + 104`, or `UIKitCore -[UIView layoutIfNeeded]`.
  static func symbolOnly(_ text: Substring) -> PostedFrame? {
    guard let open = text.place(of: "-[") ?? text.place(of: "+["), text.holds("]") else {
      return nil
    }
    let module = text[..<open.lowerBound].trimmed
    guard !module.holds(" "), module.utf8.count < 60, !module.ends(with: ":"),
      module.first.map({ $0.isLetter || $0 == "_" }) ?? true
    else { return nil }
    let name = text[open.lowerBound...]
    let inner = name.dropFirst(2).prefix { $0 != "]" }
    guard let first = inner.first, first.isLetter || first == "_", inner.holds(" "),
      !inner.holds(",")
    else { return nil }
    return native(
      name, module: module.isEmpty ? nil : String(module), place: nil, number: nil)
  }

  /// A name among frames of native code: `Feed.layoutSubviews()`, `-[Feed layoutSubviews]`.
  static func nameAlone(_ text: Substring) -> PostedFrame? { labelled(text) ?? symbolOnly(text) }

  /// `→ LayoutEngineBox.sizeThatFits(_:)`: a name of which all else was left out, but perhaps its place.
  ///
  /// SwiftUI's own come from a call tree, whose calls stand below their callers.
  static func labelled(_ text: Substring) -> PostedFrame? {
    guard text.ends(with: ")"), text.utf8.count < 200 else { return nil }
    if let open = text.place(ofLast: " ("), text[..<open.lowerBound].ends(with: ")"),
      let place = place(text[open.upperBound...].dropLast()), place.holds("."), place.holds(":"),
      var frame = labelled(text[..<open.lowerBound])
    {
      (frame.place, frame.isUnsure, frame.isCallerFirst) = (place, false, false)
      return frame
    }
    let text = text.drop { "→↳└─ ".contains($0) }
    guard let open = text.firstIndex(of: "("),
      let first = text.first, first.isUppercase || first == "_"
    else { return nil }
    let labels = text[open...].dropFirst().dropLast().split(separator: ":")
    let name = text[..<open]
    guard name.holds("."), isName(name), labels.allSatisfy(isName),
      labels.isEmpty || text.ends(with: ":)")
    else { return nil }
    var frame = PostedFrame(family: .native, function: String(text), isUnsure: true)
    frame.isCallerFirst = frame.isOfSwiftUI
    return frame
  }
}
