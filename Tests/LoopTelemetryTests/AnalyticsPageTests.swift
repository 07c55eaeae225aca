import Foundation
import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing
import ViewTree

/// The code of docs/analytics.md, compiled and run; a test compares it with the page.
@Suite("The page about analytics")
struct AnalyticsPageTests {
  private static let page = (try? Repository.text(of: "docs/analytics.md")) ?? ""

  private let folder = TemporaryFolder()

  private final class FeedController: ViewController {
    var banners: [String] = []
    func showBanner(_ text: String) { banners.append(text) }
  }

  @Test("its first program writes a file and shows a banner")
  func firstProgram() throws {
    let loop = TurnLoop()
    let feedController = FeedController()
    let feedView = JournalView("feed") { if $0.layouts < 150 { $0.setNeedsLayout() } }
    let window = loop.makeWindow(feedView)
    let logFolder = folder.url.path

    let hunter = LoopHunter(loop: loop)
    hunter.analytics.add(JSONLinesSink(path: logFolder + "/loops.jsonl"))
    hunter.analytics.observe(feedController) { controller, event in
      controller.showBanner(event.summary)
    }
    try hunter.attach(to: feedView) { _ in }

    loop.runTurn()
    #expect(hunter.analytics.close(timeout: .generous))
    #expect(feedController.banners.count == 2)
    #expect(try storedEvents(logFolder + "/loops.jsonl").count == 2)
    withExtendedLifetime((window, feedController)) {}
  }

  @Test("its throttling is a policy")
  func throttling() {
    let hunter = LoopHunter(loop: TurnLoop())
    let installationIdentifier = "4f1c"

    hunter.analytics.throttle = ThrottlePolicy(
      interval: .seconds(60), longestInterval: .seconds(86_400), budget: EventBudget(limit: 50),
      sampleRate: 0.1, sampleSalt: installationIdentifier)

    #expect(hunter.analytics.throttle.budget.limit == 50)
  }

  private enum Analytics {
    static let logged = Shared<[String]>([])
    static func logEvent(_ name: String, parameters: [String: any Sendable]) {
      logged.change { $0.append("\(name) \(parameters["count"] ?? "")") }
    }
  }

  struct Firebase: AnalyticsSink {
    func record(_ event: AnalyticsEvent) throws {
      Analytics.logEvent(event.name.rawValue, parameters: event.attributes.mapValues(\.any))
    }
  }

  @Test("its custom sink works")
  func ownSink() {
    let hub = AnalyticsHub.unlimited()
    hub.add(Firebase())
    hub.raise()
    #expect(hub.close(timeout: .generous))
    #expect(Analytics.logged.value == ["layout_loop 101"])
  }

  @Test("its collectors work")
  func collectors() throws {
    let hunter = LoopHunter(loop: TurnLoop())
    let cachesFolder = folder.url.path

    var configuration = try OTLPConfiguration.environment()
    configuration.resource["service.version"] = "4.2"
    configuration.scope["screen"] = "feed"
    configuration.spool = cachesFolder + "/loophunter"
    hunter.analytics.add(try OTLPSink(configuration))

    configuration.endpoint = "https://collector.example/v1/logs"
    configuration.spool = nil

    hunter.analytics.add(try OTLPSink(configuration, transport: URLSessionTransport()))

    #expect(hunter.analytics.sinks.count == 2)
  }

  @Test("its redactions remove the promised texts")
  func redaction() {
    let hub = AnalyticsHub.unlimited()
    let sink = RecordingSink()
    hub.add(sink)

    // Every text of the attributes and of the report:
    hub.redaction = .texts { $0.replacing("AcmeBank", with: "App") }

    hub.raise(.layoutLoop, report: sampleReport(className: "AcmeBankCell"))
    #expect(sink.events[0].report?.view.className == "AppCell")

    // One attribute; without a closure of its own the report, which holds the same facts, is dropped:
    hub.redaction = Redaction { key, value in key == "culprit" ? nil : value }

    hub.raise()
    #expect(sink.events[1].attributes["culprit"] == nil)
    #expect(sink.events[1].attributes["view_class"] != nil)
    #expect(sink.events[1].report == nil)
  }

  @Test("every piece of its code is in these tests")
  func code() throws {
    let own = URL(fileURLWithPath: #filePath)
    let transport = own.deletingLastPathComponent().appending(
      path: "URLSessionTransportTests.swift")
    let source = try [own, transport].flatMap { lines(try String(contentsOf: $0, encoding: .utf8)) }
    let blocks = Self.page.matches(of: #/```swift\n([\s\S]*?)```/#)
    #expect(blocks.count == 6)
    for block in blocks {
      for piece in String(block.1).split(separator: "\n\n") {
        #expect(source.contains(lines(String(piece))), "not in the tests:\n\(piece)")
      }
    }
  }

  /// The lines without their indentation and without those that hold nothing.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  @Test("its table lists exactly the attributes of events")
  func attributes() throws {
    let table = try #require(
      Self.page.split(separator: "\n\n").first { $0.hasPrefix("| attribute |") })
    let listed = table.split(separator: "\n").dropFirst(2).flatMap { row in
      row.split(separator: "|")[0].matches(of: #/`([a-z_]+)`/#).map { String($0.1) }
    }
    var report = sampleReport()
    report.isSettled = true
    report.layouts = 250
    report.isBreakIneffective = true
    report.view = ViewReference(path: "a", className: "A", identifier: "a")
    report.culprit?.edge.proof = .proved(layouts: 2)
    let edge = report.culprit?.edge
    report.culprit?.force = edge
    let verdicts: [Verdict] = [
      .oscillating(period: 2), .drifting(property: "x", perRound: 1), .reentrant(depth: 2),
      .acrossTurns(streak: 60), .thrashing(times: 101),
    ]
    let budget = EventBudget(limit: .max)
    let hub = AnalyticsHub(throttle: ThrottlePolicy(budget: budget, sampleRate: 0.999)) { .zero }
    // By `loophunt replay`, see its tests.
    var present: Set = ["trace", "reported_kind"]
    for verdict in verdicts {
      report.verdict = verdict
      report.fingerprint = verdict.kind
      present.formUnion(try #require(hub.raise(.layoutLoop, report: report)).attributes.keys)
    }
    #expect(Set(listed) == present)
    #expect(listed.count == present.count)
  }

  @Test("its table of events lists their names")
  func names() {
    for name in AnalyticsEvent.Name.allCases {
      #expect(Self.page.contains("\n| `\(name.rawValue)` |"))
    }
  }
}
