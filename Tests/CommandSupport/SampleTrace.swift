/// Writes small traces for the tests of commands.
package enum SampleTrace {
  /// A window with a badge that dirties itself, laid out so often in each of the turns.
  package static func badge(layouts: [Int], ended: Bool = true, className: String = "Badge")
    -> String
  {
    var lines = [
      #"{"e":"trace","version":1,"title":"badge"}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"\#(className)","name":"badge","in":1,"at":0,"#
        + #""frame":[0,0,44,44],"clean":true}"#,
    ]
    for (index, count) in layouts.enumerated() {
      lines.append(#"{"e":"turn","n":\#(index + 1),"t":\#(index * 16_000_000)}"#)
      lines.append(#"{"e":"dirty","v":2,"why":"explicit"}"#)
      lines.append(#"{"e":"commit"}"#)
      for layout in 1...count {
        lines.append(#"{"e":"layout","v":2}"#)
        if layout < count { lines.append(#"{"e":"dirty","v":2,"why":"explicit","by":2}"#) }
        lines.append(#"{"e":"done","v":2}"#)
      }
      lines.append(#"{"e":"committed","batches":\#(count)}"#)
    }
    if ended { lines.append(#"{"e":"end","turns":\#(layouts.count)}"#) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A badge that an event dirties and forces so many times.
  package static func thrashing(_ times: Int) -> String {
    var lines = [
      #"{"e":"trace","version":1,"title":"thrashing"}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Badge","in":1,"at":0,"frame":[0,0,44,44],"clean":true}"#,
      #"{"e":"turn","n":1}"#,
    ]
    for _ in 0..<times {
      lines.append(#"{"e":"dirty","v":2,"why":"explicit","from":"Badge.swift:7"}"#)
      lines.append(#"{"e":"force","v":2,"from":"Badge.swift:8"}"#)
      lines.append(#"{"e":"layout","v":2}"#)
      lines.append(#"{"e":"done","v":2}"#)
    }
    lines.append(#"{"e":"end","turns":1}"#)
    return lines.joined(separator: "\n") + "\n"
  }
}
