/// Rewrites or drops parts of an event before any sink or observer sees it.
///
/// Events hold class names, identifiers, values of properties and of watched states, never the texts
/// of labels. If any of these are confidential too, remove them here. Texts that name a place in the code are
/// rewritten by the thread that reads them first; all others when the event is raised.
public struct Redaction: Sendable {
  /// Returns the replacement for an attribute, or nil to drop it.
  public typealias Attribute =
    @Sendable (_ key: String, _ value: AnalyticsEvent.Value) -> AnalyticsEvent.Value?
  /// Returns the report to pass on, or nil to drop it.
  public typealias Report = @Sendable (LoopReport) -> LoopReport?

  private let attribute: Attribute?
  private let report: Report?

  /// Leaves events as they are.
  public static let none = Redaction(attribute: nil, optionalReport: nil)

  private init(attribute: Attribute?, optionalReport: Report?) {
    self.attribute = attribute
    self.report = optionalReport
  }

  /// Makes a redaction that rewrites or drops single attributes.
  ///
  /// - Parameters:
  ///   - attribute: Returns the replacement for an attribute, or nil to drop it.
  ///   - report: Returns the replacement for the report, or nil to drop it. By default the report
  ///     is dropped, because it holds the same facts in full.
  public init(attribute: @escaping Attribute, report: @escaping Report = { _ in nil }) {
    self.init(attribute: attribute, optionalReport: report)
  }

  /// Makes a redaction that rewrites every text of the attributes and of the report.
  ///
  /// The fingerprint and the verdict stay as they are; without them events could not be grouped.
  ///
  /// - Parameter rewrite: Returns the replacement for a text.
  public static func texts(_ rewrite: @escaping @Sendable (String) -> String) -> Redaction {
    Redaction(
      attribute: { key, value in
        guard case .string(let text) = value, !["fingerprint", "verdict"].contains(key) else {
          return value
        }
        return .string(rewrite(text))
      },
      report: { $0.mapTexts(rewrite) })
  }

  /// Applies the closures to an event.
  func apply(to event: inout AnalyticsEvent) {
    if let attribute { event.rewriteAttributes(attribute) }
    if let report { event.report = event.report.flatMap(report) }
  }
}
