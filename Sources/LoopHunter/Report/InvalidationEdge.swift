import LayoutTrace

/// One step of a loop: a write or a call that dirtied a view.
///
/// Two edges are equal without regard to `function` and `location`, which depend on symbols.
public struct InvalidationEdge: Hashable, Sendable {
  /// The view that was being laid out when it happened; nil outside layout.
  public var writer: ViewReference?
  /// The view whose property was written or on which the call was made.
  public var target: ViewReference
  /// The property that was written (`frame.size`), or the call (`setNeedsLayout`).
  public var action: EdgeAction
  /// The value before, for a written property.
  public var old: LoopValue?
  /// The value after, for a written property.
  public var new: LoopValue?
  /// The view that became dirty by it.
  public var dirtied: ViewReference
  /// The code that did it.
  var place: CodePlace
  /// The result of a replay without it; nil if there was none.
  public var proof: EdgeProof?

  /// The function that did it, if the program has symbols; looked up when it is read.
  public var function: String? {
    get { place.function }
    set { place = CodePlace(function: newValue, location: location) }
  }

  /// The file and the line of the code that did it, if known; looked up when it is read.
  ///
  /// The place is near the code if only a neighbouring statement of the function has a line.
  public var location: CodeLocation? {
    get { place.location }
    set { place = CodePlace(function: function, location: newValue) }
  }

  /// True if the same view does the same to the same view.
  func isSameStep(as other: InvalidationEdge) -> Bool {
    writer == other.writer && target == other.target && action == other.action
  }
}

extension InvalidationEdge {
  /// Makes a step.
  ///
  /// - Parameters:
  ///   - writer: The view whose layout did it, or nil if no layout was running.
  ///   - target: The view whose property was written or on which the call was made.
  ///   - action: The call, or the written property.
  ///   - old: The value before; by default nil, unknown.
  ///   - new: The value after; by default nil, unknown.
  ///   - dirtied: The view that needs layout because of it.
  ///   - function: The function that did it; by default nil, unknown.
  ///   - location: Its file and line; by default nil, unknown.
  public init(
    writer: ViewReference?, target: ViewReference, action: EdgeAction, old: LoopValue? = nil,
    new: LoopValue? = nil, dirtied: ViewReference, function: String? = nil,
    location: CodeLocation? = nil
  ) {
    self.init(
      writer: writer, target: target, action: action, old: old, new: new, dirtied: dirtied,
      place: CodePlace(function: function, location: location))
  }
}
