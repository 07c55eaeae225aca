import Foundation
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The system would read such a path only up to the NUL, and with it another file.
@Suite("Paths with a NUL")
struct PathTests {
  private let folder = TemporaryFolder()
  private let path: String

  init() throws {
    path = try folder.write(#"{"e":"trace","version":1}"#, to: "other") + "\0.jsonl"
  }

  private func expectRefusal<Failure: Error>(
    _ type: Failure.Type, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: type, sourceLocation: sourceLocation, performing: body)
    #expect(
      error.map { "\($0)".contains("the path contains a NUL character") } == true,
      "\(String(describing: error))", sourceLocation: sourceLocation)
  }

  @Test("are refused by readers")
  func readers() {
    expectRefusal(TraceError.self) { _ = try TraceReader(.path(path)) }
    expectRefusal(TraceError.self) { _ = try OpenedTrace(.path(path)) }
    expectRefusal(FileError.self) { _ = try OpenFile(reading: path) }
    expectRefusal(BaselineError.self) { _ = try Baseline.read(path) }
  }

  @Test("are refused by writers, and the file up to the NUL stays as it is")
  func writers() throws {
    expectRefusal(TraceError.self) { _ = try TraceWriter(to: .path(path)) }
    expectRefusal(TraceError.self) { _ = try TraceRecorder(TurnLoop(), to: .path(path)) }
    expectRefusal(FileError.self) { _ = try OpenFile(appendingTo: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("other"))).count == 25)
  }

  @Test("are refused as the baseline of an expectation")
  func addresses() {
    let address = URL(fileURLWithPath: folder.path("other")).absoluteString + "%00.json"
    guard let baseline = URL(string: address) else { return }
    #expect(throws: BaselineError.self) { try TurnLoop().expectNoLayoutLoops(baseline: baseline) }
  }
}
