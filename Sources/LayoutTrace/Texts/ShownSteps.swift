/// The steps of a path of views that are kept: the paths of many views below long names would fill the
/// memory.
package enum ShownSteps {
  /// The most steps before and after those that are left out, and the most bytes of each of both.
  private static let mostSteps = 128
  private static let mostBytes = 4_096

  /// True if so many steps, which take so many bytes, are all kept.
  package static func areAll(_ steps: Int, bytes: Int) -> Bool {
    steps <= 2 * mostSteps && bytes <= 2 * mostBytes
  }

  /// The first of some steps, as many as stand before or after those that are left out.
  package static func first(of steps: some Sequence<String>) -> [String] {
    var shown: [String] = []
    var bytes = 0
    for step in steps {
      bytes += step.utf8.count + 1
      guard shown.count < mostSteps, bytes <= mostBytes else { break }
      shown.append(step)
    }
    return shown
  }

  /// The steps from the window down, long ones clipped, and the middle of too many left out.
  package static func of(_ steps: [String]) -> [String] {
    let steps = steps.map(\.clipped)
    guard !areAll(steps.count, bytes: steps.reduce(0) { $0 + $1.utf8.count + 1 }) else {
      return steps
    }
    return joined(first(of: steps), first(of: steps.reversed()))
  }

  /// The steps before those that are left out, and those after them, the last one first.
  package static func joined(_ head: [String], _ tail: [String]) -> [String] {
    head + ["…"] + tail.reversed()
  }
}
