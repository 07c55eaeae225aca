import Foundation
import TestSupport
import Testing
import ViewTree

/// Rows A: changes that make a view dirty, and changes that do not.
@Suite("Dirtying of views")
struct DirtyingTests {
  let loop = TurnLoop()
  let grandparent = JournalView("grandparent", frame: CGRect(x: 0, y: 0, width: 300, height: 300))
  let parent = JournalView("parent", frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let view = JournalView("view", frame: CGRect(x: 10, y: 10, width: 100, height: 50))
  let sibling = JournalView("sibling", frame: CGRect(x: 10, y: 90, width: 100, height: 50))
  let child = JournalView("child", frame: CGRect(x: 5, y: 5, width: 20, height: 20))
  let window: Window

  init() {
    grandparent.addSubview(parent)
    parent.addSubview(view)
    parent.addSubview(sibling)
    view.addSubview(child)
    window = loop.makeSettledWindow(grandparent)
  }

  /// The dirty views, by identifier.
  private var dirty: Set<String> {
    var names: Set<String> = []
    for view in [grandparent, parent, view, sibling, child] where view.needsLayout {
      names.insert(view.identifier ?? "?")
    }
    if window.needsLayout { names.insert("window") }
    return names
  }

  @Test("A1: a new view is dirty, and init lays out nothing")
  func initialState() {
    let new = JournalView("new")
    #expect(new.needsLayout)
    #expect(new.layouts == 0)
  }

  @Test("A2: setNeedsLayout dirties the view alone and returns at once")
  func setNeedsLayout() {
    let before = view.layouts
    view.setNeedsLayout()
    view.setNeedsLayout()
    #expect(dirty == ["view"])
    #expect(view.layouts == before)
    loop.runTurn()
    #expect(view.layouts == before + 1)
    #expect(dirty == [])
  }

  @Test("A3: adding dirties the receiver and the added view")
  func adding() {
    let new = JournalView("new")
    let holder = View(frame: .zero)
    holder.addSubview(new)
    holder.layoutIfNeeded()
    #expect(!new.needsLayout && !holder.needsLayout)
    view.insertSubview(new, at: 0)
    #expect(dirty == ["view"])
    #expect(new.needsLayout)
    #expect(holder.needsLayout, "the old superview is dirty too")
  }

  @Test("A4: removing dirties the old superview, not the removed view")
  func removing() {
    view.removeFromSuperview()
    #expect(dirty == ["parent"])
  }

  @Test("A5: a new order dirties the parent, the same order no view")
  func reordering() {
    parent.bringSubviewToFront(sibling)
    parent.sendSubviewToBack(view)
    parent.exchangeSubview(at: 1, withSubviewAt: 1)
    parent.addSubview(sibling)
    #expect(dirty == [])
    parent.bringSubviewToFront(view)
    #expect(dirty == ["parent"])
    loop.runTurn()
    parent.sendSubviewToBack(view)
    #expect(dirty == ["parent"])
    loop.runTurn()
    parent.exchangeSubview(at: 0, withSubviewAt: 1)
    #expect(dirty == ["parent"])
    #expect(parent.subviews.map(\.identifier) == ["sibling", "view"])
  }

  @Test("A6: a new size dirties the view and its direct superview, and no other view")
  func newSize() {
    view.bounds.size.width = 80
    #expect(dirty == ["view", "parent"])
    loop.runTurn()
    view.frame.size.height = 51
    #expect(dirty == ["view", "parent"])
  }

  @Test("A7: a new origin or center dirties no view")
  func newOrigin() {
    view.frame.origin = CGPoint(x: 11, y: 12)
    view.center = CGPoint(x: 70, y: 70)
    #expect(dirty == [])
  }

  @Test("A8: a new bounds origin dirties the view alone")
  func newBoundsOrigin() {
    view.bounds.origin.y = 5
    #expect(dirty == ["view"])
  }

  @Test("A9: any setter with an equal value dirties no view and tells no observer")
  func equalValues() {
    let watcher = Watcher()
    let token = loop.addLayoutObserver(watcher)
    view.frame = view.frame
    view.bounds = view.bounds
    view.center = view.center
    view.transform = view.transform
    view.isHidden = view.isHidden
    view.alpha = view.alpha
    view.layoutMargins = view.layoutMargins
    window.safeAreaInsets = window.safeAreaInsets
    #expect(dirty == [])
    #expect(watcher.lines == [])
    withExtendedLifetime(token) {}
  }

  @Test("A10: a transform dirties no view")
  func transform() {
    view.transform = AffineTransform(scale: 2)
    #expect(dirty == [])
  }

  @Test("A10: moving a transformed view's frame dirties no view, growing it dirties as usual")
  func transformedFrame() {
    final class Writes: LayoutObserver {
      var frames: [CGRect] = []
      func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
        if case .rect(let frame) = change.new, change.property == .frame { frames.append(frame) }
      }
    }
    view.transform = AffineTransform(scale: 2)
    let writes = Writes()
    let token = loop.addLayoutObserver(writes)
    let frame = view.frame
    func write(_ new: CGRect) -> Set<String> {
      view.frame = new
      #expect(writes.frames == [new])
      #expect(view.frame == new)
      let dirtied = dirty
      writes.frames = []
      view.transform = .identity
      view.frame = CGRect(x: 10, y: 10, width: 100, height: 50)
      view.transform = AffineTransform(scale: 2)
      loop.runTurn()
      writes.frames = []
      return dirtied
    }
    // Only the origin, only the size, and both so that the view's own corner stays where it was.
    #expect(write(frame.offsetBy(dx: 7, dy: -3)) == [])
    #expect(
      write(CGRect(origin: frame.origin, size: CGSize(width: 240, height: 100))) == [
        "view", "parent",
      ])
    let around = CGRect(x: frame.minX - 10, y: frame.minY, width: 240, height: 100)
    #expect(write(around) == ["view", "parent"])
    // Setting an equal value is no change.
    view.frame = frame
    #expect(writes.frames == [])
    withExtendedLifetime(token) {}
  }

  @Test("A11: hiding dirties neither the view nor a plain superview")
  func hiding() {
    view.isHidden = true
    #expect(dirty == [])
  }

  @Test("A13: a superview that sizes its subviews in its layout is not dirtied again by that")
  func parentSizesChildren() {
    parent.onLayout = { [view] parent in view.frame.size.height = CGFloat(parent.layouts) }
    let before = (parent.layouts, view.layouts)
    parent.setNeedsLayout()
    loop.runTurn()
    #expect(parent.layouts == before.0 + 1)
    #expect(view.layouts == before.1 + 1)
    #expect(loop.lastCommit.batches == 2)
  }

  @Test("A13: a view that resizes itself in its layout dirties only its superview")
  func selfResize() {
    view.onLayout = { $0.frame.size.height = 77 }
    let before = (parent.layouts, view.layouts)
    view.setNeedsLayout()
    loop.runTurn()
    #expect(parent.layouts == before.0 + 1)
    #expect(view.layouts == before.1 + 1)
  }

  @Test("A13: suppression holds anywhere on the stack, also under a nested pass of a subview")
  func suppressionBelow() {
    view.onLayout = { [child] view in
      guard view.layouts == 2 else { return }
      child.setNeedsLayout()
      child.layoutIfNeeded()
    }
    child.onLayout = { [view] _ in view.bounds.origin.x += 1 }
    view.setNeedsLayout()
    loop.runTurn()
    #expect(view.layouts == 2)
    #expect(view.bounds.origin.x == 1)
  }

  @Test("A13: an explicit setNeedsLayout in one's own layout is never suppressed")
  func explicitIsNotSuppressed() {
    view.onLayout = { view in if view.layouts < 5 { view.setNeedsLayout() } }
    view.setNeedsLayout()
    loop.runTurn()
    #expect(view.layouts == 5)
  }

  @Test("A14: invalidating the intrinsic size asks for constraints and dirties the superview")
  func intrinsicSize() {
    view.invalidateIntrinsicContentSize()
    #expect(view.needsUpdateConstraints())
    #expect(dirty == ["parent"])
  }

  @Test("a new view's constraints need an update, which it gets by a direct call, not by a pass")
  func newConstraints() {
    final class Counting: View {
      var updates = 0
      override func updateConstraints() {
        updates += 1
        super.updateConstraints()
      }
    }
    let new = Counting()
    #expect(new.needsUpdateConstraints(), "as UIKit says of a new view")
    parent.addSubview(new)
    loop.runTurn()
    #expect(new.updates == 0 && new.needsUpdateConstraints(), "nothing engages constraints here")
    #expect(loop.isIdle)
    new.updateConstraints()
    #expect(!new.needsUpdateConstraints())
    new.setNeedsUpdateConstraints()
    loop.runTurn()
    #expect(new.updates == 2 && !new.needsUpdateConstraints())
    new.setNeedsUpdateConstraints()
    new.updateConstraints()
    #expect(!new.needsUpdateConstraints(), "done already")
    loop.runTurn()
    #expect(new.updates == 3 && loop.isIdle)
  }

  @Test(
    "a first pass updates the views that asked for it or rely on it, their ancestors, and no others"
  )
  func firstPass() {
    class Noting: View {
      var updates = 0
      override func updateConstraints() {
        updates += 1
        super.updateConstraints()
      }
    }
    final class Relying: Noting {
      override class var requiresConstraintBasedLayout: Bool { true }
    }
    // Three branches of three: one plain, one with a leaf that asks, one with a leaf that relies on it.
    let branches = (0..<3).map { branch -> [Noting] in
      let views: [Noting] = [Noting(), Noting(), branch == 2 ? Relying() : Noting()]
      views[0].addSubview(views[1])
      views[1].addSubview(views[2])
      return views
    }
    branches[1][2].setNeedsUpdateConstraints()
    branches[2][0].layoutIfNeeded()
    #expect(branches[2][2].updates == 0, "it relies on a window")
    for branch in branches { parent.addSubview(branch[0]) }
    loop.runTurn()
    #expect(branches.map { $0.map(\.updates) } == [[0, 0, 0], [1, 1, 1], [1, 1, 1]])
    #expect(loop.isIdle)
    // Once is enough: neither a second pass nor another window asks again.
    let other = Window(frame: window.bounds, loop: loop)
    other.addSubview(branches[2][0])
    loop.runTurn()
    #expect(branches[2].map(\.updates) == [1, 1, 1])
    let late = Relying()
    branches[0][0].addSubview(late)
    loop.runTurn()
    #expect(late.updates == 1 && branches[0].map(\.updates) == [1, 0, 0])
  }

  @Test("A16: a window's new size dirties it, and its root view through the new size")
  func windowResize() {
    let controller = ViewController()
    window.rootViewController = controller
    loop.runTurn()
    window.frame.size = CGSize(width: 480, height: 320)
    #expect(window.needsLayout)
    #expect(controller.view.needsLayout)
    #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 480, height: 320))
  }

  @Test("A17: a dirty view outside a window stays dirty until the commit after attaching")
  func dirtOutside() {
    view.removeFromSuperview()
    loop.runTurn()
    let before = child.layouts
    child.setNeedsLayout()
    loop.runTurn()
    #expect(child.layouts == before)
    grandparent.addSubview(view)
    loop.runTurn()
    #expect(child.layouts == before + 1)
  }

  @Test("an override of setNeedsLayout is called, and super marks the view")
  func overridden() {
    final class Counting: View {
      var calls = 0
      override func setNeedsLayout() {
        calls += 1
        super.setNeedsLayout()
      }
    }
    let counting = Counting()
    parent.addSubview(counting)
    loop.runTurn()
    counting.setNeedsLayout()
    #expect(counting.calls == 1)
    #expect(counting.needsLayout)
  }
}
