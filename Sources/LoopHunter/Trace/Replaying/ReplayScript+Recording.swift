import ViewTree

// What a recorder of the replay asks.

extension ReplayScript: RecordingScript {
  func number(of view: View) -> Int? {
    let place = view.tag - 1
    guard place >= 0, place < nodes.count else { return nil }
    return nodes[place].number == 0 ? nil : nodes[place].number
  }

  func number(of work: WorkID) -> Int? { self.work.number(of: work) }

  func time(of moment: RecordingMoment) -> Int64? {
    var time = -1
    switch moment {
    case .turn: return turn.time
    case .layout:
      if let index = layouts.last?.index, index >= 0 { time = turn[index].time }
    case .done:
      if lastLeft >= 0, turn[lastLeft].partner < turn.count {
        time = turn[turn[lastLeft].partner].time
      }
    }
    return time < 0 ? nil : Int64(time)
  }

  var origin: String? { toldOrigin < 0 ? nil : turn.strings[Int(toldOrigin)] }

  var isComplete: Bool { !reader.summary.isTruncated }
}

/// Told of a layout's end after everybody who writes lines: what dies now dies after its line.
final class ReplayEpilogue: LayoutObserver {
  private unowned let script: ReplayScript

  init(_ script: ReplayScript) {
    self.script = script
  }

  func layoutLeft(_ view: View) {
    script.letGoAfterLayout(of: view)
  }
}

extension TraceRecorder {
  /// Records a replay: numbers, times and places are those of the recording.
  package convenience init(
    replaying replayer: TraceReplayer, to destination: TraceDestination
  ) throws(TraceError) {
    try self.init(
      replayer.loop, to: destination, options: Options(), script: replayer.recordingScript)
  }
}
