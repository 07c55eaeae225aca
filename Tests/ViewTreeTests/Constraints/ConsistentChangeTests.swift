import Foundation
import TestSupport
import Testing
import ViewTree

/// Changes in several steps, of which each alone would contradict the constraints that still say the old.
@Suite("A change that ends consistent is no conflict")
struct ConsistentChangeTests {
  let loop = TurnLoop()
  let window: Window
  private let told = Told()
  private let token: ObservationToken

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 800), loop: loop)
    window.identifier = "window"
    token = loop.addLayoutObserver(told)
  }

  /// Notes conflicts, and what observers are told of broken constraints.
  private final class Told: LayoutObserver {
    var conflicts: [LayoutConflict] = []
    var breaks: [GeometryValue] = []

    func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) {
      conflicts.append(conflict)
    }

    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      if change.property == .isBroken { breaks.append(change.new) }
    }
  }

  /// A view whose alignment rectangle changes.
  private final class Aligned: View {
    var insets = EdgeInsets.zero {
      didSet { invalidateIntrinsicContentSize() }
    }
    override var alignmentRectInsets: EdgeInsets { insets }
  }

  /// A view that changes constants in its update.
  private final class Updater: View {
    var update: () -> Void = {}
    override func updateConstraints() {
      update()
      super.updateConstraints()
    }
  }

  @discardableResult
  private func add<Added: View>(_ view: Added, to superview: View) -> Added {
    view.translatesAutoresizingMaskIntoConstraints = false
    superview.addSubview(view)
    return view
  }

  private func addBox(_ frame: CGRect) -> View {
    let box = View(frame: frame)
    window.addSubview(box)
    return box
  }

  /// True if nobody was told of a conflict since the last question.
  private var isQuiet: Bool {
    loop.runUntilIdle()
    defer { (told.conflicts, told.breaks) = ([], []) }
    return told.conflicts.isEmpty && told.breaks.isEmpty
  }

  /// The constraints that were broken since the last question, of which each must have been told.
  private var broken: [LayoutConstraint] {
    loop.runUntilIdle()
    defer { (told.conflicts, told.breaks) = ([], []) }
    let isTold = told.breaks == told.conflicts.map { _ in .flag(true) }
    return isTold ? told.conflicts.map(\.broken) : []
  }

  @Test("a frame whose corner and size change, under a constraint that names its other edge")
  func frame() {
    let box = addBox(CGRect(x: 10, y: 10, width: 100, height: 10))
    let edge = box.trailingAnchor.constraint(equalTo: window.leadingAnchor, constant: 110)
    edge.isActive = true
    #expect(isQuiet)
    box.frame = CGRect(x: 30, y: 10, width: 80, height: 10)
    #expect(isQuiet)
    box.frame = CGRect(x: 30, y: 10, width: 81, height: 10)
    #expect(broken == [edge])
  }

  @Test("a window of another size and the same shape, with a view that has this shape")
  func windowSize() {
    let view = add(View(), to: window)
    let shape = view.heightAnchor.constraint(equalTo: view.widthAnchor, multiplier: 2)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: window.trailingAnchor),
      view.topAnchor.constraint(equalTo: window.topAnchor),
      view.bottomAnchor.constraint(equalTo: window.bottomAnchor), shape,
    ])
    #expect(isQuiet)
    window.frame.size = CGSize(width: 500, height: 1000)
    #expect(isQuiet && view.frame == window.bounds)
    window.frame.size = CGSize(width: 500, height: 900)
    #expect(broken == [shape])
  }

  @Test("margins, with a view that is tied to the guides of the margins and the readable width")
  func margins() {
    let box = addBox(CGRect(x: 0, y: 0, width: 300, height: 300))
    let view = add(View(), to: box)
    let ties = [
      view.leadingAnchor.constraint(equalTo: box.layoutMarginsGuide.leadingAnchor),
      view.leadingAnchor.constraint(equalTo: box.readableContentGuide.leadingAnchor),
    ]
    LayoutConstraint.activate(ties)
    #expect(isQuiet)
    box.layoutMargins = EdgeInsets(top: 20, left: 20, bottom: 20, right: 20)
    #expect(isQuiet && view.frame.minX == 20)
    let fixed = view.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 20)
    fixed.isActive = true
    #expect(isQuiet)
    box.layoutMargins.left = 24
    #expect(broken == [fixed])
  }

  @Test("a safe area, with a view that is tied to it in two views and to margins with it")
  func safeArea() {
    let box = addBox(window.bounds)
    let view = add(View(), to: box)
    LayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: window.safeAreaLayoutGuide.topAnchor),
      view.topAnchor.constraint(equalTo: window.layoutMarginsGuide.topAnchor, constant: -8),
      view.topAnchor.constraint(equalTo: box.safeAreaLayoutGuide.topAnchor),
    ])
    #expect(isQuiet)
    window.safeAreaInsets = EdgeInsets(top: 44, left: 0, bottom: 0, right: 0)
    #expect(isQuiet && view.frame.minY == 44)
    let fixed = view.topAnchor.constraint(equalTo: window.topAnchor, constant: 44)
    fixed.isActive = true
    #expect(isQuiet)
    window.safeAreaInsets.top = 20
    #expect(broken == [fixed])
  }

  @Test("a view that moves within the safe area, with a view that is tied to the area twice")
  func moveInSafeArea() {
    window.safeAreaInsets = EdgeInsets(top: 44, left: 0, bottom: 0, right: 0)
    let box = addBox(CGRect(x: 0, y: 0, width: 300, height: 300))
    let view = add(View(), to: box)
    LayoutConstraint.activate([
      view.topAnchor.constraint(equalTo: window.safeAreaLayoutGuide.topAnchor),
      view.topAnchor.constraint(equalTo: box.safeAreaLayoutGuide.topAnchor),
    ])
    #expect(isQuiet)
    box.frame.origin.y = 10
    #expect(isQuiet && view.frame.minY == 34)
    box.center.y += 10
    #expect(isQuiet && view.frame.minY == 24)
  }

  @Test("the direction of a view whose subview is pinned at both ends")
  func direction() {
    let box = addBox(CGRect(x: 0, y: 0, width: 100, height: 100))
    let view = add(View(), to: box)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 5),
      view.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: -20),
    ])
    #expect(isQuiet)
    box.semanticContentAttribute = .forceRightToLeft
    #expect(isQuiet && view.frame.minX == 20 && view.frame.width == 75)
    let fixed = view.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 20)
    fixed.isActive = true
    #expect(isQuiet)
    box.semanticContentAttribute = .forceLeftToRight
    #expect(!told.conflicts.isEmpty)
    #expect(broken.count == 1 && fixed.isActive)
  }

  @Test("the direction of a stack beside constraints of its views")
  func directionOfStack() {
    let stack = StackView(arrangedSubviews: [View(), View()])
    add(stack, to: window)
    let width = stack.arrangedSubviews[0].widthAnchor.constraint(equalToConstant: 40)
    LayoutConstraint.activate([
      stack.widthAnchor.constraint(equalToConstant: 100),
      stack.heightAnchor.constraint(equalToConstant: 50), width,
    ])
    #expect(isQuiet)
    stack.semanticContentAttribute = .forceRightToLeft
    #expect(isQuiet && stack.arrangedSubviews[0].frame.minX == 60)
    stack.distribution = .fillEqually
    #expect(broken == [width])
  }

  @Test("an alignment rectangle of a view that is pinned and has a width")
  func alignment() {
    let view = add(Aligned(), to: window)
    LayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: window.leadingAnchor),
      view.trailingAnchor.constraint(equalTo: window.trailingAnchor),
      view.widthAnchor.constraint(equalToConstant: 400),
    ])
    #expect(isQuiet)
    view.insets = EdgeInsets(top: 0, left: 4, bottom: 0, right: 4)
    #expect(isQuiet && view.frame.minX == -4 && view.frame.width == 408)
  }

  @Test("another font, with two edges and a height that hang on one baseline")
  func baseline() {
    let label = add(Label(), to: window)
    label.text = "Hi"
    let view = add(View(), to: window)
    LayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: window.topAnchor),
      view.topAnchor.constraint(equalTo: label.firstBaselineAnchor),
      view.bottomAnchor.constraint(equalTo: label.firstBaselineAnchor, constant: 10),
      view.heightAnchor.constraint(equalToConstant: 10),
    ])
    #expect(isQuiet)
    label.font = .systemFont(ofSize: 40)
    #expect(isQuiet)
    let fixed = view.topAnchor.constraint(
      equalTo: window.topAnchor, constant: view.frame.minY + 3)
    fixed.isActive = true
    #expect(broken == [fixed])
  }

  @Test("several constants in one update of constraints; the same outside it is told step by step")
  func constants() {
    let view = add(View(), to: window)
    let updater = add(Updater(), to: window)
    let start = view.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 10)
    let width = view.widthAnchor.constraint(equalToConstant: 380)
    LayoutConstraint.activate([
      start, width, view.trailingAnchor.constraint(equalTo: window.trailingAnchor, constant: -10),
    ])
    #expect(isQuiet)
    updater.update = { (start.constant, width.constant) = (20, 370) }
    updater.setNeedsUpdateConstraints()
    #expect(isQuiet && view.frame.minX == 20)
    updater.update = { (start.constant, width.constant) = (30, 370) }
    updater.setNeedsUpdateConstraints()
    #expect(broken == [start])
    updater.update = {}
    start.constant = 20
    loop.runUntilIdle()
    #expect(told.breaks == [.flag(false)])
    told.breaks = []
    start.constant = 40
    width.constant = 350
    loop.runUntilIdle()
    #expect(told.conflicts.map(\.broken) == [start] && told.breaks == [.flag(true), .flag(false)])
  }

  @Test("constraints that are activated and deactivated as one; the first ones stay the older ones")
  func batch() {
    let view = add(View(), to: window)
    let (ten, twenty) = (
      view.widthAnchor.constraint(equalToConstant: 10),
      view.widthAnchor.constraint(equalToConstant: 20)
    )
    ten.isActive = true
    #expect(isQuiet)
    let updater = add(Updater(), to: window)
    updater.update = {
      twenty.isActive = true
      ten.isActive = false
    }
    #expect(isQuiet && view.frame.width == 20)
    updater.update = {}
    ten.isActive = true
    #expect(broken == [ten])
  }
}
