import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("The events as a timeline or profile")
struct EventTimelineTests {
  private let folder = TemporaryFolder()

  private static let timed = """
    {"e":"trace","version":1,"title":"timed"}
    {"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}
    {"e":"view","v":2,"class":"Badge","name":"\\"a\\\\","in":1,"at":0,"frame":[0,0,44,44],"clean":true}
    {"e":"turn","n":1,"t":1000}
    {"e":"dirty","v":2,"why":"explicit","from":"Badge.swift:7"}
    {"e":"async","k":1,"via":"block"}
    {"e":"commit"}
    {"e":"layout","v":2,"t":2000}
    {"e":"done","v":2,"t":5500}
    {"e":"committed","batches":1}
    {"e":"turn","n":2,"t":9000}
    {"e":"run","k":1}
    {"e":"dirty","v":2,"why":"explicit"}
    {"e":"force","v":2}
    {"e":"layout","v":2,"t":10000}
    {"e":"done","v":2,"t":11000}
    {"e":"ran","k":1}
    {"e":"end","turns":2}

    """

  private func export(_ trace: String, _ options: String...) throws -> CommandOutcome {
    let path = try folder.write(trace, to: "trace.jsonl")
    return try InProcess.loophunt(["export", path] + options)
  }

  private func json(_ outcome: CommandOutcome) throws -> [String: Any] {
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  @Test("Perfetto's form has turns, layouts, forces, arrows, work and a counter, with their times")
  func perfetto() throws {
    let outcome = try export(Self.timed)
    #expect(outcome.errors.isEmpty)
    let whole = try json(outcome)
    let other = whole["otherData"] as? [String: String]
    #expect(other?["writer"] == "loophunt export" && other?["time"] == "recorded")
    // Readers recognise the writer by what comes first.
    #expect(
      outcome.text.ranges(of: "otherData")[0].lowerBound
        < outcome.text.ranges(of: "traceEvents")[0].lowerBound)
    let events = try #require(whole["traceEvents"] as? [[String: Any]])
    func all(_ phase: String) -> [[String: Any]] { events.filter { $0["ph"] as? String == phase } }
    let layouts = all("B").filter { $0["cat"] as? String == "layout" }
    #expect(layouts.map { $0["ts"] as? Double } == [2, 10])
    #expect(layouts.allSatisfy { $0["name"] as? String == "Badge \"\"a\\\" #2" })
    #expect(all("B").count == 5 && all("E").count == 5)
    #expect(all("E").contains { $0["ts"] as? Double == 5.5 })
    #expect(all("i").map { $0["cat"] as? String } == ["dirty", "dirty", "force"])
    #expect(all("s").compactMap { $0["id"] as? Int } == [1, 2])
    #expect(all("f").compactMap { $0["id"] as? Int } == [1, 2])
    #expect(all("b").count == 1 && all("n").count == 1 && all("e").count == 1)
    // Perfetto pairs the ends of a slice by their names.
    #expect(["b", "n", "e"].flatMap(all).allSatisfy { $0["name"] as? String == "block 1" })
    #expect(all("C").map { ($0["args"] as? [String: Int])?["layouts"] } == [1, 1])
  }

  @Test("without times each event takes a microsecond, and a warning states it")
  func untimed() throws {
    let outcome = try export(SampleTrace.badge(layouts: [2]))
    #expect(outcome.errors.contains("each event takes a microsecond"))
    let whole = try json(outcome)
    #expect((whole["otherData"] as? [String: String])?["time"] == "one microsecond per event")
    let events = whole["traceEvents"] as? [[String: Any]] ?? []
    let times = events.compactMap { $0["ts"] as? Double }
    #expect(times == times.sorted())
    #expect(events.filter { $0["ph"] as? String == "B" }.count == 4)
  }

  @Test("a profile of speedscope opens and closes each frame")
  func speedscope() throws {
    let whole = try json(try export(Self.timed, "--to=speedscope"))
    let profile = try #require((whole["profiles"] as? [[String: Any]])?.first)
    let events = try #require(profile["events"] as? [[String: Any]])
    #expect(events.map { $0["type"] as? String } == ["O", "O", "C", "C", "O", "O", "C", "C"])
    #expect(events.map { $0["at"] as? Double } == [1, 2, 5.5, 9, 9, 10, 11, 11])
    #expect(profile["endValue"] as? Double == 11)
    let frames = (whole["shared"] as? [String: [[String: String]]])?["frames"]
    #expect(frames?.count == 3)
  }
}
