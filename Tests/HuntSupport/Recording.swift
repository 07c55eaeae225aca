import Foundation
import LayoutTrace
import TestSupport

/// Recordings of the pages in `Tests/Recordings/Pages` by real browsers.
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

  /// The formats that a file can have that begins with these bytes.
  package static func formats(_ head: [UInt8]) -> [String] {
    TraceFormats.recognised(inHead: head).map(\.name)
  }
}

/// A recording as a layout trace.
package struct Imported {
  package let trace: [UInt8]
  package let notes: [String]

  package init(
    _ bytes: [UInt8], _ format: String = "chrome", options: ImportOptions = .init()
  ) throws {
    let opened = try OpenedTrace(
      .bytes(bytes, name: "recording"), as: TraceFormats.named(format), options: options)
    guard opened.isImported else { throw CocoaError(.fileReadUnknown) }
    trace = try opened.bytes()
    notes = opened.notes
  }

  package var lines: [Substring] { String(decoding: trace, as: UTF8.self).split(separator: "\n") }

  package var turns: Int { lines.count { $0.hasPrefix("{\"e\":\"turn\"") } }

  /// The layouts of a view in each turn.
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
