import Foundation
import ViewTree

/// A thread for a sink's work, which yields the processor to the program's own threads.
///
/// Waking a thread of ordinary rank may stop the one that wakes it, which here is the thread of a
/// run loop: handing over an event would then cost as much as the sink's work.
enum SinkThread {
  /// Starts a thread that runs `body`; false if the system gives none.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    WorkThread.start(name) {
      #if os(Linux)
      var parameters = sched_param()
      pthread_setschedparam(pthread_self(), scheduleAsBatch, &parameters)
      #else
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #endif
      body()
    }
  }

  #if os(Linux)
  /// `SCHED_BATCH` of the kernel's `linux/sched.h`, which the C library hides behind an option.
  private static let scheduleAsBatch: Int32 = 3
  #endif
}
