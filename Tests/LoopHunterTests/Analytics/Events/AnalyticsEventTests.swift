import Foundation
import HuntSupport
import LoopHunter
import TestSupport
import Testing

@Suite("Events and their attributes")
struct AnalyticsEventTests {
  @Test("an event carries flat typed attributes and the whole report")
  func attributes() {
    var report = sampleReport()
    report.layouts = 250
    let event = AnalyticsEvent(.layoutLoop, report: report)
    #expect(event.report == report)
    #expect(event.attributes["fingerprint"] == "f1")
    #expect(event.attributes["verdict"] == "oscillating")
    #expect(event.attributes["period"] == 2)
    #expect(event.attributes["view_path"] == "Feed/Cell[3]/Badge")
    #expect(event.attributes["view_class"] == "Badge")
    #expect(event.attributes["count"] == 101)
    #expect(event.attributes["cycle"] == "Feed > Cell > Badge")
    #expect(event.attributes["culprit_action"] == "frame.size")
    #expect(event.attributes["culprit_location"] == "FeedCell.swift:42")
    #expect(event.attributes["broken"] == false)
    #expect(event.attributes["layouts"] == 250)
    #expect(event.attributes["settled"] == nil)
  }

  @Test(
    "each verdict has its own numbers",
    arguments: [
      (Verdict.drifting(property: "frame.minX", perRound: 0.5), "drift_per_round", 0.5),
      (.reentrant(depth: 12), "reentrant_depth", 12),
      (.acrossTurns(streak: 60), "streak", 60),
      (.redundant, "verdict", "redundant"),
      (.undetermined, "verdict", "undetermined"),
    ] as [(Verdict, String, AnalyticsEvent.Value)])
  func verdicts(verdict: Verdict, key: String, value: AnalyticsEvent.Value) {
    let event = AnalyticsEvent(.layoutLoop, report: sampleReport(verdict: verdict))
    #expect(event.attributes[key] == value)
  }

  @Test("names and keys are those that stores already hold")
  func names() {
    #expect(
      AnalyticsEvent.Name.allCases.map(\.rawValue) == [
        "layout_loop", "layout_loop_settled", "layout_loop_across_turns", "layout_near_miss",
        "layout_loop_proof",
      ])
    let event = AnalyticsEvent(.layoutLoop, report: sampleReport())
    #expect(event.attributes.keys.allSatisfy { $0.wholeMatch(of: /[a-z][a-z_]{0,39}/) != nil })
  }

  @Test("attributes suit frameworks that take a name and properties")
  func anyValues() {
    let event = AnalyticsEvent(.layoutLoop, report: sampleReport())
    let properties: [String: any Sendable] = event.attributes.mapValues(\.any)
    #expect(properties["count"] as? Int64 == 101)
    #expect(properties["view_class"] as? String == "Badge")
    #expect(properties["broken"] as? Bool == false)
  }

  @Test("a line of JSON reads back as the same event, whatever its texts hold")
  func roundTrip() throws {
    var event = AnalyticsEvent(
      .layoutLoop,
      report: sampleReport(
        className: "Bad\"ge\\ \u{1}\n\t\r\u{1F}é\u{2028}",
        verdict: .drifting(property: "x", perRound: 0.25)))
    event.time = 1_772_366_400_123_456_000
    event.attributes["nothing"] = ""
    event.attributes["large"] = .integer(.max)
    event.attributes["small"] = .integer(.min)
    let line = try event.jsonLine()
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.dropLast().allSatisfy { $0 >= 0x20 })
    #expect(try AnalyticsEvent(jsonLine: line) == event)
    let coded = try JSONEncoder().encode(event)
    #expect(try JSONDecoder().decode(AnalyticsEvent.self, from: coded) == event)
  }

  @Test("the line begins with the event, the time and the identifier")
  func lineOrder() throws {
    var event = sampleEvent()
    event.time = 1_772_366_400_000_000_000
    event.id = "A"
    let text = String(decoding: try event.jsonLine(), as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"event":"layout_loop","time":"2026-03-01T12:00:00.000000Z","id":"A","attributes":{"#))
  }

  @Test("numbers that JSON cannot represent still give a readable line")
  func infinite() throws {
    for number in [Double.infinity, -.infinity, .nan] {
      let report = sampleReport(verdict: .drifting(property: "x", perRound: number))
      let line = try AnalyticsEvent(.layoutLoop, report: report).jsonLine()
      let event = try AnalyticsEvent(jsonLine: line)
      guard case .drifting(_, let back)? = event.report?.verdict else {
        Issue.record("the verdict is lost")
        continue
      }
      #expect(back == number || (back?.isNaN == true && number.isNaN))
    }
  }

  @Test("times agree with Foundation's, over four centuries")
  func times() throws {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: -40_000 as Int64, to: 106_000, by: caseCount(397, inDebug: 1_601)) {
      var event = sampleEvent()
      let seconds = day * 86_400 + day &* 7919 % 86_400
      event.time = seconds * 1_000_000_000 + 250_000_000
      let text = String(decoding: try event.jsonLine().prefix(70), as: UTF8.self)
      let date = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(text.contains(date.dropLast() + ".250000Z"))
      #expect(try AnalyticsEvent(jsonLine: event.jsonLine()).time == event.time)
    }
  }

  @Test("a line with a wrong time is refused with an example")
  func wrongTime() throws {
    for time in [
      "yesterday", "9999-12-31T23:59:59.999999Z", "0000-01-01T00:00:00.000000Z",
      "2026-03-01T12:00:00Z", "2026-03-01 12:00:00.000000Z", "2026-03-01T12:00:00.00000xZ",
    ] {
      let line = #"{"event":"layout_loop","time":"\#(time)","id":"A","attributes":{}}"#
      #expect {
        try AnalyticsEvent(jsonLine: line.utf8)
      } throws: {
        String(describing: $0).contains("2026-03-01T12:00:00.000000Z")
      }
    }
  }

  @Test("events are the same if everything in them is")
  func equality() {
    let event = sampleEvent(1)
    let changes: [(inout AnalyticsEvent) -> Void] = [
      { $0.name = .layoutNearMiss }, { $0.id += "x" }, { $0.time += 1 },
      { $0.attributes["number"] = 2 }, { $0.report = sampleReport("f2") }, { $0.report = nil },
    ]
    var copy = event
    #expect(copy == event && copy.hashValue == event.hashValue)
    for (index, change) in changes.enumerated() {
      copy = event
      change(&copy)
      #expect(copy != event, "change \(index)")
    }
  }
}
