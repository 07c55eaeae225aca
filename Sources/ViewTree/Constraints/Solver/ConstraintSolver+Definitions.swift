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
      symbols[Int(symbol)].sum = 0
      guard factor != 0 else { continue }
      let expression = expression(of: symbol)
      rest += factor * expressions.constant(expression)
      for place in expressions.places(of: expression) {
        let term = expressions.term(at: place)
        symbols[Int(term.symbol)].sum += factor * term.coefficient
      }
    }
    for index in touched.indices {
      let symbol = Int(touched[index])
      if abs(symbols[symbol].sum) <= LinearExpressions.epsilon { symbols[symbol].sum = 0 }
    }
    return rest
  }

  /// Moves the sums, times a factor, to `fresh`.
  mutating func collectFresh(times factor: Double) {
    fresh.removeAll()
    var isSorted = true
    var last: Int32 = -1
    for index in touched.indices {
      let symbol = touched[index]
      let sum = symbols[Int(symbol)].sum
      symbols[Int(symbol)].sum = 0
      guard sum != 0 else { continue }
      fresh.append(LinearTerm(symbol: symbol, coefficient: factor * sum))
      if symbol < last { isSorted = false }
      last = symbol
    }
    if !isSorted { fresh.sort { $0.symbol < $1.symbol } }
  }

  /// Lists a symbol in `order`, after all symbols from which it is computed; those that nothing determines
  /// come into `touched`.
  private mutating func listDefinition(of root: Int32) {
    symbols[Int(root)].stamp = stamp
    guard isBasic(root) else { return touched.append(root) }
    var walk = DefinitionWalk(of: root, terms: expressions.places(of: expression(of: root)))
    while true {
      guard walk.next < walk.end else {
        order.append(walk.symbol)
        guard let outer = walks.popLast() else { return }
        walk = outer
        continue
      }
      let symbol = expressions.term(at: walk.next).symbol
      walk.next += 1
      guard symbols[Int(symbol)].stamp != stamp else { continue }
      symbols[Int(symbol)].stamp = stamp
      let expression = symbols[Int(symbol)].expression
      if expression < 0 {
        touched.append(symbol)
      } else {
        walks.append(walk)
        walk = DefinitionWalk(of: symbol, terms: expressions.places(of: expression))
      }
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
    touched.removeAll()
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
