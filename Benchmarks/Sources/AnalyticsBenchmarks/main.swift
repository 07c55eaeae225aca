import Foundation
import LoopHunter
import LoopTelemetry
import Timing

// The cost of handing over an event, for the thread of a loop: everything between the detection and
// the return to layout. The sinks' own work happens on their threads and is not in these figures,
// except where they compete for the processor.

/// A report of the size that a cycle of a dozen views has.
let report: LoopReport = {
  let view = #"{"path":"Window/Feed/Cell[3]/Stack/Badge","class":"Badge","identifier":"badge"}"#
  let edge =
    #"{"writer":\#(view),"target":\#(view),"action":"frame.size","old":"44.0","new":"45.0","#
    + #""dirtied":\#(view),"location":"FeedCell.swift:42"}"#
  let sentence =
    "`Badge` (Window/Feed/Cell[3]/Stack/Badge) wrote `frame.size` of its superview `Cell` "
    + "44.0 → 45.0 in layoutSubviews at FeedCell.swift:42; that dirtied `Feed`, which set it back."
  let views = Array(repeating: view, count: 12).joined(separator: ",")
  let json = """
    {"schema":1,"fingerprint":"3f2a9c0d11e4b7a6","verdict":{"kind":"oscillating","period":2},
    "view":\(view),"threshold":100,"count":101,"turn":7,"consecutiveTurns":1,"time":116000000,
    "depth":1,"cycle":[\(views)],"cycleLength":12,"culprit":{"sentence":"\(sentence)","edge":\(edge)},
    "otherEdges":[\(edge),\(edge)],"accomplices":[\(views)],"victims":[\(views)],
    "geometry":[{"view":\(view),"property":"frame","values":["44.0","45.0","44.0","45.0"]}],
    "remarks":[],"stacks":[],"broken":false,"breakIneffective":false,"tree":"\(String(repeating: "View ", count: 200))"}
    """
  return try! JSONDecoder().decode(LoopReport.self, from: Data(json.utf8))
}()

let folder = NSTemporaryDirectory() + "/loophunter-benchmark-\(getpid())"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)

/// The value below which the given part of the values lies.
func quantile(_ part: Double, _ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}

/// The processor's time that this thread has had so far, in microseconds.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Raises events and reports median and 99th percentile in microseconds of real time.
///
/// The time of the processor beside it leaves out what other programs took meanwhile, and would
/// leave out waiting too: where the two differ on an idle machine, something blocks.
///
/// Between two of them the thread is busy for `pause` microseconds, as a thread in a layout loop
/// is. With a pause the sinks' threads sleep and must be woken, which is the usual case; without,
/// they work all the time and compete with the loop. The best of fifteen rounds counts, because what
/// else runs on the machine can only add to the time.
func measure(
  _ title: String, pause: Int, bound: Double? = 20, _ prepare: (AnalyticsHub) throws -> Void
) rethrows {
  let hub = AnalyticsHub(throttle: .unlimited) { .zero }
  try prepare(hub)
  var rounds: [[Double]] = []
  var processor: [Double] = []
  for _ in 0..<15 {
    var times: [Double] = []
    for _ in 0..<500 {
      let before = threadTime()
      times.append(nanoseconds(per: 1) { hub.raise(.layoutLoop, report: report) } / 1000)
      processor.append(threadTime() - before)
      let next = ContinuousClock.now + .microseconds(pause)
      while ContinuousClock.now < next {}
    }
    rounds.append(times)
  }
  let best = rounds.min { quantile(0.99, $0) < quantile(0.99, $1) }!
  let high = quantile(0.99, best)
  Timing.report(
    "hand over an event, \(title)",
    "\(text(median(best))) µs, p99 \(text(high)) µs, processor \(text(median(processor))) µs",
    bound: bound.map { "\(Int($0)) µs" }, holds: high < bound ?? .infinity)
  hub.close(timeout: .seconds(1))
}

/// A sink with a spool, whose collector is on this port of this machine.
func collector(port: Int = 9) throws -> OTLPSink {
  var configuration = OTLPConfiguration(collector: "http://127.0.0.1:\(port)")
  configuration.spool = folder + "/spool"
  return try OTLPSink(configuration)
}

/// The port of a collector that accepts connections and never answers.
func silentPort() -> Int {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      let isBound = bind(listener, address, length) == 0 && listen(listener, 64) == 0
      precondition(isBound && getsockname(listener, address, &length) == 0)
    }
  }
  return Int(UInt16(bigEndian: address.sin_port))
}

/// The path of a file that takes 64 KiB and then keeps its writer waiting, as a stalled disk does.
func stalledPath() -> String {
  let path = folder + "/stalled.jsonl"
  precondition(mkfifo(path, 0o600) == 0)
  return path
}

measure("to nobody, without pause", pause: 0) { _ in }
measure("to nobody", pause: 300) { _ in }
measure("to a recording sink", pause: 300) { $0.add(RecordingSink()) }
measure("to a JSON Lines file", pause: 300) {
  $0.add(JSONLinesSink(path: folder + "/a.jsonl"))
}
measure("to a JSON Lines file synced at each event", pause: 300) {
  $0.add(JSONLinesSink(path: folder + "/b.jsonl", options: .init(durability: .everyEvent)))
}
measure("to a JSON Lines file on a stalled disk", pause: 300) {
  $0.add(JSONLinesSink(path: stalledPath()), capacity: 10_000)
}
try measure("to a dead OTLP collector with a spool", pause: 300) { $0.add(try collector()) }
try measure("to a stalled OTLP collector with a spool", pause: 300) {
  $0.add(try collector(port: silentPort()))
}
try measure("to both", pause: 300) {
  $0.add(JSONLinesSink(path: folder + "/c.jsonl"))
  $0.add(try collector())
}
try measure("to both, without pause", pause: 0) {
  $0.add(JSONLinesSink(path: folder + "/d.jsonl"))
  $0.add(try collector())
}
do {
  let owner = NSObject()
  measure("to 1 000 observers", pause: 300, bound: nil) { hub in
    for _ in 0..<1000 { hub.observe(owner) { _, _ in } }
  }
}

do {
  // The work of the sinks' threads per event, for comparison.
  let hub = AnalyticsHub(throttle: .unlimited) { .zero }
  let event = hub.raise(.layoutLoop, report: report)!
  let file = JSONLinesSink(path: folder + "/e.jsonl")
  let written = nanoseconds(per: 1000) { for _ in 0..<1000 { try! file.record(event) } }
  Timing.report("a line written by a file sink's thread", "\(text(written / 1000)) µs")
  let synced = JSONLinesSink(
    path: folder + "/f.jsonl", options: .init(durability: .everyEvent))
  let durable = nanoseconds(per: 200) { for _ in 0..<200 { try! synced.record(event) } }
  Timing.report("the same, on the disk", "\(text(durable / 1000)) µs")
}

try? FileManager.default.removeItem(atPath: folder)
