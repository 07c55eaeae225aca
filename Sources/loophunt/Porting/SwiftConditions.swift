/// The parts of a Swift file that are compiled under a condition.
struct SwiftConditions {
  /// A part between two directives.
  private struct Branch {
    /// The branch around it; -1 for none.
    let outer: Int
    /// True if the condition holds after a port; nil if that is unknown.
    let holds: Bool?
  }

  private var branches: [Branch] = []
  /// For each token the innermost branch around it; -1 for none.
  private var innermost: [Int] = []

  init(_ tokens: [SwiftToken]) {
    innermost.reserveCapacity(tokens.count)
    var current = -1
    // For each condition that is open: the branch around it, and if an earlier part of it holds.
    var open: [(outer: Int, isMet: Bool?)] = []
    for (index, token) in tokens.enumerated() {
      if token.kind == .directive {
        switch token.text {
        case "#if":
          let holds = ConditionReader.value(of: tokens, behind: index)
          open.append((current, holds))
          current = add(Branch(outer: current, holds: holds))
        case "#elseif" where !open.isEmpty, "#else" where !open.isEmpty:
          let (outer, isMet) = open.removeLast()
          let own = token.text == "#else" ? true : ConditionReader.value(of: tokens, behind: index)
          current = add(Branch(outer: outer, holds: Self.both(isMet.map { !$0 }, own)))
          open.append((outer, Self.either(isMet, own)))
        case "#endif" where !open.isEmpty: current = open.removeLast().outer
        default: break
        }
      }
      innermost.append(current)
    }
  }

  private mutating func add(_ branch: Branch) -> Int {
    branches.append(branch)
    return branches.count - 1
  }

  /// True if a token is compiled after a port; nil if that is unknown.
  func holds(at index: Int) -> Bool? {
    chain(at: index).reduce(.some(true)) { Self.both($0, branches[$1].holds) }
  }

  /// True if whatever compiles a token compiles another one, too.
  func cover(_ index: Int, at other: Int) -> Bool {
    let (around, inner) = (chain(at: index), Set(chain(at: other)))
    return around.allSatisfy(inner.contains)
  }

  private func chain(at index: Int) -> [Int] {
    guard innermost[index] >= 0 else { return [] }
    return Array(
      sequence(first: innermost[index]) { [branches] in
        branches[$0].outer < 0 ? nil : branches[$0].outer
      })
  }

  static func both(_ first: Bool?, _ second: Bool?) -> Bool? {
    if first == false || second == false { return false }
    return first == nil || second == nil ? nil : true
  }

  static func either(_ first: Bool?, _ second: Bool?) -> Bool? {
    if first == true || second == true { return true }
    return first == nil || second == nil ? nil : false
  }
}

/// Reads the condition of a directive, as far as it is known.
private struct ConditionReader {
  private let tokens: ArraySlice<SwiftToken>
  private var next: Int
  private var depth = 0

  /// True if the condition behind a directive holds on Linux after a port; nil if that is unknown.
  static func value(of tokens: [SwiftToken], behind index: Int) -> Bool? {
    let line = tokens[index].line
    let end = tokens[(index + 1)...].firstIndex { $0.line != line } ?? tokens.count
    var reader = ConditionReader(tokens: tokens[(index + 1)..<end])
    let value = reader.sum()
    return reader.next == end ? value : nil
  }

  private init(tokens: ArraySlice<SwiftToken>) {
    (self.tokens, next) = (tokens, tokens.startIndex)
  }

  private func text(_ offset: Int = 0) -> String {
    next + offset < tokens.endIndex ? tokens[next + offset].text : ""
  }

  private mutating func sum() -> Bool? {
    var value = product()
    while text() == "|", text(1) == "|" {
      next += 2
      value = SwiftConditions.either(value, product())
    }
    return value
  }

  private mutating func product() -> Bool? {
    var value = factor()
    while text() == "&", text(1) == "&" {
      next += 2
      value = SwiftConditions.both(value, factor())
    }
    return value
  }

  /// The deepest parentheses that are read.
  private static let deepest = 50

  private mutating func factor() -> Bool? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    switch text() {
    case "!":
      next += 1
      return factor().map { !$0 }
    case "(":
      next += 1
      let value = sum()
      guard text() == ")" else { return nil }
      next += 1
      return value
    default: break
    }
    let (word, hasArguments) = (text(), text(1) == "(")
    next += 1
    guard hasArguments else {
      return ["true": true, "false": false, "DEBUG": true][word]
    }
    let argument = text(1)
    while next < tokens.endIndex, text() != ")" { next += 1 }
    next += 1
    switch word {
    case "os": return argument == "iOS" || argument == "Linux"
    case "canImport": return ["UIKit": true, "Foundation": true, "AppKit": false][argument]
    case "targetEnvironment": return false
    case "swift", "compiler": return true
    default: return nil
    }
  }
}
