import LayoutTrace

extension LayoutShare {
  /// The layouts that would be left without the pair: counted, not proved.
  var rest: String {
    "counted, not proved: without it \(max(0, task.layouts - pair.layouts).grouped) of "
      + "\(task.layouts.counted("layout")) remain"
  }

  /// The time of the pair, of the task and of the recording; nil if the recording has no times.
  package var time: String? {
    guard all.milliseconds > 0 else { return nil }
    return "\(Self.text(pair)) of \(Self.text(task)) in this task, \(Self.text(all)) in all"
  }

  /// The times of the first and the last layout, from the beginning of the recording.
  package var span: String? {
    guard let first, let last else { return nil }
    return "from \(Self.seconds(first)) to \(Self.seconds(last))"
  }

  /// The libraries through which the pair went; nil if there are none.
  package var libraries: String? {
    let facts = [
      writerLibrary.map { "writes through `\($0)`" }, readerLibrary.map { "reads through `\($0)`" },
    ]
    let known = facts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private static func text(_ cost: Cost) -> String {
    "\(cost.milliseconds < 99.5 ? cost.milliseconds.twoDigits : Int(cost.milliseconds).grouped) ms"
  }

  /// `0.104 s`.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let milliseconds = (nanoseconds + 500_000) / 1_000_000
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
  }
}
