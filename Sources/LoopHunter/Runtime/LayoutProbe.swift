import Synchronization
import ViewTree

/// The compile-time subclass whose override instrumented classes run.
///
/// Its override table names the method descriptor of `layoutSubviews`, and its record holds the
/// implementation word. The compiler keeps the override because the overridden method is open in
/// another module, so that any code may call it.
class LayoutProbe: View {
  /// Runs with `self` an instance of *any* view class: only its address may be used here.
  override func layoutSubviews() {
    instrumentedLayout(UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()))
  }
}

/// A subclass that overrides nothing: where it differs from `View`, there is no `layoutSubviews`.
class PlainProbe: View {}

/// Hangs on a view that has an instrumented class, and is asked to run its layout.
///
/// The object at a view's `instrumentAddress` is one of these.
class LayoutHook {
  /// Runs the layout of the view at an address, whose class may be any.
  func layout(_ object: UnsafeRawPointer) {}
}

/// Handles `layoutSubviews` of an instrumented instance, given its address.
///
/// Kept out of line so that nothing in it can depend on the type of the probe's `self`.
@inline(never)
func instrumentedLayout(_ object: UnsafeRawPointer) {
  let view = Unmanaged<View>.fromOpaque(object)
  let address = view._withUnsafeGuaranteedRef { $0.instrumentAddress.load(ordering: .relaxed) }
  guard let address else { return forwardLayout(object) }
  Unmanaged<LayoutHook>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.layout(object) }
}

/// Runs the original of an instance that has an instrumented class but no instrument.
///
/// `type(of: self).init()` in a hooked instance makes such an object, and so does another tool that
/// keeps a copy of our class. If no original can be found, nothing runs, as in a plain view.
@inline(never)
private func forwardLayout(_ object: UnsafeRawPointer) {
  let isa = UnsafeRawPointer(bitPattern: object.load(as: UInt.self))!  // No isa is 0.
  guard let implementation = InstrumentedClass.forwarded(from: ClassRecord(address: isa)) else {
    return
  }
  callLayout(implementation, on: object)
}

/// The two words of a closure without parameters: code and context.
private struct ClosureWords {
  let implementation: UInt
  let object: UnsafeRawPointer
}

/// The two words of a closure as a callable; noncopyable, so that a call borrows and never retains.
private struct LayoutMethod: ~Copyable { let body: () -> Void }

/// Calls a `layoutSubviews` implementation with an object as its `self`.
///
/// A method and a closure of the same type have the same machine signature: `self` travels in the
/// register of the closure's context. The caller keeps the object alive, as for every method call.
@inline(__always)
func callLayout(_ implementation: UInt, on object: UnsafeRawPointer) {
  func call(_ method: borrowing LayoutMethod) { method.body() }
  withUnsafePointer(to: ClosureWords(implementation: implementation, object: object)) {
    call(UnsafeRawPointer($0).assumingMemoryBound(to: LayoutMethod.self).pointee)
  }
}
