import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing

@Suite("The JSON Lines file")
struct JSONLinesSinkTests {
  private let folder = TemporaryFolder()

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  @Test("each event is one line, in order, with everything in it")
  func lines() throws {
    let path = folder.path("loops.jsonl")
    let hub = AnalyticsHub.unlimited()
    hub.add(JSONLinesSink(path: path))
    let raised = (0..<50).map { hub.raise("f\($0)")! }
    #expect(hub.flush(timeout: .seconds(60)))
    let read = try storedEvents(path)
    #expect(read.map(\.id) == raised.map(\.id))
    #expect(read.map(\.report) == raised.map(\.report))
  }

  @Test("the disk is asked at each event, at each flush, or never, as the options say")
  func durability() throws {
    for (durability, counts) in [
      (JSONLinesSink.Durability.everyEvent, [1, 2, 2]), (.onFlush, [0, 0, 2]),
      (.system, [0, 0, 0]),
    ] {
      let sink = JSONLinesSink(
        path: folder.path("\(durability)"), options: .init(durability: durability))
      var durable: [Int] = []
      for number in 0..<2 {
        try sink.record(sampleEvent(number))
        durable.append(sink.statistics.durable)
      }
      try sink.flush(until: .now)
      durable.append(sink.statistics.durable)
      #expect(durable == counts)
      #expect(sink.statistics.written == 2)
    }
  }

  @Test("an existing file is appended to")
  func appending() throws {
    let path = folder.path("loops.jsonl")
    for number in 0..<3 { try JSONLinesSink(path: path).record(sampleEvent(number)) }
    #expect(try storedEvents(path).map(\.number) == [0, 1, 2])
  }

  @Test("a full file is renamed, the oldest is removed, and no line is cut in two")
  func rotation() throws {
    let path = folder.path("loops.jsonl")
    let length = try sampleEvent(100).jsonLine().count
    let sink = JSONLinesSink(
      path: path, options: .init(maximumFileSize: 3 * length + length / 2, maximumFiles: 3))
    for number in 100..<120 { try sink.record(sampleEvent(number)) }
    #expect(try storedEvents(path).compactMap(\.number) == Array(112..<120))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == ["loops.jsonl", "loops.jsonl.1", "loops.jsonl.2"])
    #expect(sink.statistics.rotations == 6)
  }

  @Test("an event larger than a file is still written")
  func largeEvent() throws {
    let path = folder.path("loops.jsonl")
    let sink = JSONLinesSink(path: path, options: .init(maximumFileSize: 10, maximumFiles: 10))
    for number in 0..<3 { try sink.record(sampleEvent(number)) }
    #expect(try storedEvents(path).map(\.number) == [0, 1, 2])
  }

  @Test("a single file starts again when it is full")
  func singleFile() throws {
    let path = folder.path("loops.jsonl")
    let sink = JSONLinesSink(path: path, options: .init(maximumFileSize: 10, maximumFiles: 1))
    for number in 0..<3 { try sink.record(sampleEvent(number)) }
    #expect(try storedEvents(path).map(\.number) == [2])
  }

  @Test("a gap in the numbers, left by a process that died while renaming, is filled")
  func gap() throws {
    let path = folder.path("loops.jsonl")
    let line = String(decoding: try sampleEvent(5).jsonLine(), as: UTF8.self)
    try write(line, to: path)
    try write(line, to: path + ".2")
    let sink = JSONLinesSink(path: path, options: .init(maximumFileSize: 10, maximumFiles: 4))
    try sink.record(sampleEvent(6))
    #expect(FileManager.default.fileExists(atPath: path + ".1"))
    #expect(!FileManager.default.fileExists(atPath: path + ".3"))
  }

  @Test("a torn last line is cut off before the next one, whatever its length")
  func tornTail() throws {
    let whole = try sampleEvent(1).jsonLine()
    for length in [1, 5, 10, 100, whole.count - 2] {
      let path = folder.path("torn-\(length)")
      try Data(whole + whole.prefix(length)).write(to: URL(fileURLWithPath: path))
      let sink = JSONLinesSink(path: path)
      try sink.record(sampleEvent(2))
      #expect(try storedEvents(path).map(\.number) == [1, 2])
      #expect(sink.statistics.repairedBytes == length)
    }
  }

  @Test("a torn line longer than a block of reading is found to its beginning")
  func longTornTail() throws {
    var event = sampleEvent(1)
    event.attributes["long"] = .string(String(repeating: "é", count: 200_000))
    let path = folder.path("loops.jsonl")
    let line = try event.jsonLine()
    try Data(line + line.dropLast(1000)).write(to: URL(fileURLWithPath: path))
    try JSONLinesSink(path: path).record(sampleEvent(2))
    #expect(try storedEvents(path).map(\.number) == [1, 2])
  }

  @Test("a last line that only lacks its newline is kept")
  func missingNewline() throws {
    let path = folder.path("loops.jsonl")
    try Data(try sampleEvent(1).jsonLine().dropLast()).write(to: URL(fileURLWithPath: path))
    try JSONLinesSink(path: path).record(sampleEvent(2))
    #expect(try storedEvents(path).map(\.number) == [1, 2])
  }

  @Test(
    "a file of one long line is the sink's: a torn line is cut off, a complete one gets its newline",
    arguments: [65_536, 65_537, 131_072, 131_073, 200_000])
  func longOnlyLine(_ length: Int) throws {
    var event = sampleEvent(1)
    event.attributes["long"] = .string("")
    let rest = try event.jsonLine().count - 1
    event.attributes["long"] = .string(String(repeating: "x", count: length - rest))
    let whole = try event.jsonLine().dropLast()
    #expect(whole.count == length)
    for isTorn in [false, true] {
      let path = folder.path("\(length)-\(isTorn)")
      let tail = isTorn ? try longer(event).prefix(length) : whole
      try Data(tail).write(to: URL(fileURLWithPath: path))
      let sink = JSONLinesSink(path: path)
      try sink.record(sampleEvent(2))
      #expect(try storedEvents(path).map(\.number) == (isTorn ? [2] : [1, 2]))
      #expect(sink.statistics.repairedBytes == (isTorn ? length : 0))
    }
  }

  /// The line of an event with more in it.
  private func longer(_ event: AnalyticsEvent) throws -> ArraySlice<UInt8> {
    var event = event
    event.attributes["long"] = .string(String(repeating: "x", count: 300_000))
    return try event.jsonLine()[...]
  }

  @Test("a foreign file is not cut, and the error says what to do")
  func foreignFile() throws {
    let path = folder.path("notes.txt")
    try write("my notes\nwithout an end", to: path)
    let sink = JSONLinesSink(path: path)
    #expect {
      try sink.record(sampleEvent())
    } throws: {
      String(describing: $0).contains(
        "other data than the events of this sink; nothing was changed")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "my notes\nwithout an end")
    #expect(throws: JSONLinesError.self) { try sink.open() }
  }

  @Test(
    "a foreign file in the way of a rotation is neither moved nor replaced")
  func foreignNumberedFile() throws {
    let path = folder.path("loops.jsonl")
    try write("my notes\n", to: path + ".1")
    let sink = JSONLinesSink(path: path, options: .init(maximumFileSize: 10, maximumFiles: 2))
    try sink.record(sampleEvent(0))
    #expect {
      try sink.record(sampleEvent(1))
    } throws: {
      String(describing: $0).contains("loops.jsonl.1 holds other data")
    }
    #expect(try String(contentsOfFile: path + ".1", encoding: .utf8) == "my notes\n")
    try FileManager.default.removeItem(atPath: path + ".1")
    try sink.flush(until: .now)
    #expect(try storedEvents(path).map(\.number) == [0, 1])
  }

  @Test("a file that another program has locked is waited for once, and written when it is free")
  func locked() throws {
    let path = folder.path("loops.jsonl")
    let other = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(flock(other, LOCK_EX) == 0)
    let sink = JSONLinesSink(path: path)
    let start = ContinuousClock.now
    for number in 0..<20 {
      #expect(throws: JSONLinesError.self) { try sink.record(sampleEvent(number)) }
    }
    // Two seconds each would be 40.
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(sink.statistics.pending == 20)
    close(other)
    try sink.flush(until: .now)
    #expect(try storedEvents(path).compactMap(\.number) == Array(0..<20))
  }

  @Test("a full disk is reported, and events that wait are written when it has space again")
  func fullDisk() throws {
    let path = folder.path("loops.jsonl")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let sink = JSONLinesSink(path: path)
    for number in 0..<3 {
      #expect {
        try sink.record(sampleEvent(number))
      } throws: {
        let text = String(describing: $0)
        return text.contains("No space left on device; free some space")
          && text.contains("(\(number + 1) event\(number == 0 ? "" : "s") kept in memory")
      }
    }
    #expect(sink.statistics.pending == 3)
    #expect(sink.statistics.written == 0)
    try FileManager.default.removeItem(atPath: path)
    try sink.record(sampleEvent(3))
    #expect(try storedEvents(path).map(\.number) == [0, 1, 2, 3])
    #expect(sink.statistics.written == 4)
    #expect(sink.statistics.pending == 0)
  }

  @Test("a full disk costs the app nothing: one report, and the hub goes on")
  func fullDiskBehindHub() throws {
    let path = folder.path("loops.jsonl")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let hub = AnalyticsHub.unlimited()
    let problems = Shared<[SinkProblem]>([])
    hub.onProblem = { problem in problems.change { $0.append(problem) } }
    hub.add(JSONLinesSink(path: path))
    for number in 0..<20 { hub.raise("f\(number)") }
    #expect(!hub.flush(timeout: .seconds(60)))
    #expect(problems.value.count == 1)
    #expect(problems.value[0].description.contains("free some space"))
    try FileManager.default.removeItem(atPath: path)
    #expect(hub.flush(timeout: .seconds(60)))
    #expect(try storedEvents(path).count == 20)
  }

  @Test("a size limit in the middle of a line leaves no half line and does not end the process")
  func sizeLimit() throws {
    let path = folder.path("loops.jsonl")
    let (output, status) = try SinkHelper("limit", path, "3000").wait()
    #expect(status == 0)
    let words = output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    try #require(words.count == 5)
    #expect(words[0] > 0)
    #expect(words[1] + words[2] == 20)
    #expect(Array(words.suffix(2)) == [21, 0])
    #expect(try storedEvents(path).map(\.number) == Array(0...20))
  }

  @Test(
    "a missing folder, or a file in its place, is an error with the remedy",
    arguments: [
      ("missing/loops.jsonl", "create the folder first"), (".", "choose a path that names a file"),
      ("file/loops.jsonl", "choose a path that names a file"),
    ])
  func wrongPath(name: String, remedy: String) throws {
    try write("", to: folder.path("file"))
    let sink = JSONLinesSink(path: folder.path(name))
    #expect {
      try sink.open()
    } throws: {
      String(describing: $0).contains(remedy)
    }
    #expect(throws: JSONLinesError.self) { try sink.record(sampleEvent()) }
    #expect(sink.statistics.pending == 1)
  }

  @Test(
    "a missing permission is an error with the remedy, and waiting events are written once it is granted"
  )
  func noPermission() throws {
    let path = folder.path("loops.jsonl")
    chmod(folder.url.path, 0o500)
    let helper = try SinkHelper("permission", path)
    #expect(helper.waitForOutput().contains("give this user the permission"))
    chmod(folder.url.path, 0o777)
    #expect(helper.wait().output == "1 0\n")
    #expect(try storedEvents(path).map(\.number) == [7])
  }

  @Test("waiting events are bounded, and the oldest are dropped first")
  func boundedPending() throws {
    let path = folder.path("missing/loops.jsonl")
    let sink = JSONLinesSink(path: path, options: .init(maximumPending: 3))
    for number in 0..<10 { try? sink.record(sampleEvent(number)) }
    #expect(sink.statistics.pending == 3)
    #expect(sink.statistics.dropped == 7)
    try FileManager.default.createDirectory(
      atPath: folder.path("missing"), withIntermediateDirectories: false)
    try sink.flush(until: .now)
    #expect(try storedEvents(path).map(\.number) == [7, 8, 9])
  }

  @Test("a file that was removed or renamed by others is created again")
  func removed() throws {
    let path = folder.path("loops.jsonl")
    let sink = JSONLinesSink(path: path)
    try sink.record(sampleEvent(1))
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    try sink.record(sampleEvent(2))
    #expect(try storedEvents(path).map(\.number) == [2])
  }

  @Test("several sinks share one file and its rotation without losing or mixing lines")
  func sharedFile() throws {
    let path = folder.path("loops.jsonl")
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      let sink = JSONLinesSink(
        path: path, options: .init(maximumFileSize: 20_000, maximumFiles: 900))
      // Where the others hold the lock for too long, an event waits for the next one.
      for number in 0..<100 { try? sink.record(sampleEvent(writer * 1000 + number)) }
      try! waitUntil("the lock") { (try? sink.flush(until: .now)) != nil }
    }
    let numbers = try storedEvents(path).compactMap(\.number)
    for writer in 0..<4 {
      #expect(numbers.filter { $0 / 1000 == writer }.map { $0 % 1000 } == Array(0..<100))
    }
  }
}
