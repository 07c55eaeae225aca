import LayoutTrace

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What operands stand for: a folder for the traces in it and below, a pattern for what matches.
enum TraceOperands {
  /// How the names of files end that are looked at in a folder, without compression.
  static let endings = TraceFormat.allCases.flatMap(\.usualEndings).reduce(into: [String]()) {
    if !$0.contains($1) { $0.append($1) }
  }

  /// The inputs of an operand, those of one operand in the order of their names.
  ///
  /// In folders, hidden files and links to folders are left out, and files that are no traces. What
  /// cannot be listed becomes an input, whose reader says why.
  ///
  /// - Throws: `UsageError` where there is no trace in a folder, or nothing matches a pattern.
  static func inputs(of operand: String) throws(UsageError) -> [TraceInput] {
    if isFolder(operand, followingLinks: true) { return try inputs(below: operand) }
    guard operand != "-", operand.contains(where: { "*?[".contains($0) }), !exists(operand) else {
      return [.path(operand)]
    }
    let paths = matches(of: operand)
    guard !paths.isEmpty else {
      throw UsageError(
        "nothing matches \(Printable.quoted(operand))",
        remedy: "look for a misspelling, or name the files")
    }
    var inputs: [TraceInput] = []
    for path in paths {
      if isFolder(path, followingLinks: true) {
        inputs += try Self.inputs(below: path)
      } else {
        inputs.append(.path(path))
      }
    }
    return inputs
  }

  private static func inputs(below folder: String) throws(UsageError) -> [TraceInput] {
    var paths: [String] = []
    var folders = [folder]
    while let next = folders.popLast() {
      guard let names = names(in: next) else {
        paths.append(next)
        continue
      }
      for (name, type) in names where !name.hasPrefix(".") {
        let path = next.hasSuffix("/") ? next + name : "\(next)/\(name)"
        // Most file systems say it with the name: asking for each of many files takes longer.
        let isFile = type == DT_REG
        if !isFile, isFolder(path, followingLinks: false) {
          folders.append(path)
        } else if isFile || !isFolder(path, followingLinks: true), OpenedTrace.isTrace(at: path) {
          paths.append(path)
        }
      }
    }
    guard !paths.isEmpty else {
      throw UsageError(
        "there is no trace in the folder \(Printable.quoted(folder))",
        remedy: "a folder stands for its files named *\(endings.joined(separator: ", *")), also "
          + "compressed, that are of a known format; name others one by one")
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .path($0) }
  }

  /// The names in a folder with their types, as `readdir` has them; nil where it cannot be read.
  private static func names(in folder: String) -> [(name: String, type: Int)]? {
    guard let listing = opendir(folder) else { return nil }
    defer { closedir(listing) }
    var names: [(name: String, type: Int)] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      if let name { names.append((name, Int(entry.pointee.d_type))) }
    }
    return names
  }

  /// What matches a pattern of the shell's, in the order of the names.
  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0, let list = found.gl_pathv else { return [] }
    let paths = (0..<Int(found.gl_pathc)).compactMap { index in
      list[index].flatMap { String(validatingCString: $0) }
    }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func isFolder(_ path: String, followingLinks: Bool) -> Bool {
    var status = stat()
    let found = followingLinks ? stat(path, &status) : lstat(path, &status)
    return found == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
