/// Rewrites or drops what an event holds, before any sink or observer sees it.
///
/// Reports hold class names, identifiers and geometry, never the texts of labels. Where class names
/// or identifiers are confidential too, this is the place to take them away. Texts that name a place
/// in the code are rewritten by the thread that reads them first; all others when the event is raised.
public struct Redaction: Sendable {
  /// Returns what to write for an attribute, or nil to drop it.
  public typealias Attribute =
    @Sendable (_ key: String, _ value: AnalyticsEvent.Value) -> AnalyticsEvent.Value?
  /// Returns the report to hand on, or nil to drop it.
  public typealias Report = @Sendable (LoopReport) -> LoopReport?

  private let attribute: Attribute?
  private let report: Report?

  /// Leaves events as they are.
  public static let none = Redaction(attribute: nil, optionalReport: nil)

  private init(attribute: Attribute?, optionalReport: Report?) {
    self.attribute = attribute
    self.report = optionalReport
  }

  /// Gives each attribute to a closure that returns what to write, or nil to drop the attribute.
  ///
  /// The report holds the same facts in full, so it is dropped unless `report` returns one.
  public init(
    attribute: @escaping Attribute, report: @escaping Report = { _ in nil }
  ) {
    self.init(attribute: attribute, optionalReport: report)
  }

  /// Gives every text of the attributes and of the report to a closure that returns what to write.
  ///
  /// The fingerprint and the verdict stay as they are, or events could no longer be grouped.
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
