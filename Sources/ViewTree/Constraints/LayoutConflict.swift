import Foundation

/// Constraints that cannot all hold, and the one that was given up for it.
public struct LayoutConflict: CustomStringConvertible {
  /// The constraints of the app that contradict each other, the broken one included.
  public let constraints: [LayoutConstraint]
  /// The constraint that counts for nothing until the others allow it; it stays active.
  public let broken: LayoutConstraint
  /// All constraints of the conflict, with those of masks, insets and sizes, in the notation of UIKit.
  public let lines: [String]

  /// The text of UIKit's log.
  public var description: String {
    """
    [LayoutConstraints] Unable to simultaneously satisfy constraints.
    \tProbably at least one of the constraints in the following list is one you don't want. 
    \tTry this: 
    \t\t(1) look at each constraint and try to figure out which you don't expect; 
    \t\t(2) find the code that added the unwanted constraint or constraints and fix it. 
    (
    \(lines.map { "    \"\($0)\"" }.joined(separator: ",\n"))
    )

    Will attempt to recover by breaking constraint 
    \(broken.notation)

    Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
    The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in \
    <UIKitCore/UIView.h> may also be helpful.
    """
  }
}

/// An event of an engine, of which observers are told at the end of a change.
enum ConflictNews {
  /// Constraints contradict each other; with the view whose layout code is running.
  case conflict(LayoutConflict, by: View?)
  /// A constraint was given up, or holds again.
  case broken(LayoutConstraint, Bool)
}

extension LayoutEngine {
  /// Logs a conflict, as UIKit does, and tells observers.
  func report(_ constraint: LayoutConstraint, because others: [ConstraintSolver.Constraint]) {
    var constraints: [LayoutConstraint] = []
    var lines: [String] = []
    for handle in others {
      switch source(of: handle) {
      case .written(let other, _):
        constraints.append(other)
        lines.append(other.notation)
      case .implicit(let node, let form, let constant):
        if let line = notation(of: form, constant, node) { lines.append(line) }
      case nil: break
      }
    }
    let conflict = LayoutConflict(
      constraints: constraints + [constraint], broken: constraint,
      lines: lines + [constraint.notation])
    let pass = root.view.pass
    if pass?.isSilent != true {
      StandardError.write(conflict.description + "\n")
    }
    guard let pass, pass.isWatched else { return }
    note(.conflict(conflict, by: pass.layingOut))
  }

  /// The notation of a constraint that nobody wrote; nil if it keeps a length from being negative.
  private func notation(
    of form: ImplicitConstraint.Form, _ constant: Double, _ node: ConstraintNode
  ) -> String? {
    let number = CGFloat(constant).shortText
    guard let member = knownMember(of: node),
      !member.bounds.contains(where: { $0.form == form })
    else { return nil }
    let names = [
      (member.x, "minX"), (member.y, "minY"), (member.width, "width"), (member.height, "height"),
    ]
    let attribute = names.first { $0.0 == form.variable }?.1 ?? "contentOffset"
    guard form.relation == .equal else {
      let sign = form.relation == .lessOrEqual ? "<=" : ">="
      return "<NSContentSizeLayoutConstraint \(node.name).\(attribute) \(sign) \(number)>"
    }
    if let area = node.area {
      let name = "'\(area.identifier)-\(attribute)'"
      return "<NSLayoutConstraint \(name) \(node.name).\(attribute)   (active)>"
    }
    guard let view = node.view, view.link != root else {
      let name = "'UIWindow-\(attribute)'"
      return "<NSLayoutConstraint \(name) \(node.name).\(attribute) == \(number)   (active)>"
    }
    let rest = form.factor == 0 ? "== \(number)" : "follows its superview"
    return "<NSAutoresizingMaskLayoutConstraint \(view.storedMask.springs) "
      + "\(node.name).\(attribute) \(rest)   (active)>"
  }
}

extension AutoresizingMask {
  /// The mask in UIKit's logs: fixed parts as `-`, flexible ones as `&`, in the order margin, length, margin.
  fileprivate var springs: String {
    func text(_ axis: AutoresizingAxis) -> String {
      [axis.leadingIsFlexible, axis.lengthIsFlexible, axis.trailingIsFlexible]
        .map { $0 ? "&" : "-" }.joined()
    }
    return "h=\(text(horizontal)) v=\(text(vertical))"
  }
}
