/// A copy of an input that can be read only once, in a temporary file, to read it again.
///
/// One reader writes it, and only when that has ended is it read.
package final class TraceCopy {
  private let file: ScratchFile
  private let name: String
  /// Whether everything that was read is in the file.
  private var isComplete = true

  /// Makes an empty copy of an input.
  ///
  /// - Throws: `TraceError` where there is no place for temporary files.
  package init(of input: TraceInput) throws(TraceError) {
    name = input.name
    file = try ScratchFile.make(for: input.name)
  }

  /// Adds what was read.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isComplete else { return }
    do { try file.append(Array(bytes)) } catch { isComplete = false }
  }

  /// The copy as an input, from its beginning; nil if it has not everything.
  package func input() -> TraceInput? {
    guard isComplete else { return nil }
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

  /// Writes bytes behind those that are there.
  func append(_ bytes: [UInt8]) throws(TraceError) {
    let failure = SafeWrite.some(bytes, to: descriptor).failure
    if failure != 0 { throw TraceError.unwritable("a temporary file", failure) }
  }
}
