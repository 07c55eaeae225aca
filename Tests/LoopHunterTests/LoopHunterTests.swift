import Testing

@Suite struct LoopHunterTests {
  @Test func builds() {}
}
