import Foundation
import LoopHunter
import LoopTelemetry
import Synchronization
import ViewTree

// Four days of a small fleet: real hunts on sixteen devices, sent to a collector as an app sends them.
//
// Half of the devices report all of their bugs, the others a half of them. Everybody has release 4.1
// for two days, and three quarters have 4.2 then. It mends one loop and brings two new ones.

/// A screen of the app, and what loops on it.
private enum Screen: String, CaseIterable {
  case feed, chat, chart, checkout

  /// True if a device visits it on a day.
  func isVisited(by device: Int, on day: Int, release: String) -> Bool {
    switch self {
    case .feed: release == "4.1" ? device % 4 == 0 : device % 4 != 3
    case .chat: device % 3 != 0
    case .chart: release == "4.2" && device % 2 == 0
    case .checkout: release == "4.2" && day == 3 && device % 5 == 0
    }
  }

  /// The view to hunt, in the window.
  func build(in window: Window, release: String) -> View {
    let view: View
    switch self {
    case .feed: view = FeedCell(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
    case .chat: view = release == "4.1" ? TypingDots(frame: .zero) : Bubble(frame: .zero)
    case .chart: view = Chart(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    case .checkout: view = PriceTag(frame: .zero)
    }
    guard self == .feed else {
      window.addSubview(view)
      return view
    }
    let feed = Feed(frame: window.bounds)
    window.addSubview(feed)
    feed.addSubview(view)
    let badge = Badge(frame: CGRect(x: 300, y: 0, width: 20, height: 44))
    badge.autoresizingMask = .flexibleHeight
    view.addSubview(badge)
    return view
  }
}

/// Wants its cell one point higher.
private final class Badge: View {
  override func layoutSubviews() {
    superview?.frame = CGRect(x: 0, y: 0, width: 320, height: 45)
  }
}

/// Wants its cell as it was.
private final class Feed: View {
  override func layoutSubviews() {
    subviews.first?.frame = CGRect(x: 0, y: 0, width: 320, height: 44)
  }
}

private final class FeedCell: View {}

/// Asks for the next layout in each.
private final class TypingDots: View {
  override func layoutSubviews() {
    setNeedsLayout()
  }
}

/// The same, until forty layouts are done: a near miss.
private final class Bubble: View {
  private var layouts = 0

  override func layoutSubviews() {
    layouts += 1
    if !layouts.isMultiple(of: 40) { setNeedsLayout() }
  }
}

/// Grows with each layout.
private final class Chart: View {
  override func layoutSubviews() {
    frame.size.width += 8
    setNeedsLayout()
  }
}

/// Settles, but too late.
private final class PriceTag: View {
  private var layouts = 0

  override func layoutSubviews() {
    layouts += 1
    if !layouts.isMultiple(of: 80) { setNeedsLayout() }
  }
}

/// The time of a device: so many seconds since 1970.
private final class DeviceClock: Sendable {
  private let seconds = Atomic<Int64>(0)

  var now: Int64 {
    get { seconds.load(ordering: .relaxed) }
    set { seconds.store(newValue, ordering: .relaxed) }
  }
}

/// Dates events by the device's clock, and hands them on.
private struct DatedSink: AnalyticsSink {
  let sink: OTLPSink
  let clock: DeviceClock

  func record(_ event: AnalyticsEvent) throws {
    var event = event
    event.time = clock.now * 1_000_000_000
    try sink.record(event)
  }

  func flush(until deadline: ContinuousClock.Instant) throws {
    try sink.flush(until: deadline)
  }

  // On the thread of the loop, so that the clock still has the time of the event.
  var handOver: SinkHandOver { .direct }
}

/// Sends four days of sixteen devices to a collector; returns how many events arrived.
func sendFleet(to collector: String) throws -> Int {
  var delivered = 0
  for device in 0..<16 {
    for release in ["4.1", "4.2"] {
      for screen in Screen.allCases {
        delivered += try send(screen, of: device, release: release, to: collector)
      }
    }
  }
  return delivered
}

/// The days on which a device visits a screen with a release, in one process.
private func send(
  _ screen: Screen, of device: Int, release: String, to collector: String
) throws -> Int {
  let days = (0..<4).filter { day in
    let installed = day < 2 || device % 4 == 1 ? "4.1" : "4.2"
    return installed == release && screen.isVisited(by: device, on: day, release: release)
  }
  guard !days.isEmpty else { return 0 }
  let name = "device-" + (device < 10 ? "0" : "") + "\(device)"
  var configuration = OTLPConfiguration(collector: collector, service: "shop")
  configuration.resource["service.version"] = .string(release)
  configuration.resource["app.installation.id"] = .string(name)
  configuration.scope["screen"] = .string(screen.rawValue)
  configuration.batchDelay = .seconds(3600)
  let sink = try OTLPSink(configuration)

  let clock = DeviceClock()
  let hub = AnalyticsHub(
    throttle: ThrottlePolicy(
      budget: EventBudget(limit: .max), sampleRate: device < 8 ? 1 : 0.5, sampleSalt: name)
  ) { .seconds(clock.now) }
  hub.add(DatedSink(sink: sink, clock: clock))

  let loop = TurnLoop()
  loop.passLimit = 100
  let window = Window(frame: CGRect(x: 0, y: 0, width: 320, height: 480), loop: loop)
  let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0), analytics: hub)
  let view = screen.build(in: window, release: release)
  try hunter.attach(to: view, threshold: 50) { _ in }
  for day in days {
    // The screen is up for as many minutes as the device's number says, and laid out every five seconds.
    let start = 1_772_366_400 + Int64(day) * 86_400 + Int64(device) * 300
    for second in stride(from: 0, through: 60 * Int64(device % 3), by: 5) {
      clock.now = start + second
      view.setNeedsLayout()
      loop.runTurn()
    }
  }
  guard hub.close(timeout: .seconds(60)) else { fatalError("the collector does not answer") }
  return sink.statistics.delivered
}
