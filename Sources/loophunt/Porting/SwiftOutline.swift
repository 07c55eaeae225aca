/// The types of a Swift file and the methods in them, as far as a port needs them.
struct SwiftOutline {
  /// A type, or an extension of one.
  struct TypeBlock {
    /// `class`, `struct`, `enum`, `extension`, `protocol` or `actor`.
    let kind: String
    let name: String
    /// The first name in the list of inheritance; nil without one.
    let parent: String?
    /// The index of the word that declares it.
    let word: Int
    /// The tokens between its braces, by index.
    let body: Range<Int>
  }

  /// A method.
  struct Method {
    let name: String
    /// The labels and types of the parameters; a label is nil if it is `_`.
    let parameters: [(label: String?, type: String)]
    let returns: Bool
    let effects: Effects
    let isPrivate: Bool
    /// True for a method of the type itself.
    let isOfType: Bool
    /// Where its declaration ends, without a body: the place behind the last token.
    let end: Int
    /// The declaration from `func` on, as it stands.
    let signature: String
  }

  /// The words behind the parameters of a method or an initialiser.
  struct Effects: Equatable {
    var isAsync = false
    var isThrowing = false
  }

  private(set) var types: [TypeBlock] = []
  /// The methods, by the index of their `func`.
  private(set) var methods: [Int: Method] = [:]
  private let tokens: [SwiftToken]
  private let bytes: [UInt8]
  /// For each parenthesis, bracket and brace that opens, the one that closes it; -1 for none.
  private let closings: [Int]
  /// For each of those that close, the one that opens.
  private let openings: [Int: Int]
  /// For each token the index of the innermost type around it; -1 for none.
  private var innermost: [Int] = []
  /// The first class of each name, as an index of its type.
  private var classes: [String: Int] = [:]
  /// The methods by the names of their type and of their own, as indexes of their `func`.
  private var methodsByPlace: [String: [String: [Int]]] = [:]

  init(_ tokens: [SwiftToken], _ bytes: [UInt8]) {
    (self.tokens, self.bytes) = (tokens, bytes)
    closings = Self.closings(of: tokens)
    openings = Self.openings(of: closings)
    for index in tokens.indices where tokens[index].kind == .word {
      let text = tokens[index].text
      if Self.typeWords.contains(text) { readType(at: index) }
      if text == "func" { readMethod(at: index) }
    }
    findInnermost()
    for (index, method) in methods where innermost[index] >= 0 {
      methodsByPlace[types[innermost[index]].name, default: [:]][method.name, default: []]
        .append(index)
    }
  }

  /// The innermost type around a token.
  func type(around index: Int) -> TypeBlock? {
    innermost[index] < 0 ? nil : types[innermost[index]]
  }

  /// The first class of a name in this file.
  func firstClass(named name: String) -> TypeBlock? { classes[name].map { types[$0] } }

  /// True if a type stands in another one.
  func isNested(_ type: TypeBlock) -> Bool {
    let start = type.body.lowerBound
    return start > 0 && innermost[start - 1] >= 0
  }

  /// The methods of a name, in the types of a name.
  func methods(named name: String, in type: String) -> [Method] {
    (methodsByPlace[type]?[name] ?? []).compactMap { methods[$0] }
  }

  /// The method that a protocol declares behind `optional`, if it returns nothing.
  func emptyRequirement(at index: Int) -> Method? {
    guard type(around: index)?.kind == "protocol",
      let word = (index..<min(index + 4, tokens.count)).first(where: { tokens[$0].text == "func" }),
      let method = methods[word], !method.returns
    else { return nil }
    return method
  }

  /// The words and attributes before a declaration, with the words in the attributes' parentheses.
  func modifiers(before index: Int) -> [String] { prefix(before: index).words }

  /// These words, and the place of the first.
  private func prefix(before index: Int) -> (words: [String], start: Int) {
    var words: [String] = []
    var next = index - 1
    while next >= 0 {
      if tokens[next].text == ")" {
        guard let open = openings[next], open > 0, isModifier(open - 1) else { break }
        words += tokens[open..<next].filter { $0.kind == .word }.map(\.text)
        next = open - 1
      } else if isModifier(next) {
        words.append(tokens[next].text)
        next -= 1
      } else {
        break
      }
    }
    return (words, next + 1)
  }

  /// True if other modules see a type.
  func isPublic(_ type: TypeBlock) -> Bool {
    let words = modifiers(before: type.word)
    return words.contains("public") || words.contains("open")
  }

  /// The places where the members of a type begin that say nothing of who may use them.
  func openMembers(of type: TypeBlock) -> [Int] {
    var places: [Int] = []
    var next = type.body.lowerBound + 1
    while next < type.body.upperBound {
      if ["(", "[", "{"].contains(tokens[next].text), let close = closing(of: next) {
        next = close
      } else if Self.declaring.contains(tokens[next].text) {
        let found = prefix(before: next)
        if Self.access.isDisjoint(with: found.words) { places.append(found.start) }
      }
      next += 1
    }
    return places
  }

  /// The words that declare a type.
  private static let typeWords: Set = [
    "class", "struct", "enum", "extension", "protocol", "actor",
  ]
  private static let declaring: Set = ["func", "var", "let", "init", "subscript", "typealias"]
  private static let access: Set = [
    "public", "private", "fileprivate", "internal", "open", "package",
  ]

  /// The place of the word that declares a member, behind `override` and what follows it about access.
  func declaration(after index: Int) -> Int {
    var next = index + 1
    while next < tokens.count, ["public", "open", "internal", "final"].contains(tokens[next].text) {
      next += 1
    }
    return next
  }

  private func isModifier(_ index: Int) -> Bool {
    tokens[index].kind == .attribute || Self.modifiers.contains(tokens[index].text)
  }

  private static let modifiers: Set = [
    "public", "private", "fileprivate", "internal", "open", "package", "final", "override",
    "required", "convenience", "class", "static", "dynamic", "nonisolated", "indirect", "weak",
  ]

  /// The parameters without a default, from a parenthesis on; nil if there is none.
  func parameters(at open: Int) -> [(label: String?, type: String)]? {
    guard open < tokens.count, tokens[open].text == "(", let close = closing(of: open) else {
      return nil
    }
    return parameters(from: open, to: close).filter { !$0.hasDefault }.map { ($0.label, $0.type) }
  }

  /// The effects behind the parenthesis that closes parameters, and the place of the token behind them.
  func effects(after close: Int) -> (effects: Effects, end: Int) {
    var effects = Effects()
    var next = close + 1
    while next < tokens.count {
      switch tokens[next].text {
      case "async", "reasync": effects.isAsync = true
      case "throws", "rethrows": effects.isThrowing = true
      case "(" where tokens[next - 1].text == "throws":
        guard let end = closing(of: next) else { return (effects, next) }
        next = end
      default: return (effects, next)
      }
      next += 1
    }
    return (effects, next)
  }

  private mutating func findInnermost() {
    innermost = Array(repeating: -1, count: tokens.count)
    let order = types.indices.sorted { types[$0].body.lowerBound < types[$1].body.lowerBound }
    var open: [Int] = []
    var next = 0
    for index in tokens.indices {
      while let last = open.last, types[last].body.upperBound <= index { open.removeLast() }
      while next < order.count, types[order[next]].body.lowerBound <= index {
        open.append(order[next])
        next += 1
      }
      innermost[index] = open.last ?? -1
    }
  }

  private static func closings(of tokens: [SwiftToken]) -> [Int] {
    let pairs = ["(": ")", "{": "}", "[": "]"]
    var closings = Array(repeating: -1, count: tokens.count)
    // Each kind for itself: a file whose brackets do not match is ported as far as it goes.
    for (open, close) in pairs {
      var waiting: [Int] = []
      for index in tokens.indices where tokens[index].kind == .sign {
        if tokens[index].text == open { waiting.append(index) }
        if tokens[index].text == close, let start = waiting.popLast() { closings[start] = index }
      }
    }
    return closings
  }

  private static func openings(of closings: [Int]) -> [Int: Int] {
    var openings: [Int: Int] = [:]
    for (open, close) in closings.enumerated() where close >= 0 { openings[close] = open }
    return openings
  }

  /// The index of the sign that closes the one at `index`.
  func closing(of index: Int) -> Int? {
    guard tokens[index].text == "<" else { return closings[index] < 0 ? nil : closings[index] }
    var depth = 0
    // Signs that aren't brackets are followed by the end of the statement, or by another declaration.
    for next in index..<tokens.count {
      switch tokens[next].text {
      case "<": depth += 1
      case ">": depth -= 1
      case "{", "}", ";": return nil
      case let text where Self.typeWords.contains(text) || text == "func": return nil
      default: break
      }
      if depth == 0 { return next }
    }
    return nil
  }

  /// The text from one token to another.
  func text(from first: Int, through last: Int) -> String {
    String(
      decoding: bytes[tokens[first].range.lowerBound..<tokens[last].range.upperBound],
      as: UTF8.self)
  }

  private mutating func readType(at index: Int) {
    // `class func` and `class var` declare members.
    guard index + 1 < tokens.count, tokens[index + 1].kind == .word,
      !["func", "var", "let", "override", "final", "subscript"].contains(tokens[index + 1].text),
      index == 0 || tokens[index - 1].text != "."
    else { return }
    var name = tokens[index + 1].text
    var next = index + 2
    while next + 1 < tokens.count, tokens[next].text == ".", tokens[next + 1].kind == .word {
      name += "." + tokens[next + 1].text
      next += 2
    }
    if next < tokens.count, tokens[next].text == "<", let end = closing(of: next) { next = end + 1 }
    var parent: String?
    if next + 1 < tokens.count, tokens[next].text == ":" { parent = lastName(at: next + 1) }
    // A constraint of a generic parameter, or a word used as a name, has no braces of its own.
    while next < tokens.count, tokens[next].text != "{" {
      let text = tokens[next].text
      if ["}", ";", ")", "=", "func"].contains(text) || tokens[next].kind == .directive { return }
      // A protocol may be bound by the word `class`.
      if Self.typeWords.contains(text), ![":", ","].contains(tokens[next - 1].text) { return }
      next += 1
    }
    guard next < tokens.count, let end = closing(of: next) else { return }
    if tokens[index].text == "class", classes[name] == nil { classes[name] = types.count }
    types.append(
      TypeBlock(
        kind: tokens[index].text, name: name, parent: parent, word: index, body: next..<end))
  }

  /// The last part of a name that may have a module or a type before it.
  private func lastName(at index: Int) -> String {
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].text == ".", tokens[last + 2].kind == .word {
      last += 2
    }
    return tokens[last].text
  }

  private mutating func readMethod(at index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .word else { return }
    var open = index + 2
    if tokens[open].text == "<", let end = closing(of: open) { open = end + 1 }
    guard open < tokens.count, tokens[open].text == "(", let close = closing(of: open) else {
      return
    }
    var last = close
    var returns = false
    let (effects, next) = effects(after: close)
    if next + 1 < tokens.count, tokens[next].text == "-", tokens[next + 1].text == ">" {
      returns = true
      last = next + 1
    }
    let words = modifiers(before: index)
    methods[index] = Method(
      name: tokens[index + 1].text,
      parameters: parameters(from: open, to: close).map { ($0.label, $0.type) }, returns: returns,
      effects: effects, isPrivate: words.contains("private") || words.contains("fileprivate"),
      isOfType: words.contains("class") || words.contains("static"),
      end: tokens[last].range.upperBound, signature: text(from: index, through: close))
  }

  /// A parameter; the label is nil if it is `_`.
  private typealias Parameter = (label: String?, type: String, hasDefault: Bool)

  /// The parameters between two parentheses.
  private func parameters(from open: Int, to close: Int) -> [Parameter] {
    var parameters: [Parameter] = []
    var start = open + 1
    var depth = 0
    for next in (open + 1)..<(close + 1) {
      switch tokens[next].text {
      case "(", "[", "<", "{": depth += 1
      case ")" where next != close, "]", "}": depth -= 1
      case ">" where tokens[next - 1].text != "-": depth -= 1
      default: break
      }
      guard next == close || (depth == 0 && tokens[next].text == ","), next > start else {
        continue
      }
      parameters.append(parameter(from: start, to: next))
      start = next + 1
    }
    return parameters
  }

  private func parameter(from start: Int, to end: Int) -> Parameter {
    let first = tokens[start].text
    guard let colon = (start..<end).first(where: { tokens[$0].text == ":" }), colon + 1 < end else {
      return (first, "Any", false)
    }
    // A default value is no part of the type.
    let last = (colon..<end).first { tokens[$0].text == "=" } ?? end
    return (first == "_" ? nil : first, text(from: colon + 1, through: last - 1), last < end)
  }
}
