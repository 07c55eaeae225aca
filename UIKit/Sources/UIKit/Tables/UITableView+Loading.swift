import Foundation
@_spi(UIKit) import ViewTree

extension UITableView {
  /// Forgets what is shown and known.
  func forgetRows() {
    generation += 1
    geometry = nil
    chosen = []
    for path in cells.keys.sorted() { retire(cellAt: path) }
    retireEdges()
  }

  /// Counts heads, rows and feet, and returns their heights.
  ///
  /// A delegate that asks while it says heights gets the numbers of rows, and usual heights.
  func loaded() -> TableGeometry {
    if let geometry = unfinished ?? geometry { return geometry }
    var made = fresh()
    made.top = headHeight
    made.bottom = footHeight
    geometry = made
    return made
  }

  /// The heights of a table about which nothing is known before.
  func fresh() -> TableGeometry {
    guard let dataSource else { return TableGeometry(sections: [], width: bounds.width) }
    if unfinished != nil {
      misuse("A delegate updated a table while it was asked for heights.")
    }
    // Heights may depend on the numbers, which are known first.
    let counts = freshCounts(dataSource)
    unfinished = usual(counts)
    defer { unfinished = nil }
    let sections = counts.enumerated().map { section, count in
      let rows = freshRows(of: section, count)
      return TableGeometry.Section(
        rows: rows.heights, isExact: rows.isExact, header: freshEdge(.header, section),
        footer: freshEdge(.footer, section))
    }
    return TableGeometry(sections: sections, width: bounds.width)
  }

  private func freshCounts(_ dataSource: any UITableViewDataSource) -> [Int] {
    if isCounting {
      misuse("A data source asked a table for its rows while it was counting them.")
    }
    isCounting = true
    defer { isCounting = false }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      max(0, dataSource.tableView(self, numberOfRowsInSection: $0))
    }
  }

  /// The heights of a table of which only the numbers of rows are known.
  private func usual(_ counts: [Int]) -> TableGeometry {
    let edge = TableGeometry.Edge(height: 0, isExact: false)
    let sections = counts.map {
      TableGeometry.Section(
        rows: LengthList(repeating: Self.usualRowHeight, count: $0), isExact: false, header: edge,
        footer: edge)
    }
    var made = TableGeometry(sections: sections, width: bounds.width)
    (made.top, made.bottom) = (headHeight, footHeight)
    return made
  }

  // MARK: Rows

  private func freshRows(of section: Int, _ count: Int) -> (heights: LengthList, isExact: Bool) {
    guard count > 0 else { return (LengthList(repeating: 0, count: 0), true) }
    let first = IndexPath(row: 0, section: section)
    let isAsked = delegateHeight(first) != nil
    if !isAsked, rowHeight >= 0 { return (LengthList(repeating: rowHeight, count: count), true) }
    if let estimates = estimates(of: section, count) { return (estimates, false) }
    // Without estimates all heights are asked at once; rows of automatic height have the usual one.
    guard isAsked else { return (LengthList(repeating: Self.usualRowHeight, count: count), true) }
    let heights = (0..<count).map { row in
      checked(delegateHeight(IndexPath(row: row, section: section)) ?? rowHeight)
        ?? Self.usualRowHeight
    }
    return (LengthList(heights), true)
  }

  /// The estimates of a section's rows; nil if there are none.
  private func estimates(of section: Int, _ count: Int) -> LengthList? {
    let usual = checked(estimatedRowHeight) ?? checked(rowHeight) ?? Self.usualRowHeight
    guard let rowDelegate else {
      return estimatedRowHeight == 0 ? nil : LengthList(repeating: usual, count: count)
    }
    func estimate(_ row: Int) -> CGFloat {
      rowDelegate.tableView(
        self, estimatedHeightForRowAt: IndexPath(row: row, section: section))
    }
    let first = estimate(0)
    guard first != Self.unsaid else {
      return estimatedRowHeight == 0 ? nil : LengthList(repeating: usual, count: count)
    }
    return LengthList((0..<count).map { checked($0 == 0 ? first : estimate($0)) ?? usual })
  }

  /// The height that the delegate gives a row; nil if it says nothing.
  func delegateHeight(_ path: IndexPath) -> CGFloat? {
    guard let height = rowDelegate?.tableView(self, heightForRowAt: path), height != Self.unsaid
    else { return nil }
    return height
  }

  /// A height, or nil for an automatic one.
  func checked(_ height: CGFloat) -> CGFloat? {
    if !height.isFinite { misuse("A height of a table is \(height). Return a finite one.") }
    return height >= 0 ? height : nil
  }

  // MARK: Heads and feet

  /// The head or the foot of a section.
  enum EdgeKind {
    case header, footer

    var path: WritableKeyPath<TableGeometry.Section, TableGeometry.Edge> {
      self == .header ? \.header : \.footer
    }
  }

  private func freshEdge(_ kind: EdgeKind, _ section: Int) -> TableGeometry.Edge {
    let padding = kind == .header ? topPadding : 0
    if let height = delegateHeight(kind, section) {
      return TableGeometry.Edge(height: height, padding: padding, isExact: true)
    }
    let title = title(kind, section)
    let set = kind == .header ? sectionHeaderHeight : sectionFooterHeight
    if title != nil, let height = checked(set) {
      return TableGeometry.Edge(height: height, padding: padding, isExact: true)
    }
    let estimate =
      rowDelegate.map {
        kind == .header
          ? $0.tableView(self, estimatedHeightForHeaderInSection: section)
          : $0.tableView(self, estimatedHeightForFooterInSection: section)
      } ?? Self.unsaid
    let own = kind == .header ? estimatedSectionHeaderHeight : estimatedSectionFooterHeight
    let guess = checked(estimate == Self.unsaid ? own : estimate) ?? checked(set)
    let height = title != nil || style != .plain ? automaticEdge(kind, section) : 0
    return TableGeometry.Edge(height: guess ?? height, padding: padding, isExact: false)
  }

  private var topPadding: CGFloat {
    checked(sectionHeaderTopPadding) ?? (style == .plain ? 22 : 0)
  }

  /// The height that the delegate gives a head or foot; nil if it says nothing, or an automatic one.
  func delegateHeight(_ kind: EdgeKind, _ section: Int) -> CGFloat? {
    guard let rowDelegate else { return nil }
    let height =
      kind == .header
      ? rowDelegate.tableView(self, heightForHeaderInSection: section)
      : rowDelegate.tableView(self, heightForFooterInSection: section)
    return height == Self.unsaid ? nil : checked(height)
  }

  /// The title that the data source gives a head or foot.
  func title(_ kind: EdgeKind, _ section: Int) -> String? {
    kind == .header
      ? dataSource?.tableView(self, titleForHeaderInSection: section)
      : dataSource?.tableView(self, titleForFooterInSection: section)
  }

  /// The automatic height of a head or foot without a view.
  ///
  /// With a title it is 28 points in plain tables and 38 in others. Without one it is 0 in plain tables; in
  /// others it is a distance of 17.5 points, and 35 above the first section. UIKit documents none of these
  /// numbers, and its own depend on the version and the size of text.
  func automaticEdge(_ kind: EdgeKind, _ section: Int) -> CGFloat {
    if title(kind, section) != nil { return style == .plain ? 28 : 38 }
    guard style != .plain else { return 0 }
    return kind == .header && section == 0 ? 35 : 17.5
  }
}
