/// A crash or hang report of Apple's systems, as a file: a line of JSON, and an object.
struct AppleReportFormat: TraceFormat {
  let usualEndings = [".ips", ".crash"]
  let holdsLayouts = false
  let guide = FormatGuide(
    name: "ips",
    source: "crash and hang reports of iOS and macOS as JSON: Xcode's Organizer, TestFlight, "
      + "Settings, Console",
    tells:
      "the frames that repeat in a thread, the code that enters layout again with its place, and "
      + "the sentence of an exception",
    cannotTell: "geometry, counts, and names in reports without symbols")

  func recognises(_ head: TraceHead) -> Bool {
    // Older systems wrote the report as text behind a line of JSON.
    head.outer.contains("bug_type") && !head.continuesAsText
      || head.outer.contains("threads") && head.outer.contains("usedImages")
  }

  func read(_ source: ByteSource, _ options: ImportOptions) throws(TraceError) -> ImportedTrace? {
    var reader = AppleReportReader()
    let stream = try JSONStream(source)
    try reader.read(stream)
    if try stream.peek() != nil, !stream.wasCutOff {
      throw TraceError(
        kind: .order, file: source.name,
        problem: "something follows the report's JSON, and would not be judged",
        remedy: reader.hasStacks
          ? "keep one report in one file" : "if the report is text, remove its first line")
    }
    var collector = PostedCollector()
    for line in reader.texts { collector.take(line) }
    for stack in reader.stacks { collector.take(stack) }
    let findings = collector.finish()
    guard !findings.isEmpty else {
      guard reader.stacks.isEmpty else { throw PostedFormat.nameless(source.name) }
      throw TraceError(
        kind: .order, file: source.name, problem: "the report has no call stack",
        remedy: "export the whole report")
    }
    return FindingsTrace.make(findings, name: source.name, format: name)
  }
}

/// Reads the JSON of a report, as far as it goes.
private struct AppleReportReader {
  /// A frame whose image is not known by name yet.
  private struct Frame {
    var symbol: String?
    var image = -1
    var file: String?
    var line: Int?
  }

  private struct Thread {
    var frames: [Frame] = []
    var elision: Int?
    var originalLength = 0
    var isTriggered = false
    var isMain = false
  }

  private var threads: [Thread] = []
  private var exception: Thread?
  private var images: [String] = []
  /// The texts in which sentences are looked for, and that tell why the process ended.
  private(set) var texts: [String] = []

  private static let mostThreads = 2_000

  mutating func read(_ stream: JSONStream) throws(TraceError) {
    // The line before the report is an object, too.
    while try stream.peek() == Byte.openBrace, !stream.wasCutOff, !hasStacks {
      try stream.object { (key) throws(TraceError) in try member(key, stream) }
    }
  }

  private mutating func member(_ key: String, _ stream: JSONStream) throws(TraceError) {
    let next = try stream.peek()
    switch key {
    case "threads" where next == Byte.openBracket:
      try stream.array { () throws(TraceError) in
        let thread = try self.thread(stream)
        if threads.count < Self.mostThreads { threads.append(thread) }
      }
    case "lastExceptionBacktrace" where next == Byte.openBracket:
      var thread = Thread()
      try frames(stream, &thread)
      exception = thread
    case "usedImages" where next == Byte.openBracket:
      try stream.array { () throws(TraceError) in
        let name = try stream.value { JSONMembers.text("name", of: $0) }
        images.append((name ?? nil) ?? "?")
      }
    case "asi" where next == Byte.openBrace:
      try stream.object { (_) throws(TraceError) in
        guard try stream.peek() == Byte.openBracket else { return try stream.skip() }
        try stream.array { () throws(TraceError) in
          if let text = try stream.value({ JSONMembers.text(at: $0) }) ?? nil { texts.append(text) }
        }
      }
    case "asiBacktraces" where next == Byte.openBracket:
      try stream.array { () throws(TraceError) in
        guard let text = try stream.value({ JSONMembers.text(at: $0) }) ?? nil else { return }
        texts += text.split(separator: "\n").map(String.init)
      }
    case "termination", "exception":
      _ = try stream.value { value in
        for name: StaticString in ["indicator", "subtype", "message", "reason"] {
          if let text = JSONMembers.text(name, of: value) { texts.append(text) }
        }
        if JSONMembers.whole("code", of: value) == 0x8bad_f00d { texts.append("0x8badf00d") }
      }
    default: try stream.skip()
    }
  }

  private mutating func thread(_ stream: JSONStream) throws(TraceError) -> Thread {
    var thread = Thread()
    guard try stream.peek() == Byte.openBrace else {
      try stream.skip()
      return thread
    }
    try stream.object { (key) throws(TraceError) in
      let next = try stream.peek()
      switch key {
      case "frames" where next == Byte.openBracket: try frames(stream, &thread)
      case "triggered":
        thread.isTriggered = try stream.value { $0.pointee == UInt8(ascii: "t") } ?? false
      case "queue":
        let queue = try stream.value { JSONMembers.text(at: $0) } ?? nil
        thread.isMain = queue == "com.apple.main-thread"
      case "originalLength":
        thread.originalLength = try stream.value { Int(JSONMembers.number(at: $0) ?? 0) } ?? 0
      case "recursionInfoArray" where next == Byte.openBracket:
        try stream.array { () throws(TraceError) in
          let hottest = try stream.value { JSONMembers.whole("hottestElided", of: $0) } ?? nil
          if thread.elision == nil { thread.elision = hottest }
        }
      default: try stream.skip()
      }
    }
    return thread
  }

  private func frames(_ stream: JSONStream, _ thread: inout Thread) throws(TraceError) {
    try stream.array { () throws(TraceError) in
      let frame = try stream.value { value in
        Frame(
          symbol: JSONMembers.text("symbol", of: value),
          image: JSONMembers.whole("imageIndex", of: value) ?? -1,
          file: JSONMembers.text("sourceFile", of: value),
          line: JSONMembers.whole("sourceLine", of: value))
      }
      if let frame, thread.frames.count < PostedStack.mostFrames { thread.frames.append(frame) }
    }
  }

  /// True once a report with threads was read.
  var hasStacks: Bool { !threads.isEmpty || exception != nil }

  /// The stacks: that of the exception, then that of the thread that crashed, then the others.
  var stacks: [PostedStack] {
    let triggered = threads.filter(\.isTriggered) + threads.filter { !$0.isTriggered }
    return ([exception].compactMap(\.self) + triggered).filter { !$0.frames.isEmpty }.map(stack)
  }

  private func stack(_ thread: Thread) -> PostedStack {
    var stack = PostedStack()
    stack.thread = PostedThread(isMain: thread.isMain, isTriggered: thread.isTriggered)
    stack.frames = thread.frames.map { frame in
      let module = images.indices.contains(frame.image) ? images[frame.image] : nil
      guard let symbol = frame.symbol, !symbol.isEmpty else {
        return PostedFrame(family: .native, module: module, function: "?", isNameless: true)
      }
      return PostedJSON.frame(
        symbol: symbol, module: module, file: frame.file, line: frame.line)
    }
    if let elision = thread.elision, elision > 0, elision <= stack.frames.count {
      (stack.elision, stack.saysRepeat) = (elision, true)
    } else if thread.originalLength > stack.frames.count {
      stack.elision = stack.frames.count
    }
    return stack
  }
}
