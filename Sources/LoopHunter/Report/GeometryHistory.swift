/// The last values one property of one view had, oldest first.
public struct GeometryHistory: Codable, Hashable, Sendable {
  /// The view.
  public var view: ViewReference
  /// The key path of what changed, as `frame.size.height`, or `subviews` (their number).
  public var property: String
  /// The values as texts, the oldest first.
  public var values: [String]

  /// Makes the history of one property.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - property: The property, as `frame.size.height`.
  ///   - values: Its values, the oldest first.
  public init(view: ViewReference, property: String, values: [String]) {
    self.view = view
    self.property = property
    self.values = values
  }
}
