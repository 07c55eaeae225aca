import Foundation
@_spi(UIKit) import ViewTree

extension UITableView {
  /// Registers a class of cells under a name.
  ///
  /// - Parameters:
  ///   - cellClass: The class; nil ends it.
  ///   - identifier: The name.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    let kind = cellClass as? UITableViewCell.Type
    if cellClass != nil, kind == nil {
      misuse("must pass a class of kind UITableViewCell")
    }
    cellPool.register(identifier, kind.map { kind in { kind.make(registered: identifier) } })
  }

  /// Registers a class of heads and feet under a name.
  ///
  /// - Parameters:
  ///   - aClass: The class; nil ends it.
  ///   - identifier: The name.
  public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    let kind = aClass as? UITableViewHeaderFooterView.Type
    if aClass != nil, kind == nil {
      misuse("must pass a class of kind UITableViewHeaderFooterView")
    }
    edgePool.register(identifier, kind.map { kind in { kind.make(registered: identifier) } })
  }

  /// Returns a cell that waits under a name, or one of the registered class; nil if there is neither.
  ///
  /// - Parameter identifier: The name.
  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    guard let cell = cellPool.take(identifier) else { return cellPool.make(identifier) }
    cell.isUsedAgain { cell.prepareForReuse() }
    return cell
  }

  /// Returns a cell that waits under a name, or one of the registered class.
  ///
  /// Ends the process if nothing is registered under the name, and no cell waits.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - indexPath: The row.
  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath)
    -> UITableViewCell
  {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    misuse(
      """
      unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the \
      identifier or connect a prototype cell in a storyboard
      """)
  }

  /// Returns a head or foot that waits under a name, or one of the registered class; nil if there is neither.
  ///
  /// - Parameter identifier: The name.
  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String)
    -> UITableViewHeaderFooterView?
  {
    guard let view = edgePool.take(identifier) else { return edgePool.make(identifier) }
    view.isUsedAgain { view.prepareForReuse() }
    return view
  }
}
