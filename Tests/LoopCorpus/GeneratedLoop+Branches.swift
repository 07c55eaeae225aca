import Foundation
import ViewTree

extension GeneratedLoop {
  /// The owner places its target and calls a helper, at once or by relays; the helper, which is no
  /// ancestor of theirs, gives the target another size.
  func buildBranches() {
    let owner = makeApart("owner")
    let target = make("target", in: owner)
    let helper = chance(3) ? make("helper", in: chance(2) ? owner : target) : makeApart("helper")
    let relays = (0..<random(0...2)).map { makeApart("relay\($0)") }
    let values = values()
    let period = self.period
    truth = Truth(
      .oscillating(period: period),
      [.init("helper", ["frame.size.height"], on: ["target"], dirties: ["owner"])],
      accomplices: Set(relays.map { $0.identifier! }), victims: ["target"], others: ["owner"])
    anchor = owner
    addInnocents(random(0...2), of: owner)
    addInnocents(random(0...2), of: helper)
    let path: [GeneratedView] = relays + [helper]
    give(owner) { [unowned target, unowned next = path[0]] owner in
      target.frame.size.height = 50 + values[owner.layouts % period]
      next.setNeedsLayout()
    }
    for (relay, next) in zip(relays, path.dropFirst()) {
      give(relay) { [unowned next] _ in next.setNeedsLayout() }
    }
    let announces = chance(3)
    give(helper) { [unowned self, unowned target, unowned owner] helper in
      if does(helper, "frame.size.height") {
        target.frame.size.height = 100 + values[owner.layouts % period]
      }
      // The owner hears of it twice; the write is the culprit.
      if announces, does(helper, "setNeedsLayout") { owner.setNeedsLayout() }
    }
  }

  /// Two to five views, none above another, of which each sizes or calls the next.
  ///
  /// With a period sizes come back after it; without one they grow.
  func buildRing() {
    // A room each: one that held two would be laid out twice in a round, and be what rounds go by.
    let ring = (0..<random(2...5)).map { make("ring\($0)", in: makeApart("room\($0)")) }
    let writes = ring.map { _ in chance(2) }
    let values = values()
    let period = self.period
    func next(_ index: Int) -> GeneratedView { ring[(index + 1) % ring.count] }
    let names = ring.map { $0.identifier! }
    let deeds = ring.indices.map { index in
      let target = next(index).identifier!
      return Truth.Deed(
        names[index], [writes[index] ? "frame.size.height" : "setNeedsLayout"], on: [target],
        dirties: [target])
    }
    let hasWrites = writes.contains(true)
    if !hasWrites { roundsToRepeat = 1 }
    truth = Truth(
      !hasWrites
        ? .redundant
        : period > 1 ? .oscillating(period: period) : .drifting(["frame.size.height"], perRound: 1),
      // Only a view that changes something is guilty, if any does.
      ring.indices.filter { writes[$0] || !hasWrites }.map { deeds[$0] }, others: Set(names))
    for index in ring.indices where writes[index] {
      truth.victims.insert(next(index).superview!.identifier!)
    }
    anchor = ring[0]
    for view in ring { addInnocents(random(0...1), of: view) }
    for (index, view) in ring.enumerated() {
      give(view) { [unowned self, unowned next = next(index)] view in
        guard does(view, writes[index] ? "frame.size.height" : "setNeedsLayout") else { return }
        if !writes[index] {
          next.setNeedsLayout()
        } else if period > 1 {
          next.frame.size.height = 50 + values[view.layouts % period]
        } else {
          next.frame.size.height += 1
        }
      }
    }
  }

  /// Two owners move one view to two places.
  ///
  /// A move dirties no view, so each calls the other.
  func buildOwners() {
    let first = makeApart("first")
    let isBelow = chance(2)
    let second = isBelow ? make("second", in: first) : makeApart("second")
    let moved = make("moved", in: chance(2) ? first : makeApart("place"))
    func culprits(_ writer: String, _ other: String) -> [Truth.Deed] {
      [
        .init(writer, ["frame.origin.y"], on: ["moved"], dirties: [other]),
        .init(writer, ["setNeedsLayout"], on: [other], dirties: [other]),
      ]
    }
    // Where one stands above the other, the one below acts upstream.
    truth = Truth(
      .oscillating(period: 1),
      culprits("second", "first") + (isBelow ? [] : culprits("first", "second")),
      accomplices: isBelow ? ["first"] : [], others: ["first", "second"])
    anchor = first
    addInnocents(random(0...2), of: first)
    addInnocents(random(0...2), of: second)
    func move(_ view: GeneratedView, _ y: CGFloat, tells other: GeneratedView) {
      give(view) { [unowned self, unowned other, unowned moved] view in
        if does(view, "frame.origin.y") { moved.frame.origin.y = y }
        if does(view, "setNeedsLayout") { other.setNeedsLayout() }
      }
    }
    move(first, 10, tells: second)
    move(second, 20, tells: first)
  }

  /// A view scrolls a scroll view that tells it of each layout.
  func buildScrolling() {
    let scroll = GeneratedScroll("scroll", CGRect(x: 0, y: 0, width: 200, height: 200))
    add(scroll, to: chance(2) ? root : make("room", in: root))
    let helper = chance(2) ? make("helper", in: scroll) : makeApart("helper")
    let values = values()
    let period = self.period
    let deed = Truth.Deed(
      "helper", ["bounds.origin", "contentOffset"], on: ["scroll"], dirties: ["scroll"])
    truth = Truth(
      period > 1
        ? .oscillating(period: period)
        : .drifting(["bounds.origin.y", "contentOffset.y"], perRound: 3),
      [deed], accomplices: ["scroll"])
    anchor = helper
    addInnocents(random(0...2), of: helper)
    scroll.onLayout = { [unowned self, unowned helper] scroll in
      if acts(scroll) { helper.setNeedsLayout() }
    }
    give(helper) { [unowned self, unowned scroll] helper in
      guard does(helper, "bounds.origin") else { return }
      scroll.contentOffset.y =
        period > 1 ? values[helper.layouts % period] : scroll.contentOffset.y + 3
    }
  }
}
