import LoopCorpus
import LoopHunter

/// The loops whose truth is told in full, judged in every column, with what is wrong of each.
struct FoundLoops {
  private let title: String
  private let count: Int
  private let innocentCount: Int
  private var right: [FoundJudgement.Column: Int] = [:]
  private var misses: [String] = []
  private var doubts: [String] = []
  private var convicted: [String] = []

  /// Judges loops, and hunts innocents.
  init(_ title: String, _ loops: [FoundLoop], _ innocents: [FoundInnocent]) throws {
    (self.title, count, innocentCount) = (title, loops.count, innocents.count)
    for loop in loops {
      doubts += try loop.doubts()
      let judgement = try FoundJudgement(loop)
      for column in FoundJudgement.Column.allCases where judgement.isRight(column) {
        right[column, default: 0] += 1
      }
      guard !judgement.complaints.isEmpty else { continue }
      misses.append(loop.name)
      misses += judgement.complaints.map { "  \($0.column.rawValue): \($0.text)" }
    }
    for innocent in innocents {
      if let report = try innocent.reports().first {
        convicted.append("convicted: \(innocent.name), \(report.verdict)")
      }
    }
  }

  /// The share of loops that are right, by column, and every miss.
  var text: String {
    var lines = ["\(count) loops \(title)", ""]
    for column in FoundJudgement.Column.allCases {
      let share = right[column, default: 0]
      let name = column.rawValue + String(repeating: " ", count: 14 - column.rawValue.count)
      lines.append("\(name) \(share) of \(count), \(share * 1000 / count / 10) %")
    }
    lines.append("innocents convicted: \(convicted.count) of \(innocentCount)")
    lines += convicted + doubts.map { "doubtful: \($0)" }
    if !misses.isEmpty { lines += ["", "Misses, by loop:", ""] + misses }
    return lines.joined(separator: "\n")
  }

  /// The loops that others met, and those that were thought up.
  static func all() throws -> String {
    let found = try FoundLoops("that others met", FoundLoop.all, FoundInnocent.all)
    let probes = try FoundLoops("that were thought up", FoundLoop.probes, FoundInnocent.probes)
    return "\(found.text)\n\n\(probes.text)"
  }

  /// All that is said of one loop, and what is wrong with it.
  static func explain(_ loop: FoundLoop) throws {
    print("\(loop.summary)\n\(loop.source ?? "thought up")\n\(loop.because)\n")
    if let report = try loop.liveReport() { print("\(report)\n") }
    for complaint in try FoundJudgement(loop).complaints {
      print("\(complaint.column.rawValue): \(complaint.text)")
    }
  }
}
