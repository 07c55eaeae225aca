import Testing

@Suite struct ViewTreeTests {
  @Test func builds() {}
}
