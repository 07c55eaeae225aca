import Foundation
import LayoutTrace
import ViewTree

/// The texts of the documents on the format's grammar, generated from its table.
enum GrammarText {
  // MARK: The schema

  /// The text of `docs/trace.schema.json`.
  static var schema: String {
    let versions = "\(TraceEvent.Header.firstVersion) and \(TraceEvent.Header.currentVersion)"
    let schema = JSONText.object([
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("https://loophunter.example/trace.schema.json")),
      ("title", .string("One line of a layout trace, versions \(versions)")),
      (
        "description",
        .string(
          "Each line of a trace is one object of this form. Unknown keys and unknown events are "
            + "allowed and ignored. What one line cannot say, the order of events, is in "
            + "trace-format.md.")
      ),
      ("type", .string("object")),
      ("required", .array([.string("e")])),
      ("properties", .object([("e", .object([("type", .string("string"))]))])),
      ("$defs", .object(forms.map { (name(of: $0), definition(of: $0)) })),
      ("allOf", .array(groups.map(rule))),
    ])
    return schema.text + "\n"
  }

  /// The forms of all values, in the order in which events have them.
  private static var forms: [TraceForm] {
    var forms: [TraceForm] = []
    for event in TraceGrammar.events {
      for key in event.keys where !forms.contains(event.form(of: key)) {
        forms.append(event.form(of: key))
      }
    }
    return forms
  }

  private static func name(of form: TraceForm) -> String {
    if case .numbers(let shape?) = form { shape.rawValue } else { "\(form)" }
  }

  private static func definition(of form: TraceForm) -> JSONText {
    func whole(_ types: JSONText = .string("integer"), from minimum: Int) -> [(String, JSONText)] {
      [
        ("type", types), ("minimum", .number(minimum)),
        ("maximum", .number(TraceGrammar.largestNumber)),
      ]
    }
    func described(_ members: [(String, JSONText)], _ description: String) -> JSONText {
      .object([("description", .string(description))] + members)
    }
    let requirement = form.requirement
    return switch form {
    case .event, .text: .object([("type", .string("string"))])
    case .texts:
      described(
        [("type", .string("array")), ("items", .object([("type", .string("string"))]))],
        requirement)
    case .view, .turn, .work, .number: described(whole(from: 1), requirement)
    case .viewOrNull:
      described(whole(.array([.string("integer"), .string("null")]), from: 1), requirement)
    case .count, .index, .time: described(whole(from: 0), requirement)
    case .version:
      .object([
        (
          "enum",
          .array(
            (TraceEvent.Header.firstVersion...TraceEvent.Header.currentVersion).map(
              JSONText.number))
        )
      ])
    case .scale:
      described(
        [("type", .string("number")), ("exclusiveMinimum", .number(0))], requirement)
    case .workKind:
      .object([("enum", .array(TraceEvent.WorkKind.words.map { .string($0) }))])
    case .flag: .object([("type", .string("boolean"))])
    case .numbers(let shape):
      described(
        [
          ("type", .string("array")), ("items", .object([("type", .string("number"))])),
          ("minItems", .number(shape?.count ?? 0)), ("maxItems", .number(shape?.count ?? 0)),
        ], "[\((shape?.members ?? []).joined(separator: ", "))]")
    }
  }

  /// Events with the same keys, together.
  private static var groups: [[TraceGrammar.Event]] {
    var groups: [[TraceGrammar.Event]] = []
    for event in TraceGrammar.events where !event.keys.isEmpty {
      let place = groups.firstIndex {
        $0[0].required == event.required && $0[0].optional == event.optional
          && $0[0].shape == event.shape
      }
      if let place { groups[place].append(event) } else { groups.append([event]) }
    }
    return groups
  }

  private static func rule(for events: [TraceGrammar.Event]) -> JSONText {
    let event = events[0]
    let names = events.map { JSONText.string($0.name) }
    let condition =
      names.count == 1 ? JSONText.object([("const", names[0])]) : .object([("enum", .array(names))])
    let properties = event.keys.map { key in
      (
        key.spelling,
        JSONText.object([("$ref", .string("#/$defs/\(name(of: event.form(of: key)))"))])
      )
    }
    return .object([
      ("if", .object([("properties", .object([("e", condition)]))])),
      (
        "then",
        .object([
          ("required", .array(event.required.map { .string($0.spelling) })),
          ("properties", .object(properties)),
        ])
      ),
    ])
  }

  // MARK: The page

  /// The page with the keys of its table of events, and its table of keys, as the grammar has them.
  ///
  /// The page decides on the meaning of an event, and on the events that share a row. An event that the
  /// page lacks gets a row without a meaning.
  static func page(_ page: String) -> String {
    var lines = page.components(separatedBy: "\n")
    if let table = rows(of: "| event |", in: lines) {
      var left = TraceGrammar.events
      var new: [String] = []
      for line in lines[table] {
        // The text before the first bar, then the event, its keys, what it means.
        let cells = line.components(separatedBy: "|")
        let names = cells[1].matches(of: /`(\w+)`/).map { String($0.output.1) }
        let events = names.compactMap { name in left.first { $0.name == name } }
        guard let event = events.first, events.count == names.count else { continue }
        left.removeAll { names.contains($0.name) }
        let keys = keys(of: event)
        new.append(
          (["", cells[1], keys.isEmpty ? " " : " \(keys) "] + cells.dropFirst(3))
            .joined(separator: "|"))
      }
      new += left.map { "| `\($0.name)` | \(keys(of: $0)) | |" }
      lines.replaceSubrange(table, with: new)
    }
    if let table = rows(of: "| key |", in: lines) {
      lines.replaceSubrange(table, with: keyRows)
    }
    return lines.joined(separator: "\n")
  }

  /// The rows below the head of a table.
  private static func rows(of head: String, in lines: [String]) -> Range<Int>? {
    guard let first = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return nil }
    let end = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.count
    return first + 2..<end
  }

  private static func keys(of event: TraceGrammar.Event) -> String {
    var parts = event.required.map { "`\($0.spelling)`" }
    if !event.optional.isEmpty {
      parts.append(
        "[" + event.optional.map { "`\($0.spelling)`" }.joined(separator: ", ") + "]")
    }
    return parts.joined(separator: ", ")
  }

  private static var keyRows: [String] {
    var seen: Set<TraceKey> = []
    var keys: [TraceKey] = []
    for key in TraceGrammar.events.flatMap(\.keys) where seen.insert(key).inserted {
      keys.append(key)
    }
    return keys.sorted { $0.spelling < $1.spelling }.map { key in
      let events = TraceGrammar.events.filter { $0.keys.contains(key) }
      var forms: [String] = []
      for event in events {
        let form = value(of: key, in: event)
        if !forms.contains(form) { forms.append(form) }
      }
      let since = key.since == 1 ? "" : "; since version \(key.since)"
      return "| `\(key.spelling)` | \(forms.joined(separator: ", or "))\(since) |"
    }
  }

  private static func value(of key: TraceKey, in event: TraceGrammar.Event) -> String {
    switch event.form(of: key) {
    case .numbers(let shape?): "`[\(shape.members.joined(separator: ","))]`"
    case .workKind:
      TraceEvent.WorkKind.words.map { "`\($0)`" }.joined(separator: " or ")
    case .version:
      (TraceEvent.Header.firstVersion...TraceEvent.Header.currentVersion).map { "\($0)" }
        .joined(separator: " or ")
    case let form: form.requirement
    }
  }

  // MARK: Lines that must be refused

  /// A line for every way in which the grammar can be broken: keys that are missing, values of
  /// another form.
  static var refusedLines: [String] {
    var lines = [#"[1]"#, #"{"v":1}"#, #"{"e":7}"#]
    var tried: Set<String> = []
    for event in TraceGrammar.events {
      for key in event.required {
        lines.append(line(event, event.required.filter { $0 != key }.map { ($0, nil) }))
      }
      for key in event.keys {
        let form = event.form(of: key)
        guard tried.insert("\(key) \(form)").inserted else { continue }
        for value in wrongValues(of: form) {
          let others = event.required.filter { $0 != key }
          lines.append(line(event, others.map { ($0, nil) } + [(key, value)]))
        }
      }
    }
    return lines
  }

  private static func line(
    _ event: TraceGrammar.Event, _ values: [(key: TraceKey, value: String?)]
  ) -> String {
    let members = values.map { key, value in
      ",\"\(key.spelling)\":\(value ?? rightValue(of: event.form(of: key)))"
    }
    return "{\"e\":\"\(event.name)\"\(members.joined())}"
  }

  private static func rightValue(of form: TraceForm) -> String {
    switch form {
    case .event, .text: "\"x\""
    case .texts: "[\"x\",\"y\"]"
    case .flag: "true"
    case .workKind: "\"\(TraceEvent.WorkKind.block.rawValue)\""
    case .numbers(let shape):
      "[\([String](repeating: "1", count: shape?.count ?? 0).joined(separator: ","))]"
    default: "1"
    }
  }

  private static func wrongValues(of form: TraceForm) -> [String] {
    switch form {
    case .event, .text: ["1"]
    case .workKind: ["1", "\"x\"", "\"blocks\""]
    case .flag: ["1"]
    case .texts: ["1", "\"x\"", "[1]", "[\"x\",null]"]
    case .scale: ["\"1\"", "0", "-1"]
    case .number: ["0", "-1", "1.5"]
    case .numbers(let shape):
      ["1", "[\([String](repeating: "1", count: (shape?.count ?? 0) + 1).joined(separator: ","))]"]
    case .view, .viewOrNull, .turn, .work: ["0", "\"1\"", "\(TraceGrammar.largestNumber + 1)"]
    case .version, .count, .index, .time: ["-1", "1.5"]
    }
  }
}

/// A JSON value as text: on one line where it fits, otherwise a line for each member.
indirect enum JSONText {
  case string(String)
  case number(Int)
  case array([JSONText])
  case object([(String, JSONText)])

  var text: String { text(indent: "", room: 100) }

  private func text(indent: String, room: Int) -> String {
    let line = oneLine
    if line.count + indent.count <= room { return line }
    let deeper = indent + "  "
    switch self {
    case .string, .number: return line
    case .array(let values):
      let lines = values.map { deeper + $0.text(indent: deeper, room: room) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .object(let members):
      let lines = members.map { key, value in
        "\(deeper)\"\(key)\": \(value.text(indent: deeper, room: room - key.count - 4))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  private var oneLine: String {
    switch self {
    case .string(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    case .array(let values): "[" + values.map(\.oneLine).joined(separator: ", ") + "]"
    case .object(let members):
      "{ " + members.map { "\"\($0)\": \($1.oneLine)" }.joined(separator: ", ") + " }"
    }
  }
}
