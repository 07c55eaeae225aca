import Foundation

/// Ends the process as an exception of UIKit does, with the same words where they are known.
func misuse(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}
