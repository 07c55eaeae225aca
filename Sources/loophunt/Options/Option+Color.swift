extension ColorChoice {
  /// An option that every command has.
  static let option = Option<ColorChoice>.choice(
    "color", value: "WHEN", default: .auto,
    help: "Colour results. 'auto' colours them on terminals, and obeys NO_COLOR and "
      + "CLICOLOR_FORCE.")

  /// The choice in the arguments of a request for help; other words are ignored.
  static func last(in arguments: [String]) -> ColorChoice {
    let words = arguments.prefix { $0 != "--" }
    var choice = ColorChoice.auto
    for (index, word) in words.enumerated() where word.hasPrefix(option.spelling) {
      let isAlone = word == option.spelling
      guard isAlone || word.hasPrefix("\(option.spelling)=") else { continue }
      let value =
        isAlone
        ? words.dropFirst(index + 1).first : String(word.dropFirst(option.spelling.count + 1))
      choice = value.flatMap(ColorChoice.init) ?? choice
    }
    return choice
  }
}
