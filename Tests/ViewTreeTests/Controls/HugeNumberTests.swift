import Foundation
import TestSupport
import Testing
import ViewTree

/// Finite numbers, however enormous, lead to finite ones.
@Suite("Huge numbers") struct HugeNumberTests {
  private static let most = CGFloat.greatestFiniteMagnitude

  private func isFinite(_ rect: CGRect) -> Bool {
    [rect.origin.x, rect.origin.y, rect.width, rect.height].allSatisfy(\.isFinite)
  }

  @Test(
    "a stack places views with any spacing, natural size and frame",
    arguments: [StackView.Axis.horizontal, .vertical])
  func stacks(axis: StackView.Axis) {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let distributions: [StackView.Distribution] = [
      .fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering,
    ]
    for distribution in distributions {
      for spacing in [Self.most, -Self.most] {
        for size in [90, Self.most] {
          let huge = Label()
          huge.text = "huge"
          huge.font = .systemFont(ofSize: Self.most)
          let stack = StackView(arrangedSubviews: [Label(), huge, View(), Label()])
          (stack.axis, stack.distribution, stack.spacing) = (axis, distribution, spacing)
          stack.frame = CGRect(x: 0, y: 0, width: size, height: size)
          window.addSubview(stack)
          loop.runTurn()
          let frames = stack.subviews.map(\.frame)
          #expect(frames.allSatisfy(isFinite), "\(distribution) \(spacing) \(size): \(frames)")
          let fitting = stack.sizeThatFits(CGSize(width: size, height: size))
          #expect(isFinite(CGRect(origin: .zero, size: fitting)), "\(fitting)")
          stack.removeFromSuperview()
        }
      }
    }
  }

  @Test("a font of any size has a line height, and text in it has a size")
  func fonts() {
    let label = Label()
    label.text = "abc def\nghi"
    label.numberOfLines = 0
    label.font = .systemFont(ofSize: Self.most)
    #expect(label.font.lineHeight == Self.most)
    #expect(label.intrinsicContentSize == CGSize(width: Self.most, height: Self.most))
    #expect(label.sizeThatFits(CGSize(width: 10, height: 10)).height == Self.most)
  }

  @Test("durations are clamped to nanoseconds, and timers to the longest duration")
  func durations() {
    let long = Duration.seconds(Int64.max) * 3
    #expect(long.nanoseconds == .max && (.zero - long).nanoseconds == .min)
    #expect(Duration.seconds(Int64.max).nanoseconds == .max)
    #expect(Duration.nanoseconds(Int64.max).nanoseconds == .max)
    #expect(Duration.nanoseconds(-7).nanoseconds == -7)
    let loop = TurnLoop()
    let longest = Duration(attoseconds: .max)
    var fired = 0
    loop.advance(by: .seconds(1))
    loop.after(longest) { fired += 1 }
    loop.after(longest) { fired += 1 }
    loop.advance(by: longest)
    #expect(loop.now == longest && fired == 2)
    loop.after(longest) { fired += 1 }
    loop.runTurn()
    #expect(fired == 3)
  }
}
