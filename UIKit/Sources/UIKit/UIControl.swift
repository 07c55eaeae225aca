import ViewTree

/// A view that code and fingers act on.
///
/// It calls the closures of its actions, and those of selectors that have one, as ported code has.
open class UIControl: View {
  /// The events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger went down.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A finger went down again.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger moved inside.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// A finger moved outside.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// A finger came in.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger went out.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger was lifted inside.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A finger was lifted outside.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// A touch was called off.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// There is another value.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The main action.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// Editing began.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// The text changed.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing ended.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Return was pressed.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All touches.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// Everything about editing.
    public static let allEditingEvents = Event(rawValue: 0xF_0000)
    /// Everything.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// The states of a control.
  public struct State: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// As usual.
    public static let normal: State = []
    /// Pressed.
    public static let highlighted = State(rawValue: 1)
    /// Not to be used.
    public static let disabled = State(rawValue: 2)
    /// Chosen.
    public static let selected = State(rawValue: 4)
    /// In focus.
    public static let focused = State(rawValue: 8)
  }

  /// The horizontal place of the content.
  public enum ContentHorizontalAlignment: Int, Sendable {
    /// The places of UIKit.
    case center, left, right, fill, leading, trailing
  }

  /// The vertical place of the content.
  public enum ContentVerticalAlignment: Int, Sendable {
    /// The places of UIKit.
    case center, top, bottom, fill
  }

  /// True if the control can be used.
  open var isEnabled = true {
    willSet { willChangeValue(forKey: "enabled") }
    didSet {
      if isEnabled != oldValue { stateDidChange() }
      didChangeValue(forKey: "enabled")
    }
  }
  /// True if it is chosen.
  open var isSelected = false {
    willSet { willChangeValue(forKey: "selected") }
    didSet {
      if isSelected != oldValue { stateDidChange() }
      didChangeValue(forKey: "selected")
    }
  }
  /// True if it is pressed.
  open var isHighlighted = false {
    willSet { willChangeValue(forKey: "highlighted") }
    didSet {
      if isHighlighted != oldValue { stateDidChange() }
      didChangeValue(forKey: "highlighted")
    }
  }
  /// The horizontal place of the content.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
  }
  /// The vertical place of the content.
  open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
  }
  /// True while a touch is followed: here always false, unless a subclass says so.
  open var isTracking: Bool { false }
  /// True while the touch that is followed is inside.
  open var isTouchInside: Bool { false }

  /// The state of the control.
  open var state: State {
    var state: State = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Called when the state changed: the content may have another size.
  func stateDidChange() { setNeedsLayout() }

  // MARK: Actions

  private struct Target {
    weak var object: AnyObject?
    var selector: Selector
    var events: Event
  }

  private var methods: [Target] = []
  private var actions: [(action: UIAction, events: Event)] = []

  /// Adds a target; its method is called if the selector has a closure.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - action: The name of its method.
  ///   - controlEvents: When it would be called.
  open func addTarget(_ target: Any?, action: Selector, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    // The same target and method are in the list once, as on UIKit.
    if let index = methods.firstIndex(where: { $0.object === object && $0.selector == action }) {
      methods[index].events.formUnion(controlEvents)
    } else {
      methods.append(Target(object: object, selector: action, events: controlEvents))
    }
  }

  /// Forgets a target.
  ///
  /// - Parameters:
  ///   - target: The object; nil for all.
  ///   - action: The name of its method; nil for all.
  ///   - controlEvents: When it would be called.
  open func removeTarget(_ target: Any?, action: Selector?, for controlEvents: Event) {
    let object = target.map { $0 as AnyObject }
    for index in methods.indices
    where (object == nil || methods[index].object === object)
      && (action == nil || methods[index].selector == action)
    {
      methods[index].events.subtract(controlEvents)
    }
    methods.removeAll { $0.events.isEmpty }
  }

  /// The objects that were added.
  open var allTargets: Set<AnyHashable> {
    Set(methods.compactMap { $0.object as? AnyHashable })
  }

  /// The names of the methods of an object.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - controlEvent: When they would be called.
  open func actions(forTarget target: Any?, forControlEvent controlEvent: Event) -> [String]? {
    let object = target.map { $0 as AnyObject }
    let names = methods.filter { $0.object === object && !$0.events.isDisjoint(with: controlEvent) }
      .map(\.selector.name)
    return names.isEmpty ? nil : names
  }

  /// Adds a closure.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - controlEvents: When it is called.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    actions.append((action, controlEvents))
  }

  /// Removes a closure.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - controlEvents: When it was called.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    actions.removeAll { $0.action === action && !$0.events.isDisjoint(with: controlEvents) }
  }

  /// Calls the closures of an event: those of actions, then those of targets.
  ///
  /// - Parameter controlEvents: The event.
  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.call(from: self)
    }
    for target in methods where !target.events.isDisjoint(with: controlEvents) {
      if let object = target.object { sendAction(target.selector, to: object, for: nil) }
    }
  }

  /// Calls the method of a target, if the selector has a closure.
  ///
  /// - Parameters:
  ///   - action: The name of the method.
  ///   - target: The object.
  ///   - event: The event.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    if let target { action.call?(target, self) }
  }

  // MARK: Tracking

  /// Called when a touch begins; the default follows it.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - event: The event.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// Called when it moves; the default goes on.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - event: The event.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }
  /// Called when it ends.
  ///
  /// - Parameters:
  ///   - touch: The touch.
  ///   - event: The event.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}
  /// Called when it is called off.
  ///
  /// - Parameter event: The event.
  open func cancelTracking(with event: UIEvent?) {}
}

/// A closure with a title.
open class UIAction: NSObject {
  /// The title.
  open var title: String
  /// The picture.
  open var image: UIImage?
  /// The object that sent it.
  public private(set) weak var sender: AnyObject?
  private let handler: (UIAction) -> Void

  /// Calls the closure in the name of an object.
  final func call(from sender: AnyObject) {
    self.sender = sender
    handler(self)
  }

  /// Makes an action.
  ///
  /// - Parameters:
  ///   - title: The title; by default empty.
  ///   - image: The picture; by default none.
  ///   - handler: The closure.
  public init(title: String = "", image: UIImage? = nil, handler: @escaping (UIAction) -> Void) {
    (self.title, self.image, self.handler) = (title, image, handler)
  }
}
