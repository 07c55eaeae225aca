import LoopHunter
import Testing

@Suite("A set of actors")
struct ActorSetTests {
  @Test("members come once each, in the order in which they were inserted")
  func order() {
    var set = ActorSet([5, 2, 5], limit: 8)
    #expect(set.insert(7) && !set.insert(2))
    #expect(set.members == [5, 2, 7])
    #expect(set.contains(7) && !set.contains(3))
    #expect(ActorSet(limit: 8).isEmpty && !set.isEmpty)
  }
}
