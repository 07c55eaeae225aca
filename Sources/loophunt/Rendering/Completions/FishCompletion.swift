enum FishCompletion {
  static func text(_ commands: [Command]) -> String {
    var lines = [
      "# Completions of loophunt for fish; written by 'loophunt completions fish'.",
      "complete -c loophunt -f",
      "complete -c loophunt -n __fish_use_subcommand -s h -l help -d 'Show the commands.'",
      "complete -c loophunt -n __fish_use_subcommand -l version -d 'Show the version.'",
    ]
    for command in commands {
      lines.append(
        "complete -c loophunt -n __fish_use_subcommand -a \(command.name) "
          + "-d \(quoted(command.summary))")
    }
    for command in commands {
      let start = "complete -c loophunt -n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options {
        let letter = option.letter.map { " -s \($0)" } ?? ""
        let value = option.valueName == nil ? "" : valueOffer(option.completion, commands)
        lines.append("\(start)\(letter) -l \(option.name)\(value) -d \(quoted(option.help))")
      }
      guard let completion = command.operands?.completion else { continue }
      if let words = CompletionScript.words(of: completion, commands) {
        lines.append("\(start) -a \(quoted(words.joined(separator: " ")))")
      } else if completion == .files {
        lines.append("\(start) -F")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func valueOffer(_ completion: Completion, _ commands: [Command]) -> String {
    if let words = CompletionScript.words(of: completion, commands) {
      return " -x -a \(quoted(words.joined(separator: " ")))"
    }
    return completion == .files ? " -r -F" : " -x"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "'"
  }
}
