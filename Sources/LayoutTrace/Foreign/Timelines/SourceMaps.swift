import Foundation

/// The source maps of a recording's scripts, from the recording itself or from folders.
struct SourceMaps: Sendable {
  private var maps: [String: SourceMap] = [:]
  /// A sentence for each map that cannot be used.
  private(set) var notes: [String] = []

  /// The size from which on a file is not accepted as a map or a script.
  private static let mostBytes = 64 << 20

  /// Takes the maps of the scripts that occur in a timeline.
  init(_ timeline: ForeignTimeline, folders: [String]) {
    self.init(
      scripts: Set(timeline.places.compactMap(\.url)), saved: timeline.sourceMaps, folders: folders)
  }

  /// Takes the maps of scripts from a recording, or else from folders.
  init(scripts: Set<String>, saved: [String: Data], folders: [String]) {
    for url in scripts.sorted() where !url.isEmpty {
      guard let bytes = saved[url] ?? Self.bytes(of: url, in: folders) else {
        continue
      }
      do {
        maps[url] = try SourceMap(bytes)
      } catch {
        notes.append(
          "the source map of \(Self.name(of: url).clipped) is left out: \(error.problem); build it again"
        )
      }
    }
  }

  /// The place in a source of a place in a script; nil without a map.
  func origin(_ url: String?, line: Int, column: Int) -> SourceMap.Origin? {
    url.flatMap { maps[$0] }?.origin(line: line, column: max(1, column))
  }

  /// The map beside a script in one of the folders, or in the script there.
  private static func bytes(of url: String, in folders: [String]) -> Data? {
    file(of: url, ".map", in: folders) ?? script(of: url, in: folders).flatMap(inlined)
  }

  /// The text of a script in one of the folders.
  static func script(of url: String, in folders: [String]) -> Data? {
    file(of: url, "", in: folders)
  }

  private static func file(of url: String, _ ending: String, in folders: [String]) -> Data? {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    let path = String(whole.replacing(#/^[a-z]+:\/\/[^\/]*\//#, with: ""))
    guard !path.split(separator: "/").contains("..") else { return nil }
    for folder in folders {
      for name in [path, Self.name(of: url)] {
        if let file = read("\(folder)/\(name)\(ending)") { return file }
      }
    }
    return nil
  }

  private static func name(of url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
  }

  private static func read(_ path: String) -> Data? {
    (try? OpenFile.bytes(of: path, atMost: mostBytes)).map { Data($0) }
  }

  /// The map that the last lines of a script contain.
  static func inlined(in script: Data) -> Data? {
    let mark = Data("sourceMappingURL=data:".utf8)
    guard let found = script.range(of: mark, options: .backwards),
      let comma = script[found.upperBound...].firstIndex(of: Byte.comma)
    else { return nil }
    let text = script[script.index(after: comma)...].prefix { $0 > Byte.space }
    let header = script[found.upperBound..<comma]
    guard header.range(of: Data(";base64".utf8)) != nil else {
      return String(decoding: text, as: UTF8.self).removingPercentEncoding.map { Data($0.utf8) }
    }
    return Data(base64Encoded: text) ?? Data()
  }
}
