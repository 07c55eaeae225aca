import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// A view that loops, by code of which each test knows the line.
private class Looping: View {
  var goesUp = false

  /// Calls `body` with the other of two values in each layout.
  final func alternate(_ body: (CGFloat) -> Void) {
    goesUp.toggle()
    body(goesUp ? 45 : 44)
  }
}

private final class OwnHeight: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    goesUp.toggle()
    frame.size.height = goesUp ? 45 : 44
  }
}

private final class ConstantHeight: Looping {
  static let line = #line + 3

  override func layoutSubviews() {
    frame.size.height = 44
    frame.size.height = 45
  }
}

private final class SuperviewHeight: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    goesUp.toggle()
    superview?.frame.size.height = goesUp ? 45 : 44
  }
}

private final class SuperviewSum: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    let step: CGFloat = 1
    superview?.frame.size.height += step
  }
}

private final class OwnBounds: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    goesUp.toggle()
    bounds.size = CGSize(width: 50, height: goesUp ? 45 : 44)
  }
}

private final class BoundsInPlace: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    goesUp.toggle()
    bounds.size.width = goesUp ? 45 : 44
  }
}

private final class SuperviewBounds: Looping {
  static let line = #line + 5

  override func layoutSubviews() {
    goesUp.toggle()
    if let parent = superview {
      parent.bounds.size.height = goesUp ? 45 : 44
    }
  }
}

private final class InClosure: Looping {
  static let line = #line + 4

  override func layoutSubviews() {
    alternate { height in
      frame.size.height = height
    }
  }
}

private final class InForEach: Looping {
  static let line = #line + 5

  override func layoutSubviews() {
    goesUp.toggle()
    [self].forEach { view in
      view.superview?.frame.size.height = goesUp ? 45 : 44
    }
  }
}

private final class InHelper: Looping {
  static let line = #line + 10

  override func layoutSubviews() {
    goesUp.toggle()
    grow(to: goesUp ? 45 : 44)
  }

  @inline(never)
  private func grow(to height: CGFloat) {
    let view = self
    view.frame.size.height = height
    view.tag += 1
  }
}

private final class Delegating: Looping {
  final class Helper {
    static let line = #line + 5

    @inline(never)
    func resize(_ view: View?, to height: CGFloat) {
      guard let view else { return }
      view.superview?.frame.size.height = height
    }
  }

  let helper = Helper()

  override func layoutSubviews() {
    goesUp.toggle()
    helper.resize(self, to: goesUp ? 45 : 44)
  }
}

private final class LastOfSeveral: Looping {
  static let line = #line + 13

  override func layoutSubviews() {
    goesUp.toggle()
    if tag > 3 {
      frame.origin.x = 1
    } else if tag > 2 {
      frame.origin.x = 2
    }
    for _ in 0..<2 { tag += 0 }
    if isHidden {
      frame.origin.y = 3
    } else {
      frame.size.height = goesUp ? 45 : 44
    }
  }
}

/// Places its subview where it belongs, and has it laid out.
private final class Placer: View {
  override func layoutSubviews() {
    subviews[0].frame.size = CGSize(width: 50, height: 40)
    subviews[0].setNeedsLayout()
  }
}

@Suite("The line of a change in place")
struct LineTests {
  private func report(on view: View) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 60
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let parent = Placer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    parent.addSubview(view)
    window.addSubview(parent)
    let hunter = LoopHunter(loop: loop)
    var reports: [LoopReport] = []
    try hunter.attach(to: view, threshold: 20) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first)
  }

  /// A view that loops, with the lines of the statements that its culprit may be.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> View
    let lines: [Int]

    init(_ name: String, _ lines: Int..., make: @escaping @Sendable () -> View) {
      testDescription = name
      self.make = make
      self.lines = lines
    }
  }

  static let cases = sample(all, oneIn: 3, seed: firstSeed("LineTests"))

  private static let all = [
    Case("OwnHeight", OwnHeight.line) { OwnHeight() },
    Case("ConstantHeight", ConstantHeight.line, ConstantHeight.line + 1) { ConstantHeight() },
    Case("SuperviewHeight", SuperviewHeight.line) { SuperviewHeight() },
    Case("SuperviewSum", SuperviewSum.line) { SuperviewSum() },
    Case("OwnBounds", OwnBounds.line) { OwnBounds() },
    Case("BoundsInPlace", BoundsInPlace.line) { BoundsInPlace() },
    Case("SuperviewBounds", SuperviewBounds.line) { SuperviewBounds() },
    Case("InClosure", InClosure.line) { InClosure() },
    Case("InForEach", InForEach.line) { InForEach() },
    Case("InHelper", InHelper.line) { InHelper() },
    Case("Delegating", Delegating.Helper.line) { Delegating() },
    Case("LastOfSeveral", LastOfSeveral.line) { LastOfSeveral() },
  ]

  @Test("is the line of its statement in a report", arguments: cases)
  func reports(_ example: Case) throws {
    let report = try report(on: example.make())
    let edge = try #require(report.culprit?.edge)
    #expect(edge.action.name.hasPrefix("frame") || edge.action.name.hasPrefix("bounds"))
    let expected = example.lines.map { "LineTests.swift:\($0)" }
    #if !DEBUG
    // Optimised code whose last call is a jump leaves no frame, and equal functions become one; the
    // report says so.
    if edge.location == nil {
      #expect(report.remarks.contains(.noFrame) || report.remarks.contains(.mergedFunction))
      return
    }
    #endif
    #expect(expected.contains(edge.location?.description ?? ""), "\(report)")
  }

  @inline(never)
  private func change(_ view: View?, _ bystander: View) -> [Int] {
    let line = #line + 1
    view?.frame.size.height = 45
    view?.frame.origin.x += 1
    view?.center.y += 2
    view?.bounds.size = CGSize(width: 20, height: 30)
    view?.bounds.origin.y -= 3
    view?.superview?.center.x += 4
    if let view {
      view.bounds.size.width += 5
    }
    view?.transform.tX += 5
    for step in [1, 2] as [CGFloat] { view?.superview?.superview?.bounds.origin.x += step }
    [bystander].forEach { $0.frame.size.width += 6 }
    func helper() { bystander.center.x = 100 }
    helper()
    bystander.frame.origin.y = 10
    bystander.tag += 1
    return [0, 1, 2, 3, 4, 5, 7, 9, 10, 10, 11, 12, 14].map { line + $0 }
  }

  @Test("is the line of its statement in a trace, whatever is changed and from where")
  func traces() throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 300), loop: loop)
    let parent = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let (view, bystander) = (View(frame: parent.frame), View(frame: parent.frame))
    parent.addSubview(view)
    window.addSubview(parent)
    window.addSubview(bystander)
    loop.runTurn()
    let recorder = try TraceRecorder(
      loop, to: .memory, options: TraceRecorder.Options(capturesOrigins: true))
    let lines = change(view, bystander)
    loop.runTurn()
    try recorder.finish()
    let places = try TraceText.events(TraceText.input(recorder.bytes)).compactMap { event in
      if case .geometry(let change) = event { change.from ?? "nowhere" } else { nil }
    }
    #expect(places == lines.map { "LineTests.swift:\($0)" })
  }
}
