import Runtime

/// Finds the place in the source from which the engine was called.
enum SourceOrigin {
  /// The modules whose frames are passed over.
  private static let engine = ["ViewTree", "LoopHunter"]
  private static let frameLimit = 24

  /// `File.swift:42` of the innermost caller outside the engine; nil where there are no symbols.
  ///
  /// It takes milliseconds.
  static func current() -> String? {
    guard let stack = try? Backtrace.capture(limit: frameLimit).symbolicated() else { return nil }
    for frame in stack.frames {
      guard let symbol = frame.symbol, let place = symbol.sourceLocation, place.line > 0 else {
        continue
      }
      let path = place.path.split(separator: "/")
      guard let file = path.last, !engine.contains(where: { path.contains(Substring($0)) })
      else { continue }
      return "\(file):\(place.line)"
    }
    return nil
  }
}
