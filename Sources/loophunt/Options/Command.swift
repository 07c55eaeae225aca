/// One command, declared once: its names, its operands and options, its explanation, and its work.
package struct Command: Sendable {
  /// The word that chooses the command.
  package let name: String
  /// One sentence for the list of commands.
  package let summary: String
  /// Further facts that a user should know, a paragraph each.
  package let discussion: [String]
  /// The operands; nil if the command takes none.
  package let operands: Operands?
  /// The options in the order of the help text, without `--help`.
  package let options: [any OptionDeclaration]
  /// Options of other commands that people look for here, by name, with the reason and alternative.
  package let refusedOptions: [String: String]
  /// At least one command line that works.
  package let examples: [Example]
  /// Does the work and returns the exit status.
  package let run: @Sendable (Invocation, Console) throws -> ExitStatus

  package init(
    _ name: String, summary: String, discussion: [String] = [], operands: Operands? = nil,
    options: [any OptionDeclaration] = [], refusedOptions: [String: String] = [:],
    examples: [Example], run: @escaping @Sendable (Invocation, Console) throws -> ExitStatus
  ) {
    (self.name, self.summary, self.discussion) = (name, summary, discussion)
    self.operands = operands
    self.options = options + [ColorChoice.option, Command.help]
    (self.refusedOptions, self.examples, self.run) = (refusedOptions, examples, run)
  }

  /// An option that every command has.
  static let help = Option.flag("help", letter: "h", help: "Show this help.")

  /// `loophunt NAME [options] OPERANDS`, as the first line of the help shows it.
  package var usage: String {
    let operands = operands.map { " \($0.notation)" } ?? ""
    return "loophunt \(name) [options]\(operands)"
  }
}

/// The operands of a command.
package struct Operands: Sendable {
  /// The placeholder of one operand in help.
  package let name: String
  /// The accepted number of operands.
  package let count: ClosedRange<Int>
  /// The meaning of an operand, in one or two sentences.
  package let help: String
  /// The completions that a shell may offer.
  package let completion: Completion

  package init(_ name: String, count: ClosedRange<Int>, help: String, completion: Completion) {
    (self.name, self.count, self.help, self.completion) = (name, count, help, completion)
  }

  /// `TRACE`, `TRACE…`, `[COMMAND]` or `TRACE TRACE`.
  package var notation: String {
    if count.upperBound > 2 { return count.lowerBound == 0 ? "[\(name)…]" : "\(name)…" }
    let required = Array(repeating: name, count: count.lowerBound)
    let free = Array(repeating: "[\(name)]", count: count.upperBound - count.lowerBound)
    return (required + free).joined(separator: " ")
  }
}

/// A valid command line, and its effect.
package struct Example: Sendable {
  package let line: String
  package let purpose: String

  package init(_ line: String, _ purpose: String) { (self.line, self.purpose) = (line, purpose) }
}

/// A parsed command line: a command with its values and operands.
package struct Invocation: Sendable {
  package var values = OptionValues()
  package var operands: [String] = []
  /// The names of the options that were given.
  package var given: Set<String> = []
  /// The configuration in force, whose values are among `values`.
  var configuration: ConfigurationFile?

  package init() {}
  package subscript<Value>(option: Option<Value>) -> Value { values[option] }
}
