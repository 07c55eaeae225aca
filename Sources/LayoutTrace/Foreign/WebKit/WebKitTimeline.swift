/// The timeline of a recording by WebKit: times in seconds, no frames, and one page's layouts.
struct WebKitTimeline {
  private(set) var records: ForeignTimeline
  private var places: [ForeignTimeline.Place: Int32] = [:]
  private let thread: Int32
  private let page: Int32

  init(runLength: Int) {
    records = ForeignTimeline(runLength: runLength)
    thread = records.thread(0, ofProcess: 0)
    page = records.document("page")
  }

  /// Adds an event, unless its time is beyond the range of a trace; writes are moments.
  mutating func add(
    _ kind: ForeignTimeline.Kind, from start: Double?, to end: Double?,
    place: @autoclosure () -> ForeignTimeline.Place?, isForced: Bool = false
  ) {
    guard let start = start.flatMap(Self.nanoseconds) else { return }
    let isMoment = kind == .write || kind == .documentDirtied
    var record = ForeignTimeline.Record(
      start: start, thread: thread, kind: kind, phase: isMoment ? .moment : .slice)
    if !isMoment, let end = end.flatMap(Self.nanoseconds) { record.duration = max(0, end - start) }
    if kind != .task, kind != .script { record.document = page }
    if let place = place() { record.place = number(of: place) }
    record.isForced = isForced
    records.add(record)
  }

  private mutating func number(of place: ForeignTimeline.Place) -> Int32 {
    if let number = places[place] { return number }
    // No record names the page, but its own scripts have its address.
    if let url = place.url, url.prefix(while: { $0 != "?" }).hasSuffix(".html") {
      records.setURL(url, of: page)
    }
    let number = records.add(place)
    places[place] = number
    return number
  }

  private static func nanoseconds(_ seconds: Double) -> Int64? {
    ForeignTimeline.nanoseconds(seconds, of: 1e9)
  }
}
