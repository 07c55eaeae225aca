import LayoutTrace
/// One detection as analytics sees it: a name, flat typed attributes and the whole report.
///
/// Frameworks that want a name and properties take `name.rawValue` and `attributes`; those that
/// want everything take `report`. An event is a value: it crosses threads and outlives its views.
/// The functions and lines in it are looked up by the thread that reads them first.
public struct AnalyticsEvent: Hashable, Sendable {
  /// The kind of the event.
  public var name: Name
  /// A random identifier, the same in every sink and retry, so that stores can drop duplicates.
  public var id: String
  /// The wall-clock time at which the event was raised, in nanoseconds since 1970.
  public var time: Int64
  /// Flat, typed properties with stable snake-case keys.
  public var attributes: [String: Value] {
    get { plain.merging(late?.values ?? [:]) { $1 } }
    set { (plain, late) = (newValue, nil) }
  }
  /// The whole report; nil if a redaction removed it.
  public var report: LoopReport?

  /// The attributes that name no place in the code.
  private(set) var plain: [String: Value]
  /// The attributes that name a place in the code.
  private(set) var late: LateAttributes?
}

extension AnalyticsEvent {
  /// Makes an event from its parts.
  ///
  /// - Parameters:
  ///   - name: The kind of the event.
  ///   - id: A text that no other event has.
  ///   - time: The time of the event, in nanoseconds since 1970.
  ///   - attributes: The facts that stores filter and group by.
  ///   - report: The whole report; by default nil, none.
  public init(
    name: Name, id: String, time: Int64, attributes: [String: Value], report: LoopReport? = nil
  ) {
    self.init(name: name, id: id, time: time, report: report, plain: attributes)
  }

  /// Sets an attribute that names no place in the code, and looks nothing up.
  mutating func setPlain(_ key: String, _ value: Value) { plain[key] = value }

  /// Replaces each attribute by the result of a closure, or once it is looked up.
  mutating func rewriteAttributes(
    _ rewrite: @escaping @Sendable (_ key: String, _ value: Value) -> Value?
  ) {
    for (key, value) in plain { plain[key] = rewrite(key, value) }
    late?.rewrites.append(rewrite)
  }

  public static func == (a: AnalyticsEvent, b: AnalyticsEvent) -> Bool {
    a.name == b.name && a.id == b.id && a.time == b.time && a.report == b.report
      && a.attributes == b.attributes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(id)
    hasher.combine(time)
  }

  /// The kinds of events; the raw values are a contract with the stores that hold them.
  public enum Name: String, Codable, Hashable, Sendable, CaseIterable {
    /// A view crossed its threshold of layouts within one turn.
    case layoutLoop = "layout_loop"
    /// The turn of a reported loop ended, and the layout had settled.
    case layoutLoopSettled = "layout_loop_settled"
    /// One chain of causes came back to a view in turn after turn.
    case layoutLoopAcrossTurns = "layout_loop_across_turns"
    /// A view passed half of its threshold and never crossed it.
    case layoutNearMiss = "layout_near_miss"
    /// A replay without the culprit's edge showed whether the loop stops.
    case layoutLoopProof = "layout_loop_proof"
  }

  /// The attributes that name a place in the code.
  struct LateAttributes: Sendable {
    var culprit: Culprit
    /// The rewrites that are applied before they are read, in this order.
    var rewrites: [@Sendable (String, Value) -> Value?] = []

    /// The attributes; looked up now, by this thread.
    var values: [String: Value] {
      var values: [String: Value] = ["culprit": .string(culprit.sentence)]
      values["culprit_location"] = (culprit.edge.location?.description).map(Value.string)
      values["forced_location"] = (culprit.force?.location?.description).map(Value.string)
      for rewrite in rewrites {
        for (key, value) in values { values[key] = rewrite(key, value) }
      }
      return values
    }
  }
}

// Printing and reflection use the public view of the value: a redaction hides the culprit below it.
extension AnalyticsEvent.LateAttributes: CustomStringConvertible, CustomReflectable {
  var description: String { "\(values)" }
  var customMirror: Mirror { Mirror(self, children: ["values": values]) }
}
