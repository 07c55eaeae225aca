import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

@Suite("Completions")
struct CompletionTests {
  /// True if a shell is on this machine; if not, its script is only read, not run.
  static func has(_ shell: String) -> Bool {
    (try? Child.run("/bin/sh", ["-c", "command -v \(shell)"]))?.status == 0
  }

  /// The completions of bash for the last of these words.
  private func offers(_ words: String...) throws -> [String] {
    let script = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
      _loophunt
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let folder = TemporaryFolder()
    let source = try folder.write(try Child.loophunt("completions", "bash").output, to: "source")
    let outcome = try Child.run("bash", ["-c", script, "bash", source] + words)
    #expect(outcome.errors == "")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  @Test("bash completes commands, options and words", .enabled(if: has("bash")))
  func bash() throws {
    let names = Program.commands.map(\.name)
    #expect(try offers("loophunt", "") == names + ["--help", "--version"])
    #expect(try offers("loophunt", "comp") == ["completions"])
    #expect(try offers("loophunt", "help", "") == names)
    #expect(try offers("loophunt", "completions", "") == Shell.names)
    #expect(try offers("loophunt", "help", "--m") == ["--man"])
    #expect(try offers("loophunt", "nonsense", "") == [])
  }

  @Test("bash completes the values of every option", .enabled(if: has("bash")))
  func bashValues() throws {
    for command in sample(Program.commands, oneIn: 8, seed: firstSeed("CompletionTests")) {
      for option in command.options {
        guard case .words(let words) = option.completion else { continue }
        #expect(try offers("loophunt", command.name, option.spelling, "") == words)
        #expect(try offers("loophunt", command.name, option.spelling, "=") == words)
        #expect(
          try offers("loophunt", command.name, option.spelling, "=", words[0]).contains(words[0]))
      }
    }
  }

  @Test("bash completes the beginning of a sink's value", .enabled(if: has("bash")))
  func bashSinks()
    throws
  {
    let sinks = ["jsonl:", "otlp:", "stderr"]
    #expect(try offers("loophunt", "replay", "--sink", "=") == sinks)
    #expect(try offers("loophunt", "replay", "--sink", "") == sinks)
    #expect(try offers("loophunt", "replay", "--sink", "=", "ot") == ["otlp:"])
  }

  @Test(
    "the shell accepts its script, which names every command and option", arguments: Shell.allCases)
  func scripts(
    shell: Shell
  ) throws {
    let outcome = try Child.loophunt("completions", shell.rawValue)
    #expect(outcome.status == 0)
    for command in Program.commands {
      #expect(outcome.text.contains(command.name))
      for option in command.options { #expect(outcome.text.contains(option.name)) }
    }
    guard Self.has(shell.rawValue) else { return }
    let folder = TemporaryFolder()
    let script = try folder.write(outcome.output, to: "script")
    let check = try Child.run(shell.rawValue, ["-n", script])
    #expect(check.status == 0 && check.errors == "")
  }

  @Test("fish completes commands and options", .enabled(if: has("fish")))
  func fish() throws {
    let folder = TemporaryFolder()
    let source = try folder.write(try Child.loophunt("completions", "fish").output, to: "source")
    func offers(_ line: String) throws -> [String] {
      let outcome = try Child.run(
        "fish", ["--no-config", "-c", "source '\(source)'; complete -C '\(line)'"])
      #expect(outcome.errors == "")
      return outcome.text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try offers("loophunt ") == Program.commands.map(\.name).sorted())
    #expect(try offers("loophunt completions ") == Shell.names.sorted())
    #expect(try offers("loophunt help --m") == ["--man"])
  }

  @Test("zsh loads the script from its search path and with source", .enabled(if: has("zsh")))
  func zsh()
    throws
  {
    let folder = TemporaryFolder()
    let script = try Child.loophunt("completions", "zsh").output
    try folder.write(script, to: "_loophunt")
    let outcome = try Child.run(
      "zsh",
      [
        "-f", "-c",
        """
        fpath=('\(folder.url.path)' $fpath); autoload -Uz compinit
        compinit -D -u; print $_comps[loophunt]
        unset '_comps[loophunt]'; source '\(folder.path("_loophunt"))'; print $_comps[loophunt]
        """,
      ])
    #expect(outcome.text == "_loophunt\n_loophunt\n")
    #expect(outcome.errors == "")
  }

  @Test("the error for a misspelt shell names the nearest")
  func misspelt() throws {
    let outcome = try Child.loophunt("completions", "bsh")
    #expect(outcome.errors == "loophunt: no completions for 'bsh'; did you mean 'bash'?\n")
    #expect(outcome.status == 2)
  }
}
