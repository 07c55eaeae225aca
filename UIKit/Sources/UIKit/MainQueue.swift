import Dispatch
import Foundation
import ViewTree

// A view's work for the main queue is work of the application's loop, along which a hunt follows causes.
//
// Each member has the signature of Foundation's, and shadows it in files that import UIKit alone. Files that
// import Foundation, too, see both: there a block for the main queue still comes here, and the rest does not.

extension DispatchQueue {
  private static let mainMark: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  /// True for the main queue, for which Dispatch makes a new object whenever it is asked.
  private var isMain: Bool { getSpecific(key: DispatchQueue.mainMark) != nil }

  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameter work: The block.
  public func async(execute work: @escaping () -> Void) { take(work) }

  /// Runs a block later.
  func take(_ work: @escaping () -> Void) {
    if isMain, MainLoop.run(work) { return }
    let work = Handed(value: work)
    self.Dispatch::async { work.value() }
  }

  /// Runs an item later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameter workItem: The item, which does nothing once it is cancelled.
  @_disfavoredOverload
  public func async(execute workItem: DispatchWorkItem) {
    if isMain, MainLoop.run({ workItem.perform() }) { return }
    self.Dispatch::async(execute: workItem)
  }

  /// Runs a block after a time; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - deadline: The time. The loop waits for its distance from now, in whole milliseconds.
  ///   - work: The block.
  public func asyncAfter(deadline: DispatchTime, execute work: @escaping () -> Void) {
    take(work, at: deadline)
  }

  /// Runs a block after a time.
  func take(_ work: @escaping () -> Void, at deadline: DispatchTime) {
    if isMain, MainLoop.run(after: deadline.wait, work) { return }
    let work = Handed(value: work)
    self.Dispatch::asyncAfter(deadline: deadline) { work.value() }
  }

  /// Runs an item after a time; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - deadline: The time. The loop waits for its distance from now, in whole milliseconds.
  ///   - execute: The item, which does nothing once it is cancelled.
  @_disfavoredOverload
  public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {
    if isMain,
      MainLoop.run(after: deadline.wait, { execute.perform() })
    {
      return
    }
    self.Dispatch::asyncAfter(deadline: deadline, execute: execute)
  }
}

extension OperationQueue {
  /// Runs a block later; on the main queue, in the application's loop if there is one.
  ///
  /// - Parameter block: The block.
  @_disfavoredOverload
  public func addOperation(_ block: @escaping @Sendable () -> Void) {
    if self === OperationQueue.main, MainLoop.run(block) { return }
    self.Foundation::addOperation(block)
  }
}

extension RunLoop {
  /// Runs a block later; in the main run loop, in the application's loop if there is one.
  ///
  /// - Parameter block: The block.
  @_disfavoredOverload
  public func perform(_ block: @escaping @Sendable () -> Void) {
    if self === RunLoop.main, MainLoop.run(block) { return }
    self.Foundation::perform(block)
  }

  /// Starts a timer; in the main run loop, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - timer: The timer, which the loop keeps while it is valid.
  ///   - mode: The mode, which means nothing to the application's loop.
  @_disfavoredOverload
  public func add(_ timer: Timer, forMode mode: RunLoop.Mode) {
    if self === RunLoop.main || MainLoop.running != nil, MainLoop.start(timer) { return }
    self.Foundation::add(timer, forMode: mode)
  }

  /// Runs the loop for a time; the main run loop, the application's loop if there is one.
  ///
  /// - Parameter limitDate: The end. The application's loop runs for its distance from now, by its own clock.
  @_disfavoredOverload
  public func run(until limitDate: Date) {
    guard self === RunLoop.main, let loop = MainLoop.loop, !loop.poster.isInside else {
      return self.Foundation::run(until: limitDate)
    }
    let wait = max(0, (limitDate.timeIntervalSinceNow * 1000).rounded())
    loop.run(until: loop.now + .milliseconds(Int(min(wait, 1e12))))
  }
}

extension Timer {
  /// Makes a timer and starts it, in the application's loop if there is one.
  ///
  /// - Parameters:
  ///   - interval: The distance in seconds.
  ///   - repeats: True if it goes on.
  ///   - block: The code to call.
  /// - Returns: The timer.
  @_disfavoredOverload
  @discardableResult
  public class func scheduledTimer(
    withTimeInterval interval: TimeInterval, repeats: Bool,
    block: @escaping @Sendable (Timer) -> Void
  ) -> Timer {
    let timer = LoopTimer(every: interval, repeats: repeats, block)
    if !MainLoop.start(timer) { RunLoop.current.Foundation::add(timer, forMode: .default) }
    return timer
  }

  /// Makes a timer that first fires after its interval, as in UIKit; Foundation's on Linux fires at once.
  ///
  /// - Parameters:
  ///   - interval: The distance in seconds.
  ///   - repeats: True if it goes on.
  ///   - block: The code to call.
  @_disfavoredOverload
  public convenience init(
    timeInterval interval: TimeInterval, repeats: Bool, block: @escaping @Sendable (Timer) -> Void
  ) {
    self.init(
      fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block
    )
  }

  /// Makes a timer that calls a method, if the selector has a closure.
  ///
  /// As in UIKit, it keeps its target.
  ///
  /// - Parameters:
  ///   - interval: The distance in seconds.
  ///   - target: The object.
  ///   - selector: Its method.
  ///   - userInfo: Not kept.
  ///   - repeats: True if it goes on.
  public convenience init(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?,
    repeats: Bool
  ) {
    let target = Handed(value: target)
    self.init(timeInterval: interval, repeats: repeats) { selector.call?(target.value, $0) }
  }

  /// Makes a timer that calls a method, if the selector has a closure, and starts it.
  ///
  /// It starts in the application's loop if there is one. As in UIKit, it keeps its target.
  ///
  /// - Parameters:
  ///   - interval: The distance in seconds.
  ///   - target: The object.
  ///   - selector: Its method.
  ///   - userInfo: Not kept.
  ///   - repeats: True if it goes on.
  /// - Returns: The timer.
  @discardableResult
  public static func scheduledTimer(
    timeInterval interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?,
    repeats: Bool
  ) -> Timer {
    let target = Handed(value: target)
    return scheduledTimer(withTimeInterval: interval, repeats: repeats) {
      selector.call?(target.value, $0)
    }
  }
}
