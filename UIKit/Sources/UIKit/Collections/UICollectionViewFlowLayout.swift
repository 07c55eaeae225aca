import Foundation
@_spi(UIKit) import ViewTree

/// A layout of lines: items beside each other until the next has no room, then the next line.
///
/// Items of a full line are spread over it. Those of the last line keep the distances of a grid if all items of
/// the section have one size, and the least distance otherwise. In a line, items stand in its middle. Places are
/// rounded to pixels; UIKit documents none of this.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
  /// The places from which the distances of sections count.
  public enum SectionInsetReference: Int, Sendable {
    /// The places of UIKit; the first one counts here.
    case fromContentInset, fromSafeArea, fromLayoutMargins
  }

  /// The size that says: the cells are to say it.
  public class var automaticSize: CGSize {
    CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
  }

  /// The distance between lines.
  open var minimumLineSpacing: CGFloat = 10 { didSet { didSet(oldValue, minimumLineSpacing) } }
  /// The least distance between items of a line.
  open var minimumInteritemSpacing: CGFloat = 10 {
    didSet { didSet(oldValue, minimumInteritemSpacing) }
  }
  /// The size of items, unless the delegate or the cells say it.
  open var itemSize = CGSize(width: 50, height: 50) { didSet { didSet(oldValue, itemSize) } }
  /// The size of items that were not seen yet, if cells say their own; zero if they do not.
  open var estimatedItemSize = CGSize.zero { didSet { didSet(oldValue, estimatedItemSize) } }
  /// The direction in which the content scrolls.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical {
    didSet { didSet(oldValue, scrollDirection) }
  }
  /// The size of heads; the length along the content counts.
  open var headerReferenceSize = CGSize.zero { didSet { didSet(oldValue, headerReferenceSize) } }
  /// The size of feet; the length along the content counts.
  open var footerReferenceSize = CGSize.zero { didSet { didSet(oldValue, footerReferenceSize) } }
  /// The distances around the items of a section.
  open var sectionInset = UIEdgeInsets.zero { didSet { didSet(oldValue, sectionInset) } }
  /// The edges from which these count; it is stored, and the content inset counts.
  open var sectionInsetReference = SectionInsetReference.fromContentInset
  /// True if heads stay in view as long as their sections are.
  open var sectionHeadersPinToVisibleBounds = false {
    didSet { didSet(oldValue, sectionHeadersPinToVisibleBounds) }
  }
  /// True if feet stay in view as long as their sections are.
  open var sectionFootersPinToVisibleBounds = false {
    didSet { didSet(oldValue, sectionFootersPinToVisibleBounds) }
  }

  open override class var invalidationContextClass: AnyClass {
    UICollectionViewFlowLayoutInvalidationContext.self
  }

  private func didSet<Value: Equatable>(_ old: Value, _ new: Value) {
    if old != new { invalidateLayout() }
  }

  // MARK: State

  /// The places of the sections; nil if they have to be found out.
  private var known: [FlowSection]?
  /// The sizes that the delegate said, by section.
  private var said: [Int: [CGSize]] = [:]
  /// The sizes that cells prefer.
  private var preferred: [IndexPath: CGSize] = [:]

  open override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    let flow = context as? UICollectionViewFlowLayoutInvalidationContext
    if context.invalidateEverything || context.invalidateDataSourceCounts
      || flow?.invalidateFlowLayoutDelegateMetrics != false
    {
      said = [:]
    }
    if context.invalidateEverything { preferred = [:] }
    if context.invalidateDataSourceCounts || flow?.invalidateFlowLayoutAttributes != false
      || context.invalidateEverything
    {
      known = nil
    }
    super.invalidateLayout(with: context)
  }

  override func listDidChange(by map: ListMap) {
    var kept: [IndexPath: CGSize] = [:]
    for (path, size) in preferred { if let new = map.new(path) { kept[new] = size } }
    preferred = kept
  }

  open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    if sectionHeadersPinToVisibleBounds || sectionFootersPinToVisibleBounds { return true }
    return width(in: newBounds) != measuredWidth
  }

  /// The length across the content for which places were found out.
  private var measuredWidth: CGFloat?

  open override func invalidationContext(forBoundsChange newBounds: CGRect)
    -> UICollectionViewLayoutInvalidationContext
  {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let flow = context as? UICollectionViewFlowLayoutInvalidationContext {
      // As on UIKit, the delegate is not asked for sizes again.
      flow.invalidateFlowLayoutDelegateMetrics = false
      flow.invalidateFlowLayoutAttributes = width(in: newBounds) != measuredWidth
    }
    return context
  }

  open override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    estimatedItemSize != .zero && preferredAttributes.representedElementCategory == .cell
      && preferredAttributes.size != originalAttributes.size
  }

  open override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes, withOriginalAttributes: originalAttributes)
    preferred[preferredAttributes.indexPath] = preferredAttributes.size
    (context as? UICollectionViewFlowLayoutInvalidationContext)?
      .invalidateFlowLayoutDelegateMetrics = false
    return context
  }

  // MARK: Directions

  private var isVertical: Bool { scrollDirection == .vertical }

  private func across(_ size: CGSize) -> CGFloat { isVertical ? size.width : size.height }

  private func extent(_ size: CGSize) -> FlowSection.Extent {
    isVertical
      ? FlowSection.Extent(across: size.width, along: size.height)
      : FlowSection.Extent(across: size.height, along: size.width)
  }

  private func rect(_ place: FlowSection.Place) -> CGRect {
    isVertical
      ? CGRect(
        x: place.across, y: place.along, width: place.extent.across, height: place.extent.along)
      : CGRect(
        x: place.along, y: place.across, width: place.extent.along, height: place.extent.across)
  }

  /// The start and the end of a rectangle along the content.
  private func stretch(_ rect: CGRect) -> (start: CGFloat, end: CGFloat) {
    isVertical ? (rect.minY, rect.maxY) : (rect.minX, rect.maxX)
  }

  // MARK: Finding out

  private var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
    collectionView?.delegate as? any UICollectionViewDelegateFlowLayout
  }

  /// The length of the collection across the content, without its inset.
  private var width: CGFloat { width(in: collectionView?.bounds ?? .zero) }

  /// The length across the content in some bounds.
  private func width(in bounds: CGRect) -> CGFloat {
    guard let collectionView else { return 0 }
    let inset = collectionView.adjustedContentInset
    let around = isVertical ? inset.left + inset.right : inset.top + inset.bottom
    return max(0, across(bounds.size) - around)
  }

  /// The places of the sections, found out when they are asked for first.
  private var sections: [FlowSection] {
    if let known { return known }
    guard let collectionView else { return [] }
    var made: [FlowSection] = []
    var origin: CGFloat = 0
    for section in 0..<collectionView.numberOfSections {
      var next = makeSection(section, in: collectionView)
      next.origin = origin
      origin = next.end
      made.append(next)
    }
    measuredWidth = width
    known = made
    return made
  }

  private func makeSection(_ section: Int, in collection: UICollectionView) -> FlowSection {
    let asked = flowDelegate
    func ask<Value>(
      _ question: ((any UICollectionViewDelegateFlowLayout) -> Value), _ first: (Value) -> CGFloat,
      or own: Value
    ) -> Value {
      guard let answer = asked.map(question), first(answer) != UITableView.unsaid else {
        return own
      }
      return answer
    }
    let inset = ask(
      { $0.collectionView(collection, layout: self, insetForSectionAt: section) }, { $0.top },
      or: sectionInset)
    let header = ask(
      { $0.collectionView(collection, layout: self, referenceSizeForHeaderInSection: section) },
      { $0.width }, or: headerReferenceSize)
    let footer = ask(
      { $0.collectionView(collection, layout: self, referenceSizeForFooterInSection: section) },
      { $0.width }, or: footerReferenceSize)
    let rules = FlowSection.Rules(
      room: max(
        0, width - (isVertical ? inset.left + inset.right : inset.top + inset.bottom)),
      start: isVertical ? inset.left : inset.top,
      lineSpacing: ask(
        { $0.collectionView(collection, layout: self, minimumLineSpacingForSectionAt: section) },
        { $0 }, or: minimumLineSpacing),
      itemSpacing: ask(
        {
          $0.collectionView(collection, layout: self, minimumInteritemSpacingForSectionAt: section)
        }, { $0 }, or: minimumInteritemSpacing),
      scale: collection.window?.displayScale ?? 2)
    var made = items(of: section, in: collection, rules)
    made.headerLength = extent(header).along
    made.footerLength = extent(footer).along
    (made.before, made.after) =
      isVertical ? (inset.top, inset.bottom) : (inset.left, inset.right)
    return made
  }

  private func items(of section: Int, in collection: UICollectionView, _ rules: FlowSection.Rules)
    -> FlowSection
  {
    let count = collection.numberOfItems(inSection: section)
    guard count > 0 else { return FlowSection([], rules: rules) }
    let usual =
      estimatedItemSize == .zero || estimatedItemSize == Self.automaticSize
      ? itemSize : estimatedItemSize
    let sizes = saidSizes(of: section, count, in: collection)
    let own = estimatedItemSize == .zero ? [:] : preferred.filter { $0.key.section == section }
    guard sizes != nil || !own.isEmpty else {
      checkRoom(of: [usual], rules)
      return FlowSection(count, of: extent(usual), rules: rules)
    }
    let all = (0..<count).map { item in
      own[IndexPath(item: item, section: section)] ?? sizes?[item] ?? usual
    }
    checkRoom(of: all, rules)
    return FlowSection(all.map(extent), rules: rules)
  }

  /// The sizes that the delegate says, asked once; nil if it says none.
  private func saidSizes(of section: Int, _ count: Int, in collection: UICollectionView)
    -> [CGSize]?
  {
    if let sizes = said[section], sizes.count == count { return sizes }
    guard let delegate = flowDelegate else { return nil }
    func size(_ item: Int) -> CGSize {
      delegate.collectionView(
        collection, layout: self, sizeForItemAt: IndexPath(item: item, section: section))
    }
    let first = size(0)
    guard first.width != UITableView.unsaid else { return nil }
    let sizes = [first] + (1..<max(1, count)).map(size)
    said[section] = sizes
    return sizes
  }

  /// Writes UIKit's log lines if an item has no room in a line; ends the process for a length that is not finite.
  private func checkRoom(of sizes: [CGSize], _ rules: FlowSection.Rules) {
    if sizes.contains(where: { !$0.width.isFinite || !$0.height.isFinite }) {
      misuse("A size of an item is not finite. Return finite ones.")
    }
    if !rules.isFinite { misuse("A distance of a flow layout is not finite. Use finite ones.") }
    // A collection that has no size yet is laid out again.
    guard width > 0, sizes.contains(where: { across($0) > rules.room }) else { return }
    let words =
      isVertical
      ? "width must be less than the width of the UICollectionView minus the section insets left and right"
      : "height must be less than the height of the UICollectionView minus the section insets top and bottom"
    let sides = isVertical ? "left and right" : "top and bottom"
    ListLog.write(
      once: """
        The behavior of the UICollectionViewFlowLayout is not defined because:
        the item \(words) values, minus the content insets \(sides) values.
        """)
  }

  // MARK: Answers

  open override var collectionViewContentSize: CGSize {
    let length = sections.last?.end ?? 0
    return isVertical
      ? CGSize(width: width, height: length) : CGSize(width: length, height: width)
  }

  open override func layoutAttributesForElements(in rect: CGRect)
    -> [UICollectionViewLayoutAttributes]?
  {
    let (start, end) = stretch(rect)
    var found: [UICollectionViewLayoutAttributes] = []
    for (index, section) in sections.enumerated()
    where section.end >= start && section.origin <= end {
      for kind in [
        UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
      ] {
        let path = IndexPath(item: 0, section: index)
        if let edge = layoutAttributesForSupplementaryView(ofKind: kind, at: path),
          edge.frame.intersects(rect)
        {
          found.append(edge)
        }
      }
      for item in section.items(from: start, to: end) {
        let path = IndexPath(item: item, section: index)
        if let cell = layoutAttributesForItem(at: path), cell.frame.intersects(rect) {
          found.append(cell)
        }
      }
    }
    return found
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath)
    -> UICollectionViewLayoutAttributes?
  {
    guard sections.indices.contains(indexPath.section), indexPath.item >= 0,
      indexPath.item < sections[indexPath.section].count
    else { return nil }
    let made = makeAttributes()
    made.indexPath = indexPath
    made.frame = rect(sections[indexPath.section].place(of: indexPath.item))
    return made
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    guard sections.indices.contains(indexPath.section), indexPath.item == 0 else { return nil }
    let section = sections[indexPath.section]
    let isHeader = elementKind == UICollectionView.elementKindSectionHeader
    guard isHeader || elementKind == UICollectionView.elementKindSectionFooter else { return nil }
    let length = isHeader ? section.headerLength : section.footerLength
    guard length > 0 else { return nil }
    let made = makeAttributes()
    (made.representedElementKind, made.indexPath) = (elementKind, indexPath)
    made.representedElementCategory = .supplementaryView
    var along = isHeader ? section.origin : section.end - length
    if let collectionView {
      let visible = stretch(collectionView.bounds.inset(by: collectionView.adjustedContentInset))
      if isHeader, sectionHeadersPinToVisibleBounds {
        along = max(along, min(visible.start, section.end - section.footerLength - length))
      } else if !isHeader, sectionFootersPinToVisibleBounds {
        along = min(along, max(visible.end - length, section.origin + section.headerLength))
      }
    }
    made.zIndex = 10
    made.frame = rect(
      FlowSection.Place(
        across: 0, along: along, extent: FlowSection.Extent(across: width, along: length)))
    return made
  }

  private func makeAttributes() -> UICollectionViewLayoutAttributes {
    let kind = type(of: self).layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
    return (kind ?? UICollectionViewLayoutAttributes.self).init()
  }
}
