import Foundation

/// One thing that can be done to a tree of numbered views.
///
/// Number 0 is the window.
enum TreeStep: CustomStringConvertible {
  case dirty(Int)
  case frame(Int, x: Int, y: Int, width: Int, height: Int)
  case bounds(Int, x: Int, y: Int, width: Int, height: Int)
  case center(Int, x: Int, y: Int)
  case intrinsicSize(Int)
  /// Setters that dirty no view: hidden, alpha, transform and back, equal values.
  case harmless(Int)
  case add(Int, to: Int)
  case insert(Int, into: Int, at: Int)
  case insertBeside(Int, sibling: Int, above: Bool)
  case toFront(Int)
  case toBack(Int)
  case exchange(Int, Int, Int)
  case remove(Int)
  case force(Int)
  /// The steps are taken in one of the view's next layouts.
  case inLayout(Int, [TreeStep])
  case turn

  var description: String {
    switch self {
    case .dirty(let view): "dirty \(view)"
    case .frame(let view, let x, let y, let width, let height):
      "frame \(view) \(x) \(y) \(width) \(height)"
    case .bounds(let view, let x, let y, let width, let height):
      "bounds \(view) \(x) \(y) \(width) \(height)"
    case .center(let view, let x, let y): "center \(view) \(x) \(y)"
    case .intrinsicSize(let view): "intrinsicSize \(view)"
    case .harmless(let view): "harmless \(view)"
    case .add(let view, let parent): "add \(view) to \(parent)"
    case .insert(let view, let parent, let index): "insert \(view) into \(parent) at \(index)"
    case .insertBeside(let view, let sibling, let above):
      "insert \(view) \(above ? "above" : "below") \(sibling)"
    case .toFront(let view): "front \(view)"
    case .toBack(let view): "back \(view)"
    case .exchange(let view, let first, let second): "exchange in \(view) \(first) \(second)"
    case .remove(let view): "remove \(view)"
    case .force(let view): "force \(view)"
    case .inLayout(let view, let steps): "in layout of \(view): \(steps)"
    case .turn: "turn"
    }
  }
}

/// The layout rules again, as plainly and slowly as they can be written: flags and whole-tree walks.
final class TreeModel {
  final class Node {
    let number: Int
    weak var parent: Node?
    var children: [Node] = []
    var isDirty = true
    var running = 0
    /// Those of its running layouts that began in a pass outside the window.
    var runningOutside = 0
    var frame = CGRect.zero
    var offset = CGPoint.zero
    /// The actions of the next layouts, the next one first.
    var plans: [[TreeStep]] = []

    init(_ number: Int) { self.number = number }

    var root: Node { parent?.root ?? self }

    /// Ends what running layouts of the subtree mean for its changes: the window knows nothing of them.
    func arrive() {
      (running, runningOutside) = (running - runningOutside, 0)
      for child in children { child.arrive() }
    }

    func isInside(_ other: Node) -> Bool {
      self === other || parent?.isInside(other) == true
    }
  }

  /// The counters of one outermost pass.
  final class Pass {
    var depth = 0
    var batches = 0
    var didHitLimit = false
    let limit: Int
    init(limit: Int) { self.limit = limit }
  }

  let nodes: [Node]
  /// The numbers of the views in the order of their layouts.
  var log: [Int] = []
  private(set) var layouts = 0
  private let commits: Pass
  private var detached: Pass?

  init(count: Int, passLimit: Int) {
    nodes = (0..<count).map(Node.init)
    commits = Pass(limit: passLimit)
  }

  // MARK: Steps

  func take(_ step: TreeStep) {
    switch step {
    case .dirty(let view): nodes[view].isDirty = true
    case .frame(let view, let x, let y, let width, let height):
      let node = nodes[view]
      let old = node.frame
      node.frame = CGRect(x: x, y: y, width: width, height: height)
      if old.size != node.frame.size { sizeChanged(node) }
    case .bounds(let view, let x, let y, let width, let height):
      let node = nodes[view]
      let (old, oldOffset) = (node.frame, node.offset)
      node.frame = CGRect(
        x: old.midX - Double(width) / 2, y: old.midY - Double(height) / 2,
        width: Double(width), height: Double(height))
      node.offset = CGPoint(x: x, y: y)
      if old.size != node.frame.size {
        sizeChanged(node)
      } else if oldOffset != node.offset, node.running == 0 {
        node.isDirty = true
      }
    case .center(let view, let x, let y):
      let size = nodes[view].frame.size
      nodes[view].frame.origin = CGPoint(
        x: Double(x) - size.width / 2, y: Double(y) - size.height / 2)
    case .intrinsicSize(let view): nodes[view].parent?.isDirty = true
    case .harmless: break
    case .add(let view, let parent): place(nodes[view], in: nodes[parent], at: .max)
    case .insert(let view, let parent, let index):
      place(nodes[view], in: nodes[parent], at: index)
    case .insertBeside(let view, let sibling, let above):
      guard view != sibling, let parent = nodes[sibling].parent else { return }
      guard view != 0, !parent.isInside(nodes[view]) else { return }
      let before = parent.children
      let others = before.filter { $0 !== nodes[view] }
      let index = others.firstIndex { $0 === nodes[sibling] }! + (above ? 1 : 0)
      place(nodes[view], in: parent, at: index)
    case .toFront(let view):
      if let parent = nodes[view].parent { place(nodes[view], in: parent, at: .max) }
    case .toBack(let view):
      if let parent = nodes[view].parent { place(nodes[view], in: parent, at: 0) }
    case .exchange(let view, let first, let second):
      let count = nodes[view].children.count
      guard count > 0, first % count != second % count else { return }
      nodes[view].children.swapAt(first % count, second % count)
      nodes[view].isDirty = true
    case .remove(let view):
      guard let parent = nodes[view].parent else { return }
      parent.children.removeAll { $0 === nodes[view] }
      nodes[view].parent = nil
      parent.isDirty = true
    case .force(let view): force(nodes[view])
    case .inLayout(let view, let steps): nodes[view].plans.append(steps)
    case .turn:
      if hasDirty(nodes[0]) { run(nodes[0], commits) }
    }
  }

  private func sizeChanged(_ node: Node) {
    if node.running == 0 { node.isDirty = true }
    if let parent = node.parent, parent.running == 0 { parent.isDirty = true }
  }

  private func place(_ node: Node, in parent: Node, at index: Int) {
    guard node.number != 0, !parent.isInside(node) else { return }
    let old = node.parent
    let wasOutside = node.root.number != 0
    let before = parent.children.map(\.number)
    old?.children.removeAll { $0 === node }
    parent.children.insert(node, at: min(index, parent.children.count))
    node.parent = parent
    if wasOutside, parent.root.number == 0 { node.arrive() }
    if old === parent {
      if parent.children.map(\.number) != before { parent.isDirty = true }
    } else {
      old?.isDirty = true
      parent.isDirty = true
      node.isDirty = true
    }
  }

  // MARK: Passes

  private func hasDirty(_ node: Node) -> Bool {
    node.isDirty || node.children.contains(where: hasDirty)
  }

  /// The dirty nodes in pre-order, the last sibling first; their flags are cleared.
  private func collect(_ node: Node) -> [Node] {
    var batch: [Node] = node.isDirty ? [node] : []
    node.isDirty = false
    for child in node.children.reversed() { batch += collect(child) }
    return batch
  }

  private func force(_ node: Node) {
    var top = node
    while let parent = top.parent, parent.isDirty { top = parent }
    guard hasDirty(top) else { return }
    if top.root.number == 0 { return run(top, commits) }
    let outer = detached
    let pass = outer ?? Pass(limit: 10_000)
    detached = pass
    run(top, pass)
    // The loop of the window goes on with a tree that came into one.
    if hasMovedOn(top, from: pass) { force(top) }
    detached = outer
  }

  /// True if a pass outside any window has lost a node to the window.
  private func hasMovedOn(_ node: Node, from pass: Pass) -> Bool {
    pass !== commits && node.root.number == 0
  }

  private func run(_ top: Node, _ pass: Pass) {
    if pass.depth == 0 { (pass.batches, pass.didHitLimit) = (0, false) }
    pass.depth += 1
    defer { pass.depth -= 1 }
    while !pass.didHitLimit {
      if hasMovedOn(top, from: pass) { return }
      if pass.batches == pass.limit {
        pass.didHitLimit = hasDirty(top)
        return
      }
      let batch = collect(top)
      if batch.isEmpty { return }
      pass.batches += 1
      for node in batch {
        if pass.didHitLimit || hasMovedOn(node, from: pass) {
          node.isDirty = true
        } else {
          layOut(node, pass)
        }
      }
    }
  }

  private func layOut(_ node: Node, _ pass: Pass) {
    node.running += 1
    if pass !== commits { node.runningOutside += 1 }
    log.append(node.number)
    layouts += 1
    if !node.plans.isEmpty {
      for step in node.plans.removeFirst() { take(step) }
    }
    if pass === commits {
      node.running -= 1
    } else if node.runningOutside > 0 {
      node.running -= 1
      node.runningOutside -= 1
    }
  }
}
