import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("Engines of constraints on threads")
struct LayoutEngineThreadTests {
  @Test("solve their windows at the same time, each with the same result")
  func threads() async {
    let results = await withTaskGroup(of: [CGRect].self) { group in
      for _ in 0..<caseCount(16, inDebug: 4) { group.addTask { Self.frames() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 == results[0] && !$0.isEmpty })
  }

  /// The frames of rows whose constants change, in a window and outside.
  private static func frames() -> [CGRect] {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
    let list = View(frame: window.bounds)
    window.addSubview(list)
    var heights: [LayoutConstraint] = []
    var last = list.topAnchor
    for index in 0..<20 {
      let row = Label()
      row.numberOfLines = 0
      row.text = String(repeating: "word ", count: index)
      row.translatesAutoresizingMaskIntoConstraints = false
      list.addSubview(row)
      let height = row.heightAnchor.constraint(greaterThanOrEqualToConstant: 10)
      heights.append(height)
      LayoutConstraint.activate([
        row.topAnchor.constraint(equalTo: last, constant: 2), height,
        row.leadingAnchor.constraint(equalTo: list.leadingAnchor),
        row.trailingAnchor.constraint(lessThanOrEqualTo: list.trailingAnchor),
      ])
      last = row.bottomAnchor
    }
    for step in 0..<40 {
      heights[step % 20].constant = CGFloat(step)
      loop.runUntilIdle()
    }
    list.removeFromSuperview()
    heights[0].constant = 90
    list.layoutIfNeeded()
    return list.subviews.map(\.frame)
  }
}
