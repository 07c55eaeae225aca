import LoopHunter

/// The values of one number over the rounds of a loop, for a chart and in words.
struct ValueSeries: Encodable {
  /// The view and the number: `Photo frame.size.height`.
  var label: String
  var values: [Double]
  /// A description of the chart in words.
  var words: String

  private enum CodingKeys: String, CodingKey { case label, values }

  /// The changing numbers of a property, one series each; none if values are not numbers.
  static func all(of history: GeometryHistory, scale: Double) -> [ValueSeries] {
    let rows = history.values.map { $0.numbers ?? [] }
    guard rows.joined().allSatisfy(\.isFinite), let width = rows.first?.count, width > 0,
      rows.allSatisfy({ $0.count == width })
    else {
      return []
    }
    let view = history.view.step
    return (0..<width).compactMap { column in
      let values = rows.map { $0[column] }
      guard Set(values).count > 1 else { return nil }
      return ValueSeries(
        label: "\(view) \(label(history.property, column))", values: values,
        words: words(for: values, scale: scale))
    }
  }

  private static func label(_ property: LoopProperty, _ column: Int) -> String {
    let names = property.numberNames
    return column < names.count ? "\(property).\(names[column])" : property.name
  }

  private static func words(for values: [Double], scale: Double) -> String {
    let (least, most) = (values.min() ?? 0, values.max() ?? 0)
    var words: String
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    if steps.allSatisfy({ $0 > 0 }) {
      words = "grows from round to round"
    } else if steps.allSatisfy({ $0 < 0 }) {
      words = "shrinks from round to round"
    } else if let found = Periodicity.find(in: values), found.coverage == values.count {
      let distinct = Set(values.suffix(found.period)).count
      words = "the same \(distinct == 1 ? "value comes" : "\(distinct) values come") back"
    } else {
      words = "moves without a pattern in these rounds"
    }
    words += ", between \(least.shortText) and \(most.shortText)"
    let pixel = 1 / scale
    if most - least < pixel {
      words +=
        "; the difference of \((most - least).shortText) is below one pixel, and the chart is "
      words += "magnified"
    }
    return words
  }
}
