import LayoutTrace
import LoopHunter

/// Writes events as the JSON form of OpenTelemetry's `ExportLogsServiceRequest`.
///
/// Its rules differ from plain JSON: 64-bit integers are strings, enumerations are numbers, keys
/// are in camel case, and every value states its type.
enum OTLPEncoding {
  /// The bytes with which every record begins.
  static let recordStart = Array("{\"timeUnixNano\":\"".utf8)

  /// One event as a `LogRecord`, without a newline.
  static func record(_ event: AnalyticsEvent) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.bytes += recordStart
    writer.integer(max(0, event.time))
    writer.raw("\",\"observedTimeUnixNano\":\"")
    writer.integer(max(0, event.time))
    writer.raw("\",\"severityNumber\":")
    writer.integer(event.name.isFinding ? 13 : 9)
    writer.raw(",\"severityText\":")
    writer.string(event.name.isFinding ? "WARN" : "INFO")
    writer.raw(",\"eventName\":")
    writer.string(event.name.rawValue)
    writer.raw(",\"body\":")
    writer.typed(.string(event.summary))
    writer.raw(",\"attributes\":[")
    writer.attribute("loophunter.event_id", .string(event.id))
    for (key, value) in event.attributes.sorted(by: { $0.key < $1.key }) {
      writer.raw(",")
      writer.attribute("loophunter." + key, value)
    }
    if let report = event.report {
      writer.raw(",")
      let json = String(decoding: try report.json(), as: UTF8.self)
      writer.attribute("loophunter.report", .string(json))
    }
    writer.raw("]}")
    return writer.bytes
  }

  /// The body of one request with these records.
  static func request(_ records: [[UInt8]], _ configuration: OTLPConfiguration) -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"resourceLogs\":[{\"resource\":{\"attributes\":[")
    writer.attributes(configuration.resource)
    writer.raw("]},\"scopeLogs\":[{\"scope\":{\"name\":\"LoopHunter\",\"version\":")
    writer.string(Product.version)
    writer.raw(",\"attributes\":[")
    writer.attributes(configuration.scope)
    writer.raw("]},\"logRecords\":[")
    for (index, record) in records.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.bytes += record
    }
    writer.raw("]}]}]}")
    return writer.bytes
  }
}

extension AnalyticsEvent.Name {
  /// True if the event says that a view loops, not that one nearly did or has settled.
  fileprivate var isFinding: Bool { self == .layoutLoop || self == .layoutLoopAcrossTurns }
}

extension JSONWriter {
  /// Appends `KeyValue`s, in the order of their keys.
  fileprivate mutating func attributes(_ values: [String: AnalyticsEvent.Value]) {
    for (index, (key, value)) in values.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { raw(",") }
      attribute(key, value)
    }
  }

  /// Appends a `KeyValue`.
  fileprivate mutating func attribute(_ key: String, _ value: AnalyticsEvent.Value) {
    raw("{\"key\":")
    string(key)
    raw(",\"value\":")
    typed(value)
    raw("}")
  }

  /// Appends an `AnyValue`.
  fileprivate mutating func typed(_ value: AnalyticsEvent.Value) {
    switch value {
    case .string(let text):
      raw("{\"stringValue\":")
      string(text)
    case .integer(let number):
      raw("{\"intValue\":\"")
      integer(number)
      raw("\"")
    case .double(let number):
      raw("{\"doubleValue\":")
      double(number)
    case .boolean:
      raw("{\"boolValue\":")
      scalar(value)
    }
    raw("}")
  }
}
