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

/// The growth of the processor time of some work with its size.
public struct Growth: CustomStringConvertible {
  /// The ratio of the times of the larger and the smaller work.
  public private(set) var ratio = Double.infinity
  public private(set) var description = ""

  /// Measures work of two sizes until it grows by less than `bound`, at most five times.
  ///
  /// Work that shares caches and memory with other tests may take three times as long for a
  /// moment; what grows too fast does so every time.
  public init(
    from small: Int, to large: Int, below bound: Double, _ time: (Int) throws -> Duration
  ) rethrows {
    for _ in 0..<5 where ratio >= bound {
      let (few, many) = (try time(small), try time(large))
      let ratio = many / max(few, .microseconds(10))
      description += "\(few) for \(small), \(many) for \(large); "
      self.ratio = min(self.ratio, ratio)
    }
  }
}
