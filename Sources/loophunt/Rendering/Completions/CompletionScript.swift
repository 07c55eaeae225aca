/// A shell for which completions can be written.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  package static let names = Shell.allCases.map(\.rawValue)
}

/// Writes the script that teaches a shell the commands, their options and values.
package enum CompletionScript {
  package static func text(for shell: Shell, commands: [Command]) -> String {
    switch shell {
    case .bash: BashCompletion.text(commands)
    case .zsh: ZshCompletion.text(commands)
    case .fish: FishCompletion.text(commands)
    }
  }

  /// The options of the program itself.
  static let topOptions = ["--help", "--version"]

  /// The words that a completion offers; nil for files, or for nothing.
  static func words(of completion: Completion, _ commands: [Command]) -> [String]? {
    switch completion {
    case .words, .beginnings: completion.words
    case .commands: commands.map(\.name)
    case .files, .nothing: nil
    }
  }
}
