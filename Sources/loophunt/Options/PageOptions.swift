import LayoutTrace
import LoopHunter

/// The options for the limits of a page's documents, besides the number of layouts.
enum PageOptions {
  static let time = Option.number(
    "forced-time", value: "MS", minimum: 0,
    help: "Report a page's document if scripts force at least two layouts of it in one task "
      + "that take MS milliseconds or more; 0 for no limit of time. Default "
      + "\(PageLimits.usualMilliseconds). With --baseline, time counts only if this is given, "
      + "because machines differ.")
  static let tasks = Option.number(
    "forced-tasks", value: "N", minimum: 2,
    help: "Report a page's script that forces two layouts or more in each of N tasks in a row; "
      + "default \(PageLimits.usualTasks), one second of frames.")

  static let all: [any OptionDeclaration] = [time, tasks]

  /// The limits of an invocation; the number of layouts is that of its threshold.
  static func limits(of invocation: Invocation) -> PageLimits {
    let milliseconds = invocation[time] ?? PageLimits.usualMilliseconds
    return PageLimits(
      layouts: 0, milliseconds: milliseconds == 0 ? nil : Double(milliseconds),
      tasks: invocation[tasks] ?? PageLimits.usualTasks)
  }

  /// The options that affect the findings, by their names.
  ///
  /// Time that is not given is not among them: it does not count in every gate.
  static func deciding(_ invocation: Invocation) -> [String: [String]] {
    var options = [tasks.name: ["\(limits(of: invocation).tasks)"]]
    if let time = invocation[time] { options[Self.time.name] = ["\(time)"] }
    return options
  }
}
