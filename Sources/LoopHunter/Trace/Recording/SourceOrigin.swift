/// Finds the place in the source from which the engine was called.
enum SourceOrigin {
  /// `File.swift:42` of the innermost caller outside this package; nil where there are no symbols.
  ///
  /// It takes milliseconds at a place that was not met before.
  static func current() -> String? {
    CaughtStack(frames: 1, by: .system).symbols.location
  }
}
