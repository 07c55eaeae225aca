import Synchronization
import ViewTree

/// Numbers the views that an evidence recorder sees, without keeping them alive.
///
/// A view carries its number in a name tag that only the view retains. When the view dies, the tag
/// dies with it and removes the view from the register. The view's note stays, so that a report can
/// still name it, and its number is never given to another view.
package final class ViewRegister {
  /// The stored facts about a view.
  package struct Note {
    /// The view, unretained; nil after its death.
    fileprivate var view: Unmanaged<View>?
    /// The kind of what it stands for below its superview; nil for a view.
    fileprivate var part: Part?
    /// Its class when it was first seen.
    package let type: AnyClass
    /// The class name that a replay recorded.
    package let recordedClassName: String?
    /// Its identifier when it was first seen.
    package let identifier: String?
    /// The number of its superview when it was first seen, 0 for none.
    package let superview: Int

    /// The recorded class name, or that of the class.
    var className: String { recordedClassName ?? String(describing: type) }
  }

  /// The most views that a register numbers, unless it is made for more.
  package static let usualCapacity = 1 << 14
  /// The most views where a missed one would be worse than the memory that it takes.
  package static let greatCapacity = 1 << 22

  private let capacity: Int

  /// The notes; number 0 is no view.
  package private(set) var notes: [Note] = []

  private var classNames = ClassNames()

  /// The pulse of the loop to mute while a view is asked for its identifier; without it none is.
  ///
  /// The pulse leads to the observers of its loop, and so may lead here: nothing of it is held.
  private unowned let pulse: Pulse?

  /// Makes an empty register, for the views that a loop lays out or for any views.
  package init(pulse: Pulse? = nil, capacity: Int = usualCapacity) {
    self.pulse = pulse
    self.capacity = capacity
    forget()
  }

  deinit { takeTags() }

  /// The bytes that notes and tags take; the allocator gives a tag of 40 bytes 48.
  package var byteCount: Int { notes.capacity * MemoryLayout<Note>.stride + (notes.count - 1) * 48 }

  /// Something of a view that is noted below it, with a name.
  enum Part { case state, constraint }

  private struct NamedPart: Hashable {
    var part: Part
    var name: String
  }

  /// The numbers of states and constraints, by view.
  private var parts: [Int: [NamedPart: Int]] = [:]

  // Events read what is private: only its accesses need no exclusivity checks.

  /// The number of times that a view did not fit.
  private var refusals = 0
  /// The generation, shifted to leave room for a number.
  private var key = 0

  /// True if a view did not fit; it has the number 0.
  package var isFull: Bool { refusals > 0 }
  /// Identifies the numbers given since all was forgotten, among those of all registers.
  package var generation: Int { key >> ViewRegister.numberWidth }

  /// The bits of a number in a view's `numberWord`; those above them are the generation.
  private static let numberWidth = 24
  private static let lastGeneration = Atomic<Int>(0)

  /// The view's number, assigned at its first use.
  @inline(__always)
  package func number(of view: View) -> Int {
    let number = view.numberWord.load(ordering: .relaxed) &- key
    return number >> ViewRegister.numberWidth == 0 ? number : otherNumber(of: view)
  }

  /// True if asking for the view's number calls no code of the app.
  @inline(__always)
  package func isNumbered(_ view: View) -> Bool {
    (view.numberWord.load(ordering: .relaxed) &- key) >> ViewRegister.numberWidth == 0
  }

  /// The number of a state of the app that is watched for the view with a number, or of a constraint on
  /// it.
  ///
  /// It is a note without a view, below its view.
  func number(of part: Part, named name: String, of view: Int) -> Int {
    let key = NamedPart(part: part, name: name)
    if let known = parts[view]?[key] { return known }
    let number = notes.count
    guard number < capacity else { return 0 }
    notes.append(
      Note(
        view: nil, part: part, type: View.self, recordedClassName: nil, identifier: name,
        superview: view))
    parts[view, default: [:]][key] = number
    return number
  }

  /// The name of the constraint whose note has a number; nil for a view or a state.
  func constraint(_ number: Int) -> String? {
    notes[number].part == .constraint ? notes[number].identifier : nil
  }

  /// True if a number stands for a state or a constraint.
  func isPart(_ number: Int) -> Bool { notes[number].part != nil }

  /// The view of a number, unless its death has begun.
  ///
  /// The death of a view may lead to a report, and a view must not leave its own `deinit`.
  package func view(_ number: Int) -> View? { notes[number].view.flatMap(ReferenceCount.living) }

  /// The first of some numbers whose view lives.
  func first(of numbers: [Int]) -> (number: Int, view: View)? {
    numbers.lazy.compactMap { number in self.view(number).map { (number, $0) } }.first
  }

  /// The role of a view by its number.
  package func role(of number: Int) -> ViewRole {
    ViewRole(superview: notes[number].superview, className: className(of: number))
  }

  /// A view's superview, and its own identifier or class: views that code makes alike share it.
  struct NamedRole: Hashable {
    fileprivate var superview: Int
    fileprivate var name: String
  }

  /// The named role of a view by its number, also of one that is dead.
  func namedRole(of number: Int) -> NamedRole {
    NamedRole(
      superview: notes[number].superview,
      name: notes[number].identifier ?? className(of: number))
  }

  /// The class name of a view by its number.
  package func className(of number: Int) -> String {
    let note = notes[number]
    return note.recordedClassName ?? classNames.name(of: note.type)
  }

  /// True if a view is in another's subtree, as far as the living views tell.
  package func isDescendant(_ number: Int, of ancestor: Int) -> Bool {
    if number == ancestor { return true }
    guard let lower = view(number), let upper = view(ancestor) else {
      return notes[number].superview == ancestor
    }
    return lower.isDescendant(of: upper)
  }

  /// Forgets all views.
  package func forget() {
    takeTags()
    refusals = 0
    parts = [:]
    let generation = ViewRegister.lastGeneration.add(1, ordering: .relaxed).newValue
    key = generation << ViewRegister.numberWidth
    notes = [
      Note(view: nil, type: View.self, recordedClassName: nil, identifier: nil, superview: 0)
    ]
  }

  // MARK: Tags

  /// The number of a view that another register asked for last, or that has none.
  @inline(never)
  private func otherNumber(of view: View) -> Int {
    if let known = knownNumber(of: view) {
      view.numberWord.store(key + known, ordering: .relaxed)
      return known
    }
    // One level up is enough: the rest can be found through the superview of a living view.
    guard let superview = view.superview else { return add(view, superview: 0) }
    let number = knownNumber(of: superview) ?? add(superview, superview: 0)
    return add(view, superview: number)
  }

  /// The view's number, if it has one.
  package func knownNumber(of view: View) -> Int? {
    var tag = view.nameTag.map { unsafeDowncast($0, to: NameTag.self) }
    while let current = tag {
      if current.register === self { return current.number }
      tag = current.next
    }
    return nil
  }

  private func add(_ view: View, superview: Int) -> Int {
    if notes.count == capacity { return refuse(view) }
    let known = generation
    let identifier = pulse?.whileMuted { view.identifier }
    // An override in the app was called, which may have had views numbered, or all forgotten.
    if let number = knownNumber(of: view) { return number }
    let superview = known == generation ? superview : 0
    let number = notes.count
    if number == capacity { return refuse(view) }
    // Never more room than there can be notes, which plain doubling would take.
    if number == notes.capacity { notes.reserveCapacity(min(2 * number, capacity)) }
    notes.append(
      Note(
        view: .passUnretained(view), type: type(of: view),
        recordedClassName: view.adoptedClassName,
        identifier: identifier, superview: superview))
    let next = view.nameTag.map { unsafeDowncast($0, to: NameTag.self) }
    view.nameTag = NameTag(number: number, register: self, next: next)
    view.numberWord.store(key + number, ordering: .relaxed)
    return number
  }

  /// Notes that a view does not fit: its number is 0, without a tag.
  private func refuse(_ view: View) -> Int {
    refusals += 1
    view.numberWord.store(key, ordering: .relaxed)
    return 0
  }

  /// Removes the tags from the living views.
  private func takeTags() {
    for note in notes {
      // A dying view still has its tags, until they remove it from the register.
      guard let view = note.view?.takeUnretainedValue() else { continue }
      var kept: NameTag?
      var tag = view.nameTag.map { unsafeDowncast($0, to: NameTag.self) }
      while let current = tag {
        tag = current.next
        guard current.register !== self else {
          current.register = nil
          continue
        }
        current.next = kept
        kept = current
      }
      view.nameTag = kept
    }
    notes = []
  }

  /// The number of numbered views that died.
  package private(set) var deaths = 0

  fileprivate func viewDied(_ number: Int) {
    deaths += 1
    notes[number].view = nil
  }
}

/// A number that hangs on a view.
///
/// Registers of several hunters have a tag each.
private final class NameTag {
  let number: Int
  /// The register, which removes its tags before it dies.
  unowned(unsafe) var register: ViewRegister?
  var next: NameTag?

  init(number: Int, register: ViewRegister, next: NameTag?) {
    (self.number, self.register, self.next) = (number, register, next)
  }

  deinit { register?.viewDied(number) }
}

/// The properties that views share if code treats them alike.
package struct ViewRole: Hashable {
  /// The number of the superview, 0 for none.
  package var superview: Int
  package var className: String
}

#if DEBUG
extension ViewRegister {
  /// Describes a flaw of the notes or the tags of the living views; nil if there is none.
  package func checkInvariants() -> String? {
    if notes.isEmpty || notes[0].view != nil { return "a view has the number reserved for no view" }
    if notes.count > capacity { return "more views than there are numbers" }
    for (number, note) in notes.enumerated() {
      if note.superview >= notes.count { return "a superview has no note" }
      guard let view = note.view?.takeUnretainedValue() else { continue }
      if knownNumber(of: view) != number { return "the tag of view \(number) is wrong" }
    }
    return nil
  }
}
#endif
