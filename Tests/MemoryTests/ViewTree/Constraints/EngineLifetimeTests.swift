import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Windows that die while their constraints change")
struct EngineLifetimeTests {
  let loop = TurnLoop()
  let lives = LifetimeTracker()

  /// An event of which observers are told while constraints change.
  private enum Event: CaseIterable { case conflict, breakOfConstraint, move, dirt }

  /// Does something once, at an event.
  private final class Meddler: LayoutObserver {
    private let event: Event
    var meddle: (() -> Void)?

    init(_ event: Event) { self.event = event }

    private func happened(_ event: Event) {
      guard event == self.event, let meddle else { return }
      self.meddle = nil
      meddle()
    }

    func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) {
      happened(.conflict)
    }

    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      happened(change.property == .isBroken ? .breakOfConstraint : .move)
    }

    func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
      happened(.dirt)
    }
  }

  /// A window that counts as a life.
  private final class Screen: Window {
    var token: LifetimeTracker.Token?
  }

  /// A view that does something when it is asked for its constraints or its size.
  private final class Card: View {
    var onUpdate: ((Card) -> Void)?
    var onMeasure: ((Card) -> Void)?

    override func updateConstraints() {
      onUpdate?(self)
      super.updateConstraints()
    }

    override var intrinsicContentSize: CGSize {
      onMeasure?(self)
      return CGSize(width: 40, height: 20)
    }
  }

  private func makeScreen() -> Screen {
    let screen = Screen(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    screen.token = lives.makeToken()
    return screen
  }

  /// A card of a fixed width in a window that has an engine.
  private func makeCard(in window: Window) -> Card {
    let card = Card()
    card.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(card)
    NSLayoutConstraint.activate([
      card.widthAnchor.constraint(equalToConstant: 100),
      card.leadingAnchor.constraint(equalTo: window.leadingAnchor),
    ])
    loop.runUntilIdle()
    return card
  }

  /// Changes of a card that is 100 points wide by a constraint.
  private static let changes: [@Sendable (View) -> Void] = [
    { $0.translatesAutoresizingMaskIntoConstraints = true },
    { $0.widthAnchor.constraint(equalToConstant: 50).isActive = true },
    { $0.constraints.first?.constant = 7 },
    { $0.invalidateIntrinsicContentSize() },
    {
      $0.translatesAutoresizingMaskIntoConstraints = true
      $0.frame = CGRect(x: 3, y: 4, width: 5, height: 6)
    },
    { $0.removeFromSuperview() },
    { $0.layoutIfNeeded() },
  ]

  /// Makes each change while an observer meddles with a card and its window; returns how often it did.
  private func meddle(_ body: @escaping (_ card: View, _ screen: inout Screen?) -> Void) -> Int {
    var count = 0
    for event in Event.allCases {
      for change in Self.changes {
        let meddler = Meddler(event)
        let token = loop.addLayoutObserver(meddler)
        var screen: Screen? = makeScreen()
        let card = screen.map(makeCard)!
        meddler.meddle = {
          count += 1
          body(card, &screen)
        }
        change(card)
        card.translatesAutoresizingMaskIntoConstraints.toggle()
        card.widthAnchor.constraint(equalToConstant: 60).isActive = true
        loop.runUntilIdle()
        token.cancel()
      }
    }
    return count
  }

  @Test("an observer lets the window go within a change of its constraints")
  func windowGoes() {
    #expect(meddle { _, screen in screen = nil } >= 20)
    #expect(lives.count == 0)
  }

  @Test("an observer removes the view whose constraints change, or gives it others")
  func viewLeaves() {
    let removed = meddle { card, _ in card.removeFromSuperview() }
    let moved = meddle { card, screen in
      screen?.addSubview(View())
      screen?.subviews.last?.addSubview(card)
    }
    let changed = meddle { card, _ in
      NSLayoutConstraint.deactivate(card.constraints)
      card.widthAnchor.constraint(equalToConstant: 90).isActive = true
      card.translatesAutoresizingMaskIntoConstraints = false
    }
    #expect(removed >= 20 && moved >= 20 && changed >= 20)
    #expect(lives.count == 0)
  }

  @Test("a view lets its window go where it is asked for constraints or its size, and changes more")
  func askedViews() {
    for drops in [\Card.onUpdate, \Card.onMeasure] {
      var screen: Screen? = makeScreen()
      let card = screen.map(makeCard)!
      card[keyPath: drops] = { card in
        guard screen != nil else { return }
        screen = nil
        card.translatesAutoresizingMaskIntoConstraints = true
        card.frame.size.width = 70
        card.widthAnchor.constraint(equalToConstant: 80).isActive = true
      }
      card.setNeedsUpdateConstraints()
      card.invalidateIntrinsicContentSize()
      card.layoutIfNeeded()
      loop.runUntilIdle()
      #expect(screen == nil && lives.count == 0)
    }
  }

  /// A property that a view or a constraint is asked for while a constraint is taken in.
  private enum Asked: CaseIterable {
    case alignment, baseline, margins, safeArea, direction, constant, priority
  }

  /// Does something when it is asked for one of these.
  private final class Host: ScrollView {
    var asked: Asked?
    var act: (() -> Void)?

    private func happened(_ asked: Asked) { if asked == self.asked { act?() } }

    override var alignmentRectInsets: EdgeInsets {
      happened(.alignment)
      return .zero
    }
    override var forFirstBaselineLayout: View {
      happened(.baseline)
      return self
    }
    override var layoutMargins: EdgeInsets {
      get {
        happened(.margins)
        return super.layoutMargins
      }
      set { super.layoutMargins = newValue }
    }
    override var safeAreaInsets: EdgeInsets {
      happened(.safeArea)
      return super.safeAreaInsets
    }
    override var effectiveUserInterfaceLayoutDirection: UserInterfaceLayoutDirection {
      happened(.direction)
      return .rightToLeft
    }
  }

  private final class Rule: LayoutConstraint {
    var asked: Asked?
    var act: (() -> Void)?

    override var constant: CGFloat {
      get {
        if asked == .constant { act?() }
        return super.constant
      }
      set { super.constant = newValue }
    }
    override var priority: LayoutPriority {
      get {
        if asked == .priority { act?() }
        return super.priority
      }
      set { super.priority = newValue }
    }
  }

  /// The views and constraints of one run.
  private final class Scene {
    var window: Screen?
    let otherWindow: Screen
    let box = View()
    let host = Host()
    let icon = View()
    var rules: [Rule] = []

    init(_ window: Screen, _ otherWindow: Screen) {
      (self.window, self.otherWindow) = (window, otherWindow)
      window.addSubview(box)
      box.addSubview(host)
      host.addSubview(icon)
      for view in [host, icon] { view.translatesAutoresizingMaskIntoConstraints = false }
    }

    /// Makes constraints that ask for everything.
    func constrain() {
      let pairs: [(View, LayoutConstraint.Attribute, LayoutConstraint.Attribute)] = [
        (icon, .top, .firstBaseline), (icon, .leading, .leadingMargin), (icon, .centerX, .centerX),
        (icon, .width, .width), (box, .leading, .trailing), (box, .top, .firstBaseline),
      ]
      rules = pairs.map { view, mine, other in
        Rule(
          item: view, attribute: mine, relatedBy: .equal, toItem: host, attribute: other,
          multiplier: 1, constant: 3)
      }
      for rule in rules { activate(rule) }
      guard icon.isDescendant(of: host) else { return }
      host.safeAreaLayoutGuide.topAnchor.constraint(equalTo: icon.topAnchor).isActive = true
    }

    /// Activates a constraint whose items are still in one tree.
    func activate(_ rule: Rule) {
      let view = rule.firstItem === icon ? icon : box
      if view.isDescendant(of: host) || host.isDescendant(of: view) { rule.isActive = true }
    }
  }

  @Test("members that are asked while a constraint is taken in may take anything out")
  func askedOverrides() {
    let acts: [(Scene) -> Void] = [
      { $0.host.removeFromSuperview() }, { $0.box.removeFromSuperview() },
      { $0.icon.removeFromSuperview() }, { $0.window = nil },
      { for rule in $0.rules { rule.isActive = false } },
      { scene in
        for rule in scene.rules where rule.isActive {
          rule.isActive = false
          scene.activate(rule)
        }
      },
      { $0.window?.addSubview($0.host) }, { $0.otherWindow.addSubview($0.box) },
      { scene in scene.host.translatesAutoresizingMaskIntoConstraints.toggle() },
    ]
    var count = 0
    for asked in Asked.allCases {
      for act in acts {
        for isOnce in [true, false] {
          let scene = Scene(makeScreen(), makeScreen())
          var depth = 0
          var left = isOnce ? 1 : 12
          let perform = { [unowned scene] in
            guard depth == 0, left > 0 else { return }
            (depth, left, count) = (1, left - 1, count + 1)
            act(scene)
            depth = 0
          }
          (scene.host.asked, scene.host.act) = (asked, perform)
          scene.constrain()
          for rule in scene.rules { (rule.asked, rule.act) = (asked, perform) }
          for rule in scene.rules { rule.constant = 9 }
          loop.runUntilIdle()
          scene.window?.setNeedsLayout()
          scene.host.layoutIfNeeded()
          scene.window = nil
          for rule in scene.rules { rule.constant = 4 }
          for rule in scene.rules { rule.isActive = false }
          (scene.host.act, scene.rules) = (nil, [])
        }
      }
    }
    #expect(count > 100)
    #expect(lives.count == 0)
  }

  /// A constraint that acts when it dies.
  private final class Pin: LayoutConstraint {
    var wish: (() -> Void)?
    deinit { wish?() }
  }

  @Test("a constraint that dies with a move of its view may move the view itself")
  func dyingConstraints() {
    let moves: [(View, Window) -> Void] = [
      { card, _ in card.removeFromSuperview() },
      { card, window in window.subviews.last?.addSubview(card) },
    ]
    for move in moves {
      for wish in moves {
        let screen = makeScreen()
        let (card, other) = (View(), View())
        screen.addSubview(card)
        screen.addSubview(other)
        do {
          let pin = Pin(
            item: card, attribute: .top, relatedBy: .equal, toItem: screen, attribute: .top,
            multiplier: 1, constant: 3)
          pin.wish = { [unowned card, unowned screen] in wish(card, screen) }
          pin.isActive = true
        }
        move(card, screen)
        #expect(screen.subviews == [other] && other.superview === screen)
        #expect(card.superview === nil || card.superview === other)
      }
    }
    #expect(lives.count == 0)
  }

  @Test("a window without an engine dies while the constraints of a new subview are taken in")
  func firstConstraints() {
    let box = View()
    let card = Card()
    card.translatesAutoresizingMaskIntoConstraints = false
    box.addSubview(card)
    NSLayoutConstraint.activate([
      card.widthAnchor.constraint(equalToConstant: 100),
      card.widthAnchor.constraint(equalToConstant: 120),
    ])
    for event in Event.allCases {
      var screen: Screen? = makeScreen()
      let meddler = Meddler(event)
      meddler.meddle = { screen = nil }
      let token = loop.addLayoutObserver(meddler)
      screen?.addSubview(box)
      card.translatesAutoresizingMaskIntoConstraints.toggle()
      card.translatesAutoresizingMaskIntoConstraints.toggle()
      token.cancel()
    }
    loop.runUntilIdle()
    #expect(lives.count == 0)
  }
}
