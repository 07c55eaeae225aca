/// Solves linear constraints with priorities, and keeps them solved while they change.
///
/// No violation of a higher priority is accepted to spare lower ones, however many there are: the sums
/// of the violations are as small as possible at the highest priority, then at the next, and so on.
///
/// A variable that some constraint determines has a *definition*: an expression of other variables and
/// of the slacks and errors of constraints. Only a constraint without any undetermined variable becomes
/// a *row* of a simplex tableau, in which slacks and errors alone stand. So independent parts cost
/// nothing to each other, and a long chain of definitions is never multiplied out.
package struct ConstraintSolver {
  /// The number of an unrestricted variable; its value is 0 while no constraint says otherwise.
  package struct Variable: Hashable, Sendable { var symbol: Int32 }

  /// The number of a constraint.
  package struct Constraint: Hashable, Sendable { var index: Int32 }

  /// A variable with its coefficient.
  package typealias Term = (variable: Variable, coefficient: Double)

  /// The comparison of a sum with a constant.
  package enum Relation: UInt8, Sendable { case lessOrEqual, equal, greaterOrEqual }

  /// The result of a change.
  package enum Outcome: Equatable, Sendable {
    case solved
    /// The change was not made: these required constraints don't allow it, all of them together.
    case conflict([Constraint])
  }

  /// The priority of constraints that must hold; lower ones are optional.
  package static let required = 1000.0
  /// The largest violation that counts as a rounding error.
  static let tolerance = 1e-8

  // MARK: Storage

  enum Kind: UInt8 {
    /// An unrestricted variable.
    case variable
    /// A slack or an error, which is never negative.
    case restricted
    /// The marker of a required equation, which is always zero.
    case dummy
    /// A number that is not in use.
    case unused
  }

  struct Symbol {
    /// Scratch space for its coefficient in a sum; 0 between sums.
    var sum = 0.0
    /// The definition of a variable or the row of a basic symbol; -1 for none.
    var expression: Int32 = -1
    /// The constraint to which it belongs, or what the owner of a variable calls it; -1 for none.
    var owner: Int32 = -1
    /// The slot of the priority at which it is a violation; -1 for none.
    var slot: Int32 = -1
    /// Its place in `columns` and `costs`; -1 as long as it stands in no row.
    var seat: Int32 = -1
    /// The definitions in which it stands.
    var uses = OccurrenceList()
    var stamp: Int32 = 0
    var kind: Kind
    var isCandidate = false
  }

  /// The symbols of a constraint: `sum - constant + sign * marker - sign * other = 0`.
  struct Record {
    var marker: Int32 = -1
    /// The error beside the marker; -1 for a required constraint.
    var other: Int32 = -1
    var sign = 0.0
    var priority = 0.0
    var isEquation = false
  }

  /// A symbol whose definition is being read, and the places of the terms that are left.
  struct DefinitionWalk {
    var symbol: Int32
    var next: Int
    var end: Int

    init(of symbol: Int32, terms: Range<Int>) {
      (self.symbol, next, end) = (symbol, terms.lowerBound, terms.upperBound)
    }
  }

  var symbols: [Symbol] = []
  /// The values of the symbols, close together: changes of constants read and write little else.
  var values: [Double] = []
  var freeSymbols: [Int32] = []
  var records: [Record] = []
  private var freeRecords: [Int32] = []
  var expressions = LinearExpressions()
  /// The symbol of each expression.
  var owners: [Int32] = []
  /// The entries of all lists of rows and of definitions in which symbols stand.
  var occurrences = SymbolOccurrences()
  /// The rows in which each symbol with a seat stands.
  var columns: [OccurrenceList] = []
  var freeSeats: [Int32] = []
  /// The prices of symbols with a seat; each other one costs what it does as a violation.
  var costs = PriorityCosts()
  /// Symbols whose increase can be a gain.
  var candidates = ReusableList<Int32>()
  /// Basic symbols whose values may be out of bounds.
  var suspects = ReusableList<Int32>()
  /// Symbols whose values may have changed.
  var changed = ReusableList<Int32>()
  /// True while values are computed only by `computeValues`, once for many changes.
  var defersValues = false
  /// Symbols whose columns, or whose lists of uses, are mostly out of date.
  var staleColumns: [Int32] = []
  var staleUses: [Int32] = []
  var moved: [Variable] = []
  /// Grows with each change of an expression's terms.
  var version = 0
  /// Grows with each change of the system.
  var edits = 0
  var choices = Choices()
  var reach = Reach()
  var stamp: Int32 = 0

  // Scratch space.
  var list = ReusableList<Int32>()
  var order = ReusableList<Int32>()
  var stack = ReusableList<(symbol: Int32, next: Int32)>()
  var walks = ReusableList<DefinitionWalk>()
  var touched = ReusableList<Int32>()
  var fresh = ReusableList<LinearTerm>()

  package init() {}

  // MARK: Variables

  /// Makes a variable, to which its owner can give a number.
  package mutating func makeVariable(of owner: Int32 = -1) -> Variable {
    Variable(symbol: makeSymbol(.variable, owner: owner))
  }

  /// Makes four variables at once.
  mutating func makeFourVariables(of owner: Int32) -> (Variable, Variable, Variable, Variable) {
    guard freeSymbols.isEmpty else {
      return (
        makeVariable(of: owner), makeVariable(of: owner), makeVariable(of: owner),
        makeVariable(of: owner)
      )
    }
    let first = Int32(symbols.count)
    symbols.makeRoomInLargeSteps(for: 4)
    values.makeRoomInLargeSteps(for: 4)
    symbols.append(contentsOf: repeatElement(Symbol(owner: owner, kind: .variable), count: 4))
    values.append(contentsOf: repeatElement(0, count: 4))
    return (
      Variable(symbol: first), Variable(symbol: first + 1), Variable(symbol: first + 2),
      Variable(symbol: first + 3)
    )
  }

  /// Gives a variable another number of its owner.
  mutating func setOwner(of variable: Variable, to owner: Int32) {
    symbols[Int(variable.symbol)].owner = owner
  }

  /// Forgets a variable that is in no constraint.
  package mutating func remove(_ variable: Variable) {
    edits += 1
    dropSymbol(variable.symbol)
  }

  package func value(of variable: Variable) -> Double { values[Int(variable.symbol)] }

  /// The variables that got new values since the last call; one can be listed twice.
  package mutating func takeMoved() -> [Variable] {
    defer { moved.removeAll(keepingCapacity: true) }
    return moved
  }

  /// True if variables got new values since the last call.
  var hasMoved: Bool { !moved.isEmpty }

  /// Lists the variables that got new values since the last call, each with the number of its owner.
  ///
  /// Those that were removed meanwhile, or have no owner, are left out.
  mutating func takeMoved(into list: inout [(variable: Variable, owner: Int32)]) {
    list.removeAll(keepingCapacity: true)
    for index in moved.indices {
      let symbol = Int(moved[index].symbol)
      guard symbols[symbol].kind == .variable, symbols[symbol].owner >= 0 else { continue }
      list.append((moved[index], symbols[symbol].owner))
    }
    moved.removeAll(keepingCapacity: true)
  }

  // MARK: Constraints

  /// Adds `sum of terms (≤ = ≥) constant`; in a conflict, the constraint is not added.
  ///
  /// An optional equation can have another priority for sums below the constant.
  package mutating func add(
    _ terms: [Term], _ relation: Relation, _ constant: Double, priority: Double = required,
    below: Double? = nil
  ) -> (constraint: Constraint, outcome: Outcome) {
    edits += 1
    let constraint = makeRecord(relation, priority, below ?? priority)
    defer { tidy() }
    if defineUnknown(of: terms, constraint, constant) { return (constraint, .solved) }
    let rest = expand(terms) - constant
    if defineUndetermined(constraint, rest) { return (constraint, .solved) }
    var outcome = addRow(constraint, rest)
    if case .conflict(let named) = outcome {
      retract(constraint)
      outcome = .conflict(named.filter { $0 != constraint })
    }
    propagate()
    return (constraint, outcome)
  }

  /// Adds to the constant of a constraint; in a conflict, it stays the same.
  package mutating func change(_ constraint: Constraint, by delta: Double) -> Outcome {
    guard delta != 0 else { return .solved }
    edits += 1
    let outcome = shift(constraint, by: delta)
    if case .conflict = outcome { _ = shift(constraint, by: -delta) }
    finish()
    return outcome
  }

  /// Replaces an optional priority by another one.
  package mutating func setPriority(of constraint: Constraint, to priority: Double) {
    edits += 1
    let record = records[Int(constraint.index)]
    let errors = [record.other, record.isEquation ? record.marker : -1]
    for error in errors where error >= 0 { takeSeat(error) }
    for error in errors where error >= 0 { charge(error, -1) }
    for error in errors where error >= 0 {
      costs.leave(symbols[Int(error)].slot)
      symbols[Int(error)].slot = costs.enter(priority)
      charge(error, 1)
    }
    records[Int(constraint.index)].priority = priority
    optimise()
    finish()
  }

  /// Removes a constraint.
  package mutating func remove(_ constraint: Constraint) {
    edits += 1
    takeOut(constraint)
    optimise()
    finish()
  }

  /// Settles the values after a change.
  private mutating func finish() {
    propagate()
    tidy()
  }

  /// Removes entries from lists that are mostly out of date.
  private mutating func tidy() {
    while let symbol = staleColumns.popLast() { readColumn(of: symbol) }
    while let symbol = staleUses.popLast() { readUses(of: symbol) }
  }

  // MARK: Records

  private mutating func makeRecord(
    _ relation: Relation, _ priority: Double, _ below: Double
  ) -> Constraint {
    let index = freeRecords.popLast() ?? Int32(records.count)
    if index == records.count { records.appendInLargeSteps(Record()) }
    let isRequired = priority >= Self.required
    let isEquation = relation == .equal
    let marker = makeSymbol(isRequired && isEquation ? .dummy : .restricted, owner: index)
    let other = isRequired ? -1 : makeSymbol(.restricted, owner: index)
    records[Int(index)] = Record(
      marker: marker, other: other, sign: relation == .lessOrEqual ? 1 : -1, priority: priority,
      isEquation: isEquation)
    if !isRequired {
      symbols[Int(other)].slot = costs.enter(below)
      if isEquation { symbols[Int(marker)].slot = costs.enter(priority) }
    }
    return Constraint(index: index)
  }

  /// Frees the numbers of a constraint, whose symbols stand nowhere anymore.
  mutating func freeRecord(_ constraint: Constraint) {
    let record = records[Int(constraint.index)]
    dropSymbol(record.marker)
    if record.other >= 0 { dropSymbol(record.other) }
    records[Int(constraint.index)] = Record()
    freeRecords.append(constraint.index)
  }
}
