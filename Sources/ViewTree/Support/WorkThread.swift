import Foundation

/// Starts threads, and says so where the system has none to give.
///
/// A process at its limit of memory or of threads gets none. `Thread` and Dispatch say nothing
/// then: the work is never done, and a caller that waits for it waits for ever.
package enum WorkThread {
  /// Starts a thread that runs `body`; false if there is none, and then `body` is not called.
  ///
  /// Linux keeps 15 bytes of the name.
  @discardableResult
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    create(Unmanaged.passRetained(Work(name: name, body: body)).toOpaque())
  }

  /// What a thread does, on its way to it.
  private final class Work: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      Thread.current.name = name
      #if canImport(Darwin)
      autoreleasepool(invoking: body)
      #else
      body()
      #endif
    }
  }

  /// Creates the thread that takes over the work, or releases the work.
  private static func create(_ work: UnsafeMutableRawPointer) -> Bool {
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t! = nil
    #endif
    guard pthread_create(&thread, nil, { WorkThread.begin($0) }, work) == 0 else {
      Unmanaged<Work>.fromOpaque(work).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static func begin(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }
}
