import LayoutTrace
import LoopHunter
import ViewTree

/// One recorded round of a loop: the views to draw, and their changes, step by step.
struct PlayedRound: Encodable {
  /// A view of the drawing, before the first step.
  struct Body: Encodable {
    /// The last step of its path.
    var name: String
    var path: String
    /// The index of its superview in the list; nil for a root.
    var parent: Int?
    /// Its rectangle in the superview; nil for a view that cannot be drawn.
    var frame: [Double]?
    /// The origin of its own coordinates.
    var content: [Double]?
    /// The matrix from its own coordinates to its superview's, and its size, unless it is upright.
    var matrix: [Double]?
    /// Its roles in the loop; empty for views around it.
    var roles: [LoopRole]
    /// True if it is in the tree before the first step.
    var isThere = true
    /// Its name in the report.
    var reference: ViewReference?

    private enum CodingKeys: String, CodingKey {
      case name, path, parent, frame, content, matrix, roles, isThere
    }
  }

  /// One step of the round.
  struct Step: Encodable {
    enum Kind: String, Encodable {
      case layout, write, dirty, force, add, remove, work, turn
    }

    var kind: Kind
    /// The index of the affected view.
    var view: Int?
    /// The index of the view whose layout does it.
    var writer: Int?
    /// The index of the view whose layout enqueued the work that does it.
    var origin: Int?
    /// The written property, and its values for people.
    var property: String?
    var old: String?
    var new: String?
    /// The rectangle of the view afterwards, and the origin of its own coordinates.
    var frame: [Double]?
    var content: [Double]?
    var matrix: [Double]?
    /// The new superview.
    var parent: Int?
    /// The step in words, with names in backquotes.
    var text: String
    /// The place of the code.
    var location: String?

    // The words are in the page itself.
    private enum CodingKeys: String, CodingKey {
      case kind, view, writer, origin, property, old, new, frame, content, matrix, parent
    }
  }

  private(set) var views: [Body] = []
  private(set) var steps: [Step] = []
  /// The number of steps of the round that are left out.
  private(set) var stepsLeftOut = 0
  /// True if rectangles are known.
  private(set) var hasGeometry: Bool

  private static let mostSteps = 600
  /// The most views around those of the loop that are drawn, the nearest to the root first.
  private static let mostAround = 150
  private static let mostViews = 600

  /// Cuts the last complete round of a loop out of the recording; nil if that does not have it.
  init?(of report: LoopReport, in recorder: TurnRecorder) {
    hasGeometry = recorder.hasGeometry
    let namer = ViewNamer()
    guard let range = findRange(of: report, in: recorder, namer) else { return nil }
    let moments = range.map { recorder.moment(at: $0) }
    let origins = Self.origins(of: moments, in: recorder)
    collectViews(moments, Array(origins.values), report, recorder, namer)
    undo(range.lowerBound..<recorder.moments.upperBound, in: recorder)
    var work: Int?
    for moment in moments {
      switch moment {
      case .began(let number): work = number
      case .ended, .turn: work = nil
      default: break
      }
      add(moment, origin: work.flatMap { origins[$0] }.flatMap { places[$0] })
    }
    stepsLeftOut = max(0, steps.count - Self.mostSteps)
    steps.removeLast(stepsLeftOut)
  }

  /// The round with the roles from a report.
  func cast(by report: LoopReport) -> PlayedRound {
    var round = self
    let roles = LoopRoles(report)
    for index in views.indices {
      if let reference = views[index].reference {
        round.views[index].roles = roles.roles(of: reference)
      }
    }
    return round
  }

  // MARK: Finding the round

  /// The properties that views share if they replace each other in different rounds.
  private struct Kind: Hashable {
    var className: String
    var name: String?
  }

  private mutating func findRange(
    of report: LoopReport, in recorder: TurnRecorder, _ namer: ViewNamer
  ) -> Range<Int>? {
    let cycle = report.cycle
    guard !cycle.isEmpty, report.cycleLength <= cycle.count else { return nil }
    let layouts = Self.lastLayouts(of: cycle, in: recorder)
    var paths: [Int: String] = [:]
    func isAt(_ place: Int, _ reference: ViewReference, exactly: Bool) -> Bool {
      let subject = recorder.subjects[layouts[place].subject]
      guard exactly, let view = subject.view else {
        return subject.className == reference.className && subject.name == reference.identifier
      }
      let path = paths[layouts[place].subject] ?? namer.path(of: view)
      paths[layouts[place].subject] = path
      return path == reference.path
    }
    // If each round has new views, they share the class.
    for exactly in [true, false] {
      for start in stride(from: layouts.count - cycle.count, through: 0, by: -1)
      where cycle.indices.allSatisfy({ isAt(start + $0, cycle[$0], exactly: exactly) }) {
        let next = start + cycle.count
        // The last round is complete only if another layout follows it.
        if next == layouts.count, start >= cycle.count { continue }
        for (place, reference) in cycle.enumerated() {
          references[layouts[start + place].subject] = reference
        }
        let end = next < layouts.count ? layouts[next].moment : recorder.moments.upperBound
        return layouts[start].moment..<end
      }
    }
    return nil
  }

  /// The last layouts of views like those of a cycle, the oldest first.
  ///
  /// The actions of other views meanwhile are part of the round.
  private static func lastLayouts(
    of cycle: [ViewReference], in recorder: TurnRecorder
  ) -> [(moment: Int, subject: Int)] {
    let kinds = Set(cycle.map { Kind(className: $0.className, name: $0.identifier) })
    var layouts: [(moment: Int, subject: Int)] = []
    for index in recorder.moments.reversed() {
      guard case .layout(let place, _) = recorder.moment(at: index) else { continue }
      let subject = recorder.subjects[place]
      guard kinds.contains(Kind(className: subject.className, name: subject.name)) else { continue }
      layouts.append((index, place))
      if layouts.count > 3 * cycle.count + 64 { break }
    }
    return layouts.reversed()
  }

  /// The views whose layouts enqueued the work that runs in a round, by its number.
  private static func origins(
    of moments: [TurnRecorder.Moment], in recorder: TurnRecorder
  ) -> [Int: Int] {
    let work = Set(
      moments.compactMap { moment in if case .began(let number) = moment { number } else { nil } })
    guard !work.isEmpty else { return [:] }
    var origins: [Int: Int] = [:]
    for index in recorder.moments {
      guard let deed = recorder.moment(at: index).deed, let number = deed.work,
        work.contains(number), let writer = deed.writer
      else { continue }
      origins[number] = writer
    }
    return origins
  }

  // MARK: Views

  /// The index in `views` of each subject.
  private var places: [Int: Int] = [:]
  /// The names in the report of the cycle's subjects.
  private var references: [Int: ViewReference] = [:]

  private enum CodingKeys: String, CodingKey { case views, steps, stepsLeftOut, hasGeometry }

  private mutating func collectViews(
    _ moments: [TurnRecorder.Moment], _ origins: [Int], _ report: LoopReport,
    _ recorder: TurnRecorder, _ namer: ViewNamer
  ) {
    var wanted = origins.sorted()
    var isWanted = Set(wanted)
    for moment in moments {
      let subjects = [moment.subject, moment.deed?.writer, moment.companion].compactMap(\.self)
      for subject in subjects where isWanted.insert(subject).inserted { wanted.append(subject) }
    }
    wanted = Array(wanted.prefix(Self.mostViews))
    let (roots, drawn) = viewsToDraw(wanted.compactMap { recorder.subjects[$0].view })
    let roles = LoopRoles(report)
    var waiting: [(view: View, parent: Int?)] = roots.reversed().map { ($0, nil) }
    while let (view, parent) = waiting.popLast() {
      let subject = recorder.subject(of: view)
      let index = views.count
      places[subject] = index
      add(view, in: parent, roles, references[subject], namer)
      for subview in view.subviews.reversed() where drawn.contains(ObjectIdentifier(subview)) {
        waiting.append((subview, index))
      }
    }
    // Views that are gone have only a name.
    for subject in wanted where places[subject] == nil {
      let note = recorder.subjects[subject]
      places[subject] = views.count
      let name = note.name ?? note.className
      views.append(Body(name: name, path: name, parent: nil, roles: [], isThere: false))
    }
  }

  /// The views to draw: those of the round, those around them, and the top of the tree.
  private func viewsToDraw(_ wanted: [View]) -> (roots: [View], drawn: Set<ObjectIdentifier>) {
    var drawn: Set<ObjectIdentifier> = []
    var roots: [View] = []
    for start in wanted {
      var next: View? = start
      while let view = next, drawn.insert(ObjectIdentifier(view)).inserted {
        if view.superview == nil { roots.append(view) }
        next = view.superview
      }
    }
    guard hasGeometry else { return (roots, drawn) }
    var around = 0
    var layer = roots
    while !layer.isEmpty, around < Self.mostAround {
      var below: [View] = []
      for view in layer where around < Self.mostAround {
        for subview in view.subviews.prefix(Self.mostAround) {
          below.append(subview)
          if drawn.insert(ObjectIdentifier(subview)).inserted { around += 1 }
        }
      }
      layer = below
    }
    return (roots, drawn)
  }

  private mutating func add(
    _ view: View, in parent: Int?, _ roles: LoopRoles, _ known: ViewReference?, _ namer: ViewNamer
  ) {
    let reference = namer.reference(view)
    views.append(
      Body(
        name: reference.step, path: reference.path, parent: parent,
        roles: roles.roles(of: known ?? reference), reference: known ?? reference))
    if hasGeometry {
      let place = TurnRecorder.Place(of: view)
      let last = views.count - 1
      (views[last].frame, views[last].content, views[last].matrix) = Self.numbers(place)
    }
  }

  /// Takes the drawing back to the beginning of the round.
  private mutating func undo(_ range: Range<Int>, in recorder: TurnRecorder) {
    for index in range.reversed() {
      let moment = recorder.moment(at: index)
      guard let place = moment.subject.flatMap({ places[$0] }) else { continue }
      if case .wrote(_, _, let before, _) = moment, views[place].frame != nil {
        (views[place].frame, views[place].content, views[place].matrix) = Self.numbers(before)
      }
      switch moment.deed?.action {
      case .add: views[place].isThere = false
      case .remove:
        views[place].isThere = true
        views[place].parent = moment.companion.flatMap { places[$0] }
      default: break
      }
    }
  }

  /// A place as the frame, the content's origin, and, if it is turned, the matrix with the size.
  private static func numbers(
    _ place: TurnRecorder.Place
  ) -> (frame: [Double], content: [Double], matrix: [Double]?) {
    let (frame, bounds) = (place.frame, place.bounds)
    let matrix = place.isUpright ? nil : place.matrix
    return (
      numbers([frame.minX, frame.minY, frame.width, frame.height]),
      numbers([bounds.minX, bounds.minY]),
      matrix.map {
        numbers([$0.m11, $0.m12, $0.m21, $0.m22, $0.tX, $0.tY, bounds.width, bounds.height])
      }
    )
  }

  private static func numbers(_ values: [CGFloat]) -> [Double] {
    values.map {
      // Nine decimals are more than any picture shows.
      let number = Double($0)
      return number.isFinite && number.magnitude < 1e9 ? (number * 1e9).rounded() / 1e9 : 0
    }
  }

  // MARK: Steps

  private mutating func add(_ moment: TurnRecorder.Moment, origin: Int?) {
    let view = moment.subject.flatMap { places[$0] }
    let writer = moment.deed?.writer.flatMap { places[$0] }
    let name = view.map { "`\(views[$0].name)`" } ?? "a view"
    let origin = writer == nil ? origin : nil
    var step = Step(
      kind: .layout, view: view, writer: writer, origin: origin, text: "",
      location: moment.deed?.place)
    switch moment {
    case .layoutEnded, .ended: return
    case .layout(_, let depth):
      step.text =
        depth == 0 ? "\(name) is laid out." : "\(name) is laid out, at depth \(depth + 1)."
    case .began(let number):
      step.kind = .work
      (step.view, step.origin) = (nil, nil)
      step.text = "Work \(number) runs."
    case .turn(let number):
      step.kind = .turn
      step.view = nil
      step.text = "Turn \(number) begins."
    case .deed(let deed): describe(deed, of: name, in: &step)
    case .wrote(_, let change, _, let after):
      if hasGeometry { (step.frame, step.content, step.matrix) = Self.numbers(after) }
      describe(change, of: name, in: &step)
    }
    steps.append(step)
  }

  /// Says what a write changes.
  private func describe(_ change: GeometryChange, of name: String, in step: inout Step) {
    let wording = change.wording
    step.kind = .write
    (step.property, step.old, step.new) = (wording.path, wording.old, wording.new)
    let values = "\(wording.old) → \(wording.new)"
    if change.state != nil {
      step.text = "The state `\(wording.path)` is now \(wording.new), not \(wording.old)."
    } else if change.constraint != nil {
      step.text = "\(actor(of: step)) changes the `\(wording.path)`: \(values)."
    } else if step.writer != nil, step.view == step.writer {
      step.text = "\(actor(of: step)) writes its own `\(wording.path)`: \(values)."
    } else {
      step.text = "\(actor(of: step)) writes the `\(wording.path)` of \(name): \(values)."
    }
  }

  /// The doer of a step, at the beginning of its sentence.
  private func actor(of step: Step) -> String {
    if let writer = step.writer { return "`\(views[writer].name)`" }
    return step.origin.map { "Work that `\(views[$0].name)` enqueued" } ?? "Code outside any layout"
  }

  /// Says what a deed other than a write does.
  private func describe(_ deed: LayoutDeed<Int, Int>, of name: String, in step: inout Step) {
    let actor = actor(of: step)
    let target = step.view == step.writer && step.writer != nil ? "itself" : name
    func named(_ subject: Int?, _ word: String) -> String {
      subject.flatMap { places[$0] }.map { " \(word) `\(views[$0].name)`" } ?? ""
    }
    switch deed.action {
    case .call(let reason), .announce(let reason):
      step.kind = .dirty
      var subview = ""
      if case .announce = deed.action { subview = named(deed.target, "through") }
      step.text =
        reason == .explicit
        ? "\(actor) calls setNeedsLayout on \(target)\(subview)."
        : "\(actor) dirties \(target)\(subview): \(reason.rawValue)."
    case .force:
      step.kind = .force
      step.text = "\(actor) forces the layout of \(target)."
    case .add:
      step.kind = .add
      step.parent = deed.superview.flatMap { places[$0] }
      step.text = "\(actor) adds \(name)\(named(deed.superview, "to"))."
    case .remove:
      step.kind = .remove
      step.text = "\(actor) removes \(name)\(named(deed.superview, "from"))."
    case .enqueue(let kind):
      step.kind = .work
      step.view = nil
      let act =
        switch kind {
        case .block: "enqueues a block"
        case .timer: "arms a timer"
        case .observer: "adds an observer of a phase"
        }
      step.text = "\(actor) \(act): work \(deed.work ?? 0)."
    case .write, .make, .reorder, .anything: break
    }
  }
}
