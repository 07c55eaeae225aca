// Writes traces of loops for Scripts/check-reproduce: those of the scenarios, one for each property that
// is recorded, loops among constraints, with ViewTree's classes and with an app's subclasses, and generated ones from a seed on. The name of a file ends with the threshold.

import Foundation
import LoopCorpus
import LoopScenarios

let arguments = CommandLine.arguments
guard arguments.count == 4, let first = UInt64(arguments[2]), let count = UInt64(arguments[3])
else {
  FileHandle.standardError.write(Data("usage: LoopTraces FOLDER FIRST-SEED COUNT\n".utf8))
  exit(2)
}

func write(_ quarry: Quarry, as name: String) throws {
  guard let (threshold, trace) = try quarry.recorded() else { return }
  let file = URL(fileURLWithPath: arguments[1]).appending(path: "\(name)_\(threshold).jsonl")
  try Data(trace).write(to: file)
}

for scenario in Scenario.all where ConstraintLoop.canBeWritten(scenario.name) {
  guard let quarry = Quarry(scenario) else { continue }
  try write(quarry, as: "Scenario_" + scenario.name.replacing("-", with: "_"))
}
for loop in ValueLoop.oscillating {
  for isOfApp in [false, true] {
    let name = "Value_\(loop.property)\(isOfApp ? "_ofApp" : "")_\(ValueLoop.threshold).jsonl"
    try Data(loop.recorded(isOfApp: isOfApp))
      .write(to: URL(fileURLWithPath: arguments[1]).appending(path: name))
  }
}
for loop in ConstraintLoop.reproducible {
  let name =
    "Constraint_" + loop.name.replacing("-", with: "_") + "_\(ConstraintLoop.threshold).jsonl"
  try Data(loop.recorded()).write(to: URL(fileURLWithPath: arguments[1]).appending(path: name))
}
for seed in first..<first + count {
  try write(Quarry(generated: seed, isAmple: true), as: "Generated_\(seed)")
}
