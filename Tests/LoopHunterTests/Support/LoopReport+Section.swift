import LoopHunter
import Testing

extension LoopReport {
  /// The lines of the text below a heading, up to the next empty one.
  func section(_ heading: String, width: Int) throws -> [String] {
    let lines = text(width: width).split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(heading) })
    return lines[(start + 1)...].prefix { !$0.isEmpty }.map(String.init)
  }
}
