/// The notations of crash services, which tell the place first.
extension FrameNotation {
  /// `Feed.swift:31 - Feed.grow()`, as a crash service puts the place first.
  static func placeFirst(_ text: Substring) -> PostedFrame? {
    guard let mark = text.place(of: " - "), mark.lowerBound > text.startIndex else { return nil }
    let source = text[..<mark.lowerBound]
    guard !source.holds(" "), source.last?.isNumber == true else { return nil }
    return placed(text[mark.upperBound...].trimmed, source)
  }

  /// `src/feed.ts in Feed.grow at line 31:9`, as another one shows it on its page.
  static func placedInWords(_ text: Substring) -> PostedFrame? {
    guard let mark = text.place(of: " in "), let line = text.place(ofLast: " at line "),
      mark.upperBound < line.lowerBound
    else { return nil }
    let source = text[..<mark.lowerBound]
    let number = text[line.upperBound...].prefix { $0.isNumber || $0 == ":" }
    let name = text[mark.upperBound..<line.lowerBound].trimmed
    // Prose has words where a frame has one name.
    let isName =
      !name.holds(" ") || ["-[", "+[", "@objc ", "closure #"].contains(where: name.begins(with:))
    guard !source.holds(" "), isName, number.last?.isNumber == true else { return nil }
    return placed(name, (source + ":" + number)[...])
  }

  /// The frame of a function whose file tells its language.
  private static func placed(_ name: Substring, _ source: Substring) -> PostedFrame? {
    guard !name.isEmpty, !name.holds("  "), let place = place(source) else { return nil }
    let file = place.prefix { $0 != ":" }
    switch file.split(separator: ".").last {
    case "swift", "m", "mm", "cpp", "c": return native(name, module: nil, place: place, number: nil)
    case "java", "kt":
      return PostedFrame(family: .java, function: FrameNames.java(name), place: place)
    case "js", "jsx", "ts", "tsx", "mjs", "jsbundle", "vue":
      return isName(name) ? PostedFrame(family: .script, function: String(name), place: place) : nil
    // A library, whose number is no line: `/usr/lib/UIKitCore:0 - -[UIView layoutIfNeeded]`.
    case "dylib", "so": return native(name, module: String(file), place: nil, number: nil)
    default:
      guard source.holds("/"), source.holds(":"), !source.holds("://"), !file.contains(".") else {
        return nil
      }
      var frame = native(name, module: String(file), place: nil, number: nil)
      frame?.isUnsure = !name.begins(with: "-[") && !name.begins(with: "+[") && !name.holds("::")
      return frame
    }
  }
}
