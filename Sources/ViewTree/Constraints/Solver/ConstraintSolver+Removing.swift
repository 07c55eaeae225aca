/// Constraints that go.
extension ConstraintSolver {
  /// Takes a constraint out of all expressions and forgets it; the costs may not be the least then.
  mutating func takeOut(_ constraint: Constraint) {
    let record = records[Int(constraint.index)]
    retire(record.marker)
    if record.other >= 0 { retire(record.other) }
    if isBasic(record.marker) {
      dropRow(of: record.marker)
    } else if record.other >= 0, isBasic(record.other) {
      dropRow(of: record.other)
    } else if let leaving = firstLimit(of: record.marker) {
      pivot(leaving, record.marker)
      dropRow(of: record.marker)
    } else {
      releaseVariable(from: constraint)
    }
    freeRecord(constraint)
  }

  /// Lets a symbol cost nothing, and keeps it from entering the tableau.
  private mutating func retire(_ symbol: Int32) {
    if isBasic(symbol) || symbols[Int(symbol)].seat >= 0 { charge(symbol, -1) }
    if symbols[Int(symbol)].slot >= 0 { costs.leave(symbols[Int(symbol)].slot) }
    symbols[Int(symbol)].slot = -1
    symbols[Int(symbol)].kind = .dummy
  }

  /// Replaces a basic symbol in all definitions by its row, and forgets the row.
  private mutating func dropRow(of basic: Int32) {
    let row = expression(of: basic)
    readUses(of: basic)
    for index in list.indices { replace(basic, in: list[index], by: row) }
    undefine(basic)
  }

  /// The basic symbol that becomes zero first if a symbol grows, or if it shrinks and none does then.
  private mutating func firstLimit(of entering: Int32) -> Int32? {
    readColumn(of: entering)
    var leaving: Int32 = -1
    var least = Double.infinity
    var isFalling = false
    for index in list.indices {
      let owner = owners[Int(list[index])]
      let coefficient = expressions.coefficient(of: entering, in: list[index])
      let isDummy = kind(of: owner) == .dummy
      let falls = coefficient < 0 || isDummy
      let ratio = isDummy ? 0 : max(0, expressions.constant(list[index]) / abs(coefficient))
      let isBetter =
        leaving < 0
        || (falls == isFalling ? ratio < least || ratio == least && owner < leaving : falls)
      if isBetter { (leaving, least, isFalling) = (owner, ratio, falls) }
    }
    return leaving < 0 ? nil : leaving
  }

  /// Takes a constraint back that could not be solved.
  ///
  /// The others could be, before it came. So bounds are restored first, whatever that costs, and then the
  /// costs are made the least again.
  mutating func retract(_ constraint: Constraint) {
    takeOut(constraint)
    for symbol in symbols.indices where symbols[symbol].slot >= 0 { takeSeat(Int32(symbol)) }
    costs.clearAll()
    for symbol in symbols.indices where symbols[symbol].expression >= 0 {
      suspects.append(Int32(symbol))
    }
    _ = repair()
    for symbol in symbols.indices { charge(Int32(symbol), 1) }
    optimise()
  }
}
