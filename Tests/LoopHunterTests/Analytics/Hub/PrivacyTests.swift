import Foundation
import HuntSupport
import LoopHunter
import LoopTelemetry
import TestSupport
import Testing
import ViewTree

/// Checks the bytes that leave the program through every sink.
@Suite("Privacy")
struct PrivacyTests {
  /// A label that loops, with a secret for a text, and a name that the app's owner keeps.
  final class AcmeBalanceLabel: Label {
    override func layoutSubviews() {
      super.layoutSubviews()
      text = text == "PIN 4711" ? "PIN 4711 4711" : "PIN 4711"
      sizeToFit()
      setNeedsLayout()
    }
  }

  private let folder = TemporaryFolder()

  /// The files of the spool, each with its folder in it.
  private var spooledFiles: [String] {
    let all = try? FileManager.default.subpathsOfDirectory(atPath: folder.path("spool"))
    return (all ?? []).filter { $0.hasSuffix(".jsonl") }
  }

  /// Reports such a label, and returns the bytes that arrived at each sink.
  private func leaks(_ redaction: Redaction) throws -> [String: String] {
    let loop = TurnLoop()
    loop.passLimit = 100
    let label = AcmeBalanceLabel(frame: CGRect(x: 0, y: 0, width: 100, height: 20))
    label.text = "PIN 4711"
    label.identifier = "acme-balance"
    let window = loop.makeWindow(label)
    let hunter = LoopHunter(loop: loop)
    let hub = hunter.analytics
    hub.throttle = .unlimited
    hub.redaction = redaction

    var observed = ""
    let token = hub.observe { observed += "\($0)" }
    let recording = RecordingSink()
    let closure = Shared("")
    hub.add(
      CompositeSink([
        FilterSink(recording) { _ in true },
        ClosureSink { event in closure.change { $0 += "\(event)" } },
      ]))
    hub.add(JSONLinesSink(path: folder.path("loops.jsonl")))
    let errors = open(folder.path("errors"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    hub.add(StandardErrorSink(descriptor: errors))
    let server = try LoopbackServer()
    hub.add(try OTLPSink(OTLPConfiguration(collector: server.url)))
    var unreachable = OTLPConfiguration(collector: "http://127.0.0.1:1")
    unreachable.spool = folder.path("spool")
    hub.add(try OTLPSink(unreachable))

    try hunter.attach(to: label, threshold: 20) { _ in }
    loop.runTurn()
    try waitUntil { hub.sinks.allSatisfy { $0.recorded + $0.failed == 1 } }
    try waitUntil {
      !server.requests.isEmpty && !spooledFiles.isEmpty && !closure.value.isEmpty
    }
    withExtendedLifetime((window, token)) {}
    let spool = spooledFiles
    close(errors)
    server.stop()
    return [
      "observer": observed, "closure": closure.value, "recording": "\(recording.events)",
      "file": try String(contentsOfFile: folder.path("loops.jsonl"), encoding: .utf8),
      "standard error": try String(contentsOfFile: folder.path("errors"), encoding: .utf8),
      "collector": server.requests.map { String(decoding: $0.body, as: UTF8.self) }.joined(),
      "spool": try spool.map {
        try String(contentsOfFile: folder.path("spool/" + $0), encoding: .utf8)
      }
      .joined(),
    ]
  }

  @Test("no text of a label reaches any sink, the class and the identifier do")
  func labelTexts() throws {
    for (place, text) in try leaks(.none) {
      #expect(!text.contains("4711"), "\(place)")
      #expect(text.contains("acme-balance"), "\(place)")
    }
  }

  @Test("removed texts reach no sink, and no spool on disk")
  func redaction() throws {
    let redaction = Redaction.texts { text in
      text.replacing("Acme", with: "X").replacing("acme", with: "x")
    }
    for (place, text) in try leaks(redaction) {
      #expect(text.contains("x-balance"), "\(place)")
      #expect(!text.lowercased().contains("acme"), "\(place)")
    }
  }
}
