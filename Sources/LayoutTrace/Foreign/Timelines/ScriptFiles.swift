import Foundation

/// Copies of scripts in folders, and the source maps beside them.
struct ScriptFiles: Sendable {
  private let folders: [String]
  /// True if a copy is read once only, and stays in memory.
  private let keeps: Bool
  private var texts: [String: Data?] = [:]

  /// The size from which on a file is not accepted as a map or a script.
  private static let mostBytes = 64 << 20

  init(_ folders: [String], keeps: Bool) { (self.folders, self.keeps) = (folders, keeps) }

  /// The text of a script.
  mutating func text(of url: String) -> Data? {
    if let known = texts[url] { return known }
    let text = file(of: url, "")
    if keeps { texts[url] = .some(text) }
    return text
  }

  /// The text of a script if it was read and kept.
  func keptText(of url: String) -> Data? { texts[url] ?? nil }

  /// The map beside a script, or in it.
  mutating func map(of url: String) -> Data? {
    file(of: url, ".map") ?? text(of: url).flatMap(SourceMaps.inlined)
  }

  private func file(of url: String, _ ending: String) -> Data? {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    let path = String(whole.replacing(#/^[a-z]+:\/\/[^\/]*\//#, with: ""))
    guard !path.split(separator: "/").contains("..") else { return nil }
    for folder in folders {
      for name in [path, Self.name(of: url)] {
        if let file = Self.read("\(folder)/\(name)\(ending)") { return file }
      }
    }
    return nil
  }

  /// The last part of an address, without its query.
  static func name(of url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
  }

  private static func read(_ path: String) -> Data? {
    (try? OpenFile.bytes(of: path, atMost: mostBytes)).map { Data($0) }
  }
}
