/// The last values one property of one view had, oldest first.
public struct GeometryHistory: Codable, Hashable, Sendable {
  public var view: ViewReference
  /// The key path of what changed, as `frame.size.height`, or `subviews` (their number).
  public var property: String
  public var values: [String]

  public init(view: ViewReference, property: String, values: [String]) {
    self.view = view
    self.property = property
    self.values = values
  }
}

/// The call stack of one invalidation, innermost frame first.
public struct CallStack: Codable, Hashable, Sendable {
  /// Which edge it belongs to: the dirtied view.
  public var dirtied: ViewReference
  /// `function at File.swift:42`, or an address where symbols are missing.
  public var frames: [String]

  public init(dirtied: ViewReference, frames: [String]) {
    self.dirtied = dirtied
    self.frames = frames
  }
}
