import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Layout constraints")
struct LayoutConstraintTests {
  let loop = TurnLoop()

  // MARK: Making and activating

  @Test("a constraint has the items, the attributes and the numbers that it was made with")
  func parts() {
    let (view, other) = (View(), View())
    let constraint = LayoutConstraint(
      item: view, attribute: .leading, relatedBy: .greaterThanOrEqual, toItem: other,
      attribute: .trailing, multiplier: 2, constant: 8)
    #expect(constraint.firstItem === view && constraint.secondItem === other)
    #expect((constraint.firstAttribute, constraint.secondAttribute) == (.leading, .trailing))
    #expect((constraint.multiplier, constraint.constant) == (2, 8))
    #expect((constraint.relation, constraint.priority) == (.greaterThanOrEqual, .required))
    #expect(!constraint.isActive)
    let length = view.widthAnchor.constraint(lessThanOrEqualToConstant: 44)
    #expect(length.secondItem == nil && length.secondAttribute == .notAnAttribute)
    #expect(Set([constraint, length, constraint]).count == 2)
  }

  @Test("attributes and relations have UIKit's numbers")
  func numbers() {
    #expect(LayoutConstraint.Attribute.allCases.map(\.rawValue) == Array(0...20))
    #expect(LayoutConstraint.Attribute.leading.rawValue == 5)
    #expect(LayoutConstraint.Attribute.lastBaseline.rawValue == 11)
    #expect(LayoutConstraint.Attribute.centerYWithinMargins.rawValue == 20)
    #expect(LayoutConstraint.Relation.allCases.map(\.rawValue) == [-1, 0, 1])
  }

  @Test("the nearest common ancestor holds an active constraint, a length its own view")
  func container() {
    let (root, box, left, right) = (View(), View(), View(), View())
    root.addSubview(box)
    for view in [left, right] { box.addSubview(view) }
    let guide = LayoutGuide()
    box.addLayoutGuide(guide)
    let size = left.widthAnchor.constraint(equalToConstant: 20)
    let siblings = right.leadingAnchor.constraint(equalTo: left.trailingAnchor)
    let parent = left.topAnchor.constraint(equalTo: box.topAnchor)
    let far = left.bottomAnchor.constraint(equalTo: root.bottomAnchor)
    let guided = guide.leftAnchor.constraint(equalTo: right.leftAnchor)
    LayoutConstraint.activate([size, siblings, parent, far, guided])
    #expect(left.constraints == [size])
    #expect(box.constraints == [siblings, parent, guided])
    #expect(root.constraints == [far])
    LayoutConstraint.deactivate([siblings, far])
    #expect(box.constraints == [parent, guided] && root.constraints.isEmpty)
    #expect(!far.isActive && parent.isActive)
    parent.isActive = true
    #expect(box.constraints.count == 2)
  }

  @Test("a view holds the constraints that were added to it, and removes only those")
  func adding() {
    let (root, box, view) = (View(), View(), View())
    root.addSubview(box)
    box.addSubview(view)
    let constraint = view.topAnchor.constraint(equalTo: box.topAnchor)
    root.addConstraints([constraint])
    #expect(root.constraints == [constraint] && box.constraints.isEmpty)
    box.removeConstraint(constraint)
    #expect(constraint.isActive)
    box.addConstraint(constraint)
    #expect(root.constraints.isEmpty && box.constraints == [constraint])
    box.removeConstraints([constraint])
    #expect(!constraint.isActive)
  }

  @Test("removing a view deactivates the constraints that lead out of it, and no others")
  func removal() {
    let window = loop.makeWindow()
    let (box, inner) = (View(), View())
    window.addSubview(box)
    box.addSubview(inner)
    let inside = inner.topAnchor.constraint(equalTo: box.topAnchor, constant: 4)
    let own = box.widthAnchor.constraint(equalToConstant: 20)
    let out = inner.leftAnchor.constraint(equalTo: window.leftAnchor)
    let edge = box.leftAnchor.constraint(equalTo: window.leftAnchor)
    LayoutConstraint.activate([inside, own, out, edge])
    box.removeFromSuperview()
    #expect([inside, own, out, edge].map(\.isActive) == [true, true, false, false])
    let other = View()
    window.addSubview(other)
    other.addSubview(box)
    #expect([inside, own, out, edge].map(\.isActive) == [true, true, false, false])
  }

  @Test("a constraint does not retain its items, and one with a dead item stays inactive")
  func deadItems() {
    let box = View()
    var view: View? = View()
    box.addSubview(view!)  // Set in the line before.
    let constraint = view!.topAnchor.constraint(equalTo: box.topAnchor)  // As above.
    constraint.isActive = true
    weak let weakView = view
    view?.removeFromSuperview()
    view = nil
    #expect(weakView == nil && constraint.firstItem == nil && !constraint.isActive)
    constraint.isActive = true
    #expect(!constraint.isActive && box.constraints.isEmpty)
  }

  @Test("views that outlive their window keep their constraints, which count in another one")
  func deadWindow() {
    let (loop, box, card, guide) = (TurnLoop(), View(), View(), LayoutGuide())
    var window: Window? = loop.makeWindow()
    window?.addSubview(box)
    box.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    card.translatesAutoresizingMaskIntoConstraints = false
    box.addSubview(card)
    box.addLayoutGuide(guide)
    let width = card.widthAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.5)
    let inset = guide.widthAnchor.constraint(equalTo: card.widthAnchor)
    LayoutConstraint.activate([width, inset])
    loop.runUntilIdle()
    window = nil
    #expect(width.isActive && inset.isActive && box.window == nil)
    #expect((card.frame.width, guide.layoutFrame.width) == (100, 100))
    width.constant = 20
    let other = loop.makeWindow()
    other.addSubview(box)
    loop.runUntilIdle()
    #expect((card.frame.width, guide.layoutFrame.width) == (120, 120))
  }

  @Test("a view that dies takes the constraints along that it holds")
  func deadContainer() {
    var box: View? = View()
    let view = View()
    box?.addSubview(view)
    let constraint = view.topAnchor.constraint(equalTo: box!.topAnchor)  // Set above.
    let own = view.widthAnchor.constraint(equalToConstant: 3)
    LayoutConstraint.activate([constraint, own])
    box = nil
    #expect(!constraint.isActive && own.isActive && constraint.secondItem == nil)
    own.constant = 5
    own.isActive = false
  }

  // MARK: Notation

  @Test("a constraint is described in the notation of UIKit's logs")
  func notation() {
    let (root, a, b) = (View(), Label(), View())
    (root.identifier, a.identifier, b.identifier) = ("root", "a", "b")
    for view in [a, b] { root.addSubview(view) }
    let top = a.topAnchor.constraint(equalTo: root.topAnchor, constant: 10)
    top.isActive = true
    #expect(
      top.description
        == "<NSLayoutConstraint V:|-(10)-[Label:a]   (active, names: '|':View:root )>")
    let width = a.widthAnchor.constraint(greaterThanOrEqualToConstant: 44)
    width.identifier = "wide"
    width.priority = .defaultHigh
    #expect(
      width.description == "<NSLayoutConstraint 'wide' Label:a.width >= 44 @750   (inactive)>")
    let gap = b.leadingAnchor.constraint(equalTo: a.trailingAnchor, constant: 8)
    #expect(gap.description == "<NSLayoutConstraint H:[Label:a]-(8)-[View:b]   (inactive)>")
    let end = b.trailingAnchor.constraint(lessThanOrEqualTo: root.trailingAnchor, constant: -16)
    #expect(
      end.description
        == "<NSLayoutConstraint View:b.trailing <= View:root.trailing - 16   (inactive)>")
    let center = a.centerXAnchor.constraint(equalTo: b.centerXAnchor, constant: -3)
    #expect(
      center.description
        == "<NSLayoutConstraint Label:a.centerX == View:b.centerX - 3   (inactive)>")
    let ratio = a.heightAnchor.constraint(equalTo: a.widthAnchor, multiplier: 0.5)
    #expect(
      ratio.description == "<NSLayoutConstraint Label:a.height == 0.5*Label:a.width   (inactive)>")
  }

  @Test("a distance is drawn only from the earlier edge to the later one, as UIKit does")
  func distances() {
    let (root, a, b, guide) = (View(), View(), View(), LayoutGuide())
    (root.identifier, a.identifier, b.identifier, guide.identifier) = ("root", "a", "b", "g")
    for view in [a, b] { root.addSubview(view) }
    root.addLayoutGuide(guide)
    let inRoot = ", names: '|':View:root )>"
    let cases: [(LayoutConstraint, String)] = [
      (
        a.leftAnchor.constraint(equalTo: root.leftAnchor),
        "H:|-(0)-[View:a](LTR)   (inactive" + inRoot
      ),
      (
        root.bottomAnchor.constraint(equalTo: a.bottomAnchor, constant: 16),
        "V:[View:a]-(16)-|   (inactive" + inRoot
      ),
      (
        root.topAnchor.constraint(equalTo: a.topAnchor, constant: -2),
        "View:root.top == View:a.top - 2   (inactive)>"
      ),
      (
        a.trailingAnchor.constraint(equalTo: b.leadingAnchor),
        "View:a.trailing == View:b.leading   (inactive)>"
      ),
      (
        b.leftAnchor.constraint(greaterThanOrEqualTo: a.rightAnchor, constant: -5),
        "H:[View:a]-(>=-5)-[View:b](LTR)   (inactive)>"
      ),
      (
        a.leadingAnchor.constraint(equalTo: b.leadingAnchor),
        "View:a.leading == View:b.leading   (inactive)>"
      ),
      (
        guide.topAnchor.constraint(equalTo: root.topAnchor, constant: 4),
        "V:|-(4)-[LayoutGuide:g]   (inactive" + inRoot
      ),
      (
        a.topAnchor.constraint(equalTo: guide.topAnchor, constant: 4),
        "View:a.top == LayoutGuide:g.top + 4   (inactive)>"
      ),
      (
        a.leadingAnchor.constraint(equalTo: root.layoutMarginsGuide.leadingAnchor),
        "View:a.leading == LayoutGuide:UIViewLayoutMarginsGuide.leading   (inactive)>"
      ),
    ]
    for (constraint, text) in cases {
      #expect(constraint.description == "<NSLayoutConstraint " + text)
    }
  }

  @Test("a constraint of a class of one's own is described with the name of that class")
  func ownClass() {
    final class Rule: LayoutConstraint {}
    let rule = Rule(
      item: View(), attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
      multiplier: 1, constant: 7)
    #expect(rule.description == "<Rule View.width == 7   (inactive)>")
  }

  @Test("a constraint without items holds the place of one that is made later")
  func placeholder() {
    let empty = LayoutConstraint()
    empty.constant = 12
    empty.priority = .defaultHigh
    empty.isActive = false
    #expect(empty.constant == 12 && !empty.isActive)
    #expect(empty.firstItem == nil && empty.firstAttribute == .notAnAttribute)
    #expect(empty.description == "<NSLayoutConstraint without items>")
  }

  // MARK: Misuse

  /// The output of a process before it ended.
  private func said(_ result: ExitTest.Result) -> String {
    String(decoding: result.standardErrorContent, as: UTF8.self)
  }

  @Test("activating a constraint without items ends the process in UIKit's words")
  func noItems() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        LayoutConstraint.activate([LayoutConstraint()])
      })
    #expect(said(result).contains("Constraint must contain a first layout item"))
  }

  @Test("items without a common ancestor end the process in UIKit's words")
  func noCommonAncestor() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (a, b) = (View(), View())
        a.leftAnchor.constraint(equalTo: b.leftAnchor).isActive = true
      })
    #expect(
      said(result).contains(
        "Unable to activate constraint with anchors View.left and View.left because they have no common"
      ))
  }

  @Test("a position alone ends the process in UIKit's words")
  func loneLocation() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LayoutConstraint(
          item: View(), attribute: .left, relatedBy: .equal, toItem: nil,
          attribute: .notAnAttribute, multiplier: 1, constant: 8)
      })
    #expect(said(result).contains("Location attributes must be specified in pairs."))
  }

  @Test("a length paired with a position, and left with leading, end the process in UIKit's words")
  func pairing() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LayoutConstraint(
          item: View(), attribute: .width, relatedBy: .equal, toItem: View(), attribute: .left,
          multiplier: 1, constant: 8)
      })
    #expect(said(result).contains("Invalid pairing of layout attributes"))
    let second = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LayoutConstraint(
          item: View(), attribute: .left, relatedBy: .equal, toItem: View(), attribute: .leading,
          multiplier: 1, constant: 8)
      })
    #expect(said(second).contains("Invalid pairing of layout attributes"))
  }

  @Test("making an active constraint optional ends the process in UIKit's words")
  func requiredToOptional() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let view = View()
        let width = view.widthAnchor.constraint(equalToConstant: 3)
        width.isActive = true
        width.priority = .defaultHigh
      })
    #expect(
      said(result).contains(
        "Mutating a priority from required to not on an installed constraint (or vice-versa) is not"
      ))
  }

  @Test(
    "a constraint added to a view outside of which an item lies ends the process in UIKit's words")
  func unprepared() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let (root, view) = (View(), View())
        root.addSubview(view)
        view.addConstraint(view.leftAnchor.constraint(equalTo: root.leftAnchor))
      })
    #expect(
      said(result).contains("The view hierarchy is not prepared for the constraint: <NSLayout"))
  }

  @Test("at the priority 0 a natural size counts for nothing, above or below")
  func contentPriorityZero() {
    final class Sized: View {
      override var intrinsicContentSize: CGSize { CGSize(width: 30, height: 30) }
    }
    let window = loop.makeWindow()
    let views = (0..<3).map { _ in
      let view = Sized()
      view.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(view)
      for wish in [CGFloat(10), 50] {
        let constraint = view.widthAnchor.constraint(equalToConstant: wish)
        constraint.priority = LayoutPriority(wish == 10 ? 1 : 2)
        constraint.isActive = true
      }
      return view
    }
    views[0].setContentHuggingPriority(LayoutPriority(0), for: .horizontal)
    for view in views.dropFirst() {
      view.setContentCompressionResistancePriority(LayoutPriority(0), for: .horizontal)
    }
    views[2].setContentHuggingPriority(LayoutPriority(0), for: .horizontal)
    loop.runUntilIdle()
    #expect(views.map(\.frame.width) == [50, 30, 50])
    #expect(views[2].contentHuggingPriority(for: .horizontal) == LayoutPriority(0))
    views[2].setContentHuggingPriority(.defaultLow, for: .horizontal)
    loop.runUntilIdle()
    #expect(views[2].frame.width == 30)
  }

  @Test("a huge constant is replaced, and the process says so once")
  func hugeConstants() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: TurnLoop())
        for length in [CGFloat(1e7), -1e7, 1e8, .greatestFiniteMagnitude, -1e12] {
          let view = View()
          view.translatesAutoresizingMaskIntoConstraints = false
          window.addSubview(view)
          view.leftAnchor.constraint(equalTo: window.leftAnchor, constant: length).isActive = true
        }
        window.layoutIfNeeded()
        guard window.subviews.map(\.frame.minX) == [1e7, -1e7, 1e7, 1e7, -1e7] else { exit(1) }
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.components(separatedBy: "exceeds internal limits.").count == 2)
    #expect(text.components(separatedBy: "This will be logged only once.").count == 2)
  }

  @Test("the anchors of a constraint are those from which it was made, and equal by what they name")
  func anchors() {
    let (view, other) = (View(), View())
    let guide = LayoutGuide()
    let pair = view.leadingAnchor.constraint(equalTo: other.layoutMarginsGuide.trailingAnchor)
    #expect(pair.firstAnchor == view.leadingAnchor && pair.firstAnchor != view.leftAnchor)
    #expect(pair.secondAnchor == LayoutConstraint.make(other).secondAnchor)
    #expect(pair.firstAnchor.item === view && pair.firstAnchor.description == "View.leading")
    #expect(view.widthAnchor.constraint(equalToConstant: 1).secondAnchor == nil)
    #expect(view.topAnchor == view.topAnchor && view.topAnchor != other.topAnchor)
    #expect(Set([view.topAnchor, view.topAnchor, view.bottomAnchor]).count == 2)
    let offset = view.leadingAnchor.anchorWithOffset(to: other.leadingAnchor)
    #expect(offset == view.leadingAnchor.anchorWithOffset(to: other.leadingAnchor))
    #expect(offset != other.leadingAnchor.anchorWithOffset(to: other.leadingAnchor))
    guide.identifier = "gap"
    #expect(guide == guide && guide != LayoutGuide() && Set([guide, guide]).count == 1)
    #expect(guide.description == "LayoutGuide:gap")
  }
}

extension LayoutConstraint {
  /// A constraint whose second side is the trailing edge of a view's margins.
  fileprivate static func make(_ other: View) -> LayoutConstraint {
    LayoutConstraint(
      item: View(), attribute: .leading, relatedBy: .equal, toItem: other.layoutMarginsGuide,
      attribute: .trailing, multiplier: 1, constant: 0)
  }
}
