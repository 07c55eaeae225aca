import LayoutTrace
import ViewTree

/// The single writes or calls of one edge, in the order of their layout.
///
/// A layout may write one property several times, at several lines: to measure, and then for good.
/// Statements about the edge refer to one of these sites, value and line alike.
struct EdgeSites {
  /// One write or call: its index from 0 among the layout's equal actions, and an example.
  struct Site {
    var ordinal: Int
    /// The index among these and the same actions on other views.
    var ordinalOnAny: Int
    var action: Int
  }

  /// The site that keeps the loop going.
  let main: Site
  /// The other sites, in their order.
  let others: [Site]

  /// The most actions of a layout that are examined.
  private static let reach = 20_000

  init(_ edge: LoopEdge, _ evidence: LoopEvidence) {
    let history = evidence.history
    let layout = history.actions[edge.sample].layout
    let start = max(history.layouts[layout].firstAction, edge.sample - EdgeSites.reach)
    let wanted = Set(edge.actions.suffix(64))
    var (ordinal, ordinalOnAny) = (0, 0)
    var sites: [Site] = []
    for index in start...edge.sample {
      let action = history.actions[index]
      guard action.layout == layout, action.kind.inGeneral == edge.key.kind,
        action.isEngine == edge.key.isEngine,
        action.owner == 0
          ? edge.key.owner == edge.key.writer : evidence.actors[action.owner] == edge.key.owner
      else { continue }
      defer { ordinalOnAny += 1 }
      guard evidence.actors[action.place] == edge.key.target else { continue }
      if wanted.contains(index) {
        sites.append(Site(ordinal: ordinal, ordinalOnAny: ordinalOnAny, action: index))
      }
      ordinal += 1
    }
    func lasts(_ site: Site) -> Bool {
      guard edge.key.isGeometry, let values = history.values(of: history.actions[site.action])
      else { return false }
      let path = GeometryPath(GeometryProperty(edge.key.kind), old: values.old, new: values.new)
      return path.parts & edge.lastingParts != 0
    }
    let place = sites.lastIndex(where: lasts) ?? 0
    main = sites.isEmpty ? Site(ordinal: 0, ordinalOnAny: 0, action: edge.sample) : sites[place]
    others = sites.enumerated().filter { $0.offset != place }.map(\.element)
  }
}

extension GeometryProperty {
  /// The property of a write; a frame for anything else.
  fileprivate init(_ kind: LayoutAction) {
    if case .write(let property) = kind { self = property } else { self = .frame }
  }
}
