import Foundation

/// Reads the messages of WebKit's inspector protocol while it records a timeline.
///
/// The messages are in an array, in an array of an object, or one after the other. The record of a
/// `Timeline.eventRecorded` is a tree: a rendering frame, what ran in it, and the layouts in that.
struct WebKitImporter: ForeignImporter {
  private(set) var timeline: ForeignTimeline
  private(set) var events = 0
  private var places: [ForeignTimeline.Place: Int32] = [:]
  private let thread: Int32
  /// WebKit names no frames: all layouts are those of one page.
  private let page: Int32

  init(runLength: Int) {
    timeline = ForeignTimeline(runLength: runLength)
    thread = timeline.thread(0, ofProcess: 0)
    page = timeline.document("page")
  }

  mutating func read(
    _ stream: JSONStream, progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    while let byte = try stream.peek(), !stream.wasCutOff {
      switch byte {
      case Byte.openBracket: try readMessages(stream, progress)
      case Byte.openBrace:
        try stream.object { (key) throws(TraceError) in
          if key == "params" {
            _ = try stream.value { take(parameters: $0) }
          } else if try stream.peek() == Byte.openBracket {
            try readMessages(stream, progress)
          } else {
            try stream.skip()
          }
        }
        try progress(timeline.count)
      default: throw stream.error(expected: "a message, which is an object,")
      }
    }
  }

  private mutating func readMessages(
    _ stream: JSONStream, _ progress: (_ records: Int) throws(TraceError) -> Void
  ) throws(TraceError) {
    try stream.array { () throws(TraceError) in
      guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
      _ = try stream.value { message in
        if JSONMembers.text("method", of: message) == "Timeline.eventRecorded",
          let parameters = JSONMembers.value("params", of: message)
        {
          take(parameters: parameters)
        }
      }
      try progress(timeline.count)
    }
  }

  private mutating func take(parameters: UnsafePointer<UInt8>) {
    guard let record = JSONMembers.value("record", of: parameters) else { return }
    take(record, isOutermost: true)
  }

  private static let kinds: [String: ForeignTimeline.Kind] = [
    "FunctionCall": .script, "EvaluateScript": .script, "RecalculateStyles": .style,
    "Layout": .layout, "ScheduleStyleRecalculation": .write, "InvalidateLayout": .documentDirtied,
  ]

  private mutating func take(_ record: UnsafePointer<UInt8>, isOutermost: Bool) {
    events += 1
    var name: String?
    var start: Double?
    var end: Double?
    var stack: UnsafePointer<UInt8>?
    var data: UnsafePointer<UInt8>?
    var children: UnsafePointer<UInt8>?
    var members = JSONMembers(record)
    while let (key, value) = members.next() {
      switch key.count {
      case 4 where key.equals("type"): name = JSONMembers.text(at: value)
      case 4 where key.equals("data"): data = value
      case 7 where key.equals("endTime"): end = JSONMembers.number(at: value)
      case 8 where key.equals("children"): children = value
      case 9 where key.equals("startTime"): start = JSONMembers.number(at: value)
      case 10 where key.equals("stackTrace"): stack = value
      default: break
      }
    }
    let kind = name.flatMap { Self.kinds[$0] } ?? (isOutermost ? .task : nil)
    if let kind, let start, let startTime = Self.nanoseconds(start) {
      let isMoment = kind == .write || kind == .documentDirtied
      var event = ForeignTimeline.Record(
        start: startTime, thread: thread, kind: kind, phase: isMoment ? .moment : .slice)
      if !isMoment, let end, let endTime = Self.nanoseconds(end) {
        event.duration = max(0, endTime - startTime)
      }
      if kind != .task, kind != .script { event.document = page }
      event.place = kind == .script ? place(ofScript: data) : stack.map { place(of: $0) } ?? -1
      timeline.add(event)
    }
    guard let children else { return }
    var elements = JSONElements(children)
    while let child = elements.next() { take(child, isOutermost: false) }
  }

  // MARK: Places

  /// The innermost frame of a stack that belongs to a script, not to the engine.
  private mutating func place(of stack: UnsafePointer<UInt8>) -> Int32 {
    guard let frames = JSONMembers.value("callFrames", of: stack) else { return -1 }
    var elements = JSONElements(frames)
    while let frame = elements.next() {
      guard let url = JSONMembers.text("url", of: frame), !url.isEmpty, url != "[native code]"
      else { continue }
      return place(
        ForeignTimeline.Place(
          function: JSONMembers.text("functionName", of: frame), url: url,
          line: JSONMembers.whole("lineNumber", of: frame) ?? 0,
          column: JSONMembers.whole("columnNumber", of: frame) ?? 0))
    }
    return -1
  }

  private mutating func place(ofScript data: UnsafePointer<UInt8>?) -> Int32 {
    guard let data, let url = JSONMembers.text("scriptName", of: data), !url.isEmpty else {
      return -1
    }
    return place(
      ForeignTimeline.Place(
        function: nil, url: url, line: JSONMembers.whole("scriptLine", of: data) ?? 0,
        column: JSONMembers.whole("scriptColumn", of: data) ?? 0))
  }

  private mutating func place(_ place: ForeignTimeline.Place) -> Int32 {
    if let number = places[place] { return number }
    let number = timeline.add(place)
    places[place] = number
    return number
  }

  /// Seconds as whole nanoseconds; nil if a trace cannot hold the number.
  private static func nanoseconds(_ seconds: Double) -> Int64? {
    let value = (seconds * 1e9).rounded()
    return abs(value) < 1e18 ? Int64(value) : nil
  }
}
