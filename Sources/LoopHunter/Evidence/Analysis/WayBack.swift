import LayoutTrace
import ViewTree

/// The ways back of a layout along its causes, if the layouts of some others are left out.
///
/// A view that a loop brings along may have a loop of its own: most of its later layouts then go back to what
/// brought about its former ones, and to few of that loop's.
package struct WayBack {
  /// The earliest layout on them.
  package var first: Int32
  /// The earliest layout of the others that brought that one about; -1 for none.
  package var begin: Int32
  /// The latest layout of the others that brought about one on them by more than a call of `setNeedsLayout`; -1
  /// for none.
  ///
  /// Such a call gives nothing to the view that could be the reason for what that does next.
  package var touch: Int32

  package init(first: Int32, begin: Int32, touch: Int32) {
    (self.first, self.begin, self.touch) = (first, begin, touch)
  }

  /// True if the later half of a view's layouts goes on without those of others, to the end.
  ///
  /// A view that has settled since would be laid out less without them. One layout of the others may come between
  /// two of its own.
  ///
  /// - Parameters:
  ///   - layouts: the layouts of the view, the latest first.
  ///   - way: the way of a layout.
  package static func goesOn(
    latestFirst layouts: some Sequence<Int>, _ way: (Int) -> WayBack
  ) -> Bool {
    // Of thousands of views, most are dirtied in each round by others, and by nothing else.
    let ends = Array(layouts.prefix(manyTouches + 1))
    guard zip(ends, ends.dropFirst()).contains(where: { way($0).first <= $1 }) else { return false }
    return hasGoneOn(layouts.reversed(), way)
  }

  /// The number of a view's last layouts that others bring about once it has settled.
  private static let manyTouches = 3

  /// True if the later half of a view's layouts came without those of others.
  ///
  /// So a loop that is only begun, or touched in up to half of its rounds, by others goes on without them, and
  /// one that they only ask for layout in however many rounds. Consequences of each layout of the others, however
  /// late, do not: they have new beginnings all the time.
  ///
  /// - Parameters:
  ///   - layouts: the layouts of the view, in order.
  ///   - way: the way of a layout.
  package static func hasGoneOn(_ layouts: [Int], _ way: (Int) -> WayBack) -> Bool {
    let count = layouts.count / 2
    guard count > 0 else { return false }
    let earlier = layouts.dropLast(count)
    let floor = Int32(earlier[earlier.endIndex - 1])
    var touches: Set<Int32> = []
    var times: [Int32: Int] = [:]
    for index in layouts.suffix(count) {
      let way = way(index)
      if way.touch > floor { touches.insert(way.touch) }
      if way.first <= floor { times[way.begin, default: 0] += 1 }
    }
    func isMost(_ rounds: Int) -> Bool { 2 * rounds > count && 2 * touches.count <= rounds }
    guard isMost(times.values.reduce(0, +)) else { return false }
    let former = Set(earlier.map { way($0).begin }).union([-1])
    let lasting = times.filter { former.contains($0.key) || 2 * $0.value > count }
    return isMost(lasting.values.reduce(0, +))
  }
}

extension CausalHistory {
  /// The way of a layout without others, from the ways of the layouts that brought it about.
  func way(
    of index: Int, without others: (Int) -> Bool, _ former: (Int) -> WayBack
  ) -> WayBack {
    var begin: Int32 = -1
    var touch: Int32 = -1
    var found: WayBack?
    for cause in causes[layouts[index].causes] {
      let action = actions[cause.action]
      let source = action.layout
      guard 0..<index ~= source else { continue }
      guard !others(layouts[source].view) else {
        begin = begin < 0 ? Int32(source) : min(begin, Int32(source))
        if action.kind != .call(.explicit) { touch = max(touch, Int32(source)) }
        continue
      }
      let way = former(source)
      touch = max(touch, way.touch)
      if found.map({ way.first < $0.first }) ?? true { found = way }
    }
    return WayBack(
      first: found?.first ?? Int32(index), begin: found?.begin ?? begin, touch: touch)
  }

  /// The layouts that brought about a layout.
  func sources(of index: Int) -> some Sequence<Int> {
    causes[layouts[index].causes].lazy.map { [actions] in actions[$0.action].layout }
      .filter { 0..<index ~= $0 }
  }
}

/// The ways of layouts without the same others, each found once.
final class WaysBack {
  /// The numbers of the others.
  let others: Set<Int>
  private var known: [Int: WayBack] = [:]

  init(without others: Set<Int>) { self.others = others }

  /// Forgets the ways, because layouts have other indexes now.
  func removeAll() { known = [:] }

  /// The way of a layout of a history, which may have grown.
  func way(of index: Int, in history: CausalHistory) -> WayBack {
    var waiting = [index]
    while let next = waiting.last {
      let start = waiting.count
      if known[next] == nil {
        waiting += history.sources(of: next).filter {
          known[$0] == nil && !others.contains(history.layouts[$0].view)
        }
      }
      guard waiting.count == start else { continue }
      waiting.removeLast()
      guard known[next] == nil else { continue }
      known[next] = history.way(of: next, without: others.contains) { known[$0]! }  // Found before.
    }
    return known[index]!  // The first that waited.
  }
}
