import LayoutTrace

/// The remarks of a report.
///
/// Two depend on lines of code, which are looked up when they are read and are not compared.
struct Remarks: Sendable {
  /// The remark that several edges keep a loop going, unless those that stop it are on one line.
  private struct SeveralEdges: Sendable {
    /// The place of the remark in the list.
    var position: Int
    var culprit = CodePlace()
    /// Edges that stop the loop together with the culprit, by their places.
    var groups: [[CodePlace]] = []

    /// True if no group is on the culprit's line; fixing that line would fix such a group.
    var applies: Bool {
      guard !groups.isEmpty, let line = culprit.location else { return true }
      return !groups.contains { group in group.allSatisfy { $0.location == line } }
    }
  }

  private var certain: [Remark]
  private var several: SeveralEdges?
  /// The culprit's place, and the remark on its absence if that is known already.
  private var culprit: (place: CodePlace, absence: Remark?) = (CodePlace(), nil)
  /// True if the culprit's deed is an answer to the engine, which no code of the app calls.
  private var isAnswer = false

  init(_ remarks: [Remark] = []) {
    certain = remarks
    for absence in [Remark.noSymbols, .noFrame, .mergedFunction, .answer] {
      guard let index = certain.lastIndex(of: absence) else { continue }
      certain.remove(at: index)
      culprit.absence = absence
    }
    if let position = certain.firstIndex(of: .severalEdges) {
      certain.remove(at: position)
      several = SeveralEdges(position: position)
    }
  }

  /// The remarks in their order.
  var list: [Remark] {
    var list = certain
    if let several, several.applies { list.insert(.severalEdges, at: several.position) }
    if let absence = culprit.absence ?? culprit.place.absence?.remark {
      list.append(isAnswer && absence == .noFrame ? .answer : absence)
    }
    return list
  }

  /// The most remarks that there can be, not counting the one on a missing line.
  var count: Int { certain.count + (several == nil ? 0 : 1) }

  /// True if this remark, which depends on no line of code, was made.
  func hold(_ remark: Remark) -> Bool { certain.contains(remark) }

  mutating func append(_ remark: Remark) { certain.append(remark) }

  /// Adds the remark on several edges, unless one of the groups is on the culprit's line.
  mutating func appendSeveralEdges(culprit: CodePlace, groups: [[CodePlace]]) {
    several = SeveralEdges(position: certain.count, culprit: culprit, groups: groups)
  }

  /// Removes the remark on several edges: it is known now what stops the loop.
  mutating func dropSeveralEdges() { several = nil }

  /// Adds the reason why the culprit's sentence names no place, although a call stack was captured.
  mutating func appendAbsence(of edge: InvalidationEdge) {
    culprit.place = edge.place
    isAnswer = edge.action.name == "preferredLayoutAttributes"
  }

  /// The remarks with the texts of the program under test rewritten.
  func rewritten(_ rewrite: (String) -> String) -> Remarks {
    var remarks = self
    remarks.certain = certain.map { $0.mapTexts(rewrite) }
    return remarks
  }
}

extension Remarks: Hashable {
  static func == (a: Remarks, b: Remarks) -> Bool { a.certain == b.certain }
  func hash(into hasher: inout Hasher) { hasher.combine(certain) }
}

// Printing and reflection use the public view of the value.
extension Remarks: CustomStringConvertible, CustomReflectable {
  var description: String { "\(list)" }
  var customMirror: Mirror { Mirror(self, children: ["list": list]) }
}

extension CaughtStack.Absence {
  /// The remark on it; none if another remark says so already.
  fileprivate var remark: Remark? {
    switch self {
    case .noSymbols: .noSymbols
    case .noFrameOfApp: .noFrame
    case .mergedFunction: .mergedFunction
    case .noFrames: nil
    }
  }
}
