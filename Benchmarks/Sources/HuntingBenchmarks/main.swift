import Foundation
import LoopHunter
import Timing
import ViewTree

// The cost of a hunt: of a counted layout, of attaching and detaching, of memory.
// Run with `swift run -c release --package-path Benchmarks HuntingBenchmarks`.

class EmptyLayout: View {
  override func layoutSubviews() {}
}

@inline(never)
func dispatch(_ views: [View], times: Int) {
  for _ in 0..<times {
    for view in views { call(view) }
  }
}

@inline(never)
func call(_ view: View) { view.layoutSubviews() }

let loop = TurnLoop()
let views: [View] = (0..<1000).map { _ in EmptyLayout(frame: .zero) }
let hunter = LoopHunter(loop: loop)
let bare = medianNanoseconds(perRound: 1_000_000) { dispatch(views, times: 1000) }
for view in views { try hunter.attach(to: view, threshold: 1 << 40) { _ in } }
let counted = medianNanoseconds(perRound: 1_000_000) { dispatch(views, times: 1000) }
hunter.detachAll()
let after = medianNanoseconds(perRound: 1_000_000) { dispatch(views, times: 1000) }
print("bare", bare, "counted", counted, "after", after)
