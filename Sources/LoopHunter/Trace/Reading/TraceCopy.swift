/// A copy of an input that can be read only once, in a temporary file, to read it again.
///
/// One reader writes it, and only when that has ended is it read.
package final class TraceCopy {
  private let file: ScratchFile
  private let name: String
  /// The system's number of the error that ended the copying; 0 for none.
  private var failure: Int32 = 0

  /// Makes an empty copy of an input.
  ///
  /// - Throws: `TraceError` where there is no place for temporary files.
  package init(of input: TraceInput) throws(TraceError) {
    name = input.name
    file = try ScratchFile.make(for: input.name)
  }

  /// Adds what was read.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard failure == 0 else { return }
    failure = SafeWrite.some(Array(bytes), to: file.descriptor).failure
  }

  /// The copy as an input, from its beginning; nil if it has not everything.
  package func input() -> TraceInput? {
    guard failure == 0 else { return nil }
    file.rewind()
    return .descriptor(file.descriptor, name: name)
  }
}

extension ScratchFile {
  /// Makes a file for what is read from an input, by its name in messages.
  static func make(for input: String) throws(TraceError) -> ScratchFile {
    do {
      return try ScratchFile()
    } catch {
      throw TraceError(
        kind: .unreadable, file: input, line: 0, column: 0, problem: error.description,
        remedy: "set TMPDIR to a folder where you may write")
    }
  }
}
