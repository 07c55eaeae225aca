/// Parses a command line by the declarations of the commands.
///
/// Options and operands follow the command in any order. `--name value`, `--name=value`,
/// `-n value`, `-nvalue` and joined letters (`-qh`) work; `--` ends the options; `-` is an operand.
package struct CommandLineParser: Sendable {
  /// The commands in the order of the help text.
  package let commands: [Command]
  /// The command that is suggested if a file is given instead of a command.
  package let fileCommand: String?

  package init(commands: [Command], fileCommand: String? = nil) {
    (self.commands, self.fileCommand) = (commands, fileCommand)
  }

  /// The request of a command line.
  package enum Request: Sendable {
    case version
    /// Nothing: print the overview as an error.
    case usage
    case overview
    case help(Command)
    case run(Command, Invocation)
  }

  /// Parses the arguments after the program's name; throws one line with the remedy.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    guard let first = arguments.first else { return .usage }
    switch first {
    case "--help", "-h": return .overview
    case "--version": return .version
    default: break
    }
    guard !first.hasPrefix("-") else { throw unknownTopOption(first) }
    let command = try command(named: first)
    let rest = arguments.dropFirst()
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(command)
    }
    return .run(command, try invocation(of: command, rest))
  }

  /// The command of that name; an error suggests the nearest one.
  package func command(named name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let shown = Printable.quoted(name)
    if let nearest = Spelling.nearest(to: name, among: commands.map(\.name)) {
      throw UsageError("unknown command \(shown)", remedy: "did you mean '\(nearest)'?")
    }
    if let fileCommand, name.contains("/") || name.contains(".") {
      throw UsageError(
        "\(shown) is not a command",
        remedy: "to read the file, write 'loophunt \(fileCommand) FILE'")
    }
    throw UsageError("unknown command \(shown)", remedy: "'loophunt --help' lists the commands")
  }

  private func unknownTopOption(_ text: String) -> UsageError {
    let name = text.assignment.name
    let owners = commands.filter { $0.options.contains { $0.spelling == name } }.map(\.name)
    if let owner = owners.first {
      return UsageError(
        "option \(Printable.quoted(name)) belongs to a command",
        remedy: "write it after one, as in 'loophunt \(owner) \(name)'")
    }
    if let nearest = Spelling.nearest(to: name, among: ["--help", "--version"]) {
      return UsageError(
        "unknown option \(Printable.quoted(name))", remedy: "did you mean '\(nearest)'?")
    }
    return UsageError(
      "unknown option \(Printable.quoted(name))", remedy: "'loophunt --help' lists the commands")
  }
}

extension CommandLineParser {
  /// Parses the arguments after a command.
  private func invocation(
    of command: Command, _ arguments: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    var result = Invocation()
    var rest = arguments
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.operands += rest
        break
      } else if argument.hasPrefix("--") {
        try takeLong(argument, of: command, &rest, into: &result)
      } else if argument.hasPrefix("-"), argument != "-" {
        try takeLetters(argument, of: command, &rest, into: &result)
      } else {
        result.operands.append(argument)
      }
    }
    try check(result.operands, of: command)
    return result
  }

  /// Takes `--name`, `--name=value` or `--name value`.
  private func takeLong(
    _ argument: String, of command: Command, _ rest: inout ArraySlice<String>,
    into result: inout Invocation
  ) throws(UsageError) {
    let (spelling, attached) = argument.assignment
    guard let option = command.options.first(where: { $0.spelling == spelling }) else {
      throw unknown(spelling, of: command)
    }
    try take(option, as: spelling, attached, of: command, &rest, into: &result)
  }

  /// Takes `-q`, `-o value`, `-ovalue` or several letters in one argument.
  private func takeLetters(
    _ argument: String, of command: Command, _ rest: inout ArraySlice<String>,
    into result: inout Invocation
  ) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.letter == letter }) else {
        throw unknown(argument.count == 2 ? argument : "-\(letter)", of: command)
      }
      var attached: String?
      if option.valueName != nil, !letters.isEmpty {
        attached = String(letters)
        letters = ""
      }
      try take(option, as: "-\(letter)", attached, of: command, &rest, into: &result)
    }
  }

  /// Takes one occurrence of an option, with the value attached to it or the next argument.
  private func take(
    _ option: any OptionDeclaration, as spelling: String, _ attached: String?,
    of command: Command, _ rest: inout ArraySlice<String>, into result: inout Invocation
  ) throws(UsageError) {
    var text = attached ?? ""
    if let valueName = option.valueName {
      if attached == nil {
        guard let next = rest.first, !looksLikeOption(next) else {
          throw UsageError(
            "option '\(spelling)' needs a value", remedy: "write '\(option.spelling)=\(valueName)'")
        }
        text = next
        rest.removeFirst()
      }
    } else if attached != nil {
      throw UsageError(
        "option '\(spelling)' takes no value", remedy: "write '\(option.spelling)' alone")
    }
    do {
      try option.take(text, into: &result.values)
      result.given.insert(option.name)
    } catch {
      let remedy = error.nearest.map { "did you mean '\($0)'?" } ?? "expected \(error.expected)"
      throw UsageError("\(Printable.quoted(text)) is not a value for '\(spelling)'", remedy: remedy)
    }
  }

  /// True if an argument is meant as an option instead of as the value of the one before it.
  private func looksLikeOption(_ text: String) -> Bool {
    guard text.hasPrefix("-"), text != "-" else { return false }
    return !text.dropFirst().allSatisfy(\.isNumber)
  }

  private func unknown(_ spelling: String, of command: Command) -> UsageError {
    let known = command.options.map(\.spelling)
    let problem = "unknown option \(Printable.quoted(spelling)) of '\(command.name)'"
    if let refusal = command.refusedOptions[String(spelling.dropFirst(2))] {
      return UsageError(problem, remedy: refusal)
    }
    if let written = Self.option(of: command, withValue: spelling) {
      return UsageError(problem, remedy: "write '\(written)'")
    }
    if let nearest = Spelling.nearest(to: spelling, among: known) {
      return UsageError(problem, remedy: "did you mean '\(nearest)'?")
    }
    return UsageError(problem, remedy: "'loophunt \(command.name) --help' lists its options")
  }

  /// Finds `--format=json` for `--json`.
  private static func option(of command: Command, withValue spelling: String) -> String? {
    let word = String(spelling.drop { $0 == "-" })
    let option = command.options.first { $0.completion.words.contains(word) }
    return option.map { "\($0.spelling)=\(word)" }
  }

  private func check(_ operands: [String], of command: Command) throws(UsageError) {
    let expected = command.operands?.count ?? 0...0
    if operands.count < expected.lowerBound {
      let name = command.operands?.name ?? ""
      let what = operands.isEmpty ? "a \(name)" : "one more \(name)"
      throw UsageError("'\(command.name)' needs \(what)", remedy: "write '\(command.usage)'")
    }
    if operands.count > expected.upperBound {
      let extra = Printable.quoted(operands[expected.upperBound])
      throw UsageError(
        "'\(command.name)' takes no further argument \(extra)", remedy: "write '\(command.usage)'")
    }
  }
}

extension String {
  /// The texts before and after the first equals sign, even where a mark combines with it.
  var assignment: (name: String, value: String?) {
    guard let sign = unicodeScalars.firstIndex(of: "=") else { return (self, nil) }
    let value = unicodeScalars[unicodeScalars.index(after: sign)...]
    return (String(unicodeScalars[..<sign]), String(value))
  }
}
