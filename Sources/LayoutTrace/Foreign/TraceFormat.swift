/// A file format that records layouts.
package enum TraceFormat: String, CaseIterable, Sendable {
  /// Our own layout trace.
  case loophunt
  /// A trace of Chrome, Edge or another Chromium browser, as DevTools saves it.
  case chrome
  /// A profile of Firefox as its profiler writes it.
  case firefoxRaw = "firefox-raw"
  /// A profile of Firefox as profiler.firefox.com saves it.
  case firefox
  /// What WebKit's inspector protocol says of a timeline.
  case webkit
  /// A timeline recording that Safari's Web Inspector exported.
  case safari
  /// A console log that holds reports of UIKit's debugger for layout loops.
  case uikit
  /// A debugger's output that holds WinUI's tracing of layout cycles.
  case winui

  /// How the names of such files usually end, before what a compression adds.
  ///
  /// A name decides nothing but which files of a folder are looked at.
  package var usualEndings: [String] {
    switch self {
    case .loophunt: [".jsonl"]
    case .chrome, .firefoxRaw, .firefox, .webkit, .safari: [".json"]
    case .uikit, .winui: [".log", ".txt"]
    }
  }

  /// Whether a browser recorded it: what is laid out are documents, and scripts force it.
  package var isBrowser: Bool { ![.loophunt, .uikit, .winui].contains(self) }

  /// Whether there are frames, and a tree of views.
  package var holdsGeometry: Bool { [.loophunt, .uikit].contains(self) }

  /// The threshold for recordings of this format, where the usual one does not fit.
  ///
  /// WinUI logs only the last iterations before it gives up: who takes part in two of them, loops.
  package var threshold: Int? { self == .winui ? 1 : nil }

  /// The names of all formats.
  package static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// How many bytes of a file are needed to recognise it.
  package static let headLength = 256 << 10

  /// The formats that a file with these first bytes can have.
  ///
  /// The name of a file does not matter.
  package static func formats(ofHead head: [UInt8]) -> [TraceFormat] {
    guard let keys = try? Keys(head) else { return [] }
    var found: [TraceFormat] = []
    if keys.outer.contains("e") { found.append(.loophunt) }
    if keys.isArray ? keys.inner.contains("ph") : keys.outer.contains("traceEvents") {
      found.append(.chrome)
    }
    let isProtocol =
      keys.isArray
      ? keys.inner.isSuperset(of: ["method", "params"])
      : keys.outer.isSuperset(of: ["method", "params"])
        || keys.nested["events"]?.isSuperset(of: ["method", "params"]) == true
    if let meta = keys.nested["meta"] {
      if meta.contains("preprocessedProfileVersion") {
        found.append(.firefox)
      } else if meta.contains("startTime"), keys.outer.contains("libs") {
        found.append(.firefoxRaw)
      }
    }
    if isProtocol { found.append(.webkit) }
    if let recording = keys.nested["recording"],
      recording.contains("records") || recording.isSuperset(of: ["startTime", "instrumentTypes"])
    {
      found.append(.safari)
    }
    return found
  }

  /// Whether `loophunt` exported the file whose first bytes these are: it says so before its events.
  package static func isOwnExport(head: [UInt8]) -> Bool {
    (try? Keys(head))?.writer == "loophunt export"
  }

  /// The keys of the outermost object, or those of the first object of an array.
  private struct Keys {
    var isArray = false
    var outer: Set<String> = []
    var inner: Set<String> = []
    /// The keys of each object in the outermost one, and of the first object in each array there.
    var nested: [String: Set<String>] = [:]
    /// Who wrote it, as `otherData` says.
    var writer: String?

    init(_ head: [UInt8]) throws(TraceError) {
      // Most traces are short, and a buffer of the usual size takes longer than to read them.
      let stream = try JSONStream(
        ByteSource(.bytes(head, name: ""), interrupt: nil), capacity: head.count)
      var outer: Set<String> = []
      var inner: Set<String> = []
      var nested: [String: Set<String>] = [:]
      var writer: String?
      let first = try stream.peek()
      do throws(TraceError) {
        if first == Byte.openBracket {
          isArray = true
          try stream.array { () throws(TraceError) in
            guard inner.isEmpty, try stream.peek() == Byte.openBrace else { throw Self.enough }
            try stream.object { (key) throws(TraceError) in
              inner.insert(key)
              try stream.skip()
            }
          }
        } else if first == Byte.openBrace {
          try stream.object { (key) throws(TraceError) in
            outer.insert(key)
            if try stream.peek() == Byte.openBrace {
              try stream.object { (name) throws(TraceError) in
                nested[key, default: []].insert(name)
                guard key == "otherData", name == "writer" else { return try stream.skip() }
                writer = try stream.value { JSONMembers.text(at: $0) } ?? nil
              }
              return
            }
            guard try stream.peek() == Byte.openBracket else { return try stream.skip() }
            var isFirst = true
            try stream.array { () throws(TraceError) in
              guard isFirst, try stream.peek() == Byte.openBrace else { return try stream.skip() }
              isFirst = false
              try stream.object { (name) throws(TraceError) in
                nested[key, default: []].insert(name)
                try stream.skip()
              }
            }
          }
        }
      } catch {
        // The reader of the whole file reports what is wrong.
      }
      self.outer = outer
      self.inner = inner
      self.nested = nested
      self.writer = writer
    }

    /// Ends a walk that has seen what it wanted.
    private static let enough = TraceError(
      kind: .json, file: "", line: 0, column: 0, problem: "")
  }
}
