import LayoutTrace
import ViewTree

/// The single writes or calls of one edge, in the order of their layout.
///
/// A layout may write one property several times, at several lines: to measure, and in earnest.
/// What is said of the edge is said of one of them, value and line alike.
struct EdgeSites {
  /// One of them: which of the writer's equal actions in a layout it is, from 0, and an example.
  struct Site {
    var ordinal: Int
    var action: Int
  }

  /// The one that goes round.
  let main: Site
  /// The others, in their order.
  let others: [Site]

  /// How many actions of a layout are looked at.
  private static let reach = 20_000

  init(_ edge: LoopEdge, _ evidence: LoopEvidence) {
    let history = evidence.history
    let layout = history.actions[edge.sample].layout
    let start = max(history.layouts[layout].firstAction, edge.sample - EdgeSites.reach)
    let wanted = Set(edge.actions.suffix(64))
    var ordinal = 0
    var sites: [Site] = []
    for index in start...edge.sample {
      let action = history.actions[index]
      guard action.layout == layout, action.kind.inGeneral == edge.key.kind,
        evidence.actors[action.place] == edge.key.target
      else { continue }
      if wanted.contains(index) { sites.append(Site(ordinal: ordinal, action: index)) }
      ordinal += 1
    }
    func lasts(_ site: Site) -> Bool {
      guard edge.key.isGeometry, let values = history.values(of: history.actions[site.action])
      else { return false }
      let path = GeometryPath(GeometryProperty(edge.key.kind), old: values.old, new: values.new)
      return path.parts & edge.lastingParts != 0
    }
    let place = sites.lastIndex(where: lasts) ?? 0
    main = sites.isEmpty ? Site(ordinal: 0, action: edge.sample) : sites[place]
    others = sites.enumerated().filter { $0.offset != place }.map(\.element)
  }
}

extension GeometryProperty {
  /// The property of a write; a frame for anything else.
  fileprivate init(_ kind: LayoutAction) {
    if case .write(let property) = kind { self = property } else { self = .frame }
  }
}
