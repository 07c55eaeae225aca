import Foundation
import TestSupport

/// A library that a test compiles of C.
enum CLibrary {
  /// Compiles a library, and returns its path; nil where there is no compiler for C.
  static func make(
    _ code: String, in folder: TemporaryFolder, name: String = "plugin", options: [String] = ["-O0"]
  ) throws -> String? {
    let library = folder.path(name + ".so")
    let source = try folder.write(code, to: name + ".c")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC"] + options + [source, "-o", library]
    compiler.standardError = FileHandle.nullDevice
    try compiler.run()
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? library : nil
  }
}
