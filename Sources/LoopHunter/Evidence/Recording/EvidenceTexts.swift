/// The texts and words that evidence knows by numbers.
///
/// A number follows from the text alone, so that it is the same in a replay; the text is kept for
/// people, and only its beginning.
package final class EvidenceTexts {
  private var texts: [Double: String] = [:]

  /// The most texts that are kept, and the most characters of each.
  private static let limit = 1_024
  private static let length = 48

  /// The smallest number that stands for something else: no geometry is as large.
  private static let first: UInt64 = 1 << 52

  package init() {}

  /// The number of a text.
  package static func number(of text: String) -> Double {
    var hash = StableHash()
    hash.combine(text)
    return Double(first | hash.value & (first - 1))
  }

  /// The first number that a text shows, as a counter does; 0 without one.
  static func number(in text: String) -> Double {
    guard let start = text.firstIndex(where: { "0"..."9" ~= $0 }) else { return 0 }
    let digits = text[start...].prefix { "0"..."9" ~= $0 || $0 == "." }
    return Double(digits) ?? Double(digits.prefix { $0 != "." }) ?? 0
  }

  /// The number of a view that is the value of a property; 0 for none.
  static func number(ofActor actor: Int) -> Double {
    actor == 0 ? 0 : Double(first) + Double(actor)
  }

  /// The view with a number.
  static func actor(of number: Double) -> Int { number == 0 ? 0 : Int(number - Double(first)) }

  /// True if a number stands for a text or a view, so that it neither grows nor shrinks.
  static func isName(_ number: Double) -> Bool {
    number >= Double(first) && number < Double(2 * first)
  }

  /// Keeps a text for reports.
  package func keep(_ text: String) {
    let number = EvidenceTexts.number(of: text)
    guard texts[number] == nil, texts.count < EvidenceTexts.limit else { return }
    texts[number] =
      text.count > EvidenceTexts.length ? text.prefix(EvidenceTexts.length - 1) + "…" : text
  }

  /// The text of a number; nil if it was not kept.
  func text(of number: Double) -> String? { texts[number] }

  /// Forgets all texts.
  func removeAll() { texts = [:] }
}
