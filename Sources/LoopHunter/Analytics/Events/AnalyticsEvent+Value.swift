extension AnalyticsEvent {
  /// The value of one attribute, of one of the four types that every analytics store knows.
  public enum Value: Hashable, Sendable {
    /// A text.
    case string(String)
    /// A whole number.
    case integer(Int64)
    /// A number with a fraction.
    case double(Double)
    /// True or false.
    case boolean(Bool)

    /// The value for frameworks that take `[String: Any]`.
    public var any: any Sendable { content }

    private var content: any Encodable & Sendable {
      switch self {
      case .string(let value): value
      case .integer(let value): value
      case .double(let value): value
      case .boolean(let value): value
      }
    }
  }
}

extension AnalyticsEvent.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, CustomStringConvertible
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// The value without its type.
  public var description: String { "\(any)" }
}

extension AnalyticsEvent.Value: Codable {
  /// Reads a JSON scalar.
  ///
  /// A whole number becomes an integer, even if it was written as a double.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a scalar.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
