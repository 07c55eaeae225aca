import Foundation

/// Explains differences that are too small to be intended.
extension NumberAlternation {
  /// The kind of difference that needs an explanation; nil for one that may be intended.
  private enum Kind {
    /// One number that is computed in two ways.
    case lastPlace(units: Int)
    case belowPixel
    /// At least one of the numbers is not a whole number of pixels.
    case offGrid([Double])
  }

  private var difference: Double { (first - second).magnitude }

  private var kind: Kind? {
    guard first != second, first.isFinite, second.isFinite else { return nil }
    let ulps = difference / max(first.magnitude, second.magnitude).ulp
    if ulps <= 64 { return .lastPlace(units: Int(ulps.rounded())) }
    if difference < 1 / scale { return .belowPixel }
    let off = [first, second].filter { !isOnGrid($0) }
    return off.isEmpty || difference >= 2 ? nil : .offGrid(off)
  }

  /// True if the numbers are so close to each other that a report explains it.
  var isRemarkable: Bool { kind != nil }

  /// A sentence about the two numbers.
  var sentence: String {
    let values = property.texts(old: .numbers([first]), new: .numbers([second]))
    let head = "`\(property)` of `\(view)` alternates between \(values.old) and \(values.new)"
    switch kind {
    case .lastPlace(let units):
      return """
        \(head): they differ by \(Self.short(difference)), \(units) unit\(units == 1 ? "" : "s") in the \
        last place. It is one number computed in two ways, and far below one pixel: compare with a \
        tolerance, or round both to pixels before you set them.
        """
    case .belowPixel:
      let pixel = 1 / scale
      return """
        \(head): they differ by \(Self.short(difference)), below one pixel \
        (\(pixel.shortText) \(pixel == 1 ? "point" : "points") at scale \(scale.shortText)), which nobody \
        can see: compare with a tolerance, or round both to pixels before you set them.
        """
    case .offGrid(let off):
      let subject = off.count == 2 ? "neither is" : "\(off[0].shortText) is not"
      return """
        \(head): they differ by \(difference.shortText), and \(subject) a whole number of pixels at \
        scale \(scale.shortText). \(nearestPixels) \(roundingRemedy)
        """
    case nil: return head + "."
    }
  }

  private var nearestPixels: String {
    let nearest = [first, second].map { (($0 * scale).rounded() / scale).shortText }
    return nearest[0] == nearest[1]
      ? "Both are \(nearest[0]) on whole pixels."
      : "The nearest whole pixels are \(nearest[0]) and \(nearest[1])."
  }

  private var roundingRemedy: String {
    hasSeveralWriters
      ? "Round the value in one place, and use the rounded value everywhere else."
      : "Round the value to pixels before you set it."
  }

  private func isOnGrid(_ value: Double) -> Bool {
    let pixels = value * scale
    return (pixels - pixels.rounded()).magnitude <= 8 * pixels.ulp
  }

  /// The number with two significant digits.
  private static func short(_ value: Double) -> String {
    let exponent = Foundation.floor(Foundation.log10(value))
    guard exponent < -4 else { return value.shortText }
    let mantissa = (value / Foundation.pow(10, exponent) * 10).rounded() / 10
    return "\(mantissa.shortText)e\(Int(exponent))"
  }
}
