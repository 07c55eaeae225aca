import Foundation

/// Constraints that cannot all hold, and the one that was given up for it.
public struct LayoutConflict: CustomStringConvertible {
  /// The constraints of the app that contradict each other, the broken one included.
  public let constraints: [LayoutConstraint]
  /// The constraint that counts for nothing until the others allow it; it stays active.
  public let broken: LayoutConstraint
  /// All constraints of the conflict, with those of masks, insets and sizes, in the notation of UIKit.
  public let lines: [String]
  /// True if a constraint of a mask is among them.
  let hasMasks: Bool

  /// The text of UIKit's log.
  public var description: String {
    """
    [LayoutConstraints] Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want. 
    \tTry this: 
    \t\t(1) look at each constraint and try to figure out which you don't expect; 
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it. 
    \(noteOfMasks)(
    \(lines.map { "    \"\($0)\"" }.joined(separator: ",\n"))
    )

    Will attempt to recover by breaking constraint 
    \(broken.notation)

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in \
    <UIKitCore/UIView.h> may also be helpful.
    """
  }

  /// The line about constraints of masks; empty without one of them in the list.
  private var noteOfMasks: String {
    guard hasMasks else { return "" }
    return "\t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't "
      + "understand, refer to the documentation for the UIView property "
      + "translatesAutoresizingMaskIntoConstraints) \n"
  }
}

/// A constraint that counts for nothing in an engine.
struct BrokenConstraint {
  let constraint: LayoutConstraint
  /// Its place in the order in which constraints were taken in.
  let order: Int
  /// The constraints that contradict it.
  private(set) var others: [ConstraintSolver.Constraint]
  /// The view whose layout code broke it.
  private(set) var layingOut: View?
  /// False as long as the change that broke it can still let it hold again.
  private(set) var isJudged = false

  /// Notes which constraints contradict it now.
  func note(_ others: [ConstraintSolver.Constraint], in list: inout [BrokenConstraint]) {
    guard !isJudged, let index = list.firstIndex(where: { $0.constraint === constraint }) else {
      return
    }
    list[index].others = others
  }

  mutating func judge() { (isJudged, others, layingOut) = (true, [], nil) }

  init(
    constraint: LayoutConstraint, order: Int, others: [ConstraintSolver.Constraint],
    layingOut: View?
  ) {
    (self.constraint, self.order) = (constraint, order)
    (self.others, self.layingOut) = (others, layingOut)
  }
}

/// An event of an engine, of which observers are told at the end of a change.
private enum ConflictNews {
  /// Constraints contradict each other; with the view whose layout code is running.
  case conflict(LayoutConflict, by: View?)
  /// A constraint was given up, or holds again.
  case broken(LayoutConstraint, Bool)
}

extension LayoutEngine {
  /// Logs the conflicts that are left at the end of a change, and tells observers.
  ///
  /// In a recording, this stands behind what follows from the deed itself, and whatever observers do meets a
  /// whole system.
  func judge() {
    awaitsJudgement = false
    let (fresh, relieved) = (broken.filter { !$0.isJudged }, mended)
    for index in broken.indices { broken[index].judge() }
    mended = []
    var news: [ConflictNews] = []
    for one in fresh where one.constraint.container != nil {
      if let conflict = logged(one) { news.append(.conflict(conflict, by: one.layingOut)) }
      guard isBound, !one.constraint.isToldBroken else { continue }
      one.constraint.isToldBroken = true
      news.append(.broken(one.constraint, true))
    }
    for constraint in relieved
    where constraint.isToldBroken && constraint.lowered?.handle != nil {
      (constraint.isToldBroken, constraint.lastConflict) = (false, 0)
      news.append(.broken(constraint, false))
    }
    for news in news {
      switch news {
      case .conflict(let conflict, let layingOut):
        root.view.pass?.tell { $0.constraintsConflicted(conflict, by: layingOut) }
      case .broken(let constraint, let isBroken):
        constraint.note(.isBroken, .flag(!isBroken), .flag(isBroken))
      }
    }
  }

  /// Logs a conflict, as UIKit does, unless it was the last one in which the same constraint was broken: an
  /// engine that is made anew meets it again.
  private func logged(_ broken: BrokenConstraint) -> LayoutConflict? {
    let constraint = broken.constraint
    var constraints: [LayoutConstraint] = []
    var lines: [String] = []
    var hasMasks = false
    for handle in broken.others {
      switch source(of: handle) {
      case .written(let other, _):
        constraints.append(other)
        lines.append(other.notation)
      case .implicit(let node, let form, let constant):
        guard let found = notation(of: form, constant, node) else { break }
        // A size speaks of a length twice, against growth and against shrinking, and so do insets.
        for line in found.lines where !lines.contains(line) { lines.append(line) }
        hasMasks = hasMasks || found.isOfMask
      case nil: break
      }
    }
    let conflict = LayoutConflict(
      constraints: constraints + [constraint], broken: constraint,
      lines: lines + [constraint.notation], hasMasks: hasMasks)
    let digest = conflict.digest
    guard digest != constraint.lastConflict else { return nil }
    constraint.lastConflict = digest
    let pass = root.view.pass
    if pass?.isSilent != true {
      StandardError.write(conflict.description + "\n")
    }
    return pass?.isWatched == true ? conflict : nil
  }
}

extension LayoutConflict {
  /// A number that is the same for the same lines, and never 0.
  fileprivate var digest: UInt32 {
    var digest: UInt32 = 2_166_136_261
    for byte in lines.lazy.flatMap(\.utf8) { digest = (digest ^ UInt32(byte)) &* 16_777_619 }
    return max(digest, 1)
  }
}
