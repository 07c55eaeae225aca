import Foundation
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

/// A report as a hunter would make it, with all parts that sinks must carry.
package func sampleReport(
  _ fingerprint: String = "f1", className: String = "Badge",
  verdict: Verdict = .oscillating(period: 2),
  count: Int = 101
) -> LoopReport {
  let feed = ViewReference(path: "Feed", className: "Feed")
  let cell = ViewReference(path: "Feed/Cell[3]", className: "Cell", identifier: "cell")
  let badge = ViewReference(path: "Feed/Cell[3]/\(className)", className: className)
  let edge = InvalidationEdge(
    writer: badge, target: cell, action: .write("frame.size"), old: .text("44.0"),
    new: .text("45.0"), dirtied: feed,
    location: "FeedCell.swift:42")
  var report = LoopReport(
    fingerprint: fingerprint, verdict: verdict, view: badge, threshold: 100, count: count, turn: 7,
    time: 1_500_000_000)
  report.cycle = [feed, cell, badge]
  report.culprit = Culprit(
    sentence: "`\(className)` wrote `frame.size` of its superview `Cell` 44.0 → 45.0", edge: edge)
  report.accomplices = [feed]
  report.victims = [feed]
  report.geometry = [
    GeometryHistory(
      view: cell, property: "frame.size.height", values: [.numbers([44]), .numbers([45])])
  ]
  report.otherEdges = [
    InvalidationEdge(
      writer: cell, target: feed, action: .call(.setNeedsLayout), dirtied: feed,
      location: "FeedCell.swift:57")
  ]
  report.remarks = [.text("The values of Cell differ by less than a pixel.")]
  report.stacks = [
    CallStack(dirtied: cell, frames: ["Badge.layoutSubviews() at FeedCell.swift:42"])
  ]
  report.viewToHunt = cell
  report.tree = "Feed\n  Cell\n    \(className)"
  return report
}

/// An event of `sampleReport`, with a sequence number to recognise it by.
package func sampleEvent(_ number: Int = 0, fingerprint: String = "f1") -> AnalyticsEvent {
  var event = AnalyticsEvent(.layoutLoop, report: sampleReport(fingerprint))
  event.attributes["number"] = .integer(Int64(number))
  return event
}

extension AnalyticsEvent {
  /// The number that `sampleEvent` was given.
  package var number: Int? {
    guard case .integer(let value)? = attributes["number"] else { return nil }
    return Int(value)
  }
}

/// All events of a JSON Lines file and of its older ones, oldest first; every line must be readable.
package func storedEvents(_ path: String) throws -> [AnalyticsEvent] {
  let older = (1..<1000).map { "\(path).\($0)" }
    .filter { FileManager.default.fileExists(atPath: $0) }
  return try (older.reversed() + [path]).flatMap { file in
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "\(file) ends in a torn line")
    return try bytes.split(separator: UInt8(ascii: "\n")).map {
      try AnalyticsEvent(jsonLine: $0)
    }
  }
}

/// A loop's time that tests set.
package final class ManualClock {
  package var time = Duration.zero

  package init() {}
}

extension Duration {
  /// The time that a test waits for an expected event, long enough for a slow machine.
  package static let generous = Duration.seconds(120)
}

extension AnalyticsHub {
  /// A hub that holds nothing back.
  package static func unlimited() -> AnalyticsHub { AnalyticsHub(throttle: .unlimited) { .zero } }

  /// Raises a crossing of its own, with a fingerprint that no other has.
  @discardableResult
  package func raise(_ fingerprint: String = UUID().uuidString) -> AnalyticsEvent? {
    raise(.layoutLoop, report: sampleReport(fingerprint))
  }
}

/// Something shared by a test and the closures it hands to other threads.
///
/// A lock of Foundation's, because ThreadSanitizer does not see how Linux hands over a `Mutex`.
package final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var storage: Value

  package init(_ value: Value) { storage = value }

  package var value: Value { lock.withLock { storage } }

  package func change(_ body: (inout Value) -> Void) { lock.withLock { body(&storage) } }
}

/// An object whose life a test watches through a weak reference.
package final class Owner {
  package var events: [AnalyticsEvent] = []
  package var onDeath: (() -> Void)?
  package var token: LifetimeTracker.Token?

  package init() {}
  deinit { onDeath?() }
}

package struct BrokenSinkError: Error, CustomStringConvertible {
  package init() {}

  package var description: String { "the sink is broken; repair it" }
}
