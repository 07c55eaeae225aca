import LayoutTrace

extension Console {
  /// Writes what a command made to a file, or to standard output where none is named.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - body: Hands over the bytes, piece by piece.
  /// - Returns: `nothingFound`, or `internalFailure` where nothing can be written there, which is said.
  /// - Throws: The error of `body` itself, which is about what it reads; the old file is then unchanged.
  func deliver(
    to path: String?, pieces body: (_ write: OutputFile.Write) throws(TraceError) -> Void
  ) throws(TraceError) -> ExitStatus {
    guard let path else {
      try body { output.write($0) }
      return .nothingFound
    }
    do throws(TraceError) {
      try OutputFile.replace(path, pieces: body)
      return .nothingFound
    } catch {
      guard error.kind == .unwritable else { throw error }
      complain(at: error.description)
      return .internalFailure
    }
  }

  /// The same for bytes that are there already.
  func deliver(_ bytes: [UInt8], to path: String?) -> ExitStatus {
    // Without reading there is nothing else that could fail.
    (try? deliver(to: path) { (write) throws(TraceError) in try write(bytes) }) ?? .internalFailure
  }

  /// Prints a result in a form for programs; with `text`, which is the caller's to write, nothing.
  func print(_ summary: some Encodable, as format: TraceArguments.Format) throws {
    switch format {
    case .text: break
    case .json: print(try JsonText.document(summary))
    case .jsonl: print(try JsonText.line(summary))
    }
  }
}
