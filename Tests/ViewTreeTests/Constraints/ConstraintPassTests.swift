import Foundation
import TestSupport
import Testing
import ViewTree

/// Changes of constraints: the views that they dirty, and the time at which values are applied.
@Suite("Constraints in a pass")
struct ConstraintPassTests {
  let loop = TurnLoop()
  let journal = Journal()

  /// A view that notes its layouts and applies constraints.
  private class Noting: View {
    let journal: Journal
    var before: (() -> Void)?
    var after: (() -> Void)?
    var update: (() -> Void)?

    init(_ name: String, _ journal: Journal) {
      self.journal = journal
      super.init(frame: .zero)
      identifier = name
    }
    override func layoutSubviews() {
      journal.note(identifier ?? "")
      before?()
      super.layoutSubviews()
      after?()
    }
    override func updateConstraints() {
      journal.note("update \(identifier ?? "")")
      update?()
      super.updateConstraints()
    }
  }

  private func make(_ name: String, in superview: View) -> Noting {
    let view = Noting(name, journal)
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  /// A window with `a` and `b` side by side, and `inner` in `b`.
  private func makeTree() -> (
    window: Window, root: Noting, a: Noting, b: Noting, inner: Noting,
    left: LayoutConstraint, width: LayoutConstraint
  ) {
    let window = loop.makeWindow()
    let root = Noting("root", journal)
    root.frame = window.bounds
    window.addSubview(root)
    let (a, b) = (make("a", in: root), make("b", in: root))
    let inner = make("inner", in: b)
    let left = a.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 10)
    let width = b.widthAnchor.constraint(equalToConstant: 50)
    LayoutConstraint.activate([
      left, width, b.leftAnchor.constraint(equalTo: a.rightAnchor, constant: 8),
      inner.leftAnchor.constraint(equalTo: b.leftAnchor, constant: 4),
      inner.rightAnchor.constraint(equalTo: b.rightAnchor, constant: -4),
    ])
    loop.runUntilIdle()
    _ = journal.take()
    return (window, root, a, b, inner, left, width)
  }

  @Test("a new constant dirties the superviews of the views that would move, and moves nothing yet")
  func dirtiesSuperviews() {
    let tree = makeTree()
    tree.left.constant = 20
    #expect(tree.root.needsLayout && !tree.a.needsLayout && !tree.b.needsLayout)
    #expect(!tree.window.needsLayout)
    #expect(tree.a.frame.minX == 10)
    loop.runUntilIdle()
    #expect((tree.a.frame.minX, tree.b.frame.minX) == (20, 28))
    #expect(journal.take() == ["root"])
    tree.width.constant = 60
    #expect(tree.root.needsLayout && tree.b.needsLayout)
    loop.runUntilIdle()
    #expect(tree.inner.frame.width == 52)
    // As with frames, a view that is dirty already is laid out again for the size that it gets.
    #expect(journal.take() == ["root", "b", "b", "inner"])
  }

  @Test("a change without new values dirties nothing")
  func noNewValues() {
    let tree = makeTree()
    let extra = tree.a.leftAnchor.constraint(
      greaterThanOrEqualTo: tree.root.leftAnchor, constant: 5)
    extra.isActive = true
    extra.constant = 8
    extra.isActive = false
    tree.left.constant = 10
    LayoutConstraint.deactivate([tree.left])
    #expect(tree.root.needsLayout)
    loop.runUntilIdle()
    _ = journal.take()
    tree.left.isActive = true
    LayoutConstraint.deactivate([])
    loop.runUntilIdle()
    #expect(journal.take() == ["root"])
    #expect(!loop.runTurn())
  }

  @Test("constraints that are exchanged together dirty nothing if the values end equal")
  func churn() {
    let tree = makeTree()
    let engineOnly = tree.root.constraints
    LayoutConstraint.deactivate(engineOnly)
    loop.runUntilIdle()
    LayoutConstraint.activate(engineOnly)
    loop.runUntilIdle()
    #expect(tree.b.frame.minX == 18 && !loop.runTurn())
  }

  @Test("a constant that is changed before super is applied by that layout")
  func beforeSuper() {
    let tree = makeTree()
    tree.root.before = { tree.left.constant = 30 }
    tree.root.after = { journal.note("\(Int(tree.a.frame.minX))") }
    tree.root.setNeedsLayout()
    loop.runUntilIdle()
    #expect(Array(journal.take().prefix(2)) == ["root", "30"])
    #expect(!loop.runTurn())
  }

  @Test("a constant that is changed after super is applied by another layout of the same pass")
  func afterSuper() {
    let tree = makeTree()
    tree.root.after = { tree.left.constant = 30 }
    tree.root.setNeedsLayout()
    loop.runTurn()
    #expect(journal.take() == ["root", "root"])
    #expect(tree.a.frame.minX == 30)
  }

  @Test("a constant that flips in every layout loops until the limit")
  func flips() {
    let tree = makeTree()
    loop.passLimit = 100
    tree.root.after = { tree.left.constant = tree.left.constant == 10 ? 11 : 10 }
    tree.root.setNeedsLayout()
    loop.runTurn()
    #expect(loop.lastCommit.didHitLimit)
  }

  @Test("without super the subviews stay where they are")
  func withoutSuper() {
    let window = loop.makeWindow()
    let root = JournalView("root", frame: window.bounds)
    window.addSubview(root)
    let view = make("view", in: root)
    view.leftAnchor.constraint(equalTo: root.leftAnchor, constant: 9).isActive = true
    loop.runUntilIdle()
    #expect(view.frame.minX == 0)
  }

  @Test(
    "the update phase runs bottom-up before layout, and once for each view that joins constraints")
  func updatePhase() {
    let window = loop.makeWindow()
    let root = Noting("root", journal)
    window.addSubview(root)
    let view = make("view", in: root)
    view.update = {
      guard view.constraints.isEmpty else { return }
      view.widthAnchor.constraint(equalToConstant: 33).isActive = true
    }
    loop.runUntilIdle()
    #expect(journal.take() == ["update view", "update root", "root", "view", "view"])
    #expect(view.frame.width == 33)
    view.setNeedsUpdateConstraints()
    loop.runUntilIdle()
    #expect(journal.take() == ["update view", "update root", "root"])
    let late = make("late", in: view)
    loop.runUntilIdle()
    #expect(journal.take().first == "update late")
    withExtendedLifetime(late) {}
  }

  @Test("a mark that is set in a layout counts before the same view applies values")
  func updateBeforeApplying() {
    let tree = makeTree()
    tree.a.update = { tree.left.constant = 44 }
    tree.root.before = {
      tree.root.before = nil
      tree.a.setNeedsUpdateConstraints()
    }
    tree.root.after = { journal.note("\(Int(tree.a.frame.minX))") }
    tree.root.setNeedsLayout()
    loop.runUntilIdle()
    #expect(Array(journal.take().prefix(4)) == ["root", "update a", "update root", "44"])
  }

  @Test("layoutIfNeeded applies a change at once, in a window and outside")
  func forced() {
    let tree = makeTree()
    tree.left.constant = 12
    tree.root.layoutIfNeeded()
    #expect(tree.a.frame.minX == 12)
    tree.root.removeFromSuperview()
    tree.width.constant = 70
    tree.left.constant = 14
    tree.root.layoutIfNeeded()
    #expect((tree.a.frame.minX, tree.b.frame.width, tree.inner.frame.width) == (14, 70, 62))
  }

  @Test("a tree outside any window keeps its constraints when it enters one")
  func entering() {
    let root = Noting("root", journal)
    root.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let view = make("view", in: root)
    view.rightAnchor.constraint(equalTo: root.rightAnchor, constant: -5).isActive = true
    view.widthAnchor.constraint(equalToConstant: 20).isActive = true
    let (first, second) = (loop.makeWindow(root), loop.makeWindow())
    loop.runUntilIdle()
    #expect(view.frame.minX == 75)
    second.addSubview(root)
    root.frame.size.width = 200
    loop.runUntilIdle()
    #expect(view.frame.minX == 175)
    withExtendedLifetime((first, second)) {}
  }

  @Test("an intrinsic size that is announced in layout is asked for in the same pass")
  func intrinsicInLayout() {
    final class Growing: View {
      var width: CGFloat = 10
      override var intrinsicContentSize: CGSize { CGSize(width: width, height: 5) }
      override func layoutSubviews() {
        super.layoutSubviews()
        guard width < 12 else { return }
        width += 1
        invalidateIntrinsicContentSize()
      }
    }
    let window = loop.makeWindow()
    let view = Growing()
    view.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(view)
    view.topAnchor.constraint(equalTo: window.topAnchor).isActive = true
    loop.runTurn()
    #expect(view.frame == CGRect(x: 0, y: 0, width: 12, height: 5))
    #expect(!loop.runTurn())
  }

  @Test("code that activates constraints when its view enters a superview works at any depth")
  func reentrancy() {
    final class Eager: View {
      override func didMoveToSuperview() {
        super.didMoveToSuperview()
        guard let superview else { return }
        translatesAutoresizingMaskIntoConstraints = false
        LayoutConstraint.activate([
          leftAnchor.constraint(equalTo: superview.leftAnchor, constant: 3),
          topAnchor.constraint(equalTo: superview.topAnchor, constant: 2),
          widthAnchor.constraint(equalToConstant: 40), heightAnchor.constraint(equalToConstant: 30),
        ])
        if subviews.isEmpty, tag < 3 {
          let child = Eager()
          child.tag = tag + 1
          addSubview(child)
        }
      }
    }
    let window = loop.makeWindow()
    let view = Eager()
    window.addSubview(view)
    loop.runUntilIdle()
    var next: View? = view
    while let current = next {
      #expect(current.frame == CGRect(x: 3, y: 2, width: 40, height: 30))
      next = current.subviews.first
    }
    view.removeFromSuperview()
    loop.runUntilIdle()
    #expect(window.constraints.isEmpty)
  }

  @Test("sizes that are invalidated whenever they are asked for end the pass at its limit")
  func restlessSizes() {
    final class Tag: View {
      weak var other: View?
      override var intrinsicContentSize: CGSize {
        (other ?? self).invalidateIntrinsicContentSize()
        return CGSize(width: 10, height: 10)
      }
    }
    for isPair in [false, true] {
      loop.passLimit = 20
      let window = loop.makeWindow()
      let tags = [Tag(), Tag()]
      for tag in tags.prefix(isPair ? 2 : 1) {
        tag.translatesAutoresizingMaskIntoConstraints = false
        window.addSubview(tag)
        tag.topAnchor.constraint(equalTo: window.topAnchor).isActive = true
      }
      if isPair { (tags[0].other, tags[1].other) = (tags[1], tags[0]) }
      loop.runTurn()
      #expect(loop.lastCommit.didHitLimit && loop.lastCommit.batches == 20)
    }
  }

  @Test("observers see that constraints gave each of two subviews another place")
  func reason() {
    final class Reasons: LayoutObserver {
      var reasons: [DirtyReason] = []
      func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
        reasons.append(reason)
      }
    }
    let tree = makeTree()
    let reasons = Reasons()
    let token = loop.addLayoutObserver(reasons)
    tree.left.constant = 77
    #expect(reasons.reasons == [.solved, .solved])
    token.cancel()
  }

  /// A view that does something once, when it is asked for its size.
  private final class Asked: View {
    var onMeasure: (() -> Void)?

    override var intrinsicContentSize: CGSize {
      let wish = onMeasure
      onMeasure = nil
      wish?()
      return CGSize(width: 30, height: 10)
    }
  }

  @Test(
    "a view may move to a larger window while its layout applies constraints",
    arguments: [false, true], [false, true])
  func movesInLayout(isAsked: Bool, isForced: Bool) {
    let (tree, other, asked) = (makeTree(), loop.makeWindow(), Asked())
    for _ in 0..<200 {
      make("other", in: other).widthAnchor.constraint(equalToConstant: 20).isActive = true
    }
    asked.translatesAutoresizingMaskIntoConstraints = false
    tree.b.addSubview(asked)
    asked.leftAnchor.constraint(equalTo: tree.b.leftAnchor, constant: 7).isActive = true
    loop.runUntilIdle()
    let move = { [unowned b = tree.b] in other.addSubview(b) }
    tree.b.before = { [unowned b = tree.b, unowned asked] in
      b.before = nil
      if isAsked {
        asked.onMeasure = move
        asked.invalidateIntrinsicContentSize()
      } else {
        b.update = {
          b.update = nil
          move()
        }
        b.setNeedsUpdateConstraints()
      }
    }
    tree.b.setNeedsLayout()
    if isForced { tree.b.layoutIfNeeded() }
    loop.runUntilIdle()
    #expect(tree.b.superview === other && tree.b.frame.width == 50)
    #expect(tree.inner.frame.minX == 4 && asked.frame.minX == 7)
  }
}
