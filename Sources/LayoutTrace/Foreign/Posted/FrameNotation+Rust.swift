/// The notations that put a colon behind the number: Rust, and reports of some C++ libraries.
extension FrameNotation {
  /// `12: shop::pane::Pane::layout`, `12:  0x7ff7 - shop::Pane::layout::h1f2e`, `2: [Pane.cpp:31] Pane::onSize(Event&)`.
  static func colon(_ text: Substring) -> PostedFrame? {
    var rest = text
    guard let number = rest.takeNumber(), number < 1_000_000, rest.first == ":" else { return nil }
    rest = rest.dropFirst()
    guard rest.first == " " else { return nil }
    rest = rest.trimmed
    if rest.takeAddress() {
      rest = rest.trimmed
      guard rest.begins(with: "- ") else { return nil }
      rest = rest.dropFirst(2).trimmed
    }
    let place = takeBracketed(&rest)
    let isQualified = rest.holds("::")
    guard !rest.isEmpty, isQualified || isName(rest), rest.utf8.count < 1_500 else { return nil }
    let name = FrameNames.rust(rest)
    let prefix = name.begins(with: "closure in ") ? 11 : 0
    guard !name.isEmpty, !name.dropFirst(prefix).contains(" ") else { return nil }
    var frame = PostedFrame(family: .native, number: number, function: name.clipped)
    frame.place = place
    frame.isUnsure = !isQualified
    frame.isGlue = FrameNames.isOfRustLibrary(name)
    return frame
  }

  /// Takes what stands in brackets before the function: `[unknown location]`, `(C:\\src\\pane.cpp:31)`.
  private static func takeBracketed(_ rest: inout Substring) -> String? {
    guard let open = rest.first, open == "[" || open == "(",
      let close = rest.firstIndex(of: open == "[" ? "]" : ")")
    else { return nil }
    let inner = rest[..<close].dropFirst()
    rest = rest[close...].dropFirst().trimmed
    return place(inner).flatMap { $0.contains(":") && !$0.contains(" ") ? $0 : nil }
  }

  /// The path in a line that has only the place of the frame above it: `at /src/pane.rs:31:9`.
  static func rustPlace(in line: String) -> Substring? {
    guard line.holds(".rs:") else { return nil }
    var words = line[...].trimmed
    if let at = words.place(of: "     at ") {
      words = words[at.upperBound...]
    } else if words.begins(with: "at ") {
      words = words.dropFirst(3)
    } else {
      return nil
    }
    words = words.trimmed
    return words.holds(" ") || words.last?.isNumber != true ? nil : words
  }

  /// The frame of Rust behind what a log wrote before it: `0:06.02 pid:46533   78: shop::pane::layout`.
  static func rustInLog(_ line: String) -> PostedFrame? {
    guard line.utf8.count < 2_000, line.holds("::") else { return nil }
    let text = line[...].trimmed
    let bytes = text.utf8
    var left = 6
    var index = bytes.startIndex
    while left > 0, let mark = bytes[index...].prefix(160).firstIndex(of: Byte.colon) {
      let start = numberBefore(mark, in: text)
      if start < mark, let frame = colon(text[start...]), !frame.isUnsure { return frame }
      index = bytes.index(after: mark)
      left -= 1
    }
    return nil
  }

  /// The library of a path in Cargo's registry: `gtk4-0.7.3`; nil for the app's own code.
  static func crate(in path: Substring) -> String? {
    let parts = path.split { $0 == "/" || $0 == "\\" }
    if let registry = parts.firstIndex(of: "registry"), parts.count > registry + 3 {
      return String(parts[registry + 3]).clipped
    }
    return parts.first == "rustc" ? "rustc" : nil
  }
}

extension FrameNames {
  /// True for a function of Rust's own libraries.
  static func isOfRustLibrary(_ name: String) -> Bool {
    ["core::", "std::", "alloc::"].contains(where: name.begins(with:))
  }

  /// A function of Rust: `Iter::fold` of `<core::slice::Iter<T> as core::iter::Iterator>::fold::h1f2e`.
  static func rust(_ text: Substring) -> String {
    var parts: [Substring] = []
    var (isClosure, rest) = (false, text.trimmed)
    while !rest.isEmpty, parts.count < 40 {
      let part = takePart(&rest)
      if part.begins(with: "{") || part.begins(with: "closure$") {
        isClosure = true
      } else if !isHash(part), !part.isEmpty {
        parts.append(part)
      }
    }
    return (isClosure ? "closure in " : "") + parts.joined(separator: "::")
  }

  /// Takes a part up to the next `::` outside of angle brackets, without its arguments.
  private static func takePart(_ rest: inout Substring) -> Substring {
    var (depth, index) = (0, rest.startIndex)
    var (name, isOpen) = (rest.startIndex..<rest.startIndex, true)
    let bytes = rest.utf8
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "<"):
        if depth == 0, isOpen { (name, isOpen) = (name.lowerBound..<index, false) }
        depth += 1
      case UInt8(ascii: ">") where depth > 0: depth -= 1
      case UInt8(ascii: "(") where depth == 0:
        let end = isOpen ? name.lowerBound..<index : name
        defer { rest = rest[bytes.endIndex...] }
        return rest[end]
      case UInt8(ascii: ":") where depth == 0 && rest[index...].begins(with: "::"):
        let whole = rest[..<index]
        let end = isOpen ? name.lowerBound..<index : name
        let part = rest[end].isEmpty ? implementer(of: whole) : rest[end]
        rest = rest[index...].dropFirst(2)
        return part
      default: break
      }
      index = bytes.index(after: index)
    }
    let part = isOpen ? rest : rest[name].isEmpty ? implementer(of: rest) : rest[name]
    rest = rest[rest.endIndex...]
    return part.trimmed
  }

  /// `Iter` of `<core::slice::Iter<T> as core::iter::Iterator>`.
  private static func implementer(of part: Substring) -> Substring {
    let inner = part.dropFirst()
    let type = (inner.place(of: " as ").map { inner[..<$0.lowerBound] } ?? inner)
      .prefix { $0 != "<" && $0 != ">" }
    return type.split(separator: ":").last ?? type
  }

  /// True for the hash that Rust puts behind a function: `h1f2e3d4c5b6a7988`.
  private static func isHash(_ part: Substring) -> Bool {
    part.first == "h" && part.utf8.count == 17 && part.dropFirst().allSatisfy(\.isHexDigit)
  }
}
