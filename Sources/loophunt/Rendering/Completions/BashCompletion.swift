/// Completions for bash 3.2 and later.
enum BashCompletion {
  static func text(_ commands: [Command]) -> String {
    let top = (commands.map(\.name) + CompletionScript.topOptions).joined(separator: " ")
    return """
      # Completions of loophunt for bash; written by 'loophunt completions bash'.
      _loophunt() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        COMPREPLY=()
        if [[ $current == "=" ]]; then
          current=""
        elif [[ $previous == "=" ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        if ((COMP_CWORD == 1)); then
          COMPREPLY=($(compgen -W "\(top)" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(commands.map { branch($0, commands) }.joined(separator: "\n"))
        esac
      }
      complete -o bashdefault -o default -F _loophunt loophunt
      """
  }

  /// The completions after one command.
  private static func branch(_ command: Command, _ commands: [Command]) -> String {
    var lines = ["  \(command.name))"]
    let withValue = command.options.filter { $0.valueName != nil }
    if !withValue.isEmpty {
      lines.append("    case \"$previous\" in")
      for option in withValue {
        let letter = option.letter.map { "-\($0)|" } ?? ""
        let offer = offer(option.completion, commands)
        lines.append("    \(letter)\(option.spelling)) \(offer); return ;;")
      }
      lines.append("    esac")
    }
    let spellings = command.options.map(\.spelling).joined(separator: " ")
    lines.append("    if [[ $current == -* ]]; then")
    lines.append("      COMPREPLY=($(compgen -W \"\(spellings)\" -- \"$current\"))")
    lines.append("    else")
    lines.append("      \(offer(command.operands?.completion ?? .nothing, commands))")
    lines.append("    fi ;;")
    return lines.map { "  " + $0 }.joined(separator: "\n")
  }

  /// Bash offers files by itself if the function offers nothing.
  private static func offer(_ completion: Completion, _ commands: [Command]) -> String {
    if let words = CompletionScript.words(of: completion, commands) {
      let list = words.joined(separator: " ")
      let offer = "COMPREPLY=($(compgen -W \"\(list)\" -- \"$current\"))"
      // The rest of the value follows without a space.
      if case .beginnings = completion { return offer + "; compopt -o nospace 2>/dev/null" }
      return offer
    }
    return completion == .files ? ":" : "compopt +o default 2>/dev/null"
  }
}
