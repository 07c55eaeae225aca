import LoopHunter

/// The values of one number over the rounds of a loop, for a chart and in words.
struct ValueSeries: Encodable {
  /// The view and the number: `Photo frame.size.height`.
  var label: String
  var values: [Double]
  /// What a chart of them shows.
  var words: String

  private enum CodingKeys: String, CodingKey { case label, values }

  /// The numbers of a property that change, one series each; none where values are no numbers.
  static func all(of history: GeometryHistory, scale: Double) -> [ValueSeries] {
    let rows = history.values.map(numbers)
    guard let width = rows.first?.count, width > 0, rows.allSatisfy({ $0.count == width }) else {
      return []
    }
    let view = history.view.step
    return (0..<width).compactMap { column in
      let values = rows.map { $0[column] }
      guard Set(values).count > 1 else { return nil }
      return ValueSeries(
        label: "\(view) \(label(history.property, column, of: width))", values: values,
        words: words(for: values, scale: scale))
    }
  }

  /// `44`, `320 × 100`, `(0, 16, 320, 100)`.
  private static func numbers(in text: String) -> [Double] {
    let separators: Set<Character> = ["×", ",", "(", ")", " "]
    let parts = text.split { separators.contains($0) }
    let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
    return numbers.count == parts.count ? numbers : []
  }

  private static func label(_ property: String, _ column: Int, of width: Int) -> String {
    guard width > 1 else { return property }
    let names =
      switch (width, property.hasSuffix("size")) {
      case (2, true): ["width", "height"]
      case (2, false): ["x", "y"]
      case (4, _) where property.lowercased().contains("inset") || property.hasSuffix("Margins"):
        ["top", "left", "bottom", "right"]
      case (4, _): ["origin.x", "origin.y", "size.width", "size.height"]
      default: (1...width).map(String.init)
      }
    return "\(property).\(names[column])"
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
    words += ", between \(text(least)) and \(text(most))"
    let pixel = 1 / scale
    if most - least < pixel {
      // Nine digits behind the point, so that the noise of a subtraction is not shown.
      let difference = ((most - least) * 1e9).rounded() / 1e9
      words += "; the difference of \(text(difference)) is below one pixel, and the chart is "
      words += "magnified"
    }
    return words
  }

  private static func text(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
