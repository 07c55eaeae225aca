/// The coded form of a property's last values.
struct CodedHistory: Codable {
  var view: ViewReference
  var property: String
  var values: [String]
  /// The numbers of each value; empty if only the texts are known, absent in the first schema.
  var numbers: [[Double]]?

  init(_ history: GeometryHistory) {
    view = history.view
    property = history.property.name
    values = history.property.texts(of: history.values)
    let numbers = history.values.compactMap(\.numbers)
    self.numbers = numbers.count == values.count ? numbers : []
  }

  /// The history.
  var history: GeometryHistory {
    var history = GeometryHistory(view: view, property: LoopProperty(name: property), values: [])
    if let numbers {
      history.values = numbers.isEmpty ? values.map(LoopValue.text) : numbers.map(LoopValue.numbers)
    } else {
      history.values = values.map(FirstSchema.value)
    }
    return history
  }
}

extension GeometryHistory: Codable {
  /// Reads the coded form.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: `DecodingError` if it is not a history.
  public init(from decoder: any Decoder) throws { self = try CodedHistory(from: decoder).history }

  public func encode(to encoder: any Encoder) throws { try CodedHistory(self).encode(to: encoder) }
}
