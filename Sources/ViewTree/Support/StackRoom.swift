import Foundation

/// The room that is left on the stack of the current thread.
enum StackRoom {
  /// The bytes that layout code may need.
  private static let reserve = 128 << 10

  /// True if less than the reserve is left, as far as the system tells.
  static var isLow: Bool { left.map { $0.bytes <= min(reserve, $0.size / 2) } ?? false }

  /// True if less than this many bytes is left, as far as the system tells.
  static func isBelow(_ bytes: Int) -> Bool { left.map { $0.bytes <= bytes } ?? false }

  #if os(Linux)
  /// The place of a thread's stack.
  private struct Bounds {
    var lowest: UInt
    var size: Int
  }

  /// Holds the bounds of the stack, by thread.
  private static let known: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, { free($0) }) == 0 ? key : nil
  }()

  /// The bytes that are left, and those of the whole stack; nil where the system does not tell, or where
  /// code runs on another stack than its thread's.
  private static var left: (bytes: Int, size: Int)? {
    guard let known else { return nil }
    let place = pthread_getspecific(known) ?? findBounds(for: known)
    guard let bounds = place?.assumingMemoryBound(to: Bounds.self).pointee else { return nil }
    var mark: UInt8 = 0
    let here = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    // Where sanitizers keep locals elsewhere, the address tells nothing.
    guard here >= bounds.lowest, here - bounds.lowest < UInt(bounds.size) else { return nil }
    return (Int(here - bounds.lowest), bounds.size)
  }

  private typealias GetAttributes =
    @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  /// The system's function for the attributes of a running thread, which its module does not declare;
  /// nil in a program that is linked without its libraries.
  private static let getAttributes: GetAttributes? = dlsym(nil, "pthread_getattr_np").map {
    unsafeBitCast($0, to: GetAttributes.self)
  }

  /// Asks the system once for each thread, which takes long on the main one.
  private static func findBounds(for key: pthread_key_t) -> UnsafeMutableRawPointer? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard let getAttributes, getAttributes(pthread_self(), attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_attr_getstack(attributes, &lowest, &size) == 0, let lowest,
      let place = malloc(MemoryLayout<Bounds>.size)
    else { return nil }
    place.initializeMemory(
      as: Bounds.self, to: Bounds(lowest: UInt(bitPattern: lowest), size: size))
    pthread_setspecific(key, place)
    return place
  }
  #else
  private static var left: (bytes: Int, size: Int)? { nil }
  #endif
}
