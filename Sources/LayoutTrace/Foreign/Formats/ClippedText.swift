extension String {
  /// The maximum number of bytes of a name to keep: a URL can contain a whole script.
  private static let longest = 600

  /// The text, cut so that it fits into a line of a trace.
  package var clipped: String {
    guard utf8.count > Self.longest else { return self }
    var clipped = String(decoding: utf8.prefix(Self.longest), as: UTF8.self)
    // The cut may split a character.
    while clipped.unicodeScalars.last == "\u{fffd}" { clipped.unicodeScalars.removeLast() }
    return clipped + "…"
  }
}
