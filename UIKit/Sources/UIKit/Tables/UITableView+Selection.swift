import Foundation
@_spi(UIKit) import ViewTree

extension UITableView {
  /// The chosen row; the first of several.
  public var indexPathForSelectedRow: IndexPath? { chosen.first }

  /// The chosen rows; nil if there are none.
  public var indexPathsForSelectedRows: [IndexPath]? { chosen.isEmpty ? nil : chosen }

  /// Chooses a row; as on UIKit, the delegate is not told.
  ///
  /// - Parameters:
  ///   - indexPath: The row; nil for none.
  ///   - animated: Handed on.
  ///   - scrollPosition: Where it is to be; `none` does not scroll.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in chosen { deselectRow(at: path, animated: animated) }
      return
    }
    guard allowsSelection else { return }
    if !allowsMultipleSelection {
      for path in chosen where path != indexPath { deselectRow(at: path, animated: animated) }
    }
    if !chosen.contains(indexPath) { chosen.append(indexPath) }
    if let cell = cells[indexPath] { cell.called { cell.setSelected(true, animated: animated) } }
    if scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Ends that a row is chosen; as on UIKit, the delegate is not told.
  ///
  /// - Parameters:
  ///   - indexPath: The row.
  ///   - animated: Handed on.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard chosen.contains(indexPath) else { return }
    chosen.removeAll { $0 == indexPath }
    if let cell = cells[indexPath] { cell.called { cell.setSelected(false, animated: animated) } }
  }
}
