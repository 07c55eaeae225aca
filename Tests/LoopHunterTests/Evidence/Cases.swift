import Foundation

/// How many cases a generated test runs: all in release, fewer in debug, or `LOOPHUNTER_CASES`.
func caseCount(_ count: Int, inDebug debugCount: Int) -> Int {
  if let text = ProcessInfo.processInfo.environment["LOOPHUNTER_CASES"], let count = Int(text) {
    return count
  }
  #if DEBUG
  return debugCount
  #else
  return count
  #endif
}

/// The seed of a generated test's first case, which is printed: random, or `LOOPHUNTER_SEED`.
func firstSeed(_ suite: String) -> UInt64 {
  let given = ProcessInfo.processInfo.environment["LOOPHUNTER_SEED"].flatMap { UInt64($0) }
  let seed = given ?? UInt64.random(in: 0..<1_000_000_000)
  print("\(suite): seeds from \(seed)")
  return seed
}
