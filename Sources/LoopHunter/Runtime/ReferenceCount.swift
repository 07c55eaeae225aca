/// Finds out whether an unretained object is being destroyed.
///
/// A weak reference would answer too, but the first one moves the object's counts to a side table
/// for good, which makes every later retain of the view slower.
///
/// Source: `stdlib/public/SwiftShims/swift/shims/RefCount.h` of swiftlang/swift.
enum ReferenceCount {
  /// The inline counts, from the object's address.
  static let offset = 8
  /// `IsDeiniting`: the last strong reference is gone.
  static let isDeiniting: UInt = 1 << 32
  /// `UseSlowRC`: the counts are elsewhere, because a weak reference was made.
  static let usesSideTable: UInt = 1 << 63

  /// The object, unless its destruction has begun.
  static func living<Object: AnyObject>(_ object: Unmanaged<Object>) -> Object? {
    let bits = UnsafeRawPointer(object.toOpaque()).load(fromByteOffset: offset, as: UInt.self)
    if bits & usesSideTable != 0 {
      // The side table is there already; a weak reference adds no lasting cost.
      weak let reference = object._withUnsafeGuaranteedRef { $0 }
      return reference
    }
    return bits & isDeiniting == 0 ? object.takeUnretainedValue() : nil
  }

  /// An object that reads its own counts while it is destroyed.
  private final class Sample {
    let onDeinit: (Bool) -> Void
    init(onDeinit: @escaping (Bool) -> Void) { self.onDeinit = onDeinit }
    deinit { onDeinit(ReferenceCount.living(Unmanaged.passUnretained(self)) != nil) }
  }

  /// Throws if a living object looks dead or a dying one alive, with and without a side table.
  static func check() throws {
    for withWeakReference in [false, true] {
      var livesInDeinit: Bool?
      var sample: Sample? = Sample { livesInDeinit = $0 }
      weak var reference: Sample?
      if withWeakReference { reference = sample }
      let lives = living(Unmanaged.passUnretained(sample!)) != nil  // Set above.
      sample = nil
      guard lives, livesInDeinit == false, reference == nil else {
        throw SelfCheck.Surprise(reason: "reference counts do not have the expected layout")
      }
    }
  }
}
