import Foundation

/// What a test waited for and what did not come.
public struct NeverCame: Error, CustomStringConvertible {
  /// What it is, with the time that the test gave it.
  public let description: String
}

/// Waits until something holds; what takes longer than a minute never comes.
///
/// Throws ``NeverCame`` then. A minute, because the machine may be busy and a sanitizer at work.
public func waitUntil(_ what: String = "the condition", _ condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < deadline else {
      throw NeverCame(description: "\(what) did not come within a minute")
    }
    usleep(1000)
  }
}
