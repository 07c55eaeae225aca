import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Subviews")
struct SubviewTests {
  let parent = View()
  let views = (0..<4).map { _ in View() }

  init() {
    views.forEach(parent.addSubview)
  }

  private var order: [Int] { parent.subviews.map { views.firstIndex(of: $0)! } }

  @Test(
    "H1: moving a view that is there below or above a sibling",
    arguments: [
      (0, 0, 1), (2, 1, 1), (3, 2, 2),
    ])
  func moves(sibling: Int, below: Int, above: Int) {
    parent.insertSubview(views[1], belowSubview: views[sibling])
    #expect(order.firstIndex(of: 1) == below)
    #expect(order.count == 4)
    parent.insertSubview(views[1], at: 1)
    #expect(order == [0, 1, 2, 3])
    parent.insertSubview(views[1], aboveSubview: views[sibling])
    #expect(order.firstIndex(of: 1) == (sibling == 0 ? 1 : sibling))
    #expect(above == 1 || sibling != 0)
  }

  @Test("H1: a view added relative to a view that isn't a sibling, to itself, or again, comes last")
  func last() {
    parent.insertSubview(views[1], belowSubview: View())
    #expect(order == [0, 2, 3, 1])
    parent.insertSubview(views[0], aboveSubview: parent)
    #expect(order == [2, 3, 1, 0])
    parent.addSubview(views[3])
    #expect(order == [2, 1, 0, 3])
    parent.insertSubview(views[2], aboveSubview: views[2])
    #expect(order == [1, 0, 3, 2])
  }

  @Test("a new view goes to its given place")
  func insertion() {
    let new = (0..<4).map { _ in View() }
    parent.insertSubview(new[0], at: 0)
    parent.insertSubview(new[1], aboveSubview: views[0])
    parent.insertSubview(new[2], belowSubview: views[3])
    parent.insertSubview(new[3], at: 7)
    #expect(
      parent.subviews == [new[0], views[0], new[1], views[1], views[2], new[2], views[3], new[3]])
    #expect(new.allSatisfy { $0.superview === parent })
  }

  @Test("front, back and exchange")
  func reordering() {
    parent.bringSubviewToFront(views[0])
    #expect(order == [1, 2, 3, 0])
    parent.sendSubviewToBack(views[3])
    #expect(order == [3, 1, 2, 0])
    parent.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(order == [2, 1, 3, 0])
    parent.bringSubviewToFront(View())
    parent.sendSubviewToBack(parent)
    #expect(order == [2, 1, 3, 0])
  }

  @Test("reparenting takes a view out of its old superview")
  func reparenting() {
    let other = View()
    other.insertSubview(views[2], at: 0)
    #expect(order == [0, 1, 3])
    #expect(views[2].superview === other)
    views[2].removeFromSuperview()
    #expect(views[2].superview == nil && other.subviews.isEmpty)
    views[2].removeFromSuperview()
  }

  @Test("a subtree has the window of its root, and loses it with it")
  func windows() {
    let loop = TurnLoop()
    let (one, two) = (loop.makeWindow(), loop.makeWindow())
    let leaf = View()
    views[0].addSubview(leaf)
    one.addSubview(parent)
    #expect(leaf.window === one && one.window === one)
    // A view has one superview, so it moves from one window to the other.
    two.addSubview(parent)
    #expect(leaf.window === two && one.subviews.isEmpty)
    parent.removeFromSuperview()
    #expect(leaf.window == nil)
  }

  @Test("isDescendant goes all the way up, and a view is its own")
  func descendants() {
    let leaf = View()
    views[0].addSubview(leaf)
    #expect(leaf.isDescendant(of: parent) && leaf.isDescendant(of: leaf))
    #expect(!parent.isDescendant(of: leaf) && !leaf.isDescendant(of: views[1]))
  }

  @Test("queries find the first in pre-order, the receiver included")
  func queries() {
    let inner = View()
    views[0].addSubview(inner)
    inner.identifier = "x"
    views[1].identifier = "x"
    inner.tag = 5
    views[2].tag = 5
    #expect(parent.viewWithIdentifier("x") === inner)
    #expect(views[1].viewWithIdentifier("x") === views[1])
    #expect(parent.viewWithIdentifier("y") == nil)
    #expect(parent.viewWithTag(5) === inner)
    #expect(parent.viewWithTag(6) == nil)
  }

  @Test("views are equal to themselves and can be collected")
  func identity() {
    #expect(parent.subviews.firstIndex(of: views[2]) == 2)
    #expect(Set(views + views).count == 4)
    #expect(View() != View())
  }
}

@Suite("Misuse of a tree")
struct TreeMisuseTests {
  @Test("a view as its own subview ends the process with the remedy")
  func itself() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let view = View()
        view.addSubview(view)
      })
    #expect(result.saysOnError("Add it to another view"))
  }

  @Test("a view in its own descendant ends the process with the remedy")
  func descendant() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (top, middle, leaf) = (View(), View(), View())
        top.addSubview(middle)
        middle.addSubview(leaf)
        leaf.addSubview(top)
      })
    #expect(result.saysOnError("Remove the descendant first"))
  }

  @Test("a cycle that a callback prepares ends the process, too")
  func preparedCycle() async throws {
    final class Trap: View {
      var target: View?
      override func willMove(toSuperview newSuperview: View?) {
        if let target, let newSuperview { target.addSubview(newSuperview) }
      }
    }
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (trap, other) = (Trap(), View())
        trap.addSubview(View())
        trap.target = trap.subviews[0]
        other.addSubview(trap)
      })
    #expect(result.saysOnError("Remove the descendant first"))
  }

  @Test("a window as a subview ends the process with the remedy")
  func window() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let loop = TurnLoop()
        View().addSubview(Window(frame: .zero, loop: loop))
      })
    #expect(result.saysOnError("Add a plain view"))
  }

  @Test("a negative index ends the process with the remedy; one past the end means the end")
  func index() async throws {
    let parent = View()
    let view = View()
    parent.insertSubview(view, at: 99)
    parent.insertSubview(view, at: .max)
    #expect(parent.subviews == [view])
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        View().insertSubview(View(), at: -1)
      })
    #expect(result.saysOnError("Use an index from 0 to subviews.count"))
  }

  @Test("an exchange of unknown indexes ends the process with the remedy")
  func exchange() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let parent = View()
        parent.addSubview(View())
        parent.exchangeSubview(at: 0, withSubviewAt: 1)
      })
    #expect(result.saysOnError("Use indexes from 0 to subviews.count - 1"))
    let equal = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        View().exchangeSubview(at: 3, withSubviewAt: 3)
      })
    #expect(equal.saysOnError("got the index 3 of 0"))
  }

  @Test("a controller in itself ends the process, and so does one without a view")
  func controllers() async throws {
    let itself = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let controller = ViewController()
        controller.addChild(controller)
      })
    #expect(itself.saysOnError("Add another controller"))
    let empty = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        final class Empty: ViewController {
          override func loadView() {}
        }
        _ = Empty().view
      })
    #expect(empty.saysOnError("Set `view`, or do not override it"))
  }
}
