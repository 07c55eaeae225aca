import Synchronization

/// The code of a recording beyond what a layout trace names: who called it, and its script.
///
/// It is noted while the trace is made, and can be asked for afterwards.
package final class CodeBackground: Sendable {
  /// A place in the file of an address, and in the source of which that was made.
  struct Place: Sendable {
    var url: String
    /// The line and the column, from 1; 0 for one that is unknown.
    var line: Int
    var column: Int
    /// The source by its map, and the place in it.
    var source: (name: String, line: Int, column: Int)?
  }

  private let chains = Mutex<[String: [[String]]]>([:])
  private let places = Mutex<[String: Place]>([:])
  private let excerpt: @Sendable (Place) -> CodeExcerpt?

  /// The most ways to one place that are kept, and the most functions of each.
  private static let mostChains = 8
  private static let mostFrames = 24
  /// The most characters of an address: a longer one is no link.
  private static let longestAddress = 1_000

  /// Makes a background whose texts come from a closure.
  init(_ excerpt: @escaping @Sendable (Place) -> CodeExcerpt? = { _ in nil }) {
    self.excerpt = excerpt
  }

  /// Notes the callers of a place, innermost first.
  func note(_ callers: [String], of place: String) {
    let chain = Array(callers.prefix(Self.mostFrames))
    chains.withLock { chains in
      guard chains[place, default: []].count < Self.mostChains,
        chains[place]?.contains(chain) != true
      else { return }
      chains[place, default: []].append(chain)
    }
  }

  /// Notes what is behind a file, line and column of the trace.
  func note(_ place: Place, at location: String) {
    places.withLock { if $0[location] == nil { $0[location] = place } }
  }

  /// The ways to a place as the trace writes it, each with the innermost caller first.
  package func chains(of place: String) -> [[String]] {
    chains.withLock { $0[place] ?? [] }
  }

  /// The address of the script at a file, line and column of the trace, if a browser can open it.
  package func address(of location: String) -> String? {
    guard let place = places.withLock({ $0[location] }),
      place.url.utf8.count <= Self.longestAddress,
      ["http://", "https://"].contains(where: place.url.hasPrefix)
    else { return nil }
    let file = place.url.prefix { $0 != "#" }
    return place.line > 0 ? "\(file)#L\(place.line)" : String(file)
  }

  /// The text around a file, line and column of the trace, if the recording or a folder has it.
  package func excerpt(of location: String) -> CodeExcerpt? {
    places.withLock { $0[location] }.flatMap(excerpt)
  }
}

/// Some lines of a source around one of them.
package struct CodeExcerpt: Hashable, Sendable {
  /// The number of the first line, and that of the line that matters.
  package var firstLine: Int
  package var line: Int
  package var lines: [String]

  /// The lines before and after the one that matters, and the most characters of a line.
  private static let around = 3
  private static let longest = 160
  private static let mostLines = 1 << 40

  /// Cuts out the lines around one of a text whose first line has a number; nil if it has no such line.
  ///
  /// Of a long line, such as that of a minified script, the part around the column remains.
  init?(_ text: String, from start: Int, line: Int, column: Int) {
    // A damaged recording can state any number.
    guard start > 0, line >= start, line <= Self.mostLines else { return nil }
    let wanted = max(start, line - Self.around)...(line + Self.around)
    var found: [Substring.UTF8View] = []
    var (number, rest) = (start, text[...].utf8)
    while number <= wanted.upperBound {
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      if number >= wanted.lowerBound { found.append(rest[..<(end ?? rest.endIndex)]) }
      guard let end else { break }
      rest = rest[rest.index(after: end)...]
      number += 1
    }
    let first = wanted.lowerBound
    guard found.count > line - first else { return nil }
    (firstLine, self.line) = (first, line)
    lines = found.enumerated().map { index, bytes in
      let place = first + index == line ? max(1, column) - 1 : 0
      return Self.clipped(Substring(bytes), around: place)
    }
  }

  private static func clipped(_ line: Substring, around column: Int) -> String {
    let units = line.utf16
    guard units.count > longest else {
      return String(line.last == "\r" ? line.dropLast() : line)
    }
    let start = max(0, min(column - longest / 3, units.count - longest))
    // A character may consist of two units, of which the other one is cut off.
    let text = String(decoding: units.dropFirst(start).prefix(longest), as: UTF16.self)
    let isEnd = start + longest >= units.count
    return (start > 0 ? "…" : "") + text + (isEnd ? "" : "…")
  }
}
