import Foundation

/// The processor time that `body` takes on this thread: it does not grow with what else runs.
public func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int(time.tv_sec)) + .nanoseconds(Int(time.tv_nsec))
  }
  let start = now()
  try body()
  return now() - start
}

/// A bound on the time that something takes, for work that would take far longer by the wrong way.
///
/// Sanitizers make everything several times slower. Compare with `processorTime`.
public func timeBound(_ bound: Duration) -> Duration {
  Sanitizer.isOn ? bound * 10 : bound
}
