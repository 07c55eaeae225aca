import ViewTree

/// Replaces the names in a trace by meaningless words: the same name by the same word everywhere.
///
/// Classes, views, documents, functions, files, processes and titles are replaced, with the hosts,
/// paths and queries in them. Lines and columns stay, and so do public words: those of the format,
/// of UIKit and of HTML. Nothing is guessed from a name, so a trace has the same loops as before,
/// with the same verdicts and roles.
package final class TraceAnonymizer {
  /// The words that replace names, by name.
  private var words: [String: String] = [:]
  /// The number of words of each kind.
  private var counts: [String: Int] = [:]

  package init() {}

  /// Returns the event without names.
  package func anonymized(_ event: TraceEvent) -> TraceEvent {
    var fields = AnonymizingFields(anonymizer: self)
    var event = event
    if case .view(let view) = event { fields.isDocument = view.className == "Document" }
    event.visit(&fields)
    return event
  }

  /// Passes the lines of a whole trace to `body`, without names and unknown keys, in pieces.
  package static func rewrite(
    _ input: TraceInput, interrupt: TraceInterrupt?, _ body: ([UInt8]) throws(TraceError) -> Void
  ) throws(TraceError) {
    let anonymizer = TraceAnonymizer()
    let reader = try TraceReader(input, interrupt: interrupt)
    var text = TraceTextBuffer()
    while let event = try reader.next() {
      guard event != .unknown else { continue }
      text.append(anonymizer.anonymized(event))
      if text.bytes.count >= 64 << 10 {
        try body(text.bytes)
        text.removeAll()
      }
    }
    try body(text.bytes)
  }

  /// The word for a name, such as `class3`.
  package func word(for name: String, kind: String, ending: String = "") -> String {
    if let word = words[name] { return word }
    counts[kind, default: 0] += 1
    let word = "\(kind)\(counts[kind] ?? 0)\(ending)"
    words[name] = word
    return word
  }

  private func page(_ name: String) -> String {
    word(for: name, kind: "page", ending: Self.ending(of: name[...]))
  }

  /// A place in a source: `growRow (page.html:7:65)`, `Feed.swift:42`, or a function alone.
  package func place(_ text: String) -> String {
    if var found = FunctionPlace(text) {
      found.function = word(for: found.function, kind: "function")
      found.library = found.library.map { word(for: $0, kind: "library") }
      found.place = location(found.place) ?? word(for: found.place, kind: "file")
      return found.text
    }
    return location(text) ?? word(for: text, kind: "function")
  }

  /// A file with a line, and perhaps a column; nil for anything without these.
  private func location(_ text: String) -> String? {
    var location = CodeLocation(text)
    guard location.line != nil else { return nil }
    location.file = word(
      for: location.file, kind: "file", ending: Self.ending(of: location.file[...]))
    return location.description
  }

  /// The extension of a file, if it is a usual one.
  private static func ending(of file: Substring) -> String {
    guard let dot = file.lastIndex(of: ".") else { return "" }
    return endings.contains(String(file[file.index(after: dot)...])) ? String(file[dot...]) : ""
  }

  private static let endings: Set = [
    "swift", "js", "mjs", "ts", "jsx", "tsx", "html", "htm", "php", "vue", "m", "mm", "c", "cpp",
  ]

  fileprivate func text(_ text: String, _ key: TraceKey, isDocument: Bool) -> String {
    switch key {
    case .className: Self.classes.contains(text) ? text : word(for: text, kind: "Class")
    case .name where GeometryProperty(rawValue: text) != nil: text
    case .name: isDocument ? page(text) : word(for: text, kind: "view")
    case .why: Self.reasons.contains(text) ? text : word(for: text, kind: "reason")
    case .from: place(text)
    // The title of a recording is its first document.
    case .title: Self.ending(of: text[...]).isEmpty ? word(for: text, kind: "title") : page(text)
    case .process: word(for: text, kind: "process")
    case .views: word(for: text, kind: "Class")
    case .frames: place(text)
    case .property: word(for: text, kind: "property")
    case .tool: text.hasPrefix("loophunt ") ? text : word(for: text, kind: "tool")
    case .source: TraceFormats.named(text) == nil ? word(for: text, kind: "source") : text
    case .now, .before: Self.isPlain(text) ? text : word(for: text, kind: "text")
    case .constraint: word(for: text, kind: "constraint")
    case .clock: ["virtual", "wall"].contains(text) ? text : word(for: text, kind: "clock")
    default: text
    }
  }

  /// True for values that are no names: numbers, flags, and the words of this package's settings.
  private static func isPlain(_ text: String) -> Bool {
    settings.contains(text) || text.split(separator: " ").allSatisfy { Double($0) != nil }
  }

  private static let settings: Set = [
    "horizontal", "vertical", "fill", "fillEqually", "fillProportionally", "equalSpacing",
    "equalCentering", "leading", "firstBaseline", "center", "trailing", "lastBaseline", "automatic",
    "scrollableAxes", "never", "always", "unspecified", "playback", "spatial", "forceLeftToRight",
    "forceRightToLeft", "true", "false",
  ]

  /// Classes of this package and of UIKit, and the elements of every page as browsers name them.
  private static let classes: Set<String> = {
    let views = ["View", "Window", "ScrollView", "StackView", "Label", "ViewController"]
    let tags =
      "a article aside audio b body br button canvas caption code col colgroup dd details dialog div "
      + "dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html i "
      + "iframe img input label legend li link main menu meta nav object ol optgroup option p picture "
      + "pre progress script section select slot small source span strong style sub summary sup svg "
      + "table tbody td template textarea tfoot th thead time title tr u ul video"
    return Set(views + views.map { "UI" + $0 } + ["Document", "Element", "#text", "Process"])
      .union(tags.split(separator: " ").map { $0.uppercased() })
  }()

  /// The reasons for dirtying a view: the words of the layout rules, and those of importers.
  private static let reasons: Set = [
    "size", "bounds", "subviews", "explicit", "content", "arranged", "isHidden", "text", "spacing",
    "safeArea", "constraints", "updateConstraints", "solved", "pending", "style", "structure",
    "presence",
    "scrollbars", "measure", "fonts", "something", "attribute", "unknown", "geometry",
  ]
}

/// Replaces the texts of an event, and leaves everything else unchanged.
private struct AnonymizingFields: SelectiveTraceFields {
  let anonymizer: TraceAnonymizer
  var isDocument = false

  mutating func text(_ key: TraceKey, _ value: inout String) {
    value = anonymizer.text(value, key, isDocument: isDocument)
  }

  mutating func text(_ key: TraceKey, _ value: inout String?) {
    value = value.map { anonymizer.text($0, key, isDocument: isDocument) }
  }

  mutating func texts(_ key: TraceKey, _ value: inout [String]) {
    value = value.map { anonymizer.text($0, key, isDocument: false) }
  }
}
