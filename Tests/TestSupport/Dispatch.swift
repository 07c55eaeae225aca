import Foundation
import ViewTree

/// Calls `layoutSubviews` as the engine does: from where the exact class cannot be known.
@inline(never)
public func layOut(_ view: View, times: Int = 1) {
  for _ in 0..<times { dispatchOnce(view) }
}

@inline(never)
private func dispatchOnce(_ view: View) { view.layoutSubviews() }

/// The dynamic class of a view, asked for where nothing is known of it.
///
/// In optimised code, a class that was looked up once in a function may be kept there.
@inline(never)
public func dynamicType(of view: View) -> View.Type { type(of: view) }

/// The first word of an object, which names its class.
@inline(never)
public func isaWord(of object: AnyObject) -> UInt {
  UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()).load(as: UInt.self)
}

/// The isa word of the plain instances of a class.
public func isaWord(ofClass type: AnyClass) -> UInt {
  UInt(bitPattern: unsafeBitCast(type, to: UnsafeRawPointer.self))
}

/// A class record that another tool than LoopHunter copied.
///
/// The copy is a subclass, unless it `keepsSuperclass`: some tools leave that word as it is. It stays
/// in memory for good.
public func copyClassRecord(of object: AnyObject, keepsSuperclass: Bool = false) -> UInt {
  let isa = UnsafeRawPointer(bitPattern: isaWord(of: object))!
  let size = Int(isa.load(fromByteOffset: 32, as: UInt32.self))
  let prefix = Int(isa.load(fromByteOffset: 36, as: UInt32.self))
  let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
  copy.copyMemory(from: isa - prefix, byteCount: size)
  let point = copy + prefix
  if !keepsSuperclass {
    point.storeBytes(of: UInt(bitPattern: isa), toByteOffset: 8, as: UInt.self)
  }
  point.storeBytes(of: 0, toByteOffset: 48, as: UInt.self)
  copies.add(copy)
  return UInt(bitPattern: point)
}

/// Makes an object an instance of another class record.
public func setIsaWord(of object: AnyObject, to word: UInt) {
  Unmanaged.passUnretained(object).toOpaque().storeBytes(of: word, as: UInt.self)
}

/// Keeps the copies reachable, so that leak checkers do not see them as lost.
private final class Copies: @unchecked Sendable {
  // Written under `lock` only.
  private var kept: [UnsafeMutableRawPointer] = []
  private let lock = NSLock()

  func add(_ copy: UnsafeMutableRawPointer) {
    lock.withLock { kept.append(copy) }
  }
}

private let copies = Copies()
