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

  /// `once`, `2 times`.
  package static func times(_ number: some BinaryInteger) -> String { number.times }

  /// `999 B`, `1.2 kB`, `340 MB`.
  package static func bytes(_ number: Int64) -> String {
    guard number >= 1000 else { return "\(number) B" }
    var value = Double(number) / 1000
    for unit in ["kB", "MB", "GB"] {
      if value < 999.5 { return "\(threeDigits(value)) \(unit)" }
      value /= 1000
    }
    return "\(threeDigits(value)) TB"
  }

  /// `3 ms`, `1.2 s`, `4 min 10 s`, `2 h 5 min`.
  package static func seconds(_ value: Double) -> String {
    guard value.isFinite, value < 1e9 else { return "a long time" }
    if value < 0.9995 { return "\(Int((value * 1000).rounded())) ms" }
    if value < 99.5 { return "\(threeDigits(value)) s" }
    let whole = Int(value.rounded())
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  /// `1.2` below ten, `12` above.
  private static func threeDigits(_ value: Double) -> String {
    guard value < 9.95 else { return String(Int(value.rounded())) }
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}
