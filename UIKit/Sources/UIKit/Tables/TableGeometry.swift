import Foundation

/// The heights of a table: of its sections, of their rows, and of what is above and below them.
///
/// A height is exact, or an estimate until its row is visible. Sums are found without walking over rows.
struct TableGeometry {
  /// A section.
  struct Section {
    /// The heights of its rows.
    var rows: LengthList
    /// True if all of these are exact.
    var isExact: Bool
    /// The rows with exact heights, if not all are.
    var exactRows: Set<Int> = []
    var header: Edge
    var footer: Edge

    /// The height of all.
    var height: CGFloat { header.room + rows.total + footer.room }
  }

  /// The head or the foot of a section.
  struct Edge {
    var height: CGFloat
    /// The distance above it.
    var padding: CGFloat = 0
    /// True if the height is not an estimate.
    var isExact: Bool

    /// The height with the distance above, which only an edge with a height has.
    var room: CGFloat { height > 0 ? height + padding : 0 }
  }

  private(set) var sections: [Section]
  /// The heights of the sections.
  private var heights: LengthList
  /// The height of the view above all sections.
  var top: CGFloat = 0
  /// The height of the view below all sections.
  var bottom: CGFloat = 0
  /// The width for which heights are exact.
  var width: CGFloat

  init(sections: [Section], width: CGFloat) {
    (self.sections, self.width) = (sections, width)
    heights = LengthList(sections.map(\.height))
  }

  /// The number of rows of each section.
  var counts: [Int] { sections.map(\.rows.count) }

  /// The height of everything.
  var total: CGFloat { top + heights.total + bottom }

  // MARK: Places

  /// The top and the height of a section.
  func section(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    (top + heights.start(of: section), sections[section].height)
  }

  /// The top and the height of a row.
  func row(_ path: IndexPath) -> (y: CGFloat, height: CGFloat) {
    let section = sections[path.section]
    let start = top + heights.start(of: path.section) + section.header.room
    return (start + section.rows.start(of: path.row), section.rows[path.row])
  }

  /// The top and the height of a section's head.
  func header(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    let edge = sections[section].header
    return (top + heights.start(of: section) + edge.room - edge.height, edge.height)
  }

  /// The top and the height of a section's foot.
  func footer(_ section: Int) -> (y: CGFloat, height: CGFloat) {
    let edge = sections[section].footer
    return (top + heights.start(of: section) + sections[section].height - edge.height, edge.height)
  }

  /// The sections that meet a stretch, those without a height at its ends included.
  func sections(from start: CGFloat, to end: CGFloat) -> Range<Int> {
    guard !sections.isEmpty, end >= top, start <= top + heights.total else { return 0..<0 }
    var first = min(heights.index(at: max(0, start - top)), sections.count - 1)
    while first > 0, sections[first - 1].height == 0 { first -= 1 }
    var last = first
    while last < sections.count, top + heights.start(of: last) < end || sections[last].height == 0 {
      last += 1
    }
    return first..<last
  }

  /// The rows of a section that meet a stretch.
  func rows(of section: Int, from start: CGFloat, to end: CGFloat) -> Range<Int> {
    let rows = sections[section].rows
    let origin = top + heights.start(of: section) + sections[section].header.room
    let first = rows.index(at: max(0, start - origin))
    guard end > origin, first < rows.count else { return 0..<0 }
    var last = first
    while last < rows.count, origin + rows.start(of: last) < end { last += 1 }
    return first..<last
  }

  /// The row at a height; nil between rows.
  func row(at y: CGFloat) -> IndexPath? {
    guard y >= top, y < top + heights.total else { return nil }
    let section = heights.index(at: y - top)
    guard section < sections.count else { return nil }
    let place = y - top - heights.start(of: section) - sections[section].header.room
    let rows = sections[section].rows
    guard place >= 0, place < rows.total else { return nil }
    return IndexPath(row: rows.index(at: place), section: section)
  }

  /// True if there is such a row.
  func holds(_ path: IndexPath) -> Bool {
    path.count == 2 && sections.indices.contains(path.section) && path.row >= 0
      && path.row < sections[path.section].rows.count
  }

  // MARK: Heights

  /// True if a row's height is not an estimate.
  func isExact(_ path: IndexPath) -> Bool {
    let section = sections[path.section]
    return section.isExact || section.exactRows.contains(path.row)
  }

  /// Sets the exact height of a row.
  mutating func set(_ height: CGFloat, for path: IndexPath) {
    sections[path.section].exactRows.insert(path.row)
    guard sections[path.section].rows[path.row] != height else { return }
    sections[path.section].rows[path.row] = height
    heights[path.section] = sections[path.section].height
  }

  /// Sets the exact height of a section's head or foot.
  mutating func set(_ height: CGFloat, for edge: WritableKeyPath<Section, Edge>, of section: Int) {
    sections[section][keyPath: edge].height = height
    sections[section][keyPath: edge].isExact = true
    heights[section] = sections[section].height
  }

  /// Makes the height of a row an estimate again.
  mutating func forget(_ path: IndexPath) {
    sections[path.section].exactRows.remove(path.row)
  }

  /// Makes all heights that were measured estimates again.
  mutating func forgetMeasures() {
    for section in sections.indices where !sections[section].isExact {
      sections[section].exactRows = []
    }
  }

  // MARK: Changes

  /// The geometry after changes of the list.
  ///
  /// - Parameters:
  ///   - map: The places of the old rows.
  ///   - fresh: The geometry of the new list if nothing was known before.
  func changed(by map: ListMap, fresh: TableGeometry) -> TableGeometry {
    var sections = fresh.sections
    for (old, new) in map.sections.enumerated() {
      guard let new, !sections[new].isExact, !self.sections[old].isExact else { continue }
      sections[new].header = keep(self.sections[old].header, fresh.sections[new].header)
      sections[new].footer = keep(self.sections[old].footer, fresh.sections[new].footer)
    }
    let isKnown = self.sections.contains { !$0.rows.isUniform || !$0.exactRows.isEmpty }
    guard isKnown else { return TableGeometry(sections: sections, like: self) }
    var lengths = sections.map { section in (0..<section.rows.count).map { section.rows[$0] } }
    for (section, known) in self.sections.enumerated() where !known.isExact {
      for row in 0..<known.rows.count {
        guard let new = map.new(IndexPath(row: row, section: section)),
          !sections[new.section].isExact
        else { continue }
        lengths[new.section][new.row] = known.rows[row]
        if known.exactRows.contains(row) { sections[new.section].exactRows.insert(new.row) }
      }
    }
    for section in sections.indices where !sections[section].isExact {
      sections[section].rows = LengthList(lengths[section])
    }
    return TableGeometry(sections: sections, like: self)
  }

  private func keep(_ old: Edge, _ new: Edge) -> Edge { new.isExact ? new : old }

  private init(sections: [Section], like other: TableGeometry) {
    self.init(sections: sections, width: other.width)
    (top, bottom) = (other.top, other.bottom)
  }
}
