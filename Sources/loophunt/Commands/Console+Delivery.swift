import LayoutTrace

extension Console {
  /// Writes the pieces of a command's product to a file, or to standard output if none is named.
  ///
  /// An error of `body`, about its input, is passed on; the old file is then unchanged.
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

  /// Writes complete bytes to a file, or to standard output if none is named.
  func deliver(_ bytes: [UInt8], to path: String?) -> ExitStatus {
    // Nothing else can fail, because nothing is read.
    (try? deliver(to: path) { (write) throws(TraceError) in try write(bytes) }) ?? .internalFailure
  }

  /// Runs a command's work; an error of its input becomes a message with a remedy for the command.
  func attempt(_ command: String, _ work: () throws -> ExitStatus) throws -> ExitStatus {
    do {
      return try work()
    } catch let error as TraceError {
      complain(at: error.advising(command).description)
      return .badInput
    }
  }

  /// Reports that a signal ended the command before it had a result; returns false if none did.
  func isInterrupted(_ loss: String) -> Bool {
    guard let signal = Interruption.signal else { return false }
    complain("interrupted by signal \(signal): \(loss)")
    return true
  }

  /// Prints warnings about a file.
  func warn(of file: String, _ warnings: [String]) {
    for warning in warnings { complain(at: "\(file): warning: \(warning)") }
  }

  /// Prints a result in a form for programs; prints nothing for `text`, which the caller writes.
  func print(_ summary: some Encodable, as format: TraceArguments.Format) throws {
    switch format {
    case .text: break
    case .json: print(try JsonText.document(summary))
    case .jsonl: print(try JsonText.line(summary))
    }
  }
}
