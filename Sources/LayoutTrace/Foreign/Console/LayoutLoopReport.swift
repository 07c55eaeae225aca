import ViewTree

/// A report of UIKit's debugger about one layout loop.
struct LayoutLoopReport {
  /// A write to geometry in the report.
  struct Write: Hashable {
    var property: GeometryProperty
    var numbers: [Double]
    /// The running layout method, and the view in whose layout it ran; nil outside layout.
    var method: String?
    var writer: LoggedView?
  }

  /// A call of `setNeedsLayout`, with its stack from the inside out.
  struct Call {
    var target: LoggedView
    /// The view in layout, if the log names it.
    var writer: LoggedView?
    var method: String?
    /// True if UIKit says that the target is the writer or above it.
    var isUpstream = false
    var frames: [LoggedFrame] = []
  }

  /// The process as the log names it; empty if it doesn't.
  var process: String
  /// True if UIKit is certain.
  var isConfirmed = true
  /// True if UIKit blames ambiguous constraints.
  var hasAmbiguousLayout = false
  /// The number of layouts of a view after which UIKit took notice.
  var threshold: Int?
  var top: LoggedView?
  /// The tree, each view with its depth below the first.
  var tree: [(depth: Int, view: LoggedView)] = []
  /// One round of the loop.
  var order: [LoggedView] = []
  /// The layouts that were logged individually.
  var layouts: [LoggedView] = []
  var writes: [(target: LoggedView, write: Write)] = []
  /// The calls that were logged individually, and those listed at the end.
  var calls: [Call] = []
  /// The views of controllers, by the controllers' classes.
  var controllers: [String: LoggedView] = [:]
  /// True if the loop goes through constraints.
  var hasConstraints = false
  /// The writes and the calls to views that no line names.
  private(set) var strayWrites: [Write] = []
  private(set) var strayCalls: [Call] = []

  /// True unless it contains something about a view in layout.
  var isEmpty: Bool { top == nil && order.isEmpty && layouts.isEmpty && calls.isEmpty }

  /// The number of facts that were read.
  var size: Int {
    tree.count + order.count + layouts.count + writes.count + calls.count
      + (calls.last?.frames.count ?? 0) + (top == nil ? 0 : 1)
  }

  /// Gives calls to the top-level view their target, and takes out what has none.
  mutating func setStraysApart() {
    let topLevel = topView
    for index in calls.indices where calls[index].target == .topLevel {
      calls[index].target = topLevel ?? .unnamed
    }
    strayCalls = calls.filter { $0.target == .unnamed }
    calls.removeAll { $0.target == .unnamed }
    strayWrites = writes.filter { $0.target == .unnamed }.map(\.write)
    writes.removeAll { $0.target == .unnamed }
  }
}

extension LayoutLoopReport {
  /// The view above all others, as far as the log says so; nil if it contains nothing about a view.
  var topView: LoggedView? {
    top ?? upmost ?? listed.last ?? tree.first?.view ?? layouts.last
      ?? calls.first { $0.target.address > 0 }?.target
  }

  /// The first of the views called from below that calls no other.
  var upmost: LoggedView? {
    let upstream = calls.filter(\.isUpstream)
    let callers = Set(upstream.lazy.filter { $0.writer != $0.target }.compactMap(\.writer))
    return upstream.first { !callers.contains($0.target) }?.target
  }

  /// One round beginning with its top-level view, in the order of its layouts.
  var round: [LoggedView] {
    guard let topView else { return [] }
    // UIKit lists the top-level view last.
    guard let last = listed.lastIndex(of: topView) else { return [topView] + listed }
    return Array(listed[last...] + listed[..<last])
  }

  /// One round as it is listed, or as it was logged layout by layout.
  private var listed: [LoggedView] {
    guard order.isEmpty, let top = top ?? upmost ?? layouts.last,
      let last = layouts.lastIndex(of: top)
    else { return order }
    let start = layouts[..<last].lastIndex(of: top).map { $0 + 1 } ?? 0
    return Array(layouts[start...last])
  }

  /// The controllers' classes, by their views.
  var owners: [LoggedView: String] {
    Dictionary(controllers.map { ($0.value, $0.key) }, uniquingKeysWith: min)
  }

  /// True if the log contains an order of layouts.
  var hasOrder: Bool { !listed.isEmpty }
}
