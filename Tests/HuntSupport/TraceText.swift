import Foundation
import LayoutTrace
import LoopHunter

/// Helpers that turn text into traces, for every suite of this folder.
package enum TraceText {
  package static let header = #"{"e":"trace","version":1}"#

  /// A small trace that has lines of every event.
  package static let small = [
    #"{"e":"trace","version":1,"title":"didset-dirty","clock":"virtual","scale":3,"passLimit":40}"#,
    #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
    #"{"e":"view","v":2,"class":"Badge","name":"badge","in":1,"at":0,"frame":[0,-1.5,4.4e1,44]}"#,
    #"{"e":"turn","n":1,"t":16666667}"#,
    #"{"e":"dirty","v":2,"why":"explicit"}"#,
    #"{"e":"commit"}"#,
    #"{"e":"layout","v":2,"t":5}"#,
    #"{"e":"frame","v":2,"to":[0,0,45,44],"was":[0,0,44,44],"by":2,"from":"Badge.swift:42"}"#,
    #"{"e":"dirty","v":1,"why":"size","by":2,"again":true}"#,
    #"{"e":"dirty","v":1,"why":"constraints","of":2,"by":2,"again":true}"#,
    #"{"e":"async","k":1,"by":2,"via":"timer"}"#,
    #"{"e":"done","v":2,"t":6}"#,
    #"{"e":"committed","batches":1,"hit":true}"#,
    #"{"e":"run","k":1}"#,
    #"{"e":"move","v":2,"in":null}"#,
    #"{"e":"ran","k":1}"#,
    #"{"e":"update","v":1}"#,
    #"{"e":"updated","v":1}"#,
    #"{"e":"inset","v":2,"name":"contentInset","to":[1,2,3,4.5],"was":[0,0,0,0]}"#,
    #"{"e":"gone","v":2}"#,
    #"{"e":"end","turns":1}"#,
  ]

  /// The input made of lines, each ended by a newline.
  package static func input(_ lines: [String]) -> TraceInput {
    input(lines.map { $0 + "\n" }.joined())
  }

  package static func input(_ text: String) -> TraceInput {
    .bytes(Array(text.utf8), name: "test.jsonl")
  }

  package static func input(_ bytes: [UInt8]) -> TraceInput {
    .bytes(bytes, name: "test.jsonl")
  }

  /// All events of an input, or its first error.
  package static func events(
    _ input: TraceInput, options: TraceOptions = TraceOptions()
  ) throws -> [TraceEvent] {
    let reader = try TraceReader(input, options: options)
    var events: [TraceEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  /// The first error of an input; nil if it is fine.
  package static func error(_ input: TraceInput, options: TraceOptions = TraceOptions())
    -> TraceError?
  {
    do {
      _ = try events(input, options: options)
      return nil
    } catch {
      return error as? TraceError
    }
  }

  /// A trace whose snapshot has a window 1 with views 2 and 3 inside each other, in turn 1.
  package static let preamble = [
    header, #"{"e":"view","v":1,"class":"Window","frame":[0,0,100,100]}"#,
    #"{"e":"view","v":2,"class":"Feed","in":1,"at":0}"#,
    #"{"e":"view","v":3,"class":"Cell","name":"first","in":2,"at":0}"#,
    #"{"e":"turn","n":1,"t":0}"#,
  ]

  /// The first error of the preamble followed by some lines.
  package static func errorAfterPreamble(_ lines: String...) -> TraceError? {
    error(input(preamble + lines))
  }

  /// Replays a trace and records the replay.
  package static func replay(_ trace: [UInt8]) throws -> (
    bytes: [UInt8], result: TraceReplayer.Result
  ) {
    let replayer = try TraceReplayer(input(trace))
    let recorder = try TraceRecorder(replaying: replayer, to: .memory)
    let result = try replayer.run()
    try recorder.finish()
    return (recorder.bytes, result)
  }

  /// The first line in which two traces differ.
  package static func firstDifference(_ old: [UInt8], _ new: [UInt8]) -> String {
    let oldLines = String(decoding: old, as: UTF8.self).split(separator: "\n")
    let newLines = String(decoding: new, as: UTF8.self).split(separator: "\n")
    for index in 0..<max(oldLines.count, newLines.count) {
      let old = index < oldLines.count ? oldLines[index] : "nothing"
      let new = index < newLines.count ? newLines[index] : "nothing"
      if old != new { return "line \(index + 1): \(old) became \(new)" }
    }
    return "none"
  }
}
