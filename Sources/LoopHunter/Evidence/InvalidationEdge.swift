/// One step of a loop: somebody wrote or called something, and that dirtied a view.
public struct InvalidationEdge: Codable, Hashable, Sendable {
  /// The view that was being laid out when it happened; nil outside layout.
  public var writer: ViewReference?
  /// The view whose property was written or on which the call was made.
  public var target: ViewReference
  /// The property that was written (`frame.size`), or the word of the call (`setNeedsLayout`).
  public var action: String
  /// The value before, for a written property.
  public var old: String?
  /// The value after, for a written property.
  public var new: String?
  /// The view that became dirty by it.
  public var dirtied: ViewReference
  /// The function that did it, where the program has symbols.
  public var function: String?
  /// `File.swift:42` of the code that did it, where known.
  public var location: String?

  public init(
    writer: ViewReference?, target: ViewReference, action: String, old: String? = nil,
    new: String? = nil, dirtied: ViewReference, function: String? = nil,
    location: String? = nil
  ) {
    self.writer = writer
    self.target = target
    self.action = action
    self.old = old
    self.new = new
    self.dirtied = dirtied
    self.function = function
    self.location = location
  }
}

/// The edge without which the cycle would stop, and one sentence that says so.
public struct Culprit: Codable, Hashable, Sendable {
  /// Plain English, views by path.
  public var sentence: String
  /// The parts of the sentence.
  public var edge: InvalidationEdge
  /// The view whose layout sets back what the edge writes.
  public var opponent: ViewReference?

  public init(sentence: String, edge: InvalidationEdge, opponent: ViewReference? = nil) {
    self.sentence = sentence
    self.edge = edge
    self.opponent = opponent
  }
}
