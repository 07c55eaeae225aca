import Foundation
import Synchronization

/// A rectangle in a tree of rectangles that lays out its subviews when it is dirty.
///
/// The members have UIKit's names and meaning, so layout code from an app compiles unchanged. A
/// view and everything connected with it belong to one thread of execution at a time.
///
/// ```swift
/// final class Row: View {
///   override func layoutSubviews() {
///     for (index, view) in subviews.enumerated() {
///       view.frame = CGRect(x: CGFloat(index) * 44, y: 0, width: 44, height: bounds.height)
///     }
///   }
/// }
/// ```
open class View: Responder {
  // MARK: Storage

  // Internal and final, so that access needs no dynamic exclusivity check. In the order in which a
  // pass needs it, so that laying out a view touches few cache lines.

  final var flags: ViewFlags =
    .isDirty | .autoresizesSubviews | .isUserInteractionEnabled | .neverUpdatedConstraints
  /// The number of layouts of this view on the stack.
  final var runningLayouts: Int32 = 0
  /// The index among the siblings, valid unless the superview has `.hasStaleIndexHints`.
  final var indexHint: Int32 = 0
  final var superviewLink: ViewLink?
  /// The pass of the window's loop, reachable without going through the window.
  final var passLink: Unmanaged<LayoutPass>?
  /// The subviews that are dirty or lead to a dirty view, as a linked list.
  final var firstPendingLink: ViewLink?
  final var nextPendingLink: ViewLink?

  /// The origin of the frame without the transform: center minus the anchor's share of the size.
  final var layoutOrigin: CGPoint
  final var storedBounds: CGRect

  final var previousPendingLink: ViewLink?
  @exclusivity(unchecked) final var storedSubviews: [View] = []
  final var windowLink: Unmanaged<Window>?
  final var storedMask: AutoresizingMask = []
  /// The cause of the view's being dirty; `.hasCause` says if there is one.
  final var layoutCause: LayoutCause?
  /// The view as constraints know it, once one named it.
  final var storedNode: ConstraintNode?
  /// Rarely used state, allocated on demand.
  final var extras: ViewExtras?
  /// An instrument's state for this view; it is told when the view dies.
  package final var instrument: (any ViewInstrument)? {
    get { storedInstrument }
    set {
      let old = storedInstrument
      storedInstrument = newValue
      let address = newValue.map {
        UnsafeRawPointer(Unmanaged.passUnretained($0 as AnyObject).toOpaque())
      }
      instrumentAddress.store(address, ordering: .relaxed)
      withExtendedLifetime(old) {}
    }
  }
  private final var storedInstrument: (any ViewInstrument)?
  /// The address of `instrument`, readable without a retain and without an exclusivity check.
  package final let instrumentAddress = Atomic<UnsafeRawPointer?>(nil)
  /// A recorder's state for this view; it dies with the view.
  @exclusivity(unchecked) package final var companion: AnyObject?
  /// The name tag of an evidence recorder; it dies with the view.
  package final var nameTag: AnyObject?
  /// The view's number in the register that asked last, and what identifies that register.
  ///
  /// It is readable without a retain and without an exclusivity check, which the name tag is not.
  package final let numberWord = Atomic<Int>(0)

  // MARK: Life

  /// Makes a view without a superview that needs layout.
  ///
  /// - Parameter frame: The place in the superview's coordinates.
  public init(frame: CGRect) {
    let frame = frame.checked(as: "frame")
    layoutOrigin = frame.origin
    storedBounds = CGRect(origin: .zero, size: frame.size)
  }

  /// Makes a view of zero size.
  public override convenience init() { self.init(frame: .zero) }

  deinit {
    storedNode?.ownerDied()
    orphanSubviews()
    // A recorder is told of the death while the view is still whole, and before those of the subviews: code
    // in their `deinit` may change what the view leaves behind.
    companion = nil
    instrument?.viewDied()
    if flags.contains(.isFollowed) { endFollowing() }
    releaseSubviews()
  }

  // MARK: Geometry

  /// The rectangle in the superview's coordinates: the bounding box of the transformed bounds.
  open var frame: CGRect {
    get { currentFrame }
    set { writeFrame(newValue) }
  }

  /// The rectangle in the view's own coordinates.
  ///
  /// A new size keeps the center, and so the place of the anchor point.
  open var bounds: CGRect {
    get { storedBounds }
    set { writeBounds(newValue) }
  }

  /// The view's anchor point, which is its middle unless set, in the superview's coordinates.
  open var center: CGPoint {
    get { currentCenter }
    set { writeCenter(newValue) }
  }

  /// Rotates and scales the view around its anchor point; it causes no layout.
  open var transform: AffineTransform {
    get { extras?.placing.transform ?? .identity }
    set { writeTransform(newValue) }
  }

  /// The point of the bounds, in units of their size, that `center` places and `transform` turns.
  ///
  /// The default is (0.5, 0.5), the middle. Setting another point keeps the center, so the frame
  /// moves; it causes no layout.
  open var anchorPoint: CGPoint {
    get { extras?.placing.anchorPoint ?? View.middle }
    set { writeAnchorPoint(newValue) }
  }

  /// The parts of the frame that change with the superview's size.
  open var autoresizingMask: AutoresizingMask {
    get { storedMask }
    set {
      let old = storedMask
      guard newValue != old else { return }
      storedMask = newValue
      if flags.contains(.isConstrained) { frameDidChange() }
      noteChange(
        .autoresizingMask, .number(CGFloat(old.rawValue)), .number(CGFloat(newValue.rawValue)))
    }
  }

  /// True if the subviews are resized by their masks when the size changes.
  open var autoresizesSubviews: Bool {
    get { flags.contains(.autoresizesSubviews) }
    set {
      guard newValue != autoresizesSubviews else { return }
      flags = flags.with(.autoresizesSubviews, newValue)
      noteChange(.autoresizesSubviews, .flag(!newValue), .flag(newValue))
    }
  }

  // MARK: Appearance and identity

  /// True if the view is excluded from hit testing and from a stack's arrangement.
  open var isHidden: Bool {
    get { flags.contains(.isHidden) }
    set {
      if flags.contains(.hasSetterWatch) { return watched("hidden") { writeHidden(newValue) } }
      writeHidden(newValue)
    }
  }

  private final func writeHidden(_ new: Bool) {
    guard new != isHidden else { return }
    flags = flags.with(.isHidden, new)
    noteChange(.isHidden, .flag(!new), .flag(new))
    storedSuperview?.subviewDidChangeVisibility(self)
  }

  /// The opacity, from 0 to 1.
  ///
  /// Below 0.01 the view takes no part in hit testing.
  open var alpha: CGFloat {
    get { extras?.alpha ?? 1 }
    set {
      if flags.contains(.hasSetterWatch) { return writeWatchedAlpha(newValue) }
      if newValue != alpha { ensureExtras().alpha = newValue }
    }
  }

  @inline(never)
  private final func writeWatchedAlpha(_ new: CGFloat) {
    watched("alpha") { ensureExtras().alpha = new }
  }

  /// True if the view and its subviews take part in hit testing.
  open var isUserInteractionEnabled: Bool {
    get { flags.contains(.isUserInteractionEnabled) }
    set { flags = flags.with(.isUserInteractionEnabled, newValue) }
  }

  /// A number for the app's own use.
  open var tag: Int {
    get { extras?.tag ?? 0 }
    set { if newValue != tag { ensureExtras().tag = newValue } }
  }

  /// A stable name for reports and traces.
  open var identifier: String? {
    get { extras?.identifier }
    set { if newValue != identifier { ensureExtras().identifier = newValue } }
  }

  // MARK: Hierarchy

  /// Adds `view` as the last, topmost subview.
  ///
  /// A subview of this view moves to the front. A view in another superview moves here.
  ///
  /// - Parameter view: The view to add.
  open func addSubview(_ view: View) { insert(view, at: storedSubviews.count) }

  /// Adds `view` at `index`.
  ///
  /// - Parameters:
  ///   - view: The view to add or to move.
  ///   - index: The index among the subviews. An index past the end means the end.
  open func insertSubview(_ view: View, at index: Int) { insert(view, at: index) }

  /// Adds `view` directly above `sibling`.
  ///
  /// - Parameters:
  ///   - view: The view to add or to move.
  ///   - sibling: The subview below. If it is not a subview, `view` goes to the top.
  open func insertSubview(_ view: View, aboveSubview sibling: View) {
    insert(view, next: sibling, offset: 1)
  }

  /// Adds `view` directly below `sibling`.
  ///
  /// - Parameters:
  ///   - view: The view to add or to move.
  ///   - sibling: The subview above. If it is not a subview, `view` goes to the top.
  open func insertSubview(_ view: View, belowSubview sibling: View) {
    insert(view, next: sibling, offset: 0)
  }

  /// Swaps two subviews.
  ///
  /// Traps if an index does not exist.
  ///
  /// - Parameters:
  ///   - index1: The index of one subview.
  ///   - index2: The index of the other.
  open func exchangeSubview(at index1: Int, withSubviewAt index2: Int) { exchange(index1, index2) }

  /// Makes `view` the last subview.
  ///
  /// - Parameter view: The subview to move. Any other view is ignored.
  open func bringSubviewToFront(_ view: View) { reorder(view, to: storedSubviews.count - 1) }

  /// Makes `view` the first subview.
  ///
  /// - Parameter view: The subview to move. Any other view is ignored.
  open func sendSubviewToBack(_ view: View) { reorder(view, to: 0) }

  /// Removes the view from its superview, which becomes dirty.
  open func removeFromSuperview() { leaveSuperview() }

  /// Called before the superview changes.
  ///
  /// - Parameter newSuperview: The new superview, or nil if the view is removed.
  open func willMove(toSuperview newSuperview: View?) {}

  /// Called after the superview has changed.
  open func didMoveToSuperview() {}

  /// Called before the window changes.
  ///
  /// - Parameter newWindow: The new window, or nil if the view leaves its window.
  open func willMove(toWindow newWindow: Window?) {}

  /// Called after the window changed.
  open func didMoveToWindow() {}

  /// Called after a subview was added.
  ///
  /// - Parameter subview: The new subview.
  open func didAddSubview(_ subview: View) {}

  /// Called before a subview leaves.
  ///
  /// - Parameter subview: The subview that leaves.
  open func willRemoveSubview(_ subview: View) {}

  // MARK: Layout

  /// Marks the view for the next pass, or the next batch of a running one.
  ///
  /// Calls coalesce.
  open func setNeedsLayout() { invalidate(.explicit) }

  /// Lays out the subviews.
  ///
  /// The default gives them the places that constraints determine, if there are any.
  open func layoutSubviews() {
    if flags.contains(.hasConstrainedSubviews) { applyConstraints() }
  }

  /// Returns the size that suits the view best: its intrinsic size, or its current one without it.
  ///
  /// - Parameter size: The available space.
  open func sizeThatFits(_ size: CGSize) -> CGSize { fittingSize() }

  /// The natural size; `noIntrinsicMetric` in a direction that has none.
  open var intrinsicContentSize: CGSize {
    CGSize(width: View.noIntrinsicMetric, height: View.noIntrinsicMetric)
  }

  /// Announces a new `intrinsicContentSize`: constraints and the superview need an update.
  open func invalidateIntrinsicContentSize() {
    if flags.contains(.isConstrained) { awaitMeasure() }
    markNeedsUpdateConstraints(because: .constraints)
  }

  /// Resizes the view to the result of `sizeThatFits` for its current size.
  ///
  /// The top left corner stays in place; under a transform, the center does.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    if flags.contains(.isTransformed) { bounds.size = size } else { frame.size = size }
  }

  // MARK: Constraints

  /// True if views of this class need `updateConstraints` once they are in a window.
  ///
  /// The default is false. A class that makes its constraints in `updateConstraints` must return
  /// true; otherwise that might never be called, as in UIKit.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// Marks the view and its ancestors for the constraints phase, which precedes layout.
  open func setNeedsUpdateConstraints() { markNeedsUpdateConstraints(because: .updateConstraints) }

  /// Updates constraints, the innermost views first.
  ///
  /// The default only notes the call. An override calls super at its end.
  open func updateConstraints() { noteUpdatedConstraints() }

  /// The distances by which the frame extends beyond the rectangle that constraints align.
  ///
  /// After a change, call `invalidateIntrinsicContentSize()`.
  open var alignmentRectInsets: EdgeInsets { .zero }

  /// The view whose first baseline is this view's: itself by default.
  open var forFirstBaselineLayout: View { self }

  /// The view whose last baseline is this view's: itself by default.
  open var forLastBaselineLayout: View { self }

  /// Returns the size that the constraints in the view give it, if it is as near as possible to a size.
  ///
  /// - Parameter targetSize: The size, such as `layoutFittingCompressedSize`.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    systemLayoutSizeFitting(
      targetSize, withHorizontalFittingPriority: .fittingSizeLevel,
      verticalFittingPriority: .fittingSizeLevel)
  }

  /// Returns the size that the constraints in the view give it, for a size with priorities.
  ///
  /// Nothing moves and nothing becomes dirty.
  ///
  /// - Parameters:
  ///   - targetSize: The size.
  ///   - horizontalFittingPriority: The priority of its width.
  ///   - verticalFittingPriority: The priority of its height.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: LayoutPriority,
    verticalFittingPriority: LayoutPriority
  ) -> CGSize {
    LayoutEngine.size(
      fitting: targetSize, horizontalFittingPriority, verticalFittingPriority, of: self)
  }

  // MARK: Safe area and margins

  /// The distances by which bars and rounded corners extend into the view.
  open var safeAreaInsets: EdgeInsets { extras?.insets.safeAreaInsets ?? .zero }

  /// Called after the safe area changed, when the view is dirty.
  open func safeAreaInsetsDidChange() {}

  /// The default distance of content from the edges, the safe area included.
  open var layoutMargins: EdgeInsets {
    get { effectiveMargins }
    set { writeMargins(newValue) }
  }

  /// True if the margins include the safe area.
  open var insetsLayoutMarginsFromSafeArea: Bool {
    get { extras?.insets.insetsLayoutMarginsFromSafeArea ?? true }
    set { writeInsetsLayoutMarginsFromSafeArea(newValue) }
  }

  /// The margins with `leading` and `trailing` instead of `left` and `right`.
  ///
  /// Margins set here swap sides when the view's direction changes.
  open var directionalLayoutMargins: DirectionalEdgeInsets {
    get { DirectionalEdgeInsets(layoutMargins, in: effectiveUserInterfaceLayoutDirection) }
    set {
      layoutMargins = newValue.insets(in: effectiveUserInterfaceLayoutDirection)
      extras?.insets.marginsAreDirectional = true
    }
  }

  /// True if each margin is at least the part of the superview's margin that overlaps the view.
  open var preservesSuperviewLayoutMargins: Bool {
    get { flags.contains(.followsMargins) }
    set { writePreservesSuperviewLayoutMargins(newValue) }
  }

  /// Called after the margins changed, before `safeAreaInsetsDidChange`.
  open func layoutMarginsDidChange() {}

  // MARK: Direction

  /// The kind of content, which can decide if the view is laid out from right to left.
  open var semanticContentAttribute: SemanticContentAttribute {
    get { extras?.insets.semanticContentAttribute ?? .unspecified }
    set { writeSemanticContentAttribute(newValue) }
  }

  /// The direction of the view's content.
  ///
  /// It is left to right, unless `semanticContentAttribute` forces the other direction.
  open var effectiveUserInterfaceLayoutDirection: UserInterfaceLayoutDirection {
    View.userInterfaceLayoutDirection(for: semanticContentAttribute)
  }

  // MARK: Description

  /// One line about the view, as in `recursiveDescription()`.
  open var description: String { lineOfDescription }

  /// The line of `description`, for debuggers.
  open var debugDescription: String { description }

  // MARK: Hit testing

  /// Finds the deepest visible view under `point`; of overlapping views, the front-most.
  ///
  /// - Parameters:
  ///   - point: A point in this view's coordinates.
  ///   - event: The event being handled, if any.
  /// - Returns: The view, or nil if the point is outside this view.
  open func hitTest(_ point: CGPoint, with event: Event?) -> View? {
    hitTestSubviews(point, with: event)
  }

  /// Returns true if `point` is inside the bounds.
  ///
  /// - Parameters:
  ///   - point: A point in this view's coordinates.
  ///   - event: The event being handled, if any.
  open func point(inside point: CGPoint, with event: Event?) -> Bool { bounds.contains(point) }

  // MARK: Appearance

  // Nothing is drawn: these are stored for the app, and here because an app may override them.

  /// The colour behind the content; nil without one.
  open var backgroundColor: Color? {
    get { extras?.looks?.backgroundColor }
    set { if newValue !== backgroundColor { ensureLooks().backgroundColor = newValue } }
  }

  /// The view's own tint, else that of the superview, else `Color.usualTint`.
  open var tintColor: Color! {
    get { extras?.looks?.tintColor ?? superview?.tintColor ?? Color.usualTint }
    set {
      guard newValue !== extras?.looks?.tintColor else { return }
      ensureLooks().tintColor = newValue
      tellOfTint()
    }
  }

  /// Called after the tint was set, here or around the view.
  open func tintColorDidChange() {}

  /// Draws the content; nothing calls it.
  ///
  /// - Parameter rect: The part to draw.
  open func draw(_ rect: CGRect) {}

  /// The class of the view's layer, for a module that has layers.
  open class var layerClass: AnyClass { Handle.self }

  /// The place of the content in the bounds.
  open var contentMode: ContentMode {
    get { extras?.looks?.contentMode ?? .scaleToFill }
    set { if newValue != contentMode { ensureLooks().contentMode = newValue } }
  }

  /// The kind of screen: of this view or the nearest one around it for which one was set, else of the window.
  open var traitCollection: Traits {
    ancestry.lazy.compactMap { $0.extras?.looks?.traits }.first ?? Traits(of: window)
  }

  /// Called after the kind of screen changed.
  ///
  /// - Parameter previousTraits: The former kind; nil if it was unknown.
  open func traitCollectionDidChange(_ previousTraits: Traits?) {}

  /// Called for a view that was loaded from a nib; there are none, so nothing calls it.
  open func awakeFromNib() {}

  /// Called by Interface Builder, so by nothing here.
  open func prepareForInterfaceBuilder() {}

  // MARK: Events

  /// The controller whose root view this is, else the superview.
  open override var next: Responder? { controller ?? superview }

  /// Returns true if a gesture may begin.
  ///
  /// - Parameter gestureRecognizer: Its recogniser.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool { true }

  @discardableResult
  open override func becomeFirstResponder() -> Bool { takeFocus() }

  @discardableResult
  open override func resignFirstResponder() -> Bool { giveUpFocus() }

  open override var isFirstResponder: Bool { window?.focusedView === self }

  override var words: Words {
    get { extras?.looks?.words ?? Words() }
    set { ensureLooks().words = newValue }
  }

  // MARK: For controls of this module

  /// Called after the bounds changed, before any layout.
  func boundsDidChange(from old: CGRect) {}

  /// Called after the safe area changed and the view was told.
  func safeAreaDidChange() {}

  /// Called when the window's scale changed.
  func displayScaleDidChange() {}

  /// Called when the direction of the view's content changed.
  func layoutDirectionDidChange() {}

  /// The size of the content of a view that scrolls; nil for any other view.
  var contentExtent: CGSize? { nil }

  /// Adopts the size of the content that constraints determine.
  func adoptContentSize(_ size: CGSize) {}

  /// True if the height depends on the width that constraints leave.
  var isMeasuredTwice: Bool { false }

  /// The intrinsic size if the text may be `width` wide.
  func intrinsicContentSize(wrappedAt width: CGFloat) -> CGSize { intrinsicContentSize }

  /// The distances of the first baseline from the top and of the last one from the bottom.
  var baselineDistances: (first: CGFloat, last: CGFloat)? { nil }

  /// Called when a constraint that names the view, or a subview, begins to count.
  func wasNamed(by constraint: LayoutConstraint) {}
  func subviewWasNamed(_ subview: View, by constraint: LayoutConstraint) {}

  /// Called before the constraints that the view holds are listed.
  func constraintsWillBeShown() {}

  /// True if constraints that the view makes determine its size, not its intrinsic size.
  var isSizedByOwnConstraints: Bool { false }

  /// Lets the constraints that the view makes follow its arrangement; false if they do.
  func renewOwnConstraints(in engine: LayoutEngine?) -> Bool { false }

  /// Called when an arranged view said a new natural size.
  func arrangedViewWasMeasured() {}

  /// Called when a subview was hidden or shown.
  func subviewDidChangeVisibility(_ subview: View) {}

  /// Forgets the state kept for a subview whose link to this view is being cut.
  ///
  /// No user code runs between this and the cut, so the two cannot disagree.
  func forgetSubview(_ subview: View) {}
}

extension View {
  /// The value for a direction in which a view has no natural size.
  public static let noIntrinsicMetric: CGFloat = -1

  /// UIKit's name for the mask.
  public typealias AutoresizingMask = ViewTree.AutoresizingMask
}

/// Stands in for UIKit's event, which hit testing only passes on.
public final class Event {
  /// Makes an event.
  public init() {}
}

/// Rarely used state of a view, kept apart so that plain views stay small.
///
/// Views that have only the name of a recorded class share one; `ensureExtras` gives a view its own
/// before anything is written. State that is used even less is kept in further objects.
final class ViewExtras {
  var alpha: CGFloat = 1
  var tag = 0
  var identifier: String?
  /// The class name to show instead of the real one.
  var displayedClassName: String?
  /// The cause of the view's next part of the constraints phase, if it had one.
  var constraintsCause: LayoutCause?
  weak var controller: ViewController?
  /// The part of an appearance that only some views have.
  var looks: View.Looks?
  /// Followers of the views that enter or leave this view's subtree.
  var followers: [any TreeFollower] = []
  /// True if it is shared by the views of a recorded class, so that nothing may be changed in it.
  let isShared: Bool
  private var storedPlacing: Box<Placing>?
  private var storedInsets: Box<Insets>?

  /// The parts of the position that the frame does not contain.
  struct Placing {
    var transform = AffineTransform.identity
    /// The transform without rounding noise, used for computing geometry.
    var exactTransform = AffineTransform.identity
    var anchorPoint = View.middle
  }

  /// The distances of the content from the edges, and its direction.
  struct Insets {
    var safeAreaInsets = EdgeInsets.zero
    var margins = ViewExtras.usualMargins
    /// The part of the superview's margins that reaches into the view, if they count.
    var followedMargins = EdgeInsets.zero
    /// True if the margins were set in reading order, so that they swap sides with it.
    var marginsAreDirectional = false
    var insetsLayoutMarginsFromSafeArea = true
    var semanticContentAttribute = SemanticContentAttribute.unspecified
  }

  /// A value in an object of its own.
  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  init(isShared: Bool = false) { self.isShared = isShared }

  static let usualMargins = EdgeInsets(top: 8, left: 8, bottom: 8, right: 8)

  var placing: Placing {
    get { storedPlacing?.value ?? Placing() }
    set {
      if let storedPlacing { storedPlacing.value = newValue } else { storedPlacing = Box(newValue) }
    }
  }

  var insets: Insets {
    get { storedInsets?.value ?? Insets() }
    set {
      if let storedInsets { storedInsets.value = newValue } else { storedInsets = Box(newValue) }
    }
  }
}

/// A class name of a recording, shared by the views of a replay that have it.
package struct RecordedClass {
  fileprivate let extras = ViewExtras(isShared: true)

  package init(name: String) { extras.displayedClassName = name }
}

extension View {
  /// Returns the extras of this view alone, made on first use.
  final func ensureExtras() -> ViewExtras {
    if let extras, !extras.isShared { return extras }
    let made = ViewExtras()
    // Shared extras contain only a class name.
    made.displayedClassName = extras?.displayedClassName
    extras = made
    return made
  }

  /// The controller whose root view this is.
  final var controller: ViewController? {
    get { extras?.controller }
    set {
      if newValue != nil || extras != nil { ensureExtras().controller = newValue }
      flags = flags.with(.isControlled, newValue != nil)
    }
  }

  /// The class name for people: the type's, or the one that a replay recorded.
  package final var displayedClassName: String {
    extras?.displayedClassName ?? String(describing: type(of: self))
  }

  /// The class name that a recording or a rehearsal gave the view; nil for its own.
  package final var adoptedClassName: String? { extras?.displayedClassName }

  /// The class name for people, from names that were made before.
  package final func displayedClassName(from names: inout ClassNames) -> String {
    extras?.displayedClassName ?? names.name(of: type(of: self))
  }

  /// Assigns a recorded class to a view of a replay.
  package final func adopt(_ recorded: RecordedClass) {
    if extras == nil {
      extras = recorded.extras
    } else {
      ensureExtras().displayedClassName = recorded.extras.displayedClassName
    }
  }

  /// True if geometry comes from a recording: such a view neither autoresizes nor arranges.
  package final var isScripted: Bool {
    get { flags.contains(.isScripted) }
    set { flags = flags.with(.isScripted, newValue) }
  }
}
