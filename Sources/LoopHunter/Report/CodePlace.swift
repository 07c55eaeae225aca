import LayoutTrace

/// A place in the program's code: a function and a line, looked up when they are read.
///
/// Two places are equal whatever they are: names of functions and lines depend on symbols and on
/// edits, and what holds a place must not be another thing because of them.
struct CodePlace: Sendable {
  private enum Source: Sendable {
    case known(function: String?, location: String?)
    case caught(CaughtStack)
    indirect case rewritten(Source, @Sendable (String) -> String)

    /// What is known about the place; looked up at the first access.
    var symbols: CaughtStack.Symbols {
      switch self {
      case .known(let function, let location):
        return CaughtStack.Symbols(function: function, location: location)
      case .caught(let stack): return stack.symbols
      case .rewritten(let source, let rewrite):
        var symbols = source.symbols
        symbols.function = symbols.function.map(rewrite)
        symbols.location = symbols.location.map(rewrite)
        return symbols
      }
    }
  }

  private var source: Source

  /// A place that is known already; nil for what is not.
  init(function: String? = nil, location: String? = nil) {
    source = .known(function: function, location: location)
  }

  /// The place at which a stack was caught.
  init(_ stack: CaughtStack?) {
    source = stack.map(Source.caught) ?? .known(function: nil, location: nil)
  }

  /// The innermost function of the app.
  var function: String? { source.symbols.function }

  /// `File.swift:42` in it, or `near File.swift:42`.
  var location: String? { source.symbols.location }

  /// Why nothing is known about the place, although a stack was captured.
  var absence: CaughtStack.Absence? { source.symbols.absence }

  /// The place with other texts, which are made when they are read.
  func rewritten(_ rewrite: @escaping @Sendable (String) -> String) -> CodePlace {
    var place = self
    place.source = .rewritten(source, rewrite)
    return place
  }

  /// Function and location as who does something: `` `f()` (File.swift:42)``; empty if both are unknown.
  var subject: String {
    switch (function, location) {
    case (let function?, let location?): "`\(function)` (\(location))"
    case (let place?, nil), (nil, let place?): "`\(place)`"
    case (nil, nil): ""
    }
  }

  /// Function and location behind a deed: ` (`f()` at File.swift:42)`; empty if both are unknown.
  var parenthesis: String {
    switch (function, location) {
    case (let function?, let location?): " (\(CaughtStack.text("`\(function)`", at: location)))"
    case (let place?, nil), (nil, let place?): " (\(place))"
    case (nil, nil): ""
    }
  }
}

extension CodePlace: Hashable {
  static func == (a: CodePlace, b: CodePlace) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

/// A text in which places of code are named, looked up when the text is read.
struct PlacedText: Hashable, Sendable {
  /// The texts between the places: one more than there are places.
  private var texts: [String]
  private var places: [(place: CodePlace, form: Form)] = []
  /// The rewrites that are applied before the text is read.
  private var rewrites: [@Sendable (String) -> String] = []

  /// How a place is named.
  private enum Form: CaseIterable, Sendable {
    /// Behind a deed, in parentheses.
    case parenthesis
    /// As who does something.
    case subject

    /// The text for a place.
    func text(of place: CodePlace) -> String {
      switch self {
      case .parenthesis: place.parenthesis
      case .subject: place.subject
      }
    }
  }

  /// A text without places.
  init(_ text: String) {
    texts = [text]
  }

  /// A text that was read from somewhere, with places that it may name, in their order.
  ///
  /// It equals the text that it was made of, whatever was known of the places there.
  init(_ text: String, naming candidates: [CodePlace]) {
    self.init("")
    var rest = text[...]
    for place in candidates {
      for form in Form.allCases {
        let name = form.text(of: place)
        guard !name.isEmpty, let range = rest.firstRange(of: name) else { continue }
        append(String(rest[..<range.lowerBound]))
        append(place, form)
        rest = rest[range.upperBound...]
        break
      }
    }
    append(String(rest))
  }

  mutating func append(_ text: String) {
    texts[texts.count - 1] += text
  }

  mutating func append(_ place: CodePlace) { append(place, .parenthesis) }

  /// Appends a place as who does something; nothing where it is unknown.
  mutating func append(subject place: CodePlace) { append(place, .subject) }

  private mutating func append(_ place: CodePlace, _ form: Form) {
    places.append((place, form))
    texts.append("")
  }

  /// The text with the names of its places.
  var text: String {
    let text = zip(texts, places).map { $0 + $1.form.text(of: $1.place) }.joined() + texts.last!
    return rewrites.reduce(text) { $1($0) }
  }

  /// The text without any place.
  private var bare: String { rewrites.reduce(texts.joined()) { $1($0) } }

  /// The text as a closure rewrites it when it is read.
  func rewritten(_ rewrite: @escaping @Sendable (String) -> String) -> PlacedText {
    var text = self
    text.rewrites.append(rewrite)
    return text
  }

  static func == (a: PlacedText, b: PlacedText) -> Bool { a.bare == b.bare }

  func hash(into hasher: inout Hasher) { hasher.combine(bare) }
}

// What is printed or reflected is what readers may see: a redaction hides the texts below it.

extension CodePlace: CustomStringConvertible, CustomReflectable {
  var description: String { parenthesis }
  var customMirror: Mirror { Mirror(self, children: ["place": parenthesis]) }
}

extension PlacedText: CustomStringConvertible, CustomReflectable {
  var description: String { text }
  var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}
