/// The reason why a view became dirty, in one stable word.
///
/// The words for the consequences of geometry and tree changes are fixed; a control adds its own.
public struct DirtyReason: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }

  /// The size of the view, or of a direct subview, changed.
  public static var size: DirtyReason { "size" }
  /// The origin of the bounds changed.
  public static var bounds: DirtyReason { "bounds" }
  /// A subview was added, removed or reordered, or the view itself was added.
  public static var subviews: DirtyReason { "subviews" }
  /// `setNeedsLayout()` was called.
  public static var explicit: DirtyReason { "explicit" }
  /// The size of the content changed.
  public static var content: DirtyReason { "content" }
  /// The list of arranged views changed; settings have words of their own, such as `spacing`.
  public static var arranged: DirtyReason { "arranged" }
  /// An arranged view was hidden or shown.
  public static var isHidden: DirtyReason { "isHidden" }
  /// Its text changed.
  public static var text: DirtyReason { "text" }
  /// Its safe area or its margins changed.
  public static var safeArea: DirtyReason { "safeArea" }
  /// The intrinsic size of a direct subview changed.
  public static var constraints: DirtyReason { "constraints" }
  /// A direct subview asked for the constraints phase.
  public static var updateConstraints: DirtyReason { "updateConstraints" }

  /// Layout of it was pending in a pass outside the windows while its tree came into one.
  package static var pending: DirtyReason { "pending" }

  /// Constraints gave a direct subview, or the content, another place.
  public static var solved: DirtyReason { "solved" }

  /// The reason of a setter that has a word of its own: the name of its property.
  package init(_ property: GeometryProperty) { rawValue = property.rawValue }

  /// True if a subview's part of the constraints phase is requested by this reason.
  package var asksForConstraints: Bool { self == .constraints || self == .updateConstraints }

  /// True if the engine of constraints has more to do where a view is dirtied for this reason.
  package var asksEngine: Bool { asksForConstraints || self == .solved }

  /// True if the reason follows from the layout rules, without an explicit call.
  public var isConsequence: Bool { self == .size || self == .bounds || self == .subviews }
}
