import Foundation

#if canImport(CDispatch)
import CDispatch  // The compiler takes the fields of contexts for declarations of this module.
#endif

/// A stack for work that may need more room than that of the current thread has left.
///
/// The work stays on its thread, inside of the call: bindings, task-locals and actors are as around it.
package enum SpareStack {
  /// The room on the stack that the work is taken to need.
  private static let need = 512 << 10
  /// The size of another stack, of which only what is touched costs memory.
  private static let size = 8 << 20

  /// Runs `body` here if there is room for it, and otherwise on a stack of its own, if the system has one.
  package static func run<Result>(_ body: () -> Result) -> Result {
    guard StackRoom.isBelow(need) else { return body() }
    return runElsewhere(body)
  }

  @inline(never)
  private static func runElsewhere<Result>(_ body: () -> Result) -> Result {
    #if os(Linux)
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { work in
      if let switcher, let stack = Stack() { switcher.run(Work(work), on: stack) }
    }
    if let result { return result }
    #endif
    return body()
  }

  #if os(Linux)
  /// The work on its way to the other stack.
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// The memory of a stack, below which any access is an error, not a change of other memory.
  private struct Stack: ~Copyable {
    let lowest: UnsafeMutableRawPointer

    init?() {
      let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
      guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
        memory != MAP_FAILED
      else { return nil }
      lowest = memory
      mprotect(memory, sysconf(Int32(_SC_PAGESIZE)), PROT_NONE)
    }

    deinit { munmap(lowest, size) }
  }

  /// The system's functions for contexts, which its module does not declare; nil in a program that is linked
  /// without its libraries.
  private static let switcher = Switcher()

  private struct Switcher: Sendable {
    typealias Context = UnsafeMutablePointer<ucontext_t>
    typealias Begin = @convention(c) (UInt32, UInt32) -> Void

    private let fill: @convention(c) (Context) -> CInt
    private let make: @convention(c) (Context, Begin, CInt, UInt32, UInt32) -> Void
    private let change: @convention(c) (Context, Context) -> CInt

    init?() {
      guard let fill = dlsym(nil, "getcontext"), let make = dlsym(nil, "makecontext"),
        let change = dlsym(nil, "swapcontext")
      else { return nil }
      self.fill = unsafeBitCast(fill, to: (@convention(c) (Context) -> CInt).self)
      self.make = unsafeBitCast(
        make, to: (@convention(c) (Context, Begin, CInt, UInt32, UInt32) -> Void).self)
      self.change = unsafeBitCast(change, to: (@convention(c) (Context, Context) -> CInt).self)
    }

    /// Runs work on a stack, and comes back.
    func run(_ work: Work, on stack: borrowing Stack) {
      let contexts = Context.allocate(capacity: 2)
      defer { contexts.deallocate() }
      guard fill(contexts) == 0 else { return }
      contexts.pointee.uc_stack.ss_sp = stack.lowest
      contexts.pointee.uc_stack.ss_size = size
      contexts.pointee.uc_link = contexts + 1
      // The function takes numbers of 32 bits only.
      let address = UInt(bitPattern: Unmanaged.passUnretained(work).toOpaque())
      make(
        contexts, { SpareStack.begin($0, $1) }, 2, UInt32(truncatingIfNeeded: address),
        UInt32(truncatingIfNeeded: address >> 32))
      withExtendedLifetime(work) { _ = change(contexts + 1, contexts) }
    }
  }

  private static func begin(_ low: UInt32, _ high: UInt32) {
    guard let address = UnsafeRawPointer(bitPattern: UInt(high) << 32 | UInt(low)) else { return }
    Unmanaged<Work>.fromOpaque(address).takeUnretainedValue().body()
  }
  #endif
}
