import Foundation
import ViewTree

/// Writes events as lines of a trace, always the same text for the same event.
///
/// Keys stand in the order of the format's table, numbers are the shortest that read back the same,
/// and nothing but whole lines reaches the destination.
public final class TraceWriter {
  private let sink: any TraceSink
  private var text = TraceTextBuffer()
  /// How many bytes were written, and where among them a header of the first version says so.
  private var written = 0
  private var firstVersionPlace: Int?

  /// What went wrong with the destination; nothing is written after it.
  public private(set) var failure: TraceError?
  /// Called once, when that happens.
  var onFailure: ((TraceError) -> Void)?

  /// Opens a destination.
  ///
  /// - Throws: `TraceError` when the file cannot be written.
  public init(to destination: TraceDestination) throws(TraceError) {
    sink = try destination.open()
  }

  /// Writes one event.
  ///
  /// The first anchor point raises the version that the header states, where the header is still
  /// within reach: in memory, in a file, not behind a pipe.
  public func write(_ event: TraceEvent) {
    guard failure == nil else { return }
    if case .header(let header) = event {
      firstVersionPlace =
        header.version == TraceEvent.Header.firstVersion
        ? written + TraceTextBuffer.headOfHeader.utf8CodeUnitCount : nil
    } else if let place = firstVersionPlace, event.hasAnchorPoint {
      firstVersionPlace = nil
      sink.overwrite(at: place, with: Byte.zero + UInt8(TraceEvent.Header.currentVersion))
    }
    text.removeAll()
    text.append(event)
    written += text.bytes.count
    do throws(TraceError) {
      try sink.write(text.bytes)
    } catch {
      fail(error)
    }
  }

  /// Hands everything on that a buffer still holds.
  public func flush() {
    guard failure == nil else { return }
    do throws(TraceError) {
      try sink.flush()
    } catch {
      fail(error)
    }
  }

  /// Lets go of the destination, with the lines that it has.
  private func fail(_ error: TraceError) {
    failure = error
    try? sink.close()
    onFailure?(error)
  }

  /// Ends the writing; a file is closed.
  ///
  /// - Throws: what went wrong on the way, if anything did.
  public func close() throws(TraceError) {
    if let failure { throw failure }
    try sink.close()
  }

  /// The line of an event, without its newline.
  public static func line(_ event: TraceEvent) -> String {
    var text = TraceTextBuffer()
    text.append(event)
    return String(decoding: text.bytes.dropLast(), as: UTF8.self)
  }

  /// What was written to `.memory` so far.
  public var bytes: [UInt8] { (sink as? MemorySink)?.bytes ?? [] }
}

extension TraceEvent {
  /// Whether a reader of the first version would take other events of the trace for something else.
  fileprivate var hasAnchorPoint: Bool {
    switch self {
    case .view(let view): view.anchor != nil
    case .geometry(let geometry):
      if case .anchor = geometry.new { true } else { false }
    default: false
    }
  }
}

extension TraceTextBuffer {
  /// What stands before the version in a header.
  static let headOfHeader: StaticString = "{\"e\":\"trace\",\"version\":"

  /// One event as a line.
  mutating func append(_ event: TraceEvent) {
    switch event {
    case .header(let header): append(header)
    case .view(let view): append(view)
    case .move(let move):
      append("{\"e\":\"move\",\"v\":")
      append(move.view)
      append(",\"in\":")
      if let parent = move.parent { append(parent) } else { append("null") }
      append(",\"at\":", move.index)
      append(",\"by\":", move.by)
    case .gone(let view):
      append("{\"e\":\"gone\",\"v\":")
      append(view)
    case .clean(let view):
      append("{\"e\":\"clean\",\"v\":")
      append(view)
    case .turn(let number, let time):
      append("{\"e\":\"turn\",\"n\":")
      append(number)
      append(",\"t\":", time)
    case .commit: append("{\"e\":\"commit\"")
    case .committed(let batches, let didHitLimit):
      append("{\"e\":\"committed\",\"batches\":")
      append(batches)
      if didHitLimit { append(",\"hit\":true") }
    case .dirty(let dirty):
      append("{\"e\":\"dirty\",\"v\":")
      append(dirty.view)
      append(",\"why\":")
      append(string: dirty.why)
      append(",\"of\":", dirty.receiver)
      append(",\"by\":", dirty.by)
      append(",\"from\":", dirty.from)
      if dirty.isAgain { append(",\"again\":true") }
    case .geometry(let geometry): append(geometry)
    case .force(let view, let by, let from):
      append("{\"e\":\"force\",\"v\":")
      append(view)
      append(",\"by\":", by)
      append(",\"from\":", from)
    case .layout(let view, let time):
      append("{\"e\":\"layout\",\"v\":")
      append(view)
      append(",\"t\":", time)
    case .done(let view, let time):
      append("{\"e\":\"done\",\"v\":")
      append(view)
      append(",\"t\":", time)
    case .update(let view):
      append("{\"e\":\"update\",\"v\":")
      append(view)
    case .updated(let view):
      append("{\"e\":\"updated\",\"v\":")
      append(view)
    case .async(let work, let by, let via):
      append("{\"e\":\"async\",\"k\":")
      append(work)
      append(",\"by\":", by)
      append(",\"via\":", via?.rawValue)
    case .run(let work):
      append("{\"e\":\"run\",\"k\":")
      append(work)
    case .ran(let work):
      append("{\"e\":\"ran\",\"k\":")
      append(work)
    case .end(let turns):
      append("{\"e\":\"end\",\"turns\":")
      append(turns)
    case .unknown: append("{\"e\":\"unknown\"")
    }
    append("}\n")
  }

  private mutating func append(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    append(key)
    append(number)
  }

  private mutating func append(_ key: StaticString, _ number: Int64?) {
    append(key, number.map(Int.init))
  }

  private mutating func append(_ key: StaticString, _ string: String?) {
    guard let string else { return }
    append(key)
    append(string: string)
  }

  private mutating func append(_ rect: CGRect) {
    append(
      Double(rect.origin.x), Double(rect.origin.y), Double(rect.size.width),
      Double(rect.size.height))
  }

  private mutating func append(_ transform: TraceEvent.Transform) {
    append(transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty)
  }

  private mutating func append(_ header: TraceEvent.Header) {
    append(Self.headOfHeader)
    append(header.version)
    append(",\"tool\":", header.tool)
    append(",\"title\":", header.title)
    append(",\"clock\":", header.clock)
    if let scale = header.scale {
      append(",\"scale\":")
      append(scale)
    }
    append(",\"passLimit\":", header.passLimit)
    append(",\"nestingLimit\":", header.nestingLimit)
  }

  private mutating func append(_ view: TraceEvent.NewView) {
    append("{\"e\":\"view\",\"v\":")
    append(view.view)
    append(",\"class\":")
    append(string: view.className)
    append(",\"name\":", view.name)
    switch view.place {
    case .root: break
    case .inside(let parent): append(",\"in\":", parent)
    case .nowhere: append(",\"in\":null")
    }
    append(",\"at\":", view.index)
    if let frame = view.frame {
      append(",\"frame\":")
      append(frame)
    }
    if let bounds = view.bounds {
      append(",\"bounds\":")
      append(bounds)
    }
    if let transform = view.transform {
      append(",\"transform\":")
      append(transform)
    }
    if let anchor = view.anchor {
      append(",\"anchor\":")
      append(Double(anchor.x), Double(anchor.y))
    }
    if view.isClean { append(",\"clean\":true") }
  }

  private mutating func append(_ geometry: TraceEvent.Geometry) {
    switch geometry.new {
    case .frame: append("{\"e\":\"frame\",\"v\":")
    case .bounds: append("{\"e\":\"bounds\",\"v\":")
    case .center: append("{\"e\":\"center\",\"v\":")
    case .transform: append("{\"e\":\"transform\",\"v\":")
    case .anchor: append("{\"e\":\"anchor\",\"v\":")
    case .inset: append("{\"e\":\"inset\",\"v\":")
    }
    append(geometry.view)
    if case .inset(let property, _) = geometry.new { append(",\"name\":", property.rawValue) }
    append(",\"to\":")
    append(geometry.new)
    if let old = geometry.old {
      append(",\"was\":")
      append(old)
    }
    append(",\"by\":", geometry.by)
    append(",\"from\":", geometry.from)
  }

  private mutating func append(_ value: TraceEvent.Value) {
    switch value {
    case .frame(let rect), .bounds(let rect): append(rect)
    case .center(let point), .anchor(let point): append(Double(point.x), Double(point.y))
    case .transform(let transform): append(transform)
    case .inset(_, let insets):
      append(
        Double(insets.top), Double(insets.left), Double(insets.bottom), Double(insets.right))
    }
  }
}
