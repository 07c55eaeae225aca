/// One detection as analytics sees it: a name, flat typed attributes and the whole report.
///
/// Frameworks that want a name and properties take `name.rawValue` and `attributes`; whoever wants
/// everything takes `report`. An event is a value: it crosses threads and outlives its views.
public struct AnalyticsEvent: Hashable, Sendable {
  /// What happened.
  public var name: Name
  /// A random identifier, the same in every sink and every retry, so that stores can drop doubles.
  public var id: String
  /// The wall-clock time at which the event was raised, in nanoseconds since 1970.
  public var time: Int64
  /// Flat, typed properties with stable snake-case keys.
  public var attributes: [String: Value]
  /// The whole report; nil where a redaction took it away.
  public var report: LoopReport?

  /// Makes an event of parts.
  public init(
    name: Name, id: String, time: Int64, attributes: [String: Value], report: LoopReport? = nil
  ) {
    self.name = name
    self.id = id
    self.time = time
    self.attributes = attributes
    self.report = report
  }
}

extension AnalyticsEvent {
  /// The kinds of event; the raw values are a contract with the stores that hold them.
  public enum Name: String, Codable, Hashable, Sendable, CaseIterable {
    /// A view crossed its threshold of layouts within one turn.
    case layoutLoop = "layout_loop"
    /// The turn of a reported loop ended, and the layout had settled.
    case layoutLoopSettled = "layout_loop_settled"
    /// One chain of causes came back to a view in turn after turn.
    case layoutLoopAcrossTurns = "layout_loop_across_turns"
    /// A view passed half of its threshold and never crossed it.
    case layoutNearMiss = "layout_near_miss"
  }
}
