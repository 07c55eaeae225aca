import Foundation

/// A trace of Chrome, Edge or another Chromium browser, as saved by DevTools.
struct ChromeFormat: BrowserFormat {
  typealias Importer = ChromeImporter

  let guide = FormatGuide(
    name: "chrome",
    source: "the Performance panel of Chrome, Edge and other Chromium browsers; Puppeteer; "
      + "about:tracing; chromedriver",
    tells: "layouts of each document per task, the code that wrote or forced with function, line "
      + "and column, the elements that became dirty, time",
    cannotTell: "geometry, the tree, the code that wrote before the first forced layout; without "
      + "invalidation tracking also the elements")
  let remedy = "record with the category devtools.timeline, and while the page is slow"
  let stackRemedy: String? =
    "record with DevTools or with Scripts/record-page, which take stacks "
    + "(disabled-by-default-devtools.timeline.stack)"

  func recognises(_ head: TraceHead) -> Bool {
    head.isArray ? head.inner.contains("ph") : head.outer.contains("traceEvents")
  }
}

/// Reads the events of Chrome traces, in an array or in `traceEvents`, which may be cut off.
struct ChromeImporter: TimelineImporter {
  private(set) var timeline: ForeignTimeline
  /// The number of events in the trace.
  private(set) var events = 0
  private var names = ValueInterner()
  private var frames = ValueInterner()
  private var stacks = ByteInterner()
  private var reasons = ValueInterner()
  /// The meanings of the trace's names, frames, stacks and reasons.
  private var nameRoles: [Role?] = []
  private var frameDocuments: [Int32] = []
  private var stackPlaces: [Int32] = []
  private var reasonTexts: [Int32] = []
  /// The stacks as written in the file, and their innermost places.
  private var topFrames = ValueInterner()
  private var topFramePlaces: [Int32] = []
  /// The bytes by which places are compared.
  private var scratch: [UInt8] = []
  /// The number of the stack that a profiler took for the present event.
  private var lastSample: Int64?
  private var profile = ChromeProfile()
  private var scripts: ChromeScripts

  /// The role of all events of one name.
  private enum Role {
    case record(ForeignTimeline.Kind)
    /// Its arguments contain the address of the page that a frame shows.
    case address
    /// Its arguments contain the name of its process.
    case processName
    /// Its arguments contain stacks that a profiler took.
    case profile
    /// Its arguments contain the text of a script, or its address.
    case scriptText
    /// Its arguments contain the place at which a script begins.
    case scriptStart
  }

  init(_ options: ImportOptions) {
    timeline = ForeignTimeline(runLength: options.runLength)
    scripts = ChromeScripts(keepsTexts: options.keepsScripts)
  }

  mutating func read(_ stream: JSONStream) throws(TraceError) {
    if try stream.peek() == Byte.openBracket {
      try readEvents(stream)
    } else {
      try stream.object { (key) throws(TraceError) in
        switch key {
        case "traceEvents": try readEvents(stream)
        case "metadata": try readMetadata(stream)
        default: try stream.skip()
        }
      }
    }
    profile.finish(&timeline)
    timeline.sourceMaps = scripts.maps
    timeline.scripts = scripts.texts(ofPages: Set(timeline.documents.compactMap(\.url)))
  }

  private mutating func readMetadata(_ stream: JSONStream) throws(TraceError) {
    guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
    try stream.object { (key) throws(TraceError) in
      guard key == "sourceMaps" else { return try stream.skip() }
      _ = try stream.value { scripts.takeMaps($0) }
    }
  }

  private mutating func readEvents(_ stream: JSONStream) throws(TraceError) {
    try stream.array { () throws(TraceError) in
      events += 1
      guard try stream.peek() == Byte.openBrace else {
        throw stream.error(expected: "an event, which is an object,")
      }
      var fields = Fields()
      _ = try stream.value(
        steppingOver: { cursor in
          fields = Fields()
          return cursor.skipObject { key, value in fields.note(key, value) }
        },
        { _ in take(fields) })
    }
  }

  // MARK: Events

  /// The positions of the relevant values of an event; pointers into the buffer.
  private struct Fields {
    var name: UnsafePointer<UInt8>?
    var phase: UnsafePointer<UInt8>?
    var start: UnsafePointer<UInt8>?
    var duration: UnsafePointer<UInt8>?
    var process: UnsafePointer<UInt8>?
    var thread: UnsafePointer<UInt8>?
    var arguments: UnsafePointer<UInt8>?

    /// Notes a value if its key is wanted; at least eight bytes must be readable from the key on.
    @inline(__always)
    mutating func note(_ key: UnsafePointer<UInt8>, _ value: UnsafePointer<UInt8>) {
      let word = JSONCursor(key).word
      switch word & 0xffff_ff {
      case ascii("ph\""): phase = value
      case ascii("ts\""): start = value
      default:
        switch word & 0xffff_ffff {
        case ascii("pid\""): process = value
        case ascii("tid\""): thread = value
        case ascii("dur\""): duration = value
        default:
          switch word & 0xff_ffff_ffff {
          case ascii("name\""): name = value
          case ascii("args\""): arguments = value
          default: break
          }
        }
      }
    }
  }

  private mutating func take(_ fields: Fields) {
    guard let name = fields.name, let role = role(at: name) else { return }
    switch role {
    case .address: takeAddress(fields)
    case .profile:
      if let arguments = fields.arguments {
        profile.take(arguments, process: fields.process.map(JSONMembers.identifier) ?? 0, &timeline)
      }
    case .scriptText: if let arguments = fields.arguments { scripts.take(arguments) }
    case .scriptStart: if let arguments = fields.arguments { scripts.take(start: arguments) }
    case .processName:
      if let process = fields.process, let arguments = fields.arguments,
        let name = JSONMembers.text("name", of: arguments)
      {
        timeline.setName(name, ofProcess: JSONMembers.identifier(at: process))
      }
    case .record(let kind): takeRecord(kind, fields)
    }
  }

  private mutating func role(at value: UnsafePointer<UInt8>) -> Role? {
    guard value.pointee == Byte.quote else { return nil }
    let (number, isNew, _) = names.intern(value)
    if isNew {
      let name = JSONCursor.text(at: value)
      nameRoles.append(
        Self.kinds[name].map(Role.record)
          ?? (Self.addresses.contains(name) ? .address : Self.others[name]))
    }
    return nameRoles[Int(number)]
  }

  /// The names of events in all versions of the browser.
  private static let kinds: [String: ForeignTimeline.Kind] = [
    "RunTask": .task, "ThreadControllerImpl::RunTask": .task,
    "TaskQueueManager::ProcessTaskFromWorkQueue": .task, "MessageLoop::RunTask": .task,
    "EventDispatch": .occasion, "TimerFire": .occasion, "FireAnimationFrame": .occasion,
    "FireIdleCallback": .occasion, "RunMicrotasks": .occasion, "FunctionCall": .script,
    "EvaluateScript": .script, "v8.evaluateModule": .script,
    "UpdateLayoutTree": .style, "RecalculateStyles": .style, "Layout": .layout,
    "ScheduleStyleRecalculation": .write, "InvalidateLayout": .documentDirtied,
    "StyleRecalcInvalidationTracking": .elementWrite, "LayoutInvalidationTracking": .elementDirtied,
  ]

  private static let others: [String: Role] = [
    "process_name": .processName, "ProfileChunk": .profile, "ScriptCatchup": .scriptText,
    "v8.compile": .scriptStart,
  ]

  private static let addresses: Set<String> = [
    "TracingStartedInBrowser", "TracingStartedInPage", "FrameCommittedInBrowser", "CommitLoad",
    "navigationStart",
  ]

  private mutating func takeRecord(_ kind: ForeignTimeline.Kind, _ fields: Fields) {
    guard let start = fields.start.flatMap(JSONMembers.number),
      let startTime = Self.nanoseconds(start), let letter = fields.phase,
      letter.pointee == Byte.quote
    else { return }
    let isSlice =
      kind == .task || kind == .script || kind == .style || kind == .layout || kind == .occasion
    let phase: ForeignTimeline.Phase
    switch letter[1] {
    case UInt8(ascii: "X"): phase = .slice
    case UInt8(ascii: "B"): phase = .begin
    case UInt8(ascii: "E"): phase = .end
    case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "R"): phase = .moment
    default: return
    }
    // An instant event with the name of a slice only says when a task was posted, or similar.
    guard isSlice == (phase != .moment) else { return }
    let thread = timeline.thread(
      fields.thread.map(JSONMembers.identifier) ?? 0,
      ofProcess: fields.process.map(JSONMembers.identifier) ?? 0)
    var record = ForeignTimeline.Record(start: startTime, thread: thread, kind: kind, phase: phase)
    if phase == .slice {
      let duration = fields.duration.flatMap(JSONMembers.number)
      record.duration = max(0, duration.flatMap(Self.nanoseconds) ?? 0)
    }
    if phase != .end, kind != .task, kind != .occasion, let arguments = fields.arguments {
      takeDetails(&record, arguments)
      if let sample = lastSample {
        let process = fields.process.map(JSONMembers.identifier) ?? 0
        record.sample = profile.sample(sample, process: process)
      }
    }
    timeline.add(record)
  }

  /// Reads an event's frame, element, stack and reason, and nothing after them.
  private mutating func takeDetails(
    _ record: inout ForeignTimeline.Record, _ arguments: UnsafePointer<UInt8>
  ) {
    lastSample = nil
    var members = JSONMembers(arguments)
    var missing = record.kind == .layout ? 2 : 1
    while missing > 0, let (key, value) = members.next() {
      if key.equals("data") || key.equals("beginData") {
        let data = takeData(&record, value)
        missing -= 1
        if missing > 0 { members.skip(with: data) }
      } else if key.equals("endData") {
        missing -= 1
        if record.kind == .layout { takeRoots(record, value) }
      }
    }
  }

  /// The number of members of its data that an event needs.
  private static func wanted(_ kind: ForeignTimeline.Kind) -> Int {
    switch kind {
    case .style: 1
    case .write, .layout: 3
    case .documentDirtied: 4
    case .elementWrite: 5
    case .elementDirtied: 6
    case .task, .script, .occasion: .max
    }
  }

  /// Reads the data of an event, and returns the walk, which is perhaps not at its end.
  private mutating func takeData(
    _ record: inout ForeignTimeline.Record, _ data: UnsafePointer<UInt8>
  ) -> JSONMembers {
    let kind = record.kind
    var members = JSONMembers(data)
    if kind == .script {
      record.place = place(at: data, isStart: true)
      return members
    }
    let isOfElement = kind == .elementWrite || kind == .elementDirtied
    var missing = Self.wanted(kind)
    var node: UnsafePointer<UInt8>?
    var nodeName: UnsafePointer<UInt8>?
    while missing > 0, let (key, value) = members.next() {
      switch key.count {
      case 5 where key.equals("frame"): record.document = document(at: value)
      case 6 where (isOfElement || kind == .documentDirtied) && key.equals("nodeId"): node = value
      case 6 where kind == .elementDirtied && key.equals("reason"): record.text = reason(at: value)
      case 8 where isOfElement && key.equals("nodeName"): nodeName = value
      case 10 where kind != .style && key.equals("stackTrace"):
        record.place = place(atTopOf: value, of: &members)
      case 13 where kind != .style && key.equals("sampleTraceId"):
        lastSample = JSONMembers.number(at: value).flatMap { Int64(exactly: $0) }
      default: continue
      }
      missing -= 1
    }
    guard record.document >= 0,
      let number = node.flatMap(JSONMembers.number).flatMap({ Int(exactly: $0) })
    else { return members }
    if isOfElement {
      record.element = timeline.element(
        number, of: record.document, name: nodeName.flatMap(JSONMembers.text))
    } else {
      timeline.setRoot(number, of: record.document)
    }
    return members
  }

  /// Learns which node is the document: the root of its layouts if that has no name, or this node.
  private mutating func takeRoots(_ record: ForeignTimeline.Record, _ data: UnsafePointer<UInt8>) {
    guard record.document >= 0, let roots = JSONMembers.value("layoutRoots", of: data) else {
      return
    }
    var elements = JSONElements(roots)
    while let root = elements.next() {
      var node: UnsafePointer<UInt8>?
      var isDocument = false
      var missing = 2
      var members = JSONMembers(root)
      while missing > 0, let (key, value) = members.next() {
        if key.equals("nodeId") {
          node = value
        } else if key.equals("nodeName") {
          isDocument = JSONCursor.bytes(of: value).equals("\"#document\"")
        } else {
          continue
        }
        missing -= 1
      }
      if isDocument, let number = node.flatMap(JSONMembers.number).flatMap({ Int(exactly: $0) }) {
        timeline.setRoot(number, of: record.document)
      }
    }
  }

  private mutating func takeAddress(_ fields: Fields) {
    guard let arguments = fields.arguments else { return }
    let data = JSONMembers.value("data", of: arguments)
    if let data, let frames = JSONMembers.value("frames", of: data) {
      var elements = JSONElements(frames)
      while let frame = elements.next() { setURL(frame, urlKey: "url", frame) }
    }
    for place in [data, arguments].compactMap({ $0 }) {
      setURL(place, urlKey: "url", data ?? place)
      setURL(place, urlKey: "documentLoaderURL", data ?? place)
    }
  }

  private mutating func setURL(
    _ place: UnsafePointer<UInt8>, urlKey: StaticString, _ data: UnsafePointer<UInt8>
  ) {
    guard let frame = JSONMembers.value("frame", of: place),
      let url = JSONMembers.text(urlKey, of: data)
    else { return }
    let document = document(at: frame)
    if document >= 0 { timeline.setURL(url, of: document) }
  }

  // MARK: Values

  private mutating func document(at value: UnsafePointer<UInt8>) -> Int32 {
    let (number, isNew, _) = frames.intern(value)
    if isNew {
      let identifier =
        JSONMembers.text(at: value) ?? String(decoding: JSONCursor.bytes(of: value), as: UTF8.self)
      frameDocuments.append(identifier.isEmpty ? -1 : timeline.document(identifier))
    }
    return frameDocuments[Int(number)]
  }

  /// The reason why an element must be laid out, in a word that fits after "changed".
  private mutating func reason(at value: UnsafePointer<UInt8>) -> Int32 {
    let (number, isNew, _) = reasons.intern(value)
    if isNew {
      let text = JSONMembers.text(at: value).map { name in
        Self.words[name] ?? Self.words[name.lowercased()] ?? name.lowercased()
      }
      reasonTexts.append(text.map { timeline.add(text: $0) } ?? -1)
    }
    return reasonTexts[Int(number)]
  }

  /// The browser's reasons; none is `size`, which a replay would expect to produce itself.
  private static let words = [
    "Style changed": "style", "Added to layout": "presence", "Removed from layout": "presence",
    "Scrollbar changed": "scrollbars", "Size changed": "measure", "Fonts changed": "fonts",
    "Unknown": "something", "size": "measure", "bounds": "measure", "subviews": "structure",
  ]

  /// The innermost frame of a stack with those around it; -1 for an empty one.
  ///
  /// The walk on whose value it is goes on behind it.
  private mutating func place(
    atTopOf value: UnsafePointer<UInt8>, of members: inout JSONMembers
  ) -> Int32 {
    // Usually the stack is written exactly as before.
    let (number, isNew, end) = topFrames.intern(value)
    members.skip(to: end)
    if isNew {
      var elements = JSONElements(value)
      var frames: [UnsafePointer<UInt8>] = []
      while let frame = elements.next() { frames.append(frame) }
      var outer: Int32 = -1
      for frame in frames.reversed() {
        let found = place(at: frame, outer: outer)
        if found >= 0 { outer = found }
      }
      topFramePlaces.append(outer)
    }
    return topFramePlaces[Int(number)]
  }

  /// A place in a script, from a frame of a stack or from a function call; -1 for none.
  private mutating func place(
    at value: UnsafePointer<UInt8>, outer: Int32 = -1, isStart: Bool = false
  ) -> Int32 {
    var found: (function: Bytes?, url: Bytes?, line: Bytes?, column: Bytes?)
    var members = JSONMembers(value)
    while let (key, value) = members.next() {
      switch key.count {
      case 3 where key.equals("url"): found.url = JSONCursor.bytes(of: value)
      case 10 where key.equals("lineNumber"): found.line = JSONCursor.bytes(of: value)
      case 12 where key.equals("functionName"): found.function = JSONCursor.bytes(of: value)
      case 12 where key.equals("columnNumber"): found.column = JSONCursor.bytes(of: value)
      default: break
      }
    }
    scratch.removeAll(keepingCapacity: true)
    for part in [found.function, found.url, found.line, found.column] {
      if let part { scratch.append(contentsOf: part) }
      scratch.append(Byte.newline)
    }
    guard scratch.count > 4 else { return -1 }
    scratch.append(isStart ? 1 : 0)
    withUnsafeBytes(of: outer) { scratch.append(contentsOf: $0) }
    let (number, isNew) = scratch.withUnsafeBufferPointer { stacks.intern($0) }
    if isNew {
      func number(_ bytes: Bytes?) -> Int {
        bytes.flatMap { JSONMembers.number(at: $0.baseAddress!) }.flatMap { Int(exactly: $0) } ?? 0
      }
      func text(_ bytes: Bytes?) -> String? {
        bytes.flatMap { JSONMembers.text(at: $0.baseAddress!) }
      }
      var place = ForeignTimeline.Place(
        function: text(found.function), url: text(found.url), line: number(found.line),
        column: number(found.column))
      (place.outer, place.isStart) = (outer, isStart)
      let isKnown = place.function?.isEmpty == false || place.url?.isEmpty == false
      stackPlaces.append(isKnown ? timeline.add(place) : -1)
    }
    return stackPlaces[Int(number)]
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private static func nanoseconds(_ microseconds: Double) -> Int64? {
    ForeignTimeline.nanoseconds(microseconds, of: 1e3)
  }
}
