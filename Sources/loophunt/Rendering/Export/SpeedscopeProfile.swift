import LayoutTrace

/// Writes the turns and layouts of a trace as an evented profile of speedscope.
struct SpeedscopeProfile: TimelineDocument {
  private var timeline: EventTimeline
  var written = WrittenJSON()
  private var frames: [String] = []
  private var places: [String: Int] = [:]
  /// The open turn and layouts, innermost last; a turn is the outermost.
  private var open: [Int] = []
  private var isInTurn = false

  init(title: String, hasTime: Bool) {
    timeline = EventTimeline(hasTime: hasTime)
    written.text(
      #"{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"loophunt export","#
    )
    written.text(#""name":"#)
    written.string(title)
    written.text(#","profiles":[{"type":"evented","name":"#)
    written.string(hasTime ? "layouts" : "layouts, one microsecond per event")
    written.text(#","unit":"microseconds","startValue":0,"events":["#)
  }

  /// Adds the next event of the trace.
  mutating func add(_ event: TraceEvent) {
    timeline.advance(to: event)
    switch event {
    case .turn(let number, _, _):
      while !open.isEmpty { close() }
      isInTurn = true
      begin("turn \(number)")
    case .layout(let view, _): begin(timeline.name(of: view))
    case .done: if open.count > (isInTurn ? 1 : 0) { close() }
    default: break
    }
  }

  /// Closes everything that is open, and names the frames.
  mutating func finish() {
    while !open.isEmpty { close() }
    written.text("\n],\"endValue\":\(timeline.microseconds)}],\"shared\":{\"frames\":[")
    for (index, frame) in frames.enumerated() {
      written.text(index == 0 ? "\n" : ",\n")
      written.text(#"{"name":"#)
      written.string(frame)
      written.text("}")
    }
    written.text("\n]}}\n")
  }

  private mutating func begin(_ name: String) {
    let place = places[name] ?? frames.count
    if place == frames.count {
      places[name] = place
      frames.append(name)
    }
    open.append(place)
    event("O", place)
  }

  private mutating func close() {
    guard let place = open.popLast() else { return }
    event("C", place)
  }

  private mutating func event(_ type: String, _ frame: Int) {
    written.beginElement()
    written.text(#"{"type":"\#(type)","frame":\#(frame),"at":\#(timeline.microseconds)}"#)
  }
}
