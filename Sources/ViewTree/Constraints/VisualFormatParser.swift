import Foundation

/// Reads a visual format and makes its constraints on the way.
struct VisualFormatParser {
  typealias Attribute = LayoutConstraint.Attribute
  typealias Failure = VisualFormatError

  private let format: String
  private let characters: [Character]
  private let options: LayoutConstraint.FormatOptions
  private let metrics: [String: Any]
  private let views: [String: Any]
  private var position = 0
  private var isVertical = false
  private var constraints: [LayoutConstraint] = []

  /// One end of a distance: a view, or the superview.
  private enum End {
    case item(ConstraintNode)
    case superview(position: Int)
  }

  /// The number that a distance or a length is to have.
  private struct Predicate {
    var relation = LayoutConstraint.Relation.equal
    var constant: CGFloat = 0
    /// The view whose length counts, instead of a number.
    var node: ConstraintNode?
    var priority = LayoutPriority.required
    /// True for the distance of the system.
    var isStandard = false
  }

  init(
    _ format: String, _ options: LayoutConstraint.FormatOptions, metrics: [String: Any],
    views: [String: Any]
  ) {
    (self.format, characters, self.options) = (format, Array(format), options)
    (self.metrics, self.views) = (metrics, views)
  }

  mutating func parse() throws(Failure) -> [LayoutConstraint] {
    guard !characters.isEmpty else { throw failure("The format is empty.") }
    try parseOrientation()
    try checkAlignments()
    var before: End?
    if take("|") { before = .superview(position: position - 1) }
    var last: ConstraintNode?
    while true {
      let gap = before == nil ? nil : try parseConnection()
      if position < characters.count, characters[position] == "|", before != nil {
        guard last != nil else { throw failure("Expected a view") }
        position += 1
        try connect(before, .superview(position: position - 1), gap)
        break
      }
      if gap == nil, last != nil, position == characters.count { break }
      let node = try parseView(before, gap)
      if let last { align(last, node) }
      (before, last) = (.item(node), node)
    }
    guard position == characters.count else {
      throw failure("Expected the end of the format string")
    }
    return constraints
  }

  // MARK: Parts

  private mutating func parseOrientation() throws(Failure) {
    guard let first = characters.first, first == "H" || first == "V" else { return }
    position = 1
    guard take(":") else { throw failure("Expected a ':' after the orientation") }
    isVertical = first == "V"
  }

  private func checkAlignments() throws(Failure) {
    let axis: LayoutConstraint.Axis = isVertical ? .vertical : .horizontal
    guard options.alignments.contains(where: { $0.axis == axis }) else { return }
    let name = isVertical ? "vertical" : "horizontal"
    throw failure(
      "Options mask required views to be aligned on a \(name) edge, which is not allowed for layout "
        + "that is also \(name).")
  }

  /// Reads a view with its lengths, and ties it to what is before it.
  private mutating func parseView(
    _ before: End?, _ gap: [Predicate]?
  ) throws(Failure) -> ConstraintNode {
    guard take("[") else { throw failure("Expected a view") }
    let start = position
    guard let name = takeName() else {
      throw failure(
        "Expected a view. View names must start with a letter or an underscore, then contain letters, "
          + "numbers, and underscores.")
    }
    guard let item = views[name] else {
      throw failure("\(name) is not a key in the views dictionary.", at: start)
    }
    guard let node = node(of: item) else {
      throw failure("\(name) is neither a view nor a layout guide.", at: start)
    }
    try connect(before, .item(node), before == nil ? nil : gap ?? [Predicate()])
    if position < characters.count, characters[position] == "(" {
      for predicate in try parsePredicates(allowingViews: true) { try addLength(node, predicate) }
    }
    guard take("]") else { throw failure("Expected a ']'") }
    return node
  }

  /// Reads the distance to the next view; nil if the views touch.
  private mutating func parseConnection() throws(Failure) -> [Predicate]? {
    guard take("-") else { return nil }
    guard position < characters.count else { throw failure("Expected a view") }
    if characters[position] == "[" || characters[position] == "|" {
      return [Predicate(isStandard: true)]
    }
    let predicates: [Predicate]
    if characters[position] == "(" {
      predicates = try parsePredicates(allowingViews: false)
    } else {
      predicates = [try parsePredicate(allowingViews: false, isSimple: true)]
    }
    guard take("-") else { throw failure("Expected a '-'") }
    guard position < characters.count else { throw failure("Expected a view") }
    return predicates
  }

  private mutating func parsePredicates(allowingViews: Bool) throws(Failure) -> [Predicate] {
    position += 1
    var predicates: [Predicate] = []
    repeat {
      while take(" ") {}
      predicates.append(try parsePredicate(allowingViews: allowingViews, isSimple: false))
    } while take(",")
    guard take(")") else { throw failure("Expected a ')'") }
    return predicates
  }

  private mutating func parsePredicate(
    allowingViews: Bool, isSimple: Bool
  ) throws(Failure) -> Predicate {
    var predicate = Predicate()
    if !isSimple { predicate.relation = takeRelation() }
    let start = position
    if let number = takeNumber(isSigned: !isSimple) {
      predicate.constant = number
    } else if let name = takeName() {
      if let metric = metrics[name] {
        predicate.constant = try number(metric, name, at: start)
      } else if allowingViews, let item = views[name], let node = node(of: item) {
        predicate.node = node
      } else {
        throw failure(
          "Encountered metric with name \"\(name)\", but value was not specified in metrics or views "
            + "dictionaries", at: start)
      }
    } else {
      throw failure(
        "Expected a number or key from the metrics dictionary, but encountered something else")
    }
    if !isSimple, take("@") { predicate.priority = try parsePriority() }
    return predicate
  }

  private mutating func parsePriority() throws(Failure) -> LayoutPriority {
    let start = position
    var value: CGFloat?
    if let number = takeNumber(isSigned: false) { value = number }
    if value == nil, let name = takeName() {
      guard let metric = metrics[name] else {
        throw failure("\(name) is not a key in the metrics dictionary.", at: start)
      }
      value = try number(metric, name, at: start)
    }
    guard let value else { throw failure("Expected a priority") }
    guard value > 0, value <= 1000 else {
      throw failure("Priorities must be greater than 0 and at most 1000", at: start)
    }
    return LayoutPriority(Float(value))
  }

  // MARK: Tokens

  private mutating func take(_ character: Character) -> Bool {
    guard position < characters.count, characters[position] == character else { return false }
    position += 1
    return true
  }

  private mutating func takeRelation() -> LayoutConstraint.Relation {
    let text = String(characters[position...].prefix(2))
    guard ["==", "<=", ">="].contains(text) else { return .equal }
    position += 2
    return text == "==" ? .equal : text == "<=" ? .lessThanOrEqual : .greaterThanOrEqual
  }

  private mutating func takeName() -> String? {
    let rest = characters[position...]
    guard let first = rest.first, first.isASCII, first.isLetter || first == "_" else { return nil }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    position += name.count
    return String(name)
  }

  private mutating func takeNumber(isSigned: Bool) -> CGFloat? {
    var end = position
    if isSigned, end < characters.count, characters[end] == "-" { end += 1 }
    let digits = characters[end...].prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.contains(where: { $0 != "." }) else { return nil }
    end += digits.count
    guard let number = Double(String(characters[position..<end])), number.isFinite else {
      return nil
    }
    position = end
    return CGFloat(number)
  }

  private func node(of item: Any) -> ConstraintNode? {
    (item as? View)?.constraintNode ?? (item as? LayoutGuide)?.node
  }

  private func number(_ metric: Any, _ name: String, at start: Int) throws(Failure) -> CGFloat {
    let number: CGFloat? =
      switch metric {
      case let value as CGFloat: value
      case let value as Double: CGFloat(value)
      case let value as Float: CGFloat(value)
      case let value as Int: CGFloat(value)
      case let value as LayoutPriority: CGFloat(value.rawValue)
      case let value as NSNumber: CGFloat(value.doubleValue)
      default: nil
      }
    guard let number, number.isUsable else {
      throw failure("The value for the metric \(name) is not a finite number.", at: start)
    }
    return number
  }

  private func failure(_ reason: String, at place: Int? = nil) -> Failure {
    Failure(reason: reason, position: place ?? position, format: format)
  }

  // MARK: Constraints

  /// The edges where a view begins and ends in the direction of the format.
  private var edges: (start: Attribute, end: Attribute) {
    if isVertical { return (.top, .bottom) }
    if options.contains(.directionRightToLeft) { return (.right, .left) }
    return options.contains(.directionLeftToRight) ? (.left, .right) : (.leading, .trailing)
  }

  /// True if larger positions lie before smaller ones.
  private var isReversed: Bool { !isVertical && options.contains(.directionRightToLeft) }

  private mutating func connect(
    _ before: End?, _ after: End, _ gap: [Predicate]?
  ) throws(Failure) {
    guard let before else { return }
    for predicate in gap ?? [Predicate()] {
      switch (before, after) {
      case (.item(let one), .item(let next)):
        let isText = isVertical && options.contains(.spacingBaselineToBaseline)
        let (from, to): (Attribute, Attribute) =
          isText ? (.lastBaseline, .firstBaseline) : (edges.end, edges.start)
        addDistance(ConstraintSide(one, from), ConstraintSide(next, to), predicate)
      case (.superview(let place), .item(let view)):
        let superview = try superview(of: view, at: place)
        addDistance(
          ConstraintSide(superview, margin(edges.start, predicate)),
          ConstraintSide(view, edges.start), predicate)
      case (.item(let view), .superview(let place)):
        let superview = try superview(of: view, at: place)
        addDistance(
          ConstraintSide(view, edges.end), ConstraintSide(superview, margin(edges.end, predicate)),
          predicate)
      case (.superview, .superview): throw failure("Expected a view")
      }
    }
  }

  private func superview(of node: ConstraintNode, at place: Int) throws(Failure) -> ConstraintNode {
    let superview = node.isGuide ? node.view : node.view?.superview
    guard let superview else {
      throw failure(
        "Unable to interpret '|' character, because the related view doesn't have a superview",
        at: place)
    }
    return superview.constraintNode
  }

  /// The distance of the system from a superview is its margin.
  private func margin(_ edge: Attribute, _ predicate: Predicate) -> Attribute {
    guard predicate.isStandard else { return edge }
    return Attribute.allCases.first { $0.withinMargins == edge } ?? edge
  }

  private mutating func addDistance(
    _ start: ConstraintSide, _ end: ConstraintSide, _ predicate: Predicate
  ) {
    let isMargin = start.attribute.withinMargins != nil || end.attribute.withinMargins != nil
    let constant = predicate.isStandard ? (isMargin ? 0 : 8) : predicate.constant
    let (first, second) = isReversed ? (start, end) : (end, start)
    add(first, predicate.relation, second, constant, predicate.priority)
  }

  private mutating func addLength(
    _ node: ConstraintNode, _ predicate: Predicate
  ) throws(Failure) {
    let attribute: Attribute = isVertical ? .height : .width
    let second = predicate.node.map { ConstraintSide($0, attribute) }
    if second == nil, predicate.constant < 0 { throw failure("A length cannot be negative") }
    add(
      ConstraintSide(node, attribute), predicate.relation, second, predicate.constant,
      predicate.priority)
  }

  private mutating func align(_ one: ConstraintNode, _ next: ConstraintNode) {
    for attribute in options.alignments {
      add(ConstraintSide(next, attribute), .equal, ConstraintSide(one, attribute), 0, .required)
    }
  }

  private mutating func add(
    _ first: ConstraintSide, _ relation: LayoutConstraint.Relation, _ second: ConstraintSide?,
    _ constant: CGFloat, _ priority: LayoutPriority
  ) {
    let constraint = LayoutConstraint.make(first, relation, second, constant: constant)
    constraint.priority = priority
    constraints.append(constraint)
  }
}
