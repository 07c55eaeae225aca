import Foundation

/// An object bound by code further up the stack of the current thread.
///
/// It isn't a task-local: every `Task` that user code starts meanwhile would inherit that, and work
/// on the same object on another thread, even when the binding is long over.
final class ThreadSlot<Object: AnyObject>: Sendable {
  /// The key; nil if the process has no more keys, in which case nothing is ever bound.
  private let key: pthread_key_t?

  init() {
    var key = pthread_key_t()
    self.key = pthread_key_create(&key, nil) == 0 ? key : nil
  }

  /// The object that is bound on this thread.
  var current: Object? {
    guard let key, let address = pthread_getspecific(key) else { return nil }
    return Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()
  }

  /// Runs `body` with `object` bound on this thread, then restores the previous binding.
  func withBinding<Result>(of object: Object, _ body: () throws -> Result) rethrows -> Result {
    guard let key else { return try body() }
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return try withExtendedLifetime(object, body)
  }
}
