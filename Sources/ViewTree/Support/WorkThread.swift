import Foundation

/// Starts threads, and reports when the system has none left.
///
/// A process at its limit of memory or threads gets none. `Thread` and Dispatch do not report this:
/// the work is never done, and a caller that waits for it waits for ever.
package enum WorkThread {
  /// Starts a thread that runs `body`; returns false, without calling `body`, if there is none.
  ///
  /// Linux keeps 15 bytes of the name. Without a size, the stack has the system's default size.
  @discardableResult
  package static func start(
    _ name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Bool {
    create(Unmanaged.passRetained(Job(name: name, body: body)).toOpaque(), stackSize)
  }

  /// The work of a thread, on its way to it.
  private final class Job: Sendable {
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
  private static func create(_ work: UnsafeMutableRawPointer, _ stackSize: Int?) -> Bool {
    #if canImport(Glibc)
    var thread = pthread_t()
    #else
    var thread: pthread_t! = nil  // `pthread_create` sets it.
    #endif
    // The attributes have no initializer that every platform offers.
    let failure = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { memory in
      let attributes = memory.baseAddress!  // Its capacity is 1.
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      if let stackSize { pthread_attr_setstacksize(attributes, stackSize) }
      return pthread_create(&thread, attributes, { WorkThread.begin($0) }, work)
    }
    guard failure == 0 else {
      Unmanaged<Job>.fromOpaque(work).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static func begin(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let work { Unmanaged<Job>.fromOpaque(work).takeRetainedValue().run() }
    return nil
  }
}
