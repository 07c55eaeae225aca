import Foundation

/// A timeline recording exported by Safari's Web Inspector.
struct SafariFormat: BrowserFormat {
  typealias Importer = SafariImporter

  let guide = FormatGuide(
    name: "safari",
    source: "the Timelines tab of Safari's Web Inspector: Export",
    tells: "layouts per rendering frame, which of them a script forced, the kind of script that "
      + "ran, time",
    cannotTell: "geometry, elements, frames, and the places in scripts: exports leave the call "
      + "stacks out")

  func recognises(_ head: TraceHead) -> Bool {
    guard let recording = head.nested["recording"] else { return false }
    return recording.contains("records")
      || recording.isSuperset(of: ["startTime", "instrumentTypes"])
  }
}

/// Reads Safari's recordings: flat lists of records, whose nesting follows from the times.
struct SafariImporter: TimelineImporter {
  private(set) var events = 0
  private var recording: WebKitTimeline

  init(_ options: ImportOptions) { recording = WebKitTimeline(runLength: options.runLength) }
  var timeline: ForeignTimeline { recording.records }

  mutating func read(_ stream: JSONStream) throws(TraceError) {
    try stream.object { (key) throws(TraceError) in
      guard key == "recording", try stream.peek() == Byte.openBrace else {
        return try stream.skip()
      }
      try stream.object { (key) throws(TraceError) in
        guard key == "records" else { return try stream.skip() }
        try stream.array { () throws(TraceError) in
          guard try stream.peek() == Byte.openBrace else {
            throw stream.error(expected: "a record, which is an object,")
          }
          _ = try stream.value { take($0) }
        }
      }
    }
  }

  /// The relevant values of a record; pointers into the buffer.
  private struct Fields {
    var type: String?
    var event: String?
    var start: Double?
    var end: Double?
    var details: UnsafePointer<UInt8>?
  }

  private mutating func take(_ record: UnsafePointer<UInt8>) {
    events += 1
    var fields = Fields()
    var members = JSONMembers(record)
    while let (key, value) = members.next() {
      switch key.count {
      case 4 where key.equals("type"): fields.type = JSONMembers.text(at: value)
      case 7 where key.equals("endTime"): fields.end = JSONMembers.number(at: value)
      case 7 where key.equals("details"): fields.details = value
      case 9 where key.equals("eventType"): fields.event = JSONMembers.text(at: value)
      case 9 where key.equals("startTime"): fields.start = JSONMembers.number(at: value)
      default: break
      }
    }
    guard let kind = Self.kind(fields) else { return }
    recording.add(
      kind, from: fields.start, to: fields.end, place: kind == .script ? Self.place(fields) : nil,
      isForced: fields.event == "forced-layout")
  }

  private static func kind(_ fields: Fields) -> ForeignTimeline.Kind? {
    switch fields.type {
    case "timeline-record-type-rendering-frame": .task
    case "timeline-record-type-script":
      fields.event.flatMap {
        scripts[String($0.dropFirst(scriptPrefix.count))] == nil ? nil : .script
      }
    case "timeline-record-type-layout": fields.event.flatMap { layouts[$0] }
    default: nil
    }
  }

  private static let layouts: [String: ForeignTimeline.Kind] = [
    "invalidate-styles": .write, "recalculate-styles": .style,
    "invalidate-layout": .documentDirtied, "layout": .layout, "forced-layout": .layout,
  ]

  private static let scriptPrefix = "script-timeline-record-"

  /// The records of running scripts, with their names here; others say that a timer was set, or so.
  private static let scripts = [
    "script-evaluated": "script", "event-dispatch": "event", "event-dispatched": "event",
    "timer-fired": "timer", "animation-frame-fired": "animation frame",
    "observer-callback": "observer", "microtask-dispatched": "microtask",
  ]

  /// The running code, as far as an export names it: `click event`.
  private static func place(_ fields: Fields) -> ForeignTimeline.Place? {
    guard let event = fields.event,
      let word = scripts[String(event.dropFirst(scriptPrefix.count))]
    else { return nil }
    // The details are the name of an event or of an observer, the address of a script, or a number.
    let details = fields.details.flatMap(JSONMembers.text) ?? ""
    return word == "script" && !details.isEmpty
      ? ForeignTimeline.Place(function: nil, url: details, line: 0, column: 0)
      : ForeignTimeline.Place(
        function: details.isEmpty ? word : "\(details) \(word)", url: nil, line: 0, column: 0)
  }
}
