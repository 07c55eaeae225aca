import Foundation

/// An object that code further up the stack of the current thread has bound.
///
/// Not a task-local: every `Task` that user code starts meanwhile would inherit that, and work on
/// the same object on another thread, also when the binding is long over.
final class ThreadSlot<Object: AnyObject>: Sendable {
  /// Nil where the process has no more keys; nothing is ever bound then.
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

  /// Runs `body` with `object` bound on this thread, and binds what was bound before again.
  func withBinding<Result>(of object: Object, _ body: () -> Result) -> Result {
    guard let key else { return body() }
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return withExtendedLifetime(object, body)
  }
}
