/// `loophunt help`: the pages of the other commands, and the manual.
enum HelpCommand {
  static let manual = Option.flag("man", help: "Write the manual page instead, in troff.")

  static let command = Command(
    "help", summary: "Explain a command.",
    operands: Operands(
      "COMMAND", count: 0...1, help: "The command to explain. Without it, all commands are listed.",
      completion: .commands),
    options: [manual],
    examples: [
      Example("loophunt help scan", "Explain the command 'scan'."),
      Example("loophunt help --man > loophunt.1", "Write the manual page to a file."),
    ],
    run: run)

  @Sendable
  private static func run(_ invocation: Invocation, on console: Console) throws -> ExitStatus {
    if invocation[manual] {
      console.print(ManualPage.text(of: Program.commands))
      return .nothingFound
    }
    let help = HelpText(style: console.style, width: console.width)
    if let name = invocation.operands.first {
      console.print(help.page(of: try Program.parser.command(named: name)))
    } else {
      console.print(help.overview(of: Program.commands))
    }
    return .nothingFound
  }
}
