import Foundation
import ViewTree

/// Writes events as lines of a trace; equal events give equal text.
///
/// Keys stand in the order of the format's table, numbers are the shortest that read back the same,
/// and nothing but whole lines reaches the destination.
public final class TraceWriter {
  /// Nil where the text stays in memory.
  private let sink: (any TraceSink)?
  private var text = TraceTextBuffer()
  /// How many bytes were handed over, and where among all a header of the first version says so.
  private var delivered = 0
  private var firstVersionPlace: Int?
  /// Whether the destination may belong to somebody else by now.
  private var isClosed = false

  /// The error of the destination, if any; nothing is written after it.
  public private(set) var failure: TraceError?
  /// Called once, when that happens.
  var onFailure: ((TraceError) -> Void)?

  /// Opens a destination.
  ///
  /// - Parameter destination: Where the events go: a path, an open descriptor, or memory.
  /// - Throws: `TraceError` if the file cannot be written.
  public init(to destination: TraceDestination) throws(TraceError) {
    sink = try destination.open()
  }

  /// Makes a writer whose text is taken out of memory.
  init() { sink = nil }

  /// Writes one event.
  ///
  /// The first anchor point raises the version that the header states, if the header can still be
  /// changed: in memory and in a file, but not in a pipe. After `close`, nothing is written.
  ///
  /// - Parameter event: The event. The writer does not check that it is possible.
  public func write(_ event: consuming TraceEvent) {
    guard failure == nil, !isClosed else { return }
    let start = byteCount
    text.append(event)
    if text.kind == .trace {
      firstVersionPlace =
        text.isNewer ? nil : start + TraceTextBuffer.headOfHeader.utf8CodeUnitCount
    } else if text.isNewer, let place = firstVersionPlace {
      firstVersionPlace = nil
      raiseVersion(at: place)
    }
    guard let sink else { return }
    defer {
      delivered += text.bytes.count
      text.removeAll()
    }
    do throws(TraceError) {
      try sink.write(text.bytes)
    } catch {
      fail(error)
    }
  }

  /// Lets the header state the version of an anchor point.
  private func raiseVersion(at place: Int) {
    let version = Byte.zero + UInt8(TraceEvent.Header.currentVersion)
    if let sink {
      sink.overwrite(at: place, with: version)
    } else if place >= delivered {
      text.overwrite(at: place - delivered, with: version)
    }
  }

  /// Takes the text out of memory that was written since the last time.
  func take() -> [UInt8] {
    delivered += text.bytes.count
    return text.take()
  }

  /// Writes what is still buffered.
  public func flush() {
    guard let sink, failure == nil, !isClosed else { return }
    do throws(TraceError) {
      try sink.flush()
    } catch {
      fail(error)
    }
  }

  /// Lets go of the destination, with the lines that it has.
  private func fail(_ error: TraceError) {
    failure = error
    try? sink?.close()
    onFailure?(error)
  }

  /// Ends the writing; a file is closed.
  ///
  /// - Throws: what went wrong on the way, if anything did.
  public func close() throws(TraceError) {
    if let failure { throw failure }
    isClosed = true
    try sink?.close()
  }

  /// The line of an event, without its newline.
  ///
  /// - Parameter event: The event.
  public static func line(_ event: TraceEvent) -> String {
    var text = TraceTextBuffer()
    text.append(event)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  /// The bytes written to `.memory` so far.
  public var bytes: [UInt8] { text.bytes }

  /// How many bytes were written.
  var byteCount: Int { delivered + text.bytes.count }

  /// What was written, to be read again: from memory, or from a file that is still there.
  var input: TraceInput? {
    switch sink {
    case nil: .bytes(text.bytes, name: "the recording")
    case let sink as FileSink where sink.isInPlace: .path(sink.name)
    default: nil
    }
  }
}

extension TraceEvent {
  /// The version of the format that a reader must know to take the event for what it is.
  var version: Int {
    if case .view(let view) = self, view.anchor != nil { return TraceKey.anchor.since }
    guard case .geometry = self else { return TraceEvent.Header.firstVersion }
    return TraceGrammar.event(kind)?.since ?? TraceEvent.Header.firstVersion
  }
}

extension TraceTextBuffer {
  /// The text before the version in a header.
  static let headOfHeader: StaticString = "{\"e\":\"trace\",\"version\":"

  /// One event as a line.
  mutating func append(_ event: consuming TraceEvent) {
    begin(event.kind)
    event.visit(&self)
    append("}\n")
  }
}

extension TraceTextBuffer: TraceFields {
  mutating func number(_ key: TraceKey, _ value: inout Int) {
    begin(key)
    append(value)
    if key == .version, value > TraceEvent.Header.firstVersion { isNewer = true }
  }

  mutating func number(_ key: TraceKey, _ value: inout Int?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  mutating func numberOrNull(_ key: TraceKey, _ value: inout Int?) {
    begin(key)
    if let value { append(value) } else { append("null") }
  }

  mutating func place(_ key: TraceKey, _ value: inout TraceEvent.Place) {
    switch value {
    case .root: break
    case .inside(let parent):
      begin(key)
      append(parent)
    case .nowhere:
      begin(key)
      append("null")
    }
  }

  mutating func time(_ key: TraceKey, _ value: inout Int64?) {
    guard let value else { return }
    begin(key)
    append(Int(value))
  }

  mutating func fraction(_ key: TraceKey, _ value: inout Double?) {
    // Readers refuse all others.
    guard let value, value > 0, value.isFinite else { return }
    begin(key)
    append(value)
  }

  mutating func text(_ key: TraceKey, _ value: inout String) {
    begin(key)
    append(string: value)
  }

  mutating func text(_ key: TraceKey, _ value: inout String?) {
    guard let value else { return }
    begin(key)
    append(string: value)
  }

  mutating func flag(_ key: TraceKey, _ value: inout Bool) {
    guard value else { return }
    begin(key)
    append("true")
  }

  mutating func numbers(_ key: TraceKey, _ shape: TraceShape, _ value: inout TraceNumbers?) {
    guard let value else { return }
    begin(key)
    append(value, count: shape.count)
  }
}
