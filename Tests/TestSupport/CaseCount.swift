import Foundation

/// How large a test is: whole in release builds, smaller in debug builds, which sanitizers slow down.
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
