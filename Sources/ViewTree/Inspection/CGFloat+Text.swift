import Foundation

extension CGFloat {
  /// The number with at most three decimals, the same on every machine.
  var shortText: String {
    guard isUsable, magnitude < 1e12 else { return "\(Double(self))" }
    let thousandths = Int((Double(self) * 1000).rounded())
    let (whole, rest) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = thousandths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var decimals = String(rest + 1000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }
}

extension CGRect {
  /// The rectangle as in UIKit's descriptions: origin, then size.
  var shortText: String {
    "(\(origin.x.shortText) \(origin.y.shortText); "
      + "\(size.width.shortText) \(size.height.shortText))"
  }
}
