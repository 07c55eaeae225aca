import LayoutTrace

/// A trace for a viewer of timelines, written event by event.
protocol TimelineDocument {
  /// The text that was written and not yet taken.
  var written: WrittenJSON { get set }

  /// Adds the next event of the trace.
  mutating func add(_ event: TraceEvent)

  /// Closes everything that is open, and ends the document.
  mutating func finish()
}

/// The text of a JSON document, taken piece by piece while it is written.
struct WrittenJSON {
  private var bytes: [UInt8] = []
  private var isEmptyList = true

  /// The number of bytes that wait to be taken.
  var size: Int { bytes.count }

  /// Adds text as it is.
  mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Adds a string with its quotes and escapes.
  mutating func string(_ string: String) { bytes.append(json: string) }

  /// Begins the next element of the list, on a line of its own.
  mutating func beginElement() {
    text(isEmptyList ? "\n" : ",\n")
    isEmptyList = false
  }

  /// Takes the text that was written so far.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
