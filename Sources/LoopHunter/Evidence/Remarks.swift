/// What a reader of a report must know beside the facts.
///
/// One remark depends on lines of code, which are looked up when somebody reads it. Two lists are
/// equal without regard to that one.
struct Remarks: Sendable {
  /// That several edges keep a loop going, unless those that would stop it stand on one line.
  private struct SeveralEdges: Sendable {
    var text = Remarks.severalEdges
    /// Where the remark stands in the list.
    var position: Int
    var culprit: CodePlace
    /// Edges that stop the loop together with the culprit, by their places.
    var groups: [[CodePlace]]

    /// Whether no group stands on the culprit's line: to fix that line fixes the group, too.
    var applies: Bool {
      guard !groups.isEmpty, let line = culprit.location else { return true }
      return !groups.contains { group in group.allSatisfy { $0.location == line } }
    }
  }

  static let severalEdges = """
    Several edges keep this loop going, and each of them would do: fix the culprit, then look at the \
    others.
    """

  private var certain: [String]
  private var several: SeveralEdges?

  init(_ texts: [String] = []) {
    certain = texts
    if let position = certain.firstIndex(of: Self.severalEdges) {
      certain.remove(at: position)
      several = SeveralEdges(position: position, culprit: CodePlace(), groups: [])
    }
  }

  /// The remarks in their order.
  var texts: [String] {
    guard let several, several.applies else { return certain }
    var texts = certain
    texts.insert(several.text, at: several.position)
    return texts
  }

  /// How many remarks there are at most.
  var count: Int { certain.count + (several == nil ? 0 : 1) }

  mutating func append(_ text: String) { certain.append(text) }

  /// Says that several edges keep the loop going, unless one of the groups stands on the culprit's
  /// line.
  mutating func appendSeveralEdges(culprit: CodePlace, groups: [[CodePlace]]) {
    several = SeveralEdges(position: certain.count, culprit: culprit, groups: groups)
  }

  /// The remarks with other texts.
  func rewritten(_ rewrite: (String) -> String) -> Remarks {
    var remarks = self
    remarks.certain = certain.map(rewrite)
    if let text = several?.text { remarks.several?.text = rewrite(text) }
    return remarks
  }
}

extension Remarks: Hashable {
  static func == (a: Remarks, b: Remarks) -> Bool { a.certain == b.certain }
  func hash(into hasher: inout Hasher) { hasher.combine(certain) }
}

extension Remarks: CustomStringConvertible {
  var description: String { "\(texts)" }
}

extension Remarks: Codable {
  init(from decoder: any Decoder) throws {
    self.init(try [String](from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    try texts.encode(to: encoder)
  }
}
