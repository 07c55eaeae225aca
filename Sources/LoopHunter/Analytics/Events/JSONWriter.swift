import ViewTree

/// Appends JSON to bytes: the few scalars that sinks write, with nothing allocated per value.
struct JSONWriter {
  /// What was written.
  var bytes: [UInt8] = []

  /// Appends JSON as it stands.
  mutating func raw(_ json: StaticString) {
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Appends a string, quoted and escaped, also what JSON allows and a terminal or a reader of lines
  /// does not take as text.
  mutating func string(_ text: String) {
    let start = bytes.count
    var needsCare = false
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case 0..<0x20:
        raw("\\u00")
        bytes.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
        bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 0xF)])
      default:
        bytes.append(byte)
        needsCare = needsCare || PlainText.mayNeedEscape(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    if needsCare {
      let escaped = PlainText.json(String(decoding: bytes[start...], as: UTF8.self))
      bytes.replaceSubrange(start..., with: escaped.utf8)
    }
  }

  /// Appends a whole number.
  mutating func integer(_ value: some BinaryInteger) {
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Appends a number; what JSON cannot say becomes the string that protobuf's JSON uses.
  mutating func double(_ value: Double) {
    if value.isFinite {
      bytes.append(contentsOf: String(value).utf8)
    } else {
      string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Appends an attribute's value.
  mutating func scalar(_ value: AnalyticsEvent.Value) {
    switch value {
    case .string(let value): string(value)
    case .integer(let value): integer(value)
    case .double(let value): double(value)
    case .boolean(true): raw("true")
    case .boolean(false): raw("false")
    }
  }
}
