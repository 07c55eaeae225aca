import ViewTree

/// Names one kind of action of a loop, so that its next call stack can be caught in the act.
struct ActionKey: Hashable {
  enum Kind: Hashable {
    /// A call that dirtied, with the index of its reason.
    case call(reason: Int)
    /// A geometry setter.
    case write(GeometryProperty)
    /// A change of the hierarchy.
    case tree(TreeStep)
  }

  /// Stands for any view: for those that are made anew in each round.
  static let any = -1

  /// The view whose layout was running, 0 for none.
  var writer: Int
  var kind: Kind
  /// The view that was written or dirtied; for the hierarchy the superview.
  var target: Int

  func matches(_ action: ActionKey) -> Bool {
    kind == action.kind && (writer == ActionKey.any || writer == action.writer)
      && (target == ActionKey.any || target == action.target)
  }
}

/// Which call stacks are wanted, and those that were caught.
///
/// Capturing one takes microseconds, too long for each event, so that only the edges are asked for
/// which a first look at the evidence found suspicious.
struct StackRequests {
  private(set) var wanted: [(action: ActionKey, frames: Int)] = []
  private(set) var caught: [(action: ActionKey, stack: CaughtStack)] = []

  /// Whether any stack is still wanted.
  private(set) var isOpen = false

  /// Whether as many stacks were asked for as there may be.
  func isFull(limit: Int) -> Bool { wanted.count + caught.count >= limit }

  /// Asks for the next stack of an action, unless it was asked for already.
  mutating func ask(for action: ActionKey, frames: Int, limit: Int) {
    guard !isFull(limit: limit),
      !wanted.contains(where: { $0.action == action }),
      !caught.contains(where: { $0.action == action })
    else { return }
    wanted.append((action, frames))
    isOpen = true
  }

  /// The request that an action answers, which is closed with it.
  mutating func take(_ action: ActionKey) -> (action: ActionKey, frames: Int)? {
    guard let index = wanted.firstIndex(where: { $0.action.matches(action) }) else { return nil }
    let request = wanted.remove(at: index)
    isOpen = !wanted.isEmpty
    return request
  }

  mutating func add(_ stack: CaughtStack, for request: ActionKey) {
    caught.append((request, stack))
  }

  /// The stack that was caught for a request.
  func stack(for request: ActionKey) -> CaughtStack? {
    caught.first { $0.action == request }?.stack
  }
}

extension EvidenceRecorder {
  /// Catches the present call stack if somebody asked for this action's.
  @inline(never)
  func captureStack(_ action: ActionKey) {
    guard let request = stackRequests.take(action) else { return }
    let stack: CaughtStack
    if let sourceLocation {
      stack = CaughtStack(location: sourceLocation())
    } else {
      stack = CaughtStack(frames: request.frames, by: walker)
    }
    stackRequests.add(stack, for: request.action)
  }
}
