import Foundation
import TestSupport
import ViewTree

/// A walk through random systems of constraints: some are added, others changed or removed.
struct SystemWalk {
  /// A constraint with what it says.
  struct Given {
    var constraint: ConstraintSolver.Constraint
    var terms: [ConstraintSolver.Term]
    var relation: ConstraintSolver.Relation
    var constant: Double
    var priority: Double
    /// The priority below the constant, if it is another one.
    var below: Double?

    /// The distance from what it says.
    func violation(in solver: ConstraintSolver) -> Double {
      let sum = terms.reduce(-constant) { $0 + $1.coefficient * solver.value(of: $1.variable) }
      return switch relation {
      case .lessOrEqual: max(0, sum)
      case .equal: abs(sum)
      case .greaterOrEqual: max(0, -sum)
      }
    }

    /// The two constraints that say the same, if there is a priority for either side.
    var parts: [Given] {
      guard let below else { return [self] }
      var (most, least) = (self, self)
      (most.relation, most.below) = (.lessOrEqual, nil)
      (least.relation, least.below, least.priority) = (.greaterOrEqual, nil, below)
      return [most, least]
    }
  }

  private(set) var solver = ConstraintSolver()
  private(set) var given: [Given] = []
  let variables: [ConstraintSolver.Variable]
  private var random: SeededGenerator
  /// The required constraints that were named in conflicts.
  private(set) var conflicts: [[Given]] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var solver = ConstraintSolver()
    variables = (0..<Int.random(in: 2...9, using: &random)).map { _ in solver.makeVariable() }
    self.solver = solver
  }

  /// Makes one random change.
  mutating func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 6...7 where !given.isEmpty: change()
    case 8 where !given.isEmpty: reprioritise()
    case 9 where !given.isEmpty:
      let index = given.indices.randomElement(using: &random) ?? 0
      solver.remove(given.remove(at: index).constraint)
    default: add()
    }
  }

  private mutating func add() {
    let terms = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      ConstraintSolver.Term(
        variable: variables.randomElement(using: &random) ?? variables[0],
        coefficient: [1, -1, 1, -1, 2, 0.5].randomElement(using: &random) ?? 1)
    }
    let isEmpty = variables.allSatisfy { variable in
      terms.reduce(0) { $0 + ($1.variable == variable ? $1.coefficient : 0) } == 0
    }
    guard !isEmpty else { return }
    let relations: [ConstraintSolver.Relation] = [.lessOrEqual, .equal, .greaterOrEqual]
    let relation = relations.randomElement(using: &random) ?? .equal
    let constant = Double(Int.random(in: -50..<150, using: &random))
    let priorities: [Double] = [1000, 1000, 1000, 999.5, 750, 251, 250, 50]
    let priority = priorities.randomElement(using: &random) ?? 1000
    let isSplit = relation == .equal && priority < 1000 && Bool.random(using: &random)
    let below = isSplit ? priorities[3...].randomElement(using: &random) : nil
    let (constraint, outcome) = solver.add(
      terms, relation, constant, priority: priority, below: below)
    let new = Given(
      constraint: constraint, terms: terms, relation: relation, constant: constant,
      priority: priority, below: below)
    if case .conflict(let named) = outcome {
      conflicts.append(given.filter { named.contains($0.constraint) } + [new])
    } else {
      given.append(new)
    }
  }

  private mutating func change() {
    let index = given.indices.randomElement(using: &random) ?? 0
    let delta = Double(Int.random(in: -30...30, using: &random))
    if case .conflict(let named) = solver.change(given[index].constraint, by: delta) {
      var changed = given
      changed[index].constant += delta
      conflicts.append(changed.filter { named.contains($0.constraint) })
    } else {
      given[index].constant += delta
    }
  }

  private mutating func reprioritise() {
    let index = given.indices.randomElement(using: &random) ?? 0
    guard given[index].priority < ConstraintSolver.required, given[index].below == nil else {
      return
    }
    let priorities: [Double] = [999.5, 750, 251, 250, 50, 1]
    given[index].priority = priorities.randomElement(using: &random) ?? 1
    solver.setPriority(of: given[index].constraint, to: given[index].priority)
  }

  // MARK: Results

  /// The sums of the violations, by priority.
  var violations: [Double: Double] { violations(in: solver, given) }

  /// The sums of the violations of the same constraints in a new solver.
  var violationsOfFreshBuild: [Double: Double] {
    var fresh = ConstraintSolver()
    for _ in variables { _ = fresh.makeVariable() }
    for one in given.flatMap(\.parts) {
      _ = fresh.add(one.terms, one.relation, one.constant, priority: one.priority)
    }
    return violations(in: fresh, given)
  }

  private func violations(in solver: ConstraintSolver, _ given: [Given]) -> [Double: Double] {
    given.flatMap(\.parts).reduce(into: [:]) {
      $0[$1.priority, default: 0] += $1.violation(in: solver)
    }
  }

  /// The system and its solution, or the constraints of a conflict, as a line of JSON.
  var json: String {
    Self.json(["constraints": given.flatMap(\.parts).map(object), "values": values])
  }
  var jsonOfConflicts: [String] { conflicts.map { Self.json(["conflict": $0.map(object)]) } }

  private var values: [Double] { variables.map { solver.value(of: $0) } }

  private func object(_ given: Given) -> [String: Any] {
    let terms = given.terms.map { term in
      [Double(variables.firstIndex(of: term.variable) ?? 0), term.coefficient]
    }
    return [
      "terms": terms, "relation": Int(given.relation.rawValue), "constant": given.constant,
      "priority": given.priority,
    ]
  }

  private static func json(_ object: [String: Any]) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
