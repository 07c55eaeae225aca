/// Whether instances can be instrumented in this process, found out once.
package struct RuntimeSupport: Sendable {
  /// The slot, or the reason why there is none.
  let result: Result<LayoutSlot, LoopHunterError>

  /// The slot of `layoutSubviews`; throws `LoopHunterError.unsupportedRuntime` if there is none.
  func slot() throws(LoopHunterError) -> LayoutSlot { try result.get() }

  /// Checks the process through a reader; throws nothing, keeps the reason.
  package init(checkingThrough reader: RecordReader) {
    // The last condition lets a test build be one of another platform: Scripts/all-modes.sh.
    #if os(Linux) && _pointerBitWidth(_64) && (arch(x86_64) || arch(arm64)) && !OTHER_PLATFORM
    do {
      result = .success(try SelfCheck(reader: reader).run())
    } catch let surprise as SelfCheck.Surprise {
      result = .failure(.unsupportedRuntime(reason: surprise.reason))
    } catch {
      result = .failure(.unsupportedRuntime(reason: "\(error)"))
    }
    #else
    result = .failure(
      .unsupportedRuntime(reason: "this platform has class records of another kind"))
    #endif
  }

  /// The reason why hunting is impossible; nil where it is possible.
  package var failure: LoopHunterError? {
    if case .failure(let error) = result { error } else { nil }
  }

  /// What this process supports.
  package static let current = RuntimeSupport(checkingThrough: RecordReader())
}
