import Foundation

/// The variables of a view or a guide in one engine, and the constraints that nobody wrote.
final class EngineMember {
  typealias Variable = ConstraintSolver.Variable

  /// The engine, whose end lets the node forget this member.
  unowned(unsafe) let engine: LayoutEngine
  let node: ConstraintNode
  /// Its place in the engine's list.
  var index: Int
  /// The corner of the frame in the superview's coordinates, and its lengths.
  let x: Variable
  let y: Variable
  let width: Variable
  let height: Variable
  /// The constraints of its place, if code sets that, or an inset.
  @exclusivity(unchecked) var place: [ImplicitConstraint] = []
  /// The constraints of the intrinsic size.
  @exclusivity(unchecked) var natural = AxisPair<[ImplicitConstraint]>([])
  /// The intrinsic size that observers were told of last.
  var measured = CGSize(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
  /// State that few members have, kept apart so that the others stay small.
  private var rarities: Rarities?
  /// The values of which the superview was told last.
  var told: CGRect?
  /// True while it waits for its intrinsic size, for that at its width, or to tell of new values.
  var isUnmeasured = false
  /// True if its intrinsic size is to count as new when it is asked for it.
  var isRenewed = false
  /// True if it waits for its intrinsic size only because its stack makes its constraints anew.
  var waitsForStack = false
  var isUnwrapped = false
  var isMoved = false

  init(_ node: ConstraintNode, in engine: LayoutEngine, at index: Int) {
    (self.node, self.engine, self.index) = (node, engine, index)
    let owner = Int32(index)
    (x, y, width, height) = engine.solver.makeFourVariables(of: owner)
  }

  private final class Rarities {
    var content: AxisPair<Variable>?
    var offset: AxisPair<Variable>?
    var offsetPlace: [ImplicitConstraint] = []
    var textWidth = View.noIntrinsicMetric
    var bounds: [ImplicitConstraint] = []
    var alignment = EdgeInsets.zero
    @exclusivity(unchecked) var sizeCause: PendingCause?
    @exclusivity(unchecked) var wrapCause: PendingCause?
    @exclusivity(unchecked) var moveCause: PendingCause?
    @exclusivity(unchecked) var moveSource: ConstraintNode?
  }

  /// Changes such state.
  private func changeRarities(_ body: (Rarities) -> Void) {
    let changed = rarities ?? Rarities()
    rarities = changed
    body(changed)
  }

  /// The lengths of the content of a scroll view that constraints name.
  var content: AxisPair<Variable>? {
    get { rarities?.content }
    set { changeRarities { $0.content = newValue } }
  }

  /// The offset of a scroll view that constraints name.
  var offset: AxisPair<Variable>? {
    get { rarities?.offset }
    set { changeRarities { $0.offset = newValue } }
  }

  /// The constraints of the offset of a scroll view.
  var offsetPlace: [ImplicitConstraint] {
    get { rarities?.offsetPlace ?? [] }
    set { changeRarities { $0.offsetPlace = newValue } }
  }

  /// The width of a text of several lines in one line.
  var textWidth: CGFloat {
    get { rarities?.textWidth ?? View.noIntrinsicMetric }
    set { changeRarities { $0.textWidth = newValue } }
  }

  /// The constraints that keep lengths from being negative, made when one would be.
  var bounds: [ImplicitConstraint] {
    get { rarities?.bounds ?? [] }
    set { changeRarities { $0.bounds = newValue } }
  }

  /// The insets of the alignment rectangle that count.
  var alignment: EdgeInsets {
    get { rarities?.alignment ?? .zero }
    set { if newValue != alignment { changeRarities { $0.alignment = newValue } } }
  }

  /// The causes for which it waits for its sizes; nil for code outside layout.
  var sizeCause: PendingCause? {
    get { rarities?.sizeCause }
    set { if rarities != nil || newValue != nil { changeRarities { $0.sizeCause = newValue } } }
  }
  var wrapCause: PendingCause? {
    get { rarities?.wrapCause }
    set { if rarities != nil || newValue != nil { changeRarities { $0.wrapCause = newValue } } }
  }

  /// The cause of its new values; nil for the running code.
  var moveCause: PendingCause? {
    get { rarities?.moveCause }
    set { if rarities != nil || newValue != nil { changeRarities { $0.moveCause = newValue } } }
  }

  /// The item whose size or constraints gave it its new values; nil for anything else.
  var moveSource: ConstraintNode? {
    get { rarities?.moveSource }
    set { if rarities != nil || newValue != nil { changeRarities { $0.moveSource = newValue } } }
  }

  func takeSizeCause() -> PendingCause? {
    defer { sizeCause = nil }
    return sizeCause
  }

  func takeWrapCause() -> PendingCause? {
    defer { wrapCause = nil }
    return wrapCause
  }

  func takeMoveCause() -> PendingCause? {
    defer { moveCause = nil }
    return moveCause
  }

  /// Notes an item that gave it new values; of several, its own one.
  func noteSource(_ item: ConstraintNode?) {
    if !isMoved || moveSource !== node { moveSource = item }
  }

  func takeMoveSource() -> ConstraintNode? {
    defer { moveSource = nil }
    return moveSource
  }

  @inline(__always)
  func forEachVariable(_ body: (Variable) -> Void) {
    body(x)
    body(y)
    body(width)
    body(height)
    guard rarities != nil else { return }
    for pair in [content, offset] {
      guard let pair else { continue }
      body(pair.horizontal)
      body(pair.vertical)
    }
  }

  func forEachImplicit(_ body: (ImplicitConstraint) -> Void) {
    place.forEach(body)
    natural.horizontal.forEach(body)
    natural.vertical.forEach(body)
    guard rarities != nil else { return }
    offsetPlace.forEach(body)
    bounds.forEach(body)
  }

  func position(_ axis: LayoutConstraint.Axis) -> Variable { axis == .horizontal ? x : y }
  func length(_ axis: LayoutConstraint.Axis) -> Variable { axis == .horizontal ? width : height }

  /// The solved values on the grid of pixels.
  var frame: CGRect { engine.frame(of: self) }

  /// The solved size of a scroll view's content; nil unless constraints name it.
  var contentSize: CGSize? {
    content.map { CGSize(width: engine.value($0.horizontal), height: engine.value($0.vertical)) }
  }
}

/// A constraint that nobody wrote: of a mask, an inset, an intrinsic size, or that lengths aren't negative.
struct ImplicitConstraint {
  var handle: ConstraintSolver.Constraint?
  /// The relation without its constant.
  let form: Form
  var constant: Double
  let priority: Double
  /// The priority for a sum below the constant, if it is another one.
  var below: Double?

  /// `variable - factor × other (≤ = ≥) constant`.
  struct Form: Equatable {
    let variable: ConstraintSolver.Variable
    var other: ConstraintSolver.Variable?
    var relation = ConstraintSolver.Relation.equal
    var factor = 0.0

    /// Adds the terms to a sum without any.
    func add(to sum: inout LinearSum) {
      sum.add(variable, 1)
      if let other, factor != 0 { sum.add(other, -factor) }
    }

    /// True if only rounding errors lie between the factors of two forms.
    func isNear(_ form: Form) -> Bool {
      variable == form.variable && relation == form.relation
        && abs(factor - form.factor) <= 1e-9 && (factor == 0 || other == form.other)
    }
  }

  init(_ form: Form, _ constant: Double, priority: Double = ConstraintSolver.required) {
    let limit = Self.farthest
    self.constant = min(max(constant, -limit), limit)
    (self.form, self.priority) = (form, priority)
  }

  /// The farthest place and the longest length that count: beyond, too few digits are left for the others.
  private static let farthest = 1e9
}
