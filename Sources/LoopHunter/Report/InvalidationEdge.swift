/// One step of a loop: a write or a call that dirtied a view.
///
/// Two edges are equal without regard to `function` and `location`, which depend on symbols and on
/// edits of the source.
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
  /// The code that did it.
  var place: CodePlace
  /// What a replay without it showed; nil where none was made.
  public var proof: EdgeProof?

  /// The function that did it, if the program has symbols; looked up when it is read.
  public var function: String? {
    get { place.function }
    set { place = CodePlace(function: newValue, location: location) }
  }

  /// `File.swift:42` of the code that did it, if known; looked up when it is read.
  ///
  /// `near File.swift:42` where only a neighbouring statement of the function has a line.
  public var location: String? {
    get { place.location }
    set { place = CodePlace(function: function, location: newValue) }
  }

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - writer: The view whose layout did it, or nil if no layout was running.
  ///   - target: The view on which something was called.
  ///   - action: What was called or written, as `frame.size.height`.
  ///   - old: The value before; by default nil, unknown.
  ///   - new: The value after; by default nil, unknown.
  ///   - dirtied: The view that needs layout because of it.
  ///   - function: The function that did it; by default nil, unknown.
  ///   - location: Its file and line; by default nil, unknown.
  public init(
    writer: ViewReference?, target: ViewReference, action: String, old: String? = nil,
    new: String? = nil, dirtied: ViewReference, function: String? = nil,
    location: String? = nil
  ) {
    self.init(
      writer: writer, target: target, action: action, old: old, new: new, dirtied: dirtied,
      place: CodePlace(function: function, location: location))
  }

  /// Makes an edge of which the place in the code may have to be looked up.
  init(
    writer: ViewReference?, target: ViewReference, action: String, old: String?, new: String?,
    dirtied: ViewReference, place: CodePlace
  ) {
    self.writer = writer
    self.target = target
    self.action = action
    self.old = old
    self.new = new
    self.dirtied = dirtied
    self.place = place
  }

  // MARK: Coding

  private enum CodingKeys: String, CodingKey {
    case writer, target, action, old, new, dirtied, function, location, proof
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      writer: try container.decodeIfPresent(ViewReference.self, forKey: .writer),
      target: try container.decode(ViewReference.self, forKey: .target),
      action: try container.decode(String.self, forKey: .action),
      old: try container.decodeIfPresent(String.self, forKey: .old),
      new: try container.decodeIfPresent(String.self, forKey: .new),
      dirtied: try container.decode(ViewReference.self, forKey: .dirtied),
      function: try container.decodeIfPresent(String.self, forKey: .function),
      location: try container.decodeIfPresent(String.self, forKey: .location))
    if container.contains(.proof) { proof = try EdgeProof(from: decoder) }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(writer, forKey: .writer)
    try container.encode(target, forKey: .target)
    try container.encode(action, forKey: .action)
    try container.encodeIfPresent(old, forKey: .old)
    try container.encodeIfPresent(new, forKey: .new)
    try container.encode(dirtied, forKey: .dirtied)
    try container.encodeIfPresent(function, forKey: .function)
    try container.encodeIfPresent(location, forKey: .location)
    try proof?.encode(to: encoder)
  }
}

/// The edge without which the cycle would stop, and one sentence about it.
///
/// Two culprits are equal without regard to the places in the code that the sentence names.
public struct Culprit: Codable, Hashable, Sendable {
  /// The sentence with its places.
  private(set) var wording: PlacedText
  /// The parts of the sentence.
  public var edge: InvalidationEdge
  /// The view whose layout sets back what the edge writes.
  public var opponent: ViewReference?
  /// The call of `layoutIfNeeded` that goes with the edge; only of `thrashing`.
  public var force: InvalidationEdge?

  /// Plain English, views by path; functions and lines in it are looked up when it is read.
  public var sentence: String {
    get { wording.text }
    set { wording = PlacedText(newValue, naming: Culprit.places(edge, force)) }
  }

  /// Makes a culprit.
  ///
  /// - Parameters:
  ///   - sentence: What it did, in one sentence.
  ///   - edge: The step that keeps the loop going.
  ///   - opponent: The view that undoes its work; by default nil, none.
  ///   - force: The call that forced the layout from outside; by default nil, none.
  public init(
    sentence: String, edge: InvalidationEdge, opponent: ViewReference? = nil,
    force: InvalidationEdge? = nil
  ) {
    self.init(
      wording: PlacedText(sentence, naming: Culprit.places(edge, force)), edge: edge,
      opponent: opponent, force: force)
  }

  /// Makes a culprit whose sentence may name places that have to be looked up.
  init(
    wording: PlacedText, edge: InvalidationEdge, opponent: ViewReference? = nil,
    force: InvalidationEdge? = nil
  ) {
    self.wording = wording
    self.edge = edge
    self.opponent = opponent
    self.force = force
  }

  /// The places that a sentence names, in its order.
  private static func places(_ edge: InvalidationEdge, _ force: InvalidationEdge?) -> [CodePlace] {
    [edge.place] + (force.map { [$0.place] } ?? [])
  }

  /// Says the same in another sentence.
  mutating func say(_ wording: PlacedText) { self.wording = wording }

  // MARK: Coding

  private enum CodingKeys: String, CodingKey {
    case sentence, edge, opponent, force
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sentence: try container.decode(String.self, forKey: .sentence),
      edge: try container.decode(InvalidationEdge.self, forKey: .edge),
      opponent: try container.decodeIfPresent(ViewReference.self, forKey: .opponent),
      force: try container.decodeIfPresent(InvalidationEdge.self, forKey: .force))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sentence, forKey: .sentence)
    try container.encode(edge, forKey: .edge)
    try container.encodeIfPresent(opponent, forKey: .opponent)
    try container.encodeIfPresent(force, forKey: .force)
  }
}
