import Foundation
import LoopHunter
import Testing
import ViewTree

@Suite("The path of a change of geometry")
struct GeometryPathTests {
  private static func rect(_ numbers: Double...) -> GeometryValue {
    .rect(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
  }

  @Test(
    "is the narrowest that holds all numbers that changed",
    arguments: [
      (rect(0, 0, 9, 44), rect(0, 0, 9, 45), "frame.size.height", "44", "45"),
      (rect(0, 0, 9, 44), rect(0, 0, 8, 44), "frame.size.width", "9", "8"),
      (rect(0, 0, 9, 44), rect(0, 0, 8, 45), "frame.size", "9 × 44", "8 × 45"),
      (rect(1, 0, 9, 44), rect(2, 0, 9, 44), "frame.origin.x", "1", "2"),
      (rect(1, 3, 9, 44), rect(2, 4, 9, 44), "frame.origin", "(1, 3)", "(2, 4)"),
      (rect(1, 0, 9, 44), rect(2, 0, 9, 45), "frame", "(1, 0, 9, 44)", "(2, 0, 9, 45)"),
    ])
  func frames(
    _ old: GeometryValue, _ new: GeometryValue, _ path: String, _ before: String, _ after: String
  ) {
    let wording = GeometryChange(property: .frame, old: old, new: new).wording
    #expect([wording.path, wording.old, wording.new] == [path, before, after])
  }

  @Test("of insets is the edge that changed, and of a point its coordinate")
  func otherProperties() {
    let insets = GeometryChange(
      property: .layoutMargins, old: .insets(EdgeInsets(top: 8, left: 0, bottom: 0, right: 0)),
      new: .insets(EdgeInsets(top: 9, left: 0, bottom: 0, right: 0)))
    #expect(insets.wording.path == "layoutMargins.top" && insets.wording.new == "9")
    let center = GeometryChange(
      property: .center, old: .point(CGPoint(x: 1, y: 2)), new: .point(CGPoint(x: 1, y: 4)))
    #expect(center.wording.path == "center.y" && center.wording.new == "4")
  }
}
