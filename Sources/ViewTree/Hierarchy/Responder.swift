import Foundation

/// An object that may handle events: a view or a controller.
///
/// Its members are here because an app may override them; it has no room of its own, so that views stay small.
open class Responder {
  /// Makes a responder.
  public init() {}

  // MARK: Events

  /// The object that handles what this one does not.
  open var next: Responder? { nil }

  /// Called when fingers touch the view, by code that plays them only; `next` gets them by default.
  ///
  /// - Parameters:
  ///   - touches: The fingers.
  ///   - event: The event that they belong to.
  open func touchesBegan(_ touches: Set<View.Touch>, with event: Event?) {
    next?.touchesBegan(touches, with: event)
  }

  /// Called when fingers move, by code that plays them only; `next` gets them by default.
  ///
  /// - Parameters:
  ///   - touches: The fingers.
  ///   - event: The event that they belong to.
  open func touchesMoved(_ touches: Set<View.Touch>, with event: Event?) {
    next?.touchesMoved(touches, with: event)
  }

  /// Called when fingers are lifted, by code that plays them only; `next` gets them by default.
  ///
  /// - Parameters:
  ///   - touches: The fingers.
  ///   - event: The event that they belong to.
  open func touchesEnded(_ touches: Set<View.Touch>, with event: Event?) {
    next?.touchesEnded(touches, with: event)
  }

  /// Called when touches are called off, by code that plays them only; `next` gets them by default.
  ///
  /// - Parameters:
  ///   - touches: The fingers.
  ///   - event: The event that they belong to.
  open func touchesCancelled(_ touches: Set<View.Touch>, with event: Event?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: Keys

  /// True if keys may go to this object; the default is false.
  open var canBecomeFirstResponder: Bool { false }

  /// True if keys may go elsewhere again; the default is true.
  open var canResignFirstResponder: Bool { true }

  /// Makes this view the one that keys go to; false if it may not be, or is in no window.
  @discardableResult
  open func becomeFirstResponder() -> Bool { false }

  /// Gives the keys up; an override that returns false keeps them from other views.
  @discardableResult
  open func resignFirstResponder() -> Bool { canResignFirstResponder }

  /// True if keys go to this view.
  open var isFirstResponder: Bool { false }

  /// The view in place of the keyboard, which is never shown.
  open var inputView: View? { nil }

  /// The view above the keyboard, which is never shown.
  open var inputAccessoryView: View? { nil }

  /// Shows other views for the keys; there are none.
  open func reloadInputViews() {}

  // MARK: Accessibility

  /// The words for a screen reader: views and controllers keep them, other responders do not.
  var words: Words {
    get { Words() }
    set {}
  }

  /// True if a screen reader finds the object.
  open var isAccessibilityElement: Bool {
    get { words.isElement }
    set { words.isElement = newValue }
  }

  /// The words that a screen reader says.
  open var accessibilityLabel: String? {
    get { words.label }
    set { words.label = newValue }
  }

  /// The words that a screen reader adds.
  open var accessibilityHint: String? {
    get { words.hint }
    set { words.hint = newValue }
  }

  /// The value that a screen reader says.
  open var accessibilityValue: String? {
    get { words.value }
    set { words.value = newValue }
  }

  /// The language of the words.
  open var accessibilityLanguage: String? {
    get { words.language }
    set { words.language = newValue }
  }

  /// The name for tests of the interface; it is not `View.identifier`.
  open var accessibilityIdentifier: String? {
    get { words.identifier }
    set { words.identifier = newValue }
  }

  /// The kind of element for a screen reader.
  open var accessibilityTraits: AccessibilityTraits {
    get { words.traits }
    set { words.traits = newValue }
  }

  /// The elements in the object.
  open var accessibilityElements: [Any]? {
    get { words.elements }
    set { words.elements = newValue }
  }

  /// True if a screen reader skips all in the object.
  open var accessibilityElementsHidden: Bool {
    get { words.elementsHidden }
    set { words.elementsHidden = newValue }
  }

  /// True if a screen reader skips the views beside.
  open var accessibilityViewIsModal: Bool {
    get { words.isModal }
    set { words.isModal = newValue }
  }

  /// True if the colours stay when a screen shows all others inverted.
  open var accessibilityIgnoresInvertColors: Bool {
    get { words.ignoresInvertColors }
    set { words.ignoresInvertColors = newValue }
  }

  /// True if a screen reader reads all in the object before it goes on.
  open var shouldGroupAccessibilityChildren: Bool {
    get { words.groupsChildren }
    set { words.groupsChildren = newValue }
  }

  /// The number of the elements in the object.
  open func accessibilityElementCount() -> Int { words.elements?.count ?? 0 }

  /// An element in the object; nil if there is none.
  ///
  /// - Parameter index: The index.
  open func accessibilityElement(at index: Int) -> Any? {
    guard let elements = words.elements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The index of an element in the object; `NSNotFound` for any other.
  ///
  /// - Parameter element: The element.
  open func index(ofAccessibilityElement element: Any) -> Int {
    words.elements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
  }

  /// Called to do what a tap does, by code that plays a screen reader only; true if it was done.
  @discardableResult
  open func accessibilityActivate() -> Bool { false }

  /// Called for a larger value, by code that plays a screen reader only.
  open func accessibilityIncrement() {}

  /// Called for a smaller value, by code that plays a screen reader only.
  open func accessibilityDecrement() {}

  /// Called to leave, by code that plays a screen reader only; true if it was done.
  @discardableResult
  open func accessibilityPerformEscape() -> Bool { false }

  /// Called for the main action, by code that plays a screen reader only; true if it was done.
  @discardableResult
  open func accessibilityPerformMagicTap() -> Bool { false }

  /// Called when a screen reader comes to the object.
  open func accessibilityElementDidBecomeFocused() {}

  /// Called when a screen reader leaves the object.
  open func accessibilityElementDidLoseFocus() {}

  // MARK: Values of other objects

  /// Called when a property changed that the object asked to be told of, by a module above the tree.
  ///
  /// An override that does not know the property calls super, which ends the process, as in UIKit.
  ///
  /// - Parameters:
  ///   - keyPath: The name of the property.
  ///   - object: The object that has it.
  ///   - change: The values that were asked for.
  ///   - context: The pointer that was given with the wish.
  open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [ChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    misuse(
      """
      An -observeValueForKeyPath:ofObject:change:context: message was received but not handled. Key path: \
      \(keyPath ?? "nil"), observer: \(type(of: self)).
      """)
  }
}

extension Responder {
  /// The name of a part of a change.
  public struct ChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kinds of an element for a screen reader.
  public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
  }

  /// The words for a screen reader.
  struct Words {
    var isElement = false
    var label: String?
    var hint: String?
    var value: String?
    var language: String?
    var identifier: String?
    var traits: AccessibilityTraits = []
    var elements: [Any]?
    var elementsHidden = false
    var isModal = false
    var ignoresInvertColors = false
    var groupsChildren = false
  }
}
