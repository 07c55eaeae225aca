/// The values of symbols, which follow from their expressions.
extension ConstraintSolver {
  /// The effects of a change of one constraint's constant, which are the same until the terms of some
  /// expression change.
  struct Reach {
    var marker: Int32 = -1
    var version = 0
    /// The expressions that hold the marker, with its coefficients.
    var expressions: [(expression: Int32, coefficient: Double)] = []
    /// The symbols to compute, the last first.
    var order = ReusableList<Int32>()
  }

  /// Computes the values of what changed and of all variables that depend on it, unless that waits.
  mutating func propagate() { if !defersValues { computeValues() } }

  /// Computes the values of what changed since the last time.
  mutating func computeValues() {
    guard !changed.isEmpty else { return }
    findOrder()
    recompute(order)
  }

  /// Lists what changed and all variables that depend on it in `order`, the last first.
  private mutating func findOrder() {
    stamp += 1
    order.removeAll()
    for index in changed.indices where symbols[Int(changed[index])].stamp != stamp {
      symbols[Int(changed[index])].stamp = stamp
      listUsers(of: changed[index])
    }
    changed.removeAll()
  }

  /// Lists a symbol in `order`, after all variables that depend on it.
  private mutating func listUsers(of root: Int32) {
    pushUsers(of: root)
    while let (symbol, state) = stack.last {
      if state == 1 {
        order.append(symbol)
        stack.removeLast()
      } else if symbols[Int(symbol)].stamp == stamp {
        stack.removeLast()
      } else {
        symbols[Int(symbol)].stamp = stamp
        stack[stack.count - 1].next = 1
        pushUsers(of: symbol)
      }
    }
    order.append(root)
  }

  private mutating func pushUsers(of symbol: Int32) {
    let uses = symbols[Int(symbol)].uses
    guard !uses.isEmpty else { return }
    occurrences.forEach(uses) { expression in
      let owner = owners[Int(expression)]
      // An entry can be older than the expression that it names.
      guard owner >= 0, symbols[Int(owner)].stamp != stamp, kind(of: owner) == .variable,
        expressions.coefficient(of: symbol, in: expression) != 0
      else { return }
      stack.append((owner, 0))
    }
  }

  /// Computes the values of symbols, the last first.
  private mutating func recompute(_ order: ReusableList<Int32>) {
    for index in order.indices.reversed() {
      let symbol = order[index]
      let value = computedValue(of: symbol)
      guard value != symbols[Int(symbol)].value else { continue }
      symbols[Int(symbol)].value = value
      if kind(of: symbol) == .variable { moved.append(Variable(symbol: symbol)) }
    }
  }

  private func computedValue(of symbol: Int32) -> Double {
    let expression = expression(of: symbol)
    guard expression >= 0 else { return 0 }
    var value = expressions.constant(expression)
    // All symbols in a row are zero.
    guard kind(of: symbol) == .variable else { return value }
    for index in 0..<expressions.count(expression) {
      let term = expressions[expression, index]
      value += term.coefficient * symbols[Int(term.symbol)].value
    }
    return value
  }

  // MARK: Changing a constant

  /// Adds to a constraint's constant; a conflict leaves the constraint changed and unsolved.
  mutating func shift(_ constraint: Constraint, by delta: Double) -> Outcome {
    // Waiting changes must not get into the reach of this constraint.
    computeValues()
    let (marker, sign) = (
      records[Int(constraint.index)].marker, records[Int(constraint.index)].sign
    )
    if reach.marker != marker || reach.version != version { findReach(of: marker) }
    // With the new constant, the marker of before is the new one plus this.
    let step = -delta / sign
    if isBasic(marker) { move(expression(of: marker), by: -step) }
    for index in reach.expressions.indices {
      move(reach.expressions[index].expression, by: step * reach.expressions[index].coefficient)
    }
    guard !suspects.isEmpty else {
      recompute(reach.order)
      return .solved
    }
    for index in reach.expressions.indices {
      note(owners[Int(reach.expressions[index].expression)])
    }
    note(marker)
    return repair()
  }

  private mutating func findReach(of marker: Int32) {
    reach.expressions.removeAll(keepingCapacity: true)
    readUses(of: marker)
    appendToReach(marker)
    readColumn(of: marker)
    appendToReach(marker)
    if isBasic(marker) { note(marker) }
    findOrder()
    swap(&reach.order, &order)
    (reach.marker, reach.version) = (marker, version)
  }

  private mutating func appendToReach(_ marker: Int32) {
    for index in list.indices {
      let expression = list[index]
      reach.expressions.append((expression, expressions.coefficient(of: marker, in: expression)))
      note(owners[Int(expression)])
    }
  }

  /// Adds to the constant of an expression.
  private mutating func move(_ expression: Int32, by amount: Double) {
    expressions.add(amount, to: expression)
    let owner = owners[Int(expression)]
    switch kind(of: owner) {
    case .restricted where expressions.constant(expression) < 0, .dummy: suspects.append(owner)
    case .restricted, .variable, .unused: break
    }
  }
}
