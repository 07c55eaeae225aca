import Foundation
import LoopHunter
import LoopTelemetry
import ViewTree

// A process that tests start and kill: it hands events to a sink and says which were taken.
//
//   lines PATH FIRST SIZE DURABILITY
//                           records events for ever, each one a line on standard output once durable
//   spool FOLDER FIRST      records events for ever through an OTLP sink without a collector
//   send URL COUNT          sends events to a collector and prints the result
//   limit PATH BYTES        meets a file size limit, has it lifted, and prints the counts of the sink
//   permission PATH         may not write as an ordinary user, and tries until it may
//   send-and-exit URL COUNT sends events without a flush, in a batch that would wait for an hour
//   exit PATH COUNT         raises events and returns from main at once, without a flush
//   exit-stalled URL COUNT SECONDS
//                           sends to a collector, beside sinks that never return; the exit may
//                           take this long
//   last-turn PATH          a loop settles in the last turn; returns from main at once
//   crossing PATH WAY       a view loops for ever (loop), or ends the process in the callback: kill, trap
//   sample PATH             writes the events that docs/duckdb.md asks about
//   fleet URL               sends the events that docs/fleet.md asks about
//   threadless PATH URL COUNT
//                           events and a call stack where the system gives no thread, and once it does
//   idle                    does nothing, to measure what a start costs

/// A report of a fingerprint.
func report(_ fingerprint: String) -> LoopReport {
  LoopReport(
    fingerprint: fingerprint, verdict: .redundant,
    view: ViewReference(path: "Feed/Badge", className: "Badge"), threshold: 100, count: 101,
    turn: 1, time: 0)
}

/// An event with a number, of a fingerprint of its own.
func numbered(_ number: Int) -> AnalyticsEvent {
  AnalyticsEvent(
    name: .layoutLoop, id: "id-\(number)", time: 1_772_366_400_000_000_000,
    attributes: [
      "fingerprint": .string("f\(number)"), "number": .integer(Int64(number)),
      "padding": .string(String(repeating: "x", count: number % 97 * 7)),
    ])
}

/// An event with an attribute of each type and a report.
func full(_ number: Int) -> AnalyticsEvent {
  var event = numbered(number)
  event.attributes["ratio"] = .double(Double(number) / 4)
  event.attributes["even"] = .boolean(number.isMultiple(of: 2))
  event.attributes["text"] = .string("quote \" backslash \\ tab \t é \u{2028} \(number)")
  event.report = report("f\(number)")
  return event
}

/// Some days of a small fleet: five bugs, of which two come back again and again.
func sample() -> [AnalyticsEvent] {
  let bugs: [(fingerprint: String, view: String, verdict: Verdict, culprit: String)] = [
    ("3f2a9c0d11e4b7a6", "Badge", .oscillating(period: 2), "Badge"),
    ("b81e44f09d2c6a35", "TableHeader", .redundant, "FeedController"),
    ("07d5c3e8a91f2b64", "ChartView", .drifting(property: "frame.minX", perRound: 8), "ChartView"),
    ("e96b0a7741d8c52f", "PriceCell", .acrossTurns(streak: 60), "PriceCell"),
    ("5c18f7d2036eab9d", "Badge", .oscillating(period: 3), "Sticker"),
  ]
  // Day, bug, kind of event, repeats held back, layouts.
  let history: [(Int64, Int, AnalyticsEvent.Name, Int64, Int?)] = [
    (0, 0, .layoutLoop, 0, nil), (0, 0, .layoutLoopSettled, 0, 244),
    (0, 1, .layoutLoop, 0, nil), (1, 0, .layoutLoop, 37, nil), (1, 2, .layoutLoop, 0, nil),
    (1, 3, .layoutLoopAcrossTurns, 0, nil), (1, 1, .layoutLoop, 4, nil),
    (2, 0, .layoutLoop, 112, nil), (2, 4, .layoutLoop, 0, nil), (2, 2, .layoutNearMiss, 0, nil),
    (3, 3, .layoutLoopAcrossTurns, 8, nil), (3, 0, .layoutLoop, 590, nil),
    (3, 0, .layoutLoopSettled, 1, 1803),
  ]
  return history.enumerated().map { index, entry in
    let (day, bug, name, suppressed, layouts) = entry
    let (fingerprint, view, verdict, culprit) = bugs[bug]
    var report = report(fingerprint)
    report.verdict = verdict
    report.view = ViewReference(path: "Window/Feed/\(view)", className: view)
    let writer = ViewReference(path: "Window/Feed/\(culprit)", className: culprit)
    report.cycle = culprit == view ? [report.view] : [report.view, writer]
    report.culprit = Culprit(
      sentence: "`\(culprit)` (\(writer.path)) called `setNeedsLayout` on "
        + "\(culprit == view ? "itself" : "`\(view)`") in its layout.",
      edge: InvalidationEdge(
        writer: writer, target: report.view, action: .call(.setNeedsLayout), dirtied: report.view))
    report.layouts = layouts
    var event = AnalyticsEvent(name, report: report)
    event.id = "sample-\(index)"
    event.time = 1_772_366_400_000_000_000 + (day * 86_400 + Int64(index) * 977) * 1_000_000_000
    event.attributes["suppressed"] = .integer(suppressed)
    return event
  }
}

/// A view that lays itself out again and again.
final class Restless: View {
  var limit = Int.max
  private var layouts = 0

  override func layoutSubviews() {
    // Not the last call of the function: optimised code would jump there and leave no frame.
    if layouts + 1 < limit { setNeedsLayout() }
    layouts += 1
  }
}

/// Tells the test, without a buffer that a kill would empty.
func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = line.withUnsafeBytes { write(1, $0.baseAddress!, $0.count) }
}

func setFileSizeLimit(_ bytes: UInt) {
  var limit = rlimit()
  let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  getrlimit(resource, &limit)
  limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
  setrlimit(resource, &limit)
}

/// Has the system give threads or none: none has so large a stack.
func setThreadsAreDenied(_ isDenied: Bool) {
  typealias SetDefault = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
  let setDefault = unsafeBitCast(
    dlsym(nil, "pthread_setattr_default_np"), to: SetDefault.self)
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  pthread_attr_setstacksize(attributes, isDenied ? 1 << 50 : 8 << 20)
  if setDefault(attributes) != 0 { fatalError("the size of stacks cannot be set") }
}

/// Objects that are alive when the process ends, like the hub of an app.
var kept: [AnyObject] = []

let arguments = CommandLine.arguments
// On a busy machine the usual limit is too short.
OrderlyExit.limit = .seconds(120)
switch arguments.dropFirst().first {
case "lines":
  let sink = JSONLinesSink(
    path: arguments[2],
    options: .init(
      maximumFileSize: Int(arguments[4])!, maximumFiles: 1000,
      durability: arguments[5] == "everyEvent" ? .everyEvent : .system))
  for number in Int(arguments[3])!... {
    try sink.record(numbered(number))
    say("\(number)")
  }
case "spool":
  var configuration = OTLPConfiguration(collector: "http://127.0.0.1:1", service: "helper")
  configuration.spool = arguments[2]
  configuration.queueLimit = .max
  let sink = try OTLPSink(configuration)
  for number in Int(arguments[3])!... {
    do {
      try sink.record(numbered(number))
    } catch OTLPError.undelivered {
      // The collector is missing on purpose.
    }
    say("\(number)")
    usleep(50)
  }
case "send":
  var configuration = OTLPConfiguration(collector: arguments[2], service: "helper")
  configuration.resource["deployment.replicas"] = 3
  configuration.scope["screen"] = "feed"
  let sink = try OTLPSink(configuration)
  for number in 0..<Int(arguments[3])! { try sink.record(full(number)) }
  do { try sink.flush(until: .now + .seconds(120)) } catch { say(String(describing: error)) }
  say("delivered \(sink.statistics.delivered)")
case "send-and-exit":
  var configuration = OTLPConfiguration(collector: arguments[2], service: "helper")
  configuration.batchDelay = .seconds(3600)
  let sink = try OTLPSink(configuration)
  kept = [sink]
  for number in 0..<Int(arguments[3])! { try sink.record(numbered(number)) }
case "exit":
  let hub = AnalyticsHub(throttle: .unlimited) { .zero }
  kept = [hub]
  hub.add(JSONLinesSink(path: arguments[2]))
  hub.add(ClosureSink { _ in usleep(2000) })
  for number in 0..<Int(arguments[3])! { hub.raise(.layoutLoop, report: report("\(number)")) }
case "exit-stalled":
  let hub = AnalyticsHub(throttle: .unlimited) { .zero }
  kept = [hub]
  OrderlyExit.limit = .seconds(Int(arguments[4])!)
  for _ in 0..<4 { hub.add(ClosureSink { _ in while true { sleep(1000) } }) }
  var configuration = OTLPConfiguration(collector: arguments[2], service: "helper")
  configuration.batchDelay = .seconds(3600)
  hub.add(try OTLPSink(configuration))
  for number in 0..<Int(arguments[3])! { hub.raise(.layoutLoop, report: report("\(number)")) }
case "last-turn":
  let loop = TurnLoop()
  let window = Window(frame: .zero, loop: loop)
  let view = Restless(frame: .zero)
  view.limit = 150
  window.addSubview(view)
  let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
  kept = [window, hunter]
  hunter.analytics.add(JSONLinesSink(path: arguments[2]))
  try hunter.attach(to: view) { _ in }
  loop.runTurn()
case "threadless":
  setThreadsAreDenied(true)
  let hub = AnalyticsHub(throttle: .unlimited) { .zero }
  let count = Int(arguments[4])!
  hub.add(JSONLinesSink(path: arguments[2]))
  hub.add(try OTLPSink(OTLPConfiguration(collector: arguments[3], service: "helper")))
  for number in 0..<count { hub.raise(.layoutLoop, report: report("\(number)")) }
  say("flushed: \(hub.flush(timeout: .seconds(120)))")
  let window = Window(frame: .zero, loop: TurnLoop())
  let view = Restless(frame: .zero)
  view.limit = 150
  window.addSubview(view)
  let hunter = LoopHunter(loop: window.loop)
  var stacks: [CallStack] = []
  try hunter.attach(to: view) { stacks = $0.stacks }
  window.loop.runTurn()
  say("stacks: \(stacks.contains { $0.frames.contains { $0.contains("layoutSubviews") } })")
  setThreadsAreDenied(false)
  for number in count..<2 * count { hub.raise(.layoutLoop, report: report("\(number)")) }
  say("flushed: \(hub.flush(timeout: .seconds(120)))")
case "limit":
  setFileSizeLimit(UInt(arguments[3])!)
  let sink = JSONLinesSink(path: arguments[2])
  var failures = 0
  for number in 0..<20 {
    do { try sink.record(numbered(number)) } catch { failures += 1 }
  }
  let before = sink.statistics
  say("\(failures) \(before.written) \(before.pending)")
  setFileSizeLimit(.max)
  try sink.record(numbered(20))
  say("\(sink.statistics.written) \(sink.statistics.pending)")
case "permission":
  if geteuid() == 0 { setuid(65_534) }
  let sink = JSONLinesSink(path: arguments[2])
  do { try sink.record(numbered(7)) } catch { say(String(describing: error)) }
  for _ in 0..<120_000 where sink.statistics.pending > 0 {
    try? sink.flush(until: .now)
    usleep(1000)
  }
  say("\(sink.statistics.written) \(sink.statistics.pending)")
case "crossing":
  let way = arguments[3]
  let loop = TurnLoop()
  loop.passLimit = .max
  let window = Window(frame: .zero, loop: loop)
  let view = Restless(frame: .zero)
  window.addSubview(view)
  let hunter = LoopHunter(loop: loop, configuration: .init(stackLimit: 0))
  hunter.analytics.add(
    JSONLinesSink(path: arguments[2], options: .init(handOver: way == "kill" ? .direct : .queued)))
  try hunter.attach(to: view, reaction: way == "trap" ? .trap : .report) { _ in
    if way == "kill" { kill(getpid(), SIGKILL) }
  }
  loop.runTurn()
case "sample":
  let sink = JSONLinesSink(path: arguments[2])
  for event in sample() { try sink.record(event) }
case "fleet":
  say("delivered \(try sendFleet(to: arguments[2]))")
case "idle":
  break
default:
  fatalError("say what to do; the list is at the beginning of main.swift")
}
