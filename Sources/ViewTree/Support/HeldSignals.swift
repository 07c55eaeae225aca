import Foundation

/// The two signals by which a write ends a program that is not prepared for them.
///
/// A pipe without a reader raises `SIGPIPE`, a file at its size limit `SIGXFSZ`.
package enum HeldSignals {
  /// Runs `body`, which returns an error number, with the signals blocked on this thread, and discards those
  /// that it raised.
  package static func during(_ body: () -> Int32) -> Int32 {
    var held = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    sigemptyset(&held)
    sigaddset(&held, SIGPIPE)
    sigaddset(&held, SIGXFSZ)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1 || sigismember(&pending, SIGXFSZ) == 1
    pthread_sigmask(SIG_BLOCK, &held, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let code = body()
    guard code == EPIPE || code == EFBIG, !wasPending else { return code }
    // If the program ignores the signal, none waits.
    sigpending(&pending)
    guard sigismember(&pending, SIGPIPE) == 1 || sigismember(&pending, SIGXFSZ) == 1 else {
      return code
    }
    var taken: Int32 = 0
    sigwait(&held, &taken)
    return code
  }
}
