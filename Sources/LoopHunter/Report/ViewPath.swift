/// A path of views, from the window down, that grows by steps.
struct ViewPath {
  private(set) var text = ""
  /// The number of steps.
  private(set) var count = 0
  /// The steps, if one of them holds a slash, so that the text alone does not tell them.
  private(set) var separateSteps: [String]?

  /// Adds the step to a subview.
  mutating func append(_ step: String) {
    if separateSteps != nil || step.utf8.contains(UInt8(ascii: "/")) {
      separateSteps = steps + [step]
    }
    text = count == 0 ? step : "\(text)/\(step)"
    count += 1
  }

  /// The steps, from the window down.
  var steps: [String] {
    if let separateSteps { return separateSteps }
    return count == 0
      ? [] : text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
