import LayoutTrace

/// What a reader of a report must know in addition to the facts.
///
/// Two remarks depend on lines of code, which are looked up when they are read. Two lists are
/// equal without regard to these.
struct Remarks: Sendable {
  /// That several edges keep a loop going, unless those that would stop it stand on one line.
  private struct SeveralEdges: Sendable {
    var text = Remarks.severalEdges
    /// The place of the remark in the list.
    var position: Int
    var culprit: CodePlace
    /// Edges that stop the loop together with the culprit, by their places.
    var groups: [[CodePlace]]

    /// Whether no group is on the culprit's line; fixing that line would fix such a group.
    var applies: Bool {
      guard !groups.isEmpty, let line = culprit.location else { return true }
      return !groups.contains { group in group.allSatisfy { $0.location == line } }
    }
  }

  static let severalEdges = """
    Several edges keep this loop going. Fix the culprit first, then look at the others.
    """

  private var certain: [String]
  private var several: SeveralEdges?
  /// The culprit's place, and whether it is known that it has none.
  private var culprit: (place: CodePlace, absence: CaughtStack.Absence?) = (CodePlace(), nil)

  init(_ texts: [String] = []) {
    certain = texts
    for absence in [CaughtStack.Absence.noSymbols, .noFrameOfApp] {
      guard let index = certain.lastIndex(of: absence.remark) else { continue }
      certain.remove(at: index)
      culprit.absence = absence
    }
    if let position = certain.firstIndex(of: Self.severalEdges) {
      certain.remove(at: position)
      several = SeveralEdges(position: position, culprit: CodePlace(), groups: [])
    }
  }

  /// The remarks in their order.
  var texts: [String] {
    var texts = certain
    if let several, several.applies { texts.insert(several.text, at: several.position) }
    if let absence = culprit.absence ?? culprit.place.absence, !absence.remark.isEmpty {
      texts.append(absence.remark)
    }
    return texts
  }

  /// How many remarks there are at most, not counting that on a missing line.
  var count: Int { certain.count + (several == nil ? 0 : 1) }

  mutating func append(_ text: String) { certain.append(text) }

  /// Says that several edges keep the loop going, unless one of the groups is on the culprit's
  /// line.
  mutating func appendSeveralEdges(culprit: CodePlace, groups: [[CodePlace]]) {
    several = SeveralEdges(position: certain.count, culprit: culprit, groups: groups)
  }

  /// Says nothing of several edges any more: it is known what stops the loop.
  mutating func dropSeveralEdges() { several = nil }

  /// Says why the culprit's sentence names no place, although a call stack was captured.
  mutating func appendAbsence(of place: CodePlace) {
    culprit.place = place
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

extension CaughtStack.Absence {
  /// What a report says of it; nothing where a remark says so already.
  fileprivate var remark: String {
    switch self {
    case .noSymbols:
      "The call stack has no symbols. Do not strip the program if you want functions and lines."
    case .noFrameOfApp:
      "The call left no frame, as tail calls in optimised code do, so its line is unknown."
    case .noFrames: ""
    }
  }
}
