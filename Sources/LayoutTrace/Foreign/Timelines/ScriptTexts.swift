import Foundation

/// The texts of a recording's scripts: from the recording, from source maps, or from folders.
struct ScriptTexts: Sendable {
  private let scripts: [String: [ForeignTimeline.Script]]
  private let maps: SourceMaps
  private let files: ScriptFiles

  init(_ timeline: ForeignTimeline, _ maps: SourceMaps, _ files: ScriptFiles) {
    scripts = Dictionary(grouping: timeline.scripts, by: \.url)
    (self.maps, self.files) = (maps, files)
  }

  /// The lines around a place, of the source if that is known.
  func excerpt(_ place: CodeBackground.Place) -> CodeExcerpt? {
    if let (name, line, column) = place.source {
      guard let text = maps.text(of: name, in: place.url) else { return nil }
      return CodeExcerpt(text, from: 1, line: line, column: column)
    }
    for script in scripts[place.url] ?? [] {
      // Only the first line of a script in a page begins within a line of that.
      let shift = script.line == place.line ? script.column - 1 : 0
      let column = max(1, place.column) - shift
      if let found = CodeExcerpt(script.text, from: script.line, line: place.line, column: column) {
        return found
      }
    }
    return files.keptText(of: place.url).flatMap {
      CodeExcerpt(
        String(decoding: $0, as: UTF8.self), from: 1, line: place.line, column: place.column)
    }
  }
}
