import LoopHunter
import Testing
import ViewTree

@Suite("Expectations and the main queue") struct MainQueueWatchTests {
  @Test(
    "work of the main queue that dirties views in many turns in a row is told, and in fewer it is not"
  )
  func turns() {
    var watch = MainQueueWatch()
    for turn in 3..<62 {
      for _ in 0..<2 { watch.dirtied(View(), turn: turn) }
    }
    #expect(watch.note == nil)
    watch.dirtied(View(), turn: 70)
    #expect(watch.note == nil)
    for turn in 71..<131 { watch.dirtied(View(), turn: turn) }
    #expect(watch.note?.contains("`View` in 61 turns in a row") == true)
  }
}
