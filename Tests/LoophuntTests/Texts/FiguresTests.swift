import Testing
import loophunt

@Suite("Figures")
struct FiguresTests {
  @Test(
    "digits come in groups of three",
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (2_000_000, "2,000,000"), (-12345, "-12,345"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func groups(number: Int, text: String) {
    #expect(Figures.count(number) == text)
  }

  @Test("a noun agrees with its number")
  func nouns() {
    #expect(Figures.count(0, "view") == "0 views")
    #expect(Figures.count(1, "view") == "1 view")
  }

  @Test(
    "lengths have a unit",
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (1234, "1.2 kB"), (9_950, "10 kB"),
      (999_499, "999 kB"), (999_500, "1 MB"), (200_000_000, "200 MB"), (Int64.max, "9223372 TB"),
    ] as [(Int64, String)])
  func lengths(number: Int64, text: String) {
    #expect(Figures.bytes(number) == text)
  }

  @Test(
    "times have a unit",
    arguments: [
      (0, "0 ms"), (0.0034, "3 ms"), (0.9994, "999 ms"), (0.9996, "1 s"), (1.24, "1.2 s"),
      (99.4, "99 s"), (99.6, "1 min 40 s"), (3600, "1 h 0 min"), (.infinity, "a long time"),
      (.nan, "a long time"),
    ] as [(Double, String)])
  func times(seconds: Double, text: String) {
    #expect(Figures.seconds(seconds) == text)
  }

  @Test("the progress line shows progress, speed and remaining time")
  func progress() {
    #expect(
      Progress.text(
        label: "a.jsonl", done: 120_000_000, total: 200_000_000, nanoseconds: 400_000_000)
        == "a.jsonl: 120 MB of 200 MB, 60%, 300 MB/s, 267 ms left")
    #expect(
      Progress.text(label: "-", done: 5_000, total: nil, nanoseconds: 1_000_000_000)
        == "-: 5 kB, 5 kB/s")
    let long = Progress.text(
      label: String(repeating: "long/", count: 100), done: 1, total: 10, nanoseconds: 1)
    #expect(long.count == 79)
    for width in 1...120 {
      let text = Progress.text(
        label: "traces/night.jsonl", done: 120_000_000, total: 200_000_000,
        nanoseconds: 400_000_000, width: width)
      #expect(text.count < width, "\(width): \(text)")
      // The figures stay as long as they fit.
      #expect(text.contains("120 MB of 200 MB, 60%") || width < 23, "\(width): \(text)")
      #expect(text.hasPrefix("traces/night.jsonl: ") || width < 66, "\(width): \(text)")
    }
  }
}
