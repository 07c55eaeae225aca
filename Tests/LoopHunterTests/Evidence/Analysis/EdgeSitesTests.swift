import Foundation
import LoopCorpus
import LoopHunter
import Testing
import ViewTree

@Suite("The places of an edge")
struct EdgeSitesTests {
  private let tree = HuntedTree()

  @Test("one line of code that dirties many times is listed once")
  func oneLineManyTimes() throws {
    let row = tree.make("row")
    row.onLayout = { row in
      for _ in 0..<5 { row.setNeedsLayout() }
    }
    let report = try tree.hunt(row, stacks: 8).first
    #expect(report.culprit?.edge.action.name == "setNeedsLayout")
    let lines = "\(report)".split(separator: "\n").filter { $0.contains("called setNeedsLayout") }
    #expect(lines.isEmpty, "\(report)")
  }

  #if DEBUG
  @Test("the value and the line of a culprit are those of the write that repeats")
  func sameWrite() throws {
    let form = tree.make("form")
    let field = tree.make("field", in: form)
    form.onLayout = { _ in field.frame = CGRect(x: 0, y: 0, width: 90, height: 40) }
    let line = #line + 3
    field.onLayout = {
      $0.frame = CGRect(x: 0, y: 0, width: 90, height: 900)
      $0.frame = CGRect(x: 0, y: 0, width: 90, height: 60)
    }
    let report = try tree.hunt(form, stacks: 8).first
    let edge = try #require(report.culprit?.edge)
    #expect(edge.writer?.name == "field")
    #expect(edge.new == .numbers([60]))
    #expect(edge.location == "EdgeSitesTests.swift:\(line)")
    let other = try #require(report.otherEdges.first)
    #expect(other.writer?.name == "field")
    #expect(other.new == .numbers([900]))
    #expect(other.location == "EdgeSitesTests.swift:\(line - 1)")
  }

  @Test("a re-entrant report names the call of layoutIfNeeded and its line")
  func reentrant() throws {
    let view = tree.make("view")
    let line = #line + 3
    view.onLayout = {
      $0.setNeedsLayout()
      $0.layoutIfNeeded()
    }
    let report = try tree.hunt(view, stacks: 8).first
    #expect(report.verdict.kind == "reentrant")
    #expect(report.culprit?.edge.action.name == "layoutIfNeeded")
    #expect(report.culprit?.edge.location == "EdgeSitesTests.swift:\(line)")
    #expect(report.culprit?.companion?.action == .call(.setNeedsLayout))
    #expect(report.culprit?.companion?.location == "EdgeSitesTests.swift:\(line - 1)")
  }

  @Test("two calls on one line are not several edges to fix")
  func oneLine() throws {
    let row = tree.make("row")
    let label = Label(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    label.identifier = "label"
    row.addSubview(label)
    // Another text dirties the label, and the row by its intrinsic size.
    row.onLayout = { label.text = "\($0.layouts % 2)" }
    let report = try tree.hunt(row, stacks: 8).first
    #expect(!report.remarks.contains { $0.description.hasPrefix("Several edges") }, "\(report)")
  }
  #endif
}
