import Foundation
import LayoutTrace

/// `loophunt port`: rewrites Swift files so that they compile with the package UIKit.
enum PortCommand {
  static let output = Option.text(
    "output", letter: "o", value: "FOLDER",
    help: "Write the package to FOLDER, which is created if it is missing.", completion: .files)
  static let library = Option.text(
    "uikit", value: "PATH",
    help: "The path of the package UIKit from FOLDER; the default is '../LoopHunter/UIKit'.",
    completion: .files)
  static let sourcesOnly = Option.flag(
    "sources-only", help: "Write only the files, without a package around them.")

  /// The largest file that is read: no source is larger.
  private static let largestFile = 16 << 20

  static let command = Command(
    "port", summary: "Make Swift files for UIKit compile on Linux.",
    discussion: [
      "Rewrites what Swift rejects on Linux: attributes for Objective-C and Interface Builder, #selector, "
        + "super.init(coder:), optional requirements and conditions for iOS. Every change is listed "
        + "with its line; doubtful code is left alone, with a note.",
      "The output is a package. Its first test puts a view of each class into a window, lays it out at "
        + "five sizes and in both directions, and expects no loop.",
      "It can run again: it keeps the test and the manifest if they were edited, and replaces nothing else "
        + "that it did not write.",
      "The exit status is 0 if everything was written.",
    ],
    operands: Operands(
      "SOURCE", count: 1...100_000, help: "A Swift file that imports UIKit.", completion: .files),
    options: [output, library, sourcesOnly],
    examples: [
      Example("loophunt port Card.swift Badge.swift -o Ported", "Make a package of two views.")
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    guard let folder = invocation[output] else {
      throw UsageError("no folder is named for the package", remedy: "add -o FOLDER")
    }
    let sources = invocation.operands
    let names = try fileNames(of: sources)
    let bare = invocation[sourcesOnly]
    let paths = names.map { bare ? $0 : PortPackage.home + $0 }
    let target = PortFolder(folder, isPackage: !bare)
    try target.check(paths, beside: bare ? [] : PortPackage.paths, sources: sources)
    return try console.attempt("port") {
      let module = PortedModule(try sources.map(bytes))
      var classes: [ViewClass] = []
      var ported: [[UInt8]] = []
      for (source, file) in zip(sources, module.files) {
        let port = SourcePort(file, in: module)
        if console.isInterrupted("nothing is written") { return .internalFailure }
        for change in port.changes {
          let text = "\(source):\(change.line): \(change.isNote ? "note: " : "")\(change.text)"
          console.print(Printable.line(text))
        }
        ported.append(port.result)
        classes += port.viewClasses
      }
      for link in OverrideLink.all(in: &ported) {
        let note = link.isNote ? "note: " : ""
        console.print(Printable.line("\(sources[link.file]):\(link.line): \(note)\(link.text)"))
      }
      if console.isInterrupted("nothing is written") { return .internalFailure }
      let package = PortPackage(
        library: invocation[library] ?? "../LoopHunter/UIKit", classes: classes)
      return write(
        Array(zip(paths, ported)), around: bare ? [] : package.files, to: target, on: console)
    }
  }

  /// The names of the files in the package, each of which may stand there once.
  private static func fileNames(of sources: [String]) throws(UsageError) -> [String] {
    let names = sources.map { URL(fileURLWithPath: $0).lastPathComponent }
    if let other = names.first(where: { !$0.hasSuffix(".swift") }) {
      throw UsageError(
        "\(Printable.quoted(other)) is no Swift file", remedy: "name files that end in .swift")
    }
    if let special = names.first(where: { ["main.swift", "Package.swift"].contains($0) }) {
      throw UsageError(
        "a module cannot hold \(Printable.quoted(special))",
        remedy: "leave it out, or move its classes to a file of another name")
    }
    var seen: Set<String> = []
    if let twice = names.first(where: { !seen.insert($0).inserted }) {
      throw UsageError(
        "two files are called \(Printable.quoted(twice))",
        remedy: "rename one: a module cannot hold both")
    }
    return names
  }

  private static func bytes(of source: String) throws(TraceError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try OpenFile.bytes(of: source, atMost: largestFile)
    } catch {
      throw TraceError.refusal(source, "the file \(error.problem)", "check the path")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw TraceError.refusal(source, "the file is not UTF-8 text", "save it as UTF-8")
    }
    return bytes
  }

  /// Writes the ported files and those around them; a folder that is missing is made.
  ///
  /// The files around them stay if they were edited: the first test is a beginning. Files of an earlier port whose
  /// sources are not ported any more go.
  private static func write(
    _ ported: [(path: String, bytes: [UInt8])], around package: [(path: String, bytes: [UInt8])],
    to folder: PortFolder, on console: Console
  ) -> ExitStatus {
    let names = (ported + package).map(\.path)
    let kept = package.map(\.path).filter(folder.isEdited)
    let files = ported + package.filter { !kept.contains($0.path) }
    for name in kept {
      console.print(Printable.line("\(folder.path)/\(name): note: it was edited, and stays"))
    }
    for (name, bytes) in files + [folder.record(of: files, kept: kept)] {
      let path = "\(folder.path)/\(name)"
      let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
      do {
        try FileManager.default.createDirectory(
          atPath: parent, withIntermediateDirectories: true)
      } catch {
        console.complain(
          "the folder \(Printable.quoted(parent)) cannot be made; name another for -o")
        return .internalFailure
      }
      let status = console.deliver(bytes, to: path)
      guard status == .nothingFound else { return status }
    }
    folder.removeStale(beside: names)
    return .nothingFound
  }
}
