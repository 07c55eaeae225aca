import Testing

@Suite struct LoophuntTests {
  @Test func builds() {}
}
