import ViewTree

/// The support for instrumented instances in this process, found out once.
///
/// A refusal with a temporary cause is not final: the next call checks again.
package final class RuntimeSupport: Sendable {
  private let reader: @Sendable () -> RecordReader
  private let known = Locked<Result<LayoutSlot, HookingObstacle>?>(nil)

  /// The slot, or the reason why it was not found.
  package var result: Result<LayoutSlot, HookingObstacle> {
    known.withLock { known in
      if let known { return known }
      let (found, isFinal) = RuntimeSupport.check(through: reader())
      if isFinal { known = found }
      return found
    }
  }

  /// Checks the process through such readers, when it is asked for the first time.
  package init(checkingThrough reader: @autoclosure @escaping @Sendable () -> RecordReader) {
    self.reader = reader
  }

  /// Checks the process; keeps the reason of a failure, and whether it is permanent.
  private static func check(
    through reader: RecordReader
  ) -> (result: Result<LayoutSlot, HookingObstacle>, isFinal: Bool) {
    // The last condition lets a test build stand for another platform: Scripts/all-modes.sh.
    #if os(Linux) && _pointerBitWidth(_64) && (arch(x86_64) || arch(arm64)) && !OTHER_PLATFORM
    let reason: String
    do {
      return (.success(try SelfCheck(reader: reader).run()), true)
    } catch let surprise as SelfCheck.Surprise {
      reason = surprise.reason
    } catch {
      reason = "\(error)"
    }
    guard let cause = reader.passingCause else {
      return (.failure(.unsupported(reason: reason)), true)
    }
    return (.failure(.unsupported(reason: passingReason(cause))), false)
    #else
    let reason = "this platform has class records of another kind"
    return (.failure(.unsupported(reason: reason)), true)
    #endif
  }

  /// The reason of a refusal that may not last.
  static func passingReason(_ cause: String) -> String {
    "class records cannot be checked now; try again later (\(cause))"
  }

  /// The reason why hunting is impossible; nil if it is possible.
  package var failure: HookingObstacle? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// The support of this process.
  package static let current = RuntimeSupport(checkingThrough: RecordReader())
}

/// The reasons why instances of a class cannot be instrumented.
package enum HookingObstacle: Error, Hashable, Sendable {
  /// Class records of this process do not have the known shape.
  case unsupported(reason: String)
  /// Another tool copied a class that was made here, hook included, and gave it to the view.
  case hookCopied(className: String)
}
