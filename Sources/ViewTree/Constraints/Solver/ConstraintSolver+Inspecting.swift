/// Questions about a solution.
extension ConstraintSolver {
  /// True if another best solution gives one of the variables another value.
  ///
  /// Only changes of one symbol at a time are tried, so a few such solutions are not seen.
  package mutating func isAmbiguous(_ variables: [Variable]) -> Bool {
    variables.contains { variable in
      _ = expand([(variable, 1)])
      return takeTouched().contains { canGrow($0) }
    }
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
