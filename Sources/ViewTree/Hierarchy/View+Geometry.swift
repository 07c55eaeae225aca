import Foundation

extension View {
  // MARK: Reading

  /// The frame: the bounding box of the transformed bounds around the center.
  final var currentFrame: CGRect {
    guard flags.contains(.isTransformed) else {
      return CGRect(origin: layoutOrigin, size: storedBounds.size)
    }
    let box = boxAroundCenter
    let center = currentCenter
    return CGRect(
      x: center.x + box.origin.x, y: center.y + box.origin.y,
      width: box.size.width, height: box.size.height)
  }

  /// The transform to use for computing geometry.
  final var exactTransform: AffineTransform { extras?.placing.exactTransform ?? .identity }

  /// The bounding box of the transformed bounds, as seen from the center.
  private final var boxAroundCenter: CGRect {
    guard flags.contains(.isAnchored) else {
      return exactTransform.boundingBox(of: storedBounds.size)
    }
    let offset = anchorOffset
    return exactTransform.boundingBox(
      of: CGRect(origin: CGPoint(x: -offset.x, y: -offset.y), size: storedBounds.size))
  }

  /// The vector from the corner of the bounds to the anchor point.
  final var anchorOffset: CGPoint {
    let size = storedBounds.size
    guard flags.contains(.isAnchored) else { return CGPoint(x: size.width / 2, y: size.height / 2) }
    let anchor = anchorPoint
    return CGPoint(x: size.width * anchor.x, y: size.height * anchor.y)
  }

  /// The default anchor point.
  static var middle: CGPoint { CGPoint(x: 0.5, y: 0.5) }

  final var currentCenter: CGPoint {
    let offset = anchorOffset
    return CGPoint(x: layoutOrigin.x + offset.x, y: layoutOrigin.y + offset.y)
  }

  // MARK: Writing

  final func writeFrame(_ requested: CGRect) {
    let new = requested.checked(as: "frame")
    if !flags.isDisjoint(with: .isTransformed | .hasSetterWatch) { return writeUnusualFrame(new) }
    writeUsualFrame(new)
  }

  /// Writes the frame of a view with a transform or a watch.
  @inline(never)
  private final func writeUnusualFrame(_ new: CGRect) {
    func write() {
      flags.contains(.isTransformed) ? writeTransformedFrame(new) : writeUsualFrame(new)
    }
    flags.contains(.hasSetterWatch) ? watched("frame", write) : write()
  }

  @inline(__always)
  private final func writeUsualFrame(_ new: CGRect) {
    guard new.origin != layoutOrigin || new.size != storedBounds.size else {
      return flags.remove(.isPlaced)
    }
    let old = CGRect(origin: layoutOrigin, size: storedBounds.size)
    let oldBounds = storedBounds
    layoutOrigin = new.origin
    storedBounds.size = new.size
    noteChange(.frame, .rect(old), .rect(new))
    geometryDidChange(from: oldBounds)
  }

  /// Divides the frame's size by the scale and takes its middle, without the move, as the center.
  ///
  /// With an anchor point, the box of the bounds moves to the frame's corner.
  private final func writeTransformedFrame(_ new: CGRect) {
    let old = currentFrame
    guard new != old else { return }
    let oldBounds = storedBounds
    let oldOrigin = layoutOrigin
    let transform = exactTransform
    if let size = transform.sizeOfBounds(forFrame: new.size) { storedBounds.size = size }
    if flags.contains(.isAnchored) {
      let (box, offset) = (boxAroundCenter, anchorOffset)
      layoutOrigin = CGPoint(
        x: new.origin.x - box.origin.x - offset.x, y: new.origin.y - box.origin.y - offset.y)
    } else {
      layoutOrigin = CGPoint(
        x: new.origin.x + (new.size.width - storedBounds.size.width) / 2 - transform.tX,
        y: new.origin.y + (new.size.height - storedBounds.size.height) / 2 - transform.tY)
    }
    layoutOrigin = layoutOrigin.nearestFinite
    guard layoutOrigin != oldOrigin || storedBounds.size != oldBounds.size else { return }
    noteChange(.frame, .rect(old), .rect(new))
    geometryDidChange(from: oldBounds)
  }

  final func writeBounds(_ requested: CGRect) {
    let new = requested.checked(as: "bounds")
    if flags.contains(.hasSetterWatch) { return writeWatchedBounds(new) }
    writeUsualBounds(new)
  }

  @inline(never)
  private final func writeWatchedBounds(_ new: CGRect) {
    watched("bounds") { writeUsualBounds(new) }
  }

  @inline(__always)
  private final func writeUsualBounds(_ new: CGRect) {
    let old = storedBounds
    guard new.origin != old.origin || new.size != old.size else {
      return flags.remove(.isPlaced)
    }
    storedBounds = new
    if flags.contains(.isAnchored) {
      let anchor = anchorPoint
      layoutOrigin.x -= (new.size.width - old.size.width) * anchor.x
      layoutOrigin.y -= (new.size.height - old.size.height) * anchor.y
    } else {
      layoutOrigin.x -= (new.size.width - old.size.width) / 2
      layoutOrigin.y -= (new.size.height - old.size.height) / 2
    }
    layoutOrigin = layoutOrigin.nearestFinite
    noteChange(.bounds, .rect(old), .rect(new))
    geometryDidChange(from: old)
  }

  final func writeCenter(_ requested: CGPoint) {
    let new = requested.checked(as: "center")
    if flags.contains(.hasSetterWatch) { return writeWatchedCenter(new) }
    writeUsualCenter(new)
  }

  @inline(never)
  private final func writeWatchedCenter(_ new: CGPoint) {
    watched("center") { writeUsualCenter(new) }
  }

  @inline(__always)
  private final func writeUsualCenter(_ new: CGPoint) {
    let old = currentCenter
    guard new != old else { return }
    let offset = anchorOffset
    let origin = CGPoint(x: new.x - offset.x, y: new.y - offset.y).nearestFinite
    // The center is computed from the origin, and its last digit may differ from the one that was
    // set: setting the same center again is no change.
    guard origin != layoutOrigin else { return }
    layoutOrigin = origin
    noteChange(.center, .point(old), .point(new))
    guard mayHaveInsets else { return flags.contains(.isConstrained) ? frameDidChange() : () }
    judgingConflictsOnce {
      if flags.contains(.isConstrained) { frameDidChange() }
      updateSafeArea()
    }
  }

  final func writeTransform(_ requested: AffineTransform) {
    let new = requested.checked(as: "transform")
    if flags.contains(.hasSetterWatch) { return watched("transform") { writeUsualTransform(new) } }
    writeUsualTransform(new)
  }

  private final func writeUsualTransform(_ new: AffineTransform) {
    let old = transform
    guard new != old else { return }
    let extras = ensureExtras()
    extras.placing.transform = new
    extras.placing.exactTransform = new.withoutNoise
    flags = flags.with(.isTransformed, new != .identity)
    noteChange(.transform, .transform(old), .transform(new))
    updateSafeArea()
  }

  final func writeAnchorPoint(_ requested: CGPoint) {
    let new = requested.checked(as: "anchorPoint")
    let old = anchorPoint
    guard new != old else { return }
    let center = currentCenter
    ensureExtras().placing.anchorPoint = new
    flags = flags.with(.isAnchored, new != View.middle)
    let offset = anchorOffset
    layoutOrigin = CGPoint(x: center.x - offset.x, y: center.y - offset.y).nearestFinite
    noteChange(.anchorPoint, .point(old), .point(new))
    updateSafeArea()
  }

  // MARK: Consequences

  /// Applies the consequences of new bounds; a new position alone moves only the safe area.
  @inline(__always)
  private final func geometryDidChange(from old: CGRect) {
    if flags.contains(.isConstrained), mayHaveInsets {
      // Guides follow the place first, and then the insets.
      judgingConflictsOnce { followGeometry(from: old) }
    } else {
      followGeometry(from: old)
    }
  }

  @inline(__always)
  private final func followGeometry(from old: CGRect) {
    let isMove = old.size == storedBounds.size && old.origin == storedBounds.origin
    if flags.contains(.isConstrained) {
      frameDidChange { if !isMove { dirtyForBounds(from: old) } }
    } else if !isMove {
      dirtyForBounds(from: old)
    }
    if isMove { updateSafeArea() } else { handOnBounds(from: old) }
  }

  /// Dirties the view and its superview for a new size, and the view for a new bounds origin.
  ///
  /// Neither dirties a view whose own layout is running: a superview that sizes its subviews is not
  /// dirtied again by that, and a view that resizes itself dirties only its superview.
  private final func dirtyForBounds(from old: CGRect) {
    let sizeChanged = old.size != storedBounds.size
    if runningLayouts == 0 { invalidate(sizeChanged ? .size : .bounds) }
    if sizeChanged {
      if flags.contains(.isScripted) {
        pass?.replay?.subviewsWouldResize(of: self)
      } else if flags.contains(.autoresizesSubviews) {
        resizeSubviews(from: old.size)
      }
      // Retained while observers are told, because they may remove it.
      if let superviewLink, superviewLink.runningLayouts == 0 {
        superviewLink.view.invalidate(.size)
      }
    }
  }

  /// Tells the view of new bounds, and hands on the insets that depend on them.
  private final func handOnBounds(from old: CGRect) {
    boundsDidChange(from: old)
    updateSafeArea()
    if handsOnInsets(ofNewSize: old.size != storedBounds.size) {
      for subview in storedSubviews { subview.updateSafeArea() }
    }
  }

  /// True if new bounds may change the insets of subviews.
  ///
  /// Margins depend on the size alone, and a scroll view may absorb the safe area.
  private final func handsOnInsets(ofNewSize sizeChanged: Bool) -> Bool {
    if sizeChanged, flags.contains(.hasMarginFollowers) { return true }
    return flags.contains(.hasSafeArea) && !flags.contains(.absorbsSafeArea)
  }

  /// Resizes the subviews by their masks, at once.
  private final func resizeSubviews(from old: CGSize) {
    guard !storedSubviews.isEmpty else { return }
    for subview in storedSubviews where !subview.storedMask.isEmpty && subview.isPlacedByCode {
      subview.placed {
        subview.frame = subview.storedMask.resolve(subview.frame, from: old, to: storedBounds.size)
      }
      // A length that stays 0 has another distance from the superview's.
      if subview.flags.contains(.isConstrained) { subview.frameDidChange() }
    }
  }

  /// Tells observers of a setter that changed something, or in a replay that one did so.
  @inline(__always)
  package final func noteChange(
    _ property: GeometryProperty, _ old: @autoclosure () -> GeometryValue,
    _ new: @autoclosure () -> GeometryValue
  ) {
    noteUnseenChange()
    guard isWatched, let pass else { return }
    let change = GeometryChange(property: property, old: old(), new: new())
    let layingOut = pass.layingOut
    func tell() { pass.tell { $0.geometryWritten(self, change: change, by: layingOut) } }
    guard flags.contains(.isPlaced) else { return tell() }
    flags.remove(.isPlaced)
    pass.acting(as: .engine, tell)
  }

  /// Tells observers that a state of the app that is watched for this view changed, or in a replay
  /// that it did so in the recording.
  package final func noteState(
    _ name: String, from old: GeometryValue, to new: GeometryValue, by layingOut: View?
  ) {
    guard isWatched, let pass else { return }
    let change = GeometryChange(property: .state, old: old, new: new, state: name)
    pass.tell { $0.geometryWritten(self, change: change, by: layingOut) }
  }

  /// Tells observers that a constraint on this view changed, or in a replay that it did so in the
  /// recording.
  package final func noteConstraint(
    _ name: String, _ subject: ConstraintSubject?, _ property: GeometryProperty,
    from old: GeometryValue, to new: GeometryValue
  ) {
    guard isWatched, let pass else { return }
    let change = GeometryChange(property: property, old: old, new: new, constraint: name)
    let layingOut = pass.layingOut
    pass.telling(of: subject) {
      pass.tell { $0.geometryWritten(self, change: change, by: layingOut) }
    }
  }

  /// The innermost view in layout in the tree of this view.
  package final var layingOutView: View? { pass?.layingOut }

  /// Tells observers that an inset changed, or in a replay that one changed in the recording.
  package final func noteInsets(
    _ property: GeometryProperty, from old: EdgeInsets, to new: EdgeInsets
  ) {
    noteChange(property, .insets(old), .insets(new))
  }

  // MARK: Sizes

  /// The intrinsic size if the view has one, otherwise its current size.
  final func fittingSize() -> CGSize {
    let natural = intrinsicContentSize
    return CGSize(
      width: natural.width == View.noIntrinsicMetric ? bounds.size.width : natural.width,
      height: natural.height == View.noIntrinsicMetric ? bounds.size.height : natural.height)
  }
}
