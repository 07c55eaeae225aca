/// The table of stacks: the enclosing stack of each one, and its own frame.
struct FirefoxStacks {
  var prefixes: [Int32] = []
  var frames: [Int32] = []

  /// The frame of a stack and the stack around it; nil beyond the ends of the table.
  func frame(of stack: Int) -> (frame: Int, prefix: Int)? {
    guard prefixes.indices.contains(stack), frames.indices.contains(stack) else { return nil }
    return (Int(frames[stack]), Int(prefixes[stack]))
  }

  /// Computes a value of a stack from its frames, the outermost first, and keeps those of the stacks
  /// around it.
  func fold<Value>(
    _ stack: Int, from start: Value, known: inout [Int: Value],
    _ step: (_ value: inout Value, _ frame: Int) -> Void
  ) -> Value {
    var inner: [(stack: Int, frame: Int)] = []
    var value = start
    var next = stack
    // A stack cannot be longer than the table; a damaged one may contain a cycle.
    while inner.count <= prefixes.count, let (frame, prefix) = frame(of: next) {
      if let found = known[next] {
        value = found
        break
      }
      inner.append((next, frame))
      next = prefix
    }
    for (stack, frame) in inner.reversed() {
      step(&value, frame)
      known[stack] = value
    }
    return value
  }
}
