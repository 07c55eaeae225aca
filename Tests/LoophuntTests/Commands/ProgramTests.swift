import CommandSupport
import Foundation
import Glibc
import LayoutTrace
import TestSupport
import Testing
import loophunt

@Suite("The program loophunt")
struct ProgramTests {
  @Test("the version is one line")
  func version() throws {
    let outcome = try Child.loophunt("--version")
    #expect(outcome.text == "loophunt \(Product.version)\n")
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test("the newest entry of the changelog is of this version")
  func changelog() throws {
    let lines = try Repository.text(of: "CHANGELOG.md").split(separator: "\n")
    let newest = try #require(lines.first { $0.hasPrefix("## ") })
    #expect(newest == "## \(Product.version)" || newest == "## \(Product.version), unreleased")
  }

  @Test("a wrong command line prints one line to standard error and exits with 2")
  func wrongCommandLine() throws {
    let outcome = try Child.loophunt("hlep")
    #expect(outcome.text == "")
    #expect(outcome.errors == "loophunt: unknown command 'hlep'; did you mean 'help'?\n")
    #expect(outcome.status == 2)
  }

  @Test(
    "a format that is written as an option is an error that names '--format'",
    arguments: ["replay", "scan"])
  func formAsOption(_ command: String) throws {
    let outcome = try Child.loophunt(command, "--json", "x.jsonl")
    #expect(
      outcome.errors
        == "loophunt: unknown option '--json' of '\(command)'; write '--format=json'\n")
  }

  @Test("the name alone is an error that shows the usage")
  func bareName() throws {
    let outcome = try Child.loophunt()
    #expect(outcome.status == 2)
    #expect(outcome.text == "")
    #expect(outcome.errors == (try Child.loophunt("--help")).text)
  }

  @Test("text is as wide as the terminal, or 80 columns without one")
  func width() throws {
    let folder = TemporaryFolder()
    let trace = try folder.write(
      SampleTrace.badge(layouts: [150], className: "VeryLongName"), to: "trace.jsonl")
    func widest(_ text: String) -> Int {
      text.split(whereSeparator: \.isNewline).map(\.count).max() ?? 0
    }
    let texts = [["replay", trace], ["replay", "--help"], ["scenarios"], ["--help"]]
    for (columns, range) in [(50, 40...50), (0, 60...80), (140, 81...140)] {
      for arguments in texts + (columns == 50 ? [["scan", trace], [], ["diff", "--help"]] : []) {
        let terminal = try PseudoTerminal(
          arguments, environment: ["TERM": "xterm", "NO_COLOR": "1"], columns: columns)
        _ = terminal.end()
        let lines = terminal.shown.split(whereSeparator: \.isNewline)
        // Command lines, to be copied, and the trace's path stand as they are.
        let text = lines.filter { !$0.hasPrefix("  loophunt ") && !$0.contains(" | loophunt ") }
        #expect(range.contains(widest(text.joined(separator: "\n"))), "\(columns) \(arguments)")
      }
    }
    #expect(widest(try Child.loophunt("replay", trace).text) <= 80)
  }

  @Test("the help of every command has an example")
  func help() throws {
    for command in Program.commands {
      let asked = try InProcess.loophunt(command.name, "--help")
      let helped = try InProcess.loophunt("help", command.name)
      #expect(asked.status == 0)
      #expect(asked.text == helped.text)
      #expect(asked.text.contains("Usage: \(command.usage)"))
      #expect(asked.text.contains("\n  loophunt \(command.name)") || command.name == "completions")
      #expect(!command.examples.isEmpty)
      for line in asked.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test("every example is a valid command line")
  func examples() throws {
    for example in Program.commands.flatMap(\.examples) {
      // Pipes, redirections and substitutions belong to the shell.
      let parts = example.line.split(separator: " ").map(String.init)
      let start = try #require(parts.firstIndex { $0.hasSuffix("loophunt") }, "\(example.line)")
      let own = parts[(start + 1)...].prefix { ![">", "|", "&&", "<"].contains($0) }
      _ = try Program.parser.parse(own.map { $0.hasSuffix(")") ? String($0.dropLast()) : $0 })
    }
  }

  @Test("the names and letters of options are unique in every command")
  func uniqueNames() {
    for command in Program.commands {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count)
      let letters = command.options.compactMap(\.letter)
      #expect(Set(letters).count == letters.count)
    }
  }

  @Test("only a terminal gets colours, unless it is dumb or NO_COLOR is set")
  func colours()
    throws
  {
    let piped = try Child.loophunt("--help", environment: ["TERM": "xterm"])
    #expect(!piped.text.contains("\u{1B}"))

    let plain = try PseudoTerminal("--help")
    #expect(plain.end().status == 0)
    #expect(plain.shown.contains("\u{1B}[1mUsage:\u{1B}[0m"))

    for environment in [["TERM": "dumb"], [:], ["TERM": "xterm", "NO_COLOR": "1"]] {
      let terminal = try PseudoTerminal("--help", environment: environment)
      #expect(terminal.end().status == 0)
      #expect(terminal.shown.contains("Usage:"))
      #expect(!terminal.shown.contains("\u{1B}"))
    }
    let empty = try PseudoTerminal("--help", environment: ["TERM": "xterm", "NO_COLOR": ""])
    _ = empty.end()
    #expect(empty.shown.contains("\u{1B}"))
  }

  @Test("--color overrides NO_COLOR, which overrides CLICOLOR_FORCE, which needs no terminal")
  func forcedColours() throws {
    let none: [String: String] = [:]
    let rows: [(option: String?, environment: [String: String], isColoured: Bool)] = [
      (nil, ["CLICOLOR_FORCE": "1"], true), (nil, ["CLICOLOR_FORCE": "0"], false),
      (nil, ["CLICOLOR_FORCE": ""], false), (nil, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
      (nil, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      ("auto", none, false), ("auto", ["CLICOLOR_FORCE": "1"], true),
      ("always", none, true), ("always", ["NO_COLOR": "1", "TERM": "dumb"], true),
      ("never", ["CLICOLOR_FORCE": "1"], false),
    ]
    for (index, row) in rows.enumerated() {
      let option = row.option.map { ["--color=\($0)"] } ?? []
      let commands = [["scenarios"], ["--help"], ["scan", "--help"]]
      // In debug each row has one of the commands.
      for arguments in sample(commands, oneIn: 3, seed: UInt64(index)).map({ $0 + option }) {
        let outcome = try Child.run(Child.binary, arguments, environment: row.environment)
        #expect(outcome.status == 0)
        #expect(
          outcome.text.contains("\u{1B}") == row.isColoured, "\(arguments) \(row.environment)")
      }
    }
    let terminal = try PseudoTerminal("scenarios", "--color", "never")
    #expect(terminal.end().status == 0)
    #expect(!terminal.shown.contains("\u{1B}"))
    #expect(
      try Child.loophunt("scenarios", "--color=alway").errors
        == "loophunt: 'alway' is not a value for '--color'; did you mean 'always'?\n")
  }

  @Test("colours are for standard output, not for results in files")
  func colouredFiles() throws {
    let folder = TemporaryFolder()
    let trace = try folder.write(SampleTrace.badge(layouts: [150]), to: "trace.jsonl")
    let file = folder.path("result.txt")
    let outcome = try Child.loophunt(
      "replay", "--color=always", "--format=text", "--format=text=\(file)", trace)
    #expect(outcome.status == 1 && outcome.text.contains("\u{1B}"))
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("\u{1B}"))
  }

  @Test("output that cannot be written is an internal failure with a reason")
  func unwritableOutput() throws {
    let outcome = try Child.run("/bin/sh", ["-c", "\"\(Child.binary)\" --help > /dev/full"])
    #expect(outcome.status == 3)
    #expect(outcome.errors.contains("cannot write the output: No space left on device"))
  }

  @Test("an error says that standard output is closed")
  func closedOutput() throws {
    let outcome = try Child.run("/bin/sh", ["-c", "\"\(Child.binary)\" --help >&-"])
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains("standard output is closed; open it, or redirect it to /dev/null"))
  }

  @Test("a file name that is not UTF-8 is refused", arguments: ["record didset-dirty -o", "scan"])
  func notUTF8(command: String) throws {
    let folder = TemporaryFolder()
    let script =
      "cd \"$1\" && : > \"$(printf 'a\\377')\" && \"$0\" \(command) \"$(printf 'a\\377')\""
    let outcome = try Child.run("/bin/bash", ["-c", script, Child.binary, folder.url.path])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("', is not UTF-8; rename the file, or redirect standard input"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test("the program ends silently when its reader goes away")
  func readerLeaves() throws {
    let folder = TemporaryFolder()
    let errors = try folder.write("", to: "errors")
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    close(reader)
    let child = try Child.spawn(Child.binary, ["--help"]) { actions in
      posix_spawn_file_actions_adddup2(&actions, writer, 1)
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0)
    }
    close(writer)
    #expect(Child.wait(for: child).signal == SIGPIPE)
    #expect(try Data(contentsOf: URL(fileURLWithPath: errors)).isEmpty)
  }
}
