import Foundation

/// Reads traces of Chrome, Edge and other Chromium browsers into a timeline.
///
/// The events are in an array, or in the array `traceEvents` of an object. The array may be cut off.
struct ChromeImporter: ForeignImporter {
  private(set) var timeline = ForeignTimeline()
  /// How many events the trace had.
  private(set) var events = 0
  private var names = ByteInterner()
  private var frames = ByteInterner()
  private var stacks = ByteInterner()
  private var reasons = ByteInterner()
  /// What each of the names, frames, stacks and reasons stands for.
  private var nameRoles: [Role?] = []
  private var frameDocuments: [Int32] = []
  private var stackPlaces: [Int32] = []
  private var reasonTexts: [Int32] = []
  /// What a place is compared by.
  private var scratch: [UInt8] = []

  /// What an event of a name is.
  private enum Role {
    case record(ForeignTimeline.Kind)
    /// Its arguments say what a frame shows.
    case address
  }

  /// Reads all events; `progress` is told now and then how many of them were kept.
  ///
  /// - Throws: `TraceError` where the file is no such trace, or is damaged.
  mutating func read(
    _ stream: JSONStream, progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    if try stream.peek() == Byte.openBracket { return try readEvents(stream, progress) }
    try stream.object { (key) throws(TraceError) in
      if key == "traceEvents" {
        try readEvents(stream, progress)
      } else {
        try stream.skip()
      }
    }
  }

  private mutating func readEvents(
    _ stream: JSONStream, _ progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    try stream.array { () throws(TraceError) in
      events += 1
      if events & 0xfff == 0 { try progress(timeline.records.count) }
      guard try stream.peek() == Byte.openBrace else {
        throw stream.error(expected: "an event, which is an object,")
      }
      _ = try stream.value { take($0) }
    }
  }

  // MARK: Events

  /// What of an event is looked at; pointers into the buffer.
  private struct Fields {
    var phase: UInt8 = 0
    var start: Double?
    var duration: Double?
    var process = 0
    var thread = 0
    var arguments: UnsafePointer<UInt8>?
    var role: Role?
  }

  private mutating func take(_ event: UnsafePointer<UInt8>) {
    var fields = Fields()
    var members = JSONMembers(event)
    while let (key, value) = members.next() {
      switch key.count {
      case 2:
        if key.equals("ph"), value.pointee == Byte.quote { fields.phase = value[1] }
        if key.equals("ts") { fields.start = JSONMembers.number(at: value) }
      case 3:
        if key.equals("pid") { fields.process = JSONMembers.identifier(at: value) }
        if key.equals("tid") { fields.thread = JSONMembers.identifier(at: value) }
        if key.equals("dur") { fields.duration = JSONMembers.number(at: value) }
      case 4:
        if key.equals("args") { fields.arguments = value }
        if key.equals("name") {
          fields.role = role(at: value)
          if fields.role == nil { return }
        }
      default: break
      }
    }
    guard let role = fields.role else { return }
    switch role {
    case .address: takeAddress(fields)
    case .record(let kind): takeRecord(kind, fields)
    }
  }

  private mutating func role(at value: UnsafePointer<UInt8>) -> Role? {
    guard value.pointee == Byte.quote else { return nil }
    let (number, isNew) = names.intern(Self.bytes(of: value))
    if isNew {
      let name = JSONCursor.text(at: value)
      nameRoles.append(
        Self.kinds[name].map(Role.record) ?? (Self.addresses.contains(name) ? .address : nil))
    }
    return nameRoles[Int(number)]
  }

  /// The names of all times.
  private static let kinds: [String: ForeignTimeline.Kind] = [
    "RunTask": .task, "ThreadControllerImpl::RunTask": .task,
    "TaskQueueManager::ProcessTaskFromWorkQueue": .task, "MessageLoop::RunTask": .task,
    "FunctionCall": .script, "EvaluateScript": .script, "v8.evaluateModule": .script,
    "UpdateLayoutTree": .style, "RecalculateStyles": .style, "Layout": .layout,
    "ScheduleStyleRecalculation": .write, "InvalidateLayout": .documentDirtied,
    "StyleRecalcInvalidationTracking": .elementWrite,
    "LayoutInvalidationTracking": .elementDirtied,
  ]

  private static let addresses: Set<String> = [
    "TracingStartedInBrowser", "TracingStartedInPage", "FrameCommittedInBrowser", "CommitLoad",
    "navigationStart",
  ]

  private mutating func takeRecord(_ kind: ForeignTimeline.Kind, _ fields: Fields) {
    guard let start = fields.start, let startTime = Self.nanoseconds(start) else { return }
    let isSlice = [.task, .script, .style, .layout].contains(kind)
    let phase: ForeignTimeline.Phase
    switch fields.phase {
    case UInt8(ascii: "X"): phase = .slice
    case UInt8(ascii: "B"): phase = .begin
    case UInt8(ascii: "E"): phase = .end
    case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "R"): phase = .moment
    default: return
    }
    // A moment of the name of a slice tells when a task was posted, or the like.
    guard isSlice == (phase != .moment) else { return }
    var record = ForeignTimeline.Record(
      start: startTime, thread: timeline.thread(fields.thread, ofProcess: fields.process),
      kind: kind, phase: phase)
    if phase == .slice {
      record.duration = max(0, fields.duration.flatMap(Self.nanoseconds) ?? 0)
    }
    if phase != .end, kind != .task, let arguments = fields.arguments {
      takeDetails(&record, arguments)
    }
    timeline.add(record)
  }

  /// Reads what an event says of frame, element, stack and reason.
  private mutating func takeDetails(
    _ record: inout ForeignTimeline.Record, _ arguments: UnsafePointer<UInt8>
  ) {
    var members = JSONMembers(arguments)
    while let (key, value) = members.next() {
      if key.equals("data") || key.equals("beginData") {
        takeData(&record, value)
      } else if key.equals("endData"), record.kind == .layout {
        takeRoots(record, value)
      }
    }
  }

  private mutating func takeData(
    _ record: inout ForeignTimeline.Record, _ data: UnsafePointer<UInt8>
  ) {
    var node: Int?
    var nodeName: UnsafePointer<UInt8>?
    var members = JSONMembers(data)
    while let (key, value) = members.next() {
      switch key.count {
      case 5 where key.equals("frame"): record.document = document(at: value)
      case 6 where key.equals("nodeId"):
        node = JSONMembers.number(at: value).flatMap { Int(exactly: $0) }
      case 6 where key.equals("reason"): record.text = reason(at: value)
      case 8 where key.equals("nodeName"): nodeName = value
      case 10 where key.equals("stackTrace"): record.place = place(atTopOf: value)
      default: break
      }
    }
    if record.kind == .script { record.place = place(at: data) }
    guard record.document >= 0, let node else { return }
    switch record.kind {
    case .elementWrite, .elementDirtied:
      record.element = timeline.element(
        node, of: record.document, name: nodeName.flatMap(JSONMembers.text))
    case .documentDirtied: timeline.setRoot(node, of: record.document)
    default: break
    }
  }

  /// Learns which node is the document: the root of its layouts, where that has no name, or this.
  private mutating func takeRoots(
    _ record: ForeignTimeline.Record, _ data: UnsafePointer<UInt8>
  ) {
    guard record.document >= 0 else { return }
    if let roots = JSONMembers.value("layoutRoots", of: data) {
      var elements = JSONElements(roots)
      while let root = elements.next() {
        if JSONMembers.text("nodeName", of: root) == "#document",
          let node = JSONMembers.whole("nodeId", of: root)
        {
          timeline.setRoot(node, of: record.document)
        }
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

  /// The bytes of a string between its quotes, or those of a number.
  private static func bytes(of value: UnsafePointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var cursor = JSONCursor(value)
    _ = cursor.skipValue()
    return UnsafeBufferPointer(start: value, count: cursor.at - value)
  }

  private mutating func document(at value: UnsafePointer<UInt8>) -> Int32 {
    let (number, isNew) = frames.intern(Self.bytes(of: value))
    if isNew {
      let identifier =
        JSONMembers.text(at: value) ?? String(decoding: Self.bytes(of: value), as: UTF8.self)
      frameDocuments.append(identifier.isEmpty ? -1 : timeline.document(identifier))
    }
    return frameDocuments[Int(number)]
  }

  /// Why an element must be laid out, in a word that fits behind "changed".
  private mutating func reason(at value: UnsafePointer<UInt8>) -> Int32 {
    let (number, isNew) = reasons.intern(Self.bytes(of: value))
    if isNew {
      let text = JSONMembers.text(at: value).map { name in
        Self.words[name] ?? Self.words[name.lowercased()] ?? name.lowercased()
      }
      reasonTexts.append(text.map { timeline.add(text: $0) } ?? -1)
    }
    return reasonTexts[Int(number)]
  }

  /// The browser's reasons; `size` would mean that a replay brings it about by itself.
  private static let words = [
    "Style changed": "style", "Added to layout": "presence", "Removed from layout": "presence",
    "Scrollbar changed": "scrollbars", "Size changed": "measure", "Fonts changed": "fonts",
    "Unknown": "something", "size": "measure", "bounds": "measure", "subviews": "structure",
  ]

  /// The innermost frame of a stack; -1 for an empty one.
  private mutating func place(atTopOf value: UnsafePointer<UInt8>) -> Int32 {
    var elements = JSONElements(value)
    guard let top = elements.next() else { return -1 }
    return place(at: top)
  }

  /// A place in a script: a frame of a stack, or what a call of a function says of it; -1 for none.
  ///
  /// What else stands there is different each time.
  private mutating func place(at value: UnsafePointer<UInt8>) -> Int32 {
    var found: (function: Bytes?, url: Bytes?, line: Bytes?, column: Bytes?)
    var members = JSONMembers(value)
    while let (key, value) = members.next() {
      switch key.count {
      case 3 where key.equals("url"): found.url = Self.bytes(of: value)
      case 10 where key.equals("lineNumber"): found.line = Self.bytes(of: value)
      case 12 where key.equals("functionName"): found.function = Self.bytes(of: value)
      case 12 where key.equals("columnNumber"): found.column = Self.bytes(of: value)
      default: break
      }
    }
    scratch.removeAll(keepingCapacity: true)
    for part in [found.function, found.url, found.line, found.column] {
      if let part { scratch.append(contentsOf: part) }
      scratch.append(Byte.newline)
    }
    guard scratch.count > 4 else { return -1 }
    let (number, isNew) = scratch.withUnsafeBufferPointer { stacks.intern($0) }
    if isNew {
      func number(_ bytes: Bytes?) -> Int {
        bytes.flatMap { JSONMembers.number(at: $0.baseAddress!) }.flatMap { Int(exactly: $0) } ?? 0
      }
      func text(_ bytes: Bytes?) -> String? {
        bytes.flatMap { JSONMembers.text(at: $0.baseAddress!) }
      }
      let place = ForeignTimeline.Place(
        function: text(found.function), url: text(found.url), line: number(found.line),
        column: number(found.column))
      let isKnown = place.function?.isEmpty == false || place.url?.isEmpty == false
      stackPlaces.append(isKnown ? timeline.add(place) : -1)
    }
    return stackPlaces[Int(number)]
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Microseconds as whole nanoseconds; nil beyond what a trace can say.
  private static func nanoseconds(_ microseconds: Double) -> Int64? {
    let value = (microseconds * 1_000).rounded()
    return abs(value) < 1e18 ? Int64(value) : nil
  }
}
