/// The types of a Swift file and the methods in them, as far as a port needs them.
struct SwiftOutline {
  /// A type, or an extension of one.
  struct TypeBlock {
    /// `class`, `struct`, `enum`, `extension`, `protocol` or `actor`.
    let kind: String
    let name: String
    /// The first name in the list of inheritance; nil without one.
    let parent: String?
    /// The tokens between its braces, by index.
    let body: Range<Int>
  }

  /// A method.
  struct Method {
    let name: String
    /// The labels and types of the parameters; a label is nil if it is `_`.
    let parameters: [(label: String?, type: String)]
    let returns: Bool
    /// Where its declaration ends, without a body: the place behind the last token.
    let end: Int
    /// The declaration from `func` on, as it stands.
    let signature: String
  }

  private(set) var types: [TypeBlock] = []
  /// The methods, by the index of their `func`.
  private(set) var methods: [Int: Method] = [:]
  private let tokens: [SwiftToken]
  private let bytes: [UInt8]
  /// The index of the sign that closes each parenthesis, bracket and brace; -1 for none.
  private let closings: [Int]
  /// The index of the innermost type around each token; -1 for none.
  private var innermost: [Int] = []
  /// The bodies of the types of each name, and the functions of each name, in the order of the file.
  private var bodies: [String: [Range<Int>]] = [:]
  private var functions: [String: [Int]] = [:]

  init(_ tokens: [SwiftToken], _ bytes: [UInt8]) {
    (self.tokens, self.bytes) = (tokens, bytes)
    closings = Self.closings(in: tokens)
    for index in tokens.indices where tokens[index].kind == .word {
      switch tokens[index].text {
      case "class", "struct", "enum", "extension", "protocol", "actor": readType(at: index)
      case "func": readMethod(at: index)
      default: break
      }
    }
    findInnermost()
  }

  /// Notes the innermost type around each token.
  private mutating func findInnermost() {
    innermost = Array(repeating: -1, count: tokens.count)
    // A body contains those of later types, or ends before them.
    for (place, type) in types.enumerated() {
      bodies[type.name, default: []].append(type.body)
      innermost[type.body.lowerBound] = place
    }
    var open: [Int] = []
    for index in tokens.indices {
      while let last = open.last, types[last].body.upperBound <= index { open.removeLast() }
      if innermost[index] >= 0 { open.append(innermost[index]) }
      innermost[index] = open.last ?? -1
    }
  }

  /// The innermost type around a token.
  func type(around index: Int) -> TypeBlock? {
    innermost.indices.contains(index) && innermost[index] >= 0 ? types[innermost[index]] : nil
  }

  /// The only method of a name, in the types of a name; nil if there is none, or several.
  func method(named name: String, in type: String) -> Method? {
    let indexes = functions[name] ?? []
    var found: Set<Int> = []
    for body in bodies[type] ?? [] {
      var place = indexes.partitioningIndex { $0 >= body.lowerBound }
      while place < indexes.count, indexes[place] < body.upperBound {
        found.insert(indexes[place])
        guard found.count == 1 else { return nil }
        place += 1
      }
    }
    return found.first.flatMap { methods[$0] }
  }

  /// The index of the sign that closes the one at `index`.
  func closing(of index: Int) -> Int? {
    if closings[index] >= 0 { return closings[index] }
    guard tokens[index].text == "<" else { return nil }
    var depth = 0
    for next in index..<tokens.count where tokens[next].kind == .sign {
      if tokens[next].text == "<" { depth += 1 }
      if tokens[next].text == ">" { depth -= 1 }
      if depth == 0 { return next }
    }
    return nil
  }

  /// The closing signs of all pairs but angle brackets, each kind by itself.
  private static func closings(in tokens: [SwiftToken]) -> [Int] {
    var closings = Array(repeating: -1, count: tokens.count)
    for (open, close) in [("(", ")"), ("{", "}"), ("[", "]")] {
      var waiting: [Int] = []
      for index in tokens.indices where tokens[index].kind == .sign {
        if tokens[index].text == open {
          waiting.append(index)
        } else if tokens[index].text == close, let last = waiting.popLast() {
          closings[last] = index
        }
      }
    }
    return closings
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
    if next + 1 < tokens.count, tokens[next].text == ":" { parent = tokens[next + 1].text }
    // A constraint of a generic parameter, or a word used as a name, has no braces of its own.
    while next < tokens.count, tokens[next].text != "{" {
      if ["}", ";", ")", "="].contains(tokens[next].text) || tokens[next].kind == .directive {
        return
      }
      next += 1
    }
    guard next < tokens.count, let end = closing(of: next) else { return }
    types.append(
      TypeBlock(kind: tokens[index].text, name: name, parent: parent, body: next..<end))
  }

  private mutating func readMethod(at index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .word else { return }
    var open = index + 2
    if tokens[open].text == "<", let end = closing(of: open) { open = end + 1 }
    guard open < tokens.count, tokens[open].text == "(", let close = closing(of: open) else {
      return
    }
    var parameters: [(label: String?, type: String)] = []
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
    var last = close
    var returns = false
    if close + 2 < tokens.count, tokens[close + 1].text == "-", tokens[close + 2].text == ">" {
      returns = true
      last = close + 2
    }
    functions[tokens[index + 1].text, default: []].append(index)
    methods[index] = Method(
      name: tokens[index + 1].text, parameters: parameters, returns: returns,
      end: tokens[last].range.upperBound, signature: text(from: index, through: close))
  }

  private func parameter(from start: Int, to end: Int) -> (label: String?, type: String) {
    let first = tokens[start].text
    guard let colon = (start..<end).first(where: { tokens[$0].text == ":" }), colon + 1 < end else {
      return (first, "Any")
    }
    // A default value is no part of the type.
    let last = (colon..<end).first { tokens[$0].text == "=" } ?? end
    return (first == "_" ? nil : first, text(from: colon + 1, through: last - 1))
  }
}

extension [Int] {
  /// The first index from which on all numbers of an ascending list are as wanted.
  fileprivate func partitioningIndex(where isWanted: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
