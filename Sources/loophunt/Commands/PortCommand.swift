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

  static let replace = Option.flag(
    "replace", help: "Replace files that are there already, also those that were edited.")

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
      "A file that is there already and would change is not written over without --replace, and a source never.",
      "The exit status is 0 if everything was written.",
    ],
    operands: Operands(
      "SOURCE", count: 1...100_000, help: "A Swift file that imports UIKit.", completion: .files),
    options: [output, library, sourcesOnly, replace],
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
    return try console.attempt("port") {
      var classes: [ViewClass] = []
      var ported: [[UInt8]] = []
      let originals = try sources.map { try bytes(of: $0) }
      let context = PortContext(originals)
      for (source, original) in zip(sources, originals) {
        let port = SourcePort(original, in: context)
        if console.isInterrupted("nothing is written") { return .internalFailure }
        for change in port.changes {
          let text = "\(source):\(change.line): \(change.isNote ? "note: " : "")\(change.text)"
          console.print(Printable.line(text))
        }
        ported.append(port.result)
        classes += port.viewClasses
      }
      for link in OverrideLink.all(in: &ported) {
        console.print(Printable.line("\(sources[link.file]):\(link.line): \(link.text)"))
      }
      if console.isInterrupted("nothing is written") { return .internalFailure }
      var files = zip(names, ported).map { name, bytes in
        (path: invocation[sourcesOnly] ? name : "Sources/Ported/\(name)", bytes: bytes)
      }
      if !invocation[sourcesOnly] {
        let package = PortPackage(
          library: invocation[library] ?? "../LoopHunter/UIKit", classes: classes)
        files.append(("Package.swift", Array(package.manifest.utf8)))
        files.append(("Tests/PortedTests/LayoutTests.swift", Array(package.test.utf8)))
      }
      guard mayWrite(files, to: folder, from: sources, invocation, on: console) else {
        return .internalFailure
      }
      return write(files, to: folder, on: console)
    }
  }

  /// The names of the files in the package, each of which may stand there once.
  private static func fileNames(of sources: [String]) throws(UsageError) -> [String] {
    let names = sources.map { URL(fileURLWithPath: $0).lastPathComponent }
    if let other = names.first(where: { !$0.hasSuffix(".swift") }) {
      throw UsageError(
        "\(Printable.quoted(other)) is no Swift file", remedy: "name files that end in .swift")
    }
    if let own = names.first(where: { ["main.swift", "Package.swift"].contains($0) }) {
      throw UsageError(
        "a module of views has no \(own)", remedy: "leave it out, or give it another name")
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
    do throws(UnreadableFile) {
      return try OpenFile.bytes(of: source, atMost: largestFile)
    } catch {
      throw TraceError.refusal(source, "the file \(error.problem)", "check the path")
    }
  }

  /// True if writing the files loses nothing that is not to be replaced.
  private static func mayWrite(
    _ files: [(path: String, bytes: [UInt8])], to folder: String, from sources: [String],
    _ invocation: Invocation, on console: Console
  ) -> Bool {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
    let originals = Set(sources.map(resolved))
    for (name, bytes) in files {
      let path = "\(folder)/\(name)"
      if originals.contains(resolved(path)) {
        console.complain(
          "\(Printable.quoted(path)) is a source, which is never replaced; name another folder for -o"
        )
        return false
      }
      guard !invocation[replace], let old = FileManager.default.contents(atPath: path),
        Array(old) != bytes
      else { continue }
      console.complain(
        "\(Printable.quoted(path)) is there already, with other contents; name another folder for -o, "
          + "or add --replace")
      return false
    }
    guard !invocation[sourcesOnly] else { return true }
    let home = "\(folder)/Sources/Ported"
    let names = Set(files.map { URL(fileURLWithPath: $0.path).lastPathComponent })
    let others = (try? FileManager.default.contentsOfDirectory(atPath: home)) ?? []
    if let other = others.sorted().first(where: { !names.contains($0) }) {
      console.complain(
        "\(Printable.quoted("\(home)/\(other)")) is there already, and would be compiled, too; remove it, "
          + "or name another folder for -o")
      return false
    }
    return true
  }

  /// Writes the files; a folder that is missing is made.
  private static func write(
    _ files: [(path: String, bytes: [UInt8])], to folder: String, on console: Console
  ) -> ExitStatus {
    for (name, bytes) in files {
      let path = "\(folder)/\(name)"
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
    return .nothingFound
  }
}
