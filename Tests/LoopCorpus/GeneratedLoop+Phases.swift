import Foundation
import ViewTree

extension GeneratedLoop {
  /// A controller's additional insets grow or change with a period, written after its own layout or
  /// by a helper that it calls.
  func buildInsets() {
    let page = makeApart("page")
    let controller = GeneratedController(of: page)
    props.append(controller)
    let helper = chance(2) ? make("helper", in: chance(2) ? page : root) : nil
    let writer = helper ?? page
    let values = values()
    let period = self.period
    truth = Truth(
      period > 1
        ? .oscillating(period: period)
        : .drifting(["safeAreaInsets.bottom", "additionalSafeAreaInsets.bottom"], perRound: 2),
      [.init(writer.identifier!, ["additionalSafeAreaInsets"], on: ["page"], dirties: ["page"])],
      accomplices: helper == nil ? [] : ["page"])
    anchor = page
    addInnocents(random(0...2), of: page)
    // At the top edge nothing of a bottom inset reaches what stands in the page.
    page.frame = CGRect(x: 0, y: 0, width: 200, height: 5_000)
    let write = { [unowned self, unowned writer] (controller: GeneratedController?, round: Int) in
      guard let controller, does(writer, "additionalSafeAreaInsets") else { return }
      controller.additionalSafeAreaInsets.bottom =
        period > 1 ? values[round % period] : controller.additionalSafeAreaInsets.bottom + 2
    }
    if let helper {
      give(page) { [unowned helper] _ in helper.setNeedsLayout() }
      give(helper) { [weak controller] helper in write(controller, helper.layouts) }
    } else {
      give(page) { _ in }
      controller.onLayout = { [unowned self, unowned page] controller in
        if acts(page) { write(controller, page.layouts) }
      }
    }
  }

  /// A view's layout asks for the constraints phase of itself or of another view, whose
  /// `updateConstraints` dirties it: by a call, or by another width.
  func buildConstraints() {
    let asking = makeApart("asking")
    // A subview's constraints dirty its superview at once; in another branch they do not.
    let updating = chance(3) ? asking : makeApart("updating")
    let writes = period > 1 && updating !== asking
    let name = updating.identifier!
    let values = values()
    let period = self.period
    var culprits = [
      Truth.Deed(
        name, writes ? ["frame.size.width"] : ["setNeedsLayout"], on: ["asking"],
        dirties: ["asking"])
    ]
    if !writes {
      culprits.append(
        .init("asking", ["setNeedsUpdateConstraints"], on: [name], dirties: [name, "asking"]))
    }
    truth = Truth(
      writes ? .oscillating(period: period) : .redundant, culprits, accomplices: [],
      others: ["asking", name])
    // The superview of what needs its constraints updated, or has another width, places it.
    for view in [updating.superview, writes ? asking.superview : nil] {
      if let victim = view?.identifier, victim != "asking" { truth.victims.insert(victim) }
    }
    roundsToRepeat = writes ? period : 1
    anchor = asking
    addInnocents(random(0...2), of: asking)
    give(asking) { [unowned self, unowned updating] asking in
      if does(asking, "setNeedsUpdateConstraints") { updating.setNeedsUpdateConstraints() }
    }
    var rounds = 0
    updating.onConstraints = { [unowned self, unowned asking] updating in
      guard acts(updating) else { return }
      rounds += 1
      guard does(updating, writes ? "frame.size.width" : "setNeedsLayout") else { return }
      if writes {
        asking.frame.size.width = 100 + values[rounds % period]
      } else {
        asking.setNeedsLayout()
      }
    }
  }

  /// An arranged view hides its neighbour while it is narrow, which makes it wide.
  func buildArrangement() {
    let others = random(0...4)
    let width: CGFloat = 300
    let limit = (width / CGFloat(others + 1) + width / CGFloat(others + 2)) / 2
    let item = GeneratedView("item")
    let badge = GeneratedView("badge")
    var arranged = (0..<others).map { GeneratedView("other\($0)") }
    arranged.append(item)
    views += arranged + [badge]
    // The last one, so that hidden or not it is as large as it was.
    let stack = StackView(arrangedSubviews: arranged + [badge])
    stack.identifier = "stack"
    stack.distribution = .fillEqually
    stack.frame = CGRect(x: 0, y: 0, width: width, height: 40)
    add(stack, to: chance(2) ? root : make("room", in: root))
    truth = Truth(
      .oscillating(period: 2), [.init("item", ["isHidden"], on: ["badge"], dirties: ["stack"])],
      accomplices: ["stack"],
      // A hidden view is parked without length, so that it is laid out again too.
      victims: Set(arranged.dropLast().map { $0.identifier! }).union(["badge"]))
    roundsToRepeat = 2
    anchor = item
    addInnocents(random(0...2), of: item)
    give(item) { [unowned self, unowned badge] item in
      if does(item, "isHidden") { badge.isHidden = item.bounds.width < limit }
    }
  }
}
