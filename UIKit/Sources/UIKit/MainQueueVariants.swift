import Dispatch
import Foundation
import ViewTree

// The longer forms of the members in MainQueue.swift. Those of Dispatch have defaults for all their parameters, so
// each form that names some of them stands here by itself; the one that names all is left to Dispatch.

extension DispatchQueue {
  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - qos: Not looked at.
  ///   - work: The block.
  public func async(qos: DispatchQoS, execute work: @escaping () -> Void) { take(work) }

  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - flags: Not looked at.
  ///   - work: The block.
  public func async(flags: DispatchWorkItemFlags, execute work: @escaping () -> Void) {
    take(work)
  }

  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - qos: Not looked at.
  ///   - flags: Not looked at.
  ///   - work: The block.
  public func async(
    qos: DispatchQoS, flags: DispatchWorkItemFlags, execute work: @escaping () -> Void
  ) { take(work) }

  /// Runs a block of a group later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - work: The block.
  public func async(group: DispatchGroup, execute work: @escaping () -> Void) {
    group.enter()
    take {
      work()
      group.leave()
    }
  }

  /// Runs a block of a group later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - qos: Not looked at.
  ///   - work: The block.
  public func async(group: DispatchGroup, qos: DispatchQoS, execute work: @escaping () -> Void) {
    group.enter()
    take {
      work()
      group.leave()
    }
  }

  /// Runs a block after a time; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - deadline: The time.
  ///   - qos: Not looked at.
  ///   - work: The block.
  public func asyncAfter(
    deadline: DispatchTime, qos: DispatchQoS, execute work: @escaping () -> Void
  ) { take(work, at: deadline) }

  /// Runs a block after a time; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - wallDeadline: The time.
  ///   - work: The block.
  public func asyncAfter(wallDeadline: DispatchWallTime, execute work: @escaping () -> Void) {
    // Dispatch counts times of the day downwards from zero.
    let now = Int64(bitPattern: DispatchWallTime.now().rawValue)
    let wait = max(0, now &- Int64(bitPattern: wallDeadline.rawValue))
    take(work, at: .now() + .nanoseconds(Int(wait)))
  }
}

extension OperationQueue {
  /// Runs an operation later; on the main queue, in the application's loop if there is one.
  ///
  /// One that waits for others is Foundation's.
  ///
  /// - Parameter op: The operation.
  @_disfavoredOverload
  public func addOperation(_ op: Operation) {
    let handed = Handed(value: op)
    if self === OperationQueue.main, op.isReady, MainLoop.run({ handed.value.start() }) { return }
    self.Foundation::addOperation(op)
  }

  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameter barrier: The block.
  @_disfavoredOverload
  public func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main, MainLoop.run(barrier) { return }
    self.Foundation::addBarrierBlock(barrier)
  }
}

extension RunLoop {
  /// Runs a block later; in the main run loop, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - modes: Not looked at by the application's loop.
  ///   - block: The block.
  @_disfavoredOverload
  public func perform(inModes modes: [RunLoop.Mode], block: @escaping @Sendable () -> Void) {
    if self === RunLoop.main, MainLoop.run(block) { return }
    self.Foundation::perform(inModes: modes, block: block)
  }
}
