import LayoutTrace

/// Appends JSON to bytes: the few scalars that sinks write, with nothing allocated per value.
package struct JSONWriter {
  /// The written bytes.
  package var bytes: [UInt8] = []

  package init() {}

  /// Appends JSON unchanged.
  package mutating func raw(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a string, quoted and escaped.
  package mutating func string(_ text: String) { bytes.append(json: text) }

  /// Appends a whole number.
  package mutating func integer(_ value: some BinaryInteger) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Appends a number; one that JSON cannot express becomes the string that protobuf's JSON uses.
  package mutating func double(_ value: Double) {
    if value.isFinite {
      bytes.append(contentsOf: String(value).utf8)
    } else {
      string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Appends an attribute's value.
  package mutating func scalar(_ value: AnalyticsEvent.Value) {
    switch value {
    case .string(let value): string(value)
    case .integer(let value): integer(value)
    case .double(let value): double(value)
    case .boolean(true): raw("true")
    case .boolean(false): raw("false")
    }
  }
}
