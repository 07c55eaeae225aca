import Foundation

/// Copies of scripts in folders, and the source maps beside them.
struct ScriptFiles: Sendable {
  private let folders: [String]
  /// True if a copy is read once only, and stays in memory.
  private let keeps: Bool
  private var texts: [String: Data?] = [:]
  /// A sentence for each folder and each map that is there and cannot be read.
  private(set) var notes: [String] = []

  /// The size from which on a file is not accepted as a map or a script.
  private static let mostBytes = 64 << 20

  init(_ folders: [String], keeps: Bool) {
    (self.folders, self.keeps) = (folders, keeps)
    notes = folders.filter { !Descriptors.isFolder($0) }.map {
      "there is no folder \($0.clipped) to look for source maps in; check the path"
    }
  }

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
    file(of: url, Self.mapEnding) ?? text(of: url).flatMap(SourceMaps.inlined)
  }

  private static let mapEnding = ".map"

  private mutating func file(of url: String, _ ending: String) -> Data? {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    let path = String(whole.replacing(#/^[a-z]+:\/\/[^\/]*\//#, with: ""))
    guard !path.split(separator: "/").contains("..") else { return nil }
    let name = Self.name(of: url)
    for folder in folders {
      for name in name == path ? [path] : [path, name] {
        if let file = read("\(folder)/\(name)\(ending)", isMap: ending == Self.mapEnding) {
          return file
        }
      }
    }
    return nil
  }

  /// The last part of an address, without its query.
  static func name(of url: String) -> String {
    String(url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
  }

  private mutating func read(_ path: String, isMap: Bool) -> Data? {
    do throws(UnreadableFile) {
      return Data(try OpenFile.bytes(of: path, atMost: Self.mostBytes))
    } catch {
      // An address can be longer than any name of a file.
      let isName = path.utf8.split(separator: UInt8(ascii: "/")).allSatisfy { $0.count <= 255 }
      if isMap, isName, !error.isMissing {
        notes.append("the source map \(path.clipped) \(error.problem); build it again")
      }
      return nil
    }
  }
}
