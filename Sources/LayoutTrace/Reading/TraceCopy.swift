import Foundation

/// A temporary copy of an input that can be read only once, for reading when its writer has ended.
package final class TraceCopy {
  private let file: ScratchFile
  private let name: String
  /// True if everything that was read is in the file.
  private var isComplete = true

  /// Makes an empty copy of an input.
  package init(of input: TraceInput) throws(TraceError) {
    name = input.name
    file = try ScratchFile.make(for: input.name)
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard isComplete else { return }
    do { try file.append(Array(bytes)) } catch { isComplete = false }
  }

  /// The copy as an input, from its beginning; nil if it is incomplete.
  package func input() -> TraceInput? {
    guard isComplete else { return nil }
    file.rewind()
    return .descriptor(file.descriptor, name: name)
  }
}

extension ScratchFile {
  /// Makes a file for data read from an input; `input` is its name in messages.
  static func make(for input: String) throws(TraceError) -> ScratchFile {
    do {
      return try ScratchFile()
    } catch {
      throw TraceError(
        kind: .unreadable, file: input, problem: error.description,
        remedy: "set TMPDIR to a folder where you may write")
    }
  }

  /// Writes bytes after the existing ones.
  func append(_ bytes: [UInt8]) throws(TraceError) {
    let failure = SafeWrite.some(bytes, to: descriptor).failure
    guard failure != 0 else { return }
    let error = TraceError.unwritable("a temporary file in \(Self.folder)", failure)
    guard failure == ENOSPC || failure == EDQUOT else { throw error }
    throw TraceError(
      kind: .unwritable, file: error.file, problem: error.problem,
      remedy: "make room there, or set TMPDIR to a folder with more room")
  }
}
