extension ConstraintSolver {
  /// Describes an error of the state; nil if there is none.
  ///
  /// If all symbols are within their bounds, all constraints are the sums that they should be, and no
  /// increase is a gain, the solution is the best one.
  package func checkInvariants(
    of constraints: [(constraint: Constraint, terms: [Term], constant: Double)]
  ) -> String? {
    for (constraint, terms, constant) in constraints {
      let record = records[Int(constraint.index)]
      var sum = terms.reduce(-constant) { $0 + $1.coefficient * value(of: $1.variable) }
      sum += record.sign * symbols[Int(record.marker)].value
      if record.other >= 0 { sum -= record.sign * symbols[Int(record.other)].value }
      if abs(sum) > 1e-6 { return "constraint \(constraint.index) is off by \(sum)" }
    }
    return symbols.indices.lazy.compactMap { fault(of: Int32($0)) }.first
  }

  private func fault(of symbol: Int32) -> String? {
    let value = symbols[Int(symbol)].value
    switch kind(of: symbol) {
    case .dummy where abs(value) > 1e-6: return "the dummy \(symbol) is \(value)"
    case .restricted where value < -1e-6: return "the symbol \(symbol) is \(value)"
    case .restricted where !isBasic(symbol) && isGain(symbol):
      return "more of the symbol \(symbol) is a gain"
    case .dummy, .restricted, .variable, .unused: break
    }
    guard isBasic(symbol) else { return nil }
    let (row, isRow) = (expression(of: symbol), kind(of: symbol) != .variable)
    for index in 0..<expressions.count(row) {
      let term = expressions[row, index].symbol
      if kind(of: term) == .unused { return "\(symbol) holds \(term), which is not in use" }
      if isRow, isBasic(term) || kind(of: term) == .variable { return "a row holds \(term)" }
      var isKnown = false
      let standing = isRow ? column(of: term) : symbols[Int(term)].uses
      occurrences.forEach(standing) { if $0 == row { isKnown = true } }
      if !isKnown { return "\(term) does not know that it stands in \(symbol)" }
    }
    return nil
  }
}
