import Foundation

/// The source maps in a Chrome trace: those that DevTools saved, and those inside of scripts.
struct ChromeScripts {
  /// A script of one of the browser's engines.
  private struct Script: Hashable {
    var isolate: String
    var number: Int
  }

  private var urls: [Script: String] = [:]
  private var inlined: [Script: Data] = [:]
  private var saved: [String: Data] = [:]

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
    guard bytes.range(of: Data("sourceMappingURL=data:".utf8)) != nil,
      let text = JSONMembers.text(at: value)
    else { return }
    inlined[script] = SourceMaps.inlined(in: Data(text.utf8))
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
