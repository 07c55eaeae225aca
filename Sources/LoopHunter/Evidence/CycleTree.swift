/// Draws a cycle as an indented tree with the places of its layouts in front.
///
/// Neighbours that are nothing but victims of one class are drawn as one line.
struct CycleTree {
  private struct Row {
    var reference: ViewReference
    var places: [Int]
    var depth: Int
    var parent: String
    var mark: String
    var hasChildren = false
    /// More of the same kind that follow.
    var extra = 0

    /// The path below the parent.
    var steps: Substring { reference.path.dropFirst(parent.count + 1) }
  }

  private var rows: [Row] = []

  init(_ report: LoopReport) {
    var indexes: [String: Int] = [:]
    var found: [Row] = []
    let victims = Set(report.victims)
    for (place, reference) in report.cycle.enumerated() {
      if let index = indexes[reference.path] {
        found[index].places.append(place + 1)
        continue
      }
      indexes[reference.path] = found.count
      found.append(
        Row(
          reference: reference, places: [place + 1], depth: 0, parent: "",
          mark: CycleTree.mark(reference, report, victims)))
    }
    // The nearest ancestor in the cycle; the tree hangs below what has none.
    var children: [String: [Int]] = [:]
    for index in found.indices {
      var path = found[index].reference.path[...]
      while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        if let parent = indexes[String(path)] {
          found[index].parent = String(path)
          found[parent].hasChildren = true
          break
        }
      }
      children[found[index].parent, default: []].append(index)
    }
    var waiting = children[""]?.reversed().map { ($0, 0) } ?? []
    while let (index, depth) = waiting.popLast() {
      found[index].depth = depth
      rows.append(found[index])
      let path = found[index].reference.path
      waiting.append(contentsOf: (children[path] ?? []).reversed().map { ($0, depth + 1) })
    }
    fold()
  }

  private static func mark(
    _ reference: ViewReference, _ report: LoopReport, _ victims: Set<ViewReference>
  ) -> String {
    var words: [String] = []
    if let culprit = report.culprit {
      if reference == culprit.edge.writer { words.append("culprit") }
      if reference == culprit.opponent { words.append("sets it back") }
      if reference == culprit.edge.dirtied, words.isEmpty { words.append("dirtied by it") }
      if words.isEmpty, victims.contains(reference) { words.append("victim") }
    }
    if reference == report.view { words.append("hunted") }
    return words.joined(separator: ", ")
  }

  /// Folds neighbours of one class that only suffer.
  private mutating func fold() {
    var folded: [Row] = []
    /// The places of the row that was folded last.
    var tail: [Int] = []
    for row in rows {
      if let last = folded.last, row.mark == "victim",
        last.mark == (last.extra > 0 ? "victims" : "victim"),
        !row.hasChildren, !last.hasChildren, row.parent == last.parent,
        row.reference.className == last.reference.className,
        row.reference.identifier == last.reference.identifier,
        row.places == tail.map({ $0 + 1 })
      {
        folded[folded.count - 1].extra += 1
        folded[folded.count - 1].mark = "victims"
        folded[folded.count - 1].places += row.places
        folded[folded.count - 1].places.sort()
      } else {
        folded.append(row)
      }
      tail = row.places
    }
    rows = folded
  }

  /// The lines, with the places right-aligned.
  var lines: [String] {
    let places = rows.map { CycleTree.text(of: $0.places) }
    let margin = min(places.map(\.count).max() ?? 0, 24)
    let marks = rows.map(\.mark.count).max() ?? 0
    // A deep tree is drawn narrow.
    let step = (rows.map(\.depth).max() ?? 0) > 10 ? " " : "  "
    let room = ReportText.width - margin - marks - 6
    let names = rows.map { row in
      let indent = String(repeating: step, count: min(row.depth, 24))
      return indent + fitting(name(of: row), in: room - indent.count)
    }
    let width = names.map(\.count).max() ?? 0
    return rows.indices.map { index in
      let padding = String(repeating: " ", count: max(0, margin - places[index].count))
      let line = "  \(padding)\(places[index])  "
      guard !rows[index].mark.isEmpty else { return line + names[index] }
      return line + names[index].padded(to: width) + "  " + rows[index].mark
    }
  }

  private func name(of row: Row) -> String {
    if row.extra > 0 { return "\(row.reference.name) × \((row.extra + 1).grouped)" }
    return row.parent.isEmpty ? row.reference.path : String(row.steps)
  }

  /// The end of a name that is too long.
  private func fitting(_ name: String, in room: Int) -> String {
    name.count <= room ? name : "…" + name.suffix(max(8, room - 1))
  }

  /// `1, 4, 5`, or `2–9` where the places follow each other.
  private static func text(of places: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for place in places {
      if let last = runs.last, last.upperBound + 1 == place {
        runs[runs.count - 1] = last.lowerBound...place
      } else {
        runs.append(place...place)
      }
    }
    let texts = runs.prefix(4).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)"
    }
    return texts.joined(separator: ",") + (runs.count > 4 ? ",…" : "")
  }
}
