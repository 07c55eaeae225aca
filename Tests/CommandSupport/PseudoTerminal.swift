import Foundation
import Glibc

/// Runs the built `loophunt` on a terminal of its own, where Ctrl-C can be typed.
package final class PseudoTerminal {
  /// `TIOCGPTN` of Linux's `asm-generic/ioctls.h`: the number of the terminal's other side.
  private static let getNumber: UInt = 0x8004_5430
  /// `TIOCSPTLCK` of the same file: lock or unlock the other side.
  private static let setLock: UInt = 0x4004_5431
  /// `POSIX_SPAWN_SETSID` of glibc's `spawn.h`, which the Glibc module does not offer.
  private static let newSession: Int32 = 0x80

  private let master: Int32
  private let child: pid_t
  /// Everything the child has shown so far.
  package private(set) var shown = ""

  package convenience init(
    _ arguments: String..., environment: [String: String] = ["TERM": "xterm"]
  ) throws {
    try self.init(arguments, environment: environment, columns: 0)
  }

  /// Starts the command on a terminal that says how wide it is, or with 0 says nothing.
  package init(_ arguments: [String], environment: [String: String], columns: Int) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var number: Int32 = 0
    var unlocked: Int32 = 0
    guard master >= 0, ioctl(master, Self.getNumber, &number) == 0,
      ioctl(master, Self.setLock, &unlocked) == 0
    else { throw POSIXError(.EIO) }
    var size = winsize(ws_row: 24, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    if columns > 0 { _ = ioctl(master, UInt(TIOCSWINSZ), &size) }
    let slave = "/dev/pts/\(number)"
    child = try Child.spawn(
      Child.binary, arguments, environment: environment, flags: Self.newSession
    ) { actions in
      // The first terminal that the leader of a session opens becomes its controlling terminal.
      posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
  }

  deinit { close(master) }

  /// Waits until the child does nothing but wait itself.
  package func waitUntilBlocked() throws { try Child.waitUntilBlocked(child) }

  /// Types characters; `\u{3}` is Ctrl-C.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Reads until the text has been shown; false when the child ended or time ran out before.
  package func waits(for text: String, seconds: Double = 120) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !shown.contains(text) {
      guard Date() < end, readMore(until: end) else { return shown.contains(text) }
    }
    return true
  }

  /// Reads to the end and waits for the child.
  package func end(seconds: Double = 120) -> (status: Int32?, signal: Int32?) {
    let end = Date().addingTimeInterval(seconds)
    while readMore(until: end) {}
    if Date() >= end { kill(child, SIGKILL) }
    return Child.wait(for: child)
  }

  private func readMore(until end: Date) -> Bool {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let left = Int32(max(0, end.timeIntervalSinceNow * 1000))
    guard poll(&descriptor, 1, left) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    shown += String(decoding: buffer[..<count], as: UTF8.self)
    return true
  }
}
