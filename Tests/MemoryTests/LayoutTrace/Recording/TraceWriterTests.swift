import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

@Suite("Trace writer") struct TraceWriterTests {
  @Test("events read back as they were written, in one canonical form")
  func roundTrip() throws {
    let events = try TraceText.events(TraceText.input(TraceText.small))
    let lines = events.map(TraceWriter.line)
    #expect(lines[1] == TraceText.small[1])
    #expect(lines[2].hasSuffix(#""frame":[0,-1.5,44,44]}"#))
    #expect(try TraceText.events(TraceText.input(lines)) == events)
    #expect(try TraceText.events(TraceText.input(lines)).map(TraceWriter.line) == lines)
  }

  @Test("names keep every character")
  func names() throws {
    let names = ["", "\"\\/", "\u{0}\u{1f}\u{7f}", "\r\n\t", "é😀\u{2028}", "a\u{feff}b"]
    for name in names {
      let event = TraceEvent.view(TraceEvent.NewView(view: 1, className: name, name: name))
      let line = TraceWriter.line(event)
      #expect(try TraceText.events(TraceText.input([TraceText.header, line])).last == event)
    }
    #expect(
      TraceWriter.line(.view(TraceEvent.NewView(view: 1, className: "\u{1}\n")))
        == #"{"e":"view","v":1,"class":"\u0001\n"}"#)
  }

  @Test("any finite number reads back as itself, in its shortest text")
  func numbers() throws {
    var generator = SeededGenerator(seed: 5)
    var numbers: [Double] = [
      0, 1, -1, 0.1, 1.0 / 3, 1e15, 1e16, -1e15, 1e22, 1e-7, .leastNonzeroMagnitude,
      .greatestFiniteMagnitude,
      .leastNormalMagnitude, 866.400024, 123456789.125, 999999999999999, 0.1 + 0.2, 44.5,
    ]
    while numbers.count < 20_000 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { numbers.append(number) }
      numbers.append((Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 1000))
    }
    for chunk in stride(from: 0, to: numbers.count - 4, by: 4) {
      let rect = CGRect(
        x: numbers[chunk], y: numbers[chunk + 1], width: numbers[chunk + 2],
        height: numbers[chunk + 3])
      let event = TraceEvent.view(TraceEvent.NewView(view: 1, className: "X", frame: rect))
      let line = TraceWriter.line(event)
      let read = try TraceText.events(TraceText.input([TraceText.header, line])).last
      #expect(read == event, "\(line)")
    }
    #expect(
      TraceWriter.line(
        .geometry(TraceEvent.Geometry(view: 7, new: .center(CGPoint(x: 0.5, y: -3)))))
        == #"{"e":"center","v":7,"to":[0.5,-3]}"#)
  }

  @Test(
    "an anchor point raises the version of a header that is within reach, wherever it is written")
  func versions() throws {
    let head = TraceEvent.header(TraceEvent.Header(title: "t"))
    let view = TraceEvent.view(
      TraceEvent.NewView(view: 1, className: "X", frame: CGRect(x: 0, y: 0, width: 4, height: 4)))
    let anchored = TraceEvent.geometry(
      TraceEvent.Geometry(
        view: 1, new: .anchor(CGPoint(x: 0, y: 1)), old: .anchor(CGPoint(x: 0.5, y: 0.5))))
    #expect(
      TraceWriter.line(anchored) == #"{"e":"anchor","v":1,"to":[0,1],"was":[0.5,0.5]}"#)
    /// The version that stands in the first line after a lot was written, then an anchor point.
    func version(_ destination: TraceDestination, filler: Int) throws -> String {
      let writer = try TraceWriter(to: destination)
      writer.write(head)
      writer.write(view)
      writer.flush()
      for number in 0..<filler { writer.write(.turn(number: number + 1, time: nil)) }
      writer.write(anchored)
      try writer.close()
      var text = String(decoding: writer.bytes, as: UTF8.self)
      if case .path(let path) = destination {
        text = try String(contentsOfFile: path, encoding: .utf8)
      }
      #expect(text.hasSuffix(TraceWriter.line(anchored) + "\n"))
      return String(text.split(separator: "\n")[0])
    }
    let second = #"{"e":"trace","version":2,"title":"t"}"#
    #expect(try version(.memory, filler: 0) == second)
    let path = FileManager.default.temporaryDirectory
      .appending(path: "anchor-\(UUID().uuidString).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try version(.path(path), filler: 0) == second)
    // The header is in a window of the file that is mapped no more.
    #expect(try version(.path(path), filler: 30_000) == second)
    // Behind a pipe it is gone; readers take the event all the same.
    let pipe = Pipe()
    let writer = try TraceWriter(to: .descriptor(pipe.fileHandleForWriting.fileDescriptor))
    writer.write(head)
    writer.write(view)
    writer.flush()
    writer.write(.turn(number: 1, time: nil))
    writer.write(anchored)
    try writer.close()
    try pipe.fileHandleForWriting.close()
    let bytes = Array(pipe.fileHandleForReading.readDataToEndOfFile())
    #expect(try TraceText.events(TraceText.input(bytes)).last == anchored)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(#"{"e":"trace","version":1,"#))
  }

  @Test("nothing is written after the end, not even to a file that has the descriptor since")
  func closed() throws {
    let turn = TraceEvent.turn(number: 1, time: nil)
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "closed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, other) = ("\(folder.path)/trace.jsonl", "\(folder.path)/other")
    for destination in [TraceDestination.memory, .path(path)] {
      let writer = try TraceWriter(to: destination)
      writer.write(turn)
      try writer.close()
      let files = (0..<20).map { _ in open(other, O_RDWR | O_CREAT | O_APPEND, 0o600) }
      defer { for file in files { close(file) } }
      writer.write(turn)
      writer.flush()
      try writer.close()
      #expect(writer.failure == nil)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == TraceWriter.line(turn) + "\n")
    #expect(try Data(contentsOf: URL(filePath: other)).isEmpty)
  }

  @Test("a place where nothing can be written is an error with the remedy")
  func unwritable() throws {
    let error = #expect(throws: TraceError.self) {
      try TraceWriter(to: .path("/tmp/no such folder/trace.jsonl"))
    }
    #expect(
      error?.description
        == "/tmp/no such folder/trace.jsonl: writing failed: No such file or directory; "
        + "make the folder first")
  }

  @Test("a full disk ends the writing, not the process")
  func fullDisk() throws {
    let writer = try TraceWriter(to: .path("/dev/full"))
    for turn in 1...100_000 { writer.write(.turn(number: turn, time: nil)) }
    writer.flush()
    #expect(writer.failure?.remedy == "make room on the disk")
    #expect(throws: TraceError.self) { try writer.close() }
  }
}
