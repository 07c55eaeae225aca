import Foundation
import LoopCorpus
import LoopHunter
import LoopScenarios
import TestSupport
import ViewTree

// The accuracy of the detector: expected by reported verdicts, over the built-in scenarios, the
// loops from public issues, invented and generated ones, and the programs that do not loop.
//
//     TruthBenchmarks [CASES [SEED]]     generated loops and the first one's seed
//     TruthBenchmarks ample [CASES [SEED]]  the same with thresholds that leave enough to see
//     TruthBenchmarks proofs [CASES [SEED]]  how often a replay without the culprit's edge stops the loop
//     TruthBenchmarks omitted [CASES [SEED]]  what proofs say, and what the programs do without these lines
//     TruthBenchmarks seed SEED [VIEW]   every answer of one generated loop, and the report on a view, or
//                                        with "expected" those of an expectation
//     TruthBenchmarks loop NAME [VIEW]   the same of one public loop or scenario
//     TruthBenchmarks found [NAME]       the loops with a full truth alone, or all that is said of one
//     TruthBenchmarks constraints [NAME]  the loops among constraints, or all that is said of one
//     TruthBenchmarks doubts             where their programs do not do what their truth says, without a hunt

/// Hunts, counts and notes what is wrong.
func judge(
  _ quarry: Quarry, kind: String, into matrix: inout ConfusionMatrix, _ failures: FailureList
) throws {
  for answer in try quarry.answers() {
    matrix.add(answer.judgement)
    failures.note(answer, kind: kind, title: quarry.title)
  }
}

/// Prints every answer of one loop, the wrong ones with what is wrong; and one report.
func explain(_ quarry: Quarry, _ view: String?) throws {
  print(quarry.title)
  if view == "expected" {
    for report in try quarry.expected() { print(report) }
  } else if let view {
    if let report = try quarry.report(hunting: view) {
      print(report)
    } else {
      let names = quarry.suspects.map(\.name).joined(separator: ", ")
      print("There is no report on \(view). Those that take part are \(names).")
    }
  }
  for answer in try quarry.answers() {
    let judgement = answer.judgement
    let complaints = judgement.complaints.joined(separator: "; ")
    print(
      "  \(judgement.isRight ? "right" : "WRONG")  \(answer.hunt): \(judgement.said)  \(complaints)"
    )
  }
}

func show(_ title: String, _ matrix: ConfusionMatrix) {
  print("\n\(title)\n\n\(matrix.text)")
}

/// Counts what replays without the culprit's edge show, and lists what is not proved.
func showProofs(_ title: String, _ quarries: [(kind: String, quarry: Quarry)]) throws {
  var counts: [String: Int] = [:]
  var others: [String] = []
  for (kind, quarry) in quarries {
    let report = try quarry.proved()
    let culprit = report?.culprit
    // A sentence that names two edges is proved if the loop stops without either.
    let edges = [culprit?.edge, culprit?.companion] + (culprit?.rivals ?? [])
    let proofs = edges.compactMap { $0?.proof }
    let proof = proofs.first { $0.kind == "proved" } ?? proofs.first
    let word = report == nil ? "not reported" : proof?.kind ?? "no culprit"
    counts[word, default: 0] += 1
    guard word != "proved", let report, let culprit else { continue }
    others.append("  \(kind): \(proof.map { "\($0)" } ?? "none"). \(culprit.sentence)")
    others += report.remarks.map { "      \($0)" }
  }
  let figures = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
  print("\(title): \(figures.joined(separator: ", "))")
  for line in others { print(line) }
}

/// Runs generated loops without the lines that proofs are about, and counts what the proofs say of them.
func compareProofs(_ seeds: Range<UInt64>) throws {
  var counts: [String: Int] = [:]
  for seed in seeds {
    guard let report = try Quarry(generated: seed, isAmple: true).proved() else { continue }
    for edge in [report.culprit?.edge].compactMap({ $0 }) + report.otherEdges {
      guard let proof = edge.proof, let goesOn = GeneratedLoop.goesOn(seed, without: edge) else {
        continue
      }
      counts["\(proof.kind), \(goesOn ? "goes on" : "settles")", default: 0] += 1
      if !goesOn, proof == .untested(.openOrder) { print("open: seed \(seed), \(edge.phrase)") }
      guard goesOn ? proof.kind == "proved" : proof.kind == "refuted" else { continue }
      print("wrong: seed \(seed), \(GeneratedLoop(seed: seed).kind): \(edge), \(proof)")
    }
  }
  for (word, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(word): \(count)") }
}

var arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "proofs" {
  let cases = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 3024
  let first = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
  try showProofs(
    "The built-in scenarios",
    Scenario.all.compactMap { scenario in Quarry(scenario).map { (scenario.name, $0) } })
  try showProofs("Loops from public issues", PublicLoop.all.map { ($0.name, Quarry($0)) })
  try showProofs("Invented loops", InventedLoop.all.map { ($0.name, Quarry($0)) })
  try showProofs(
    "Generated loops",
    (first..<first + UInt64(cases)).map {
      ("\(GeneratedLoop(seed: $0).kind), seed \($0)", Quarry(generated: $0, isAmple: true))
    })
  exit(0)
}
if arguments.first == "omitted" {
  let cases = arguments.count > 1 ? UInt64(arguments[1]) ?? 0 : 300
  let first = arguments.count > 2 ? UInt64(arguments[2]) ?? 0 : 0
  try compareProofs(first..<first + cases)
  exit(0)
}
let isAmple = arguments.first == "ample"
if isAmple { arguments.removeFirst() }
let view = arguments.count > 2 ? arguments[2] : nil
if arguments.first == "seed", arguments.count > 1, let seed = UInt64(arguments[1]) {
  try explain(Quarry(generated: seed), view)
  exit(0)
}
if arguments.first == "found" {
  if arguments.count > 1,
    let loop = (FoundLoop.all + FoundLoop.probes).first(where: { $0.name == arguments[1] })
  {
    try FoundLoops.explain(loop)
  } else {
    print(try FoundLoops.all())
  }
  exit(0)
}
if arguments.first == "constraints" {
  let name = arguments.count > 1 ? arguments[1] : nil
  let told: String? =
    try name.flatMap { try ConstraintLoops.explain($0) }
    ?? (name == nil ? ConstraintLoops.text() : nil)
  print(told ?? "There is no loop of this name. Names are those of ConstraintLoop.")
  exit(told == nil ? 2 : 0)
}
if arguments.first == "doubts" {
  for loop in FoundLoop.all + FoundLoop.probes { for doubt in try loop.doubts() { print(doubt) } }
  exit(0)
}
if arguments.first == "loop", arguments.count > 1 {
  let name = arguments[1]
  if let loop = PublicLoop.all.first(where: { $0.name == name }) {
    print("\(loop.summary)\n\(loop.source)\n\(loop.because)\n")
    try explain(Quarry(loop), view)
  } else if let loop = InventedLoop.all.first(where: { $0.name == name }) {
    print("\(loop.because)\n")
    try explain(Quarry(loop), view)
  } else if let scenario = Scenario.named(name), let quarry = Quarry(scenario) {
    try explain(quarry, view)
  } else {
    print("There is no loop \(name). Names are those of PublicLoop, InventedLoop and of scenarios.")
    exit(2)
  }
  exit(0)
}

let cases = arguments.first.flatMap(Int.init) ?? 3024
let firstSeed = arguments.count > 1 ? arguments.last.flatMap(UInt64.init) ?? 0 : 0

let failures = FailureList()

var builtIn = ConfusionMatrix()
for scenario in Scenario.all {
  if let quarry = Quarry(scenario) {
    try judge(quarry, kind: "scenario \(scenario.name)", into: &builtIn, failures)
  }
}
show("The built-in scenarios", builtIn)

var publicLoops = ConfusionMatrix()
for loop in PublicLoop.all {
  try judge(Quarry(loop), kind: "public \(loop.name)", into: &publicLoops, failures)
}
show("\(PublicLoop.all.count) loops from public issues", publicLoops)

var invented = ConfusionMatrix()
for loop in InventedLoop.all {
  try judge(Quarry(loop), kind: "invented \(loop.name)", into: &invented, failures)
}
show("\(InventedLoop.all.count) invented loops", invented)

print("\n\(try FoundLoops.all())")

var generated = ConfusionMatrix()
for seed in firstSeed..<firstSeed + UInt64(cases) {
  let quarry = Quarry(generated: seed, isAmple: isAmple)
  let kind = GeneratedLoop(seed: seed).kind
  try judge(quarry, kind: "generated \(kind)", into: &generated, failures)
}
show("\(cases) generated loops, seeds from \(firstSeed)", generated)

// The truths that the generator states are checked without a hunter.
for seed in firstSeed..<firstSeed + UInt64(cases) {
  for doubt in GeneratedLoop.doubts(seed: seed) { print("doubtful: \(doubt)") }
}

var innocents = ConfusionMatrix()
for innocent in Innocent.all {
  let reports = try innocent.reports()
  innocents.addInnocent(wasConvicted: !reports.isEmpty)
  if let report = reports.first { print("convicted: \(innocent.name), \(report.verdict)") }
}
for scenario in Scenario.all where scenario.finding == nil {
  let stage = scenario.build()
  var isConvicted = false
  let hunter = LoopHunter(loop: stage.loop, configuration: .init(stackLimit: 0))
  try hunter.attach(to: stage.suspect, threshold: scenario.threshold) { _ in isConvicted = true }
  stage.run()
  innocents.addInnocent(wasConvicted: isConvicted)
}
for seed in firstSeed..<firstSeed + UInt64(cases) {
  let reports = try GeneratedLoop.reportsIfEnded(seed: seed)
  innocents.addInnocent(wasConvicted: !reports.isEmpty)
  if let report = reports.first { print("convicted: seed \(seed), \(report.verdict)") }
}
show("Programs that look like loops and settle", innocents)

if !failures.text.isEmpty { print("\nWrong answers, by what is wrong:\n\n\(failures.text)") }
