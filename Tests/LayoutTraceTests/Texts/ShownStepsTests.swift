import LayoutTrace
import Testing

@Suite("The steps of a path that are shown")
struct ShownStepsTests {
  @Test("256 steps are all shown, and of more the first and the last 128")
  func count() {
    let steps = (1...256).map { "V\($0)" }
    #expect(ShownSteps.of(steps) == steps)
    let shown = ShownSteps.of(steps + ["V257"])
    #expect(shown == steps.prefix(128) + ["…"] + steps.dropFirst(129) + ["V257"])
  }

  @Test("8,192 bytes are all shown, and of more at most 4,096 before and after the gap")
  func bytes() {
    // A step takes a byte more than its text.
    let step = String(repeating: "v", count: 63)
    let all = Array(repeating: step, count: 128)
    #expect(ShownSteps.of(all) == all)
    #expect(ShownSteps.of(all + [step]) == all.prefix(64) + ["…"] + all.prefix(64))
  }
}
