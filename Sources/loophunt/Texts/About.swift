/// What the program says of itself.
package enum About {
  /// When the manual page was last revised.
  package static let date = "2026-11-21"

  /// What the program is for, in a few sentences.
  package static let purpose =
    "loophunt finds the view that never stops laying itself out. It reads layout traces, runs "
    + "them again with a hunter attached, and says which view loops, why, and whose fault it is."
}

extension About {
  /// What holds for every command; a section of the manual each.
  package static let notes: [(title: String, paragraphs: [String])] = [
    (
      "Input",
      [
        "A TRACE is a file of JSON lines in the layout trace format, or '-' for standard input. "
          + "Compressed traces are read through a pipe: gunzip -c x.gz | loophunt replay -. "
          + "What is wrong with a trace is said as file:line:column: what is wrong."
      ]
    ),
    (
      "Signals",
      [
        "On the first Ctrl-C (SIGINT) or SIGTERM a long command stops reading, reports what it has "
          + "found so far, says that the result is incomplete, and ends by that signal: a shell "
          + "sees the status 130 or 143, also with --exit-zero. The second one ends it at once.",
        "The first one also ends every wait within a second: for a reader of the output, for "
          + "somebody who writes a pipe, for a collector, for a locked file. What was not delivered "
          + "is said.",
        "When the reader of its output goes away, loophunt ends silently by SIGPIPE.",
      ]
    ),
    (
      "Environment",
      [
        "NO_COLOR: when it is set and not empty, nothing is coloured.",
        "TERM: when it is dumb or missing, nothing is coloured and no progress line is drawn. "
          + "Colours and the progress line appear on terminals only.",
        "OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TIMEOUT and "
          + "the other standard variables: how 'replay --sink=otlp' reaches a collector.",
      ]
    ),
  ]
}
