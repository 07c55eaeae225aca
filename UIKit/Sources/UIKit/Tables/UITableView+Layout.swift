import Foundation
@_spi(UIKit) import ViewTree

extension UITableView {
  /// Makes the cells, heads and feet that can be seen, gives back the others, and places all.
  func layOutRows() {
    renewGeometry()
    // Code that says in between that rows are others has asked for another layout.
    guard let visible = measureVisible(), show(visible) else { return }
    placeHead()
    let size = CGSize(width: bounds.width, height: loaded().total)
    if size != contentSize {
      placed { contentSize = size }
      keepOffsetInRange()
    }
    place()
    dismiss()
  }

  // MARK: Measuring

  /// Makes heights estimates again that were measured in another width, or of which cells said so.
  private func renewGeometry() {
    var known = loaded()
    if known.width != bounds.width {
      known.width = bounds.width
      known.forgetMeasures()
    }
    (known.top, known.bottom) = (headHeight, footHeight)
    for (path, cell) in cells where cell.wantsMeasure {
      cell.wantsMeasure = false
      if selfSizingInvalidation != .disabled { known.forget(path) }
    }
    geometry = known
  }

  /// The rows and sections that can be seen.
  struct Visible {
    var rows: [IndexPath] = []
    var sections: [Int] = []
  }

  /// Replaces the estimates of what can be seen by heights, until nothing new comes into view; nil if rows
  /// are others meanwhile.
  private func measureVisible() -> Visible? {
    let begun = generation
    while true {
      let visible = visible(in: loaded())
      let anchor = visible.rows.first { cells[$0]?.shownAt == $0 }
      let place = anchor.map { rectForRow(at: $0).minY }
      var hasChanged = false
      for section in visible.sections {
        for kind in [EdgeKind.header, .footer] {
          if measure(kind, section) { hasChanged = true }
          guard generation == begun else { return nil }
        }
      }
      for path in visible.rows {
        if measure(path) { hasChanged = true }
        guard generation == begun else { return nil }
      }
      if !hasChanged { return visible }
      // The first row that was there before stays where it is, unless the top is what is looked at.
      guard let anchor, let place, contentOffset.y > -adjustedContentInset.top else { continue }
      let shift = rectForRow(at: anchor).minY - place
      if shift != 0 { placed { contentOffset.y += shift } }
    }
  }

  private func visible(in known: TableGeometry) -> Visible {
    var visible = Visible()
    guard bounds.height > 0, bounds.width > 0 else { return visible }
    for section in known.sections(from: bounds.minY, to: bounds.maxY) {
      visible.sections.append(section)
      visible.rows += known.rows(of: section, from: bounds.minY, to: bounds.maxY).map {
        IndexPath(row: $0, section: section)
      }
    }
    return visible
  }

  /// Finds out the height of a row; true if it is another one than before.
  private func measure(_ path: IndexPath) -> Bool {
    guard !loaded().isExact(path) else { return false }
    let old = loaded().row(path).height
    var height = checked(delegateHeight(path) ?? rowHeight)
    if height == nil {
      guard let cell = cell(for: path) else { return true }
      height = fittingHeight(of: cell, in: rectForRow(at: path))
    }
    guard geometry?.holds(path) == true else { return true }
    geometry?.set(height ?? Self.usualRowHeight, for: path)
    return loaded().row(path).height != old
  }

  /// The height that a cell, head or foot has in the width of a rectangle.
  private func fittingHeight(of view: UIView, in rect: CGRect) -> CGFloat {
    if view.bounds.width != rect.width {
      let frame = CGRect(
        x: rect.minX, y: rect.minY, width: rect.width, height: max(view.bounds.height, 0))
      view.placed { view.frame = frame }
    }
    let size = view.called {
      view.systemLayoutSizeFitting(
        CGSize(width: rect.width, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel)
    }
    return checked(size.height) ?? 0
  }

  /// Finds out the height of a section's head or foot; true if it is another one than before.
  private func measure(_ kind: EdgeKind, _ section: Int) -> Bool {
    let begun = generation
    let edge = loaded().sections[section][keyPath: kind.path]
    guard !edge.isExact else { return false }
    let view = edgeView(kind, section)
    let set = checked(kind == .header ? sectionHeaderHeight : sectionFooterHeight)
    let height: CGFloat
    switch view {
    case nil: height = title(kind, section) == nil ? automaticEdge(kind, section) : set ?? 0
    case let titled as UITableViewHeaderFooterView where titled.isTitled:
      height = set ?? automaticEdge(kind, section)
    case let view?:
      let width = CGRect(x: rowsX, y: 0, width: rowsWidth, height: 0)
      height = set ?? fittingHeight(of: view, in: width)
    }
    guard generation == begun else { return true }
    geometry?.set(height, for: kind.path, of: section)
    return edge.height != height
  }

  // MARK: Cells

  /// The left edge and the width of rows; the margins of an inset table are 16 points here.
  var rowsX: CGFloat { style == .insetGrouped ? 16 : 0 }
  var rowsWidth: CGFloat { max(0, bounds.width - 2 * rowsX) }

  /// The cell of a row, made if it is not shown; nil if rows are others meanwhile.
  private func cell(for path: IndexPath) -> UITableViewCell? {
    if let cell = cells[path] { return cell }
    guard let dataSource else { return nil }
    let begun = generation
    let cell = dataSource.tableView(self, cellForRowAt: path)
    guard generation == begun else {
      cellPool.put(cell, cell.reuseIdentifier)
      leaving.append(cell)
      return nil
    }
    // A data source may return a cell that it holds, and that another row shows.
    for (other, shown) in cells where shown === cell { cells[other] = nil }
    leaving.removeAll { $0 === cell }
    edit(cell, at: path)
    cell.wantsMeasure = false
    cells[path] = cell
    return cell
  }

  /// Makes the cells that are missing, and gives back those that cannot be seen; false if rows are others
  /// meanwhile.
  private func show(_ visible: Visible) -> Bool {
    let begun = generation
    let rows = Set(visible.rows)
    for path in cells.keys.filter({ !rows.contains($0) }).sorted() { retire(cellAt: path) }
    for path in visible.rows {
      guard generation == begun, let cell = cell(for: path) else { return false }
      guard cell.superview !== self || cell.shownAt != path else { continue }
      cell.shownAt = path
      let isChosen = chosen.contains(path)
      if cell.isSelected != isChosen { cell.called { cell.setSelected(isChosen, animated: false) } }
      rowDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
      add(cell, at: rectForRow(at: path))
    }
    let sections = Set(visible.sections)
    for kind in [EdgeKind.header, .footer] {
      for section in shownEdges(kind).keys.filter({ !sections.contains($0) }).sorted() {
        retire(kind, section)
      }
      for section in visible.sections {
        guard generation == begun else { return false }
        showEdge(kind, section)
      }
    }
    return generation == begun
  }

  /// Puts a view in its place among the subviews, below heads and feet.
  ///
  /// It gets its place first, so that its constraints do not contradict another size.
  private func add(_ view: UIView, at frame: CGRect) {
    leaving.removeAll { $0 === view }
    guard view.superview !== self else { return }
    view.placed { view.frame = frame }
    let isEdge = !(view is UITableViewCell)
    byEngine {
      if isEdge { addSubview(view) } else { insertSubview(view, at: backgroundView == nil ? 0 : 1) }
    }
  }

  /// Gives a cell back, which leaves at the end of the layout if nobody uses it again.
  func retire(cellAt path: IndexPath) {
    guard let cell = cells.removeValue(forKey: path) else { return }
    let wasShown = cell.superview === self && cell.shownAt != nil
    cell.shownAt = nil
    leaving.append(cell)
    cellPool.put(cell, cell.reuseIdentifier)
    if wasShown { rowDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path) }
  }

  /// Removes views that were given back and not used again.
  private func dismiss() {
    let views = leaving
    leaving = []
    for view in views where view.superview === self { byEngine { view.removeFromSuperview() } }
  }

  // MARK: Heads and feet

  func shownEdges(_ kind: EdgeKind) -> [Int: UIView] { kind == .header ? headers : footers }

  private func setShown(_ view: UIView?, _ kind: EdgeKind, _ section: Int) {
    if kind == .header { headers[section] = view } else { footers[section] = view }
  }

  /// The head or foot of a section, made if it is not shown; nil if it has neither view nor title, or if rows are
  /// others meanwhile.
  private func edgeView(_ kind: EdgeKind, _ section: Int) -> UIView? {
    if let view = shownEdges(kind)[section] { return view }
    let begun = generation
    var view =
      kind == .header
      ? rowDelegate?.tableView(self, viewForHeaderInSection: section)
      : rowDelegate?.tableView(self, viewForFooterInSection: section)
    if view == nil, let title = title(kind, section) {
      let titled = UITableViewHeaderFooterView(reuseIdentifier: nil)
      titled.isTitled = true
      titled.textLabel?.text = title
      view = titled
    }
    guard generation == begun else {
      if let kept = view as? UITableViewHeaderFooterView {
        edgePool.put(kept, kept.reuseIdentifier)
      }
      return nil
    }
    setShown(view, kind, section)
    return view
  }

  private func showEdge(_ kind: EdgeKind, _ section: Int) {
    guard loaded().sections[section][keyPath: kind.path].height > 0,
      let view = edgeView(kind, section)
    else { return }
    guard view.superview !== self || leaving.contains(where: { $0 === view }) else { return }
    if kind == .header {
      rowDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
    } else {
      rowDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
    }
    // A delegate that says that rows are others takes the view back.
    guard shownEdges(kind)[section] === view else { return }
    add(view, at: floatingRect(kind, section))
  }

  private func retire(_ kind: EdgeKind, _ section: Int) {
    guard let view = shownEdges(kind)[section] else { return }
    setShown(nil, kind, section)
    leaving.append(view)
    if let kept = view as? UITableViewHeaderFooterView { edgePool.put(kept, kept.reuseIdentifier) }
    guard view.superview === self else { return }
    if kind == .header {
      rowDelegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: section)
    } else {
      rowDelegate?.tableView(self, didEndDisplayingFooterView: view, forSection: section)
    }
  }

  /// Gives all heads and feet back.
  func retireEdges() {
    for section in headers.keys.sorted() { retire(.header, section) }
    for section in footers.keys.sorted() { retire(.footer, section) }
  }

  // MARK: Placing

  /// Gives the views around the rows the table's width; their heights are their own.
  private func placeHead() {
    func place(_ view: UIView?, _ y: CGFloat) {
      guard let view else { return }
      let frame = CGRect(x: 0, y: y, width: bounds.width, height: view.bounds.height)
      if view.frame != frame { view.placed { view.frame = frame } }
    }
    place(tableHeaderView, 0)
    place(tableFooterView, loaded().total - footHeight)
    if let backgroundView, backgroundView.frame != bounds {
      backgroundView.placed { backgroundView.frame = bounds }
    }
  }

  /// Moves an offset back that shows what is behind the content.
  private func keepOffsetInRange() {
    let inset = adjustedContentInset
    let last = max(0 - inset.top, contentSize.height + inset.bottom - bounds.height)
    guard contentOffset.y > last else { return }
    placed { contentOffset.y = last }
  }

  /// Gives cells, heads and feet their places.
  private func place() {
    func place(_ view: UIView, _ frame: CGRect) {
      if view.superview === self, view.frame != frame { view.placed { view.frame = frame } }
    }
    for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
      place(cell, rectForRow(at: path))
    }
    for (section, view) in headers.sorted(by: { $0.key < $1.key }) {
      place(view, floatingRect(.header, section))
    }
    for (section, view) in footers.sorted(by: { $0.key < $1.key }) {
      place(view, floatingRect(.footer, section))
    }
  }

  /// The place of a head or foot; in a plain table it stays in view as long as its section is.
  private func floatingRect(_ kind: EdgeKind, _ section: Int) -> CGRect {
    var rect =
      kind == .header ? rectForHeader(inSection: section) : rectForFooter(inSection: section)
    guard style == .plain else { return rect }
    let whole = self.rect(forSection: section)
    let visible = bounds.inset(by: adjustedContentInset)
    if kind == .header {
      let footer = loaded().sections[section].footer.height
      rect.origin.y = max(rect.minY, min(visible.minY, whole.maxY - footer - rect.height))
    } else {
      let header = loaded().sections[section].header.room
      rect.origin.y = min(
        rect.minY, max(visible.maxY - rect.height, whole.minY + header))
    }
    return rect
  }
}
