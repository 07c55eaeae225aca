import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

/// Any bytes get a clear answer, without a crash, in bounded memory.
@Suite("Bad input") struct BadInputTests {
  @Test("an empty file is reported as empty")
  func empty() throws {
    let error = try #require(TraceText.error(TraceText.input("")))
    #expect(error.description.hasPrefix("test.jsonl:1:1: the file is empty; a trace begins with"))
    #expect(try TraceValidation(TraceText.input("")).errors == [error])
  }

  @Test(
    "an error names the kind of a foreign file",
    arguments: [
      ([0x1f, 0x8b, 8, 0, 0x0a], "compressed with gzip"),
      ([0x28, 0xb5, 0x2f, 0xfd, 0x0a], "compressed with zstd"),
      (Array("BZh91AY\n".utf8), "compressed with bzip2"),
      ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0x0a], "compressed with xz"),
      ([0x50, 0x4b, 3, 4, 0x0a], "compressed with zip"),
      (Array("2026-11-21 12:00:01 App[42] Unable to simultaneously satisfy\n".utf8), "other text"),
      (Array("Dear all, this is the log:\n".utf8), "other text"),
      ([0xff, 0xfe, 0x7b, 0, 0x0a], "UTF-16"), ([0x7b, 0, 0x22, 0, 0x0a, 0], "UTF-16"),
      ([0, 0x7b, 0, 0x22, 0, 0x0a], "UTF-16"), ([0x7f, 0x45, 0x4c, 0x46, 0x0a], "a value"),
      ([0, 0, 0, 0], "a value"), (Array("hello\n".utf8), "a value"),
      (Array("<xml>".utf8), "a value"),
      (Array("{\"e\":\"trace\",\"version\":1}\r{\"e\":\"turn\"}".utf8), "on the same line"),
    ] as [([UInt8], String)])
  func otherKinds(_ bytes: [UInt8], _ problem: String) throws {
    let error = try #require(TraceText.error(TraceText.input(bytes)))
    #expect(error.kind == .json)
    #expect(error.line == 1)
    #expect(error.problem.contains(problem), "\(error)")
  }

  @Test("a line of 100 megabytes is refused without being kept")
  func longLine() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(writingToNewFile: path))
    file.write(Data("\(TraceText.header)\n{\"e\":\"x\",\"y\":\"".utf8))
    let piece = Data(repeating: 0x61, count: 1 << 20)
    for _ in 0..<100 { file.write(piece) }
    file.write(Data("\"}\n{\"e\":\"turn\",\"n\":1}\n".utf8))
    try file.close()
    let error = try #require(TraceText.error(.path(path)))
    #expect(error.line == 2)
    #expect(error.problem == "the line is longer than 1048576 bytes")
    // A lenient reader finds the line after it.
    let events = try TraceText.events(.path(path), options: TraceOptions(isLenient: true))
    #expect(events == [.header(TraceEvent.Header()), .turn(number: 1, time: nil)])
  }

  @Test(
    "a line may be as long as the limit, wherever chunks end", arguments: [100, 70_000, 300_000])
  func lineLimit(_ length: Int) throws {
    let options = TraceOptions(maximumLineLength: length)
    let frame = #"{"e":"x","y":""}"#
    for (extra, isFine) in [(0, true), (1, false)] {
      let text = String(repeating: "a", count: length + extra - frame.utf8.count)
      let line = #"{"e":"x","y":"\#(text)"}"#
      let error = TraceText.error(
        TraceText.input([TraceText.header, line, line]), options: options)
      #expect((error == nil) == isFine, "\(length) + \(extra)")
    }
  }

  @Test(
    "a last line without its end may be as long as the limit, whole or torn",
    arguments: [100, 65_536, 70_000, 131_072, 300_000])
  func tornLineLimit(_ length: Int) throws {
    let options = TraceOptions(maximumLineLength: length)
    for (extra, isFine) in [(-1, true), (0, true), (1, false)] {
      for frame in [#"{"e":"x","y":""}"#, #"{"e":"x","y":""#] {
        let text = String(repeating: "a", count: length + extra - frame.utf8.count)
        let line = #"{"e":"x","y":"\#(text)"# + frame.dropFirst(#"{"e":"x","y":""#.count)
        #expect(line.utf8.count == length + extra)
        let input = TraceText.input(TraceText.header + "\n" + line)
        let error = TraceText.error(input, options: options)
        #expect((error == nil) == isFine, "\(length) + \(extra): \(String(describing: error))")
        if !isFine { #expect(error?.problem == "the line is longer than \(length) bytes") }
      }
    }
  }

  @Test("values may nest 512 levels deep, and not 513", arguments: [1, 63, 64, 65, 511, 512, 513])
  func nestingLimit(_ levels: Int) {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let value =
        String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)
      let error = TraceText.error(TraceText.input([TraceText.header, #"{"e":"x","y":\#(value)}"#]))
      let problem = levels > 512 ? "values nest deeper than 512 levels" : nil
      #expect(error?.problem == problem, "\(levels) of \(open)")
    }
  }

  @Test("a view moves within its superview to any index except the one past the last")
  func moveWithinParent() {
    let tree =
      [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
      + (2...4).map { #"{"e":"view","v":\#($0),"class":"X","in":1,"at":\#($0 - 2)}"# }
      + [#"{"e":"turn","n":1}"#]
    for (place, isFine) in [(0, true), (2, true), (3, false), (4, false)] {
      let move = #"{"e":"move","v":2,"in":1,"at":\#(place)}"#
      let error = TraceText.error(TraceText.input(tree + [move]))
      let problem = isFine ? nil : "\"at\" lies behind the last subview of view 1"
      #expect(error?.problem == problem, "at \(place)")
    }
    // Into another one there is a place more.
    for (place, isFine) in [(0, true), (1, false)] {
      let move = #"{"e":"move","v":2,"in":3,"at":\#(place)}"#
      #expect((TraceText.error(TraceText.input(tree + [move])) == nil) == isFine, "at \(place)")
    }
  }

  @Test("a number is not forgotten, however many others there were with gaps between them")
  func rememberedNumbers() throws {
    let count = caseCount(5_000, inDebug: 2_600)
    var lines = [TraceText.header, #"{"e":"turn","n":1}"#]
    for index in 1...count {
      lines.append(#"{"e":"view","v":\#(index * 1_000),"class":"X","in":null}"#)
      lines.append(#"{"e":"gone","v":\#(index * 1_000)}"#)
    }
    for index in [1, 2, 100, 2_500, count - 1, count] {
      let again = #"{"e":"view","v":\#(index * 1_000),"class":"X","in":null}"#
      #expect(TraceText.error(TraceText.input(lines + [again])) != nil, "\(index)")
      let new = #"{"e":"view","v":\#(index * 1_000 + 1),"class":"X","in":null}"#
      #expect(TraceText.error(TraceText.input(lines + [new])) == nil, "\(index)")
    }
  }

  @Test("nesting of 100 000 levels is refused, even if it is closed")
  func depth() throws {
    let open = String(repeating: "[", count: 100_000)
    let close = String(repeating: "]", count: 100_000)
    let error = try #require(
      TraceText.error(TraceText.input([TraceText.header, #"{"e":"x","y":\#(open)\#(close)}"#])))
    #expect(error.problem == "values nest deeper than 512 levels")
    #expect(error.line == 2)
  }

  @Test("views may nest deep, but not without end")
  func treeDepth() throws {
    var lines = [TraceText.header, #"{"e":"view","v":1,"class":"Window"}"#]
    for number in 2...1_100 {
      lines.append(#"{"e":"view","v":\#(number),"class":"X","in":\#(number - 1)}"#)
    }
    let error = try #require(TraceText.error(TraceText.input(lines)))
    #expect(error.problem == "views nest deeper than 1024 levels")
  }

  @Test("a small trace that is cut off at any byte gives a clear result")
  func everyPrefix() throws {
    let bytes = Array(TraceText.small.map { $0 + "\n" }.joined().utf8)
    let complete = Set(bytes.indices.filter { bytes[$0] == 0x0a }.map { $0 + 1 })
    for length in 0..<bytes.count {
      let prefix = TraceText.input(Array(bytes[..<length]))
      let firstLine = TraceText.small[0].utf8.count
      if length < firstLine {
        #expect(TraceText.error(prefix)?.line == 1, "\(length)")
        continue
      }
      let reader = try TraceReader(prefix)
      while try reader.next() != nil {}
      let endsWhole = complete.contains(length) || complete.contains(length + 1)
      #expect(reader.summary.hasTornTail == !endsWhole, "\(length)")
      #expect(reader.summary.isTruncated == (length < bytes.count - 1), "\(length)")
      // Scanning and replaying are not disturbed either.
      for workers in [1, 2] {
        _ = try TraceScan(options: TraceScan.Options(workers: workers)).run(prefix)
      }
      _ = try TraceReplayer(prefix).run()
    }
  }

  @Test(
    "a last line without its end is torn if it begins an event, no line if blank, and else an error"
  )
  func lastLine() throws {
    let whole = TraceText.small.map { $0 + "\n" }.joined()
    let event = #"{"e":"committed","batches":9,"hit":true}"#
    let torn = [
      "{", #"{"e":"committed","batc"#, #"{"e":"committed","batches":9,"hit":tr"#,
      #"{"e":"committed","batches":-"#, #"{"e":"dirty","why":"\u00"#, "{\"e\":\"com\0\0\0", "\0\0",
    ]
    for tail in torn {
      let reader = try TraceReader(TraceText.input(Array((whole + tail).utf8)))
      while try reader.next() != nil {}
      #expect(reader.summary.hasTornTail, "\(tail)")
    }
    for tail in ["  ", "\t \r"] {
      let reader = try TraceReader(TraceText.input(Array((whole + tail).utf8)))
      while try reader.next() != nil {}
      #expect(!reader.summary.hasTornTail && reader.summary.lines == TraceText.small.count)
    }
    let wrong = [
      event + event, event + "x", event + "}", #"{"e":"committed","batches":9,"hit":True"#,
      #"{"e":"committed","batches":9,"hit":trie"#, "x",
    ]
    for tail in wrong {
      let error = TraceText.error(TraceText.input(Array((whole + tail).utf8)))
      #expect(error?.line == TraceText.small.count + 1, "\(tail)")
    }
  }

  @Test("a line that never ends is an error, without a wait for its end")
  func endlessLine() throws {
    let error = try #require(TraceText.error(.path("/dev/zero")))
    #expect(error.line == 1)
    #expect(throws: TraceError.self) { try TraceScan().run(.path("/dev/zero")) }
  }

  @Test("random damage is reported without a crash")
  func randomDamage() throws {
    let bytes = Array(TraceText.small.map { $0 + "\n" }.joined().utf8)
    for seed in 0..<caseCount(2_000, inDebug: 400) {
      var generator = SeededGenerator(seed: UInt64(seed))
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: damaged.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: damaged.remove(at: place)
        default: damaged.insert(contentsOf: bytes.prefix(place / 2).suffix(9), at: place)
        }
      }
      let input = TraceText.input(damaged)
      let strict = TraceText.error(input)
      let validation = try TraceValidation(input)
      #expect(validation.errors.first == strict, "seed \(seed)")
      _ = try? TraceScan(options: TraceScan.Options(isLenient: true)).run(input)
      _ = try? TraceReplayer(input, options: TraceReplayer.Options(isLenient: true)).run()
    }
  }

  @Test("a directory and a missing file")
  func unreadable() throws {
    let directory = try #require(TraceText.error(.path("/tmp")))
    #expect(directory.description == "/tmp: this is a directory; name a trace in it")
    let missing = try #require(TraceText.error(.path("/tmp/no such trace")))
    #expect(missing.description == "/tmp/no such trace: there is no such file; check the path")
  }

  @Test("a file without permission is an error with the remedy, even where tests run as root")
  func permission() async throws {
    await #expect(processExitsWith: .success) {
      // Root may read everything, so this process becomes another user.
      if geteuid() == 0 { try #require(seteuid(65_534) == 0) }
      let folder = FileManager.default.temporaryDirectory.path
      let path = "\(folder)/loophunter-unreadable-\(UUID()).jsonl"
      defer { unlink(path) }
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0)
      try #require(descriptor >= 0)
      close(descriptor)
      let error = try #require(TraceText.error(.path(path)))
      #expect(error.description == "\(path): the file may not be read; check its permissions")
    }
  }

  @Test(
    "too many views for the memory are an error, even for a lenient reader",
    .enabled(if: !Sanitizer.isAddress, "the sanitizer keeps what was freed, within the same limit"))
  func memory() async throws {
    await #expect(processExitsWith: .success) {
      var text = TraceText.header + "\n"
      for number in 1...70_000 { text += "{\"e\":\"view\",\"v\":\(number),\"class\":\"X\"}\n" }
      text += "{\"e\":\"turn\",\"n\":1}\n"
      let input = TraceText.input(text)
      let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = statm.split(separator: " ").first.flatMap { Int($0) } ?? 0
      // Room for a scan of these views, and not for a replay.
      var limit = rlimit()
      limit.rlim_cur = rlim_t(pages * sysconf(Int32(_SC_PAGESIZE)) + (88 << 20))
      limit.rlim_max = limit.rlim_cur
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
      let options = TraceScan.Options(workers: 1)
      #expect(try TraceScan(options: options).run(input).summary.views == 70_000)
      let error = #expect(throws: TraceError.self) {
        try TraceReplayer(input, options: TraceReplayer.Options(isLenient: true))
      }
      #expect([32_770, 65_538].contains(error?.line))
      #expect(error?.problem.contains(" views that live at once need more memory than") == true)
    }
  }

  @Test("a descriptor that cannot be read is an error, not a trap")
  func writeOnly() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let error = try #require(TraceText.error(.descriptor(descriptor, name: "pipe")))
    #expect(error.kind == .unreadable)
    #expect(error.problem.hasPrefix("reading failed"))
  }

  @Test("a pipe that delivers byte by byte is read like a file")
  func pipe() throws {
    let bytes = Array(TraceText.small.map { $0 + "\n" }.joined().utf8)
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    let writing = ends[1]
    let thread = Thread {
      for byte in bytes { _ = withUnsafeBytes(of: byte) { write(writing, $0.baseAddress, 1) } }
      close(writing)
    }
    thread.start()
    let events = try TraceText.events(.descriptor(ends[0], name: "pipe"))
    close(ends[0])
    #expect(events == (try TraceText.events(TraceText.input(bytes))))
  }

  @Test("a file that grows while it is read is read to the end it has then")
  func growingFile() throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = TraceText.small.map { $0 + "\n" }
    try Data(lines[..<4].joined().utf8).write(to: URL(filePath: path))
    let reader = try TraceReader(.path(path))
    #expect(try reader.next() != nil)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    file.write(Data(lines[4...].joined().utf8))
    try file.close()
    var count = 1
    while try reader.next() != nil { count += 1 }
    #expect(count == TraceText.small.count)
    #expect(reader.summary.warnings.isEmpty)
  }

  @Test("cached files of a process group do not count as used memory")
  func cachedMemory() {
    let statistics = "anon 7000\nfile 900\ninactive_file 500\nactive_file 300\ninactive_anon 9\nx\n"
    #expect(MemoryRoom.cached(in: statistics) == 800)
    #expect(MemoryRoom.cached(in: "") == 0)
  }

  @Test("an error says that a file is a socket")
  func socket() throws {
    let path = temporaryPath()
    defer { unlink(path) }
    let socket = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    #expect(TraceText.error(.path(path))?.problem.contains("socket") == true)
  }

  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appending(path: "trace-\(UUID()).jsonl").path
  }
}

extension FileHandle {
  fileprivate convenience init?(writingToNewFile path: String) {
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return nil }
    self.init(forWritingAtPath: path)
  }
}
