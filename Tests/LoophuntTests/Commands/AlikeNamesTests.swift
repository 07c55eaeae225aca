import CommandSupport
import Foundation
import TestSupport
import Testing

/// Files whose names look alike, because one spells a letter as one character and the other as two.
@Suite("Files whose names look alike")
struct AlikeNamesTests {
  private static let (one, two) = ("\u{e9}", "e\u{301}")

  private let folder = TemporaryFolder()
  private let empty = "{\"e\":\"trace\",\"version\":1}\n{\"e\":\"end\",\"turns\":0}\n"
  private let quiet = SampleTrace.badge(layouts: [3])
  private let loop = SampleTrace.badge(layouts: [150])

  @Test("a file that is named itself is another than one of a folder")
  func named() throws {
    _ = try folder.write(empty, to: "\(Self.one).jsonl")
    let named = try folder.write(quiet, to: "\(Self.two).jsonl")
    for command in ["replay", "scan", "report"] {
      let outcome = try InProcess.loophunt(command, named, folder.url.path)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    // It counts for its folder, too, of which it is the one that has layouts.
    let other = try InProcess.loophunt("replay", folder.path("\(Self.one).jsonl"), folder.url.path)
    #expect(other.status == 2 && !other.errors.contains("in any of its"), "\(other.errors)")
  }

  @Test("a folder without layouts is an error beside another one with layouts")
  func folders() throws {
    let folders = [Self.one, Self.two].map(folder.path)
    for folder in folders {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false)
    }
    _ = try folder.write(empty, to: "\(Self.one)/a.jsonl")
    _ = try folder.write(quiet, to: "\(Self.two)/a.jsonl")
    for command in ["replay", "scan"] {
      let outcome = try InProcess.loophunt([command] + folders)
      #expect(outcome.status == 2, "\(outcome.errors)")
      #expect(outcome.errors.contains("nothing was judged in any of its"), "\(outcome.errors)")
    }
  }

  @Test("two results go to two files, and each trace has a heading")
  func results() throws {
    let traces = try [Self.one, Self.two].map { try folder.write(loop, to: "\($0).jsonl") }
    let files = [Self.one, Self.two].map { folder.path("out-\($0)") }
    let outcome = try InProcess.loophunt(
      ["replay", "--format=json=\(files[0])", "--format=text=\(files[1])"] + traces)
    #expect(outcome.status == 1, "\(outcome.errors)")
    let text = try String(contentsOfFile: files[1], encoding: .utf8)
    let headings = text.split(separator: "\n").filter { $0.hasSuffix(".jsonl:") }
    #expect(headings.count == 2, "\(headings)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: files[0])).starts(with: Data("{".utf8)))
  }
}
