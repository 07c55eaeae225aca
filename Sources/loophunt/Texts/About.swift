/// The program's description of itself.
package enum About {
  /// The date of the manual page's last revision.
  package static let date = "2026-11-23"

  /// The purpose of the program, in a few sentences.
  package static let purpose =
    "loophunt finds the view that never stops laying itself out. It reads layout traces, runs "
    + "them again with a hunter attached, and reports which view loops, and which code causes it."
}

extension About {
  /// Notes on all commands, one section of the manual each.
  package static let notes: [(title: String, paragraphs: [String])] = [
    (
      "Input",
      [
        "A TRACE is a file of JSON lines in the layout trace format, or '-' for standard input. "
          + "A file that gzip, zstd, xz or bzip2 compressed is unpacked by that program. "
          + "Errors in a trace have the form file:line:column: problem."
      ]
    ),
    (
      "Signals",
      [
        "On the first Ctrl-C (SIGINT), SIGTERM, SIGHUP or SIGQUIT, a long command stops reading, reports "
          + "what it has found so far, says that the result is incomplete, and ends by that signal. A "
          + "shell sees the status 130, 143, 129 or 131, even with --exit-zero. A second signal, of "
          + "whichever kind, ends the program at once.",
        "The first signal also ends every wait within a second: for a reader of the output, for a "
          + "writer of a pipe, for a collector, for a locked file. The command names everything "
          + "that it could not deliver.",
        "When the reader of its output goes away, loophunt ends silently by SIGPIPE.",
      ]
    ),
    (
      "Environment",
      [
        "NO_COLOR: if it is set and not empty, there are no colours. CLICOLOR_FORCE: otherwise, if it "
          + "is set and neither empty nor 0, results are coloured even in files and pipes. The option "
          + "--color overrides both.",
        "TERM: if it is dumb or missing, there are no colours and no progress line. Both appear on "
          + "terminals only, unless colours are forced.",
        "LC_ALL, LC_CTYPE, LANG: the first of them that is set chooses between UTF-8 and ASCII for the "
          + "drawings of 'scan'.",
        "OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_EXPORTER_OTLP_TIMEOUT and "
          + "the other standard variables: the connection of 'replay --sink=otlp' to a collector.",
      ]
    ),
  ]
}
