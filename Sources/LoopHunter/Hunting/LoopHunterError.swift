/// The reasons why a hunt cannot begin; every description names the remedy.
public enum LoopHunterError: Error, Hashable, Sendable {
  /// Class records of this process do not have the shape that LoopHunter knows.
  case unsupportedRuntime(reason: String)
  /// Another tool copied a class that LoopHunter had made, hook included, and gave it to the view.
  case hookCopied(className: String)
  /// A threshold below 1 would report every layout.
  case thresholdTooLow(Int)

  init(_ obstacle: HookingObstacle) {
    switch obstacle {
    case .unsupported(let reason): self = .unsupportedRuntime(reason: reason)
    case .hookCopied(let className): self = .hookCopied(className: className)
    }
  }
}

extension LoopHunterError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedRuntime(let reason):
      """
      this process cannot be instrumented: \(reason); nothing was changed. \
      LoopHunter hunts on 64-bit Linux with the Swift runtime it was tested with; \
      elsewhere, run without it
      """
    case .hookCopied(let className):
      """
      another tool has given the view a copy of the class that LoopHunter made of \(className), with \
      LoopHunter's hook in it; nothing was changed. Remove that class with the other tool, or let the tool \
      exchange the class before the first hunt on the view begins
      """
    case .thresholdTooLow(let threshold):
      """
      a threshold of \(threshold) would report every layout; \
      pass the number of layouts that one view may have in one turn, at least 1
      """
    }
  }
}
