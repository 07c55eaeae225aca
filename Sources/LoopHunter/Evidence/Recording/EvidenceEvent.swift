import Foundation
import LayoutTrace
import ViewTree

/// One event in the form of the ring: a header word and the fields of its kind.
///
/// The header holds, from the lowest bit: kind (4), detail (8), flags (4), view (24), by (24).
/// Views are numbers of a `ViewRegister`; 0 is no view. If a member that the engine called does it, the
/// last word is that member's view.
struct EvidenceHeader {
  enum Kind: UInt64 {
    /// A layout begins; the flag says that an observer's code led to it.
    case entered
    /// A layout ends.
    case left
    /// A view was dirtied; the detail is the reason's index, the flag says `again`.
    ///
    /// With `hasReceiver` the next word is the subview that was called or set.
    case dirtied
    /// A setter; followed by the superview, the old value and the new one.
    case written
    /// A change of the hierarchy; followed by the superview now and the one before, and the new
    /// place among the siblings of a view that was reordered.
    case moved
    /// `layoutIfNeeded`.
    case forced
    /// Work was enqueued; followed by its id. The flag says that it is a timer, the detail 1 that it is an
    /// observer of a phase.
    case enqueued
    /// Work begins; followed by its id.
    case workBegan
    /// Work ends; followed by its id.
    case workEnded
    /// A turn begins; followed by its number and its time in milliseconds.
    case turnBegan
    /// The commit of a turn begins: the layouts that follow were not forced.
    case commitBegan
    /// A view's `updateConstraints` begins, and does something.
    case updateBegan
    /// A view's `updateConstraints` ends.
    case updateEnded
  }

  /// Stands in `by` for the code of callbacks and sinks, which is never to blame.
  static let observer = (1 << 24) - 1
  /// Stands for the engine as the owner of a deed.
  static let engine = (1 << 24) - 2

  let word: UInt64

  init(word: UInt64) { self.word = word }

  init(
    _ kind: Kind, detail: Int = 0, flag: Bool = false, hasReceiver: Bool = false, view: Int = 0,
    by: Int = 0, owner: Int = 0
  ) {
    let isEngine = owner == EvidenceHeader.engine
    word =
      kind.rawValue | UInt64(truncatingIfNeeded: detail) << 4 | (flag ? 1 << 12 : 0)
      | (hasReceiver ? 1 << 13 : 0) | (isEngine ? 1 << 14 : owner == 0 ? 0 : 1 << 15)
      | UInt64(truncatingIfNeeded: view) << 16 | UInt64(truncatingIfNeeded: by) << 40
  }

  var kind: Kind { Kind(rawValue: word & 0xF)! }  // Only `init` writes it.
  var detail: Int { Int(word >> 4 & 0xFF) }
  var flag: Bool { word >> 12 & 1 == 1 }
  var hasReceiver: Bool { word >> 13 & 1 == 1 }
  var isEngine: Bool { word >> 14 & 1 == 1 }
  /// True if the last word is the owner.
  var hasOwner: Bool { word >> 15 & 1 == 1 }
  var view: Int { Int(word >> 16 & 0xFF_FFFF) }
  var by: Int { Int(word >> 40) }

  /// The words of the whole record.
  var count: Int { countWithoutOwner + (hasOwner ? 1 : 0) }

  /// The words of the record before that of the owner.
  var countWithoutOwner: Int {
    switch kind {
    case .entered, .left, .forced, .commitBegan, .updateBegan, .updateEnded: 1
    case .dirtied: hasReceiver ? 2 : 1
    case .moved, .enqueued, .workBegan, .workEnded: 2
    case .turnBegan: 3
    case .written: 2 + 2 * EvidenceHeader.valueCount(GeometryProperty(index: detail))
    }
  }

  /// The count of numbers in a value of the property.
  static func valueCount(_ property: GeometryProperty) -> Int {
    switch property {
    case .frame, .bounds, .additionalSafeAreaInsets, .contentInset, .layoutMargins,
      .safeAreaInsets, .adjustedContentInset:
      4
    // An order has a place and a view.
    case .center, .anchorPoint, .contentSize, .intrinsicContentSize, .subviewOrder: 2
    // A text is known by its identity, and has a length and perhaps a number.
    case .text: 3
    case .transform: 6
    default: 1
    }
  }
}

/// The indexes of the reasons that the recorder knows from the start.
enum ReasonIndex {
  static let size = 0
  static let explicit = 1
  static let subviews = 2
  static let bounds = 3
  static let constraints = 4
  static let updateConstraints = 5
  static let safeArea = 6
  static let solved = 7
  static let pending = 8

  static let known: [DirtyReason] = [
    .size, .explicit, .subviews, .bounds, .constraints, .updateConstraints, .safeArea,
    .solved, .pending,
  ]

  /// The known reasons that follow from the layout rules, as bits: to compare reasons takes longer.
  private static let consequences = known.enumerated().reduce(0) { bits, reason in
    reason.element.isConsequence ? bits | 1 << reason.offset : bits
  }

  /// True if the reason with an index follows from the layout rules.
  static func isConsequence(_ index: Int) -> Bool { consequences >> index & 1 == 1 }
}

extension GeometryProperty {
  /// The index in `allCases`, which is a new array at each access.
  var index: Int {
    switch self {
    case .frame: 0
    case .bounds: 1
    case .center: 2
    case .transform: 3
    case .anchorPoint: 4
    case .additionalSafeAreaInsets: 5
    case .contentInset: 6
    case .layoutMargins: 7
    case .safeAreaInsets: 8
    case .adjustedContentInset: 9
    case .contentSize: 10
    case .text: 11
    case .font: 12
    case .numberOfLines: 13
    case .preferredMaxLayoutWidth: 14
    case .axis: 15
    case .distribution: 16
    case .alignment: 17
    case .spacing: 18
    case .isLayoutMarginsRelativeArrangement: 19
    case .customSpacing: 20
    case .arrangedIndex: 21
    case .isHidden: 22
    case .insetsLayoutMarginsFromSafeArea: 23
    case .preservesSuperviewLayoutMargins: 24
    case .semanticContentAttribute: 25
    case .autoresizingMask: 26
    case .autoresizesSubviews: 27
    case .contentInsetAdjustmentBehavior: 28
    case .alwaysBounceVertical: 29
    case .alwaysBounceHorizontal: 30
    case .displayScale: 31
    case .subviewOrder: 32
    case .superview: 33
    case .state: 34
    case .intrinsicContentSize: 35
    case .constant: 36
    case .priority: 37
    case .isActive: 38
    case .isBroken: 39
    }
  }

  private static let byIndex = allCases

  init(index: Int) { self = Self.byIndex[index] }
}

extension LayoutAction {
  /// The changes of the hierarchy; the detail of such an event is a place here.
  static let ofTree: [LayoutAction] = [.make, .add, .remove, .reorder]
}

extension GeometryValue {
  /// Stores the value's numbers, as many as `EvidenceHeader.valueCount` returns.
  @inline(__always)
  func store(at place: UnsafeMutablePointer<UInt64>) {
    switch self {
    case .rect(let rect):
      place[0] = Double(rect.origin.x).bitPattern
      place[1] = Double(rect.origin.y).bitPattern
      place[2] = Double(rect.size.width).bitPattern
      place[3] = Double(rect.size.height).bitPattern
    case .point(let point):
      place[0] = Double(point.x).bitPattern
      place[1] = Double(point.y).bitPattern
    case .transform(let transform):
      place[0] = Double(transform.m11).bitPattern
      place[1] = Double(transform.m12).bitPattern
      place[2] = Double(transform.m21).bitPattern
      place[3] = Double(transform.m22).bitPattern
      place[4] = Double(transform.tX).bitPattern
      place[5] = Double(transform.tY).bitPattern
    case .insets(let insets):
      place[0] = Double(insets.top).bitPattern
      place[1] = Double(insets.left).bitPattern
      place[2] = Double(insets.bottom).bitPattern
      place[3] = Double(insets.right).bitPattern
    case .size(let size):
      place[0] = Double(size.width).bitPattern
      place[1] = Double(size.height).bitPattern
    case .number(let number): place[0] = Double(number).bitPattern
    case .flag(let flag): place[0] = Double(flag ? 1 : 0).bitPattern
    case .word(let word): place[0] = EvidenceTexts.number(of: word).bitPattern
    case .text(let text):
      place[0] = EvidenceTexts.number(of: text).bitPattern
      place[1] = Double(text.count).bitPattern
      place[2] = EvidenceTexts.number(in: text).bitPattern
    }
  }

  /// The text that its numbers only identify.
  var textBehindNumbers: String? {
    switch self {
    case .text(let text), .word(let text): text
    default: nil
    }
  }
}
