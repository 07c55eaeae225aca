import LayoutTrace
import LoopHunter

/// Draws cycles as graphs: views with their roles, and arrows to the views that they dirty.
struct CycleDiagram {
  /// The languages of graphs.
  enum Language { case dot, mermaid }

  /// The views and the arrows of one loop.
  private struct Graph {
    struct Node {
      var label: String
      var roles: [LoopRole]
    }

    struct Arrow: Hashable {
      var from: Int
      var to: Int
      var label: String
      var isCulprit: Bool
    }

    private(set) var nodes: [Node] = []
    private(set) var arrows: [Arrow] = []
    private var places: [ViewReference: Int] = [:]
    /// The node of the code outside any layout.
    private var outside: Int?
    private let roles: LoopRoles
    /// The words for the code outside any layout.
    private let outsideName: String

    init(_ report: LoopReport) {
      roles = LoopRoles(report)
      outsideName =
        report.reported.map { $0.from ?? "unknown code" } ?? "code outside any layout"
      for view in report.cycle.prefix(mostNodes) { _ = place(of: view) }
      if let culprit = report.culprit {
        add(culprit.edge, isCulprit: true)
        for rival in culprit.rivals { add(rival, isCulprit: true) }
        for edge in [culprit.companion, culprit.force].compactMap({ $0 }) {
          add(edge, isCulprit: false)
        }
      }
      for edge in report.otherEdges.prefix(mostNodes) { add(edge, isCulprit: false) }
    }

    private mutating func place(of view: ViewReference) -> Int {
      if let place = places[view] { return place }
      places[view] = nodes.count
      nodes.append(Node(label: view.path, roles: roles.roles(of: view)))
      return nodes.count - 1
    }

    private mutating func placeOutside() -> Int {
      if let outside { return outside }
      outside = nodes.count
      nodes.append(Node(label: outsideName, roles: []))
      return nodes.count - 1
    }

    private mutating func add(_ edge: InvalidationEdge, isCulprit: Bool) {
      let values = edge.valueTexts.map { " \($0.old) → \($0.new)" } ?? ""
      let from = edge.writer.map { place(of: $0) } ?? placeOutside()
      let arrow = Arrow(
        from: from, to: place(of: edge.dirtied), label: edge.action.name + values,
        isCulprit: isCulprit)
      if !arrows.contains(arrow) { arrows.append(arrow) }
    }
  }

  private static let mostNodes = 200
  private static let longestLabel = 200

  /// The graph of all loops of a trace.
  static func text(of loops: [FoundLoop], title: String, in language: Language) -> String {
    var lines: [String] =
      switch language {
      case .dot:
        [
          "digraph loops {", "  label=\(quoted([title], .dot));", "  labelloc=t;",
          "  node [shape=box, fontname=\"sans-serif\"];", "  edge [fontname=\"sans-serif\"];",
        ]
      case .mermaid: ["flowchart TD"]
      }
    if loops.isEmpty {
      lines.append(language == .dot ? "  none [label=\"no loop\"];" : "  none[\"no loop\"]")
    }
    for (index, loop) in loops.enumerated() {
      lines += Self.lines(of: loop.report, number: index + 1, language)
    }
    if language == .dot { lines.append("}") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(
    of report: LoopReport, number: Int, _ language: Language
  ) -> [String] {
    let graph = Graph(report)
    let title = "\(report.verdict.kind) \(report.fingerprint)"
    let ids = graph.nodes.indices.map { "l\(number)v\($0)" }
    let labels = graph.nodes.map { node in
      let roles = node.roles.isEmpty ? [] : [LoopRole.text(node.roles)]
      return quoted([node.label] + roles, language)
    }
    switch language {
    case .dot:
      return ["  subgraph cluster_\(number) {", "    label=\(quoted([title], .dot));"]
        + dotLines(of: graph, ids, labels) + ["  }"]
    case .mermaid:
      return ["  subgraph loop\(number)[\(quoted([title], .mermaid))]"]
        + mermaidLines(of: graph, ids, labels) + ["  end"]
    }
  }

  private static func dotLines(
    of graph: Graph, _ ids: [String], _ labels: [String]
  ) -> [String] {
    var lines: [String] = []
    for (index, node) in graph.nodes.enumerated() {
      let style = node.roles.contains(.culprit) ? ", penwidth=3" : ""
      lines.append("    \(ids[index]) [label=\(labels[index])\(style)];")
    }
    for arrow in graph.arrows {
      let style = arrow.isCulprit ? "penwidth=3" : "style=dashed"
      lines.append(
        "    \(ids[arrow.from]) -> \(ids[arrow.to]) [label=\(quoted([arrow.label], .dot)), \(style)];"
      )
    }
    return lines
  }

  private static func mermaidLines(
    of graph: Graph, _ ids: [String], _ labels: [String]
  ) -> [String] {
    var lines = graph.nodes.indices.map { "    \(ids[$0])[\(labels[$0])]" }
    var turnedBack: Set<Int> = []
    for arrow in graph.arrows {
      var (labels, isCulprit) = ([arrow.label], arrow.isCulprit)
      if arrow.from == arrow.to {
        // Mermaid draws only one arrow from a node to itself.
        guard turnedBack.insert(arrow.from).inserted else { continue }
        let all = graph.arrows.filter { $0.from == arrow.from && $0.to == arrow.to }
        (labels, isCulprit) = (all.map(\.label), all.contains(where: \.isCulprit))
      }
      lines.append(
        "    \(ids[arrow.from]) \(isCulprit ? "==>" : "-.->")|\(quoted(labels, .mermaid))| "
          + ids[arrow.to])
    }
    return lines
  }

  /// The lines of a label in quotes, in which nothing is syntax.
  private static func quoted(_ lines: [String], _ language: Language) -> String {
    let escaped = lines.map { line in
      var escaped = ""
      for scalar in Printable.line(line.prefix(longestLabel)).unicodeScalars {
        switch (language, scalar) {
        case (.dot, "\""), (.dot, "\\"): escaped += "\\\(scalar)"
        // dot reads HTML's names of characters.
        case (.dot, "&"): escaped += "&amp;"
        // Mermaid takes text between two pairs of dollar signs for mathematics, wherever they come
        // from; an invisible word joiner separates them.
        case (.mermaid, "$") where escaped.hasSuffix("#36;"): escaped += "#8288;#36;"
        // Mermaid reads numbers of characters, and everything else as markup or Markdown.
        case (.mermaid, _) where !isPlain(scalar): escaped += "#\(scalar.value);"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      return escaped
    }
    return "\"\(escaped.joined(separator: language == .dot ? "\\n" : "<br/>"))\""
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || [" ", "/", ".", ",", "-", "(", ")", "→"].contains(scalar)
  }
}
