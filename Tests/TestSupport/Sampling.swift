/// All of some cases in release builds; in debug builds one in `part`, which the seed chooses.
public func sample<Case>(_ cases: [Case], oneIn part: UInt64, seed: UInt64) -> [Case] {
  #if DEBUG
  cases.enumerated().filter { UInt64($0.offset) % part == seed % part }.map(\.element)
  #else
  cases
  #endif
}
