import LayoutTrace

/// A place in code, as a trace names it: `growRow (rows.js:7:65)`, `Feed.swift:31`, or a function alone.
struct NamedPlace {
  var function: String?
  var location: CodeLocation?
  /// The library through which the function did it.
  var library: String?

  init(_ text: String) {
    if let found = FunctionPlace(text) {
      function = found.function.isEmpty ? nil : found.function
      (location, library) = (CodeLocation(found.place), found.library)
    } else if case let place = CodeLocation(text), place.line != nil {
      location = place
    } else {
      function = text
    }
  }

  /// The function and the script by which code is known again in another build.
  ///
  /// Lines change with each edit, and a bundler writes a hash into the names of its files.
  var identity: [String] {
    [function.map(Self.lastName) ?? "", location.map { Self.script($0.file) } ?? ""]
  }

  /// The name of a function without its object: one browser writes `grow`, another `Row.grow`.
  private static func lastName(of function: String) -> String {
    let words = function.split(separator: " ")
    guard let last = words.last, let dot = last.lastIndex(of: "."),
      last.index(after: dot) < last.endIndex
    else { return function }
    return (words.dropLast() + [last[last.index(after: dot)...]]).joined(separator: " ")
  }

  /// The name of a file without its folder, its query and the hash of a build.
  static func script(_ file: String) -> String {
    let path = file.prefix { $0 != "?" && $0 != "#" }
    let name = path.split(separator: "/").last ?? path
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let kept = parts.enumerated().compactMap { index, part -> Substring? in
      if index > 0, isHash(part) { return nil }
      guard let mark = part.lastIndex(where: { $0 == "-" || $0 == "_" }), mark > part.startIndex,
        isHash(part[part.index(after: mark)...])
      else { return part }
      return part[..<mark]
    }
    return kept.joined(separator: ".")
  }

  /// True for six or more digits and letters that are no word: hexadecimal, or of both cases.
  private static func isHash(_ text: Substring) -> Bool {
    guard text.utf8.count >= 6, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      text.contains(where: \.isNumber)
    else { return false }
    let isMixed = text.contains(where: \.isLowercase) && text.contains(where: \.isUppercase)
    return isMixed || text.allSatisfy(\.isHexDigit)
  }
}
