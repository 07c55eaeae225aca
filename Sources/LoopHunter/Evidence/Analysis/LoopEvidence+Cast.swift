import LayoutTrace
import ViewTree

extension LoopEvidence {
  /// The actors of the views.
  struct Cast {
    /// The actor of each view: the first view of its kind.
    private(set) var actors: [Int]
    /// True for views that came into the tree during recording, themselves or with a superview.
    private(set) var isNew: [Bool]
    /// True for views that came into the tree during recording, for the first time or again.
    private(set) var arrives: [Bool]
    /// The latest view of each actor, which is another view if the actor represents several.
    private(set) var latest: [Int]
    /// True if any view came into the tree during recording.
    private(set) var hasNewViews = false

    /// Makes each of some views an actor.
    init(count: Int) {
      actors = Array(0..<count)
      latest = actors
      isNew = Array(repeating: false, count: count)
      arrives = isNew
    }

    /// Casts the views of a register; `former` is the cast before the last read.
    init(_ history: CausalHistory, _ notes: [ViewRegister.Note], former: Cast?) {
      if let former, !history.hasNewViews, !former.hasNewViews, former.actors.count == notes.count {
        self = former
      } else {
        self.init(count: notes.count)
        if history.hasNewViews { assign(history, notes) }
      }
    }

    private struct Role: Hashable {
      var superview: Int
      var type: ObjectIdentifier
      var identifier: String?
    }

    private mutating func assign(_ history: CausalHistory, _ notes: [ViewRegister.Note]) {
      var additions = [Int](repeating: 0, count: notes.count)
      for action in history.actions {
        guard action.kind == .add else { continue }
        additions[action.target] += 1
        if action.from == 0 { arrives[action.target] = true }
        isNew[action.target] = action.from == 0 && additions[action.target] == 1
      }
      hasNewViews = isNew.contains(true)
      guard hasNewViews else { return }
      var layoutCounts = [Int](repeating: 0, count: notes.count)
      for layout in history.layouts { layoutCounts[layout.view] += 1 }

      var roles: [Role: [Int]] = [:]
      for number in notes.indices.dropFirst() {
        let note = notes[number]
        if note.superview > 0, isNew[note.superview], note.superview < number {
          isNew[number] = true
        }
        guard isNew[number], layoutCounts[number] <= 4 else { continue }
        let role = Role(
          superview: actors[note.superview], type: ObjectIdentifier(note.type),
          identifier: note.identifier)
        roles[role, default: []].append(number)
        // The first of a kind represents all; a superview is numbered before its subviews.
        actors[number] = roles[role]![0]
      }
      for group in roles.values where group.count > 1 {
        latest[group[0]] = group[group.count - 1]
      }
    }
  }
}
