import LayoutTrace
import LoopHunter

/// `loophunt config`: the values in force, each with its origin.
enum ConfigCommand {
  private static let form = FormatsCommand.form(of: "result")

  static let command = Command(
    "config", summary: "Show the settings in force here, and the source of each.",
    discussion: [
      "'replay', 'report', 'scan', 'merge', 'diff', 'shrink', 'reproduce' and 'export' look for "
        + "\(ConfigurationFile.fileName) in the working directory and above it, up to the root of the "
        + "repository; outside of one, in the working directory only. "
        + "Every key of it is also an option, and options win: '--threshold' and '--baseline' "
        + "replace its values, a rule for a class or view replaces its rule for that name, and "
        + "'--format' replaces all its formats. Paths in the file are relative to it."
    ],
    options: [TraceArguments.threshold] + HuntOptions.all + PageOptions.all
      + TraceArguments.scripts
      + [TraceArguments.baseline, form]
      + ConfigurationFile.options,
    examples: [
      Example("loophunt config", "Show the settings that other commands would use here."),
      Example(
        "loophunt config --threshold=20 --format=json",
        "Show them with a threshold of 20, as JSON."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let document = ConfigDocument(
      file: invocation.configuration?.path, values: try values(of: invocation))
    switch invocation[form] {
    case .json:
      console.print(
        try JsonText.document(HeadedDocument(command: "config", type: "config", content: document)))
    case .text: console.print(document.text)
    }
    return .nothingFound
  }

  private typealias Value = ConfigDocument.Value

  /// The values in effect, in the order of the file's documentation.
  private static func values(of invocation: Invocation) throws(UsageError) -> [Value] {
    let rules = try ruleValues(of: invocation)
    var values = pageValues(of: invocation) + rules.thresholds + rules.ignored
    let file = invocation.configuration
    if let baseline = invocation[TraceArguments.baseline] {
      values.append(
        Value(
          key: ["baseline"], value: .text(baseline),
          origin: origin(of: TraceArguments.baseline, invocation, file?.baseline != nil)))
    }
    let forms = file?.formats ?? []
    for form in forms {
      let text = form.format.rawValue + (form.file.map { "=\($0)" } ?? "")
      values.append(Value(key: ["formats"], value: .text(text), origin: .file))
    }
    if forms.isEmpty {
      values.append(Value(key: ["formats"], value: .text("text"), origin: .initial))
    }
    return values
  }

  /// The origin of an option's value.
  private static func origin(
    of option: any OptionDeclaration, _ invocation: Invocation, _ isInFile: Bool
  ) -> ConfigDocument.Origin {
    invocation.given.contains(option.name) ? .option : isInFile ? .file : .initial
  }

  /// The limits that count for all views, and the scripts of web pages.
  private static func pageValues(of invocation: Invocation) -> [Value] {
    let file = invocation.configuration
    var values: [Value] = []
    func add(
      _ key: String, _ value: Value.Content, _ option: any OptionDeclaration, _ isInFile: Bool?
    ) {
      let origin = origin(of: option, invocation, isInFile == true)
      values.append(Value(key: [key], value: value, origin: origin))
    }
    let threshold = TraceArguments.threshold
    add("threshold", .number(invocation[threshold]), threshold, file?.threshold != nil)
    if let time = invocation[PageOptions.time] {
      add("forcedTime", .number(time), PageOptions.time, file?.forcedTime != nil)
    }
    if let tasks = invocation[PageOptions.tasks] {
      add("forcedTasks", .number(tasks), PageOptions.tasks, file?.forcedTasks != nil)
    }
    let (scripts, maps) = (TraceArguments.ignoreScript, TraceArguments.sourceMaps)
    for pattern in invocation[scripts] {
      add("ignoreScripts", .text(pattern), scripts, file.map { !$0.ignoredScripts.isEmpty })
    }
    for folder in invocation[maps] {
      add("sourceMaps", .text(folder), maps, file.map { !$0.sourceMaps.isEmpty })
    }
    return values
  }

  /// The thresholds of single views and classes, and the ignored ones.
  private static func ruleValues(
    of invocation: Invocation
  ) throws(UsageError) -> (thresholds: [Value], ignored: [Value]) {
    var (thresholds, ignored): ([Value], [Value]) = ([], [])
    for entry in try HuntOptions.origins(of: invocation) {
      let (scope, name) = (entry.rule.scope, entry.rule.name)
      let origin: ConfigDocument.Origin = entry.isOption ? .option : .file
      switch entry.rule.effect {
      case .threshold(let number):
        let key = ["thresholds", scope == .class ? "classes" : "views", name]
        thresholds.append(Value(key: key, value: .number(number), origin: origin))
      case .ignored(let reason):
        ignored.append(
          Value(
            key: ["ignore", scope.rawValue], value: .text(name), reason: reason, origin: origin))
      }
    }
    return (thresholds, ignored)
  }
}
