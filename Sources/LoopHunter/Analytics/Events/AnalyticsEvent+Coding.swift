import Foundation
import LayoutTrace
import ViewTree

/// The coded form: `event`, `time` (ISO 8601, UTC, microseconds), `id`, `attributes`, `report`.
extension AnalyticsEvent: Codable {
  private enum Key: String, CodingKey { case event, time, id, attributes, report }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let text = try container.decode(String.self, forKey: .time)
    guard let time = WallClock.nanoseconds(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: .time, in: container,
        debugDescription: "'\(text)' is not a time; write it like 2026-03-01T12:00:00.000000Z")
    }
    self.init(
      name: try container.decode(Name.self, forKey: .event),
      id: try container.decode(String.self, forKey: .id), time: time,
      attributes: try container.decode([String: Value].self, forKey: .attributes),
      report: try container.decodeIfPresent(LoopReport.self, forKey: .report))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .event)
    try container.encode(WallClock.text(time), forKey: .time)
    try container.encode(id, forKey: .id)
    try container.encode(attributes, forKey: .attributes)
    try container.encodeIfPresent(report, forKey: .report)
  }
}

extension AnalyticsEvent {
  /// The event as one line of JSON with its newline, the keys that people look for first.
  package func jsonLine() throws -> [UInt8] {
    var writer = JSONWriter()
    writer.raw("{\"event\":")
    writer.string(name.rawValue)
    writer.raw(",\"time\":")
    writer.string(WallClock.text(time))
    writer.raw(",\"id\":")
    writer.string(id)
    writer.raw(",\"attributes\":{")
    for (index, (key, value)) in attributes.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(key)
      writer.raw(":")
      writer.scalar(value)
    }
    writer.raw("}")
    if let report {
      writer.raw(",\"report\":")
      writer.bytes += try report.json()
    }
    writer.raw("}\n")
    return writer.bytes
  }

  /// Reads one line in the form of `jsonLine`.
  ///
  /// - Parameter line: The bytes of the line, with or without its newline.
  /// - Throws: `DecodingError` if the line is not an event.
  public init(jsonLine line: some Sequence<UInt8>) throws {
    self = try LoopReport.decoder.decode(AnalyticsEvent.self, from: Data(line))
  }
}

extension LoopReport {
  /// The report as one line of JSON without a newline, keys sorted.
  package func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return Array(PlainText.json(String(decoding: try encoder.encode(self), as: UTF8.self)).utf8)
  }

  /// A decoder for the output of `json`, infinite numbers included.
  fileprivate static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return decoder
  }
}
