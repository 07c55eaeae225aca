import Foundation
import ViewTree

/// Explains differences that are too small to be intended.
enum PixelRemarks {
  /// A sentence about two values of one property, or nil if the difference needs none.
  static func remark(
    _ property: String, of view: String, _ pair: WrittenValues.Pair, scale: Double
  ) -> String? {
    let (first, second) = (pair.first, pair.second)
    guard first != second, first.isFinite, second.isFinite else { return nil }
    let difference = (first - second).magnitude
    let pixel = 1 / scale
    let ulps = difference / max(first.magnitude, second.magnitude).ulp
    let values = texts(first, second)
    let head = "`\(property)` of `\(view)` alternates between \(values.0) and \(values.1)"
    if ulps <= 64 {
      let steps = Int(ulps.rounded())
      return """
        \(head): they differ by \(short(difference)), \(steps) unit\(steps == 1 ? "" : "s") in the \
        last place. It is one number computed in two ways, and far below one pixel: compare with a \
        tolerance, or round both to pixels before you set them.
        """
    }
    if difference < pixel {
      return """
        \(head): they differ by \(short(difference)), below one pixel \
        (\(pixel.shortText) \(pixel == 1 ? "point" : "points") at scale \(scale.shortText)), so nobody sees it: compare with a \
        tolerance, or round both to pixels before you set them.
        """
    }
    let off = [first, second].filter { !isOnGrid($0, scale) }
    guard !off.isEmpty, difference < 2 else { return nil }
    let nearest = [first, second].map { (($0 * scale).rounded() / scale).shortText }
    let subject = off.count == 2 ? "neither is" : "\(off[0].shortText) is not"
    let rest =
      nearest[0] == nearest[1]
      ? "Both are \(nearest[0]) on whole pixels."
      : "The nearest whole pixels are \(nearest[0]) and \(nearest[1])."
    let remedy =
      pair.hasSeveralWriters
      ? "Round the value in one place, and use the rounded value everywhere else."
      : "Round the value to pixels before you set it."
    return """
      \(head): they differ by \(difference.shortText), and \(subject) a whole number of pixels at \
      scale \(scale.shortText). \(rest) \(remedy)
      """
  }

  private static func isOnGrid(_ value: Double, _ scale: Double) -> Bool {
    let pixels = value * scale
    return (pixels - pixels.rounded()).magnitude <= 8 * pixels.ulp
  }

  private static func texts(_ first: Double, _ second: Double) -> (String, String) {
    let short = (first.shortText, second.shortText)
    return short.0 == short.1 ? (first.exactText, second.exactText) : short
  }

  /// Two digits that count.
  private static func short(_ value: Double) -> String {
    let exponent = Foundation.floor(Foundation.log10(value))
    guard exponent < -4 else { return value.shortText }
    let mantissa = (value / Foundation.pow(10, exponent) * 10).rounded() / 10
    return "\(mantissa.shortText)e\(Int(exponent))"
  }
}
