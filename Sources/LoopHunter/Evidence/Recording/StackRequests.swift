import LayoutTrace
import ViewTree

/// Names one kind of action of a loop, so that its next call stack can be caught in the act.
package struct ActionKey: Hashable {
  /// Matches any view: for those that are created in each round.
  package static let any = -1

  /// The view whose layout was running, 0 for none.
  package var writer: Int
  /// The action, in general.
  package var kind: LayoutAction
  /// The view that was written or dirtied; for the hierarchy the superview.
  package var target: Int
  /// The role that replaces the target, if any view of this role is meant.
  package var role: ViewRole?
  /// The index of the action among the writer's actions of this kind in one layout, from 0.
  package var ordinal = 0
  /// True if the writer's `updateConstraints` does it, not its layout.
  package var isInConstraints = false

  package init(
    writer: Int, kind: LayoutAction, target: Int, role: ViewRole? = nil, ordinal: Int = 0,
    isInConstraints: Bool = false
  ) {
    (self.writer, self.kind, self.target, self.role) = (writer, kind, target, role)
    (self.ordinal, self.isInConstraints) = (ordinal, isInConstraints)
  }

  package func matches(_ action: ActionKey) -> Bool {
    kind == action.kind && (writer == ActionKey.any || writer == action.writer)
      && (target == ActionKey.any || target == action.target)
      && (role == nil || role == action.role) && isInConstraints == action.isInConstraints
  }
}

/// The requests for call stacks, and the captured stacks.
///
/// Capturing one takes microseconds, too long for each event; therefore only the edges that a first
/// look at the evidence found suspicious are requested.
package struct StackRequests {
  /// A request for a stack.
  package struct Request {
    package let action: ActionKey
    package let frames: Int
    /// The number of such actions in the writer's layout so far; nil before its first whole layout.
    fileprivate var seen: Int?
  }

  /// The stack of one action, with the numbers that it wrote, if any.
  package struct Catch {
    package let action: ActionKey
    package let stack: CaughtStack
    package let values: (old: [Double], new: [Double])?
  }

  private var wanted: [Request] = []
  private var caught: [Catch] = []

  /// True if any stack is still wanted.
  package private(set) var isOpen = false

  /// Makes an empty list of requests.
  package init() {}

  /// True if the limit of requests is reached.
  package func isFull(limit: Int) -> Bool { wanted.count + caught.count >= limit }

  /// Requests the next stack of an action, unless it was requested already.
  package mutating func ask(for action: ActionKey, frames: Int, limit: Int) {
    guard !isFull(limit: limit), !wanted.contains(where: { $0.action == action }),
      !caught.contains(where: { $0.action == action })
    else { return }
    // Only the actions of one view's layout can be counted.
    let canCount = action.writer > 0
    wanted.append(Request(action: action, frames: frames, seen: canCount ? nil : action.ordinal))
    isOpen = true
  }

  /// True if any wanted action names a role.
  package var hasRoles: Bool { wanted.contains { $0.action.role != nil } }

  /// Restarts the count with a layout of a view.
  package mutating func entered(_ view: Int) {
    for index in wanted.indices where wanted[index].action.writer == view { wanted[index].seen = 0 }
  }

  /// The request that an action answers, which is closed thereby.
  package mutating func take(_ action: ActionKey) -> Request? {
    var found: Int?
    for index in wanted.indices where wanted[index].action.matches(action) {
      guard let seen = wanted[index].seen else { continue }
      if seen == wanted[index].action.ordinal {
        found = found ?? index
      } else {
        wanted[index].seen = seen + 1
      }
    }
    guard let found else { return nil }
    let request = wanted.remove(at: found)
    isOpen = !wanted.isEmpty
    return request
  }

  package mutating func add(_ new: Catch) { caught.append(new) }

  /// The stack that was captured for a request.
  package func answer(to request: ActionKey) -> Catch? { caught.first { $0.action == request } }
}

extension GeometryValue {
  /// The value's numbers, in the form of the evidence.
  var numbers: [Double] {
    let words = [UInt64](unsafeUninitializedCapacity: 6) { buffer, count in
      buffer.initialize(repeating: 0)
      store(at: buffer.baseAddress!)  // Its capacity is 6.
      count =
        switch self {
        case .rect, .insets: 4
        case .point, .size: 2
        case .text: 3
        case .transform: 6
        case .number, .flag, .word: 1
        }
    }
    return words.map(Double.init(bitPattern:))
  }
}
