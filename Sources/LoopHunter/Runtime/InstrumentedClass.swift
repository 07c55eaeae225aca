import Foundation
import Synchronization
import ViewTree

/// A subclass made at run time: the copy of a class record with one method word replaced.
///
/// There is one for every class of which an instance was ever hunted, and it lives as long as the
/// process: the runtime's conformance caches use the record's address as a key, so that a freed and
/// reused one would give wrong answers to `as? P`.
package final class InstrumentedClass: Sendable {
  /// The class that was copied, and the superclass of the copy.
  package let original: ClassRecord
  /// The copy.
  package let record: ClassRecord
  /// The word of `layoutSubviews` in the class that was copied.
  let implementation: UInt
  /// The position of that word, and its value in the copy.
  let slot: LayoutSlot
  /// The number of layouts forwarded for instances that have the class and no hunt.
  let forwards = Atomic<Int>(0)

  /// Copies a class record, puts the original above the copy, and replaces the slot's word.
  ///
  /// The descriptor stays: conformance checks and names need it. The ivar destroyer goes: a failing
  /// initialiser would run it once for the copy and once for its superclass.
  private init(copying original: ClassRecord, slot: LayoutSlot) {
    let prefix = original.addressPoint
    let copy = UnsafeMutableRawPointer.allocate(byteCount: original.size, alignment: 16)
    copy.copyMemory(from: original.address - prefix, byteCount: original.size)
    let point = copy + prefix
    point.storeBytes(
      of: UInt(bitPattern: original.address), toByteOffset: RecordField.superclass.offset,
      as: UInt.self)
    point.storeBytes(of: 0, toByteOffset: RecordField.ivarDestroyer.offset, as: UInt.self)
    point.storeBytes(of: slot.implementation, toByteOffset: slot.offset, as: UInt.self)
    self.original = original
    record = ClassRecord(address: UnsafeRawPointer(point))
    implementation = original.word(at: slot.offset)
    self.slot = slot
  }

  /// Both directions of the pool, reachable from a global so that leak checkers see the copies.
  ///
  /// A lock guards it that the thread sanitizer knows; it does not know `Mutex` on Linux.
  private final class Pool: @unchecked Sendable {
    private let lock = NSLock()
    // Accessed only under the lock.
    var byOriginal: [ClassRecord: InstrumentedClass] = [:]
    var byCopy: [ClassRecord: InstrumentedClass] = [:]
    /// The classes that self-checks made and no longer use.
    var trials: [InstrumentedClass] = []
    /// The slot, once a class was made.
    var slot: LayoutSlot?

    func withLock<Result>(_ body: (Pool) -> Result) -> Result { lock.withLock { body(self) } }

    func nearest(to record: ClassRecord) -> InstrumentedClass? {
      for record in record.lineage {
        if let known = byCopy[record] { return known }
      }
      return nil
    }
  }

  private static let pool = Pool()

  /// The instrumented class for instances of a class, made at the first request.
  ///
  /// If one of ours is already among the superclasses, it is that one: the layout leads to it
  /// anyway. `type(of: self).init()` in a hooked instance gives an object such a class.
  package static func instrumenting(_ record: ClassRecord, slot: LayoutSlot) -> InstrumentedClass {
    pool.withLock { pool in
      if let known = pool.byOriginal[record] ?? pool.nearest(to: record) { return known }
      let made = InstrumentedClass(copying: record, slot: slot)
      pool.slot = slot
      pool.byOriginal[record] = made
      pool.byCopy[made.record] = made
      return made
    }
  }

  /// The instrumented class that a record is, or the nearest one among its superclasses.
  package static func nearest(to record: ClassRecord) -> InstrumentedClass? {
    pool.withLock { $0.nearest(to: record) }
  }

  /// The instrumented class that a record is; nil if LoopHunter did not make it.
  package static func made(_ record: ClassRecord) -> InstrumentedClass? {
    pool.withLock { $0.byCopy[record] }
  }

  /// True if instances of the class were hunted before, or the class was made here.
  package static func knows(_ record: ClassRecord) -> Bool {
    pool.withLock { $0.byOriginal[record] != nil || $0.byCopy[record] != nil }
  }

  /// Calls `body` with an instrumented class for a slot that is not proved yet.
  ///
  /// Only the caller gets that class: one with a wrong slot must leave no trace.
  static func withTrial<Result>(
    of record: ClassRecord, slot: LayoutSlot, _ body: (InstrumentedClass) throws -> Result
  ) rethrows -> Result {
    let trial = InstrumentedClass(copying: record, slot: slot)
    pool.withLock { $0.byCopy[trial.record] = trial }
    defer {
      pool.withLock {
        $0.byCopy[trial.record] = nil
        $0.trials.append(trial)
      }
    }
    return try body(trial)
  }

  /// The implementation to run for an instance that leads to our hook, but is not hunted.
  ///
  /// Nil if no class above has an implementation other than our hook: a damaged record.
  static func forwarded(from record: ClassRecord) -> UInt? {
    if let known = nearest(to: record) {
      known.forwards.add(1, ordering: .relaxed)
      return known.implementation
    }
    // The class is a foreign copy of ours: the original is above it.
    guard let slot = pool.withLock({ $0.slot }) else { return nil }
    return record.lineage.first { !slot.isHooked($0) }?.word(at: slot.offset)
  }

  /// The number of classes made in this process.
  package static var count: Int { pool.withLock { $0.byOriginal.count } }
}

/// The place of `layoutSubviews` in every view class, and the word of instrumented ones there.
package struct LayoutSlot: Hashable, Sendable {
  /// Bytes from the address point of a record.
  package let offset: Int
  /// The probe's compiled override.
  let implementation: UInt

  /// True if instances of a view class run our hook at layout.
  package func isHooked(_ record: ClassRecord) -> Bool { record.word(at: offset) == implementation }
}

#if DEBUG
extension InstrumentedClass {
  /// Describes a flaw of the table of classes or of one of the copies; nil if there is none.
  package static func checkInvariants() -> String? {
    pool.withLock { pool in
      for (original, made) in pool.byOriginal {
        if made.original != original || pool.byCopy[made.record] !== made {
          return "the two directions of the table disagree"
        }
        if pool.slot != made.slot { return "two places of layoutSubviews" }
        if let fault = made.fault { return "\(original.type): \(fault)" }
      }
      return nil
    }
  }

  /// Describes a wrong difference between copy and original, or the lack of an intended one.
  private var fault: String? {
    if record.superclass != original { return "the original is not above its copy" }
    if !slot.isHooked(record) { return "the copy has lost its hook" }
    if slot.isHooked(original) { return "the original has our hook" }
    if original.word(at: slot.offset) != implementation { return "the original was changed" }
    if record.word(at: RecordField.ivarDestroyer.offset) != 0 {
      return "the copy would destroy stored properties twice"
    }
    let own = [RecordField.superclass.offset, RecordField.ivarDestroyer.offset, slot.offset]
    for offset in stride(
      from: -original.addressPoint, to: original.size - original.addressPoint, by: 8)
    where !own.contains(offset) && record.word(at: offset) != original.word(at: offset) {
      return "the words at \(offset) differ"
    }
    return nil
  }
}
#endif
