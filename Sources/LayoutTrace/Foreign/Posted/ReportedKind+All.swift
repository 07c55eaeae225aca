extension ReportedKind {
  /// The meaning of a finding's kind; nil for one that this version does not know.
  package static func of(_ kind: TraceEvent.Finding.Kind) -> ReportedKind? { byKind[kind] }

  /// All kinds: those of stacks and frames, of parts of a log, of sentences, and of mentions of them.
  package static let all: [ReportedKind] =
    stacks + frames + [LayoutLoopReport.partKind, LayoutLoopReport.callKind]
    + PostedSentence.all.map(\.kind) + PostedSentence.all.map(\.mentionKind)

  private static let byKind = Dictionary(
    all.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })

  /// The kinds of what browsers report of long animation frames.
  private static let frames: [ReportedKind] = [
    ReportedKind(
      kind: .frames(.forced), framework: "", verdict: .thrashing,
      statement: "styles and layout were forced[ by `{place}` or code that it calls][: {property}]",
      remedy: "The place is the function that the browser called, not the line that reads, and no "
        + "writer is known: record this moment with DevTools, and replay the recording."),
    ReportedKind(
      kind: .frames(.calm), framework: "", verdict: nil,
      statement: "No script forced styles and layout for long[: {property}]",
      remedy: "There is nothing to do about forced layout in these frames."),
  ]

  /// The kinds of what stacks show.
  static let stacks: [ReportedKind] = [
    ReportedKind(
      kind: .stack(.loop), framework: "", verdict: .reentrant,
      statement:
        "[`{place}`|The framework's own code] re-enters layout[ by `{call}`][: `{view}` is laid out again]",
      remedy: "Take the call out of layout, or guard it: let it return if this layout is running."),
    ReportedKind(
      kind: .stack(.hang), framework: "", verdict: nil,
      statement: "The thread was in layout when the system ended or sampled it[, in `{view}`]",
      remedy:
        "One stack shows where the thread was, not that it loops: sample it several times, or "
        + "record the layout of this screen and replay it."),
    ReportedKind(
      kind: .stack(.nesting), framework: "", verdict: nil,
      statement: "The stack repeats once for each level of a tree, which is nesting and no layout "
        + "loop",
      remedy: "If the tree is not that deep, look for a view that contains itself."),
    ReportedKind(
      kind: .stack(.other), framework: "", verdict: nil,
      statement: "The stack repeats[ through `{place}`], but none of the repeated frames is of "
        + "layout: no layout loop",
      remedy: "The repeated frames are a recursion of other code."),
    ReportedKind(
      kind: .stack(.overflow), framework: "", verdict: nil,
      statement: "The stack overflowed, but its frames are not in the text",
      remedy: "Add the stack, with the file and the line of each frame: 50 frames are enough. In "
        + "browsers, Error.stackTraceLimit = 100 shows more."),
    ReportedKind(
      kind: .stack(.none), framework: "", verdict: nil,
      statement:
        "The stack repeats no round of frames up to its cut, or too few: it shows no layout "
        + "loop",
      remedy: "If the app hangs in layout, record its layout, or attach a debugger while it hangs."),
  ]
}

extension TraceEvent.Finding {
  /// The statement of the finding with its facts, as a sentence.
  package var sentence: String {
    guard let kind = ReportedKind.of(kind) else {
      return "A recorder reported `\(self.kind.name)`\(views.first.map { " of `\($0)`" } ?? "")."
    }
    var text = ""
    var part = ""
    var other: String?
    var (isInPart, isKnown) = (false, true)
    var rest = kind.statement[...]
    while let character = rest.popFirst() {
      switch character {
      case "[": (isInPart, isKnown, part, other) = (true, true, "", nil)
      case "|" where isInPart: (part, other) = ("", part)
      case "]":
        text += other.map { isKnown ? $0 : part } ?? (isKnown ? part : "")
        isInPart = false
      case "{":
        let key = rest.prefix { $0 != "}" }
        rest = rest[key.endIndex...].dropFirst()
        let fact = fact(String(key))
        if fact == nil { isKnown = false }
        if isInPart { part += fact ?? "" } else { text += fact ?? "" }
      default: if isInPart { part.append(character) } else { text.append(character) }
      }
    }
    let first = text.prefix(1)
    return first.uppercased() + text.dropFirst() + "."
  }

  private func fact(_ key: String) -> String? {
    switch key {
    case "view": views.first
    case "property": property
    case "place": from
    case "call": call
    default: framework
    }
  }
}
