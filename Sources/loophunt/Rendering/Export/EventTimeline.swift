import LayoutTrace

/// Follows the events of a trace with their times and names, for all viewers of timelines.
struct EventTimeline {
  /// True if layouts take time in the trace; otherwise each event takes a microsecond.
  let hasTime: Bool
  /// The time of the current event in nanoseconds; it never goes back.
  private(set) var now: Int64 = 0
  private var names: [Int: String] = [:]

  private static let longestName = 200

  /// - Parameter hasTime: true if the times of the trace are used.
  init(hasTime: Bool) { self.hasTime = hasTime }

  /// True if any layout of a trace took time; reads the trace to its end.
  static func hasTime(_ input: TraceInput, _ options: TraceOptions) throws(TraceError) -> Bool {
    let reader = try TraceReader(input, options: options, interrupt: Interruption.trace)
    var open: [Int64?] = []
    var hasTime = false
    while let event = try reader.next() {
      switch event {
      case .layout(_, let time): open.append(time)
      case .done(_, let time):
        if let began = open.popLast() ?? nil, let time, time > began { hasTime = true }
      default: break
      }
    }
    return hasTime
  }

  /// Goes on to the next event.
  mutating func advance(to event: TraceEvent) {
    guard hasTime else {
      now += 1000
      return noteName(event)
    }
    switch event {
    case .turn(_, let time?, _), .layout(_, let time?), .done(_, let time?): now = max(now, time)
    default: break
    }
    noteName(event)
  }

  private mutating func noteName(_ event: TraceEvent) {
    guard case .view(let view) = event else { return }
    let name = view.name.map { "\(view.className) \"\($0)\"" } ?? view.className
    let shown = Printable.line(name.prefix(Self.longestName))
    names[view.view] = "\(shown) #\(view.view)"
  }

  /// `Badge "badge" #12`.
  func name(of view: Int) -> String { names[view] ?? "view #\(view)" }

  /// The time in microseconds, as text.
  var microseconds: String {
    let (whole, rest) = now.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole)" : "\(whole).\(String(1000 + rest).dropFirst())"
  }
}
