/// The types that a file declares and those that it names, as far as its text tells.
struct TypeNames {
  /// A name, as `Outer.Inner`, and the types in which it stands, the innermost first.
  struct Use: Hashable {
    var path: [String]
    var scopes: [String]
  }

  /// The types that other files can name, by their names with those of the types around them.
  private(set) var declared: Set<String> = []
  /// Those of them that other modules can name.
  private(set) var offered: Set<String> = []
  /// The types that only this file, or a function in it, can name.
  private(set) var hidden: Set<String> = []
  private(set) var uses: Set<Use> = []

  private var tokens: ArraySlice<SwiftTokens.Token>
  /// The braces that are open: those of a type with its name, and whether it is hidden.
  private var braces: [(type: String?, isHidden: Bool)] = []
  /// The type whose brace comes next.
  private var announced: (type: String?, isHidden: Bool)?
  /// The words since the end of what came before, which may be modifiers.
  private var modifiers: Set<String> = []

  init(_ code: String) {
    tokens = SwiftTokens(code).tokens[...]
    while let token = tokens.popFirst() { read(token) }
  }

  private static let declarations: Set = [
    "class", "struct", "enum", "protocol", "actor", "typealias", "associatedtype", "extension",
  ]

  private mutating func read(_ token: SwiftTokens.Token) {
    switch token {
    case .openBrace:
      braces.append(announced ?? (nil, false))
      announced = nil
      modifiers = []
    case .closeBrace:
      _ = braces.popLast()
      modifiers = []
    case .dot:
      // A member: nothing that is written after a dot is declared, or looked up by itself.
      if case .word? = tokens.first { tokens.removeFirst() }
    case .openParenthesis, .other: break
    case .word("func"): readFunction()
    case .word("import"): _ = readName()
    case .word(let word) where Self.isType(word): note([word] + readMembers())
    case .word(let word) where Self.declarations.contains(word):
      let name = readName()
      if !name.isEmpty { declare(word, name) }
    case .word(let word) where tokens.first == .openParenthesis: note([word])
    case .word(let word): modifiers = Self.isModifier(word) ? modifiers.union([word]) : []
    }
  }

  private static func isType(_ word: String) -> Bool { word.first?.isUppercase == true }

  private static func isModifier(_ word: String) -> Bool {
    [
      "private", "fileprivate", "public", "package", "final", "indirect", "open", "nonisolated",
    ].contains(word)
  }

  /// Declares a function outside of all types, which others call by its name alone.
  private mutating func readFunction() {
    guard case .word(let word)? = tokens.popFirst(), braces.isEmpty else { return modifiers = [] }
    declare("func", [word])
  }

  /// The name of a type that stands here; empty if none does.
  private mutating func readName() -> [String] {
    guard case .word(let word)? = tokens.first, Self.isType(word) else { return [] }
    tokens.removeFirst()
    return [word] + readMembers()
  }

  /// The types of a type that are named here, one in the other, each behind a dot.
  private mutating func readMembers() -> [String] {
    var members: [String] = []
    while tokens.first == .dot, case .word(let word)? = tokens.dropFirst().first, Self.isType(word)
    {
      members.append(word)
      tokens.removeFirst(2)
    }
    return members
  }

  private var scopes: [String] { braces.reversed().compactMap(\.type) }

  private mutating func note(_ path: [String]) {
    modifiers = []
    let path = path.first == "Self" ? Array(path.dropFirst()) : path
    if !path.isEmpty { uses.insert(Use(path: path, scopes: scopes)) }
  }

  private mutating func declare(_ keyword: String, _ path: [String]) {
    let isHidden =
      !modifiers.isDisjoint(with: ["private", "fileprivate"])
      || braces.contains { $0.isHidden || $0.type == nil }
    let isOffered = !modifiers.isDisjoint(with: ["public", "package", "open"])
    modifiers = []
    let isExtension = keyword == "extension"
    let name = ([scopes.first].compactMap { isExtension ? nil : $0 } + path).joined(separator: ".")
    if isExtension {
      uses.insert(Use(path: path, scopes: []))
    } else if isHidden {
      hidden.insert(name)
    } else {
      declared.insert(name)
      if isOffered { offered.insert(name) }
    }
    if !["typealias", "associatedtype", "func"].contains(keyword) { announced = (name, isHidden) }
  }
}
