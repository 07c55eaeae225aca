import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// Recordings and messages whose reader goes away do not end the app by a signal.
@Suite("Lost readers") struct LostReaderTests {
  /// Runs `body` with `SIGPIPE` blocked on this thread; returns true if it left one behind, which would end
  /// an app.
  private func leavesSignal(_ body: () throws -> Void) rethrows -> Bool {
    var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    defer {
      sigpending(&pending)
      if sigismember(&pending, SIGPIPE) == 1 {
        var number: Int32 = 0
        sigwait(&broken, &number)
      }
    }
    try body()
    sigpending(&pending)
    return sigismember(&pending, SIGPIPE) == 1
  }

  /// Records a turn whose reader goes away before it.
  private func record(to destination: TraceDestination, losing reader: () throws -> Void) throws {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let recorder = try TraceRecorder(loop, to: destination)
    var failures: [String] = []
    recorder.onFailure = { failures.append("\($0)") }
    try reader()
    let isLeft = leavesSignal {
      for _ in 0..<2 {
        window.setNeedsLayout()
        loop.runTurn()
      }
      #expect(throws: TraceError.self) { try recorder.finish() }
    }
    #expect(!isLeft)
    #expect(failures.count == 1 && failures.first?.contains("Broken pipe") == true, "\(failures)")
  }

  @Test("a recording into a pipe ends with an error when its reader goes away")
  func pipe() throws {
    let pipe = Pipe()
    try record(to: .descriptor(pipe.fileHandleForWriting.fileDescriptor)) {
      try pipe.fileHandleForReading.close()
    }
  }

  @Test("a message that nobody reads is left out")
  func message() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let isLeft = leavesSignal {
      StandardError.write("nobody\n", to: pipe.fileHandleForWriting.fileDescriptor)
    }
    #expect(!isLeft)
  }

  @Test("a recording into a named pipe ends with an error when its reader goes away")
  func namedPipe() throws {
    let folder = TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    #expect(reader >= 0)
    try record(to: .path(path)) { close(reader) }
  }
}
