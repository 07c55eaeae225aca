/// Takes text out of the dress that a page puts on it: tags, entities, the cells of a table, and carriage
/// returns between lines.
///
/// A line without such dress is left alone; each byte is looked at a bounded number of times.
enum PostedDress {
  /// The lines that a dressed line with these signs holds; nil for a plain one.
  static func lines(in text: String, _ found: PostedSigns) -> [String]? {
    if let parts = separated(text) {
      return parts.flatMap { Self.lines(in: $0, PostedSigns($0)) ?? [$0] }
    }
    let isMarkup = found.contains(.markup) && signs.contains { text.holds($0) }
    guard isMarkup || found.contains(.pipe) else { return nil }
    var lines = isMarkup ? plain(text) : [text]
    var isDressed = lines.count != 1 || lines[0] != text
    for index in lines.indices {
      guard let row = row(of: lines[index][...].trimmed) else { continue }
      lines[index] = row
      isDressed = true
    }
    return isDressed ? lines : nil
  }

  /// The lines of a text of an old machine, which carriage returns alone separate; nil for one line.
  private static func separated(_ text: String) -> [String]? {
    guard text.utf8.dropLast().contains(Byte.carriage) else { return nil }
    let parts = text.utf8.split(separator: Byte.carriage).map { String(Substring($0)) }
    return parts.count > 1 ? parts : nil
  }

  // MARK: Tags

  /// Tags after which a new line begins.
  private static let breaks: Set<Substring> = [
    "br", "p", "div", "li", "tr", "pre", "blockquote", "summary", "details",
  ]
  /// Tags of a cell, which blanks replace.
  private static let cells: Set<Substring> = ["td", "th"]
  /// Tags without any effect here.
  private static let spans: Set<Substring> = [
    "code", "span", "b", "i", "em", "strong", "a", "samp", "tt", "kbd", "font", "small", "sub",
    "sup", "table", "tbody", "thead", "ol", "ul", "body", "html",
  ]

  /// Texts that only markup has: `<a>` alone may be the argument of a type.
  static let signs: [StaticString] = [
    "<br>", "<br/>", "<br />", "<pre", "</pre>", "<code", "</code>", "</td>", "</li>", "</p>",
    "</div>", "</span>", "&gt;", "&lt;", "&amp;", "&quot;", "&#39;", "&nbsp;",
  ]

  /// The lines of markup without tags.
  private static func plain(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var rest = text[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      line += rest[..<open]
      rest = rest[open...]
      guard let tag = tag(at: rest) else {
        line.append("<")
        rest = rest.dropFirst()
        continue
      }
      rest = rest[tag.end...]
      if breaks.contains(tag.name) {
        lines.append(line)
        line = ""
      } else if cells.contains(tag.name) {
        line += "  "
      }
    }
    lines.append(line + rest)
    return lines.map(withoutEntities).filter { !$0[...].trimmed.isEmpty }
  }

  /// The name of the tag at the beginning of a text, and its end; nil for other text.
  private static func tag(at text: Substring) -> (name: Substring, end: String.Index)? {
    let name = text.dropFirst().drop { $0 == "/" }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard !name.isEmpty, name.utf8.count <= 10 else { return nil }
    let lowercased = name.lowercased()[...]
    guard breaks.contains(lowercased) || cells.contains(lowercased) || spans.contains(lowercased)
    else { return nil }
    let rest = text[name.endIndex...]
    let attributes = rest.utf8.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    guard attributes.endIndex < rest.endIndex, rest[attributes.endIndex] == ">",
      attributes.first.map({ $0 == Byte.space || $0 == UInt8(ascii: "/") }) ?? true
    else { return nil }
    return (lowercased, rest.index(after: attributes.endIndex))
  }

  private static let entities: [(name: StaticString, text: String)] = [
    ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
    ("&#x27;", "'"), ("&apos;", "'"), ("&amp;", "&"),
  ]

  private static func withoutEntities(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "&")) else { return line }
    var text = line
    for entity in entities where text.holds(entity.name) {
      text = text.replacing("\(entity.name)", with: entity.text)
    }
    return text
  }

  // MARK: Tables

  /// A row of a table of markdown as one frame: its number, library, function and place in this order.
  ///
  /// It is empty for the line below a table's head.
  private static func row(of text: Substring) -> String? {
    guard text.utf8.contains(UInt8(ascii: "|")),
      text.first == "|" || text.first == "#" || text.first?.isNumber == true,
      text.utf8.count < 2_000, !text.holds(" | @ | ")
    else { return nil }
    let cells = text.split(separator: "|").map { $0.trimmed.filter { $0 != "`" && $0 != "\\" } }
      .map { $0[...].trimmed }.filter { !$0.isEmpty }
    let isColumn = cells.count == 1 && text.first == "|" && text.last == "|"
    guard isColumn || cells.count > 1, text.first == "|" || cells.count > 2 else { return nil }
    if cells.allSatisfy({ $0.allSatisfy { "-: ".contains($0) } }) { return "" }
    if isColumn { return String(text.dropFirst().dropLast()[...].trimmed) }
    return TableRow(cells).text
  }
}

/// The parts of a frame that stand in cells of a table, in any order.
private struct TableRow {
  private var number: Substring?
  private var address: Substring?
  private var place: String?
  private var function: Substring?
  private var others: [Substring] = []
  private let cells: [Substring]

  /// Endings of files with native code.
  private static let files = [
    ".swift", ".m", ".mm", ".c", ".cpp", ".cc", ".h", ".kt", ".java", ".js", ".jsx", ".ts", ".tsx",
    ".rs",
  ]

  init(_ cells: [Substring]) {
    self.cells = cells
    for cell in cells { take(cell) }
    if function == nil { function = others.popLast() }
  }

  private mutating func take(_ cell: Substring) {
    let digits = cell.first == "#" ? cell.dropFirst() : cell
    if digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.utf8.count < 8 {
      if let place, Self.files.contains(where: place.hasSuffix) {
        self.place = "\(place):\(digits)"
      } else if number == nil {
        number = digits
      }
    } else if cell.hasPrefix("0x"), !cell.holds(" ") {
      address = cell
    } else if place == nil, !cell.holds(" "), !cell.holds("("), let found = Self.place(cell) {
      place = found
    } else if function == nil, cell.holds("(") || cell.holds("[") || cell.holds("::") {
      function = cell
    } else {
      others.append(cell)
    }
  }

  private static func place(_ cell: Substring) -> String? {
    guard let found = FrameNotation.place(cell) else { return nil }
    let file = found.prefix { $0 != ":" }
    return files.contains(where: file.hasSuffix) ? found : nil
  }

  /// The frame in the notation of a debugger, or with the place first where there is no number.
  var text: String {
    guard let function else { return cells.joined(separator: "  ") }
    if function.hasPrefix("at ") { return String(function) }
    guard let number else {
      return place.map { "\($0) - \(function)" }
        ?? (others.first.map { "\($0) \(function)" } ?? String(function))
    }
    let module = others.first { !$0.holds(" ") }.map { "\($0)`" } ?? ""
    let name = module.isEmpty ? String(function) : module + function
    return "frame #\(number): \(address ?? "0x0") \(name)" + (place.map { " at \($0)" } ?? "")
  }
}
