import ViewTree

/// A system of constraints that bytes build, change and take apart; each check ends the process if it
/// fails.
struct SystemEdits {
  typealias Solver = ConstraintSolver

  /// A constraint with what it says.
  private struct Given {
    var constraint: Solver.Constraint
    var terms: [Solver.Term]
    var relation: Solver.Relation
    var constant: Double
    var priority: Double

    /// The distance from what it says.
    func violation(in solver: Solver) -> Double {
      let sum = terms.reduce(-constant) { $0 + $1.coefficient * solver.value(of: $1.variable) }
      return switch relation {
      case .lessOrEqual: max(0, sum)
      case .equal: abs(sum)
      case .greaterOrEqual: max(0, -sum)
      }
    }
  }

  private var bytes: ArraySlice<UInt8>
  private var solver = Solver()
  private var variables: [Solver.Variable] = []
  private var given: [Given] = []

  private static let coefficients: [Double] = [1, -1, 1, -1, 2, -2, 0.5, 3]
  private static let priorities: [Double] = [1000, 1000, 1000, 999.5, 750, 251, 250, 50]
  /// Larger systems take the fuzzer's time and say no more.
  private static let mostConstraints = 40

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    for _ in 0..<6 { variables.append(solver.makeVariable()) }
  }

  /// Makes all edits, and checks the system after each.
  mutating func run() {
    while !bytes.isEmpty {
      edit()
      let fault = solver.checkInvariants(
        of: given.map { ($0.constraint, $0.terms, $0.constant) })
      expect(fault == nil, fault ?? "")
    }
    compareWithFreshBuild()
    ask()
    while let last = given.popLast() { solver.remove(last.constraint) }
    expect(variables.allSatisfy { solver.value(of: $0) == 0 }, "an empty system has values")
  }

  // MARK: Reading

  private mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[byte() % list.count] }

  private mutating func number() -> Double { Double(Int8(truncatingIfNeeded: byte())) }

  // MARK: Editing

  private mutating func edit() {
    let choice = byte() % 8
    guard choice > 3, !given.isEmpty else { return add() }
    let index = byte() % given.count
    switch choice {
    case 4: solver.remove(given.remove(at: index).constraint)
    case 5: setPriority(of: index)
    case 6: replaceVariable(index)
    default: change(index)
    }
  }

  private mutating func add() {
    guard given.count < Self.mostConstraints else { return }
    let terms = (0...byte() % 4).map { _ -> Solver.Term in
      (pick(variables), pick(Self.coefficients))
    }
    let sums = terms.reduce(into: [:]) { $0[$1.variable, default: 0] += $1.coefficient }
    let relation = pick([Solver.Relation.lessOrEqual, .equal, .greaterOrEqual])
    let (constant, priority) = (number(), pick(Self.priorities))
    guard sums.values.contains(where: { $0 != 0 }) else { return }
    let (constraint, outcome) = solver.add(terms, relation, constant, priority: priority)
    if case .conflict(let others) = outcome {
      expectKnown(others)
      expect(priority == Solver.required, "an optional constraint is refused")
    } else {
      given.append(
        Given(
          constraint: constraint, terms: terms, relation: relation, constant: constant,
          priority: priority))
    }
  }

  private mutating func change(_ index: Int) {
    let delta = number()
    if case .conflict(let others) = solver.change(given[index].constraint, by: delta) {
      expectKnown(others)
    } else {
      given[index].constant += delta
    }
  }

  private mutating func setPriority(of index: Int) {
    let priority = pick(Self.priorities)
    guard given[index].priority < Solver.required, priority < Solver.required else { return }
    given[index].priority = priority
    solver.setPriority(of: given[index].constraint, to: priority)
  }

  /// Lets a variable go with all constraints that name it, and makes another one.
  private mutating func replaceVariable(_ number: Int) {
    let index = number % variables.count
    for one in given where one.terms.contains(where: { $0.variable == variables[index] }) {
      solver.remove(one.constraint)
    }
    given.removeAll { $0.terms.contains { $0.variable == variables[index] } }
    solver.remove(variables[index])
    variables[index] = solver.makeVariable()
  }

  // MARK: Checking

  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError("a check failed: \(message()) of \(given.map(\.terms))") }
  }

  /// The constraints of a conflict are in the system, and required.
  private func expectKnown(_ named: [Solver.Constraint]) {
    let required = given.filter { $0.priority == Solver.required }.map(\.constraint)
    expect(named.allSatisfy(required.contains), "a conflict names \(named)")
  }

  /// The sums of the violations are those of a system that is made anew.
  private func compareWithFreshBuild() {
    var fresh = Solver()
    var numbers: [Solver.Variable: Solver.Variable] = [:]
    for variable in variables { numbers[variable] = fresh.makeVariable() }
    expect(numbers.count == variables.count, "two variables are one")
    var old: [Double: Double] = [:]
    var new: [Double: Double] = [:]
    var copies: [Given] = []
    for one in given {
      var copy = one
      copy.terms = one.terms.compactMap { term in
        numbers[term.variable].map { ($0, term.coefficient) }
      }
      let (_, outcome) = fresh.add(
        copy.terms, copy.relation, copy.constant, priority: copy.priority)
      expect(outcome == .solved, "a fresh build has a conflict")
      copies.append(copy)
    }
    for (one, copy) in zip(given, copies) {
      old[one.priority, default: 0] += one.violation(in: solver)
      new[one.priority, default: 0] += copy.violation(in: fresh)
    }
    for (priority, sum) in new {
      let other = old[priority] ?? 0
      expect(abs(sum - other) < 1e-4, "at \(priority) the violations are \(other), not \(sum)")
    }
  }

  /// Questions change nothing.
  private mutating func ask() {
    let before = variables.map { solver.value(of: $0) }
    for variable in variables {
      _ = solver.isAmbiguous([variable])
      let named = solver.constraints(affecting: [variable])
      let known = given.map(\.constraint)
      expect(named.allSatisfy(known.contains), "\(named) are not in the system")
    }
    expect(before == variables.map { solver.value(of: $0) }, "a question changed values")
  }
}
