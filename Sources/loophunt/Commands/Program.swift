import Foundation
import LayoutTrace

/// The whole program: its commands, and the way from a command line to an exit status.
package enum Program {
  /// All commands, in the order of the help text.
  package static let commands: [Command] = [
    ReplayCommand.command, ReportCommand.command, ScanCommand.command, MergeCommand.command,
    ValidateCommand.command, DiffCommand.command, TreeCommand.command, ShrinkCommand.command,
    ReproduceCommand.command, PortCommand.command, ImportCommand.command, ExportCommand.command,
    FormatsCommand.command, ConfigCommand.command, RecordCommand.command, ScenariosCommand.command,
    CompletionsCommand.command, HelpCommand.command,
  ]

  package static let parser = CommandLineParser(commands: commands, fileCommand: "replay")

  /// Runs the command line of this process.
  package static func run(on console: Console) -> ExitStatus {
    // Swift reads the command line there; a process without arguments still has its own name.
    guard CommandLine.argc > 0 else {
      console.complain(
        "the arguments cannot be read, because /proc is missing; mount it: mount -t proc proc /proc"
      )
      return .internalFailure
    }
    var arguments: [String] = []
    for index in 1..<Int(CommandLine.argc) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      // Otherwise the program would read or write a file of another name.
      guard let argument = String(validatingCString: word) else {
        console.complain(
          "argument \(index), '\(String(cString: word))', is not UTF-8; rename the file, or redirect "
            + "standard input from it and write '-'")
        return .badInput
      }
      arguments.append(argument)
    }
    return run(arguments, on: console)
  }

  /// Runs one command line; errors go to the console.
  package static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    var status: ExitStatus
    do {
      let request = try parser.parse(arguments)
      if case .run(_, let invocation) = request {
        console.use(invocation[ColorChoice.option])
      } else {
        console.use(ColorChoice.last(in: arguments))
      }
      status = try serve(request, on: console)
    } catch let error as UsageError {
      console.complain(error.description)
      status = .badInput
    } catch {
      console.complain("\(error)")
      status = .internalFailure
    }
    console.output.flush()
    if let failure = console.output.failure {
      if Interruption.isRequested, failure == EINTR {
        console.complain(
          "interrupted while nobody was reading the output: "
            + "\(Figures.count(console.output.lost, "byte")) not written")
      } else {
        console.complain(
          failure == EBADF
            ? "cannot write the output: standard output is closed; open it, or redirect it to /dev/null"
            : "cannot write the output: \(String(cString: strerror(failure))); "
              + "make room or write elsewhere")
      }
      status = .internalFailure
    }
    return status
  }

  private static func serve(
    _ request: CommandLineParser.Request, on console: Console
  ) throws -> ExitStatus {
    switch request {
    case .version: console.print("loophunt \(Product.version)")
    case .usage:
      console.errors.write(
        HelpText(style: Style(isColoured: false), width: console.errorWidth)
          .overview(of: commands) + "\n")
      return .badInput
    case .overview:
      console.print(HelpText(style: console.style, width: console.width).overview(of: commands))
    case .help(let command):
      console.print(HelpText(style: console.style, width: console.width).page(of: command))
    case .run(let command, let invocation):
      return try command.run(ConfigurationFile.complete(invocation, of: command), console)
    }
    return .nothingFound
  }
}
