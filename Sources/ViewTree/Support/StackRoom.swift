import Foundation

/// The room that is left on the stack of the current thread.
enum StackRoom {
  /// The bytes that layout code, and a report from inside of it, may need.
  private static let reserve = 128 << 10

  /// Holds the lowest address of the stack above which there is room, by thread.
  private static let floors: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  /// True if less than the reserve is left, as far as the system tells.
  static var isLow: Bool {
    #if os(Linux)
    guard let floors else { return false }
    let known = pthread_getspecific(floors).map(UInt.init(bitPattern:))
    guard let floor = known ?? findFloor(for: floors) else { return false }
    var mark: UInt8 = 0
    let here = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    // Where sanitizers keep locals elsewhere, the address tells nothing.
    return here < floor && floor - here <= UInt(reserve)
    #else
    return false
    #endif
  }

  #if os(Linux)
  private typealias GetAttributes =
    @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

  /// The system's function for the attributes of a running thread, which its module does not declare;
  /// nil in a program that is linked without its libraries.
  private static let getAttributes: GetAttributes? = dlsym(nil, "pthread_getattr_np").map {
    unsafeBitCast($0, to: GetAttributes.self)
  }

  /// Asks the system once for each thread, which takes long on the main one.
  private static func findFloor(for key: pthread_key_t) -> UInt? {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    guard let getAttributes, getAttributes(pthread_self(), attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(attributes) }
    var lowest: UnsafeMutableRawPointer?
    var size = 0
    guard pthread_attr_getstack(attributes, &lowest, &size) == 0, let lowest else { return nil }
    let floor = lowest + min(reserve, size / 2)
    pthread_setspecific(key, floor)
    return UInt(bitPattern: floor)
  }
  #endif
}
