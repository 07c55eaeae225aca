import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("The solver of constraints")
struct ConstraintSolverTests {
  typealias Solver = ConstraintSolver

  @Test(
    "after any changes the solution is the best one, which a fresh build reaches, too",
    arguments: Seeds.range(4_000, inDebug: 80))
  func walk(_ seed: UInt64) throws {
    var walk = SystemWalk(seed: seed)
    for step in 0..<30 {
      walk.step()
      let constraints = walk.given.map { ($0.constraint, $0.terms, $0.constant) }
      let fault = walk.solver.checkInvariants(of: constraints)
      try #require(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
      guard step % 6 == 5 else { continue }
      for (priority, sum) in walk.violationsOfFreshBuild {
        #expect(abs(sum - (walk.violations[priority] ?? 0)) < 1e-5, "seed \(seed), step \(step)")
      }
    }
    // `Scripts/check-solver` compares these with the results of another solver.
    if let file = ProcessInfo.processInfo.environment["LOOPHUNTER_SYSTEMS"] {
      let lines = ([walk.json] + walk.jsonOfConflicts).map { "\(seed)\t\($0)\n" }.joined()
      try Data(lines.utf8).write(to: URL(filePath: "\(file)/\(seed).tsv"))
    }
  }

  @Test("systems have the same solutions to the last bit on every run and in every build")
  func digest() {
    var digest: UInt64 = 14_695_981_039_346_656_037
    for seed in 1...50 as ClosedRange<UInt64> {
      var walk = SystemWalk(seed: seed)
      for _ in 0..<30 { walk.step() }
      for variable in walk.variables {
        let bits = (walk.solver.value(of: variable) + 0).bitPattern
        digest = (digest ^ bits) &* 1_099_511_628_211
      }
    }
    #expect(digest == 16_456_733_482_553_365_200)
  }

  @Test("many weak constraints don't outweigh a stronger one")
  func lexicographic() {
    var solver = Solver()
    let width = solver.makeVariable()
    _ = solver.add([(width, 1)], .equal, 60, priority: 251)
    for _ in 0..<3 { _ = solver.add([(width, 1)], .equal, 140, priority: 250) }
    #expect(solver.value(of: width) == 60)
  }

  @Test("a variable that nothing speaks of is 0, and is again once nothing speaks of it")
  func unknown() {
    var solver = Solver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let first = solver.add([(x, 1), (y, -1)], .equal, 8).constraint
    #expect((solver.value(of: x), solver.value(of: y)) == (8, 0))
    solver.remove(first)
    #expect((solver.value(of: x), solver.value(of: y)) == (0, 0))
  }

  @Test("only variables with new values are told as moved")
  func moved() {
    var solver = Solver()
    let (x, y, z) = (solver.makeVariable(), solver.makeVariable(), solver.makeVariable())
    let left = solver.add([(x, 1)], .equal, 16).constraint
    _ = solver.add([(y, 1), (x, -1)], .equal, 8)
    _ = solver.add([(z, 1)], .equal, 44)
    _ = solver.takeMoved()
    _ = solver.change(left, by: 4)
    #expect(Set(solver.takeMoved()) == [x, y])
    _ = solver.add([(y, 1)], .greaterOrEqual, 10)
    #expect(solver.takeMoved().isEmpty)
  }

  @Test("a conflict names the constraints that cannot all hold, and changes nothing")
  func conflict() {
    var solver = Solver()
    let (x, y) = (solver.makeVariable(), solver.makeVariable())
    let left = solver.add([(x, 1)], .equal, 20).constraint
    let distance = solver.add([(y, 1), (x, -1)], .greaterOrEqual, 10).constraint
    _ = solver.add([(y, 1)], .lessOrEqual, 500)
    #expect(solver.add([(y, 1)], .lessOrEqual, 25).outcome == .conflict([left, distance]))
    #expect((solver.value(of: x), solver.value(of: y)) == (20, 30))
    let limit = solver.add([(y, 1)], .lessOrEqual, 35).constraint
    #expect(solver.change(left, by: 10) == .conflict([left, distance, limit]))
    #expect((solver.value(of: x), solver.value(of: y)) == (20, 30))
    #expect(solver.change(left, by: 5) == .solved)
    #expect((solver.value(of: x), solver.value(of: y)) == (25, 35))
  }

  @Test("changes that go back and forth leave no error")
  func drift() {
    var solver = Solver()
    var previous = solver.makeVariable()
    let top = solver.add([(previous, 1)], .equal, 0.1).constraint
    for row in 0..<20 {
      let (y, height) = (solver.makeVariable(), solver.makeVariable())
      _ = solver.add([(height, 1)], .lessOrEqual, 14.3, priority: 250)
      _ = solver.add([(height, 1)], .greaterOrEqual, 14.3 + Double(row) / 3, priority: 750)
      _ = solver.add([(y, 1), (previous, -1), (height, -1)], .equal, 1 / 3)
      previous = y
    }
    let end = solver.add([(previous, 1)], .lessOrEqual, 300).constraint
    let before = solver.value(of: previous)
    for step in 0..<caseCount(200_000, inDebug: 200) {
      let delta = Double(step % 7 + 1) / 7
      for sign in [1.0, -1] {
        _ = solver.change(top, by: sign * delta)
        _ = solver.change(end, by: -sign * delta * 100)
      }
    }
    #expect(abs(solver.value(of: previous) - before) < 1e-6)
  }

  @Test("priorities come and go without end")
  func priorities() {
    var solver = Solver()
    let width = solver.makeVariable()
    _ = solver.add([(width, 1)], .equal, 10, priority: 0.5)
    for step in 1..<2_000 {
      let strong = solver.add([(width, 1)], .equal, Double(step), priority: Double(step) / 3 + 1)
      #expect(solver.value(of: width) == Double(step))
      solver.remove(strong.constraint)
    }
    #expect(solver.value(of: width) == 10)
  }

  @Test("a chain of ten thousand views is built, moved and taken down in any order")
  func chain() {
    var solver = Solver()
    var random = SeededGenerator(seed: 1)
    var constraints: [Solver.Constraint] = []
    let first = solver.makeVariable()
    let top = solver.add([(first, 1)], .equal, 0).constraint
    var last = first
    for _ in 0..<caseCount(10_000, inDebug: 1_000) {
      let (y, height) = (solver.makeVariable(), solver.makeVariable())
      constraints.append(solver.add([(height, 1)], .equal, 2).constraint)
      constraints.append(solver.add([(y, 1), (last, -1), (height, -1)], .equal, 1).constraint)
      last = y
    }
    let count = Double(constraints.count / 2)
    #expect(solver.value(of: last) == 3 * count)
    #expect(solver.change(top, by: 7) == .solved)
    #expect(solver.value(of: last) == 3 * count + 7)
    for constraint in constraints.shuffled(using: &random) { solver.remove(constraint) }
    #expect((solver.value(of: first), solver.value(of: last)) == (7, 0))
  }
}
