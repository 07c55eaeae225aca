import Foundation
import ViewTree

/// Writes events as lines of a trace; equal events produce equal text.
///
/// Keys are in the order of the format's table, numbers have the shortest form that reads back the
/// same, and only whole lines reach the destination.
public final class TraceWriter {
  /// The sink; nil if the text stays in memory.
  private let sink: (any TraceSink)?
  /// The text; nobody who asks for it is called while it changes, so accesses need no dynamic exclusivity checks.
  @exclusivity(unchecked) private var text = TraceTextBuffer()
  /// The number of bytes delivered, and the position of the version in a header of the first
  /// version.
  private var delivered = 0
  private var firstVersionPlace: Int?
  /// True if the destination may belong to other code by now.
  private var isClosed = false

  /// The error of the destination, if any; nothing is written after it.
  public private(set) var failure: TraceError?
  /// Called once, when `failure` is set.
  var onFailure: ((TraceError) -> Void)?

  /// Opens a destination.
  ///
  /// - Parameter destination: The destination: a path, an open descriptor, or memory.
  /// - Throws: `TraceError` if the file cannot be written.
  public init(to destination: TraceDestination) throws(TraceError) {
    sink = try destination.open()
  }

  /// Makes a writer whose text is taken from memory.
  init() { sink = nil }

  /// Writes one event.
  ///
  /// The first anchor point raises the version in the header, if the header can still be changed:
  /// in memory and in a file, but not in a pipe. A text that makes the line longer than readers
  /// accept is cut. After `close`, nothing is written.
  ///
  /// - Parameter event: The event. The writer does not check that it is possible.
  public func write(_ event: consuming TraceEvent) {
    guard failure == nil, !isClosed else { return }
    text.append(event)
    if text.concernsVersion { noteVersion() }
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

  /// Notes the place of the version in a header, or raises it because of the last line.
  private func noteVersion() {
    if text.kind == .trace {
      let place = delivered + text.lineStart + TraceTextBuffer.headOfHeader.utf8CodeUnitCount
      firstVersionPlace = text.isNewer ? nil : place
    } else if let place = firstVersionPlace {
      firstVersionPlace = nil
      raiseVersion(at: place)
    }
  }

  /// Raises the version in the header to that of an anchor point.
  private func raiseVersion(at place: Int) {
    let version = Byte.zero + UInt8(TraceEvent.Header.currentVersion)
    if let sink {
      sink.overwrite(at: place, with: version)
    } else if place >= delivered {
      text.overwrite(at: place - delivered, with: version)
    }
  }

  /// Returns the text written to memory since the last call, and removes it.
  func take() -> [UInt8] {
    delivered += text.bytes.count
    return text.take()
  }

  /// Writes the buffered lines.
  public func flush() {
    guard let sink, failure == nil, !isClosed else { return }
    do throws(TraceError) {
      try sink.flush()
    } catch {
      fail(error)
    }
  }

  /// Gives up the destination, with the lines that it has.
  func fail(_ error: TraceError) {
    guard failure == nil else { return }
    failure = error
    try? sink?.close()
    onFailure?(error)
  }

  /// Ends the writing, and closes a file.
  ///
  /// - Throws: The first error during writing, if there was one.
  public func close() throws(TraceError) {
    if let failure { throw failure }
    isClosed = true
    try sink?.close()
  }

  /// Formats an event as a line, without its newline.
  ///
  /// - Parameter event: The event.
  public static func line(_ event: TraceEvent) -> String {
    var text = TraceTextBuffer()
    text.append(event)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  /// The bytes written to `.memory` so far.
  public var bytes: [UInt8] { text.bytes }

  /// The number of bytes written.
  var byteCount: Int { delivered + text.bytes.count }

  /// The written text, to be read again: from memory, or from a file that still exists.
  var input: TraceInput? {
    switch sink {
    case nil: .bytes(text.bytes, name: "the recording")
    case let sink as FileSink where sink.isInPlace: .path(sink.name)
    default: nil
    }
  }
}

extension TraceEvent {
  /// The version of the format that a reader needs to understand the event.
  var version: Int {
    if case .view(let view) = self, view.anchor != nil { return TraceKey.anchor.since }
    guard case .geometry = self else { return TraceEvent.Header.firstVersion }
    return TraceGrammar.event(kind)?.since ?? TraceEvent.Header.firstVersion
  }
}

extension TraceTextBuffer {
  /// The text before the version in a header.
  static let headOfHeader: StaticString = "{\"e\":\"trace\",\"version\":"

  /// Appends one event as a line.
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

  mutating func owner(_ key: TraceKey, _ value: inout TraceEvent.Owner?) {
    guard let value else { return }
    begin(key)
    if case .view(let view) = value { append(view) } else { append("null") }
  }

  mutating func time(_ key: TraceKey, _ value: inout Int64?) {
    guard let value else { return }
    begin(key)
    append(Int(value))
  }

  mutating func fraction(_ key: TraceKey, _ value: inout Double?) {
    // Readers reject all others.
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

  mutating func texts(_ key: TraceKey, _ value: inout [String]) {
    guard !value.isEmpty else { return }
    begin(key)
    append("[")
    for (index, text) in value.enumerated() {
      if index > 0 { append(",") }
      append(string: text)
    }
    append("]")
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
