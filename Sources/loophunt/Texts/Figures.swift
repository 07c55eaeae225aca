import LayoutTrace
import LoopHunter

/// Writes numbers for people.
package enum Figures {
  /// `2,000,000`.
  package static func count(_ number: some BinaryInteger) -> String { number.grouped }

  /// `1 view`, `2 views`.
  package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    number.counted(noun)
  }

  /// `999 B`, `1.2 kB`, `340 MB`.
  package static func bytes(_ number: Int64) -> String {
    guard number >= 1000 else { return "\(number) B" }
    var value = Double(number) / 1000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.5 { return "\(value.twoDigits) \(unit)" }
      value /= 1000
    }
    return "\(value.twoDigits) TB"
  }

  /// `3 ms`, `1.2 s`, `4 min 10 s`, `2 h 5 min`.
  package static func seconds(_ value: Double) -> String { value.asTime }
}
