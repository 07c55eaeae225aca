import Foundation

/// The folder into which files are ported, with a record of what an earlier port wrote there.
///
/// Nothing that anybody else wrote or edited is replaced.
struct PortFolder {
  private static let record = ".loophunt-port"

  let path: String
  /// True if the folder is that of a package, which holds the files of one port only.
  private let isPackage: Bool
  /// The digests of the files that an earlier port wrote, by their paths in the folder; nil without a record.
  private let former: [String: String]?

  init(_ path: String, isPackage: Bool) {
    (self.path, self.isPackage) = (path, isPackage)
    let text = try? String(contentsOfFile: "\(path)/\(Self.record)", encoding: .utf8)
    former = text.map { text in
      text.split(separator: "\n").reduce(into: [:]) { record, line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        if parts.count == 2, Self.isOfPort(parts[1]) { record[parts[1]] = parts[0] }
      }
    }
  }

  /// True for a path at which a port writes, so that a record of somebody else leads to no other file.
  private static func isOfPort(_ name: String) -> Bool {
    guard !PortPackage.paths.contains(name) else { return true }
    let file = name.hasPrefix(PortPackage.home) ? name.dropFirst(PortPackage.home.count) : name[...]
    return file.hasSuffix(".swift") && !file.contains("/")
  }

  /// A number that differs if a file was edited.
  private static func digest(_ bytes: [UInt8]) -> String {
    var digest: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { digest = (digest ^ UInt64(byte)) &* 1_099_511_628_211 }
    return String(digest, radix: 16)
  }

  /// True if a file that an earlier port wrote is there and differs from what it wrote.
  func isEdited(_ name: String) -> Bool {
    guard let digest = former?[name],
      let bytes = FileManager.default.contents(atPath: "\(path)/\(name)")
    else { return false }
    return Self.digest(Array(bytes)) != digest
  }

  /// The files of an earlier port that this one does not write.
  private func stale(beside names: [String]) -> [String] {
    isPackage ? (former ?? [:]).keys.filter { !names.contains($0) }.sorted() : []
  }

  /// Refuses a folder in which files of somebody else would be lost.
  ///
  /// - Parameters:
  ///   - ported: The paths in the folder to which files are ported.
  ///   - package: The paths of what is around them, which stays if it was edited.
  ///   - sources: The files that are ported.
  func check(
    _ ported: [String], beside package: [String], sources: [String]
  ) throws(UsageError) {
    let names = ported + package
    let outputs = Set(names.map { Self.resolved("\(path)/\($0)") })
    if let source = sources.first(where: { outputs.contains(Self.resolved($0)) }) {
      throw UsageError(
        "the output would replace the source \(Printable.quoted(source))",
        remedy: "name another folder for -o")
    }
    guard former != nil else {
      let contents = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      guard contents.isEmpty else {
        throw UsageError(
          "the folder \(Printable.quoted(path)) is not empty, and no port wrote it",
          remedy: "name another one for -o")
      }
      return
    }
    let all = names + stale(beside: names)
    if let edited = all.first(where: { !package.contains($0) && isEdited($0) }) {
      throw UsageError(
        "\(Printable.quoted("\(path)/\(edited)")) was edited after it was ported",
        remedy: "put the edits into the source and delete this file, or name another folder for -o")
    }
    if let foreign = names.first(where: { former?[$0] == nil && exists($0) }) {
      throw UsageError(
        "\(Printable.quoted("\(path)/\(foreign)")) is there, and no port wrote it",
        remedy: "move it, or name another folder for -o")
    }
  }

  /// Removes the files of an earlier port that this one does not write.
  func removeStale(beside names: [String]) {
    // A name may be that of a folder now.
    for name in stale(beside: names) { unlink("\(path)/\(name)") }
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(path)/\(name)")
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }

  /// The record of some files, and its name in the folder.
  ///
  /// - Parameters:
  ///   - files: The files that were written.
  ///   - kept: The names of those that stayed as they were edited.
  func record(
    of files: [(path: String, bytes: [UInt8])], kept: [String]
  ) -> (path: String, bytes: [UInt8]) {
    var record = (former ?? [:]).filter { !isPackage || kept.contains($0.key) }
    for file in files { record[file.path] = Self.digest(file.bytes) }
    let lines = record.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    return (Self.record, Array(lines.joined().utf8))
  }
}
