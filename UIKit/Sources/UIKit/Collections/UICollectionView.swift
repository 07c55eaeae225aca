import Foundation
@_spi(UIKit) import ViewTree

/// Items that a layout object places, of which only those are made that can be seen.
///
/// A layout prepares the layout object if it was invalidated, asks it what can be seen, makes and places these
/// cells, and asks them if they prefer another size. If the layout object follows one of them, it is
/// invalidated, and the collection is laid out again.
open class UICollectionView: ScrollView {
  /// The sorts of views.
  public enum ElementCategory: UInt, Sendable {
    /// The sorts of UIKit.
    case cell, supplementaryView, decorationView
  }

  /// The directions in which content scrolls.
  public enum ScrollDirection: Int, Sendable {
    /// The directions of UIKit.
    case vertical, horizontal
  }

  /// Places for an item that is scrolled to.
  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = ScrollPosition(rawValue: 1 << 0)
    /// The middle between the upper and the lower edge.
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    /// The left edge.
    public static let left = ScrollPosition(rawValue: 1 << 3)
    /// The middle between the sides.
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    /// The right edge.
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  /// The kind of a section's head in a flow layout.
  public class var elementKindSectionHeader: String { "UICollectionElementKindSectionHeader" }
  /// The kind of a section's foot in a flow layout.
  public class var elementKindSectionFooter: String { "UICollectionElementKindSectionFooter" }

  /// Makes a collection.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - layout: The layout object.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    storedLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  /// Ends the process, as on UIKit: a collection needs a layout object.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    misuse("UICollectionView must be initialized with a non-nil layout parameter")
  }

  // MARK: Geometry

  /// The bounds that the collection says it has while it asks its layout object for new ones.
  final var boundsWhileAsking: CGRect?

  open override var bounds: CGRect {
    get { boundsWhileAsking ?? super.bounds }
    set { super.bounds = newValue }
  }

  open override var frame: CGRect {
    get {
      let frame = super.frame
      return boundsWhileAsking.map { CGRect(origin: frame.origin, size: $0.size) } ?? frame
    }
    set { super.frame = newValue }
  }

  // MARK: Delegates

  /// Says what is shown.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }

  /// Is told what is shown, by members of `UICollectionViewDelegate` if it has them.
  open override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      itemDelegate = delegate as? any UICollectionViewDelegate
      if delegate !== oldValue { reloadData() }
    }
  }
  weak var itemDelegate: (any UICollectionViewDelegate)?
  /// Named as in UIKit; nothing is fetched ahead.
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?

  private var storedLayout: UICollectionViewLayout

  /// The layout object; a new one takes the place of the old one at once.
  open var collectionViewLayout: UICollectionViewLayout {
    get { storedLayout }
    set {
      guard newValue !== storedLayout else { return }
      storedLayout.collectionView = nil
      storedLayout = newValue
      newValue.collectionView = self
      newValue.invalidateLayout()
    }
  }

  /// Sets the layout object.
  ///
  /// - Parameters:
  ///   - layout: The layout object.
  ///   - animated: Not looked at.
  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    collectionViewLayout = layout
  }

  /// Sets the layout object.
  ///
  /// - Parameters:
  ///   - layout: The layout object.
  ///   - animated: Not looked at.
  ///   - completion: Called in a later turn, as that of an animation.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    collectionViewLayout = layout
    guard let completion else { return }
    UIView.animate(withDuration: 0, animations: {}, completion: completion)
  }

  // MARK: State

  /// The place of a view.
  struct Element: Hashable, Comparable {
    /// The kind; empty for a cell.
    var kind: String
    var path: IndexPath

    static func < (one: Element, other: Element) -> Bool {
      (one.kind, one.path) < (other.kind, other.path)
    }
  }

  /// The number of items of each section; nil until the data source is asked again.
  var counts: [Int]?
  /// True while the data source is asked.
  var isCounting = false
  /// True if the layout object was not invalidated since it was prepared.
  var isPrepared = false
  /// The bounds of the last layout.
  var laidOutBounds: CGRect?
  /// True while the layout object is invalidated by what calls for a layout itself.
  var isQuiet = false
  /// The view for whose own size the layout object is invalidated.
  var asker: UICollectionReusableView?
  /// The views that are shown.
  var shown: [Element: UICollectionReusableView] = [:]
  /// Views that wait, by kind and name.
  let pool = ReusePool<UICollectionReusableView>()
  /// Views that leave at the end of the layout, unless they are used again.
  var leaving: [UICollectionReusableView] = []
  /// Grows whenever items are told to be others.
  var generation = 0
  /// The changes that wait for the end of an update.
  var changes: ListChanges?
  var countsBefore: [Int] = []
  var updates = 0
  /// The changes of which the layout object is told in the next layout.
  var updateItems: [UICollectionViewUpdateItem]?
  /// The items that are chosen.
  var chosen: [IndexPath] = []

  // MARK: Around and beside

  /// The view behind the items, as large as the collection.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }
  /// True if items can be chosen.
  open var allowsSelection = true
  /// True if several items can be chosen.
  open var allowsMultipleSelection = false
  /// True while items are edited.
  open var isEditing = false
  /// True if cells are made ahead.
  open var isPrefetchingEnabled = true
  /// True if items can be dragged.
  open var dragInteractionEnabled = false
  /// True if the cell in the focus is remembered.
  open var remembersLastFocusedIndexPath = false

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutItems()
  }

  // MARK: Changes

  /// Forgets what is shown and known; the next layout asks the data source again, or whoever wants to know
  /// a number before.
  open func reloadData() {
    generation += 1
    counts = nil
    chosen = []
    for element in shown.keys.sorted() { retire(element) }
    let context = collectionViewLayout.makeContext()
    (context.invalidateEverything, context.invalidateDataSourceCounts) = (true, true)
    isQuiet = true
    collectionViewLayout.invalidateLayout(with: context)
    isQuiet = false
    setNeedsLayout(because: "reloadData()")
  }

  /// Makes changes that belong together: afterwards the data source is asked for its numbers, and the next
  /// layout shows the result.
  ///
  /// Ends the process, in UIKit's words, if the numbers before and after do not agree with the changes. On
  /// UIKit new cells are made at once, here in the next layout.
  ///
  /// - Parameters:
  ///   - updates: The changes.
  ///   - completion: Called in a later turn, as that of an animation.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    change { _ in updates?() }
    guard let completion else { return }
    UIView.animate(withDuration: 0, animations: {}, completion: completion)
  }

  private func change(_ make: (UICollectionView) -> Void) {
    updates += 1
    if updates == 1 {
      countsBefore = loadedCounts()
      changes = ListChanges(word: "item")
    }
    make(self)
    updates -= 1
    guard updates == 0, let done = changes else { return }
    changes = nil
    apply(done)
    setNeedsLayout(because: "performBatchUpdates()")
  }

  /// Tells that items are new.
  ///
  /// - Parameter indexPaths: Their places afterwards.
  open func insertItems(at indexPaths: [IndexPath]) {
    change { $0.changes?.inserted.formUnion(indexPaths) }
  }

  /// Tells that items are gone.
  ///
  /// - Parameter indexPaths: Their places before.
  open func deleteItems(at indexPaths: [IndexPath]) {
    change { $0.changes?.deleted.formUnion(indexPaths) }
  }

  /// Asks for new cells of items.
  ///
  /// - Parameter indexPaths: Their places before.
  open func reloadItems(at indexPaths: [IndexPath]) {
    change { $0.changes?.reloaded.formUnion(indexPaths) }
  }

  /// Asks for cells of items to be set up again; the data source gets them as those that wait, or others.
  ///
  /// - Parameter indexPaths: Their places before.
  open func reconfigureItems(at indexPaths: [IndexPath]) { reloadItems(at: indexPaths) }

  /// Tells that an item is somewhere else.
  ///
  /// - Parameters:
  ///   - indexPath: Its place before.
  ///   - newIndexPath: Its place afterwards.
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.changes?.moved.append((indexPath, newIndexPath)) }
  }

  /// Tells that sections are new.
  ///
  /// - Parameter sections: Their places afterwards.
  open func insertSections(_ sections: IndexSet) {
    change { $0.changes?.insertedSections.formUnion(sections) }
  }

  /// Tells that sections are gone.
  ///
  /// - Parameter sections: Their places before.
  open func deleteSections(_ sections: IndexSet) {
    change { $0.changes?.deletedSections.formUnion(sections) }
  }

  /// Asks for new cells of sections, whose numbers of items may be others.
  ///
  /// - Parameter sections: Their places before.
  open func reloadSections(_ sections: IndexSet) {
    change { $0.changes?.reloadedSections.formUnion(sections) }
  }

  /// Tells that a section is somewhere else.
  ///
  /// - Parameters:
  ///   - section: Its place before.
  ///   - newSection: Its place afterwards.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.changes?.movedSections.append((section, newSection)) }
  }
}
