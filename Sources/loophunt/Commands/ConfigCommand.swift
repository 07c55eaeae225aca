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
        + "repository or the home folder. "
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

  private static func values(
    of invocation: Invocation
  ) throws(UsageError) -> [ConfigDocument.Value] {
    typealias Value = ConfigDocument.Value
    let file = invocation.configuration
    let origin = { (option: any OptionDeclaration, isInFile: Bool) -> ConfigDocument.Origin in
      invocation.given.contains(option.name) ? .option : isInFile ? .file : .initial
    }
    var values: [Value] = []
    var ignored: [Value] = []
    func add(_ key: [String], _ value: Value.Content, _ origin: ConfigDocument.Origin) {
      values.append(Value(key: key, value: value, origin: origin))
    }
    add(
      ["threshold"], .number(invocation[TraceArguments.threshold]),
      origin(TraceArguments.threshold, file?.threshold != nil))
    if let time = invocation[PageOptions.time] {
      add(["forcedTime"], .number(time), origin(PageOptions.time, file?.forcedTime != nil))
    }
    if let tasks = invocation[PageOptions.tasks] {
      add(["forcedTasks"], .number(tasks), origin(PageOptions.tasks, file?.forcedTasks != nil))
    }
    for pattern in invocation[TraceArguments.ignoreScript] {
      add(
        ["ignoreScripts"], .text(pattern),
        origin(TraceArguments.ignoreScript, file?.ignoredScripts.isEmpty == false))
    }
    for folder in invocation[TraceArguments.sourceMaps] {
      add(
        ["sourceMaps"], .text(folder),
        origin(TraceArguments.sourceMaps, file?.sourceMaps.isEmpty == false))
    }
    for entry in try HuntOptions.origins(of: invocation) {
      let (scope, name) = (entry.rule.scope, entry.rule.name)
      let origin: ConfigDocument.Origin = entry.isOption ? .option : .file
      switch entry.rule.effect {
      case .threshold(let number):
        let key = ["thresholds", scope == .class ? "classes" : "views", name]
        add(key, .number(number), origin)
      case .ignored(let reason):
        ignored.append(
          Value(
            key: ["ignore", scope.rawValue], value: .text(name), reason: reason, origin: origin))
      }
    }
    values += ignored
    if let baseline = invocation[TraceArguments.baseline] {
      add(["baseline"], .text(baseline), origin(TraceArguments.baseline, file?.baseline != nil))
    }
    let forms = file?.formats ?? []
    for form in forms {
      add(["formats"], .text(form.format.rawValue + (form.file.map { "=\($0)" } ?? "")), .file)
    }
    if forms.isEmpty { add(["formats"], .text("text"), .initial) }
    return values
  }
}
