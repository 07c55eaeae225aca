import Foundation
import LayoutTrace

/// The output of a command: results to standard output, everything else to standard error.
///
/// Colours and the progress line depend on whether they are terminals.
package final class Console {
  /// Results, buffered.
  package let output: TextStream
  /// Errors and warnings, written at once.
  package let errors: TextStream
  /// The style of standard output.
  package private(set) var style: Style
  /// The number of columns of results: those of the terminal, or 80 without one.
  package let width: Int
  /// The number of columns of standard error.
  package let errorWidth: Int
  /// True if standard output is a terminal.
  let isOnTerminal: Bool
  /// The descriptor for a progress line: standard error, if it is a capable terminal.
  private let progressDescriptor: Int32?
  /// The current progress line; it is erased before anything else is written.
  private var progress: Progress?

  package init(
    output: TextStream, errors: TextStream, style: Style, progressOn: Int32?,
    isOnTerminal: Bool = false, width: Int = WordWrap.usualWidth,
    errorWidth: Int = WordWrap.usualWidth
  ) {
    (self.isOnTerminal, self.width, self.errorWidth) = (isOnTerminal, width, errorWidth)
    (self.output, self.errors, self.style) = (output, errors, style)
    self.progressDescriptor = progressOn
  }

  /// The console of this process.
  package static func standard() -> Console {
    let terminal = environment("TERM") ?? ""
    let capable = !terminal.isEmpty && terminal != "dumb"
    return Console(
      output: TextStream(descriptor: STDOUT_FILENO, buffered: isatty(STDOUT_FILENO) == 0),
      errors: TextStream(descriptor: STDERR_FILENO, buffered: false),
      style: Style(
        isColoured: coloursByEnvironment(isCapable: capable && isatty(STDOUT_FILENO) != 0),
        isUnicode: isLocaleUnicode),
      progressOn: capable && isatty(STDERR_FILENO) != 0 ? STDERR_FILENO : nil,
      isOnTerminal: isatty(STDOUT_FILENO) != 0,
      width: columns(of: STDOUT_FILENO) ?? WordWrap.usualWidth,
      errorWidth: columns(of: STDERR_FILENO) ?? WordWrap.usualWidth)
  }

  /// True if results are coloured by default, by the convention of bixense.com/clicolors.
  ///
  /// `NO_COLOR` comes first, then `CLICOLOR_FORCE`, then the capabilities of the terminal.
  private static func coloursByEnvironment(isCapable: Bool) -> Bool {
    guard (environment("NO_COLOR") ?? "").isEmpty else { return false }
    return !["", "0"].contains(environment("CLICOLOR_FORCE") ?? "") || isCapable
  }

  /// True if the locale's characters are UTF-8, by the first variable that is set.
  private static var isLocaleUnicode: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }
    let name = (names.first { !$0.isEmpty } ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }

  /// Applies the colours of an option to results.
  func use(_ colours: ColorChoice) {
    switch colours {
    case .auto: break
    case .always: style = Style(isColoured: true, isUnicode: style.isUnicode)
    case .never: style = style.plain
    }
  }

  /// The columns of a terminal; nil for anything else, or if the terminal does not tell.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return max(40, Int(size.ws_col))
  }

  /// Does work on one file with a progress line that is erased at the end.
  package func withProgress<Result>(
    _ label: String, quiet: Bool, _ work: (Progress) throws -> Result
  ) rethrows -> Result {
    let progress = Progress(on: quiet ? nil : progressDescriptor, label: label)
    self.progress = progress
    defer {
      progress.wipe()
      self.progress = nil
    }
    return try work(progress)
  }

  /// Writes a result and ends its line.
  package func print(_ text: String = "") {
    progress?.wipe()
    output.write(text)
    output.write("\n")
  }

  /// Writes one error unchanged; it starts with its place.
  package func complain(at message: String) {
    progress?.wipe()
    errors.write(Printable.line(message) + "\n")
  }

  /// Writes one error that has no place in a file.
  package func complain(_ message: String) { complain(at: "loophunt: \(message)") }
}

/// The value of an environment variable, without Foundation's copy of the whole environment.
package func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
