import Foundation
import Testing
import ViewTree

/// Observers know the owner of each deed while layout runs: the layout, a member, or the engine.
@Suite("Doers") struct LayoutDoerTests {
  /// Notes each deed with its doer: "engine: frame of Item", "Item: dirty Column".
  private final class Diary: LayoutObserver {
    let pulse: Pulse
    var lines: [String] = []
    init(_ loop: TurnLoop) { pulse = loop.pulse }

    private var doer: String {
      switch pulse.doer {
      case .layout: "layout"
      case .engine: "engine"
      case .member(let view): view.identifier ?? "?"
      }
    }

    func viewDirtied(_ view: View, reason: DirtyReason, by layingOut: View?, again: Bool) {
      guard !reason.isConsequence, layingOut != nil else { return }
      lines.append("\(doer): dirty \(view.identifier ?? "window")")
    }

    func geometryWritten(_ view: View, change: GeometryChange, by layingOut: View?) {
      guard !change.property.isConsequence, layingOut != nil else { return }
      lines.append("\(doer): \(change.property) of \(view.identifier ?? "window")")
    }
  }

  /// A view whose members act.
  private class Acting: View {
    var onLayout: () -> Void = {}
    var onPlacement: () -> Void = {}
    var onInsets: () -> Void = {}
    var onMove: () -> Void = {}
    var onAsking: () -> Void = {}

    override func layoutSubviews() { onLayout() }
    override var frame: CGRect { didSet { onPlacement() } }
    override func safeAreaInsetsDidChange() { onInsets() }
    override func didMoveToSuperview() { onMove() }
    override var intrinsicContentSize: CGSize {
      onAsking()
      return CGSize(width: 30, height: 20)
    }
  }

  private let loop = TurnLoop()
  private let window: Window

  init() { window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop) }

  private func make(_ name: String, in superview: View?) -> Acting {
    let view = Acting(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.identifier = name
    superview?.addSubview(view)
    return view
  }

  /// The deeds of the next layout of a view.
  private func deeds(of view: View, first: Bool = true) -> [String] {
    if first { loop.runTurn() }
    let diary = Diary(loop)
    let observation = loop.addLayoutObserver(diary)
    view.setNeedsLayout()
    loop.runTurn()
    observation.cancel()
    return diary.lines
  }

  @Test("a layout's own writes and calls, and what a setter does on the way, are the layout's")
  func layout() {
    let page = make("Page", in: window)
    let card = make("Card", in: page)
    card.onPlacement = { [unowned page] in page.setNeedsLayout(because: "told") }
    var isOver = false
    page.onLayout = { [unowned card] in
      if !isOver { card.frame.size.height = card.frame.height == 40 ? 50 : 40 }
    }
    loop.passLimit = 1
    #expect(
      deeds(of: page) == ["layout: frame of Card", "layout: dirty Page"])
    isOver = true
  }

  @Test("consequences of a mask are the engine's, and those of its view's setter are that view's")
  func mask() {
    let page = make("Page", in: window)
    let card = make("Card", in: page)
    let inner = make("Inner", in: card)
    inner.autoresizingMask = [.flexibleHeight]
    inner.onPlacement = { [unowned inner] in inner.setNeedsLayout(because: "told") }
    loop.runTurn()
    page.onLayout = { [unowned card] in card.frame.size.height = 40 }
    #expect(
      deeds(of: page, first: false) == [
        "layout: frame of Card", "engine: frame of Inner", "Inner: dirty Inner",
      ])
  }

  @Test("a stack's places are the engine's, and a member that it asks or places is that view's")
  func stack() {
    let item = make("Item", in: nil)
    let column = StackView(arrangedSubviews: [item])
    column.identifier = "Column"
    column.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    window.addSubview(column)
    loop.runTurn()
    item.onAsking = { [unowned item] in item.setNeedsLayout(because: "asked") }
    item.onPlacement = { [unowned item] in item.setNeedsLayout(because: "placed") }
    item.frame.size.height = 1
    let lines = deeds(of: column)
    #expect(lines.contains("Item: dirty Item"))
    #expect(!lines.contains { $0.hasPrefix("layout:") }, "\(lines)")
    #expect(Set(lines).isSubset(of: ["Item: dirty Item", "engine: frame of Item"]), "\(lines)")
  }

  @Test("a view that hears of its insets, or of its superview, acts for itself")
  func callbacks() {
    window.safeAreaInsets = EdgeInsets(top: 50)
    let page = make("Page", in: window)
    let card = make("Card", in: page)
    let badge = make("Badge", in: card)
    loop.runTurn()
    card.onInsets = { [unowned page] in page.setNeedsLayout(because: "insets") }
    badge.onMove = { [unowned page] in page.setNeedsLayout(because: "moved") }
    loop.passLimit = 1
    page.onLayout = { [unowned card, unowned page] in
      card.frame.origin.y = 10
      page.addSubview(badge)
    }
    let diary = Diary(loop)
    let observation = loop.addLayoutObserver(diary)
    page.setNeedsLayout()
    loop.runTurn()
    observation.cancel()
    (page.onLayout, badge.onMove) = ({}, {})
    #expect(diary.lines.contains("layout: frame of Card"), "\(diary.lines)")
    #expect(diary.lines.contains("Card: dirty Page"), "\(diary.lines)")
    #expect(diary.lines.contains("Badge: dirty Page"), "\(diary.lines)")
    #expect(!diary.lines.contains("layout: dirty Page"), "\(diary.lines)")
  }

  @Test("a layout that a member forces is its own")
  func forced() {
    let item = make("Item", in: nil)
    let card = make("Card", in: nil)
    let column = StackView(arrangedSubviews: [item])
    column.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    window.addSubview(column)
    window.addSubview(card)
    loop.runTurn()
    var isOver = false
    card.onLayout = { [unowned card] in
      if !isOver { card.frame.origin.x += 1 }
      isOver = true
    }
    item.onAsking = { [unowned card] in
      if isOver { return }
      card.setNeedsLayout(because: "asked")
      card.layoutIfNeeded()
    }
    #expect(deeds(of: column).prefix(2) == ["Item: dirty Card", "layout: frame of Card"])
  }
}
