import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
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

  /// Recordings of each family, sorted in memory or by way of a temporary file.
  private static func imported() throws -> [OpenedTrace] {
    let logs = try ["drawer.log", "panel.txt"].map {
      try Repository.bytes(of: "Tests/Recordings/Logs/" + $0)
    }
    let thrash = try Recording.bytes("chromium-thrash")
    return try [(thrash, 1 << 17), (thrash, 100), (logs[0] + logs[0], 2), (logs[1], 2)].map {
      try OpenedTrace(.bytes($0, name: "recording"), options: .init(runLength: $1))
    }
  }

  @Test("several readers of a recording at once read the same, each from its beginning")
  func readers() throws {
    for opened in try Self.imported() {
      let input = opened.input
      let bytes = try opened.bytes()
      let readers = try (0..<3).map { _ in try TraceReader(input) }
      var events: [[TraceEvent]] = [[], [], []]
      for index in 0..<bytes.count {
        // The last reader begins when the others are on their way, and is abandoned there.
        let ready = index < 40 ? [0, 1] : index < 60 ? [0, 1, 2] : [0, 1]
        let read = try ready.map { place in
          try readers[place].next().map { events[place].append($0) } != nil
        }
        if !read.contains(true) { break }
      }
      let text = events[0].map { TraceWriter.line($0) + "\n" }.joined()
      #expect(Array(text.utf8) == bytes)
      #expect(events[1] == events[0] && events[0].starts(with: events[2]))
      #expect(readers[0].summary.bytes == bytes.count && readers[0].summary.warnings.isEmpty)
    }
  }

  @Test("a recording is scanned and replayed like the layout trace that import writes")
  func consumers() throws {
    for opened in try Self.imported() {
      let bytes = TraceInput.bytes(try opened.bytes(), name: "recording")
      for workers in [1, 3] {
        let scan = TraceScan(options: .init(threshold: 5, workers: workers))
        #expect(try scan.run(opened.input) == scan.run(bytes))
      }
      #expect(try TraceReplayer(opened.input).run() == TraceReplayer(bytes).run())
    }
  }

  @Test("a conversion, a file and bytes can be read again, but a pipe cannot")
  func rereadable() throws {
    for bytes in [Self.trace, Self.log] {
      #expect(try OpenedTrace(.bytes(bytes, name: "bytes")).isRereadable)
    }
    #expect(try !opened(throughPipe: Self.trace).isRereadable)
    let converted = try opened(throughPipe: Self.log)
    #expect(converted.isImported && converted.isRereadable)
    let first = try converted.bytes()
    #expect(try converted.bytes() == first && !first.isEmpty)
    let path = NSTemporaryDirectory() + "/loophunter-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(Self.trace).write(to: URL(fileURLWithPath: path))
    let file = try OpenedTrace(.path(path))
    #expect(file.isRereadable)
    #expect(try file.bytes() == Self.trace && file.bytes() == Self.trace)
  }
}
