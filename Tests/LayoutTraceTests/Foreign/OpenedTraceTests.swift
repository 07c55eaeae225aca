import Foundation
import HuntSupport
import LayoutTrace
import Testing

/// A trace of any format as an input for those who read layout traces.
@Suite("Opened traces")
struct OpenedTraceTests {
  private static let trace = Array((TraceText.preamble.joined(separator: "\n") + "\n").utf8)
  private static let log = Array(
    """
    Degenerate layout! Layout feedback loop detected in subtree of <A: 0x1; frame = (0 0; 1 1); >
    Views receiving layout in order: (
    \t<A: 0x1; frame = (0 0; 1 1); >
    )

    """.utf8)

  /// Opens what comes through a pipe.
  private func opened(throughPipe bytes: [UInt8]) throws -> OpenedTrace {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    defer { withExtendedLifetime(pipe) {} }
    return try OpenedTrace(.descriptor(pipe.fileHandleForReading.fileDescriptor, name: "pipe"))
  }

  @Test("what was converted, a file and bytes can be read again, and what comes through a pipe not")
  func rereadable() throws {
    for bytes in [Self.trace, Self.log] {
      #expect(try OpenedTrace(.bytes(bytes, name: "bytes")).isRereadable)
    }
    #expect(try !opened(throughPipe: Self.trace).isRereadable)
    let converted = try opened(throughPipe: Self.log)
    #expect(converted.isConverted && converted.isRereadable)
    let first = try converted.bytes()
    converted.rewind()
    #expect(try converted.bytes() == first && !first.isEmpty)
    let path = NSTemporaryDirectory() + "/loophunter-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.trace).write(to: URL(fileURLWithPath: path))
    let file = try OpenedTrace(.path(path))
    #expect(file.isRereadable)
    #expect(try file.bytes() == Self.trace && file.bytes() == Self.trace)
  }
}
