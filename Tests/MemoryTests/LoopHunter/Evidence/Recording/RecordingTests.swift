import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import ViewTree

/// The parts of which an evidence recorder is made.
@Suite("The parts of a recorder")
struct RecordingTests {
  @Test("a ring keeps the latest records, whole and in their order, in bounded memory")
  func ring() {
    let seed = firstSeed("RecordingTests")
    var random = SeededGenerator(seed: seed)
    let ring = EvidenceRing(byteLimit: 3 * EvidenceRing.chunkCapacity * 8)
    #expect(ring.chunkLimit == 3 && ring.byteCount == 0)
    /// Where each record begins; its words are numbered from there.
    var starts: [UInt64] = []
    var words: UInt64 = 0
    for step in 0..<9_000 {
      let count = Int.random(in: 1...14, using: &random)
      let record = ring.append(count)
      starts.append(words)
      for index in 0..<count { record[index] = words + UInt64(index) }
      words += UInt64(count)
      #expect(ring.byteCount <= 3 * EvidenceRing.chunkCapacity * 8)
      #if DEBUG
      if step % 500 == 0 { #expect(ring.checkInvariants() == nil, "seed \(seed)") }
      #endif
    }
    var kept: [UInt64] = []
    var chunks = 0
    ring.forEachChunk { chunk in
      chunks += 1
      #expect(starts.contains(chunk[0]), "a chunk begins within a record, seed \(seed)")
      kept += Array(chunk)
    }
    #expect(kept == Array(kept[0]..<words), "seed \(seed)")
    #expect(ring.hasForgotten && chunks == ring.chunkLimit)
    // Of every chunk but the last, less than a record's words are free.
    #expect(kept.count > 2 * (EvidenceRing.chunkCapacity - 14))
    #expect(ring.position >= Int(words))
    let position = ring.position
    for word in 0..<20 { ring.append(1).pointee = UInt64(word) }
    var since: [UInt64] = []
    ring.forEachChunk(since: position) { since += Array($0) }
    #expect(since == Array(0..<20), "seed \(seed)")
    ring.removeAll()
    #expect(ring.position == 0 && ring.byteCount == 0 && !ring.hasForgotten)
    #if DEBUG
    #expect(ring.checkInvariants() == nil)
    #endif
    ring.append(1).pointee = 7
    ring.forEachChunk { #expect(Array($0) == [7]) }
  }

  @Test("a register numbers views in order of appearance, a superview before its subview")
  func numbers() {
    let register = ViewRegister()
    let (root, child, grandchild) = (View(), View(), View())
    root.addSubview(child)
    child.addSubview(grandchild)
    #expect(register.number(of: grandchild) == 2)
    #expect(register.number(of: child) == 1)
    #expect(register.number(of: root) == 3)
    #expect(register.notes[2].superview == 1)
    #expect(register.view(1) === child)
    #expect(register.isDescendant(2, of: 3) && !register.isDescendant(3, of: 2))
    #expect(register.knownNumber(of: View()) == nil)
    #if DEBUG
    #expect(register.checkInvariants() == nil)
    #endif
  }

  @Test("a dead view keeps its note, and its number is given to no other")
  func deadView() {
    let register = ViewRegister()
    var view: JournalView? = JournalView("view")
    #expect(register.number(of: view!) == 1)
    view = nil
    #expect(register.deaths == 1 && register.view(1) == nil)
    #expect(ObjectIdentifier(register.notes[1].type) == ObjectIdentifier(JournalView.self))
    #expect(register.number(of: View()) == 2)
    #if DEBUG
    #expect(register.checkInvariants() == nil)
    #endif
  }

  @Test("several registers number one view, and each forgets only its own numbers")
  func severalRegisters() {
    let (first, second) = (ViewRegister(), ViewRegister())
    let (view, other) = (View(), View())
    _ = second.number(of: other)
    #expect(first.number(of: view) == 1 && second.number(of: view) == 2)
    let generation = first.generation
    first.forget()
    #expect(![generation, second.generation].contains(first.generation))
    #expect(first.knownNumber(of: view) == nil && second.knownNumber(of: view) == 2)
    #expect(first.number(of: other) == 1 && second.number(of: other) == 1)
    #if DEBUG
    #expect(first.checkInvariants() == nil && second.checkInvariants() == nil)
    #endif
  }

  @Test("a full register gives no number, until it forgets")
  func fullRegister() {
    let register = ViewRegister()
    let views = (0..<ViewRegister.usualCapacity).map { _ in View() }
    for view in views.dropLast() { _ = register.number(of: view) }
    #expect(!register.isFull)
    #expect(register.number(of: views.last!) == 0 && register.isFull)
    #expect(register.number(of: views[6]) == 7)
    register.forget()
    #expect(!register.isFull && register.number(of: views.last!) == 1)
  }

  private func key(_ writer: Int, ordinal: Int = 0, role: ViewRole? = nil) -> ActionKey {
    ActionKey(
      writer: writer, kind: .write(.frame), target: role == nil ? 9 : ActionKey.any, role: role,
      ordinal: ordinal)
  }

  @Test("a stack is captured once, for the requested action")
  func stacks() {
    var requests = StackRequests()
    #expect(!requests.isOpen)
    requests.ask(for: key(0), frames: 4, limit: 2)
    requests.ask(for: key(0), frames: 1, limit: 2)
    #expect(requests.isOpen && !requests.isFull(limit: 2))
    #expect(requests.take(ActionKey(writer: 0, kind: .force, target: 9)) == nil)
    #expect(requests.take(key(3)) == nil)
    #expect(requests.take(key(0))?.frames == 4)
    #expect(!requests.isOpen && requests.take(key(0)) == nil)
  }

  @Test("of equal actions in one layout, the requested one is captured, counted from the beginning")
  func ordinals() {
    var requests = StackRequests()
    requests.ask(for: key(5, ordinal: 2), frames: 1, limit: 8)
    // The number of earlier ones in the running layout is unknown.
    for _ in 0..<3 { #expect(requests.take(key(5)) == nil) }
    requests.entered(4)
    #expect(requests.take(key(5)) == nil)
    requests.entered(5)
    #expect(requests.take(key(5)) == nil)
    #expect(requests.take(key(5)) == nil)
    #expect(requests.take(key(5)) != nil)
  }

  @Test("an action on any view of a role is captured at the next view of that role")
  func roles() {
    let register = ViewRegister()
    let (list, row, label) = (View(), JournalView("row"), View())
    for view in [row, label] { list.addSubview(view) }
    let role = register.role(of: register.number(of: row))
    var requests = StackRequests()
    requests.ask(for: key(0, role: role), frames: 1, limit: 8)
    #expect(requests.hasRoles)
    var action = key(0)
    action.role = register.role(of: register.number(of: label))
    #expect(requests.take(action) == nil)
    action.role = role
    #expect(requests.take(action) != nil)
  }

  @Test("a part of the constraints phase is noted once something happens in it, outermost first")
  func updates() {
    var updates = RunningUpdates()
    #expect(!updates.isRunning && updates.nextSilent() == nil)
    updates.enter(1)
    updates.enter(2)
    #expect(updates.isInnermost)
    #expect(updates.nextSilent() == 1 && updates.nextSilent() == 2 && updates.nextSilent() == nil)
    updates.enter(3)
    // Nothing happened in the third.
    #expect(updates.leave() == nil)
    updates.enterLayout()
    #expect(updates.isRunning && !updates.isInnermost)
    // The end of a layout is not that of an update.
    updates.leaveLayout()
    #expect(updates.leave() == 2)
    #expect(updates.leave() == 1)
    #expect(!updates.isRunning && updates.leave() == nil)
  }
}
