import Foundation
@_spi(UIKit) import ViewTree

extension UICollectionView {
  /// The name under which a view waits.
  func poolName(of view: UICollectionReusableView, _ kind: String) -> String? {
    view.reuseIdentifier.map { "\(kind) \($0)" }
  }

  /// Registers a class of cells under a name.
  ///
  /// - Parameters:
  ///   - cellClass: The class; nil ends it.
  ///   - identifier: The name.
  public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, "", identifier)
  }

  /// Registers a class of heads, feet or other views under a name.
  ///
  /// - Parameters:
  ///   - viewClass: The class; nil ends it.
  ///   - elementKind: The kind.
  ///   - identifier: The name.
  public func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) { register(viewClass, elementKind, identifier) }

  private func register(_ viewClass: AnyClass?, _ kind: String, _ identifier: String) {
    let view = viewClass as? UICollectionReusableView.Type
    if viewClass != nil, view == nil {
      misuse("must pass a class of kind UICollectionReusableView")
    }
    pool.register("\(kind) \(identifier)", view.map { view in { view.make(registered: .zero) } })
  }

  /// Returns a cell that waits under a name, or one of the registered class.
  ///
  /// Ends the process if there is neither.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - indexPath: The item.
  public func dequeueReusableCell(withReuseIdentifier identifier: String, for indexPath: IndexPath)
    -> UICollectionViewCell
  {
    if let cell = dequeue("", identifier) as? UICollectionViewCell { return cell }
    misuse(
      """
      could not dequeue a view of kind: UICollectionElementKindCell with identifier \(identifier) - must \
      register a nib or a class for the identifier or connect a prototype cell in a storyboard
      """)
  }

  /// Returns a head, a foot, or another view that waits under a name, or one of the registered class.
  ///
  /// Ends the process if there is neither.
  ///
  /// - Parameters:
  ///   - elementKind: The kind.
  ///   - identifier: The name.
  ///   - indexPath: Its place.
  public func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    if let view = dequeue(elementKind, identifier) { return view }
    misuse(
      """
      could not dequeue a view of kind: \(elementKind) with identifier \(identifier) - must register a nib or \
      a class for the identifier or connect a prototype cell in a storyboard
      """)
  }

  private func dequeue(_ kind: String, _ identifier: String) -> UICollectionReusableView? {
    let name = "\(kind) \(identifier)"
    if let view = pool.take(name) {
      view.isUsedAgain { view.prepareForReuse() }
      return view
    }
    let made = pool.make(name)
    made?.reuseIdentifier = identifier
    return made
  }

  // MARK: Registrations

  /// A class of cells, and what sets one up.
  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Sets a cell up.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
      Void
    let handler: Handler
    let name = UUID().uuidString

    /// Makes a registration.
    ///
    /// - Parameter handler: Sets a cell up.
    public init(handler: @escaping Handler) { self.handler = handler }
  }

  /// Returns a cell of a registration, set up for an item.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - indexPath: The place of the item.
  ///   - item: The item; nil for a cell that is not set up.
  public func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    register(Cell.self, forCellWithReuseIdentifier: registration.name)
    let view = dequeueReusableCell(withReuseIdentifier: registration.name, for: indexPath)
    guard let cell = view as? Cell else { misuse("A registration made another cell than its own.") }
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }
}
