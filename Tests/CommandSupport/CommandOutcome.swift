import Foundation

/// The output and the exit status of a command line, in a child or in this process.
package struct CommandOutcome {
  /// The exit status, or nil when a signal ended it.
  package var status: Int32?
  /// The signal that ended it, if one did.
  package var signal: Int32?
  package var output: Data
  package var errors: String

  package init(status: Int32?, signal: Int32? = nil, output: Data, errors: String) {
    (self.status, self.signal, self.output, self.errors) = (status, signal, output, errors)
  }

  package var text: String { String(decoding: output, as: UTF8.self) }
}
