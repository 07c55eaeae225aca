import Foundation

/// The changes of a list between two states of its data: rows or items come, go, move, and are made anew.
///
/// As on UIKit, deletions, reloads and the origins of moves count in the old state, insertions and the goals
/// of moves in the new one.
struct ListChanges {
  /// The word for a row or an item in messages.
  let word: String
  var deletedSections = IndexSet()
  var insertedSections = IndexSet()
  var reloadedSections = IndexSet()
  var movedSections: [(old: Int, new: Int)] = []
  var deleted: Set<IndexPath> = []
  var inserted: Set<IndexPath> = []
  var reloaded: Set<IndexPath> = []
  var moved: [(old: IndexPath, new: IndexPath)] = []

  init(word: String) { self.word = word }

  /// The places of the old state in the new one.
  ///
  /// Ends the process, in UIKit's words, if the numbers before and after do not agree with the changes.
  ///
  /// - Parameters:
  ///   - old: The number of rows of each section before.
  ///   - new: The number of rows of each section after.
  func map(from old: [Int], to new: [Int]) -> ListMap {
    checkPlaces(old, new)
    let gone = deletedSections.union(IndexSet(movedSections.map(\.old)))
    let came = insertedSections.union(IndexSet(movedSections.map(\.new)))
    guard old.count - deletedSections.count + insertedSections.count == new.count else {
      misuse(
        """
        Invalid update: invalid number of sections. The number of sections contained in the \
        \(word == "row" ? "table" : "collection") view after the update (\(new.count)) must be equal to the \
        number of sections contained in the \(word == "row" ? "table" : "collection") view before the \
        update (\(old.count)), plus or minus the number of sections inserted or deleted \
        (\(insertedSections.count) inserted, \(deletedSections.count) deleted).
        """)
    }
    var map = ListMap(sections: Array(repeating: nil, count: old.count))
    for (index, section) in zip(
      old.indices.filter { !gone.contains($0) }, new.indices.filter { !came.contains($0) })
    {
      map.sections[index] = section
    }
    for move in movedSections { map.sections[move.old] = move.new }
    for (index, section) in map.sections.enumerated() {
      guard let section else { continue }
      map.rows[index] = rows(from: index, old[index], to: section, new[section])
    }
    for move in moved { map.moved[move.old] = move.new }
    return map
  }

  /// The places of a section's rows in that section, nil for those that leave it; nil if all stay.
  private func rows(from old: Int, _ before: Int, to new: Int, _ after: Int) -> [Int?]? {
    guard !reloadedSections.contains(old) else { return Array(repeating: nil, count: before) }
    let deletions = deleted.count { $0.section == old }
    let insertions = inserted.count { $0.section == new }
    let leaving = Set(moved.lazy.filter { $0.old.section == old }.map(\.old.row))
    let entering = Set(moved.lazy.filter { $0.new.section == new }.map(\.new.row))
    guard before - deletions - leaving.count + insertions + entering.count == after else {
      // Moves within the section count neither as moved in nor as moved out.
      let inside = moved.count { $0.old.section == old && $0.new.section == new }
      misuse(
        """
        Invalid update: invalid number of \(word)s in section \(old). The number of \(word)s contained in an \
        existing section after the update (\(after)) must be equal to the number of \(word)s contained in that \
        section before the update (\(before)), plus or minus the number of \(word)s inserted or deleted from \
        that section (\(insertions) inserted, \(deletions) deleted) and plus or minus the number of \(word)s \
        moved into or out of that section (\(entering.count - inside) moved in, \
        \(leaving.count - inside) moved out).
        """)
    }
    if deletions + insertions + leaving.count + entering.count == 0 { return nil }
    var places: [Int?] = Array(repeating: nil, count: before)
    var next = 0
    for row in 0..<before
    where !leaving.contains(row) && !deleted.contains(IndexPath(row: row, section: old)) {
      while entering.contains(next) || inserted.contains(IndexPath(row: next, section: new)) {
        next += 1
      }
      places[row] = next
      next += 1
    }
    return places
  }

  /// Ends the process if a change names a place that is not there.
  private func checkPlaces(_ old: [Int], _ new: [Int]) {
    func check(_ verb: String, _ section: Int, _ counts: [Int], _ time: String) {
      guard !counts.indices.contains(section) else { return }
      misuse(
        """
        attempt to \(verb) section \(section), but there are only \(counts.count) sections \(time) the update
        """)
    }
    func check(_ verb: String, _ path: IndexPath, _ counts: [Int], _ time: String) {
      guard counts.indices.contains(path.section) else {
        misuse(
          """
          attempt to \(verb) \(word) \(path.row) \(verb == "insert" ? "into" : "from") section \
          \(path.section), but there are only \(counts.count) sections \(time) the update
          """)
      }
      guard path.row < 0 || path.row >= counts[path.section] else { return }
      if verb == "insert" {
        misuse(
          """
          attempt to insert \(word) \(path.row) into section \(path.section), but there are only \
          \(counts[path.section]) \(word)s in section \(path.section) after the update
          """)
      }
      misuse(
        """
        attempt to \(verb) \(word) \(path.row) from section \(path.section) which only contains \
        \(counts[path.section]) \(word)s before the update
        """)
    }
    for section in deletedSections { check("delete", section, old, "before") }
    for section in reloadedSections { check("reload", section, old, "before") }
    for section in insertedSections { check("insert", section, new, "after") }
    for move in movedSections {
      check("move", move.old, old, "before")
      check("move", move.new, new, "after")
    }
    for path in deleted { check("delete", path, old, "before") }
    for path in reloaded { check("reload", path, old, "before") }
    for path in inserted { check("insert", path, new, "after") }
    for move in moved {
      check("move", move.old, old, "before")
      check("insert", move.new, new, "after")
    }
  }
}

/// The places of the old state of a list in its new one.
struct ListMap {
  /// By old section, the new one; nil if it is gone.
  var sections: [Int?]
  /// By old section, the new place of each row in it, nil for one that left; nothing if all stayed.
  var rows: [Int: [Int?]] = [:]
  /// The new places of rows that were moved.
  var moved: [IndexPath: IndexPath] = [:]

  /// The new place of a row; nil if it is gone.
  func new(_ old: IndexPath) -> IndexPath? {
    if let goal = moved[old] { return goal }
    guard old.section < sections.count, let section = sections[old.section] else { return nil }
    guard let places = rows[old.section] else { return IndexPath(row: old.row, section: section) }
    return places[old.row].map { IndexPath(row: $0, section: section) }
  }

  /// By place of the new state, the old one; nothing for what is new.
  func origins(old: [Int]) -> [IndexPath: IndexPath] {
    var origins: [IndexPath: IndexPath] = [:]
    for (section, count) in old.enumerated() {
      for row in 0..<count {
        let path = IndexPath(row: row, section: section)
        if let new = new(path) { origins[new] = path }
      }
    }
    return origins
  }
}
