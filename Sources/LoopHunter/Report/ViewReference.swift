/// A view as a report names it: without a pointer, so that reports travel and outlive their views.
public struct ViewReference: Codable, Hashable, Sendable {
  /// Class names, or identifiers where given, with indexes among namesakes; root first.
  public var path: String
  /// The class as if unhooked, without its module.
  public var className: String
  /// The identifier the view carries, if any.
  public var identifier: String?

  /// Names a view.
  ///
  /// - Parameters:
  ///   - path: The names of its superviews and its own, from the window down.
  ///   - className: The name of its class.
  ///   - identifier: Its identifier; by default nil, none.
  public init(path: String, className: String, identifier: String? = nil) {
    (self.path, self.className, self.identifier) = (path, className, identifier)
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case className = "class"
    case identifier
  }
}
