import LayoutTrace
import LoopHunter

/// One form of a result on its way to standard output, or to a file that gets it as a whole.
final class ResultOutput {
  let format: ResultFormat
  let style: Style
  let width: Int
  /// Whether people read it as it comes.
  let isOnTerminal: Bool
  private let console: Console
  private let file: String?
  private var content: [UInt8] = []
  /// Whether anything was written.
  private(set) var hasBegun = false
  /// The input whose name was written last.
  private var lastNamed: String?

  init(_ form: ResultForm, on console: Console) {
    format = form.format
    file = form.file
    self.console = console
    style = form.file == nil ? console.style : console.style.plain
    isOnTerminal = form.file == nil && console.isOnTerminal
    width = form.file == nil ? console.width : WordWrap.usualWidth
  }

  /// Writes a text and ends its line.
  func print(_ text: String) {
    hasBegun = true
    guard file != nil else { return console.print(text) }
    content += text.utf8
    content.append(UInt8(ascii: "\n"))
  }

  /// Writes a block of text, under the name of its input where there are several.
  func show(_ text: String, of input: String, namesInputs: Bool) {
    if namesInputs, lastNamed != input {
      lastNamed = input
      print(style.bold("\(Printable.line(input)):") + "\n")
    }
    print(text + "\n")
  }

  /// Puts the file in its place.
  func close() throws(TraceError) {
    if let file { try OutputFile.replace(file, with: content) }
  }
}
