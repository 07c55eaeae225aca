import CommandSupport
import Foundation
import TestSupport
import Testing

/// A program without symbols reports everything but the functions and the lines.
@Suite("A stripped program")
struct StrippedProgramTests {
  /// The words of a report, without what symbols add to it.
  private func words(_ report: String) -> [String] {
    let end = report.range(of: "\n\nStacks, innermost first:")?.lowerBound ?? report.endIndex
    return report[..<end].replacing(#/\(`[^`]*` at [^)]*\)/#, with: "")
      .split { $0.isWhitespace }.map(String.init).joined(separator: " ")
      .replacing(" ;", with: ";").split(separator: " ").map(String.init)
  }

  @Test("a stripped program reports everything except functions and lines")
  func stripped() throws {
    let folder = TemporaryFolder()
    let original = URL(fileURLWithPath: Child.binary).deletingLastPathComponent()
      .appendingPathComponent("FirstHunt").path
    let copy = folder.path("FirstHunt")
    // Both come with every toolchain's linker or with the system's compiler.
    let tool = ["/usr/bin/strip", "/usr/bin/llvm-strip"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let tool else { return }
    // The tool writes the copy itself: a program that this process wrote may still be open for
    // writing in a child that another test just forked, and cannot be run then.
    #expect(try Child.run(tool, ["-o", copy, original]).status == 0)
    let whole = try Child.run(original, [])
    let bare = try Child.run(copy, [])
    #expect(bare.status == 0)
    let text = bare.text
    #expect(text.contains("(Window/Feed/cell/Badge) wrote `frame.size.height` of"))
    #expect(!text.contains("Stacks") && !text.contains("unknown") && !text.contains(".swift:"))
    #if DEBUG
    #expect(whole.text.contains("FirstHunt.swift:"))
    #endif
    let last = "The loop goes on"
    let report = String(text[..<(text.range(of: last)?.lowerBound ?? text.endIndex)])
    let note = "The call stack has no symbols"
    #expect(report.contains(note))
    let expected = String(whole.text[..<(whole.text.range(of: last)?.lowerBound ?? text.endIndex)])
    let start = try #require(report.range(of: "Note "))
    let end = try #require(report.range(of: "\nFingerprint"))
    let bareReport = report.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: "")
    #expect(words(bareReport) == words(expected), "\(text)")
  }
}
