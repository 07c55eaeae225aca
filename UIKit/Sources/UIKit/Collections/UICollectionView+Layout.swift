import Foundation
@_spi(UIKit) import ViewTree

extension UICollectionView {
  /// Makes the views that can be seen, gives back the others, places all, and asks for their own sizes.
  func layOutItems() {
    let begun = generation
    if laidOutBounds != bounds { followBounds() }
    laidOutBounds = bounds
    let layout = collectionViewLayout
    _ = loadedCounts()
    if !isPrepared {
      isPrepared = true
      layout.prepare()
      if let items = updateItems { layout.prepare(forCollectionViewUpdates: items) }
    }
    adoptContentSize()
    let found = (layout.layoutAttributesForElements(in: bounds) ?? []).filter {
      $0.frame.intersects(bounds) && !$0.isHidden
    }
    guard generation == begun else { return }
    if let backgroundView, backgroundView.frame != bounds {
      backgroundView.placed { backgroundView.frame = bounds }
    }
    guard show(found) else { return }
    dismiss()
    if updateItems != nil {
      updateItems = nil
      layout.finalizeCollectionViewUpdates()
    }
    askForSizes(found)
    // Bounds that a layout changes by itself count as any others, in the name of whoever wrote them.
    if laidOutBounds != bounds, followBounds() { setNeedsLayout(because: .bounds) }
    laidOutBounds = bounds
  }

  /// Invalidates the layout object if it says that new bounds make it count no more.
  ///
  /// As on UIKit, the collection still has its old bounds for code of the layout object that is asked.
  @discardableResult
  private func followBounds() -> Bool {
    let (layout, new) = (collectionViewLayout, bounds)
    boundsWhileAsking = laidOutBounds
    defer { boundsWhileAsking = nil }
    guard layout.shouldInvalidateLayout(forBoundsChange: new) else { return false }
    let context = layout.invalidationContext(forBoundsChange: new)
    boundsWhileAsking = nil
    isQuiet = true
    layout.invalidateLayout(with: context)
    isQuiet = false
    return true
  }

  /// Notes that the layout object does not count, and calls for a layout in the name of who it is for.
  func layoutWasInvalidated(_ context: UICollectionViewLayoutInvalidationContext) {
    isPrepared = false
    for path in context.invalidatedItemIndexPaths ?? [] { cellForItem(at: path)?.askedWith = nil }
    let shift = context.contentOffsetAdjustment
    if shift != .zero {
      placed {
        contentOffset = CGPoint(x: contentOffset.x + shift.x, y: contentOffset.y + shift.y)
      }
    }
    if let asker {
      asker.called { asker.askSuperview(because: "preferredLayoutAttributes") }
    } else if !isQuiet {
      setNeedsLayout(because: "invalidateLayout()")
    }
  }

  private func adoptContentSize() {
    let size = collectionViewLayout.collectionViewContentSize
    guard size != contentSize else { return }
    placed { contentSize = size }
    let inset = adjustedContentInset
    let last = CGPoint(
      x: max(0 - inset.left, contentSize.width + inset.right - bounds.width),
      y: max(0 - inset.top, contentSize.height + inset.bottom - bounds.height))
    let offset = CGPoint(x: min(contentOffset.x, last.x), y: min(contentOffset.y, last.y))
    if offset != contentOffset { placed { contentOffset = offset } }
  }

  // MARK: Counting

  /// The number of items of each section, for which the data source is asked once.
  func loadedCounts() -> [Int] {
    if let counts { return counts }
    let made = freshCounts()
    counts = made
    return made
  }

  func freshCounts() -> [Int] {
    guard let dataSource else { return [] }
    if isCounting {
      misuse("A data source asked a collection for its items while it was counting them.")
    }
    isCounting = true
    defer { isCounting = false }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      max(0, dataSource.collectionView(self, numberOfItemsInSection: $0))
    }
  }

  // MARK: Showing

  /// Shows these and gives the others back; false if items are others meanwhile.
  private func show(_ found: [UICollectionViewLayoutAttributes]) -> Bool {
    let begun = generation
    let wanted = Set(found.map(Element.init))
    for element in shown.keys.filter({ !wanted.contains($0) }).sorted() { retire(element) }
    for attributes in found {
      let element = Element(attributes)
      let isNew = shown[element] == nil
      guard let view = shown[element] ?? make(element, attributes), generation == begun else {
        return false
      }
      shown[element] = view
      if isNew { announce(view, element) }
      apply(attributes, to: view)
      leaving.removeAll { $0 === view }
      if view.superview !== self { byEngine { insert(view, element) } }
      guard generation == begun else { return false }
    }
    return true
  }

  private func insert(_ view: UICollectionReusableView, _ element: Element) {
    if element.kind.isEmpty {
      insertSubview(view, at: backgroundView == nil ? 0 : 1)
    } else {
      addSubview(view)
    }
  }

  /// Asks the data source for a view, or makes a decoration; nil if items are others meanwhile.
  private func make(_ element: Element, _ attributes: UICollectionViewLayoutAttributes)
    -> UICollectionReusableView?
  {
    let begun = generation
    let view: UICollectionReusableView
    if attributes.representedElementCategory == .decorationView {
      guard let kind = collectionViewLayout.decorations[element.kind] else {
        misuse("no class is registered for decoration views of kind \(element.kind)")
      }
      view = kind.make(registered: attributes.frame)
    } else {
      guard let dataSource else { return nil }
      let path = element.path
      view =
        element.kind.isEmpty
        ? dataSource.collectionView(self, cellForItemAt: path)
        : dataSource.collectionView(
          self, viewForSupplementaryElementOfKind: element.kind, at: path)
      if view.reuseIdentifier == nil {
        misuse(
          """
          the view returned from the data source of a collection view does not have a reuseIdentifier - views \
          must be retrieved by dequeuing them
          """)
      }
    }
    guard generation == begun else {
      leaving.append(view)
      pool.put(view, poolName(of: view, element.kind))
      return nil
    }
    for (other, old) in shown where old === view { shown[other] = nil }
    view.askedWith = nil
    return view
  }

  private func announce(_ view: UICollectionReusableView, _ element: Element) {
    guard let cell = view as? UICollectionViewCell, element.kind.isEmpty else {
      itemDelegate?.collectionView(
        self, willDisplaySupplementaryView: view, forElementKind: element.kind, at: element.path)
      return
    }
    let isChosen = chosen.contains(element.path)
    if cell.isSelected != isChosen { cell.called { cell.isSelected = isChosen } }
    itemDelegate?.collectionView(self, willDisplay: cell, forItemAt: element.path)
  }

  /// Gives a view its place and look.
  private func apply(
    _ attributes: UICollectionViewLayoutAttributes, to view: UICollectionReusableView
  ) {
    if attributes.transform == .identity {
      if view.transform != .identity { view.placed { view.transform = .identity } }
      if view.frame != attributes.frame { view.placed { view.frame = attributes.frame } }
    } else {
      view.placed { view.bounds.size = attributes.size }
      view.placed { view.center = attributes.center }
      view.placed { view.transform = attributes.transform }
    }
    if view.alpha != attributes.alpha { view.alpha = attributes.alpha }
    guard view.applied != attributes else { return }
    view.applied = attributes.copy() as? UICollectionViewLayoutAttributes
    view.called { view.apply(attributes) }
  }

  /// Gives a view back, which leaves at the end of the layout if nobody uses it again.
  func retire(_ element: Element) {
    guard let view = shown.removeValue(forKey: element) else { return }
    leaving.append(view)
    view.applied = nil
    pool.put(view, poolName(of: view, element.kind))
    if let cell = view as? UICollectionViewCell, element.kind.isEmpty {
      itemDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: element.path)
    } else {
      itemDelegate?.collectionView(
        self, didEndDisplayingSupplementaryView: view, forElementOfKind: element.kind,
        at: element.path)
    }
  }

  private func dismiss() {
    let views = leaving
    leaving = []
    for view in views where view.superview === self { byEngine { view.removeFromSuperview() } }
  }

  // MARK: Own sizes

  /// Asks views that are new, or have another size, for the one that they prefer.
  private func askForSizes(_ found: [UICollectionViewLayoutAttributes]) {
    let begun = generation
    let layout = collectionViewLayout
    for attributes in found {
      guard generation == begun, let view = shown[Element(attributes)] else { return }
      guard view.askedWith != attributes.size,
        attributes.representedElementCategory != .decorationView,
        let copy = attributes.copy() as? UICollectionViewLayoutAttributes
      else { continue }
      view.askedWith = attributes.size
      let preferred = view.called { view.preferredLayoutAttributesFitting(copy) }
      guard
        layout.shouldInvalidateLayout(
          forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
      else { continue }
      let context = layout.invalidationContext(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
      asker = view
      layout.invalidateLayout(with: context)
      asker = nil
    }
  }

  // MARK: Updates

  /// Keeps the cells of items that stay, at their new places.
  func apply(_ done: ListChanges) {
    generation += 1
    let fresh = freshCounts()
    let map = done.map(from: countsBefore, to: fresh)
    var kept: [Element: UICollectionReusableView] = [:]
    for element in shown.keys.sorted() {
      guard element.kind.isEmpty, let new = map.new(element.path),
        !done.reloaded.contains(element.path)
      else {
        retire(element)
        continue
      }
      kept[Element(kind: "", path: new)] = shown[element]
    }
    shown = kept
    chosen = chosen.compactMap { map.new($0) }
    counts = fresh
    collectionViewLayout.listDidChange(by: map)
    let context = collectionViewLayout.makeContext()
    context.invalidateDataSourceCounts = true
    isQuiet = true
    collectionViewLayout.invalidateLayout(with: context)
    isQuiet = false
    updateItems = done.items
  }
}

extension UICollectionView.Element {
  /// The place of what has these attributes.
  init(_ attributes: UICollectionViewLayoutAttributes) {
    self.init(kind: attributes.representedElementKind ?? "", path: attributes.indexPath)
  }
}

extension ListChanges {
  /// The changes of items and of sections, as a layout object is told of them.
  fileprivate var items: [UICollectionViewUpdateItem] {
    func section(_ section: Int) -> IndexPath { IndexPath(item: NSNotFound, section: section) }
    return deletedSections.map { UICollectionViewUpdateItem(.delete, section($0), nil) }
      + deleted.sorted().map { UICollectionViewUpdateItem(.delete, $0, nil) }
      + reloaded.sorted().map { UICollectionViewUpdateItem(.reload, $0, $0) }
      + insertedSections.map { UICollectionViewUpdateItem(.insert, nil, section($0)) }
      + inserted.sorted().map { UICollectionViewUpdateItem(.insert, nil, $0) }
      + moved.map { UICollectionViewUpdateItem(.move, $0.old, $0.new) }
  }
}
