import Foundation
import ViewTree

// A change of a constraint names it by a number. A line before tells what the constraint says: of those that
// count in the windows at the beginning, of those that come into a window with their tree, and of each other
// one when it is activated. Before it stand lines of the views that such constraints place.

/// A constraint, or a view that constraints place, which a recorder is to tell of.
enum ToldConstraint {
  /// A view of the tree that constraints place.
  case place(of: View)
  /// A constraint of the tree.
  case live(LayoutConstraint)
  /// The line of a recording that is replayed, with its views: the recorder has its own numbers of them.
  case recorded(TraceEvent, View, View?)
}

extension ToldConstraint {
  /// Everything that is to be told of a tree.
  static func all(in root: View) -> [ToldConstraint] {
    root.viewsPlacedByConstraints.map { .place(of: $0) } + root.toldConstraints.map { .live($0) }
  }
}

extension RecorderCore {
  /// A recorder's number of a constraint, which dies with it.
  private final class ConstraintCompanion {
    let core: RecorderCore
    let number: Int
    /// The numbers that the trace has.
    var amounts: TraceEvent.Constraint.Amounts
    /// The companion of another recorder.
    let next: AnyObject?

    init(
      core: RecorderCore, number: Int, amounts: TraceEvent.Constraint.Amounts, next: AnyObject?
    ) { (self.core, self.number, self.amounts, self.next) = (core, number, amounts, next) }
  }

  /// Writes what constraints a window has when the recording begins.
  func writeConstraints(of window: Window, _ script: any RecordingScript) {
    for told in script.constraints(of: window) { write(told) }
  }

  /// Writes a line of the recording that is replayed, whose views it may not know yet.
  ///
  /// If a tree comes into a window with its constraints, its root may still be in a larger tree outside.
  func repeatLine(_ told: ToldConstraint, arrivingWith root: View?) {
    guard case .recorded(_, let view, let other) = told else { return }
    observe { [self] in
      write {
        beginTurnIfNeeded()
        for view in [view, other].compactMap(\.self) where view.window == nil {
          let root = root.flatMap { view.isDescendant(of: $0) ? $0 : nil }
          writeChangesOutside(below: root ?? view.topOfTree)
        }
        write(told)
      }
    }
  }

  /// Writes a line about a constraint, or about a view that constraints place.
  func write(_ told: ToldConstraint) {
    switch told {
    case .place(let view): writePlace(of: view)
    case .live(let constraint):
      guard let outline = constraint.outline else { return }
      let companion = companion(of: constraint) ?? makeCompanion(of: constraint)
      companion.amounts = constraint.amounts
      write(outline, as: companion.number, constraint.amounts)
    case .recorded(.item(var item), let view, _):
      item.view = number(of: view)
      put(.item(item))
    case .recorded(.constraint(var constraint), let view, let other):
      toldConstraints.insert(constraint.number)
      constraint.view = number(of: view)
      constraint.otherView = other.map { number(of: $0) }
      put(.constraint(constraint))
    case .recorded: break
    }
  }

  private func write(
    _ outline: ConstraintOutline, as number: Int, _ amounts: TraceEvent.Constraint.Amounts
  ) {
    let items = [outline.first, outline.second].compactMap(\.self)
    for side in items where side.view.isPlacedByConstraints { writePlace(of: side.view) }
    put(
      .constraint(
        TraceEvent.Constraint(
          number: number, view: self.number(of: outline.first.view),
          first: outline.first.place.words,
          relation: outline.relation, amounts: amounts, name: outline.name,
          otherView: outline.second.map { self.number(of: $0.view) },
          second: outline.second?.place.words, isIdentified: outline.isIdentified)))
  }

  /// Writes that constraints place a view, unless the trace says so already.
  private func writePlace(of view: View) {
    let number = number(of: view)
    let (hugging, compression) = view.toldSizePriorities
    var item = TraceEvent.Item(
      view: number, hugging: hugging.map(TraceEvent.Item.Priorities.init),
      compression: compression.map(TraceEvent.Item.Priorities.init))
    guard let companion = companion(of: view), companion.toldItem != item else { return }
    companion.toldItem = item
    item.natural = view.measuredSize
    put(.item(item))
  }

  /// The number of a constraint that changes; a line that tells of it is written before, if it needs one.
  func numberTold(of subject: ConstraintSubject, by change: GeometryChange) -> Int? {
    switch subject {
    case .recorded(let number):
      if !toldConstraints.contains(number), let told = script?.constraint(number) { write(told) }
      return toldConstraints.contains(number) ? number : nil
    case .live(let constraint):
      let amounts = constraint.amounts
      guard let companion = companion(of: constraint) else {
        write(.live(constraint))
        return self.companion(of: constraint)?.number
      }
      // While it was not active, nobody was told of its numbers.
      if change.new == .flag(true), change.property == .isActive, companion.amounts != amounts {
        write(.live(constraint))
      }
      companion.amounts = amounts
      return companion.number
    }
  }

  private func companion(of constraint: LayoutConstraint) -> ConstraintCompanion? {
    var next = constraint.companion
    while let companion = next as? ConstraintCompanion {
      if companion.core === self { return companion }
      next = companion.next
    }
    return nil
  }

  private func makeCompanion(of constraint: LayoutConstraint) -> ConstraintCompanion {
    lastConstraint += 1
    let companion = ConstraintCompanion(
      core: self, number: lastConstraint, amounts: constraint.amounts, next: constraint.companion)
    constraint.companion = companion
    return companion
  }
}

extension LayoutConstraint {
  /// The numbers that the constraint has now.
  fileprivate var amounts: TraceEvent.Constraint.Amounts {
    TraceEvent.Constraint.Amounts(
      multiplier: Double(multiplier), constant: Double(constant),
      priority: Double(priority.rawValue))
  }
}

extension TraceEvent.Item.Priorities {
  fileprivate init(_ priorities: AxisPriorities) {
    self.init(horizontal: priorities.horizontal, vertical: priorities.vertical)
  }
}
