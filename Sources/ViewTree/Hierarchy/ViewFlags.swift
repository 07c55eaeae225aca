/// The Boolean properties of a view, in one word.
///
/// It isn't an `OptionSet`, whose code is generic in debug builds: every layout tests some flags.
struct ViewFlags: Equatable {
  private var bits: UInt32

  private init(bit: UInt32) { bits = 1 << bit }

  /// Layout is pending for the view itself.
  static let isDirty = ViewFlags(bit: 0)
  /// The view is in its superview's list of pending subviews.
  static let isLinked = ViewFlags(bit: 1)
  /// `updateConstraints` is pending for the view itself, and therefore for its ancestors.
  static let needsUpdateConstraints = ViewFlags(bit: 2)
  static let isHidden = ViewFlags(bit: 3)
  static let autoresizesSubviews = ViewFlags(bit: 4)
  static let isUserInteractionEnabled = ViewFlags(bit: 5)
  /// The view is the root view of a controller.
  static let isControlled = ViewFlags(bit: 6)
  /// The transform is not the identity.
  static let isTransformed = ViewFlags(bit: 7)
  /// The safe area is not zero.
  static let hasSafeArea = ViewFlags(bit: 8)
  static let isWindow = ViewFlags(bit: 9)
  /// Geometry comes from a recording: the view neither autoresizes nor arranges.
  static let isScripted = ViewFlags(bit: 10)
  /// The subviews' index hints must be renewed before use.
  static let hasStaleIndexHints = ViewFlags(bit: 11)
  /// There is a cause for the view's being dirty.
  static let hasCause = ViewFlags(bit: 12)
  /// The view has followers or lies below a view that has some.
  static let isFollowed = ViewFlags(bit: 13)
  /// The safe area ends here: the view is a scroll view that uses it as an inset.
  static let absorbsSafeArea = ViewFlags(bit: 14)
  /// The superview's margins apply where they reach into the view.
  static let followsMargins = ViewFlags(bit: 15)
  /// A subview follows the margins, or has done so.
  static let hasMarginFollowers = ViewFlags(bit: 16)
  /// The anchor point is not the middle.
  static let isAnchored = ViewFlags(bit: 17)
  /// `updateConstraints` never ran: it is requested, but that alone needs no pass.
  static let neverUpdatedConstraints = ViewFlags(bit: 18)
  /// A pass is calling `updateConstraints`.
  static let isUpdatingConstraints = ViewFlags(bit: 19)
  /// The window is in its loop's list of windows that wait for a commit.
  static let isEnlisted = ViewFlags(bit: 20)
  /// The engine is setting the geometry, and its own setter was not reached yet.
  static let isPlaced = ViewFlags(bit: 21)
  /// Constraints alone say where the view is, not its frame and its mask.
  static let ignoresMask = ViewFlags(bit: 22)
  /// A stack arranges the view.
  static let isArranged = ViewFlags(bit: 23)
  /// Constraints name the view, or did so.
  static let isConstrained = ViewFlags(bit: 24)
  /// A subview is constrained, or was.
  static let hasConstrainedSubviews = ViewFlags(bit: 25)
  /// The view or one below it is constrained, or was.
  static let holdsConstrained = ViewFlags(bit: 26)
  /// The view is as a recorder has seen it outside the windows.
  static let isRemembered = ViewFlags(bit: 27)
  /// A module above the tree watches setters of the view.
  static let hasSetterWatch = ViewFlags(bit: 28)

  /// The union of two sets of flags.
  static func | (some: ViewFlags, others: ViewFlags) -> ViewFlags {
    var all = some
    all.bits |= others.bits
    return all
  }

  /// True if all of these flags are set.
  func contains(_ flags: ViewFlags) -> Bool { bits & flags.bits == flags.bits }

  /// True if none of these flags is set.
  func isDisjoint(with flags: ViewFlags) -> Bool { bits & flags.bits == 0 }

  /// True if code sets the view's frame, or a stack does.
  var arePlacedByCode: Bool { !contains(.ignoresMask) || contains(.isArranged) }

  /// Sets these flags.
  mutating func insert(_ flags: ViewFlags) { bits |= flags.bits }

  /// Clears these flags.
  mutating func remove(_ flags: ViewFlags) { bits &= ~flags.bits }

  /// The flags with these ones set or cleared.
  func with(_ flags: ViewFlags, _ isSet: Bool) -> ViewFlags {
    var changed = self
    if isSet { changed.insert(flags) } else { changed.remove(flags) }
    return changed
  }
}
