import Foundation
import LayoutTrace
import LoopHunter
import Synchronization

/// The flag that passes over traces poll; a global, so that the signal handler captures nothing.
private let traceInterrupt = TraceInterrupt()

/// The number of the received signal, or 0.
private let signalled = Atomic<Int32>(0)

/// The thread that runs the command, whose waits a signal ends; set before any handler.
nonisolated(unsafe) private var worker: pthread_t?

/// The request to stop: set by the first Ctrl-C, SIGTERM, SIGHUP or SIGQUIT, polled by long commands.
///
/// The process then reports its findings and ends by that signal, as a shell's loop expects.
package enum Interruption {
  /// The signal that asked to stop, if one came.
  package static var signal: Int32? {
    let number = signalled.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// The request for passes over traces, which stop at their next chunk.
  package static var trace: TraceInterrupt { traceInterrupt }

  /// True if a command should stop and report its findings.
  package static var isRequested: Bool { signal != nil }

  /// The signals that ask to stop: Ctrl-C, the end of a job, a terminal that was closed, and Ctrl-\, on
  /// which Swift's runtime would print a backtrace for seconds and go on.
  private static let requests = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// True if this process ends after its command line.
  nonisolated(unsafe) private static var endsSoon = false

  /// Leaves a large object to the system, if the process ends soon anyway.
  ///
  /// A tree of millions of views takes seconds to release, during which no signal would be served.
  package static func leave(_ object: AnyObject) {
    if endsSoon { _ = Unmanaged.passRetained(object) }
  }

  /// Prepares the process for signals; called once, by the thread that runs the command, before any work.
  ///
  /// A closed pipe ends the process silently; other signals that the parent ignores stay ignored.
  package static func install() {
    // Both globals must exist before a handler can run: it must not create them.
    _ = (signalled.load(ordering: .relaxed), traceInterrupt.isInterrupted)
    worker = pthread_self()
    endsSoon = true
    setAction(of: SIGPIPE, to: SIG_DFL, flags: 0)
    // Where a parent ignores it, the system does not tell if a program unpacked a whole file.
    setAction(of: SIGCHLD, to: SIG_DFL, flags: 0)
    // Output beyond a limit of the file's size is an error with a sentence.
    setAction(of: SIGXFSZ, to: SIG_IGN, flags: 0)
    for number in requests where !isIgnored(number) {
      setAction(
        of: number,
        to: {
          // The system prefers the main thread.
          if let worker, pthread_equal(worker, pthread_self()) == 0 {
            pthread_kill(worker, $0)
            return
          }
          guard signalled.exchange($0, ordering: .relaxed) == 0 else {
            // The second one, of whatever kind, ends the process when this handler returns.
            Interruption.setAction(of: $0, to: SIG_DFL, flags: 0)
            raise($0)
            return
          }
          traceInterrupt.interrupt()
        }, flags: 0)
    }
  }

  /// Lets signals end the process at once again: everything has been reported.
  package static func release() {
    for number in requests where !isIgnored(number) { setAction(of: number, to: SIG_DFL, flags: 0) }
  }

  /// Ends the process by the signal that asked for it.
  package static func endProcess(by number: Int32) -> Never {
    setAction(of: number, to: SIG_DFL, flags: 0)
    raise(number)
    exit(128 + number)
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  /// Without `SA_RESTART`: a read that waits for input returns, and the request is seen.
  private static func setAction(of number: Int32, to handler: Handler?, flags: CInt) {
    var action = sigaction()
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #else
    action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    sigemptyset(&action.sa_mask)
    sigaction(number, &action, nil)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    let handler = action.__sigaction_u.__sa_handler
    #else
    let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
