import Foundation
import HuntSupport
import LoopHunter
import Testing
import ViewTree

@Suite("Redaction")
struct RedactionTests {
  private func event(_ redaction: Redaction) -> (seen: AnalyticsEvent, sunk: AnalyticsEvent) {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    hub.redaction = redaction
    var seen: AnalyticsEvent?
    let token = hub.observe { seen = $0 }
    hub.raise("f")
    token.cancel()
    return (seen!, sink.events[0])
  }

  @Test("attributes are rewritten or dropped before any sink or observer sees them")
  func attributes() {
    let (seen, sunk) = event(
      Redaction { key, value in
        switch key {
        case "view_class": "Secret"
        case "culprit", "culprit_location": nil
        default: value
        }
      })
    #expect(seen == sunk)
    #expect(sunk.attributes["view_class"] == "Secret")
    #expect(sunk.attributes["culprit"] == nil)
    #expect(sunk.attributes["culprit_location"] == nil)
    #expect(sunk.attributes["count"] == 101)
  }

  @Test("a redaction of attributes drops the report, which holds the same facts")
  func reportIsDropped() {
    #expect(event(Redaction { _, value in value }).sunk.report == nil)
  }

  @Test("a redaction can hand on a report of its own")
  func reportIsKept() {
    let redaction = Redaction(
      attribute: { _, value in value },
      report: { report in
        var report = report
        report.tree = ""
        return report
      })
    let report = event(redaction).sunk.report
    #expect(report?.tree == "")
    #expect(report?.view.className == "Badge")
  }

  @Test("a redaction of texts reaches every text, except those by which events are grouped")
  func texts() throws {
    let (_, sunk) = event(.texts { _ in "-" })
    #expect(sunk.report?.fingerprint == "f")
    #expect(sunk.attributes["fingerprint"] == "f")
    #expect(sunk.attributes["verdict"] == "oscillating")
    #expect(sunk.attributes["count"] == 101)
    let object = try JSONSerialization.jsonObject(with: Data(try sunk.jsonLine())) as? [String: Any]
    let parts = [try #require(object?["attributes"]), try #require(object?["report"])]
    let kept: Set = [
      "-", "f", "oscillating", "frame.size.height", "44", "45", "frame.size", "setNeedsLayout",
      "write", "call", "text",
    ]
    #expect(Set(parts.flatMap(leaves)).subtracting(kept).isEmpty)
    // The sample would show nothing if it left a text or a list empty.
    let whole = try JSONSerialization.jsonObject(with: Data(try event(.none).sunk.jsonLine()))
    #expect(leaves(of: whole).allSatisfy { !$0.isEmpty })
  }

  @Test("a redaction of texts reaches the names in a proof")
  func proofs() throws {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)
    hub.redaction = .texts { _ in "-" }
    var report = sampleReport("f")
    report.culprit?.edge.proof = .untested(.other("without it `Badge` is laid out more often"))
    report.otherEdges[0].proof = .refuted(through: report.view)
    hub.raise(proof: report)
    let redacted = try #require(sink.events.first?.report)
    #expect(redacted.culprit?.edge.proof == .untested(.other("-")))
    #expect(
      redacted.otherEdges.first?.proof
        == .refuted(through: ViewReference(path: "-", className: "-")))
  }

  /// All texts in a piece of JSON; an empty list counts as an empty text.
  private func leaves(of json: Any) -> [String] {
    switch json {
    case let text as String: [text]
    case let list as [Any]: list.isEmpty ? [""] : list.flatMap(leaves)
    case let object as [String: Any]: object.values.flatMap(leaves)
    default: []
    }
  }

  @Test("without a redaction an event is whole")
  func none() {
    #expect(event(.none).sunk.report == sampleReport("f"))
  }
}
