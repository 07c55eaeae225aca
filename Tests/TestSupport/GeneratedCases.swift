import Foundation

/// The size of a test: whole in release builds, smaller in debug builds, which sanitizers slow down.
///
/// The variable `LOOPHUNTER_CASES` in the environment overrides both, for a longer search by hand.
public func caseCount(_ count: Int, inDebug debugCount: Int) -> Int {
  let environment = ProcessInfo.processInfo.environment
  if let count = environment["LOOPHUNTER_CASES"].flatMap(Int.init) { return count }
  #if DEBUG
  return debugCount
  #else
  return count
  #endif
}

/// The seed that the environment asks for by `LOOPHUNTER_SEED`.
public var givenSeed: UInt64? {
  ProcessInfo.processInfo.environment["LOOPHUNTER_SEED"].flatMap(UInt64.init)
}

/// The seed of a generated test's first case, which is printed: the given one, the drawn one, or any.
public func firstSeed(_ suite: String) -> UInt64 {
  let seed = givenSeed ?? drawnSeed(suite) ?? UInt64.random(in: 0..<1_000_000_000)
  print("\(suite): seeds from \(seed)")
  return seed
}

/// The seed that follows from the text `LOOPHUNTER_DRAW` of the environment, another one for each suite.
///
/// With it a run can be repeated as a whole, while `LOOPHUNTER_SEED` repeats one case.
private func drawnSeed(_ suite: String) -> UInt64? {
  guard let draw = ProcessInfo.processInfo.environment["LOOPHUNTER_DRAW"] else { return nil }
  var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  for byte in (draw + " " + suite).utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
  return hash % 1_000_000_000
}
