import Foundation

/// The source maps of a recording's scripts, from the recording itself or from folders.
struct SourceMaps: Sendable {
  private var maps: [String: SourceMap] = [:]
  /// The bytes of the maps, if texts of sources are asked for.
  private var kept: [String: Data] = [:]
  /// A sentence for each map that cannot be used.
  private(set) var notes: [String] = []

  /// Takes the maps of the scripts that occur in a timeline.
  ///
  /// - Parameters:
  ///   - timeline: The timeline, which may hold maps.
  ///   - files: The folders with other maps.
  ///   - keepsTexts: True if the texts of sources are asked for later.
  init(_ timeline: ForeignTimeline, _ files: inout ScriptFiles, keepsTexts: Bool) {
    self.init(
      scripts: Set(timeline.places.compactMap(\.url)), saved: timeline.sourceMaps, &files,
      keepsTexts: keepsTexts)
  }

  /// Takes the maps of scripts from a recording, or else from folders.
  init(
    scripts: Set<String>, saved: [String: Data], _ files: inout ScriptFiles,
    keepsTexts: Bool = false
  ) {
    for url in scripts.sorted() where !url.isEmpty {
      guard let bytes = saved[url] ?? files.map(of: url) else {
        continue
      }
      do {
        maps[url] = try SourceMap(bytes)
        if keepsTexts { kept[url] = bytes }
      } catch {
        notes.append(
          "the source map of \(ScriptFiles.name(of: url).clipped) is left out: \(error.problem); build it again"
        )
      }
    }
    notes = files.notes + notes
  }

  /// The place in a source of a place in a script; nil without a map.
  func origin(_ url: String?, line: Int, column: Int) -> SourceMap.Origin? {
    url.flatMap { maps[$0] }?.origin(line: line, column: max(1, column))
  }

  /// The text of a source by the map of a script, if the map contains it.
  func text(of source: String, in url: String) -> String? {
    kept[url].flatMap { SourceMap.text(of: source, in: $0) }
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
