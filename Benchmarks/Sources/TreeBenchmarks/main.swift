import Foundation
import Timing
import ViewTree

// The costs of the tree itself. Both sides of every ratio are measured here, alternately.

/// A view with an override of its own that does nothing.
class Quiet: View {
  override func layoutSubviews() {}
}

/// Another one, so that no call of `layoutSubviews` can be resolved at compile time.
class QuietToo: View {
  override func layoutSubviews() {}
}

/// A view that places one child, elsewhere at each layout.
class Placing: View {
  final var x: CGFloat = 0
  final var child: Placed?

  override func layoutSubviews() {
    x = x == 0 ? 1 : 0
    child?.frame = CGRect(x: x, y: 0, width: 10, height: 10)
  }

  /// The bare counterpart: an overridable method, and a store into a plain property.
  func placeBare() {}
}

class PlacingToo: Placing {
  override func placeBare() {
    x = x == 0 ? 1 : 0
    child?.bareFrame = CGRect(x: x, y: 0, width: 10, height: 10)
  }
}

/// The child, with room for the bare store.
final class Placed: View {
  final var bareFrame = CGRect.zero
}

/// Hides the class of a view from the optimiser.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// A window over a tree of about `count` views, ten to a parent.
func makeTree(of count: Int, loop: TurnLoop) -> Window {
  let window = Window(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000), loop: loop)
  var made = 1
  var parents: [View] = [window]
  while made < count {
    var next: [View] = []
    for parent in parents where made < count {
      for _ in 0..<10 where made < count {
        let view = Quiet(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
        parent.addSubview(view)
        next.append(view)
        made += 1
      }
    }
    parents = next
  }
  return window
}

/// A chain of `depth` views below `root`; returns the last.
func addChain(of depth: Int, to root: View) -> View {
  var view = root
  for _ in 0..<depth {
    let next = Quiet(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.addSubview(next)
    view = next
  }
  return view
}

func commitOfOneLeaf(_ loop: TurnLoop, _ leaf: View) -> Double {
  nanoseconds(per: 20_000) {
    for _ in 0..<20_000 {
      leaf.setNeedsLayout()
      loop.runTurn()
    }
  }
}

print("ViewTree, medians of paired runs\n")

do {
  func residentBytes() -> Int {
    let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }
  let parent = View(frame: .zero)
  parent.addSubview(View(frame: .zero))
  let before = residentBytes()
  var views: [View] = []
  views.reserveCapacity(500_000)
  for _ in 0..<500_000 { views.append(View(frame: .zero)) }
  let perView = Double(residentBytes() - before) / 500_000 - 8
  report(
    "memory of a plain view, malloc included",
    "\(text(perView)) bytes", bound: "400 bytes", holds: perView <= 400)
  withExtendedLifetime((parent, views)) {}
}

do {
  let (bigLoop, smallLoop) = (TurnLoop(), TurnLoop())
  let big = makeTree(of: 1_000_000, loop: bigLoop)
  let small = makeTree(of: 1_000, loop: smallLoop)
  let bigLeaf = addChain(of: 20, to: big)
  let smallLeaf = addChain(of: 20, to: small)
  bigLoop.runUntilIdle()
  smallLoop.runUntilIdle()
  let result = compare {
    commitOfOneLeaf(bigLoop, bigLeaf)
  } baseline: {
    commitOfOneLeaf(smallLoop, smallLeaf)
  }
  report(
    "one dirty leaf at depth 20: turn in 1 000 000 views against 1 000",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)",
    bound: "1.3x", holds: result.ratio <= 1.3)
  withExtendedLifetime((big, small)) {}
}

do {
  func make(_ siblings: Int) -> (TurnLoop, Window, View) {
    let loop = TurnLoop()
    let window = Window(frame: .zero, loop: loop)
    let parent = addChain(of: 18, to: window)
    for _ in 0..<siblings { parent.addSubview(Quiet(frame: .zero)) }
    loop.runUntilIdle()
    return (loop, window, parent.subviews[siblings / 2])
  }
  let wide = make(100_000)
  let narrow = make(10)
  let result = compare {
    commitOfOneLeaf(wide.0, wide.2)
  } baseline: {
    commitOfOneLeaf(narrow.0, narrow.2)
  }
  report(
    "one dirty leaf: turn under a parent of 100 000 against one of 10",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)",
    bound: "1.3x", holds: result.ratio <= 1.3)
}

do {
  let loop = TurnLoop()
  let window = makeTree(of: 100_000, loop: loop)
  loop.runUntilIdle()
  var all: [View] = []
  var waiting: [View] = [window]
  while let view = waiting.popLast() {
    all.append(view)
    waiting.append(contentsOf: view.subviews)
  }
  let marked = stride(from: 50, to: all.count, by: 100).map { all[$0] }
  let result = compare {
    nanoseconds(per: marked.count * 20) {
      for _ in 0..<20 {
        for view in marked { view.setNeedsLayout() }
        loop.runTurn()
      }
    }
  } baseline: {
    nanoseconds(per: marked.count * 20) {
      for _ in 0..<20 { for view in marked { view.layoutSubviews() } }
    }
  }
  let own = result.subject - result.baseline
  report(
    "marking and flushing 1 % of 100 000 views, per dirty view",
    "\(text(own)) ns beside their layoutSubviews",
    bound: "150 ns", holds: own <= 150)
  withExtendedLifetime(window) {}
}

do {
  let loop = TurnLoop()
  let window = Window(frame: .zero, loop: loop)
  var views: [Placing] = []
  for _ in 0..<100 {
    let group = View(frame: .zero)
    window.addSubview(group)
    for _ in 0..<1_000 {
      let view: Placing = PlacingToo(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      let child = Placed(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.addSubview(child)
      view.child = child
      group.addSubview(view)
      views.append(view)
    }
  }
  loop.runUntilIdle()
  let result = compare {
    nanoseconds(per: views.count) {
      for view in views { view.setNeedsLayout() }
      loop.runTurn()
    }
  } baseline: {
    nanoseconds(per: views.count) { for view in views { view.placeBare() } }
  }
  report(
    "full relayout of 100 000 views that place one child",
    "\(text(result.ratio))x of bare calls and stores on the same objects  (\(text(result.subject)) ns per view "
      + "against \(text(result.baseline)) ns)",
    bound: "6x", holds: result.ratio <= 6)
  let flushed = compare {
    for view in views { view.setNeedsLayout() }
    return nanoseconds(per: views.count) { loop.runTurn() }
  } baseline: {
    nanoseconds(per: views.count) { for view in views { view.placeBare() } }
  }
  report(
    "  the same, the commit alone",
    "\(text(flushed.ratio))x  (\(text(flushed.subject)) ns per view)")
  withExtendedLifetime(window) {}
}

do {
  let loop = TurnLoop()
  let window = Window(frame: .zero, loop: loop)
  let view: View = opaque(Bool.random() ? Quiet(frame: .zero) : QuietToo(frame: .zero))
  window.addSubview(view)
  loop.runTurn()
  let result = compare {
    nanoseconds(per: 2_000_000) { for _ in 0..<2_000_000 { view.setNeedsLayout() } }
  } baseline: {
    nanoseconds(per: 2_000_000) { for _ in 0..<2_000_000 { view.layoutSubviews() } }
  }
  report(
    "setNeedsLayout on a dirty view against an empty overridden call",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)",
    bound: "2x", holds: result.ratio <= 2)
  withExtendedLifetime(window) {}
}

do {
  /// A view in a window, anchored at its middle or at `anchor`.
  func make(_ loop: TurnLoop, anchor: CGPoint?) -> (Window, View) {
    let window = Window(frame: .zero, loop: loop)
    let view: View = opaque(Bool.random() ? Quiet(frame: .zero) : QuietToo(frame: .zero))
    view.frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    if let anchor { view.anchorPoint = anchor }
    window.addSubview(view)
    loop.runTurn()
    return (window, view)
  }
  let loop = TurnLoop()
  let elsewhere = make(loop, anchor: CGPoint(x: 0.25, y: 1))
  let plain = make(loop, anchor: nil)
  var sum: CGFloat = 0
  func readAndMove(_ view: View) -> Double {
    nanoseconds(per: 500_000) {
      for step in 0..<500_000 {
        view.center = CGPoint(x: CGFloat(step & 1), y: 7)
        sum += view.frame.origin.x + view.center.x + view.bounds.size.width
      }
    }
  }
  let result = compare {
    readAndMove(elsewhere.1)
  } baseline: {
    readAndMove(plain.1)
  }
  report(
    "a move and three reads, anchored elsewhere against the middle",
    "\(text(result.ratio))x  (\(text(result.subject)) ns against \(text(result.baseline)) ns)",
    bound: "2x", holds: result.ratio <= 2)
  withExtendedLifetime((elsewhere, plain, sum)) {}
}
