import LayoutTrace

/// Draws a cycle as an indented tree with the places of its layouts in front.
///
/// Adjacent views of one class that are only victims are drawn as one line, and so are accomplices.
struct CycleTree {
  private struct Row {
    var reference: ViewReference
    var places: [Int]
    var depth: Int
    /// The place among the rows of the nearest ancestor in the cycle, if there is one.
    var parent: Int?
    /// The path, from the parent on if there is one.
    var steps: String
    var roles: [LoopRole]
    var hasChildren = false
    /// The number of further views of the same kind that follow.
    var extra = 0

    /// The roles in words, as of several views if more of the kind follow.
    var mark: String { LoopRole.text(roles) + (extra > 0 ? "s" : "") }
    /// True for a row that may share its line with others, or be left out.
    var isMinor: Bool { roles == [.victim] || roles == [.accomplice] }
  }

  private var rows: [Row] = []
  /// The layouts of the cycle that the report does not list.
  private let unlisted: Int

  init(_ report: LoopReport) {
    unlisted = max(0, report.cycleLength - report.cycle.count)
    var indexes: [[String]: Int] = [:]
    var found: [Row] = []
    let roles = LoopRoles(report)
    for (place, reference) in report.cycle.enumerated() {
      let steps = reference.steps
      if let index = indexes[steps] {
        found[index].places.append(place + 1)
        continue
      }
      indexes[steps] = found.count
      found.append(
        Row(
          reference: reference, places: [place + 1], depth: 0, steps: reference.path,
          roles: roles.roles(of: reference)))
    }
    // The tree hangs below the nearest ancestor in the cycle; views without one are roots.
    var children: [Int?: [Int]] = [:]
    for index in found.indices {
      let steps = found[index].reference.steps
      for length in stride(from: steps.count - 1, to: 0, by: -1) {
        guard let parent = indexes[Array(steps.prefix(length))] else { continue }
        found[index].parent = parent
        found[index].steps = steps.dropFirst(length).joined(separator: "/")
        found[parent].hasChildren = true
        break
      }
      children[found[index].parent, default: []].append(index)
    }
    var waiting = children[nil]?.reversed().map { ($0, 0) } ?? []
    while let (index, depth) = waiting.popLast() {
      found[index].depth = depth
      rows.append(found[index])
      waiting.append(contentsOf: (children[index] ?? []).reversed().map { ($0, depth + 1) })
    }
    fold()
  }

  /// Folds adjacent views of one class that are only victims, or only accomplices.
  private mutating func fold() {
    var folded: [Row] = []
    /// The places of the row that was folded last.
    var tail: [Int] = []
    for row in rows {
      if let last = folded.last, row.isMinor, row.roles == last.roles,
        !row.hasChildren, !last.hasChildren, row.parent == last.parent,
        row.reference.className == last.reference.className,
        row.reference.identifier == last.reference.identifier, row.places == tail.map({ $0 + 1 })
      {
        folded[folded.count - 1].extra += 1
        folded[folded.count - 1].places += row.places
        folded[folded.count - 1].places.sort()
      } else {
        folded.append(row)
      }
      tail = row.places
    }
    rows = folded
  }

  /// The most lines of the tree, unless more views than that are neither victims nor accomplices.
  static let lineLimit = 40

  /// The lines, with the places right-aligned, no longer than `width` if possible.
  func lines(width: Int) -> [String] {
    let shown = rowsWorthALine()
    let places = rows.map { CycleTree.text(of: $0.places) }
    let margin = min(shown.map { places[$0].count }.max() ?? 0, 24)
    let marks = rows.map(\.mark.count).max() ?? 0
    // A deep tree is drawn narrow.
    let step = (shown.map { rows[$0].depth }.max() ?? 0) > 10 ? " " : "  "
    let room = width - margin - marks - 6
    let names = shown.map { index in
      let indent = String(repeating: step, count: min(rows[index].depth, 24))
      return indent + fitting(name(of: rows[index]), in: room - indent.count)
    }
    let column = names.map(\.count).max() ?? 0
    var lines: [String] = []
    var next = 0
    func passOver(to end: Int) {
      for role in [LoopRole.victim, .accomplice] {
        let count = rows[next..<end].reduce(0) { $0 + ($1.roles == [role] ? 1 + $1.extra : 0) }
        guard count > 0 else { continue }
        let text = count.counted("more \(role.rawValue)")
        lines.append("  \("…".padded(to: margin, after: false))  \(text)")
      }
    }
    for (index, name) in zip(shown, names) {
      passOver(to: index)
      next = index + 1
      let line = "  \(places[index].padded(to: margin, after: false))  "
      let mark = rows[index].mark
      lines.append(line + (mark.isEmpty ? name : "\(name.padded(to: column))  \(mark)"))
    }
    passOver(to: rows.count)
    if unlisted > 0 { lines.append("  and \(unlisted.counted("more layout"))") }
    return lines
  }

  /// The rows to draw: all others, and the first accomplices and victims for which there is room.
  private func rowsWorthALine() -> [Int] {
    var room = CycleTree.lineLimit - rows.count { !$0.isMinor }
    return rows.indices.filter { index in
      guard rows.count > CycleTree.lineLimit, rows[index].isMinor else { return true }
      room -= 1
      return room > 0
    }
  }

  private func name(of row: Row) -> String {
    row.extra > 0 ? "\(row.reference.name) × \((row.extra + 1).grouped)" : row.steps
  }

  /// The end of a name that is too long.
  private func fitting(_ name: String, in room: Int) -> String {
    name.count <= room ? name : "…" + name.suffix(max(8, room - 1))
  }

  /// `1, 4, 5`, or `2–9` for consecutive places.
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
