import Foundation

/// Which generated runs a test makes.
///
/// `TRACE_SEEDS=5000-9000` in the environment makes the tests take those seeds instead, for a longer
/// search than a test run should be.
enum Seeds {
  /// So many seeds from 0; fewer in a debug build, where a run takes many times as long.
  static func range(_ count: UInt64, inDebug few: UInt64) -> Range<UInt64> {
    if let wanted = ProcessInfo.processInfo.environment["TRACE_SEEDS"] {
      let ends = wanted.split(separator: "-").compactMap { UInt64($0) }
      if ends.count == 2, ends[0] < ends[1] { return ends[0]..<ends[1] }
    }
    #if DEBUG
    return 0..<few
    #else
    return 0..<count
    #endif
  }
}
