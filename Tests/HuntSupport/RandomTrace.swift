import TestSupport

/// A random trace that follows all rules, as no engine would record it, with a plain count of its layouts.
///
/// Layouts come in any order and nest, with causes and without; views die alone or with those below them,
/// leave the windows and come back, and are laid out outside of them.
package struct RandomTrace {
  package private(set) var text = ""
  /// The layouts by turn and view.
  package private(set) var counts: [Int: [Int: Int]] = [:]
  private var random: SeededGenerator
  private var superviews: [Int: Int?] = [:]
  private var subviews: [Int: [Int]] = [:]
  private var windows: Set<Int> = []
  /// The views in layout and in their part of the constraints phase, innermost last.
  private var open: [(view: Int, isLayout: Bool)] = []
  private var favourites: [Int] = []
  private var held: [Int] = []
  private var (lastView, lastWork, turn) = (0, 0, 0)

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    make()
  }

  /// The views with more layouts in a turn than a threshold allows.
  package func crossings(_ threshold: Int) -> Set<[Int]> {
    Set(
      counts.flatMap { turn, views in
        views.filter { $0.value > threshold }.map { [$0.key, turn] }
      })
  }

  // MARK: Chance

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
  private mutating func one(in count: Int) -> Bool { number(1...count) == 1 }
  private mutating func any<Value>(_ values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }
  private mutating func anyView() -> Int { any(superviews.keys.sorted()) }

  private mutating func put(_ event: String, _ rest: String...) {
    text += #"{"e":"\#(event)""# + rest.filter { !$0.isEmpty }.map { "," + $0 }.joined() + "}\n"
  }

  private var writer: String { open.last { $0.isLayout }.map { #""by":\#($0.view)"# } ?? "" }

  // MARK: The trace

  private mutating func make() {
    put(
      "trace", #""version":1"#, one(in: 3) ? #""passLimit":\#(any([1, 2, 5, 100]))"# : "")
    addView(.window)
    if one(in: 3) { addView(.window) }
    for _ in 0..<number(1...7) { addView(one(in: 6) ? .nowhere : .inside) }
    let turns = number(1...4)
    for _ in 0..<turns { addTurn() }
    put("end", #""turns":\#(turns)"#)
  }

  private mutating func addTurn() {
    turn += any([1, 1, 3])
    put("turn", #""n":\#(turn)"#)
    favourites = [anyView(), anyView()]
    for _ in 0..<number(0...6) { act(0) }
    if let work = held.popLast() {
      put("run", #""k":\#(work)"#)
      for _ in 0..<number(0...3) { act(1) }
      put("ran", #""k":\#(work)"#)
    }
    if !one(in: 7) {
      put("commit")
      let layouts = any([0, 1, 3, 8, 20])
      for _ in 0..<layouts {
        if one(in: 10) { act(1) }
        layOut(1)
        if one(in: 10) { die() }
      }
      put("committed", #""batches":\#(max(1, layouts))"#)
    }
    if one(in: 3) { act(0) }
  }

  private mutating func act(_ depth: Int) {
    switch number(0...15) {
    case 0...3:
      let why = any(["explicit", "explicit", "size", "bounds", "subviews", "text", #"s\u0069ze"#])
      put(
        "dirty", #""v":\#(anyView())"#, #""why":"\#(why)""#, writer,
        one(in: 2) ? #""again":true"# : "")
    case 4, 5:
      let view = anyView()
      put("frame", #""v":\#(view)"#, #""to":[0,0,\#(any([10, 20, 44])),20]"#, writer)
      if !one(in: 3) { put("dirty", #""v":\#(view)"#, #""why":"size""#, writer) }
    case 6, 7, 8: force(depth)
    case 9: addView(one(in: 3) ? .nowhere : .inside)
    case 10: move()
    case 11, 12: die()
    case 13:
      lastWork += 1
      held.append(lastWork)
      put("async", #""k":\#(lastWork)"#, writer)
    case 14:
      let view = anyView()
      put("update", #""v":\#(view)"#)
      open.append((view, false))
      if depth < 4 { act(depth + 1) }
      open.removeLast()
      put("updated", #""v":\#(view)"#)
    default: if depth < 4 { layOut(depth + 1) }
    }
  }

  private mutating func force(_ depth: Int) {
    let view = anyView()
    put("force", #""v":\#(view)"#, writer)
    guard depth < 4 else { return }
    for _ in 0..<number(0...3) { layOut(depth + 1, one(in: 2) ? view : nil) }
  }

  private mutating func layOut(_ depth: Int, _ wanted: Int? = nil) {
    let chosen = wanted ?? (one(in: 2) ? any(favourites) : anyView())
    let view = superviews[chosen] == nil ? anyView() : chosen
    counts[turn, default: [:]][view, default: 0] += 1
    put("layout", #""v":\#(view)"#)
    open.append((view, true))
    if depth < 5 { for _ in 0..<any([0, 0, 0, 1, 1, 2]) { act(depth + 1) } }
    open.removeLast()
    put("done", #""v":\#(view)"#)
  }

  // MARK: The tree

  private enum Place { case window, inside, nowhere }

  private mutating func addView(_ place: Place) {
    lastView += 1
    let view = lastView
    var position = ""
    var superview: Int?
    switch place {
    case .window: windows.insert(view)
    case .nowhere: position = #""in":null"#
    case .inside:
      let parent = anyView()
      let index = number(0...(subviews[parent] ?? []).count)
      subviews[parent]?.insert(view, at: index)
      (superview, position) = (parent, #""in":\#(parent),"at":\#(index)"#)
    }
    (superviews[view], subviews[view]) = (.some(superview), [])
    put(
      "view", #""v":\#(view)"#,
      #""class":"\#(place == .window ? "Window" : any(["Cell", "Row"]))""#,
      position, #""frame":[0,0,10,20]"#, one(in: 2) ? #""clean":true"# : "")
  }

  private mutating func detach(_ view: Int) {
    if let superview = superviews[view] ?? nil { subviews[superview]?.removeAll { $0 == view } }
    superviews[view] = .some(nil)
  }

  private func isInside(_ view: Int, _ ancestor: Int) -> Bool {
    var next: Int? = view
    while let current = next, current != ancestor { next = superviews[current] ?? nil }
    return next != nil
  }

  private mutating func move() {
    let view = anyView()
    guard !windows.contains(view) else { return }
    let parent = anyView()
    guard !one(in: 3), !isInside(parent, view) else {
      detach(view)
      return put("move", #""v":\#(view)"#, #""in":null"#, writer)
    }
    detach(view)
    let index = number(0...(subviews[parent] ?? []).count)
    subviews[parent]?.insert(view, at: index)
    superviews[view] = .some(parent)
    put("move", #""v":\#(view)"#, #""in":\#(parent),"at":\#(index)"#, writer)
  }

  /// A view dies, alone or with all below it, in any order.
  private mutating func die() {
    let view = anyView()
    var dying = [view]
    if !one(in: 3) {
      dying = superviews.keys.sorted().filter { isInside($0, view) }
      if one(in: 2) { dying.shuffle(using: &random) }
    }
    for view in dying where !open.contains(where: { $0.view == view }) && !windows.contains(view) {
      put("gone", #""v":\#(view)"#)
      for subview in subviews[view] ?? [] { superviews[subview] = .some(nil) }
      detach(view)
      (superviews[view], subviews[view]) = (nil, nil)
    }
  }
}
