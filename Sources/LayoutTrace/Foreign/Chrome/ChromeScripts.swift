import Foundation

/// The source maps in a Chrome trace: those that DevTools saved, and those inside of scripts.
///
/// The texts of the scripts are kept, too, if they are to be shown.
struct ChromeScripts {
  /// A script of one of the browser's engines.
  private struct Script: Hashable {
    var isolate: String
    var number: Int
  }

  private var urls: [Script: String] = [:]
  private var inlined: [Script: Data] = [:]
  private var saved: [String: Data] = [:]
  private let keepsTexts: Bool
  private var kept: [Script: String] = [:]
  /// The places at which scripts begin in the files of their addresses.
  private var starts: [Start: (line: Int, column: Int)] = [:]
  /// The room for more texts, in bytes.
  private var room = 64 << 20

  /// A script by its address and its number.
  private struct Start: Hashable {
    var url: String
    var number: Int
  }

  init(keepsTexts: Bool) { self.keepsTexts = keepsTexts }

  /// The maps by the addresses of their scripts.
  var maps: [String: Data] {
    var maps = saved
    for (script, map) in inlined {
      if let url = urls[script], !url.isEmpty, maps[url] == nil { maps[url] = map }
    }
    return maps
  }

  /// Takes an event with the address or the text of a script, which are two.
  mutating func take(_ arguments: UnsafePointer<UInt8>) {
    guard let data = JSONMembers.value("data", of: arguments),
      let isolate = JSONMembers.value("isolate", of: data),
      let number = JSONMembers.whole("scriptId", of: data)
    else { return }
    let script = Script(isolate: JSONMembers.text(at: isolate) ?? "", number: number)
    if let url = JSONMembers.text("url", of: data) { urls[script] = url }
    // Most scripts contain no map, and need not be decoded.
    guard let value = JSONMembers.value("sourceText", of: data) else { return }
    var cursor = JSONCursor(value)
    _ = cursor.skipValue()
    let bytes = Data(bytes: value, count: cursor.at - value)
    let hasMap = bytes.range(of: Data("sourceMappingURL=data:".utf8)) != nil
    guard hasMap || keepsTexts && bytes.count <= room, let text = JSONMembers.text(at: value) else {
      return
    }
    if hasMap { inlined[script] = SourceMaps.inlined(in: Data(text.utf8)) }
    guard keepsTexts, bytes.count <= room, kept[script] == nil else { return }
    kept[script] = text
    room -= bytes.count
  }

  /// Takes an event with the place at which a script begins.
  mutating func take(start arguments: UnsafePointer<UInt8>) {
    guard keepsTexts, let data = JSONMembers.value("data", of: arguments),
      let number = JSONMembers.whole("scriptId", of: data),
      let url = JSONMembers.text("url", of: data),
      let line = JSONMembers.whole("lineNumber", of: data),
      let column = JSONMembers.whole("columnNumber", of: data)
    else { return }
    starts[Start(url: url, number: number)] = (line, column)
  }

  /// The texts with known places; only a script that is no part of a page begins at its first line.
  func texts(ofPages pages: Set<String>) -> [ForeignTimeline.Script] {
    kept.sorted { $0.key.number < $1.key.number }.compactMap { script, text in
      guard let url = urls[script], !url.isEmpty else { return nil }
      let start = starts[Start(url: url, number: script.number)]
      guard start != nil || !pages.contains(url) else { return nil }
      return ForeignTimeline.Script(
        url: url, line: max(1, start?.line ?? 1), column: max(1, start?.column ?? 1),
        text: text)
    }
  }

  /// Takes the maps that DevTools saved: `[{"url": …, "sourceMap": {…}}]`.
  mutating func takeMaps(_ value: UnsafePointer<UInt8>) {
    var elements = JSONElements(value)
    while let element = elements.next() {
      guard let url = JSONMembers.text("url", of: element),
        let map = JSONMembers.value("sourceMap", of: element)
      else { continue }
      var cursor = JSONCursor(map)
      _ = cursor.skipValue()
      saved[url] = Data(bytes: map, count: cursor.at - map)
    }
  }
}
