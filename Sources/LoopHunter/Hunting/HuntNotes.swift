/// Notes about hunts, found by the hunt: thousands may end at once, each by its view's death.
struct HuntNotes<Note> {
  private var notes: [ObjectIdentifier: [(number: Int, note: Note)]] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { notes.isEmpty }

  mutating func add(_ note: Note, of attachment: LoopHunter.Attachment) {
    lastNumber += 1
    notes[ObjectIdentifier(attachment), default: []].append((lastNumber, note))
  }

  /// Takes out the notes of a hunt; the caller releases them.
  mutating func take(of attachment: LoopHunter.Attachment) -> [Note] {
    guard !notes.isEmpty else { return [] }
    return notes.removeValue(forKey: ObjectIdentifier(attachment))?.map(\.note) ?? []
  }

  /// Takes out the notes that satisfy a condition, in the order in which they were made.
  mutating func take(where isTaken: (Note) -> Bool) -> [Note] {
    let all = notes
    notes = [:]
    var taken: [(number: Int, note: Note)] = []
    for (hunt, entries) in all {
      for entry in entries {
        if isTaken(entry.note) {
          taken.append(entry)
        } else {
          notes[hunt, default: []].append(entry)
        }
      }
    }
    return taken.sorted { $0.number < $1.number }.map(\.note)
  }

  mutating func update(of attachment: LoopHunter.Attachment, _ body: (inout Note) -> Void) {
    guard !notes.isEmpty, var found = notes[ObjectIdentifier(attachment)] else { return }
    for index in found.indices { body(&found[index].note) }
    notes[ObjectIdentifier(attachment)] = found
  }

  func forEach(_ body: (Note) -> Void) {
    for notes in notes.values { for note in notes { body(note.note) } }
  }
}

/// A view that recurs or recurred.
struct RecurringHunt {
  /// The hunt, which knows the running turns.
  private(set) weak var attachment: LoopHunter.Attachment?
  /// The view, named when it became recurring.
  let view: ViewReference
  /// The longest finished run of turns.
  private(set) var kept: LoopHunter.RecurringView?

  /// The longest run of turns.
  func longest(withoutLast: Bool = false) -> LoopHunter.RecurringView? {
    guard let recurrence = attachment?.recurrence(withoutLast: withoutLast),
      recurrence.turns > kept?.turns ?? 0
    else { return kept }
    return LoopHunter.RecurringView(
      view: view, turns: recurrence.turns, firstTurn: recurrence.last - recurrence.turns + 1,
      lastTurn: recurrence.last)
  }

  /// Keeps the current findings of the hunt.
  mutating func keep(withoutLast: Bool) { kept = longest(withoutLast: withoutLast) }
}

/// A near miss of a turn that is not concluded.
struct FreshNearMiss {
  let nearMiss: LoopHunter.NearMiss
  /// The hunt, which may go on if its view comes back.
  weak var hunt: LoopHunter.Attachment?
}

/// A hunt that passed half its threshold in a turn that is not concluded.
struct ArmedHunt {
  /// The attachment; the note is taken out when its hunt ends.
  let attachment: LoopHunter.Attachment
  let view: ViewReference
  let turn: Int
  /// The attachment's state before it counted in another turn.
  private(set) var kept: (layouts: Int, hasCrossed: Bool)?

  var layouts: Int { kept?.layouts ?? attachment.layouts(in: turn) }
  var hasCrossed: Bool { kept?.hasCrossed ?? attachment.hasCrossed(in: turn) }

  mutating func keepCount() { kept = kept ?? (layouts, hasCrossed) }
}

/// A report whose turn is not concluded; an object, because to copy a report takes long.
final class PendingReport {
  let report: LoopReport
  let turn: Int
  /// False for another loop of a view that had a report before in the turn.
  let isFirst: Bool
  /// The identity of the attachment, which may be gone by the end of the turn.
  private(set) var id: ObjectIdentifier
  /// The attachment, until its hunt ends or it counts in another turn.
  private var attachment: LoopHunter.Attachment?
  private var keptLayouts = 0

  init(report: LoopReport, of attachment: LoopHunter.Attachment, isFirst: Bool = true) {
    (self.report, self.isFirst) = (report, isFirst)
    turn = report.turn
    id = ObjectIdentifier(attachment)
    self.attachment = attachment
  }

  /// The number of layouts counted in the turn, up to the end of the hunt.
  var layouts: Int { attachment?.layouts(in: turn) ?? keptLayouts }

  /// Takes the count from the hunt that goes on where the one of the report ended.
  func goOn(as attachment: LoopHunter.Attachment) {
    id = ObjectIdentifier(attachment)
    self.attachment = attachment
  }

  /// Keeps the count of a hunt that ends, or is about to forget it.
  func keepCount(of ending: LoopHunter.Attachment) {
    guard let attachment, attachment === ending else { return }
    keptLayouts = layouts
    self.attachment = nil
  }
}
