import Foundation
@_spi(UIKit) import ViewTree

extension UITableView {
  /// Keeps what stays of heights and cells; everything that is measured is measured again.
  func apply(_ done: ListChanges) {
    generation += 1
    let fresh = fresh()
    let map = done.map(from: countsBefore, to: fresh.counts)
    var changed = loaded().changed(by: map, fresh: fresh)
    (changed.top, changed.bottom) = (headHeight, footHeight)
    changed.forgetMeasures()
    var kept: [IndexPath: UITableViewCell] = [:]
    for path in cells.keys.sorted() {
      guard let new = map.new(path), !done.reloaded.contains(path) else {
        retire(cellAt: path)
        continue
      }
      kept[new] = cells[path]
      kept[new]?.shownAt = new
    }
    cells = kept
    chosen = chosen.compactMap { map.new($0) }
    // Heads and feet of sections that stay are asked for again.
    retireEdges()
    geometry = changed
  }
}
