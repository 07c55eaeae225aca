import Foundation

extension View {
  // MARK: Safe area

  /// Recomputes the safe area and inherited margins and, if they changed, those of the subtree.
  ///
  /// A view whose superview has no safe area, and which has none itself, costs two flag tests.
  @inline(__always)
  final func updateSafeArea() { if mayHaveInsets { propagateSafeArea() } }

  /// True if the safe area or the margins of the superview may reach into the view.
  @inline(__always)
  final var mayHaveInsets: Bool {
    !flags.isDisjoint(with: .hasSafeArea | .isControlled | .followsMargins)
      || superviewLink?.flags.contains(.hasSafeArea) == true
  }

  @inline(never)
  private final func propagateSafeArea() {
    guard !flags.contains(.isWindow) else { return }
    judgingConflictsOnce {
      var waiting: [View] = [self]
      while let view = waiting.popLast() {
        guard view.adoptSafeArea(view.inheritedSafeArea) else { continue }
        waiting.append(contentsOf: view.storedSubviews.reversed())
      }
    }
  }

  /// The superview's safe area as far as it reaches into this view, plus the controller's insets.
  ///
  /// A scroll view that uses its safe area as an inset passes none on to its content. If the safe
  /// area is passed on, scrolling moves the content into it and out of it.
  private final var inheritedSafeArea: EdgeInsets {
    var insets = EdgeInsets.zero
    if let superview = storedSuperview, superview.flags.contains(.hasSafeArea),
      !superview.flags.contains(.absorbsSafeArea)
    {
      insets = part(of: superview.safeAreaInsets, in: superview.storedBounds)
    }
    if flags.contains(.isControlled), storedWindow != nil, let controller {
      insets = (insets + controller.additionalSafeAreaInsets).clampedToZero
    }
    return insets
  }

  /// The part of `outer`, insets of `container`, that reaches into this view, edge by edge.
  private final func part(of outer: EdgeInsets, in container: CGRect) -> EdgeInsets {
    var frame = currentFrame
    frame.origin.x -= container.origin.x
    frame.origin.y -= container.origin.y
    func part(of inset: CGFloat, at distance: CGFloat) -> CGFloat {
      min(max(inset - distance, 0), max(inset, 0))
    }
    return EdgeInsets(
      top: part(of: outer.top, at: frame.origin.y), left: part(of: outer.left, at: frame.origin.x),
      bottom: part(
        of: outer.bottom, at: container.size.height - frame.origin.y - frame.size.height),
      right: part(of: outer.right, at: container.size.width - frame.origin.x - frame.size.width))
  }

  /// Adopts new insets and the superview's margins, and returns true if anything changed.
  ///
  /// The callback for margins, which contain the safe area, comes first; a controller is told last.
  @discardableResult
  final func adoptSafeArea(_ insets: EdgeInsets) -> Bool {
    let oldInsets = extras?.insets.safeAreaInsets ?? .zero
    let isNew = insets != oldInsets
    let followed = marginsOfSuperview
    guard isNew || followed != extras?.insets.followedMargins ?? .zero else { return false }
    let extras = ensureExtras()
    let oldMargins = effectiveMargins
    extras.insets.safeAreaInsets = insets
    extras.insets.followedMargins = followed
    flags = flags.with(.hasSafeArea, insets != .zero)
    if isNew { noteInsets(.safeAreaInsets, from: oldInsets, to: insets) }
    if flags.contains(.isConstrained) { insetsDidChange() }
    let hasNewMargins = effectiveMargins != oldMargins
    if hasNewMargins { tellOfMargins() }
    if isNew {
      called {
        safeAreaInsetsDidChange()
        controller?.viewSafeAreaInsetsDidChange()
      }
      safeAreaDidChange()
    }
    guard isNew || hasNewMargins else { return false }
    invalidate(.safeArea)
    return true
  }

  // MARK: Margins

  final var effectiveMargins: EdgeInsets {
    guard let extras else { return ViewExtras.usualMargins }
    let own =
      extras.insets.insetsLayoutMarginsFromSafeArea
      ? extras.insets.margins + extras.insets.safeAreaInsets : extras.insets.margins
    return flags.contains(.followsMargins) ? own.larger(than: extras.insets.followedMargins) : own
  }

  /// The part of the superview's margins that reaches into this view, if it follows them.
  ///
  /// They are measured with the superview at its origin, so that scrolling dirties no cell.
  private final var marginsOfSuperview: EdgeInsets {
    guard flags.contains(.followsMargins), let superview = storedSuperview else { return .zero }
    return part(
      of: superview.layoutMargins, in: CGRect(origin: .zero, size: superview.storedBounds.size))
  }

  final func writeMargins(_ margins: EdgeInsets) {
    ensureExtras().insets.marginsAreDirectional = false
    setMargins(margins, because: .safeArea)
  }

  final func writeInsetsLayoutMarginsFromSafeArea(_ includes: Bool) {
    guard includes != insetsLayoutMarginsFromSafeArea else { return }
    let old = effectiveMargins
    ensureExtras().insets.insetsLayoutMarginsFromSafeArea = includes
    noteChange(.insetsLayoutMarginsFromSafeArea, .flag(!includes), .flag(includes))
    marginsDidChange(from: old, because: "insetsLayoutMarginsFromSafeArea")
  }

  final func writePreservesSuperviewLayoutMargins(_ follows: Bool) {
    guard follows != flags.contains(.followsMargins) else { return }
    let old = effectiveMargins
    flags = flags.with(.followsMargins, follows)
    ensureExtras().insets.followedMargins = marginsOfSuperview
    if follows { storedSuperview?.flags.insert(.hasMarginFollowers) }
    noteChange(.preservesSuperviewLayoutMargins, .flag(!follows), .flag(follows))
    marginsDidChange(from: old, because: "preservesSuperviewLayoutMargins")
  }

  /// Swaps left and right if the margins were set in reading order, which has been reversed.
  final func turnDirectionalMargins() {
    guard let extras, extras.insets.marginsAreDirectional else { return }
    var margins = extras.insets.margins
    swap(&margins.left, &margins.right)
    setMargins(margins, because: "semanticContentAttribute")
  }

  /// Adopts other margins of the view's own, and announces them.
  private final func setMargins(_ margins: EdgeInsets, because reason: DirtyReason) {
    let extras = ensureExtras()
    let (old, oldSetting) = (effectiveMargins, extras.insets.margins)
    guard margins != oldSetting else { return }
    extras.insets.margins = margins
    noteInsets(.layoutMargins, from: oldSetting, to: margins)
    marginsDidChange(from: old, because: reason)
  }

  /// Announces margins other than `old`, dirties the view, and updates subviews that follow.
  private final func marginsDidChange(from old: EdgeInsets, because reason: DirtyReason) {
    guard effectiveMargins != old else { return }
    judgingConflictsOnce {
      if flags.contains(.isConstrained) { insetsDidChange() }
      tellOfMargins()
      invalidate(reason)
      guard flags.contains(.hasMarginFollowers) else { return }
      for subview in storedSubviews { subview.updateSafeArea() }
    }
  }

  private final func tellOfMargins() {
    called {
      layoutMarginsDidChange()
      controller?.viewLayoutMarginsDidChange()
    }
  }
}
