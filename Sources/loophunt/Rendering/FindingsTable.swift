import LayoutTrace
import LoopHunter

/// The same loops of several traces, joined; bounded.
struct FindingsTable {
  private static let mostRows = 10_000
  /// The most rows that are shown to people; the JSON form has them all.
  private static let mostShown = 20

  private var rowsInOrder: [FindingsRow] = []
  private var places: [FindingsRow.Identity: Int] = [:]
  /// The number of the trace that was counted last in each row.
  private var lastTraces: [Int] = []
  /// The number of loops without a row.
  private(set) var leftOut = 0

  /// Adds a loop of one trace; the traces come one after the other.
  mutating func add(_ row: FindingsRow, ofTrace trace: Int) {
    if let place = places[row.identity] {
      if lastTraces[place] != trace { rowsInOrder[place].traces += 1 }
      lastTraces[place] = trace
      rowsInOrder[place].maximum = max(rowsInOrder[place].maximum, row.maximum)
    } else if rowsInOrder.count < Self.mostRows {
      places[row.identity] = rowsInOrder.count
      rowsInOrder.append(row)
      lastTraces.append(trace)
    } else {
      leftOut += 1
    }
  }

  /// The rows, those in most traces first, then those with the worst count.
  var rows: [FindingsRow] {
    rowsInOrder.enumerated().sorted {
      ($1.element.traces, $1.element.maximum, $0.offset)
        < ($0.element.traces, $0.element.maximum, $1.offset)
    }.map(\.element)
  }

  /// The table for people; nil if it is empty.
  func text(heading: (table: String, column: String), _ style: Style, width: Int) -> String? {
    let rows = rows
    guard !rows.isEmpty else { return nil }
    let shown = rows.prefix(Self.mostShown)
    var cells = [[heading.column, "traces", "worst", "first trace"]]
    cells += shown.map {
      [
        Printable.line($0.fingerprint ?? $0.className ?? ""), Figures.count($0.traces),
        $0.maximum == 0 ? "-" : Figures.count($0.maximum), Printable.line($0.first),
      ]
    }
    let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
    var lines = [style.bold(heading.table)]
    for (index, cell) in cells.enumerated() {
      let first = cell[0].padded(to: widths[0])
      let numbers = (1...2).map { cell[$0].padded(to: widths[$0], after: false) }
      lines.append("  \(first)  \(numbers.joined(separator: "  "))  \(cell[3])")
      guard index > 0 else { continue }
      let row = shown[index - 1]
      let known = row.standing == .known ? "Known: " : ""
      lines += Paragraph.lines(
        of: Printable.line(known + (row.sentence ?? row.path ?? "")), indent: 4, width: width)
    }
    let rest = rows.count - shown.count
    if rest > 0 || leftOut > 0 { lines.append("  and \(Figures.count(rest + leftOut)) more") }
    return lines.joined(separator: "\n")
  }
}
