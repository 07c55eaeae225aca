/// `loophunt completions`: scripts with which a shell completes commands, options and values.
enum CompletionsCommand {
  static let command = Command(
    "completions", summary: "Write a completion script for a shell.",
    operands: Operands(
      "SHELL", count: 1...1, help: "One of \(Shell.names.joined(separator: ", ")).",
      completion: .words(Shell.names)),
    examples: [
      Example("source <(loophunt completions bash)", "Enable completion in the current bash."),
      Example(
        "loophunt completions zsh > ~/.zfunc/_loophunt",
        "Enable completion in every zsh that has ~/.zfunc in its fpath."),
      Example(
        "loophunt completions fish > ~/.config/fish/completions/loophunt.fish",
        "Enable completion in every fish."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    let name = invocation.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let remedy =
        Spelling.nearest(to: name, among: Shell.names).map { "did you mean '\($0)'?" }
        ?? "expected one of \(Shell.names.joined(separator: ", "))"
      throw UsageError("no completions for \(Printable.quoted(name))", remedy: remedy)
    }
    console.print(CompletionScript.text(for: shell, commands: Program.commands))
    return .nothingFound
  }
}
