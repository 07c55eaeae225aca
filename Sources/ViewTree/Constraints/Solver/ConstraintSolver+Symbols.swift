/// Symbols and their expressions.
extension ConstraintSolver {
  mutating func makeSymbol(_ kind: Kind, owner: Int32) -> Int32 {
    if let free = freeSymbols.popLast() {
      symbols[Int(free)] = Symbol(owner: owner, kind: kind)
      return free
    }
    symbols.appendInLargeSteps(Symbol(owner: owner, kind: kind))
    values.appendInLargeSteps(0)
    return Int32(symbols.count - 1)
  }

  mutating func dropSymbol(_ symbol: Int32) {
    let seat = symbols[Int(symbol)].seat
    if seat >= 0 {
      costs.clear(seat)
      occurrences.take(&columns[Int(seat)], into: &list)
      freeSeats.append(seat)
    }
    occurrences.take(&symbols[Int(symbol)].uses, into: &list)
    symbols[Int(symbol)] = Symbol(kind: .unused)
    values[Int(symbol)] = 0
    freeSymbols.append(symbol)
  }

  // MARK: Seats

  /// Gives a symbol a place in `columns` and `costs`, unless it has one.
  @inline(__always) @discardableResult
  mutating func takeSeat(_ symbol: Int32) -> Int32 {
    let seat = symbols[Int(symbol)].seat
    return seat < 0 ? makeSeat(symbol) : seat
  }

  @inline(never)
  private mutating func makeSeat(_ symbol: Int32) -> Int32 {
    var seat = freeSeats.popLast() ?? -1
    if seat < 0 {
      seat = Int32(columns.count)
      columns.append(OccurrenceList())
      costs.addSeat()
    }
    symbols[Int(symbol)].seat = seat
    let slot = symbols[Int(symbol)].slot
    if slot >= 0 { costs.add(1, to: seat, slot) }
    return seat
  }

  /// The rows in which a symbol stands.
  func column(of symbol: Int32) -> OccurrenceList {
    let seat = symbols[Int(symbol)].seat
    return seat < 0 ? OccurrenceList() : columns[Int(seat)]
  }

  /// True if more of a symbol is a gain.
  func isGain(_ symbol: Int32) -> Bool {
    let seat = symbols[Int(symbol)].seat
    return seat >= 0 && costs.isNegative(seat)
  }

  /// True if more of a symbol costs nothing.
  func costsNothing(_ symbol: Int32) -> Bool {
    let seat = symbols[Int(symbol)].seat
    return seat < 0 ? symbols[Int(symbol)].slot < 0 : costs.isZero(seat)
  }

  func expression(of symbol: Int32) -> Int32 { symbols[Int(symbol)].expression }
  func isBasic(_ symbol: Int32) -> Bool { symbols[Int(symbol)].expression >= 0 }
  func kind(of symbol: Int32) -> Kind { symbols[Int(symbol)].kind }

  /// True if the owner of an expression is in the tableau.
  private func isRow(_ owner: Int32) -> Bool { kind(of: owner) != .variable }

  /// Remembers that a symbol's value may have changed.
  mutating func note(_ symbol: Int32) { changed.append(symbol) }

  // MARK: Expressions

  /// Gives a symbol an expression with the terms in `fresh`.
  mutating func define(_ symbol: Int32, constant: Double) {
    version += 1
    let expression = expressions.make()
    expressions.set(expression, fresh, constant: constant)
    if expression == owners.count {
      owners.appendInLargeSteps(symbol)
    } else {
      owners[Int(expression)] = symbol
    }
    symbols[Int(symbol)].expression = expression
    let isRow = isRow(symbol)
    for index in fresh.indices { enlist(expression, isRow: isRow, fresh[index].symbol) }
    note(symbol)
  }

  /// Takes a symbol's expression away.
  mutating func undefine(_ symbol: Int32) {
    version += 1
    let (expression, isRow) = (expression(of: symbol), isRow(symbol))
    for index in 0..<expressions.count(expression) {
      delist(expression, isRow: isRow, expressions[expression, index].symbol)
    }
    expressions.drop(expression)
    owners[Int(expression)] = -1
    symbols[Int(symbol)].expression = -1
    note(symbol)
  }

  /// Replaces a symbol in an expression by another expression.
  mutating func replace(_ symbol: Int32, in target: Int32, by source: Int32) {
    version += 1
    guard expressions.replace(symbol, in: target, by: source) else { return }
    let owner = owners[Int(target)]
    let isRow = isRow(owner)
    for index in expressions.gained.indices {
      enlist(target, isRow: isRow, expressions.gained[index])
    }
    for index in expressions.lost.indices {
      delist(target, isRow: isRow, expressions.lost[index])
    }
    note(owner)
  }

  private mutating func enlist(_ expression: Int32, isRow: Bool, _ symbol: Int32) {
    guard isRow else {
      if occurrences.add(expression, to: &symbols[Int(symbol)].uses) { staleUses.append(symbol) }
      return
    }
    let seat = Int(takeSeat(symbol))
    if occurrences.add(expression, to: &columns[seat]) { staleColumns.append(symbol) }
  }

  private mutating func delist(_ expression: Int32, isRow: Bool, _ symbol: Int32) {
    if isRow {
      occurrences.leave(expression, &columns[Int(symbols[Int(symbol)].seat)])
    } else {
      occurrences.leave(expression, &symbols[Int(symbol)].uses)
    }
  }

  // MARK: Occurrences

  /// Lists the rows in which a symbol stands, each once.
  mutating func readColumn(of symbol: Int32) {
    let seat = Int(symbols[Int(symbol)].seat)
    guard seat >= 0 else { return list.removeAll() }
    occurrences.take(&columns[seat], into: &list)
    keepValid(symbol) { $0 == .restricted || $0 == .dummy }
    for index in list.indices { occurrences.add(list[index], to: &columns[seat]) }
  }

  /// Lists the definitions in which a symbol stands, each once.
  mutating func readUses(of symbol: Int32) {
    occurrences.take(&symbols[Int(symbol)].uses, into: &list)
    keepValid(symbol) { $0 == .variable }
    for index in list.indices { occurrences.add(list[index], to: &symbols[Int(symbol)].uses) }
  }

  /// Removes entries from the list that are out of date or doubled.
  private mutating func keepValid(_ symbol: Int32, _ isWanted: (Kind) -> Bool) {
    stamp += 1
    var count = 0
    for index in list.indices {
      let expression = list[index]
      let owner = owners[Int(expression)]
      guard owner >= 0, symbols[Int(owner)].stamp != stamp, isWanted(kind(of: owner)),
        expressions.coefficient(of: symbol, in: expression) != 0
      else { continue }
      symbols[Int(owner)].stamp = stamp
      list[count] = expression
      count += 1
    }
    list.truncate(to: count)
  }

  // MARK: New terms

  /// Inserts a term into `fresh`, which is sorted.
  mutating func insertFresh(_ term: LinearTerm) {
    var place = fresh.count
    while place > 0, fresh[place - 1].symbol > term.symbol { place -= 1 }
    if place == fresh.count, place == 0 || fresh[place - 1].symbol < term.symbol {
      return fresh.append(term)
    }
    guard place > 0, fresh[place - 1].symbol == term.symbol else {
      return fresh.insert(term, at: place)
    }
    fresh[place - 1].coefficient += term.coefficient
    if abs(fresh[place - 1].coefficient) <= LinearExpressions.epsilon {
      fresh.remove(at: place - 1)
    }
  }

  /// Inserts the symbols of a constraint, times a factor, into `fresh`.
  mutating func insertSymbols(of constraint: Constraint, times factor: Double, except: Int32 = -1) {
    let record = records[Int(constraint.index)]
    if record.marker != except {
      insertFresh(LinearTerm(symbol: record.marker, coefficient: factor * record.sign))
    }
    if record.other >= 0, record.other != except {
      insertFresh(LinearTerm(symbol: record.other, coefficient: -factor * record.sign))
    }
  }
}
