import ViewTree

/// The names of the views of all windows, asked for before any view is written.
///
/// Asking may call an override in the app, which may change the tree: views that it adds are asked, too.
struct SnapshotNames {
  private var names: [(view: View, name: String?)] = []
  /// The place of the view that is written next, if the tree is as it was when the views were asked.
  private var next = 0
  /// The places by view, if it is not.
  private var places: [ObjectIdentifier: Int]?

  /// The number of times that overrides may change the tree.
  private static let rounds = 16

  /// Asks all views of a loop's windows.
  mutating func ask(_ loop: TurnLoop) {
    for _ in 0..<Self.rounds {
      let views = Self.views(of: loop)
      places = nil
      if names.elementsEqual(views, by: { $0.view === $1 }) { return }
      if !names.isEmpty { findPlaces() }
      let new = views.filter { places?[ObjectIdentifier($0)] == nil }
      if new.isEmpty { return }
      for view in new { names.append((view, view.identifier)) }
    }
    findPlaces()
  }

  /// The views of all windows in the order of a snapshot.
  private static func views(of loop: TurnLoop) -> [View] {
    var views: [View] = []
    var waiting: [View] = loop.windows.reversed()
    while let view = waiting.popLast() {
      views.append(view)
      waiting += view.subviews.reversed()
    }
    return views
  }

  private mutating func findPlaces() {
    let known = names.enumerated().map { (ObjectIdentifier($1.view), $0) }
    places = Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// The name of a view, which is written now; nil also for one that was never asked.
  mutating func takeName(of view: View) -> String? {
    if places == nil {
      if next < names.count, names[next].view === view {
        next += 1
        return names[next - 1].name
      }
      findPlaces()
    }
    return places?[ObjectIdentifier(view)].flatMap { names[$0].name }
  }
}
