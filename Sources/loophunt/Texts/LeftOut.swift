/// The entries of folders that are named like traces, but aren't.
enum LeftOut {
  /// The number of files in a note before the rest is only counted.
  private static let mostNamed = 10

  /// The note on these; nil if there are none.
  static func note(on paths: [String]) -> String? {
    guard !paths.isEmpty else { return nil }
    let names = paths.prefix(mostNamed).map(Printable.quoted)
    let rest = paths.count - names.count
    return "left out of folders: " + names.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
      + " (\(paths.count) in all): no known format, or a pipe, a device or a link to a folder"
  }
}
