import Foundation

/// A source map of version 3: the places in the sources of which a script was made.
struct SourceMap: Sendable {
  /// A place in a source.
  struct Origin: Hashable, Sendable {
    var source: String
    /// The line and the column, from 1.
    var line: Int
    var column: Int
    /// The original name of the identifier there.
    var name: String?
    /// True if the map lists the source as somebody else's.
    var isIgnored: Bool
  }

  /// The beginning of a piece of the script; all numbers count from 0.
  private struct Segment {
    var column: Int32
    var source: Int32
    var line: Int32
    var originalColumn: Int32
    var name: Int32
  }

  /// The segments of each line of the script, by column.
  private var lines: [[Segment]] = []
  private var sources: [String] = []
  private var names: [String] = []
  private var ignored: Set<Int> = []

  /// The parts of a map's file.
  private struct Form: Decodable {
    var version: Int
    var sourceRoot: String?
    var sources: [String?]?
    var names: [String]?
    var mappings: String?
    var sections: [Section]?
    var ignoreList: [Int]?
    /// The name of the list in older maps.
    var olderIgnoreList: [Int]?

    private enum CodingKeys: String, CodingKey {
      case version, sourceRoot, sources, names, mappings, sections, ignoreList
      case olderIgnoreList = "x_google_ignoreList"
    }

    struct Section: Decodable {
      var offset: Offset
      var map: Form?
    }

    struct Offset: Decodable {
      var line: Int
      var column: Int
    }
  }

  /// The texts of a map's sources, which are read only if one of them is shown.
  private struct Texts: Decodable {
    var sourceRoot: String?
    var sources: [String?]?
    var sourcesContent: [String?]?
    var sections: [Section]?

    struct Section: Decodable { var map: Texts? }
  }

  /// The text of a source, as the bytes of a map's file contain it.
  static func text(of source: String, in bytes: Data) -> String? {
    (try? JSONDecoder().decode(Texts.self, from: unguarded(bytes))).flatMap {
      text(of: source, in: $0)
    }
  }

  private static func text(of source: String, in form: Texts) -> String? {
    let root = prefix(form.sourceRoot)
    if let index = form.sources?.firstIndex(where: { root + ($0 ?? "") == source }),
      let texts = form.sourcesContent, texts.indices.contains(index), let text = texts[index]
    {
      return text
    }
    return (form.sections ?? []).lazy.compactMap { $0.map.flatMap { text(of: source, in: $0) } }
      .first
  }

  /// The folder before the names of sources.
  private static func prefix(_ root: String?) -> String {
    root.map { $0.isEmpty || $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
  }

  /// The bytes of a map's file without a first line that keeps browsers from running it as a script.
  private static func unguarded(_ bytes: Data) -> Data {
    guard bytes.starts(with: Data(")]}'".utf8)), let end = bytes.firstIndex(of: Byte.newline) else {
      return bytes
    }
    return Data(bytes[bytes.index(after: end)...])
  }

  /// The number of lines from which on a script is not accepted.
  private static let mostLines = 1 << 22

  /// The reason why a map cannot be used.
  struct Flaw: Error { var problem: String }

  /// Reads the bytes of a map's file.
  init(_ bytes: Data) throws(Flaw) {
    guard let form = try? JSONDecoder().decode(Form.self, from: Self.unguarded(bytes)) else {
      throw Flaw(problem: "it is no source map")
    }
    guard form.version == 3 else { throw Flaw(problem: "it is of version \(form.version), not 3") }
    try add(form, line: 0, column: 0)
    for index in lines.indices { lines[index].sort { $0.column < $1.column } }
  }

  private mutating func add(_ form: Form, line: Int, column: Int) throws(Flaw) {
    for section in form.sections ?? [] {
      guard let map = section.map, 0..<Self.mostLines ~= section.offset.line,
        line + section.offset.line < Self.mostLines, 0..<1 << 30 ~= section.offset.column
      else { continue }
      try add(map, line: line + section.offset.line, column: section.offset.column)
    }
    guard let mappings = form.mappings else { return }
    let root = Self.prefix(form.sourceRoot)
    let (firstSource, firstName) = (sources.count, names.count)
    sources += (form.sources ?? []).map { root + ($0 ?? "") }
    names += form.names ?? []
    for index in (form.ignoreList ?? []) + (form.olderIgnoreList ?? [])
    where form.sources?.indices.contains(index) == true {
      ignored.insert(firstSource + index)
    }
    var reader = Mappings(mappings, line: line, column: column)
    while let (place, values) = try reader.next() {
      guard values.count >= 4 else { continue }
      guard place < Self.mostLines else { throw Flaw(problem: "its script has too many lines") }
      while lines.count <= place { lines.append([]) }
      let source = firstSource + values.source
      guard sources.indices.contains(source), values.line >= 0, values.originalColumn >= 0 else {
        throw Flaw(problem: "its mappings name a source that it does not have")
      }
      let name = values.count > 4 ? firstName + values.name : -1
      lines[place].append(
        Segment(
          column: Int32(clamping: values.column), source: Int32(clamping: source),
          line: Int32(clamping: values.line),
          originalColumn: Int32(clamping: values.originalColumn),
          name: names.indices.contains(name) ? Int32(clamping: name) : -1))
    }
  }

  /// The place in a source of a place in the script; both count from 1.
  func origin(line: Int, column: Int) -> Origin? {
    guard lines.indices.contains(line - 1) else { return nil }
    let segments = lines[line - 1]
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(segments[middle].column) <= column - 1 { low = middle + 1 } else { high = middle }
    }
    guard low > 0, case let found = segments[low - 1] else { return nil }
    return Origin(
      source: sources[Int(found.source)], line: Int(found.line) + 1,
      column: Int(found.originalColumn) + 1, name: found.name < 0 ? nil : names[Int(found.name)],
      isIgnored: ignored.contains(Int(found.source)))
  }
}

/// Reads the numbers of `mappings`, which are differences in base 64.
private struct Mappings {
  /// The values of a segment; `count` of them are written.
  struct Values {
    var count = 0
    var column = 0
    var source = 0
    var line = 0
    var originalColumn = 0
    var name = 0
  }

  private var rest: ArraySlice<UInt8>
  private var place: Int
  private let firstLine: Int
  private let firstColumn: Int
  private var values = Values()

  init(_ text: String, line: Int, column: Int) {
    rest = Array(text.utf8)[...]
    (place, firstLine, firstColumn) = (line, line, column)
  }

  /// The next segment and the line that it is in; nil at the end.
  mutating func next() throws(SourceMap.Flaw) -> (place: Int, values: Values)? {
    while let byte = rest.first {
      if byte == UInt8(ascii: ";") {
        place += 1
        values.column = 0
        rest.removeFirst()
      } else if byte == UInt8(ascii: ",") {
        rest.removeFirst()
      } else {
        values.count = 0
        while let byte = rest.first, byte != UInt8(ascii: ","), byte != UInt8(ascii: ";") {
          try add(number())
        }
        var found = values
        if place == firstLine { found.column += firstColumn }
        return (place, found)
      }
    }
    return nil
  }

  private mutating func add(_ difference: Int) throws(SourceMap.Flaw) {
    switch values.count {
    case 0: values.column += difference
    case 1: values.source += difference
    case 2: values.line += difference
    case 3: values.originalColumn += difference
    case 4: values.name += difference
    default: throw SourceMap.Flaw(problem: "a segment of its mappings has too many numbers")
    }
    values.count += 1
  }

  private mutating func number() throws(SourceMap.Flaw) -> Int {
    var (value, shift) = (0, 0)
    while let byte = rest.popFirst() {
      guard let digit = Self.digit(byte), shift <= 30 else { break }
      value |= (digit & 31) << shift
      shift += 5
      if digit & 32 == 0 { return value & 1 == 1 ? -(value >> 1) : value >> 1 }
    }
    throw SourceMap.Flaw(problem: "its mappings are damaged")
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
