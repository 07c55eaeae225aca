/// The values in force, in the documented JSON form of `loophunt config`.
struct ConfigDocument: Encodable {
  enum Origin: String, Encodable {
    case option, file
    case initial = "default"
  }

  /// One value that is in force.
  struct Value: Encodable {
    enum Content: Encodable {
      case number(Int)
      case text(String)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
      }
    }

    /// The keys that lead to it in the file; for an ignored class, `ignore` and `class`.
    var key: [String]
    var value: Content
    /// The reason why it is ignored.
    var reason: String?
    var origin: Origin
  }

  /// The configuration; absent if there is none.
  var file: String?
  var values: [Value]

  /// A line for each value, with its origin.
  var text: String {
    let title = file.map { "Configuration: \($0)" } ?? "Configuration: none"
    let lines = values.map { value in
      let content =
        switch value.value {
        case .number(let number): String(number)
        case .text(let text): text
        }
      let origin = value.origin == .file ? file ?? "" : value.origin.rawValue
      let reason = value.reason.map { ", because: \($0)" } ?? ""
      return "  \(value.key.joined(separator: ".")): \(content)\(reason) (\(origin))"
    }
    return ([title] + lines).map { Printable.line($0) }.joined(separator: "\n")
  }
}
