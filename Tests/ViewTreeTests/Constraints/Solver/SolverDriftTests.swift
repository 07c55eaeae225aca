import TestSupport
import Testing
import ViewTree

/// A row of lengths in a room, whose numbers change without end.
private struct DriftingRow {
  typealias Solver = ConstraintSolver

  private(set) var solver = Solver()
  private var rooms: [Solver.Constraint] = []
  private var lengths: [Solver.Variable] = []
  private var gaps: [Solver.Constraint] = []
  private var wishes: [Solver.Constraint] = []
  /// The numbers of the constraints.
  private(set) var numbers: [Double]
  private let count: Int

  init(_ numbers: [Double]) {
    self.numbers = numbers
    count = (numbers.count - 1) / 2
    var end: [Solver.Term] = []
    for index in 0..<count {
      let (start, length) = (solver.makeVariable(), solver.makeVariable())
      let gap = solver.add(
        [(start, 1)] + end.map { ($0.variable, -$0.coefficient) }, .equal, numbers[1 + 2 * index])
      gaps.append(gap.constraint)
      wishes.append(wish(length, index))
      _ = solver.add([(length, 1)], .greaterOrEqual, 0)
      lengths.append(length)
      end = [(start, 1), (length, 1)]
    }
    rooms = [solver.add(end, .lessOrEqual, numbers[0]).constraint]
  }

  /// Wishes of different priorities, so that one layout alone is the best.
  private mutating func wish(_ length: Solver.Variable, _ index: Int) -> Solver.Constraint {
    solver.add([(length, 1)], .equal, numbers[2 + 2 * index], priority: Double(100 + index))
      .constraint
  }

  /// Gives one of the constraints another number, by a change or by a new constraint.
  mutating func set(_ index: Int, to number: Double, anew: Bool) {
    let delta = number - numbers[index]
    numbers[index] = number
    let place = (index - 1) / 2
    if index > 0, index % 2 == 0, anew {
      solver.remove(wishes[place])
      wishes[place] = wish(lengths[place], place)
      return
    }
    let constraint = index == 0 ? rooms[0] : index % 2 == 1 ? gaps[place] : wishes[place]
    _ = solver.change(constraint, by: delta)
  }

  /// Adds a limit that nothing reaches, on all lengths, and removes it.
  mutating func limitOnce() {
    let terms = lengths.map { Solver.Term($0, 1) }
    solver.remove(solver.add(terms, .lessOrEqual, 100_000).constraint)
  }

  var values: [Double] { lengths.map { solver.value(of: $0) } }
}

@Suite("A solver that is edited for long")
struct SolverDriftTests {
  @Test("keeps no memory of constraints that came and went")
  func comings() {
    var solver = ConstraintSolver()
    let (fixed, other) = (solver.makeVariable(), solver.makeVariable())
    _ = solver.add([(fixed, 1)], .equal, 10)
    for number in 0..<2_000 {
      let terms: [ConstraintSolver.Term] = [(other, 1), (fixed, -1)]
      let constraint = solver.add(terms, .equal, Double(number)).constraint
      #expect(solver.value(of: other) == 10 + Double(number))
      solver.remove(constraint)
    }
    #expect(solver.occurrenceCount < 100)
  }

  @Test("keeps no memory of a limit that comes and goes")
  func limits() {
    var row = DriftingRow([9_000] + Array(repeating: 100, count: 24))
    row.limitOnce()
    let entries = row.solver.occurrenceCount
    for _ in 0..<40 { row.limitOnce() }
    #expect(row.solver.occurrenceCount == entries)
  }

  @Test("has the values of one that is made anew")
  func drift() {
    let first = firstSeed("SolverDriftTests")
    var random = SeededGenerator(seed: first)
    let count = 12
    // The room is always larger than the gaps, so that nothing contradicts.
    func number(_ index: Int, _ random: inout SeededGenerator) -> Double {
      switch index {
      case 0: Double.random(in: 200...900, using: &random)
      case let odd where odd % 2 == 1: Double.random(in: 0...10, using: &random)
      default: Double.random(in: 0...100, using: &random)
      }
    }
    var numbers = (0...2 * count).map { number($0, &random) }
    var row = DriftingRow(numbers)
    let edits = caseCount(300_000, inDebug: 4000)
    for edit in 1...edits {
      let index = Int.random(in: 0...2 * count, using: &random)
      numbers[index] = number(index, &random)
      row.set(index, to: numbers[index], anew: Int.random(in: 0..<4, using: &random) == 0)
      guard edit == edits || edit % max(1, edits / 20) == 0 else { continue }
      let anew = DriftingRow(numbers).values
      let error = zip(row.values, anew).map { abs($0 - $1) }.max() ?? 0
      #expect(error < 1e-6, "after \(edit) edits of seed \(first)")
    }
  }
}
