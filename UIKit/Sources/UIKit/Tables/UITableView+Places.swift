import Foundation
import ViewTree

extension UITableView {
  // MARK: Numbers

  /// The number of sections, as the data source said when it was asked last.
  public var numberOfSections: Int { loaded().sections.count }

  /// The number of rows of a section, as the data source said when it was asked last.
  ///
  /// - Parameter section: The section.
  public func numberOfRows(inSection section: Int) -> Int {
    let sections = loaded().sections
    return sections.indices.contains(section) ? sections[section].rows.count : 0
  }

  // MARK: Places

  /// The place of a section with head and foot; empty if there is none.
  ///
  /// - Parameter section: The section.
  public func rect(forSection section: Int) -> CGRect {
    let known = loaded()
    guard known.sections.indices.contains(section) else { return .zero }
    return rect(known.section(section))
  }

  /// The place of a row, by estimates as long as it was not seen; empty if there is none.
  ///
  /// - Parameter indexPath: The row.
  public func rectForRow(at indexPath: IndexPath) -> CGRect {
    let known = loaded()
    return known.holds(indexPath) ? rect(known.row(indexPath)) : .zero
  }

  /// The place of a section's head, where it is while it does not float.
  ///
  /// - Parameter section: The section.
  public func rectForHeader(inSection section: Int) -> CGRect {
    let known = loaded()
    return known.sections.indices.contains(section) ? rect(known.header(section)) : .zero
  }

  /// The place of a section's foot, where it is while it does not float.
  ///
  /// - Parameter section: The section.
  public func rectForFooter(inSection section: Int) -> CGRect {
    let known = loaded()
    return known.sections.indices.contains(section) ? rect(known.footer(section)) : .zero
  }

  private func rect(_ place: (y: CGFloat, height: CGFloat)) -> CGRect {
    CGRect(x: rowsX, y: place.y, width: rowsWidth, height: place.height)
  }

  /// The row at a point; nil if there is none.
  ///
  /// - Parameter point: The point.
  public func indexPathForRow(at point: CGPoint) -> IndexPath? { loaded().row(at: point.y) }

  /// The rows that meet a rectangle.
  ///
  /// - Parameter rect: The rectangle.
  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    let known = loaded()
    return known.sections(from: rect.minY, to: rect.maxY).flatMap { section in
      known.rows(of: section, from: rect.minY, to: rect.maxY).map {
        IndexPath(row: $0, section: section)
      }
    }
  }

  // MARK: Cells

  /// The row of a cell; nil if it is not shown.
  ///
  /// - Parameter cell: The cell.
  public func indexPath(for cell: UITableViewCell) -> IndexPath? {
    cells.first { $0.value === cell }?.key
  }

  /// The cell of a row; nil if it is not shown.
  ///
  /// - Parameter indexPath: The row.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }

  /// The cells that are shown, in the order of their rows.
  public var visibleCells: [UITableViewCell] {
    cells.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The rows that are shown.
  public var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }

  /// The head of a section; nil if it is not shown, or no view of this class.
  ///
  /// - Parameter section: The section.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }

  /// The foot of a section; nil if it is not shown, or no view of this class.
  ///
  /// - Parameter section: The section.
  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }

  // MARK: Scrolling

  /// Scrolls to a row, whose place is an estimate as long as rows before it were not seen.
  ///
  /// - Parameters:
  ///   - indexPath: The row.
  ///   - scrollPosition: Where it is to be; `none` scrolls as little as possible.
  ///   - animated: If `true`, the delegate is also told that an animation ended.
  public func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    let known = loaded()
    guard known.holds(indexPath) else {
      misuse(
        """
        Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)) when there are only \
        \(numberOfRows(inSection: indexPath.section)) rows in section \(indexPath.section).
        """)
    }
    let rect = rectForRow(at: indexPath)
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    // The head of a plain table's section covers the top.
    let head = style == .plain ? known.sections[indexPath.section].header.height : 0
    var y: CGFloat
    switch scrollPosition {
    case .none:
      let top = visible.minY + head
      y = contentOffset.y
      if rect.minY < top {
        y -= top - rect.minY
      } else if rect.maxY > visible.maxY {
        y += rect.maxY - visible.maxY
      }
    case .top: y = rect.minY - head - inset.top
    case .middle: y = rect.midY - visible.height / 2 - inset.top
    case .bottom: y = rect.maxY - visible.height - inset.top
    }
    let last = max(0 - inset.top, known.total + inset.bottom - bounds.height)
    y = min(max(y, 0 - inset.top), last)
    setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: animated)
  }

  /// Scrolls to the chosen row that is next.
  ///
  /// - Parameters:
  ///   - scrollPosition: Where it is to be.
  ///   - animated: If `true`, the delegate is also told that an animation ended.
  public func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    let middle = bounds.midY
    let next = chosen.min {
      abs(rectForRow(at: $0).midY - middle) < abs(rectForRow(at: $1).midY - middle)
    }
    if let next { scrollToRow(at: next, at: scrollPosition, animated: animated) }
  }
}
