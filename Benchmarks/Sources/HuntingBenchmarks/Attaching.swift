import Foundation
import LoopHunter
import Timing
import ViewTree

/// Attaching to and detaching from 100 000 views, and the memory in between.
func attaching() throws {
  let count = 100_000
  var attachTimes: [Double] = []
  var detachTimes: [Double] = []
  var bytes: [Double] = []
  for _ in 0..<7 {
    let hunter = LoopHunter(loop: TurnLoop())
    let views = (0..<count).map { _ in EmptyLayout(frame: .zero) }
    let onLoop: (LoopReport) -> Void = { _ in }
    try hunter.attach(to: EmptyLayout(frame: .zero), onLoop: onLoop)
    var attachments: [LoopHunter.Attachment] = []
    attachments.reserveCapacity(count)
    let before = residentBytes()
    attachTimes.append(
      try nanosecondsThrowing(per: count) {
        for view in views { attachments.append(try hunter.attach(to: view, onLoop: onLoop)) }
      })
    dispatch(views, times: 1)
    // Without the 8 bytes of this function's own array. Later rounds use the first one's memory again.
    bytes.append(Double(residentBytes() - before) / Double(count) - 8)
    detachTimes.append(
      nanoseconds(per: count) {
        for attachment in attachments { attachment.detach() }
      })
  }
  let attach = median(attachTimes)
  let detach = median(detachTimes)
  report(
    "attaching to one of 100 000 views", "\(text(attach)) ns", bound: "1000 ns",
    holds: attach <= 1_000)
  report("detaching from it", "\(text(detach)) ns", bound: "1000 ns", holds: detach <= 1_000)
  report(
    "memory of an attachment, malloc included, beside one record per class",
    "\(text(bytes[0])) bytes", bound: "200 bytes", holds: bytes[0] <= 200)
}

/// As `nanoseconds(per:_:)`, for a body that may throw.
@inline(never)
private func nanosecondsThrowing(per operations: Int, _ body: () throws -> Void) throws -> Double {
  var failure: (any Error)?
  let time = nanoseconds(per: operations) {
    do { try body() } catch { failure = error }
  }
  if let failure { throw failure }
  return time
}

/// Bytes of memory that the process has, malloc's own share included.
private func residentBytes() -> Int {
  let statm = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = statm?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * 4096
}
