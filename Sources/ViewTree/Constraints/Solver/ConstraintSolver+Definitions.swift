/// Variables that a constraint determines.
extension ConstraintSolver {
  /// Lets a variable that stands nowhere yet take the constraint as its definition; false without one.
  mutating func defineUnknown(
    of terms: [Term], _ constraint: Constraint, _ constant: Double
  ) -> Bool {
    for index in terms.indices {
      let subject = terms[index].variable.symbol
      guard !isBasic(subject), symbols[Int(subject)].uses.isEmpty, terms[index].coefficient != 0,
        isAlone(subject, in: terms)
      else { continue }
      let factor = -1 / terms[index].coefficient
      fresh.removeAll()
      for (variable, coefficient) in terms where variable.symbol != subject && coefficient != 0 {
        insertFresh(LinearTerm(symbol: variable.symbol, coefficient: factor * coefficient))
      }
      insertSymbols(of: constraint, times: factor)
      define(subject, constant: -factor * constant)
      propagate()
      return true
    }
    return false
  }

  /// True if a variable stands once in a sum.
  @inline(__always)
  private func isAlone(_ symbol: Int32, in terms: [Term]) -> Bool {
    var count = 0
    for index in terms.indices where terms[index].variable.symbol == symbol { count += 1 }
    return count == 1
  }

  /// Determines the last undetermined variable in `touched`; false without one.
  mutating func defineUndetermined(_ constraint: Constraint, _ rest: Double) -> Bool {
    var subject: Int32 = -1
    for index in touched.indices {
      let symbol = touched[index]
      if symbol > subject, kind(of: symbol) == .variable, symbols[Int(symbol)].sum != 0 {
        subject = symbol
      }
    }
    guard subject >= 0 else { return false }
    let factor = -1 / symbols[Int(subject)].sum
    symbols[Int(subject)].sum = 0
    collectFresh(times: factor)
    insertSymbols(of: constraint, times: factor)
    define(subject, constant: factor * rest)
    propagate()
    return true
  }

  // MARK: Expanding

  /// Sums up terms in `sums` and `touched`, with everything replaced by its expression; returns the
  /// constant.
  mutating func expand(_ terms: [Term]) -> Double {
    stamp += 1
    order.removeAll()
    touched.removeAll()
    for (variable, coefficient) in terms {
      if symbols[Int(variable.symbol)].stamp != stamp { listDefinition(of: variable.symbol) }
      symbols[Int(variable.symbol)].sum += coefficient
    }
    var rest = 0.0
    for index in order.indices.reversed() {
      let symbol = order[index]
      let factor = symbols[Int(symbol)].sum
      let expression = expression(of: symbol)
      guard expression >= 0 else {
        if abs(factor) <= LinearExpressions.epsilon { symbols[Int(symbol)].sum = 0 }
        touched.append(symbol)
        continue
      }
      symbols[Int(symbol)].sum = 0
      guard factor != 0 else { continue }
      rest += factor * expressions.constant(expression)
      for place in 0..<expressions.count(expression) {
        let term = expressions[expression, place]
        symbols[Int(term.symbol)].sum += factor * term.coefficient
      }
    }
    return rest
  }

  /// Moves the sums, times a factor, to `fresh`.
  mutating func collectFresh(times factor: Double) {
    fresh.removeAll()
    for index in touched.indices {
      let symbol = touched[index]
      let sum = symbols[Int(symbol)].sum
      symbols[Int(symbol)].sum = 0
      if sum != 0 { fresh.append(LinearTerm(symbol: symbol, coefficient: factor * sum)) }
    }
    fresh.sort { $0.symbol < $1.symbol }
  }

  /// Lists a symbol in `order`, after all symbols from which it is computed.
  private mutating func listDefinition(of root: Int32) {
    symbols[Int(root)].stamp = stamp
    stack.append((root, 0))
    while let (symbol, next) = stack.last {
      let expression = expression(of: symbol)
      guard expression >= 0, Int(next) < expressions.count(expression) else {
        order.append(symbol)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let term = expressions[expression, Int(next)].symbol
      guard symbols[Int(term)].stamp != stamp else { continue }
      symbols[Int(term)].stamp = stamp
      stack.append((term, 0))
    }
  }

  // MARK: Releasing

  /// Lets a variable that a constraint determines be undetermined again.
  mutating func releaseVariable(from constraint: Constraint) {
    let marker = records[Int(constraint.index)].marker
    readUses(of: marker)
    guard let definition = lowest(of: list) else { return }
    let variable = owners[Int(definition)]
    for other in list where other != definition {
      replace(marker, in: other, bySolving: definition, of: variable)
    }
    undefine(variable)
  }

  /// The definition that depends on none of the others.
  private mutating func lowest(of definitions: ReusableList<Int32>) -> Int32? {
    guard definitions.count > 1 else { return definitions.first }
    stamp += 1
    order.removeAll()
    listDefinition(of: owners[Int(definitions[0])])
    let owner = order.first { definitions.contains(symbols[Int($0)].expression) }
    return owner.map { expression(of: $0) }
  }

  /// Replaces a marker by what the definition of a variable says of it.
  private mutating func replace(
    _ marker: Int32, in target: Int32, bySolving definition: Int32, of variable: Int32
  ) {
    let factor =
      expressions.coefficient(of: marker, in: target)
      / expressions.coefficient(of: marker, in: definition)
    let constant = expressions.constant(target) - factor * expressions.constant(definition)
    fresh.removeAll()
    for index in 0..<expressions.count(target) { insertFresh(expressions[target, index]) }
    for index in 0..<expressions.count(definition) {
      var term = expressions[definition, index]
      term.coefficient *= -factor
      insertFresh(term)
    }
    insertFresh(LinearTerm(symbol: variable, coefficient: factor))
    let owner = owners[Int(target)]
    undefine(owner)
    define(owner, constant: constant)
  }
}
