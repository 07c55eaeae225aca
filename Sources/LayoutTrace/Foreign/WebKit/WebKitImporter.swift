import Foundation

/// The messages of WebKit's inspector protocol during the recording of a timeline.
struct WebKitFormat: BrowserFormat {
  typealias Importer = WebKitImporter

  let guide = FormatGuide(
    name: "webkit",
    source: "messages of WebKit's inspector protocol (Timeline.eventRecorded), as WebDriver or a "
      + "remote inspector passes them on",
    tells: "layouts per rendering frame, the code that wrote or forced with function, line and "
      + "column, time",
    cannotTell: "geometry, elements, and which of several frames was laid out")

  func recognises(_ head: TraceHead) -> Bool {
    let message: Set = ["method", "params"]
    return (head.isArray ? head.inner : head.outer).isSuperset(of: message)
      || head.nested["events"]?.isSuperset(of: message) == true
  }
}

/// Reads WebKit's messages, in an array, in an array of an object, or in succession.
///
/// Each record is a tree: a rendering frame, the code that ran in it, and the layouts in that.
struct WebKitImporter: TimelineImporter {
  private(set) var events = 0
  private var recording: WebKitTimeline

  init(_ options: ImportOptions) { recording = WebKitTimeline(runLength: options.runLength) }
  var timeline: ForeignTimeline { recording.records }

  mutating func read(_ stream: JSONStream) throws(TraceError) {
    while let byte = try stream.peek(), !stream.wasCutOff {
      switch byte {
      case Byte.openBracket: try readMessages(stream)
      case Byte.openBrace:
        try stream.object { (key) throws(TraceError) in
          if key == "params" {
            _ = try stream.value { take(parameters: $0) }
          } else if try stream.peek() == Byte.openBracket {
            try readMessages(stream)
          } else {
            try stream.skip()
          }
        }
      default: throw stream.error(expected: "a message, which is an object,")
      }
    }
  }

  private mutating func readMessages(_ stream: JSONStream) throws(TraceError) {
    try stream.array { () throws(TraceError) in
      guard try stream.peek() == Byte.openBrace else { return try stream.skip() }
      _ = try stream.value { message in
        if JSONMembers.text("method", of: message) == "Timeline.eventRecorded",
          let parameters = JSONMembers.value("params", of: message)
        {
          take(parameters: parameters)
        }
      }
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
    if let kind {
      recording.add(
        kind, from: start, to: end,
        place: kind == .script
          ? data.flatMap(Self.place(ofScript:)) : stack.flatMap(Self.place(of:)))
    }
    guard let children else { return }
    var elements = JSONElements(children)
    while let child = elements.next() { take(child, isOutermost: false) }
  }

  /// The innermost frame of a stack that belongs to a script, not to the engine.
  private static func place(of stack: UnsafePointer<UInt8>) -> ForeignTimeline.Place? {
    guard let frames = JSONMembers.value("callFrames", of: stack) else { return nil }
    var elements = JSONElements(frames)
    while let frame = elements.next() {
      guard let url = JSONMembers.text("url", of: frame), !url.isEmpty, url != "[native code]"
      else { continue }
      return ForeignTimeline.Place(
        function: JSONMembers.text("functionName", of: frame), url: url,
        line: JSONMembers.whole("lineNumber", of: frame) ?? 0,
        column: JSONMembers.whole("columnNumber", of: frame) ?? 0)
    }
    return nil
  }

  private static func place(ofScript data: UnsafePointer<UInt8>) -> ForeignTimeline.Place? {
    guard let url = JSONMembers.text("scriptName", of: data), !url.isEmpty else { return nil }
    return ForeignTimeline.Place(
      function: nil, url: url, line: JSONMembers.whole("scriptLine", of: data) ?? 0,
      column: JSONMembers.whole("scriptColumn", of: data) ?? 0)
  }
}
