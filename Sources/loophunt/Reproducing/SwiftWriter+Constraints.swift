import LayoutTrace
import ViewTree

/// The statements about constraints.
extension SwiftWriter {
  /// The statement that activates or deactivates several constraints at once.
  mutating func activation(_ acts: [RecordedAct], by author: Author) -> [String] {
    let places = acts.compactMap { plan.constraint(of: $0.deed) }
    guard case .constant(let value)? = acts.first?.track.course, !places.isEmpty else { return [] }
    knownConstraints[author, default: []].formUnion(places)
    let names = places.map { cast.constraintNames[$0] }.joined(separator: ", ")
    let all = author == .outside ? "[\(names)]" : "[\(names)].compactMap(\\.self)"
    return ["LayoutConstraint.\(value == [0] ? "de" : "")activate(\(all))"]
  }

  /// The statements that make the constraints between the views of the first tree.
  ///
  /// - Parameter named: The places of those that code changes later.
  mutating func constraints(named: Set<Int>) -> [String] {
    var lines: [String] = []
    for (role, guides) in cast.guideNames.enumerated() {
      for guide in guides {
        lines += ["let \(guide) = LayoutGuide()"]
        lines += ["\(cast.variables[role]).addLayoutGuide(\(guide))"]
      }
    }
    var active: [String] = []
    for (place, constraint) in plan.constraints.enumerated() {
      let isUsed = named.contains(place)
      guard isUsed || constraint.isInitial else { continue }
      let name = cast.constraintNames[place]
      let expression = expression(constraint, name)
      if isUsed || constraint.priority != 1000 || constraint.identifier != nil {
        lines.append("let \(name) = \(expression)")
        if constraint.priority != 1000 {
          lines.append(
            "\(name).priority = \(SwiftType.priority.literal([constraint.priority]))")
        }
        if let identifier = constraint.identifier {
          lines.append("\(name).identifier = \(SwiftText.literal(identifier))")
        }
        if constraint.isInitial { active.append(name) }
      } else {
        active.append(expression)
      }
    }
    guard !active.isEmpty else { return lines }
    return lines + ["LayoutConstraint.activate(["] + active.map { "  \($0)," } + ["])"]
  }

  private mutating func expression(_ constraint: RecordedConstraint, _ name: String) -> String {
    func item(_ side: RecordedConstraint.Side) -> String {
      if case .own(let place)? = side.guide { return cast.guideNames[side.role][place - 1] }
      if side.guide?.isOfScrollView == true, plan.parts[side.role].base != .scroll {
        return cast.variables[side.role]
      }
      return cast.variables[side.role] + (side.guide?.property.map { ".\($0)" } ?? "")
    }
    let constant =
      constraint.constant == 0
      ? nil
      : values.name("\(name)Constant", "CGFloat", SwiftNames.literal(constraint.constant))
    let factor =
      constraint.multiplier == 1
      ? nil
      : values.name("\(name)Multiplier", "CGFloat", SwiftNames.literal(constraint.multiplier))
    let word = constraint.relation.word
    let first = constraint.first
    let isLength = first.attribute == .width || first.attribute == .height
    guard let second = constraint.second else {
      return
        "\(item(first)).\(first.attribute)Anchor.constraint(\(word)Constant: \(constant ?? "0"))"
    }
    if first.hasAnchor, second.hasAnchor, factor == nil || isLength {
      var arguments = ["\(word): \(item(second)).\(second.attribute)Anchor"]
      if let factor { arguments.append("multiplier: \(factor)") }
      if let constant { arguments.append("constant: \(constant)") }
      return
        "\(item(first)).\(first.attribute)Anchor.constraint(\(arguments.joined(separator: ", ")))"
    }
    return "LayoutConstraint(item: \(item(first)), attribute: .\(first.attribute), "
      + "relatedBy: .\(constraint.relation), toItem: \(item(second)), "
      + "attribute: .\(second.attribute), multiplier: \(factor ?? "1"), "
      + "constant: \(constant ?? "0"))"
  }
}

extension LayoutConstraint.Relation {
  /// The label of an anchor's method.
  fileprivate var word: String {
    switch self {
    case .equal: "equalTo"
    case .lessThanOrEqual: "lessThanOrEqualTo"
    case .greaterThanOrEqual: "greaterThanOrEqualTo"
    }
  }
}

extension RecordedConstraint.Side {
  /// True if an anchor stands for it.
  fileprivate var hasAnchor: Bool {
    switch attribute {
    case .leading, .trailing, .left, .right, .top, .bottom, .width, .height, .centerX, .centerY:
      true
    case .firstBaseline, .lastBaseline: guide == nil
    default: false
    }
  }
}
