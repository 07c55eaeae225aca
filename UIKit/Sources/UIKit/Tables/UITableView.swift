import Foundation
@_spi(UIKit) import ViewTree

/// Rows below each other, in sections, of which only those are made that can be seen.
///
/// A layout asks the data source for cells, uses those again that are not visible any more, and places them.
/// Rows of automatic height are measured when they become visible: by the constraints of the cell's content,
/// or else by its `sizeThatFits`. Until then they have an estimate. When heights above the first visible row
/// turn out to be others, the offset follows, so that this row stays where it is.
///
/// Separators have no height here; on UIKit one pixel is added to a cell that is measured by constraints.
open class UITableView: ScrollView {
  /// The kind of a table.
  public enum Style: Int, Sendable {
    /// The kinds of UIKit.
    case plain, grouped, insetGrouped
  }

  /// A place for a row that is scrolled to.
  public enum ScrollPosition: Int, Sendable {
    /// The places of UIKit.
    case none, top, middle, bottom
  }

  /// The movement of rows that come and go; nothing is animated.
  public enum RowAnimation: Int, Sendable {
    /// The ways of UIKit.
    case fade, right, left, top, bottom, none, middle
    case automatic = 100
  }

  /// The ways in which cells that change in size are measured again.
  public enum SelfSizingInvalidation: Int, Sendable {
    /// Never; when the cell calls `invalidateIntrinsicContentSize`; the last one is as the second here.
    case disabled, enabled, enabledIncludingConstraints
  }

  /// The height that says: the table is to find it out.
  public class var automaticDimension: CGFloat { -1 }
  /// The height of a delegate that leaves the answer to the table's own settings.
  static let unsaid: CGFloat = -.greatestFiniteMagnitude
  /// The height of a row about which nothing else is known; UIKit's own estimate is not documented.
  static let usualRowHeight: CGFloat = 44

  /// The kind.
  public let style: Style

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - style: The kind.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
    alwaysBounceVertical = true
  }

  /// Makes a plain table.
  ///
  /// - Parameter frame: The place.
  public override init(frame: CGRect) {
    style = .plain
    super.init(frame: frame)
    alwaysBounceVertical = true
  }

  // MARK: Delegates

  /// Says what is shown.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }

  /// Decides over heights, and is told what is shown; it is asked for members of `UITableViewDelegate` if it
  /// has them.
  open override weak var delegate: (any ScrollViewDelegate)? {
    didSet {
      rowDelegate = delegate as? any UITableViewDelegate
      if delegate !== oldValue { reloadData() }
    }
  }
  weak var rowDelegate: (any UITableViewDelegate)?
  /// Named as in UIKit; nothing is fetched ahead.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?

  // MARK: Heights

  /// The height of rows, unless the delegate says it.
  open var rowHeight = UITableView.automaticDimension {
    didSet { heightsDidChange(oldValue, rowHeight, "rowHeight") }
  }
  /// The height of heads, unless the delegate says it.
  open var sectionHeaderHeight = UITableView.automaticDimension {
    didSet { heightsDidChange(oldValue, sectionHeaderHeight, "sectionHeaderHeight") }
  }
  /// The height of feet, unless the delegate says it.
  open var sectionFooterHeight = UITableView.automaticDimension {
    didSet { heightsDidChange(oldValue, sectionFooterHeight, "sectionFooterHeight") }
  }
  /// The estimate for rows, unless the delegate says it; 0 for none, when all heights are asked at once.
  open var estimatedRowHeight = UITableView.automaticDimension {
    didSet { heightsDidChange(oldValue, estimatedRowHeight, "estimatedRowHeight") }
  }
  /// The estimate for heads, unless the delegate says it.
  open var estimatedSectionHeaderHeight = UITableView.automaticDimension {
    didSet {
      heightsDidChange(oldValue, estimatedSectionHeaderHeight, "estimatedSectionHeaderHeight")
    }
  }
  /// The estimate for feet, unless the delegate says it.
  open var estimatedSectionFooterHeight = UITableView.automaticDimension {
    didSet {
      heightsDidChange(oldValue, estimatedSectionFooterHeight, "estimatedSectionFooterHeight")
    }
  }
  /// The distance above heads; automatically it is 22 points above those of plain tables, as since iOS 15.
  open var sectionHeaderTopPadding = UITableView.automaticDimension {
    didSet { heightsDidChange(oldValue, sectionHeaderTopPadding, "sectionHeaderTopPadding") }
  }
  /// The rule by which cells that change in size are measured again.
  open var selfSizingInvalidation = SelfSizingInvalidation.enabled

  private func heightsDidChange(_ old: CGFloat, _ new: CGFloat, _ name: DirtyReason) {
    guard old != new, geometry != nil else { return }
    geometry = nil
    setNeedsLayout(because: name)
  }

  // MARK: State

  /// The heights; nil until the data source is asked again.
  var geometry: TableGeometry?
  /// True while the data source is asked for numbers.
  var isCounting = false
  /// The numbers with usual heights, while the delegate is asked for heights.
  var unfinished: TableGeometry?
  /// The cells that are shown.
  var cells: [IndexPath: UITableViewCell] = [:]
  /// The heads and feet that are shown.
  var headers: [Int: UIView] = [:]
  var footers: [Int: UIView] = [:]
  /// Cells that wait, some of them still among the subviews.
  let cellPool = ReusePool<UITableViewCell>()
  let edgePool = ReusePool<UITableViewHeaderFooterView>()
  /// Views that leave at the end of the layout, unless they are used again.
  var leaving: [UIView] = []
  /// Grows whenever rows are told to be others.
  var generation = 0
  /// The changes that wait for the end of an update.
  var changes: ListChanges?
  /// The number of rows of each section when the update began.
  var countsBefore: [Int] = []
  /// The depth of updates.
  var updates = 0
  /// The rows that are chosen.
  var chosen: [IndexPath] = []
  /// The head's and foot's heights when they were set.
  var headHeight: CGFloat = 0
  var footHeight: CGFloat = 0

  // MARK: Views around the rows

  /// The view above all sections; its height counts when it is set, and its width follows the table.
  ///
  /// As on UIKit, a height that changes afterwards moves no rows until the view is set again. Setting it calls
  /// for a layout even if it is the same view.
  open var tableHeaderView: UIView? {
    didSet {
      headHeight = adopt(tableHeaderView, insteadOf: oldValue)
      setNeedsLayout(because: "tableHeaderView")
    }
  }

  /// The view below all sections; it behaves as the one above.
  open var tableFooterView: UIView? {
    didSet {
      footHeight = adopt(tableFooterView, insteadOf: oldValue)
      setNeedsLayout(because: "tableFooterView")
    }
  }

  private func adopt(_ view: UIView?, insteadOf old: UIView?) -> CGFloat {
    if view !== old {
      if let old, old.superview === self { old.removeFromSuperview() }
      if let view { addSubview(view) }
    }
    return view?.bounds.height ?? 0
  }

  /// The view behind the rows, as large as the table.
  open var backgroundView: UIView? {
    didSet {
      guard backgroundView !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
    }
  }

  // MARK: Without effect

  /// The look of separators.
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  /// The colour of separators.
  open var separatorColor: UIColor?
  /// The distances of separators.
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  /// The edge from which distances of separators count.
  open var separatorInsetReference = SeparatorInsetReference.fromCellEdges
  /// True if separators and content keep away from far sides.
  open var cellLayoutMarginsFollowReadableWidth = false
  /// True if cells' content keeps away from the safe area.
  open var insetsContentViewsToSafeArea = true
  /// True if rows can be chosen.
  open var allowsSelection = true
  /// True if several rows can be chosen.
  open var allowsMultipleSelection = false
  /// True if rows can be chosen while editing.
  open var allowsSelectionDuringEditing = false
  /// True if several rows can be chosen while editing.
  open var allowsMultipleSelectionDuringEditing = false
  /// The number of rows from which on an index is shown.
  open var sectionIndexMinimumDisplayRowCount = 0
  /// The colour of the index.
  open var sectionIndexColor: UIColor?
  /// The colour behind the index.
  open var sectionIndexBackgroundColor: UIColor?
  /// True if rows can be dragged.
  open var dragInteractionEnabled = true
  /// True if the cell in the focus is remembered.
  open var remembersLastFocusedIndexPath = false
  /// True if cells are made ahead.
  open var isPrefetchingEnabled = true

  /// The edge from which distances of separators count.
  public enum SeparatorInsetReference: Int, Sendable {
    /// The places of UIKit.
    case fromCellEdges, fromAutomaticInsets
  }

  // MARK: Editing

  /// True while rows are edited: cells make room for controls, and are measured again.
  open var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
        edit(cell, at: path)
        cell.wantsMeasure = true
      }
      setNeedsLayout(because: "isEditing")
    }
  }

  /// Begins or ends editing.
  ///
  /// - Parameters:
  ///   - editing: The setting.
  ///   - animated: Not looked at.
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

  /// Tells a cell if it is edited, and how, as data source and delegate say.
  func edit(_ cell: UITableViewCell, at path: IndexPath) {
    let isEdited = isEditing && dataSource?.tableView(self, canEditRowAt: path) == true
    guard isEdited || cell.isEditing else { return }
    if isEdited {
      cell.offeredStyle = rowDelegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
      cell.shouldIndentWhileEditing =
        rowDelegate?.tableView(self, shouldIndentWhileEditingRowAt: path) ?? true
    }
    cell.called { cell.setEditing(isEdited, animated: false) }
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    layOutRows()
  }

  // MARK: Changes

  /// Forgets what is shown and known; the next layout asks the data source again, or whoever wants to know
  /// a number before.
  ///
  /// Unlike here, UIKit asks for the numbers of rows at once.
  open func reloadData() {
    forgetRows()
    setNeedsLayout(because: "reloadData()")
  }

  /// Begins changes that belong together.
  open func beginUpdates() {
    updates += 1
    guard updates == 1 else { return }
    countsBefore = loaded().counts
    changes = ListChanges(word: "row")
  }

  /// Ends the changes: the data source is asked for its numbers, heights are asked or measured again, and the
  /// next layout shows the result.
  ///
  /// Ends the process, in UIKit's words, if the numbers before and after do not agree with the changes. On
  /// UIKit new cells are made at once, here in the next layout.
  open func endUpdates() {
    guard updates > 0 else { return }
    updates -= 1
    guard updates == 0, let done = changes else { return }
    changes = nil
    apply(done)
    setNeedsLayout(because: "endUpdates()")
  }

  /// Makes changes that belong together.
  ///
  /// - Parameters:
  ///   - updates: The changes.
  ///   - completion: Called in a later turn, as that of an animation.
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    updates?()
    endUpdates()
    guard let completion else { return }
    UIView.animate(withDuration: 0, animations: {}, completion: completion)
  }

  private func change(_ make: (inout ListChanges) -> Void) {
    beginUpdates()
    if changes != nil { make(&changes!) }  // Not nil, as just asked.
    endUpdates()
  }

  /// Tells that rows are new.
  ///
  /// - Parameters:
  ///   - indexPaths: Their places afterwards.
  ///   - animation: Not looked at.
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change { $0.inserted.formUnion(indexPaths) }
  }

  /// Tells that rows are gone.
  ///
  /// - Parameters:
  ///   - indexPaths: Their places before.
  ///   - animation: Not looked at.
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change { $0.deleted.formUnion(indexPaths) }
  }

  /// Asks for new cells of rows.
  ///
  /// - Parameters:
  ///   - indexPaths: Their places before.
  ///   - animation: Not looked at.
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    change { $0.reloaded.formUnion(indexPaths) }
  }

  /// Asks for cells of rows to be set up again.
  ///
  /// On UIKit the same cells are set up; here the data source gets them as those that wait, or others.
  ///
  /// - Parameter indexPaths: Their places before.
  open func reconfigureRows(at indexPaths: [IndexPath]) { reloadRows(at: indexPaths, with: .none) }

  /// Tells that a row is somewhere else.
  ///
  /// - Parameters:
  ///   - indexPath: Its place before.
  ///   - newIndexPath: Its place afterwards.
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.moved.append((indexPath, newIndexPath)) }
  }

  /// Tells that sections are new.
  ///
  /// - Parameters:
  ///   - sections: Their places afterwards.
  ///   - animation: Not looked at.
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.insertedSections.formUnion(sections) }
  }

  /// Tells that sections are gone.
  ///
  /// - Parameters:
  ///   - sections: Their places before.
  ///   - animation: Not looked at.
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.deletedSections.formUnion(sections) }
  }

  /// Asks for new cells of sections, whose numbers of rows may be others.
  ///
  /// - Parameters:
  ///   - sections: Their places before.
  ///   - animation: Not looked at.
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    change { $0.reloadedSections.formUnion(sections) }
  }

  /// Tells that a section is somewhere else.
  ///
  /// - Parameters:
  ///   - section: Its place before.
  ///   - newSection: Its place afterwards.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections.append((section, newSection)) }
  }
}

/// Named as in UIKit: who fetches data ahead.
///
/// Nobody is asked.
public protocol UITableViewDataSourcePrefetching: AnyObject {
  /// Fetches data of rows.
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  /// Ends that.
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(
    _ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]
  ) {}
}
