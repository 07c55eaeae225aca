import ViewTree

/// Writes notices without another listener to standard error, one line each.
package enum StandardErrorNotice {
  /// Writes one line, unless it would block: an app must not wait for its terminal.
  package static func say(_ text: String) {
    let line = Array("LoopHunter: \(PlainText.line(text))\n".utf8)
    _ = SafeWrite.some(line, to: 2, patience: SafeWrite.Patience(until: .now))
  }
}
