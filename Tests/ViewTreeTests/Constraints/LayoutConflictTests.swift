import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Conflicts of constraints")
struct LayoutConflictTests {
  let loop = TurnLoop()

  private final class Conflicts: LayoutObserver {
    var all: [LayoutConflict] = []
    func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) {
      all.append(conflict)
    }
  }

  private func add(_ name: String, to superview: View) -> View {
    let view = View()
    view.identifier = name
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  @Test("the later of two required constraints loses, is told once, and holds again when it can")
  func laterLoses() throws {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let view = add("card", to: window)
    let first = view.widthAnchor.constraint(equalToConstant: 100)
    let second = view.widthAnchor.constraint(equalToConstant: 120)
    LayoutConstraint.activate([first, second])
    loop.runUntilIdle()
    #expect(view.frame.width == 100 && second.isActive)
    #expect(conflicts.all.count == 1)
    let conflict = try #require(conflicts.all.first)
    #expect(conflict.broken == second && conflict.constraints == [first, second])
    #expect(conflict.lines.count == 2)
    window.setNeedsLayout()
    loop.runUntilIdle()
    #expect(conflicts.all.count == 1)
    first.isActive = false
    loop.runUntilIdle()
    #expect(view.frame.width == 120 && conflicts.all.count == 1)
    first.constant = 120
    first.isActive = true
    #expect(conflicts.all.count == 1)
    first.constant = 90
    #expect(conflicts.all.last?.broken == first)
    token.cancel()
  }

  @Test("the log has UIKit's words")
  func log() throws {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let view = add("card", to: window)
    view.widthAnchor.constraint(equalToConstant: 100).isActive = true
    view.widthAnchor.constraint(lessThanOrEqualToConstant: 90).isActive = true
    let text = try #require(conflicts.all.first).description
    #expect(
      text == """
        [LayoutConstraints] Unable to simultaneously satisfy constraints.
        \tProbably at least one of the constraints in the following list is one you don't want. \

        \tTry this: \

        \t\t(1) look at each constraint and try to figure out which you don't expect; \

        \t\t(2) find the code that added the unwanted constraint or constraints and fix it. \

        (
            "<NSLayoutConstraint View:card.width == 100   (active)>",
            "<NSLayoutConstraint View:card.width <= 90   (active)>"
        )

        Will attempt to recover by breaking constraint \

        <NSLayoutConstraint View:card.width <= 90   (active)>

        Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
        The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in \
        <UIKitCore/UIView.h> may also be helpful.
        """)
    token.cancel()
  }

  @Test("a constraint on what a mask already fixes is broken, and a place that code sets wins")
  func masks() throws {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let view = View(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    view.identifier = "card"
    window.addSubview(view)
    let width = view.widthAnchor.constraint(equalToConstant: 80)
    width.isActive = true
    #expect(conflicts.all.map(\.broken) == [width])
    #expect(
      conflicts.all[0].lines[0]
        == "<NSAutoresizingMaskLayoutConstraint h=--& v=--& View:card.width == 50   (active)>")
    view.frame.size.width = 80
    #expect(conflicts.all.count == 1)
    view.frame.size.width = 60
    #expect(conflicts.all.map(\.broken) == [width, width])
    view.translatesAutoresizingMaskIntoConstraints = false
    loop.runUntilIdle()
    #expect(view.frame.width == 80 && conflicts.all.count == 2)
    token.cancel()
  }

  @Test("the list has the constraint that came last, with the numbers after the change")
  func lists() throws {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let view = View(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    window.addSubview(view)
    view.widthAnchor.constraint(equalToConstant: 50).isActive = true
    view.frame.size.width = 70
    let label = Label()
    label.text = "Hello"
    label.translatesAutoresizingMaskIntoConstraints = false
    label.setContentCompressionResistancePriority(.required, for: .horizontal)
    window.addSubview(label)
    label.widthAnchor.constraint(equalToConstant: 5).isActive = true
    loop.runUntilIdle()
    let stack = StackView(arrangedSubviews: [View(), View()])
    stack.axis = .vertical
    stack.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(stack)
    stack.arrangedSubviews[0].heightAnchor.constraint(equalToConstant: 30).isActive = true
    loop.runUntilIdle()
    stack.arrangedSubviews[0].isHidden = true
    loop.runUntilIdle()
    let width = Int(label.intrinsicContentSize.width)
    #expect(
      conflicts.all.map(\.lines) == [
        [
          "<NSAutoresizingMaskLayoutConstraint h=--& v=--& View.width == 70   (active)>",
          "<NSLayoutConstraint View.width == 50   (active)>",
        ],
        [
          "<NSContentSizeLayoutConstraint Label.width == \(width) Hug:250 CompressionResistance:1000   (active)>",
          "<NSLayoutConstraint Label.width == 5   (active)>",
        ],
        [
          "<NSLayoutConstraint 'UISV-hiding' View.height == 0   (active)>",
          "<NSLayoutConstraint View.height == 30   (active)>",
        ],
      ])
    let note = """
      fix it. \n\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, \
      refer to the documentation for the UIView property translatesAutoresizingMaskIntoConstraints) \n(\n
      """
    #expect(conflicts.all.map { $0.description.contains(note) } == [true, false, false])
    token.cancel()
  }

  @Test("masks and insets are listed as UIKit lists them")
  func implicitLines() {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let box = View(frame: CGRect(x: 10, y: 0, width: 200, height: 50))
    box.identifier = "box"
    window.addSubview(box)
    let inner = View(frame: CGRect(x: 20, y: 0, width: 100, height: 50))
    (inner.identifier, inner.autoresizingMask) = ("inner", [.flexibleWidth, .flexibleLeftMargin])
    box.addSubview(inner)
    inner.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 21).isActive = true
    inner.widthAnchor.constraint(equalToConstant: 4).isActive = true
    let margins = add("tied", to: box)
    let wide = margins.widthAnchor.constraint(equalToConstant: 199)
    LayoutConstraint.activate([
      margins.leftAnchor.constraint(equalTo: box.layoutMarginsGuide.leftAnchor),
      margins.rightAnchor.constraint(equalTo: box.layoutMarginsGuide.rightAnchor), wide,
    ])
    loop.runUntilIdle()
    let lines = conflicts.all.map { Set($0.lines) }
    #expect(lines.count == 3)
    #expect(
      lines[0].contains(
        "<NSAutoresizingMaskLayoutConstraint h=&&- v=--& "
          + "View:inner.minX == 0.167*View:box.width - 13.333   (active, names: '|':View:box )>"),
      "\(lines)")
    #expect(
      lines[1].contains(
        "<NSAutoresizingMaskLayoutConstraint h=&&- v=--& "
          + "View:inner.width == 0.833*View:box.width - 66.667   (active)>"), "\(lines)")
    #expect(
      lines[2].isSuperset(of: [
        "<NSLayoutConstraint 'UIView-leftMargin-guide-constraint' "
          + "H:|-(8)-[LayoutGuide:UIViewLayoutMarginsGuide](LTR)   (active, names: '|':View:box )>",
        "<NSLayoutConstraint 'UIView-rightMargin-guide-constraint' "
          + "H:[LayoutGuide:UIViewLayoutMarginsGuide]-(8)-|(LTR)   (active, names: '|':View:box )>",
      ]), "\(lines)")
    token.cancel()
  }

  @Test("no length is negative: edges that cross are a conflict, which heals")
  func crossingEdges() {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let box = View(frame: CGRect(x: 0, y: 0, width: 0, height: 0))
    window.addSubview(box)
    let view = add("label", to: box)
    let end = view.rightAnchor.constraint(equalTo: box.rightAnchor, constant: -16)
    LayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 16), end,
    ])
    #expect(conflicts.all.map(\.broken) == [end])
    #expect(conflicts.all.first?.lines.count == 3)
    box.frame.size.width = 100
    loop.runUntilIdle()
    #expect(view.frame == CGRect(x: 16, y: 0, width: 68, height: 0))
    #expect(conflicts.all.count == 1)
    token.cancel()
  }

  @Test("an ambiguous place is known, and a place that is given is not")
  func ambiguity() {
    let window = loop.makeWindow()
    let view = add("card", to: window)
    LayoutConstraint.activate([
      view.leftAnchor.constraint(equalTo: window.leftAnchor),
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.heightAnchor.constraint(equalToConstant: 10),
    ])
    loop.runUntilIdle()
    #expect(view.hasAmbiguousLayout)
    #expect(!window.hasAmbiguousLayout)
    let width = view.widthAnchor.constraint(equalToConstant: 10)
    width.isActive = true
    #expect(!view.hasAmbiguousLayout)
    width.isActive = false
    let (some, other) = (
      view.widthAnchor.constraint(equalToConstant: 20),
      view.widthAnchor.constraint(equalToConstant: 60)
    )
    (some.priority, other.priority) = (.defaultHigh, .defaultHigh)
    LayoutConstraint.activate([some, other])
    #expect(view.hasAmbiguousLayout)
    other.priority = .defaultLow
    #expect(!view.hasAmbiguousLayout)
    let plain = View(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    window.addSubview(plain)
    #expect(!plain.hasAmbiguousLayout)
  }

  @Test("the constraints are listed on which a place depends")
  func affecting() {
    let window = loop.makeWindow()
    let (a, b) = (add("a", to: window), add("b", to: window))
    let left = a.leftAnchor.constraint(equalTo: window.leftAnchor, constant: 5)
    let gap = b.leftAnchor.constraint(equalTo: a.leftAnchor, constant: 9)
    let top = b.topAnchor.constraint(equalTo: window.topAnchor)
    let width = b.widthAnchor.constraint(equalToConstant: 10)
    LayoutConstraint.activate([left, gap, top, width])
    #expect(Set(b.constraintsAffectingLayout(for: .horizontal)) == [left, gap, width])
    #expect(b.constraintsAffectingLayout(for: .vertical) == [top])
    #expect(a.constraintsAffectingLayout(for: .horizontal) == [left])
  }
}
