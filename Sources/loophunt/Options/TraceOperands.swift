import Foundation
import LayoutTrace

/// Expands operands: a folder to the traces in it and below, a pattern to its matches.
enum TraceOperands {
  /// The endings of the files that are considered in a folder, without compression.
  static let endings = TraceFormats.all.flatMap(\.usualEndings).reduce(into: [String]()) {
    if !$0.contains($1) { $0.append($1) }
  }

  /// An input, and the folder in which it was found; nil if it was named itself.
  typealias Found = (input: TraceInput, folder: String?)

  /// The inputs of a file, a folder or a pattern, in the order of their names.
  ///
  /// In folders, hidden files, links to folders, and files that are not traces are left out;
  /// `leftOut` gets those that are named like traces. An entry that cannot be listed becomes an
  /// input, whose reader reports the reason.
  static func inputs(
    of operand: String, leftOut: inout [String]
  ) throws(UsageError) -> [Found] {
    if Descriptors.isFolder(operand) {
      return try inputs(below: operand, leftOut: &leftOut)
    }
    guard operand != "-", operand.contains(where: { "*?[".contains($0) }), !exists(operand) else {
      return [(.path(operand), nil)]
    }
    let paths = try matches(of: operand)
    guard !paths.isEmpty else {
      throw UsageError(
        "nothing matches \(Printable.quoted(operand))",
        remedy: "correct the pattern, or name the files")
    }
    var inputs: [Found] = []
    for (path, isClosed) in paths.inOrder(of: { $0.path }) {
      if !isClosed, Descriptors.isFolder(path) {
        inputs += try Self.inputs(below: path, leftOut: &leftOut)
      } else {
        inputs.append((.path(path), nil))
      }
    }
    return inputs
  }

  private static func inputs(
    below folder: String, leftOut: inout [String]
  ) throws(UsageError) -> [Found] {
    var paths: [String] = []
    var folders = [folder]
    while let next = folders.popLast() {
      guard let entries = entries(of: next) else {
        paths.append(next)
        continue
      }
      for entry in entries where !entry.name.hasPrefix(".") {
        let path = next.hasSuffix("/") ? next + entry.name : "\(next)/\(entry.name)"
        // Most file systems return it with the name: asking for each of many files takes longer.
        let isFile = entry.type == DT_REG
        guard entry.isText else {
          // A trace that is left out by mistake would pass.
          if !isFile || OpenedTrace.isNamedLikeTrace(path) {
            throw unreadable(entry.name, in: next)
          }
          continue
        }
        if !isFile, Descriptors.isFolder(path, followingLinks: false) {
          folders.append(path)
        } else if isFile || isFileOrMissing(path), OpenedTrace.isTrace(at: path) {
          paths.append(path)
        } else if OpenedTrace.isNamedLikeTrace(path)
          || !isFile && Descriptors.isFolder(path)
        {
          leftOut.append(path)
        }
      }
    }
    guard !paths.isEmpty else {
      throw UsageError(
        "there is no trace in the folder \(Printable.quoted(folder))",
        remedy: "a folder stands for the files of a known format in it that are named "
          + "*\(endings.joined(separator: ", *")), also compressed; name others one by one")
    }
    return paths.inOrder(of: \.self).map { (.path($0), folder) }
  }

  /// An entry of a folder.
  private struct Entry {
    /// The name; with replacements if it is not UTF-8.
    var name: String
    var isText: Bool
    /// The type, as `readdir` returns it.
    var type: Int
  }

  /// The entries of a folder; nil if it cannot be read to its end.
  private static func entries(of folder: String) -> [Entry]? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    var entries: [Entry] = []
    errno = 0
    while let entry = readdir(listing) {
      let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          (String(cString: $0), String(validatingCString: $0) != nil)
        }
      }
      entries.append(Entry(name: name, isText: isText, type: Int(entry.pointee.d_type)))
      errno = 0
    }
    return errno == 0 ? entries : nil
  }

  /// The matches of a shell pattern, and paths that cannot be listed, of which `glob` tells
  /// nothing.
  private static func matches(
    of pattern: String
  ) throws(UsageError) -> [(path: String, isClosed: Bool)] {
    var found = [pattern.hasPrefix("/") ? "/" : ""]
    var closed: [String] = []
    for part in pattern.split(separator: "/").map(String.init) {
      var next: [String] = []
      for beginning in found {
        guard part.contains(where: { "*?[\\".contains($0) }) else {
          if exists(beginning + part) {
            next.append(beginning + part)
          } else if errno != ENOENT, errno != ENOTDIR {
            closed.append(beginning + part)
          }
          continue
        }
        let folder = beginning.isEmpty ? "." : beginning
        guard Descriptors.isFolder(folder) else { continue }
        guard let entries = entries(of: folder) else {
          closed.append(
            folder == "/" || !folder.hasSuffix("/") ? folder : String(folder.dropLast()))
          continue
        }
        for entry in entries where fnmatch(part, entry.name, FNM_PERIOD) == 0 {
          guard entry.isText else { throw unreadable(entry.name, in: folder) }
          let path = beginning + entry.name
          let isFile = entry.type == DT_REG || isFileOrMissing(path)
          if isFile || Descriptors.isFolder(path) { next.append(path) }
        }
      }
      found = next.map { $0 + "/" }
    }
    let paths = pattern.hasSuffix("/") ? found : found.map { String($0.dropLast()) }
    return paths.filter { !$0.hasSuffix("/") || Descriptors.isFolder($0) }.map {
      ($0, false)
    } + closed.map { ($0, true) }
  }

  private static func unreadable(_ name: String, in folder: String) -> UsageError {
    UsageError(
      "the name \(Printable.quoted(name)) in the folder \(Printable.quoted(folder)) is not UTF-8",
      remedy: "rename it")
  }

  /// True if a path leads to a file or to nothing: a pipe or a device could block.
  private static func isFileOrMissing(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
