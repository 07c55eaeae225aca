import ViewTree

/// The deed of an edge: a write, a change, or a call.
public enum EdgeAction: Hashable, Sendable {
  /// A property of the view's geometry was written.
  case write(LoopProperty)
  /// A method was called.
  case call(Method)
  /// Another property was changed, such as `text` or `isHidden`; its values are not known, and nil means
  /// that the property is not known either.
  case change(LoopProperty?)
  /// A page's script read a value that depends on layout, and so forced it.
  case read

  /// A method that dirties or lays out a view.
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Calls that ask for layout or for new constraints.
    case setNeedsLayout, setNeedsUpdateConstraints, invalidateIntrinsicContentSize
    /// The call that lays out at once.
    case layoutIfNeeded
    /// Calls that change a view's subviews; the last stands for any that changes their order.
    case addSubview, removeFromSuperview, reorderSubviews
  }

  /// The deed by which a view became dirty for some reason.
  init(_ reason: DirtyReason) {
    switch reason {
    case .explicit: self = .call(.setNeedsLayout)
    case .constraints: self = .call(.invalidateIntrinsicContentSize)
    case .updateConstraints: self = .call(.setNeedsUpdateConstraints)
    case .content: self = .change(.geometry(.contentSize, .whole))
    case .arranged: self = .change(.named("arrangedSubviews"))
    case .safeArea: self = .change(.geometry(.safeAreaInsets, .whole))
    default: self = .change(named: reason.rawValue)
    }
  }

  /// The change of the property with a name of the coded form, or with the word of another program.
  static func change(named name: String) -> EdgeAction {
    name == unknownChange ? .change(nil) : .change(LoopProperty(name: name))
  }

  /// The name of a change of an unknown property.
  private static let unknownChange = "something"

  /// The word in the coded form and for people: `frame.size.height`, `setNeedsLayout`.
  public var name: String {
    switch self {
    case .write(let property): property.name
    case .call(let method): method.rawValue
    case .change(let property): property?.name ?? Self.unknownChange
    case .read: "read"
    }
  }

  /// True if a method was called, instead of a property written.
  public var isCall: Bool { if case .call = self { true } else { false } }

  /// True if texts say that it was called: a method, also one that gives its own name, such as `reload()`, as
  /// the reason why a view is dirty.
  var isSpokenAsCall: Bool { isCall || name.hasSuffix("()") }

  /// True if a property of geometry was written.
  var isWrite: Bool { if case .write = self { true } else { false } }

  /// The property that was written; nil for calls and for changes without values.
  var property: LoopProperty? { if case .write(let property) = self { property } else { nil } }

  /// True if a constraint was changed.
  var isOfConstraint: Bool { if case .write(.constraint) = self { true } else { false } }

  /// True for a call that changes nothing by itself.
  var isAnnouncement: Bool {
    switch self {
    case .call(.setNeedsLayout), .call(.setNeedsUpdateConstraints),
      .call(.invalidateIntrinsicContentSize):
      true
    default: false
    }
  }

  /// True for a call that changes a view's subviews.
  var isOfTree: Bool {
    switch self {
    case .call(.addSubview), .call(.removeFromSuperview), .call(.reorderSubviews): true
    default: false
    }
  }

  /// True if an arranged view was hidden or shown.
  var isHiding: Bool { self == .change(.geometry(.isHidden, .whole)) }
}

extension EdgeAction: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
