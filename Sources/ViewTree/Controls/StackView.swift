import Foundation

/// Arranges views in a row or a column, in its `layoutSubviews`.
///
/// An arranged view is always a subview too. The stack asks it for its `intrinsicContentSize`, or
/// for its `sizeThatFits` if it has no intrinsic size or gets less width than that. Hidden views
/// take no space: their length is 0, in the middle of the gap. Frames lie on whole pixels.
///
/// Once a constraint names the stack or one of its views, or somebody asked for its `constraints`,
/// constraints with UIKit's identifiers arrange the views.
open class StackView: View {
  /// The arranged views, each with its own spacing after it, if any.
  private var arranged: [(view: View, spacing: CGFloat?)] = []
  /// The natural size of this stack as a surrounding stack knows it.
  private var announcedSize: CGSize?
  /// True if constraints arrange the views, and if those are still of an older arrangement.
  final var usesConstraints = false
  final var hasStaleConstraints = false
  /// Grows with each change of the arrangement.
  final var arrangementVersion = 0
  /// The constraints that this stack made.
  final var ownConstraints: [LayoutConstraint] = []

  // MARK: Life

  /// Makes an empty stack.
  ///
  /// - Parameter frame: The place in the superview's coordinates.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a stack of `views`.
  ///
  /// - Parameter views: The arranged views, in their order.
  public convenience init(arrangedSubviews views: [View]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  deinit {
    // Once only the subviews hold them, they die one after another, however deep stacks are nested.
    let old = arranged
    arranged = []
    for (view, _) in old { view.flags.remove(.isArranged) }
    withExtendedLifetime(old) {}
  }

  // MARK: Settings

  /// The direction in which the views follow each other.
  open var axis = Axis.horizontal {
    didSet {
      guard axis != oldValue else { return }
      settingDidChange(.axis, .word("\(oldValue)"), .word("\(axis)"))
    }
  }

  /// The way in which the views share the length of the stack.
  open var distribution = Distribution.fill {
    didSet {
      guard distribution != oldValue else { return }
      settingDidChange(.distribution, .word("\(oldValue)"), .word("\(distribution)"))
    }
  }

  /// Size and place across the axis.
  open var alignment = Alignment.fill {
    didSet {
      guard alignment != oldValue else { return }
      settingDidChange(.alignment, .word("\(oldValue)"), .word("\(alignment)"))
    }
  }

  /// The distance between two views; a minimum if the distribution makes it larger.
  open var spacing: CGFloat = 0 {
    didSet {
      requireFinite([spacing], "StackView.spacing")
      if spacing != oldValue { settingDidChange(.spacing, .number(oldValue), .number(spacing)) }
    }
  }

  /// True if the stack keeps its margins free.
  open var isLayoutMarginsRelativeArrangement = false {
    didSet {
      let isRelative = isLayoutMarginsRelativeArrangement
      guard isRelative != oldValue else { return }
      settingDidChange(
        .isLayoutMarginsRelativeArrangement, .flag(oldValue), .flag(isRelative))
    }
  }

  private func settingDidChange(
    _ property: GeometryProperty, _ old: GeometryValue, _ new: GeometryValue
  ) {
    arrangementDidChange()
    noteChange(property, old, new)
    setNeedsLayout(because: DirtyReason(property))
  }

  // MARK: Arranged views

  /// The views in the order of their arrangement, hidden ones included.
  open var arrangedSubviews: [View] { arranged.map(\.view) }

  /// Adds `view` after the other arranged views, and as a subview unless it already is one.
  ///
  /// - Parameter view: The view to arrange.
  open func addArrangedSubview(_ view: View) { insertArrangedSubview(view, at: arranged.count) }

  /// Inserts `view` at `index`, or moves it there.
  ///
  /// - Parameters:
  ///   - view: The view to arrange.
  ///   - index: The place among the arranged views. An index past the end means the end.
  open func insertArrangedSubview(_ view: View, at index: Int) {
    require(
      index >= 0,
      """
      insertArrangedSubview(_:at:) got the index \(index). Use an index from 0 to \
      arrangedSubviews.count.
      """)
    if view.superview !== self {
      addSubview(view)
      // A callback may have removed it again, or arranged it already.
      guard view.superview === self else { return }
    }
    let old = arranged.firstIndex { $0.view === view }
    let entry = old.map { arranged.remove(at: $0) } ?? (view, nil)
    let new = min(index, arranged.count)
    arranged.insert(entry, at: new)
    view.noteArrangement(true, byConstraints: usesConstraints)
    if view.isNamedByConstraints { adoptConstraints() }
    if new != old { placeDidChange(of: view, from: old, to: new) }
  }

  /// Removes `view` from the arrangement.
  ///
  /// It remains a subview and keeps its place.
  ///
  /// - Parameter view: The view to remove. A view that is not arranged is ignored.
  open func removeArrangedSubview(_ view: View) {
    guard let index = arranged.firstIndex(where: { $0.view === view }) else { return }
    // The caller holds the view, so nothing dies here.
    arranged.remove(at: index)
    view.noteArrangement(false)
    placeDidChange(of: view, from: index, to: nil)
  }

  private func placeDidChange(of view: View, from old: Int?, to new: Int?) {
    arrangementDidChange()
    view.noteChange(.arrangedIndex, .number(CGFloat(old ?? -1)), .number(CGFloat(new ?? -1)))
    setNeedsLayout(because: .arranged)
  }

  /// Sets the distance after one arranged view.
  ///
  /// - Parameters:
  ///   - spacing: The distance. `spacingUseDefault` restores the stack's `spacing`.
  ///   - view: The view before the distance.
  open func setCustomSpacing(_ spacing: CGFloat, after view: View) {
    requireFinite([spacing], "StackView.customSpacing")
    guard let index = arranged.firstIndex(where: { $0.view === view }) else { return }
    let custom: CGFloat? =
      switch spacing {
      case StackView.spacingUseDefault: nil
      case StackView.spacingUseSystem: 8
      default: spacing
      }
    let old = arranged[index].spacing
    guard custom != old else { return }
    arranged[index].spacing = custom
    arrangementDidChange()
    // Without a distance of its own it has the stack's.
    view.noteChange(.customSpacing, .number(old ?? self.spacing), .number(custom ?? self.spacing))
    setNeedsLayout(because: "customSpacing")
  }

  /// Returns the distance that was set after `view`, or `spacingUseDefault`.
  ///
  /// - Parameter view: The view before the distance.
  open func customSpacing(after view: View) -> CGFloat {
    arranged.first { $0.view === view }?.spacing ?? StackView.spacingUseDefault
  }

  /// Removes a view from the arrangement when it leaves the subviews.
  ///
  /// An override must call super.
  ///
  /// - Parameter subview: The view that leaves.
  open override func willRemoveSubview(_ subview: View) {
    super.willRemoveSubview(subview)
    forget(subview)
  }

  /// Drops a view that is arranged (again) after `willRemoveSubview`.
  ///
  /// A callback may arrange it while it is still here, an override may not call super, and nothing
  /// is called for a view that a callback brought here on its way elsewhere.
  override func forgetSubview(_ subview: View) {
    super.forgetSubview(subview)
    forget(subview)
  }

  /// Ends the arrangement of a view, which the caller holds, so that nothing dies here.
  private func forget(_ subview: View) {
    guard arranged.contains(where: { $0.view === subview }) else { return }
    arranged.removeAll { $0.view === subview }
    subview.flags.remove(.isArranged)
    arrangementDidChange()
  }

  override func subviewDidChangeVisibility(_ subview: View) {
    super.subviewDidChangeVisibility(subview)
    guard arranged.contains(where: { $0.view === subview }) else { return }
    arrangementDidChange()
    invalidate(.isHidden, through: subview)
  }

  override func displayScaleDidChange() {
    super.displayScaleDidChange()
    // The window's setter dirties, not one of this stack.
    invalidate("displayScale", through: window)
  }

  override func layoutDirectionDidChange() {
    super.layoutDirectionDidChange()
    arrangementDidChange()
    setNeedsLayout(because: "semanticContentAttribute")
  }

  // MARK: Layout

  /// Arranges the views that are not hidden.
  ///
  /// An override must call super.
  open override func layoutSubviews() {
    super.layoutSubviews()
    // In a replay, the recorded setters do this.
    guard !isScripted, !usesConstraints else { return }
    byEngine {
      announceSize()
      let area = isLayoutMarginsRelativeArrangement ? bounds.inset(by: layoutMargins) : bounds
      arrangement.place(in: area, of: self)
    }
  }

  // MARK: Constraints

  override func wasNamed(by constraint: LayoutConstraint) { adoptConstraints(of: constraint) }

  override func subviewWasNamed(_ subview: View, by constraint: LayoutConstraint) {
    if !usesConstraints, arranged.contains(where: { $0.view === subview }) {
      adoptConstraints(of: constraint)
    }
  }

  /// Notes a constraint of somebody else; callers don't retain the stack.
  private func adoptConstraints(of constraint: LayoutConstraint) {
    let held = link
    held.retain()
    defer { held.release() }
    noteForeign(constraint)
  }

  override func constraintsWillBeShown() {
    guard !arranged.isEmpty else { return }
    adoptConstraints()
    byEngine { renewConstraints(in: engine) }
  }

  override var isSizedByOwnConstraints: Bool { usesConstraints && !arranged.isEmpty }

  override func renewOwnConstraints(in engine: LayoutEngine?) -> Bool {
    guard hasStaleConstraints else { return false }
    byEngine { renewConstraints(in: engine) }
    return true
  }

  override func arrangedViewWasMeasured() {
    if distribution == .fillProportionally { arrangementDidChange() }
  }

  /// The view whose baseline counts as the first one: the first visible arranged view, or one in it.
  open override var forFirstBaselineLayout: View {
    let first = arranged.first { !$0.view.isHidden }?.view
    return first.map { view in view.called { view.forFirstBaselineLayout } } ?? self
  }

  /// The view whose baseline counts as the last one, the last visible one in a column, else the first.
  open override var forLastBaselineLayout: View {
    let visible = arranged.filter { !$0.view.isHidden }
    let speaker = (axis == .vertical ? visible.last : visible.first)?.view
    return speaker.map { view in view.called { view.forLastBaselineLayout } } ?? self
  }

  // MARK: Sizes

  /// The natural size, in the directions in which every arranged view has one.
  open override var intrinsicContentSize: CGSize { withMargins(arrangement.intrinsicSize) }

  /// The size at which no arranged view is stretched or squeezed, at the width of `size`.
  ///
  /// - Parameter size: The available space. Only its width counts.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let margins = isLayoutMarginsRelativeArrangement ? layoutMargins : .zero
    let width = size.width > 0 ? max(0, size.width - margins.left - margins.right) : .infinity
    return withMargins(arrangement.fittingSize(width: width))
  }

  /// True for a computed arrangement with a text that wraps, as constraints would measure it.
  override var isMeasuredTwice: Bool {
    !usesConstraints && arranged.contains { !$0.view.isHidden && $0.view.isMeasuredTwice }
  }

  override func intrinsicContentSize(wrappedAt width: CGFloat) -> CGSize {
    var size = intrinsicContentSize
    guard width < LayoutEngine.unlimitedWidth, size.height != View.noIntrinsicMetric else {
      return size
    }
    size.height = sizeThatFits(CGSize(width: width, height: 0)).height
    return size
  }

  private func withMargins(_ size: CGSize) -> CGSize {
    guard isLayoutMarginsRelativeArrangement else { return size }
    let none = View.noIntrinsicMetric
    return CGSize(
      width: size.width == none ? none : size.width + layoutMargins.left + layoutMargins.right,
      height: size.height == none ? none : size.height + layoutMargins.top + layoutMargins.bottom)
  }

  private var arrangement: StackArrangement {
    var items: [StackArrangement.Item] = []
    var parked: [StackArrangement.ParkedItem] = []
    for (view, own) in arranged where view.superview === self {
      if view.isHidden {
        parked.append(StackArrangement.ParkedItem(view: view, place: items.count))
      } else {
        items.append(StackArrangement.Item(view: view, spacing: own ?? spacing))
      }
    }
    return StackArrangement(
      items: items, parked: parked, axis: axis, distribution: distribution, alignment: alignment,
      isMirrored: effectiveUserInterfaceLayoutDirection == .rightToLeft,
      grid: PixelGrid(of: window))
  }

  /// Tells a surrounding stack that the natural size changed since the last layout.
  private func announceSize() {
    guard superview is StackView else { return }
    let size = intrinsicContentSize
    if let announcedSize, announcedSize != size { invalidateIntrinsicContentSize() }
    announcedSize = size
  }
}
