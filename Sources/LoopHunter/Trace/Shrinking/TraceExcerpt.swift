import ViewTree

/// Some turns of a trace, recorded anew from a replay of it.
///
/// The excerpt begins with the tree as it was before the first of these turns, so that nothing of
/// the turns before them is needed.
package enum TraceExcerpt {
  /// Records the turns at some places among all of a trace, from 0.
  ///
  /// - Throws: `TraceError` if the trace cannot be replayed.
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

  /// All events of a trace, with `end` where the recording broke off.
  ///
  /// - Throws: `TraceError` if the trace is wrong.
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

  /// A trace as a recorder would write it that saw its replay: with the values that were
  /// overwritten, and all that the rules of layout dirtied.
  ///
  /// - Throws: `TraceError` if the trace cannot be replayed.
  package static func rerecorded(_ trace: [UInt8]) throws(TraceError) -> [UInt8] {
    let replayer = try TraceReplayer(.bytes(trace, name: "trace"))
    let recorder = try TraceRecorder(replaying: replayer, to: .memory)
    try replayer.run()
    try recorder.finish()
    return recorder.bytes
  }
}
