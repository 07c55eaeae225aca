import Foundation
import HuntSupport
import LoopCorpus
import LayoutTrace
import LoopHunter
import Testing
import ViewTree

/// A view whose layout asks for the constraints phase, which asks for layout.
private final class Wrapper: View {
  static let askingLine = #line + 3

  override func layoutSubviews() {
    setNeedsUpdateConstraints()
    identifier = "wrapper"
  }

  static let answeringLine = #line + 4

  override func updateConstraints() {
    super.updateConstraints()
    setNeedsLayout()
    identifier = "wrapper"
  }
}

/// A controller that answers in place of its view.
private final class AnsweringController: ViewController {
  override func updateViewConstraints() {
    super.updateViewConstraints()
    view.setNeedsLayout()
  }
}

/// Actions of `updateConstraints` have a writer.
@Suite("Loops through constraints")
struct ConstraintRequestsTests {
  private let loop = TurnLoop()
  private let window: Window

  init() {
    loop.passLimit = 300
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
  }

  private func make(_ name: String, in superview: View? = nil) -> GeneratedView {
    let view = GeneratedView(name)
    (superview ?? window).addSubview(view)
    return view
  }

  private func hunt(_ view: View, stacks: Int = 0) throws -> LoopReport {
    var reports: [LoopReport] = []
    let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: stacks))
    try hunter.attach(to: view, threshold: 100) { reports.append($0) }
    view.setNeedsLayout()
    loop.runTurn()
    return try #require(reports.first)
  }

  @Test("layout that asks for the phase that asks for layout is a loop, with its lines")
  func asking() throws {
    let wrapper = Wrapper(frame: .zero)
    wrapper.identifier = "wrapper"
    window.addSubview(wrapper)
    let report = try hunt(wrapper, stacks: 8)
    #expect(report.verdict == .redundant, "\(report)")
    let edge = try #require(report.culprit?.edge)
    #expect(edge.writer?.name == "wrapper" && edge.target.name == "wrapper")
    #expect(edge.action.name == "setNeedsUpdateConstraints")
    #expect(edge.function == "Wrapper.layoutSubviews()")
    #expect(edge.location == "ConstraintRequestsTests.swift:\(Wrapper.askingLine)")
    #expect(
      report.culprit?.sentence.hasPrefix(
        "`wrapper` (Window/wrapper) called `setNeedsUpdateConstraints` on itself in its layout")
        == true, "\(report)")
    let other = try #require(report.otherEdges.first { $0.action == .call(.setNeedsLayout) })
    #expect(other.function == "Wrapper.updateConstraints()")
    #expect(other.location == "ConstraintRequestsTests.swift:\(Wrapper.answeringLine)")
    // A superview places its subviews, so that it becomes dirty as well.
    #expect(report.victims.map(\.name) == ["Window"] && report.accomplices.isEmpty, "\(report)")
  }

  @Test("a superview whose updateConstraints answers a subview's request drives the loop with it")
  func answeringSuperview() throws {
    let card = make("card")
    let label = make("label", in: make("room", in: card))
    label.onLayout = { $0.invalidateIntrinsicContentSize() }
    card.onConstraints = { _ in label.setNeedsLayout() }
    let report = try hunt(label)
    #expect(report.verdict == .redundant, "\(report)")
    let drivers = [report.culprit?.edge.writer?.name] + report.accomplices.map(\.name)
    #expect(Set(drivers) == ["label", "card"], "\(report)")
    #expect(report.victims.map(\.name) == ["room"])
    (label.onLayout, card.onConstraints) = (nil, nil)
  }

  @Test("actions of updateViewConstraints count as actions of the controller's view")
  func controllers() throws {
    let page = make("page")
    let controller = AnsweringController()
    controller.view = page
    page.onLayout = { $0.setNeedsUpdateConstraints() }
    let report = try hunt(page)
    #expect(report.culprit?.edge.writer?.name == "page", "\(report)")
    page.onLayout = nil
  }

  @Test("a width that updateConstraints writes into another branch oscillates, and is named")
  func writing() throws {
    let (sidebar, table) = (make("sidebar"), make("table"))
    sidebar.onLayout = { _ in table.setNeedsUpdateConstraints() }
    table.onConstraints = { _ in sidebar.frame.size.width = sidebar.frame.width == 90 ? 80 : 90 }
    let report = try hunt(sidebar)
    #expect(report.verdict == .oscillating(period: 2), "\(report)")
    #expect(
      report.culprit?.sentence.hasPrefix(
        """
        `table` (Window/table) wrote `frame.size.width` of its sibling `sidebar` 80 → 90 in its \
        updateConstraints; that dirtied `sidebar`
        """.replacing(
          "80 → 90", with: report.culprit?.edge.old == .numbers([80]) ? "80 → 90" : "90 → 80"))
        == true, "\(report)")
    #expect(report.accomplices.map(\.name) == ["sidebar"])
    (sidebar.onLayout, table.onConstraints) = (nil, nil)
  }

  @Test("a constraints phase that the loop did not ask for is not part of it")
  func beside() throws {
    let view = make("view")
    let leaf = make("leaf", in: view)
    view.onLayout = {
      $0.setNeedsUpdateConstraints()
      $0.setNeedsLayout()
    }
    view.onConstraints = { _ in leaf.setNeedsLayout() }
    let report = try hunt(view)
    #expect(report.culprit?.edge.action.name == "setNeedsLayout", "\(report)")
    #expect(report.culprit?.sentence.contains("in its layout") == true)
    #expect(report.victims.map(\.name) == ["Window", "leaf"])
    (view.onLayout, view.onConstraints) = (nil, nil)
  }

  @Test("actions of a layout that updateConstraints forces count as actions of that layout")
  func forcing() throws {
    let (asking, answering) = (make("asking"), make("answering"))
    let inner = make("inner", in: answering)
    asking.onLayout = { _ in answering.setNeedsUpdateConstraints() }
    answering.onConstraints = { _ in
      inner.setNeedsLayout()
      inner.layoutIfNeeded()
    }
    inner.onLayout = { _ in asking.setNeedsLayout() }
    let report = try hunt(asking)
    let drivers = [report.culprit?.edge.writer?.name] + report.accomplices.map(\.name)
    #expect(Set(drivers) == ["asking", "answering", "inner"], "\(report)")
    #expect(
      report.remarks.contains {
        $0.description == """
          `answering` (Window/answering) drives the loop through its updateConstraints; the cycle does not \
          lay it out.
          """
      }, "\(report)")
    (asking.onLayout, answering.onConstraints, inner.onLayout) = (nil, nil, nil)
  }
}
