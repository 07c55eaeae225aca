import Foundation
import LoopHunter
import LoopTelemetry
import Testing

@Suite("Retries of an OTLP sink")
struct RetryTests {
  private let now = ContinuousClock.now

  /// The pauses after so many failures in a row, with this chance.
  private func pauses(_ count: Int, chance: Double) -> [Duration] {
    var pace = RetryPace(first: .seconds(1), longest: .seconds(60))
    return (0..<count).map { _ in
      pace.failed(at: now, ordered: nil, chance: chance)
      return now.duration(to: pace.notBefore!)
    }
  }

  @Test("pauses double up to the longest one, and chance takes up to half of each away")
  func doubling() {
    let full = [1, 2, 4, 8, 16, 32, 60, 60].map { Duration.seconds($0) }
    #expect(pauses(8, chance: 1) == full)
    #expect(pauses(8, chance: 0) == full.map { $0 / 2 })
    #expect(pauses(100, chance: 1).last == .seconds(60))
  }

  @Test("two sinks do not come back at the same moment")
  func jitter() {
    let moments = (0..<20).map { _ in
      var pace = RetryPace(first: .seconds(1), longest: .seconds(60))
      pace.failed(at: now, ordered: nil)
      return pace.notBefore!
    }
    #expect(Set(moments).count > 15)
    #expect(moments.allSatisfy { (now + .milliseconds(500)...now + .seconds(1)).contains($0) })
  }

  @Test("a success makes the next pause a first one again")
  func success() {
    var pace = RetryPace(first: .seconds(1), longest: .seconds(60))
    #expect(pace.notBefore == nil)
    for _ in 0..<5 { pace.failed(at: now, ordered: .seconds(3)) }
    pace.succeeded()
    #expect(pace.notBefore == nil)
    pace.failed(at: now, ordered: nil, chance: 1)
    #expect(pace.notBefore == now + .seconds(1))
  }

  @Test("the longer of its own and the requested pause counts, and a flush skips only its own")
  func ordered() {
    var pace = RetryPace(first: .seconds(10), longest: .seconds(60))
    pace.failed(at: now, ordered: .seconds(30), chance: 1)
    #expect(pace.notBefore == now + .seconds(30))
    pace.hurry()
    #expect(pace.notBefore == now + .seconds(30))
    pace.failed(at: now, ordered: .seconds(1), chance: 1)
    #expect(pace.notBefore == now + .seconds(20))
    pace.hurry()
    #expect(pace.notBefore == now + .seconds(1))
    pace.failed(at: now, ordered: nil)
    pace.hurry()
    #expect(pace.notBefore == nil)
  }

  @Test(
    "Retry-After is read as seconds and as any of the three dates of HTTP",
    arguments: [
      ("120", 120), (" 7 ", 7), ("0", 0), ("-5", 0), ("999999", 86_400),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 60), ("Sunday, 06-Nov-94 08:49:37 GMT", 60),
      ("Sun Nov  6 08:49:37 1994", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 0),
      ("Mon, 07 Nov 1994 10:00:00 GMT", 86_400), ("soon", nil), ("", nil), ("1.5", nil),
    ] as [(String, Int?)])
  func retryAfter(text: String, seconds: Int?) {
    let now = Date(timeIntervalSince1970: 784_111_717)  // 1994-11-06T08:48:37Z
    for status in [429, 502, 503, 504] {
      let response = OTLPResponse(status: status, headers: ["Retry-After": text])
      #expect(
        OTLPAnswer(response, now: now) == .later(pause: seconds.map { Duration.seconds($0) }))
    }
  }

  @Test("only the codes that the specification names are tried again")
  func codes() {
    for status in 200..<600 {
      let answer = OTLPAnswer(OTLPResponse(status: status))
      switch status {
      case 200..<300: #expect(answer == .delivered(rejected: 0, message: ""))
      case 429, 502, 503, 504: #expect(answer == .later(pause: nil))
      default: #expect(answer == .refused)
      }
    }
  }
}
