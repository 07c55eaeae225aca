import LoopHunter
import Testing

@Suite("The way back of a layout without others")
struct WayBackTests {
  @Test("decides by itself, whatever it begins with")
  func ways() {
    /// Layouts of a view in turns with others, each third.
    let layouts = Array(stride(from: 0, to: 300, by: 3))
    func goesOn(_ way: @escaping (Int) -> WayBack) -> Bool { WayBack.hasGoneOn(layouts, way) }
    // Begun by the others at once, or by nobody, and touched now and then.
    for begin in [-1, 2] as [Int32] {
      for (period, answer) in [(1, false), (2, true), (20, true)] {
        #expect(
          goesOn { index in
            let touch = index / 3 / period * period * 3
            return WayBack(first: 2, begin: begin, touch: Int32(touch))
          } == answer, "\(begin), \(period)")
      }
    }
    // Each brought about by a layout of its own, a hundred layouts before.
    #expect(
      !goesOn { index in
        let begin = Int32(index - 100)
        return WayBack(first: begin + 1, begin: begin, touch: begin)
      })
    // Another loop follows the first, both begun by the others.
    #expect(
      goesOn { index in
        let begin: Int32 = index < 150 ? 1 : 50
        return WayBack(first: begin + 1, begin: begin, touch: begin)
      })
    // Laid out by nobody that was laid out before.
    #expect(!goesOn { WayBack(first: Int32($0), begin: -1, touch: -1) })
  }

  @Test("shows that a view has settled if others brought about its last three layouts")
  func settled() {
    let layouts = Array(0..<100)
    func goesOn(last: Int) -> Bool {
      WayBack.goesOn(latestFirst: layouts.reversed()) { index in
        WayBack(first: index < 100 - last ? 0 : Int32(index), begin: -1, touch: -1)
      }
    }
    for last in 0..<3 { #expect(goesOn(last: last)) }
    for last in 3..<6 { #expect(!goesOn(last: last)) }
  }
}
