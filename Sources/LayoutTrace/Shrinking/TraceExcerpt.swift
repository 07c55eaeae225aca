import ViewTree

/// An excerpt of some turns, recorded anew from a replay: first the tree, so it needs no others.
package enum TraceExcerpt {
  /// Records the turns at some places among all of a trace, from 0.
  package static func events(
    of input: TraceInput, turns: ClosedRange<Int>, options: TraceReplayer.Options,
    interrupt: TraceInterrupt? = nil
  ) throws(TraceError) -> [TraceEvent] {
    let replayer = try TraceReplayer(input, options: options, interrupt: interrupt)
    for _ in 0..<turns.lowerBound { _ = try replayer.runTurn() }
    let recorder = try TraceRecorder(replaying: replayer, to: .memory)
    for _ in turns { _ = try replayer.runTurn() }
    try recorder.finish()
    return try closed(events(of: .bytes(recorder.bytes, name: input.name), options: options))
  }

  /// The numbers of all turns of a trace, in their order.
  package static func turnNumbers(
    of input: TraceInput, options: TraceReplayer.Options
  ) throws(TraceError) -> [Int] {
    let reader = try TraceReader(input, options: TraceOptions(isLenient: options.isLenient))
    var numbers: [Int] = []
    while let number = try reader.nextLine({ line, _, _ in line.kind == .turn ? line[.turn] : nil })
    {
      if let number { numbers.append(number) }
    }
    return numbers
  }

  /// Records several ranges of turns, from 0, in one replay, and passes on each when it is
  /// complete.
  ///
  /// The last turn ends after as many layouts of each view as `limits` says; `body` gets nil for
  /// events that would take too much memory.
  package static func forEach(
    _ ranges: Set<ClosedRange<Int>>, of input: TraceInput, options: TraceReplayer.Options,
    limits: [(view: Int, layouts: Int)], interrupt: TraceInterrupt?,
    _ body: (ClosedRange<Int>, [TraceEvent]?) -> Void
  ) throws(TraceError) {
    guard let last = ranges.map(\.upperBound).max() else { return }
    let stop = TraceInterrupt()
    let replayer = try TraceReplayer(input, options: options, interrupt: stop)
    let guardian = ExcerptGuard(replayer, stop: stop, interrupt: interrupt)
    let observation = replayer.loop.addLayoutObserver(guardian)
    defer { observation.cancel() }
    var recorders: [ClosedRange<Int>: TraceRecorder] = [:]
    for place in 0...last {
      for range in ranges where range.lowerBound == place {
        recorders[range] = try TraceRecorder(replaying: replayer, to: .memory)
      }
      if place == last { guardian.limit(limits) }
      guard try replayer.runTurn() != nil, interrupt?.isInterrupted != true else { return }
      for range in ranges where range.upperBound == place {
        guard let recorder = recorders.removeValue(forKey: range) else { continue }
        try recorder.finish()
        let bytes = recorder.bytes
        let events =
          bytes.count > byteLimit
          ? nil : try closed(events(of: .bytes(bytes, name: input.name), options: .init()))
        body(range, events)
      }
    }
  }

  /// The maximum number of bytes of an excerpt to turn into events.
  private static let byteLimit = 64 << 20

  /// All events of a trace, with an `end` if the recording broke off.
  package static func events(
    of input: TraceInput, options: TraceReplayer.Options
  ) throws(TraceError) -> [TraceEvent] {
    let reader = try TraceReader(input, options: TraceOptions(isLenient: options.isLenient))
    var events: [TraceEvent] = []
    while let event = try reader.next() {
      if event != .unknown { events.append(event) }
    }
    return closed(events)
  }

  private static func closed(_ events: [TraceEvent]) -> [TraceEvent] {
    if case .end? = events.last { return events }
    return events + [.end(turns: events.turnCount)]
  }

  /// A trace as a recorder of its replay would write it, with overwritten values and dirtied views.
  package static func rerecorded(_ trace: [UInt8]) throws(TraceError) -> [UInt8] {
    let replayer = try TraceReplayer(.bytes(trace, name: "trace"))
    let recorder = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try recorder.finish()
    return recorder.bytes
  }
}

/// Ends a replay when no more of it is needed, or when it is interrupted.
private final class ExcerptGuard: LayoutObserver {
  private unowned let replayer: TraceReplayer
  private let stop: TraceInterrupt
  private let interrupt: TraceInterrupt?
  /// The number of missing layouts of each view.
  private var missing: [Int: Int] = [:]

  init(_ replayer: TraceReplayer, stop: TraceInterrupt, interrupt: TraceInterrupt?) {
    (self.replayer, self.stop, self.interrupt) = (replayer, stop, interrupt)
  }

  /// Ends the replay after this many layouts of each of the views.
  func limit(_ limits: [(view: Int, layouts: Int)]) {
    missing = Dictionary(limits.map { ($0.view, $0.layouts + 1) }, uniquingKeysWith: max)
  }

  func layoutEntered(_ view: View) {
    if interrupt?.isInterrupted == true { stop.interrupt() }
    guard !missing.isEmpty, let number = replayer.number(of: view), let left = missing[number]
    else { return }
    missing[number] = left > 1 ? left - 1 : nil
    if missing.isEmpty { stop.interrupt() }
  }
}
