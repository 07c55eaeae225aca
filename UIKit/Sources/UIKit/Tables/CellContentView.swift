import Foundation
import ViewTree

/// The content of a cell, which tells the cell of a new size.
final class CellContentView: UIView {
  override func invalidateIntrinsicContentSize() {
    super.invalidateIntrinsicContentSize()
    superview?.invalidateIntrinsicContentSize()
  }
}

/// Log lines that UIKit writes, to the standard error output.
enum ListLog {
  private static let isWritten = NSLock()
  nonisolated(unsafe) private static var written: Set<String> = []

  /// Writes a line, once in a process.
  static func write(once text: String) {
    let isFirst = isWritten.withLock { written.insert(text).inserted }
    if isFirst { FileHandle.standardError.write(Data((text + "\n").utf8)) }
  }

  static func noteCollapse() {
    write(
      once: """
        Warning once only: Detected a case where constraints ambiguously suggest a height of zero for a table \
        view cell's content view. We're considering the collapse unintentional and using standard height \
        instead.
        """)
  }
}
