/// Completions for zsh, to be sourced or found in `fpath`.
enum ZshCompletion {
  static func text(_ commands: [Command]) -> String {
    let list = commands.map { "    \(quoted("\($0.name):\(colonless($0.summary))"))" }
    return """
      #compdef loophunt
      # Completions of loophunt for zsh; written by 'loophunt completions zsh'.
      _loophunt() {
        local -a commands
        commands=(
      \(list.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          compadd -- \(CompletionScript.topOptions.joined(separator: " "))
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(commands.map { branch($0, commands) }.joined(separator: "\n"))
        esac
      }
      if [[ $funcstack[1] == _loophunt ]]; then
        _loophunt "$@"
      else
        compdef _loophunt loophunt
      fi
      """
  }

  private static func branch(_ command: Command, _ commands: [Command]) -> String {
    var arguments = command.options.map { option in
      let help = "[\(bracketless(option.help))]"
      let value = option.valueName.map { ":\($0):\(action(option.completion, commands))" } ?? ""
      let long = option.spelling + (option.valueName == nil ? "" : "=")
      let many = option.repeats ? "*" : ""
      guard let letter = option.letter else { return quoted(many + long + help + value) }
      let short = "-\(letter)" + (option.valueName == nil ? "" : "+")
      let exclusion = option.repeats ? "'*'" : quoted("(-\(letter) \(option.spelling))")
      return "\(exclusion){\(short),\(long)}\(quoted(help + value))"
    }
    if let operands = command.operands {
      let places = operands.count.upperBound > 2 ? ["*"] : operands.count.places
      arguments += places.map {
        quoted("\($0):\(operands.name):\(action(operands.completion, commands))")
      }
    }
    let lines = ["    \(command.name))", "      _arguments -s -S \\"]
    let rest = arguments.map { "        \($0)" }.joined(separator: " \\\n")
    return (lines + ["\(rest) ;;"]).joined(separator: "\n")
  }

  private static func action(_ completion: Completion, _ commands: [Command]) -> String {
    if let words = CompletionScript.words(of: completion, commands) {
      return "(\(words.map(colonless).joined(separator: " ")))"
    }
    return completion == .files ? "_files" : " "
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  private static func colonless(_ text: String) -> String { escape(text, [":"]) }
  private static func bracketless(_ text: String) -> String { escape(text, [":", "[", "]"]) }

  private static func escape(_ text: String, _ special: Set<Character>) -> String {
    text.reduce(into: "") { $0 += special.contains($1) || $1 == "\\" ? "\\\($1)" : "\($1)" }
  }
}

extension ClosedRange<Int> {
  /// `1`, `2` for required operands; a further colon marks optional ones.
  fileprivate var places: [String] {
    (0..<upperBound).map { $0 < lowerBound ? "\($0 + 1)" : "\($0 + 1):" }
  }
}
