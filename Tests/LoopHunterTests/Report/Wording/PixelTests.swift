import Foundation
import LayoutTrace
import LoopHunter
import Testing
import ViewTree

/// Sets its height to one value, and its superview to another.
private final class Wavering: View {
  let high: CGFloat

  init(high: CGFloat) {
    self.high = high
    super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
  }

  override func layoutSubviews() { frame.size.height = high }
}

private final class Placing: View {
  let low: CGFloat

  init(low: CGFloat, _ subview: View) {
    self.low = low
    super.init(frame: CGRect(x: 0, y: 0, width: 100, height: 1000))
    addSubview(subview)
  }

  override func layoutSubviews() { subviews[0].frame.size.height = low }
}

@Suite("Loops of a fraction of a pixel")
struct PixelTests {
  private func report(_ high: CGFloat, _ low: CGFloat, scale: Double) throws -> LoopReport {
    let loop = TurnLoop()
    loop.passLimit = 500
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 1000), loop: loop)
    let view = Wavering(high: high)
    window.addSubview(Placing(low: low, view))
    let hunter = LoopHunter(loop: loop, configuration: .init(scale: scale, stackLimit: 0))
    var reports: [LoopReport] = []
    try hunter.attach(to: view) { reports.append($0) }
    loop.runTurn()
    return try #require(reports.first)
  }

  @Test("values between pixels are explained with the nearest pixels")
  func betweenPixels() throws {
    let report = try report(866.400024, 865.599976, scale: 2)
    #expect(report.verdict == .oscillating(period: 1))
    #expect(
      report.remarks.map(\.description) == [
        """
        `frame.size.height` of `Wavering` alternates between 865.599976 and 866.400024: they differ \
        by 0.800048, and neither is a whole number of pixels at scale 2. The nearest whole pixels are \
        865.5 and 866.5. Round the value in one place, and use the rounded value everywhere else.
        """
      ])
  }

  @Test("a difference in the last place is called one number computed in two ways")
  func lastPlace() throws {
    let report = try report(97.809374999999989, 97.809374999999979, scale: 2)
    #expect(report.verdict == .oscillating(period: 1))
    let remark = try #require(report.remarks.first)
    #expect(remark.description.contains("97.80937499999997 and 97.80937499999999"), "\(remark)")
    #expect(remark.description.contains("1 unit in the last place"), "\(remark)")
    #expect(remark.description.contains("1.4e-14"), "\(remark)")
    #expect(report.culprit?.edge.old != report.culprit?.edge.new)
  }

  @Test("a difference below one pixel is called invisible")
  func belowOnePixel() throws {
    let remark = try #require(try report(100.3, 100.1, scale: 3).remarks.first)
    #expect(
      remark.description.contains("below one pixel (0.333333 points at scale 3)"), "\(remark)")
  }

  @Test("whole pixels need no explanation")
  func wholePixels() throws {
    #expect(try report(120.5, 100, scale: 2).remarks.isEmpty)
  }
}
