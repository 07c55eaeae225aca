import Foundation
import LayoutTrace
import TestSupport

/// What real browsers recorded of the pages in `Tests/Recordings/Pages`.
package enum Recording {
  /// The bytes of a recording, unpacked.
  package static func bytes(_ name: String) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", Repository.path("Tests/Recordings/\(name).json.gz")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return Array(data)
  }
}

/// A recording as a layout trace.
package struct Imported {
  package let trace: [UInt8]
  package let summary: ForeignTrace.Summary

  package init(
    _ bytes: [UInt8], _ format: TraceFormat = .chrome,
    options: ForeignTrace.Options = .init()
  ) throws {
    let writer = try TraceWriter(to: .memory)
    summary = try ForeignTrace.convert(
      .bytes(bytes, name: "recording"), from: format, options: options, to: writer)
    trace = writer.bytes
  }

  package var lines: [Substring] { String(decoding: trace, as: UTF8.self).split(separator: "\n") }

  /// How often a view was laid out in each turn.
  package func layoutsPerTurn(ofView number: Int = 1) -> [Int] {
    var counts: [Int] = []
    for line in lines {
      if line.hasPrefix("{\"e\":\"turn\"") { counts.append(0) }
      if line.hasPrefix("{\"e\":\"layout\",\"v\":\(number)}")
        || line.hasPrefix("{\"e\":\"layout\",\"v\":\(number),")
      {
        counts[counts.count - 1] += 1
      }
    }
    return counts
  }
}
