import Foundation
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree

@Suite("Advice on thresholds")
struct ThresholdAdviceTests {
  @Test("advice is four times the most that was seen, rounded up, and never below 20")
  func numbers() {
    #expect(ThresholdAdvice(className: "Cell", histogram: [1: 900, 3: 2]).threshold == 20)
    #expect(ThresholdAdvice(className: "Cell", histogram: [1: 900, 31: 1]).threshold == 150)
    #expect(ThresholdAdvice(className: "Cell", histogram: [300: 1]).threshold == 1500)
    #expect(ThresholdAdvice(className: "Cell", histogram: [:]).threshold == 20)
    let advice = ThresholdAdvice(className: "Cell", histogram: [1: 900, 31: 1])
    #expect(
      advice.reason
        == "`Cell`: mostly 1, at most 31 layouts per view and turn in 901 samples; 150 is 4 times "
        + "the maximum, rounded up.")
  }

  @Test("a census counts settled turns by class and leaves out those that looped")
  func census() throws {
    let stage = try #require(Scenario.named("settles-after-hundreds")).build()
    let census = LayoutCensus()
    let observation = stage.loop.addLayoutObserver(census)
    stage.run()
    #expect(census.histograms["Approaching"] == [301: 1])
    #expect(census.advice.first?.className == "Approaching")
    #expect(census.advice.first?.threshold == 1500)
    observation.cancel()

    let looping = try #require(Scenario.named("didset-dirty")).build()
    let other = looping.loop.addLayoutObserver(census)
    looping.run()
    #expect(census.histograms["Pager"] == nil)
    other.cancel()
  }

  /// Lays out a view at the end of a turn.
  private final class Late: LayoutObserver {
    let view: View
    init(_ view: View) { self.view = view }

    func turnEnded(_ turn: Int) {
      view.setNeedsLayout()
      view.layoutIfNeeded()
    }
  }

  @Test("a census counts what later observers lay out at the end of a turn in that turn")
  func lateLayouts() {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let view = View()
    window.addSubview(view)
    let census = LayoutCensus()
    let tokens = [loop.addLayoutObserver(census), loop.addLayoutObserver(Late(view))]
    for turns in 1...2 {
      view.setNeedsLayout()
      loop.runTurn()
      #expect(census.histograms["View"] == [2: turns])
    }
    #expect(census.advice.first { $0.className == "View" }?.samples == 2)
    tokens.forEach { $0.cancel() }
  }

  @Test("a view that armed the detector and settled is a near miss with its maximum")
  func nearMisses() throws {
    let stage = try #require(Scenario.named("settles-after-hundreds")).build()
    let hunter = LoopHunter(loop: stage.loop)
    try hunter.attach(to: stage.suspect, threshold: 400) { _ in }
    stage.run()
    #expect(hunter.nearMisses.map(\.count) == [301])
    #expect(hunter.nearMisses.map(\.threshold) == [400])
    #expect(hunter.nearMisses.first?.view.path == "Window/Approaching")
  }
}
