/// The text of a trace, from which traces with fewer events take their lines.
///
/// A proof replays a turn many times, each time without a few events: the others are written once.
struct OutlineText {
  let bytes: [UInt8]
  /// The end of each event's line; none for a text that was made from another.
  private let ends: [Int]

  /// Writes all events.
  init(_ events: [TraceEvent]) {
    var text = TraceTextBuffer()
    var ends: [Int] = []
    ends.reserveCapacity(events.count)
    let version = Self.version(of: events)
    for event in events {
      text.append(event, version: version)
      ends.append(text.bytes.count)
    }
    (bytes, self.ends) = (text.bytes, ends)
  }

  /// Takes lines from the text of a larger trace, and writes the other events.
  ///
  /// - Parameters:
  ///   - events: The events.
  ///   - places: The place of each event's line in the other text; negative for one that differs.
  ///   - whole: The other text, which was written as a whole.
  init(_ events: [TraceEvent], at places: [Int], of whole: OutlineText) {
    var text = TraceTextBuffer()
    let version = Self.version(of: events)
    var next = 0
    while next < events.count {
      let first = places[next]
      guard first >= 0 else {
        text.append(events[next], version: version)
        next += 1
        continue
      }
      var last = first
      next += 1
      while next < events.count, places[next] == last + 1 { (last, next) = (last + 1, next + 1) }
      text.append(lines: whole.bytes[(first > 0 ? whole.ends[first - 1] : 0)..<whole.ends[last]])
    }
    (bytes, ends) = (text.bytes, [])
  }

  /// The version of the format that a reader of the events needs.
  private static func version(of events: [TraceEvent]) -> Int {
    var version = TraceEvent.Header.firstVersion
    for event in events { version = max(version, event.version) }
    return version
  }
}

extension TraceTextBuffer {
  /// Appends an event as a line; a header gets the version.
  fileprivate mutating func append(_ event: TraceEvent, version: Int) {
    guard case .header(var header) = event else { return append(event) }
    header.version = version
    append(.header(header))
  }
}
