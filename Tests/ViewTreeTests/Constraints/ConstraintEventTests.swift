import Foundation
import TestSupport
import Testing
import ViewTree

/// The events by which observers learn of changed constraints.
@Suite("Constraints tell of changes")
struct ConstraintEventTests {
  let loop = TurnLoop()

  /// Notes changes of constraints and intrinsic sizes, and the views that get other places.
  private final class Listener: LayoutObserver {
    var lines: [String] = []
    var onChange: (() -> Void)?
    /// The window, which nobody else holds.
    var window: Window?

    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      let name = view.identifier ?? ""
      let doer = layingOut.map { " by \($0.identifier ?? "")" } ?? ""
      if let constraint = change.constraint {
        lines.append("\(name) \(constraint) \(change.property): \(change.new)\(doer)")
      } else if change.property == .intrinsicContentSize {
        lines.append("\(name) \(change.new)\(doer)")
      }
      let onChange = onChange
      self.onChange = nil
      onChange?()
    }

    func viewDirtied(
      _ view: View, reason: DirtyReason, through subview: View, by layingOut: View?, again: Bool
    ) {
      guard reason == .solved else { return }
      lines.append("\(subview.identifier ?? "") moves in \(view.identifier ?? "")")
    }
  }

  /// A window with a card that constraints place, laid out, and a listener.
  private func makeCard() -> (
    window: Window, card: View, height: LayoutConstraint, listener: Listener,
    token: ObservationToken
  ) {
    let window = loop.makeWindow()
    window.identifier = "window"
    let card = View()
    card.identifier = "card"
    card.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(card)
    let height = card.heightAnchor.constraint(equalToConstant: 44)
    LayoutConstraint.activate([
      card.leftAnchor.constraint(equalTo: window.leftAnchor),
      card.topAnchor.constraint(equalTo: window.topAnchor),
      card.widthAnchor.constraint(equalToConstant: 100), height,
    ])
    loop.runUntilIdle()
    let listener = Listener()
    listener.window = window
    return (window, card, height, listener, loop.addLayoutObserver(listener))
  }

  @Test("a constant is told with the first one in its name, before the views that it moves")
  func constants() {
    let (_, _, height, listener, token) = makeCard()
    height.constant = 45
    height.constant = 46
    height.constant = 46
    let name = "card View:card.height == 44 constant:"
    #expect(
      listener.lines == [
        "\(name) number(45.0)", "card moves in window", "\(name) number(46.0)",
        "card moves in window",
      ])
    token.cancel()
  }

  @Test("an identifier is the name; priority and activity are told, each once")
  func otherProperties() {
    let (_, card, _, listener, token) = makeCard()
    let wish = card.heightAnchor.constraint(equalToConstant: 60)
    (wish.identifier, wish.priority) = ("wish", .defaultLow)
    wish.constant = 61
    #expect(listener.lines.isEmpty)
    wish.isActive = true
    wish.priority = .defaultHigh
    wish.isActive = false
    wish.isActive = false
    #expect(
      listener.lines == [
        "card wish isActive: flag(true)", "card wish priority: number(750.0)",
        "card wish isActive: flag(false)",
      ])
    token.cancel()
  }

  @Test("of several changes at once, all are told first, and then the moved views")
  func batches() {
    let (window, card, height, listener, token) = makeCard()
    let other = card.heightAnchor.constraint(equalToConstant: 50)
    LayoutConstraint.deactivate([height])
    listener.lines = []
    let inset = card.rightAnchor.constraint(lessThanOrEqualTo: window.rightAnchor)
    LayoutConstraint.activate([inset, other])
    #expect(listener.lines.count == 3)
    #expect(listener.lines.last == "card moves in window")
    token.cancel()
  }

  @Test("a broken constraint is told, and again when it holds")
  func conflicts() {
    let (_, card, height, listener, token) = makeCard()
    let rival = card.heightAnchor.constraint(equalToConstant: 60)
    rival.identifier = "rival"
    rival.isActive = true
    height.isActive = false
    let told = listener.lines.filter { $0.contains("rival") }
    #expect(
      told == [
        "card rival isActive: flag(true)", "card rival isBroken: flag(true)",
        "card rival isBroken: flag(false)",
      ])
    token.cancel()
  }

  @Test("a new intrinsic size is told as the view's, the same one is not")
  func sizes() {
    let (window, _, _, listener, token) = makeCard()
    let label = Label()
    label.identifier = "label"
    label.text = "one"
    label.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(label)
    label.leftAnchor.constraint(equalTo: window.leftAnchor).isActive = true
    loop.runUntilIdle()
    #expect(listener.lines.filter { $0.hasPrefix("label size") }.count == 1)
    label.invalidateIntrinsicContentSize()
    loop.runUntilIdle()
    #expect(listener.lines.filter { $0.hasPrefix("label size") }.count == 1)
    label.text = "another"
    loop.runUntilIdle()
    #expect(listener.lines.filter { $0.hasPrefix("label size") }.count == 2)
    token.cancel()
  }

  @Test("constraints that go because their view leaves are told before it leaves, each once")
  func leaving() {
    let (window, card, height, listener, token) = makeCard()
    let told = ["H:|-(0)-[View:card](LTR)", "V:|-(0)-[View:card]"].map {
      "card \($0) isActive: flag(false)"
    }
    let constraints = window.constraints
    card.removeFromSuperview()
    #expect(listener.lines == told && height.isActive)
    window.addSubview(card)
    LayoutConstraint.activate(constraints)
    let box = View()
    window.addSubview(box)
    listener.lines = []
    box.addSubview(card)
    #expect(Array(listener.lines.prefix(2)) == told)
    #expect(listener.lines.filter { $0.contains("isActive") } == told)
    token.cancel()
  }

  @Test("an observer may put a leaving view elsewhere, or activate its constraint again")
  func reentranceOfLeaving() {
    let (window, card, _, listener, token) = makeCard()
    let (first, box) = (window.constraints[0], View())
    window.addSubview(box)
    listener.onChange = { box.addSubview(card) }
    card.removeFromSuperview()
    #expect(card.superview == nil && !first.isActive)
    window.addSubview(card)
    first.isActive = true
    listener.onChange = { first.isActive = true }
    card.removeFromSuperview()
    #expect(card.superview == nil && !first.isActive)
    loop.runUntilIdle()
    token.cancel()
  }

  @Test("an observer may deactivate what is just activated, or take its view away")
  func reentrance() {
    let (_, card, _, listener, token) = makeCard()
    let wish = card.heightAnchor.constraint(equalToConstant: 60)
    wish.priority = .defaultLow
    listener.onChange = { wish.isActive = false }
    wish.isActive = true
    #expect(!wish.isActive)
    listener.onChange = { card.removeFromSuperview() }
    wish.isActive = true
    #expect(wish.isActive && card.superview == nil)
    loop.runUntilIdle()
    card.layoutIfNeeded()
    token.cancel()
  }
}
