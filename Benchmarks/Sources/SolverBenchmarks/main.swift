import Foundation
import Solver

// Solves the systems of kiwi.cpp, and prints one line each: name, size, constraints, and microseconds of
// processor time to build it, to change a constant, and to add and remove a constraint.

struct System {
  var solver = ConstraintSolver()
  var count = 0
  // Each system sets both.
  private(set) var edited: ConstraintSolver.Constraint!
  private(set) var last: ConstraintSolver.Variable!

  private mutating func variable() -> ConstraintSolver.Variable { solver.makeVariable() }

  @discardableResult
  private mutating func add(
    _ terms: [ConstraintSolver.Term], _ relation: ConstraintSolver.Relation, _ constant: Double,
    priority: Double = ConstraintSolver.required
  ) -> ConstraintSolver.Constraint {
    count += 1
    return solver.add(terms, relation, constant, priority: priority).constraint
  }

  /// Rows below each other in one view, with heights that hug their content.
  static func column(_ rows: Int) -> System {
    var system = System()
    let (left, width) = (system.variable(), system.variable())
    system.add([(left, 1)], .equal, 0)
    system.add([(width, 1)], .equal, 320)
    var above: (y: ConstraintSolver.Variable, height: ConstraintSolver.Variable)?
    for row in 0..<rows {
      let (x, y, w, h) = (
        system.variable(), system.variable(), system.variable(), system.variable()
      )
      system.add([(x, 1), (left, -1)], .equal, 16)
      system.add([(x, 1), (w, 1), (left, -1), (width, -1)], .equal, -16)
      if let above {
        system.add([(y, 1), (above.y, -1), (above.height, -1)], .equal, 8)
      } else {
        system.edited = system.add([(y, 1)], .equal, 8)
      }
      system.add([(h, 1)], .greaterOrEqual, Double(40 + row % 5), priority: 750)
      system.add([(h, 1)], .lessOrEqual, Double(40 + row % 5), priority: 250)
      above = (y, h)
      system.last = y
    }
    return system
  }

  /// Cells that share nothing, each with six rows that determine its height.
  static func cells(_ cells: Int) -> System {
    var system = System()
    for _ in 0..<cells {
      let (width, height) = (system.variable(), system.variable())
      system.edited = system.add([(width, 1)], .equal, 320)
      var above: (y: ConstraintSolver.Variable, height: ConstraintSolver.Variable)?
      for row in 0..<6 {
        let (x, y, w, h) = (
          system.variable(), system.variable(), system.variable(), system.variable()
        )
        system.add([(x, 1)], .equal, 16)
        system.add([(x, 1), (w, 1), (width, -1)], .equal, -16)
        if let above {
          system.add([(y, 1), (above.y, -1), (above.height, -1)], .equal, 8)
        } else {
          system.add([(y, 1)], .equal, 8)
        }
        system.add([(h, 1)], .greaterOrEqual, Double(20 + row), priority: 750)
        system.add([(h, 1)], .lessOrEqual, Double(20 + row), priority: 250)
        above = (y, h)
      }
      if let above { system.add([(above.y, 1), (above.height, 1), (height, -1)], .equal, -8) }
      system.last = height
    }
    return system
  }

  /// Changes the constant by 1 and back.
  mutating func edit(_ times: Int) {
    for time in 0..<times {
      _ = solver.change(edited, by: time % 2 == 0 ? 1 : -1)
      _ = solver.takeMoved()
    }
  }

  /// Adds a limit that nothing reaches, and removes it.
  mutating func addAndRemove(_ times: Int) {
    for _ in 0..<times {
      solver.remove(solver.add([(last, 1)], .lessOrEqual, 100_000).constraint)
    }
  }
}

func microseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func measure(_ name: String, _ size: Int, _ make: (Int) -> System) {
  var figures: [[Double]] = [[], [], []]
  var count = 0
  for _ in 0..<max(5, 2_000 / size) {
    let start = microseconds()
    var system = make(size)
    let built = microseconds()
    system.edit(20)
    let edited = microseconds()
    system.addAndRemove(20)
    let end = microseconds()
    figures[0].append(built - start)
    figures[1].append((edited - built) / 20)
    figures[2].append((end - edited) / 20)
    count = system.count
  }
  print(
    name, size, count, figures.map { String(format: "%.3f", median($0)) }.joined(separator: " "))
}

for size in [10, 100, 1_000] { measure("column", size, System.column) }
for size in [10, 100, 1_000, 10_000] { measure("cells", size, System.cells) }
