/// Questions about a solution.
extension ConstraintSolver {
  /// True if another best solution gives one of the variables another value.
  ///
  /// Only changes of one symbol at a time are tried, so a few such solutions are not seen.
  package mutating func isAmbiguous(_ variables: [Variable]) -> Bool {
    if choices.edits != edits || choices.shares.count != symbols.count {
      choices = Choices(edits: edits, shares: Array(repeating: .nan, count: symbols.count))
    }
    return variables.contains { abs(share(of: $0.symbol)) > Choices.least }
  }

  /// The shares that symbols have in the choices that a solution leaves, until something changes.
  ///
  /// Each symbol that could grow has a number of its own, by which sums of several don't vanish; any other
  /// symbol has the sum of those by which it is defined. So a question about all variables takes as long as
  /// their definitions are, however deep they go.
  struct Choices {
    var edits = -1
    /// The shares; not a number for those that nobody asked for.
    var shares: [Double] = []

    /// The least share that is no rounding error.
    static let least = 1e-7

    /// A number between 1 and 2 for a symbol that could grow.
    static func share(of symbol: Int32) -> Double {
      1 + Double((UInt64(symbol) &+ 1) &* 0x9E37_79B9_7F4A_7C15 >> 12) * 0x1p-52
    }
  }

  private mutating func share(of root: Int32) -> Double {
    var waiting = [root]
    while let symbol = waiting.last {
      guard choices.shares[Int(symbol)].isNaN else {
        waiting.removeLast()
        continue
      }
      let expression = expression(of: symbol)
      guard expression >= 0 else {
        choices.shares[Int(symbol)] = canGrow(symbol) ? Choices.share(of: symbol) : 0
        continue
      }
      var share = 0.0
      for place in expressions.places(of: expression) {
        let term = expressions.term(at: place)
        let part = choices.shares[Int(term.symbol)]
        if part.isNaN { waiting.append(term.symbol) } else { share += term.coefficient * part }
      }
      if waiting.last == symbol { choices.shares[Int(symbol)] = share.isNaN ? 0 : share }
    }
    return choices.shares[Int(root)]
  }

  /// The number of entries, used or free, by which symbols know where they stand.
  package var occurrenceCount: Int { occurrences.count }

  /// The constraints on which the values of the variables depend, in the order of their numbers.
  package mutating func constraints(affecting variables: [Variable]) -> [Constraint] {
    var found: Set<Int32> = []
    for variable in variables {
      _ = expand([(variable, 1)])
      for symbol in takeTouched() where kind(of: symbol) != .variable {
        found.insert(symbols[Int(symbol)].owner)
      }
    }
    return found.sorted().map { Constraint(index: $0) }
  }

  /// The symbols of the last sum, which becomes empty.
  private mutating func takeTouched() -> [Int32] {
    let held = touched.filter { symbols[Int($0)].sum != 0 }
    for symbol in touched { symbols[Int(symbol)].sum = 0 }
    return held
  }

  /// True if a symbol that is 0 could be something else at the same costs.
  private mutating func canGrow(_ symbol: Int32) -> Bool {
    switch kind(of: symbol) {
    case .variable: return true
    case .dummy, .unused: return false
    case .restricted: break
    }
    guard !isBasic(symbol), costsNothing(symbol) else { return false }
    readColumn(of: symbol)
    for row in list {
      let coefficient = expressions.coefficient(of: symbol, in: row)
      let isDummy = kind(of: owners[Int(row)]) == .dummy
      let limit = isDummy ? 0 : max(0, -expressions.constant(row) / coefficient)
      if isDummy || coefficient < 0, limit <= Self.tolerance { return false }
    }
    return true
  }
}
