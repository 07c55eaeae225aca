import Foundation

/// An event that a test waited for and that did not come.
public struct NeverCame: Error, CustomStringConvertible {
  /// The event, with the time that the test gave it.
  public let description: String
}

/// Waits until something holds; what takes longer than two minutes never comes.
///
/// Throws ``NeverCame`` then. So long, because the machine may be busy and a sanitizer at work.
public func waitUntil(_ what: String = "the condition", _ condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + .seconds(120)
  while try !condition() {
    guard ContinuousClock.now < deadline else {
      throw NeverCame(description: "\(what) did not come within two minutes")
    }
    usleep(1000)
  }
}

/// True if a pipe is full, so that a writer has to wait.
public func isFull(writingEnd: Int32) -> Bool {
  var descriptor = pollfd(fd: writingEnd, events: Int16(POLLOUT), revents: 0)
  return poll(&descriptor, 1, 0) == 0
}
