/// The tableau of constraints that no variable can take in.
extension ConstraintSolver {
  /// Adds a constraint whose sum is in `touched`, with `rest` for its constants.
  mutating func addRow(_ constraint: Constraint, _ rest: Double) -> Outcome {
    let record = records[Int(constraint.index)]
    let rest = abs(rest) <= Self.tolerance ? 0 : rest
    // The marker takes the sum in, or the error if the marker would be negative.
    let isMarker = record.other < 0 || -rest * record.sign >= 0
    let basic = isMarker ? record.marker : record.other
    let factor = isMarker ? -1 / record.sign : 1 / record.sign
    collectFresh(times: factor)
    insertSymbols(of: constraint, times: factor, except: basic)
    define(basic, constant: factor * rest)
    spreadCost(of: basic)
    if record.other >= 0 {
      optimise()
      return .solved
    }
    suspects.append(basic)
    return repair()
  }

  // MARK: Costs

  /// Lets the symbols in a row cost what its basic symbol costs, which itself then costs nothing.
  private mutating func spreadCost(of basic: Int32) {
    if !costsNothing(basic) {
      let seat = takeSeat(basic)
      let row = expression(of: basic)
      for index in 0..<expressions.count(row) {
        let term = expressions[row, index]
        costs.add(term.coefficient, of: seat, to: takeSeat(term.symbol))
        consider(term.symbol)
      }
    }
    let seat = symbols[Int(basic)].seat
    if seat >= 0 { costs.clear(seat) }
  }

  /// Adds to the price of an error, in units of violation.
  mutating func charge(_ error: Int32, _ amount: Double) {
    let slot = symbols[Int(error)].slot
    guard slot >= 0 else { return }
    guard isBasic(error) else {
      costs.add(amount, to: takeSeat(error), slot)
      return consider(error)
    }
    let row = expression(of: error)
    for index in 0..<expressions.count(row) {
      let term = expressions[row, index]
      costs.add(amount * term.coefficient, to: takeSeat(term.symbol), slot)
      consider(term.symbol)
    }
  }

  /// Remembers a symbol whose increase is a gain.
  private mutating func consider(_ symbol: Int32) {
    guard !symbols[Int(symbol)].isCandidate, kind(of: symbol) == .restricted,
      isGain(symbol)
    else { return }
    symbols[Int(symbol)].isCandidate = true
    candidates.append(symbol)
  }

  // MARK: Pivoting

  /// Exchanges a basic symbol for one in its row.
  mutating func pivot(_ leaving: Int32, _ entering: Int32) {
    version += 1
    let row = expression(of: leaving)
    expressions.solve(row, for: entering, owner: leaving)
    owners[Int(row)] = entering
    symbols[Int(leaving)].expression = -1
    symbols[Int(entering)].expression = row
    let (seat, freed) = (Int(takeSeat(entering)), Int(takeSeat(leaving)))
    occurrences.take(&columns[seat], into: &list)
    occurrences.add(row, to: &columns[freed])
    for index in list.indices {
      let target = list[index]
      let owner = owners[Int(target)]
      guard target != row, owner >= 0, kind(of: owner) != .variable else { continue }
      replace(entering, in: target, by: row)
      if expressions.constant(target) < 0 || kind(of: owner) == .dummy { suspects.append(owner) }
    }
    note(entering)
    note(leaving)
    spreadCost(of: entering)
  }

  /// Lowers the costs as far as possible; no symbol may be out of bounds before.
  mutating func optimise() {
    while let entering = takeCandidate() {
      readColumn(of: entering)
      var leaving: Int32 = -1
      var least = Double.infinity
      for index in list.indices {
        let owner = owners[Int(list[index])]
        let coefficient = expressions.coefficient(of: entering, in: list[index])
        let isDummy = kind(of: owner) == .dummy
        guard coefficient < 0 || isDummy else { continue }
        let ratio = isDummy ? 0 : max(0, -expressions.constant(list[index]) / coefficient)
        // Of equals the lowest number leaves, so that no exchange comes back.
        if ratio < least - 1e-12 || ratio <= least + 1e-12 && owner < leaving {
          (leaving, least) = (owner, min(least, ratio))
        }
      }
      if leaving >= 0 { pivot(leaving, entering) }
    }
    suspects.removeAll()
  }

  /// The lowest of the symbols whose increase is a gain.
  private mutating func takeCandidate() -> Int32? {
    var best = -1
    var index = 0
    while index < candidates.count {
      let symbol = candidates[index]
      if kind(of: symbol) == .restricted, !isBasic(symbol), isGain(symbol) {
        if best < 0 || symbol < candidates[best] { best = index }
        index += 1
      } else {
        dropCandidate(at: index)
      }
    }
    guard best >= 0 else { return nil }
    let symbol = candidates[best]
    dropCandidate(at: best)
    return symbol
  }

  private mutating func dropCandidate(at index: Int) {
    symbols[Int(candidates[index])].isCandidate = false
    candidates.swapAt(index, candidates.count - 1)
    candidates.removeLast()
  }

  /// Brings all symbols into their bounds at the least costs, which must be the least before.
  mutating func repair() -> Outcome {
    while let leaving = takeSuspect() {
      let row = expression(of: leaving)
      let constant = expressions.constant(row)
      var entering = constant <= Self.tolerance ? cheapest(in: row, direction: 1) : nil
      if entering == nil, kind(of: leaving) == .dummy, constant >= -Self.tolerance {
        entering = cheapest(in: row, direction: -1)
      }
      if let entering {
        pivot(leaving, entering)
      } else if abs(constant) > Self.tolerance {
        suspects.removeAll()
        return .conflict(required(in: row))
      }
    }
    optimise()
    return .solved
  }

  /// The lowest basic symbol that is out of its bounds, or that should leave the tableau.
  private mutating func takeSuspect() -> Int32? {
    var best = -1
    var count = 0
    for index in suspects.indices where isOutOfBounds(suspects[index]) {
      suspects[count] = suspects[index]
      if best < 0 || suspects[count] < suspects[best] { best = count }
      count += 1
    }
    suspects.truncate(to: count)
    guard best >= 0 else { return nil }
    let symbol = suspects[best]
    count = 0
    for index in suspects.indices where suspects[index] != symbol {
      suspects[count] = suspects[index]
      count += 1
    }
    suspects.truncate(to: count)
    return symbol
  }

  private func isOutOfBounds(_ symbol: Int32) -> Bool {
    guard isBasic(symbol) else { return false }
    return switch kind(of: symbol) {
    case .restricted: expressions.constant(expression(of: symbol)) < -Self.tolerance
    case .dummy: true
    case .variable, .unused: false
    }
  }

  /// The symbol that moves a row in a direction and adds the least to the costs.
  private func cheapest(in row: Int32, direction: Double) -> Int32? {
    var best: LinearTerm?
    for index in 0..<expressions.count(row) {
      var term = expressions[row, index]
      term.coefficient *= direction
      guard term.coefficient > LinearExpressions.epsilon, kind(of: term.symbol) == .restricted
      else { continue }
      if let old = best,
        !costs.isLess(
          symbols[Int(term.symbol)].seat, term.coefficient, than: symbols[Int(old.symbol)].seat,
          old.coefficient)
      {
        continue
      }
      best = term
    }
    return best?.symbol
  }

  /// The required constraints that a row is made of.
  private func required(in row: Int32) -> [Constraint] {
    var found: Set<Int32> = []
    for symbol in [owners[Int(row)]]
      + (0..<expressions.count(row)).map({ expressions[row, $0].symbol })
    {
      let constraint = symbols[Int(symbol)].owner
      if constraint >= 0, records[Int(constraint)].other < 0 { found.insert(constraint) }
    }
    return found.sorted().map { Constraint(index: $0) }
  }
}
