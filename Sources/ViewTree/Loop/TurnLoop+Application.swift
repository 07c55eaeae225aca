extension TurnLoop {
  /// The references to the loop of the application, which do not keep it.
  ///
  /// Any thread may copy them; the loop itself is used by its own only.
  private struct Application: @unchecked Sendable {
    weak var loop: TurnLoop?
    weak var poster: Poster?
  }

  private static let application = Locked(Application())
  private static let threads = ThreadSlot<TurnLoop>()

  /// The loop whose turn, or whose expectation, this thread runs.
  @_spi(UIKit) public static var ofThread: TurnLoop? { threads.current }

  /// Runs `body` as code of the loop on this thread.
  package func onThread<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.threads.withBinding(of: self, body)
  }

  /// True if a loop serves the main queue.
  @_spi(UIKit) public static var isMainQueueServed: Bool { MainQueue.isServed }

  /// The loop of windows that are made without one; held weakly.
  @_spi(UIKit) public static var ofApplication: TurnLoop? {
    get { application.withLock { $0 }.loop }
    set {
      let references = Application(loop: newValue, poster: newValue?.poster)
      application.withLock { $0 = references }
    }
  }

  /// The poster of that loop, which any thread may keep for a moment.
  @_spi(UIKit) public static var posterOfApplication: Poster? {
    application.withLock { $0 }.poster
  }

  /// The loop of the application; without one, one on the virtual clock is made and becomes it.
  static func forApplication() -> TurnLoop {
    if let loop = ofApplication { return loop }
    let made = TurnLoop()
    ofApplication = made
    return made
  }
}
