import ViewTree

/// Counts how many of the objects it handed out are still alive.
public final class LifetimeTracker: Sendable {
  private let living = Locked(0)

  public init() {}

  /// A token that counts as alive until it is released; keep it in the object to track.
  public func makeToken() -> Token {
    living.withLock { $0 += 1 }
    return Token(tracker: self)
  }

  /// The number of tokens that are alive.
  public var count: Int { living.withLock { $0 } }

  /// One tracked life.
  public final class Token: Sendable {
    private let tracker: LifetimeTracker

    fileprivate init(tracker: LifetimeTracker) {
      self.tracker = tracker
    }

    deinit {
      tracker.living.withLock { $0 -= 1 }
    }
  }
}
