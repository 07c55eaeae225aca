import Foundation
import LayoutTrace
import LoopHunter

/// Helpers that turn text into traces, for every suite of this folder.
enum TraceText {
  static let header = #"{"e":"trace","version":1}"#

  /// The input made of lines, each ended by a newline.
  static func input(_ lines: [String]) -> TraceInput {
    input(lines.map { $0 + "\n" }.joined())
  }

  static func input(_ text: String) -> TraceInput {
    .bytes(Array(text.utf8), name: "test.jsonl")
  }

  static func input(_ bytes: [UInt8]) -> TraceInput {
    .bytes(bytes, name: "test.jsonl")
  }

  /// All events of an input, or its first error.
  static func events(
    _ input: TraceInput, options: TraceOptions = TraceOptions()
  ) throws -> [TraceEvent] {
    let reader = try TraceReader(input, options: options)
    var events: [TraceEvent] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  /// The first error of an input; nil if it is fine.
  static func error(_ input: TraceInput, options: TraceOptions = TraceOptions()) -> TraceError? {
    do {
      _ = try events(input, options: options)
      return nil
    } catch {
      return error as? TraceError
    }
  }

  /// A trace whose snapshot has a window 1 with views 2 and 3 inside each other, in turn 1.
  static let preamble = [
    header, #"{"e":"view","v":1,"class":"Window","frame":[0,0,100,100]}"#,
    #"{"e":"view","v":2,"class":"Feed","in":1,"at":0}"#,
    #"{"e":"view","v":3,"class":"Cell","name":"first","in":2,"at":0}"#,
    #"{"e":"turn","n":1,"t":0}"#,
  ]

  /// The first error of the preamble followed by some lines.
  static func errorAfterPreamble(_ lines: String...) -> TraceError? {
    error(input(preamble + lines))
  }
}
