import LayoutTrace
import LoopHunter

/// The functions that led to the pairs of a page, from the outermost one inwards.
struct CallTree {
  /// A function, and those that it called.
  final class Node {
    let name: String
    /// The parts that it has in pairs, in words.
    var deeds: [String] = []
    var calls: [Node] = []

    init(_ name: String) { self.name = name }

    func call(_ name: String) -> Node {
      if let known = calls.first(where: { $0.name == name }) { return known }
      let node = Node(name)
      calls.append(node)
      return node
    }
  }

  private let root = Node("")
  private var nodes = 0
  /// The most functions of a tree.
  private static let most = 300

  init(_ reports: [LoopReport], _ background: CodeBackground) {
    for report in reports {
      guard let share = report.share, let culprit = report.culprit else { continue }
      let cost =
        "\(Figures.count(share.pairInAll.layouts, "layout")), "
        + "\(share.pairInAll.milliseconds.twoDigits) ms"
      add(culprit.edge, share.writerLibrary, "writes before \(cost)", background)
      if let force = culprit.force { add(force, share.readerLibrary, "forces \(cost)", background) }
    }
  }

  var isEmpty: Bool { root.calls.allSatisfy(\.calls.isEmpty) }

  private mutating func add(
    _ edge: InvalidationEdge, _ library: String?, _ deed: String, _ background: CodeBackground
  ) {
    guard let location = edge.location?.description else { return }
    var place = FunctionPlace(
      function: edge.function ?? "", library: library, place: location)
    let key = edge.function == nil && library == nil ? location : place.text
    place.library = nil
    let name = edge.function == nil ? location : place.text
    let chains = background.chains(of: key)
    // It is not known which of the callers led to how many layouts.
    let deed = chains.count > 1 ? "\(deed) in all of its calls" : deed
    for chain in chains.isEmpty ? [[]] : chains where nodes < Self.most {
      nodes += chain.count + 1
      let leaf = chain.reversed().reduce(root) { $0.call($1) }.call(name)
      if !leaf.deeds.contains(deed) { leaf.deeds.append(deed) }
    }
  }

  var markup: Markup { list(root.calls) }

  private func list(_ nodes: [Node]) -> Markup {
    guard !nodes.isEmpty else { return "" }
    return .element(
      "ul", ["class": "calls"],
      nodes.map { node in
        .item(
          .code(node.name),
          Markup(node.deeds.isEmpty ? "" : " \(node.deeds.joined(separator: ", "))"),
          list(node.calls))
      })
  }
}
