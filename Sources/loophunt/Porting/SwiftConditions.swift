/// The conditions of a file, from `#if` to `#endif`, as far as a port judges them.
struct SwiftConditions {
  /// A part of a file under conditions, by the innermost `#if`, `#elseif` or `#else` around it.
  struct Branch: Equatable {
    /// The token of the directive.
    let start: Int
    /// True if the code is compiled on Linux after the port for certain.
    let holds: Bool
  }

  /// For each token the branch around it; nil outside of all.
  private var branches: [Branch?] = []

  init(_ tokens: [SwiftToken]) {
    branches.reserveCapacity(tokens.count)
    var open: [Branch?] = []
    for index in tokens.indices {
      if tokens[index].kind == .directive {
        switch tokens[index].text {
        case "#if":
          let isAround = open.last.flatMap { $0 }?.holds ?? true
          open.append(Branch(start: index, holds: isAround && Self.holds(tokens, after: index)))
        case "#elseif", "#else":
          if !open.isEmpty { open[open.count - 1] = Branch(start: index, holds: false) }
        case "#endif": _ = open.popLast()
        default: break
        }
      }
      branches.append(open.last ?? nil)
    }
  }

  /// The branch around a token; nil outside of all, and in one that holds for certain.
  func doubt(at index: Int) -> Branch? { branches[index].flatMap { $0.holds ? nil : $0 } }

  /// True for `os(iOS)` with others beside it, and for modules that there are.
  private static func holds(_ tokens: [SwiftToken], after index: Int) -> Bool {
    var words: [String] = []
    var next = index + 1
    while next < tokens.count, tokens[next].line == tokens[index].line {
      words.append(tokens[next].text)
      next += 1
    }
    guard !words.contains("!"), !words.contains("&") else { return false }
    let pairs = zip(words, words.dropFirst(2))
    return pairs.contains { $0 == "os" && $1 == "iOS" || $0 == "canImport" && $1 == "UIKit" }
  }
}
