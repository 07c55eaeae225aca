/// A view as a report names it: without a pointer, so that reports travel and outlive their views.
public struct ViewReference: Codable, Hashable, Sendable {
  /// Class names, or identifiers where given, with indexes among namesakes; root first.
  public var path: String {
    didSet { separateSteps = nil }
  }
  /// The class as if unhooked, without its module.
  public var className: String
  /// The identifier the view carries, if any.
  public var identifier: String?
  /// The steps, if one of them holds a slash, so that the path alone does not tell them.
  private var separateSteps: [String]?

  /// Names a view.
  ///
  /// - Parameters:
  ///   - path: The names of its superviews and its own, from the window down.
  ///   - className: The name of its class.
  ///   - identifier: Its identifier; by default nil, none.
  public init(path: String, className: String, identifier: String? = nil) {
    (self.path, self.className, self.identifier) = (path, className, identifier)
  }

  /// Names a view whose superviews' names, or whose own, may hold slashes.
  ///
  /// - Parameters:
  ///   - steps: The names of its superviews and its own, from the window down.
  ///   - className: The name of its class.
  ///   - identifier: Its identifier; by default nil, none.
  public init(steps: [String], className: String, identifier: String? = nil) {
    var path = ViewPath()
    for step in steps { path.append(step) }
    self.init(path, className: className, identifier: identifier)
  }

  init(_ path: ViewPath, className: String, identifier: String?) {
    self.init(path: path.text, className: className, identifier: identifier)
    separateSteps = path.separateSteps
  }

  /// The steps of the path, from the window down.
  public var steps: [String] {
    separateSteps
      ?? path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The reference with its path, class and identifier rewritten.
  func mapTexts(_ rewrite: (String) -> String) -> ViewReference {
    var reference = ViewReference(
      path: rewrite(path), className: rewrite(className), identifier: identifier.map(rewrite))
    reference.separateSteps = separateSteps?.map(rewrite)
    return reference
  }

  private enum CodingKeys: String, CodingKey {
    case path
    case className = "class"
    case identifier
    case separateSteps = "steps"
  }
}
