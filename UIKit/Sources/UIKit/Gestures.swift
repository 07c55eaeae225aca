@_spi(UIKit) import ViewTree

/// The store of a recognizer.
final class GestureState {
  weak var view: View?
  weak var delegate: (any UIGestureRecognizerDelegate)?
  var state = UIGestureRecognizer.State.possible
  var isEnabled = true
  var cancelsTouchesInView = true
  var delaysTouchesBegan = false
  var delaysTouchesEnded = true
  var targets: [(object: () -> AnyObject?, selector: Selector)] = []
}

extension UIGestureRecognizer {
  /// The states of a gesture.
  public enum State: Int, Sendable {
    /// The states of UIKit.
    case possible, began, changed, ended, cancelled, failed
    /// Another name of `ended`.
    public static var recognized: State { .ended }
  }

  /// The store of this recognizer, made on first use.
  var gesture: GestureState {
    if let made = stored as? GestureState { return made }
    let made = GestureState()
    stored = made
    return made
  }

  /// Makes a recognizer.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - action: The name of its method.
  public convenience init(target: Any?, action: Selector?) {
    self.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// Adds a target; its method is called if the selector has a closure.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - action: The name of its method.
  public func addTarget(_ target: Any, action: Selector) {
    let object = target as AnyObject
    // The same target and method are in the list once, as on UIKit.
    guard !gesture.targets.contains(where: { $0() === object && $1 == action }) else { return }
    gesture.targets.append(({ [weak object] in object }, action))
  }

  /// Forgets targets.
  ///
  /// - Parameters:
  ///   - target: The object; nil for all.
  ///   - action: The name of its method; nil for all.
  public func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    gesture.targets.removeAll {
      (object == nil || $0.object() === object) && (action == nil || $0.selector == action)
    }
  }

  /// The view that has the recognizer.
  public var view: View? { gesture.view }
  /// The object that is asked.
  public var delegate: (any UIGestureRecognizerDelegate)? {
    get { gesture.delegate }
    set { gesture.delegate = newValue }
  }
  /// True if it recognizes.
  public var isEnabled: Bool {
    get { gesture.isEnabled }
    set { gesture.isEnabled = newValue }
  }
  /// The state of the gesture; code that plays one sets it, and that calls the targets.
  public var state: State {
    get { gesture.state }
    set {
      gesture.state = newValue
      guard newValue != .possible, newValue != .failed else { return }
      for target in gesture.targets {
        if let object = target.object() { target.selector.call?(object, self) }
      }
    }
  }
  /// True if the view gets no touches then.
  public var cancelsTouchesInView: Bool {
    get { gesture.cancelsTouchesInView }
    set { gesture.cancelsTouchesInView = newValue }
  }
  /// True if touches wait.
  public var delaysTouchesBegan: Bool {
    get { gesture.delaysTouchesBegan }
    set { gesture.delaysTouchesBegan = newValue }
  }
  /// True if the end of touches waits.
  public var delaysTouchesEnded: Bool {
    get { gesture.delaysTouchesEnded }
    set { gesture.delaysTouchesEnded = newValue }
  }
  /// The place of the fingers: the origin, since there are none.
  ///
  /// - Parameter view: The view in whose coordinates it is.
  public func location(in view: View?) -> CGPoint { .zero }
  /// The number of fingers: none.
  public var numberOfTouches: Int { 0 }
  /// Makes this one wait; nothing recognizes.
  ///
  /// - Parameter other: The one to wait for.
  public func require(toFail other: UIGestureRecognizer) {}
}

/// An object that is asked about gestures; nobody asks.
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Asked if one may begin.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Asked if two may recognize at once.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Asked if it gets a touch.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    true
  }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool { true }
}

/// A tap.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The number of taps.
  open var numberOfTapsRequired = 1
  /// With how many fingers.
  open var numberOfTouchesRequired = 1
}

/// A drag.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The least fingers.
  open var minimumNumberOfTouches = 1
  /// The most fingers.
  open var maximumNumberOfTouches = Int.max
  private var moved = CGPoint.zero
  /// The distance that it went; code that plays a drag sets it.
  open func translation(in view: View?) -> CGPoint { moved }
  /// Sets how far it went.
  open func setTranslation(_ translation: CGPoint, in view: View?) { moved = translation }
  /// The speed: it never moves.
  open func velocity(in view: View?) -> CGPoint { .zero }
}

/// A long press.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// The seconds that it takes.
  open var minimumPressDuration: TimeInterval = 0.5
  /// The distance that it may move.
  open var allowableMovement: CGFloat = 10
  /// The number of taps before.
  open var numberOfTapsRequired = 0
  /// With how many fingers.
  open var numberOfTouchesRequired = 1
}

/// A swipe.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// The direction.
  public struct Direction: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// To the right.
    public static let right = Direction(rawValue: 1)
    /// To the left.
    public static let left = Direction(rawValue: 2)
    /// Up.
    public static let up = Direction(rawValue: 4)
    /// Down.
    public static let down = Direction(rawValue: 8)
  }

  /// The direction.
  open var direction = Direction.right
  /// With how many fingers.
  open var numberOfTouchesRequired = 1
}

/// A pinch.
open class UIPinchGestureRecognizer: UIGestureRecognizer {
  /// The ratio of the distances.
  open var scale: CGFloat = 1
  /// The speed.
  open var velocity: CGFloat { 0 }
}

/// A turn.
open class UIRotationGestureRecognizer: UIGestureRecognizer {
  /// The angle.
  open var rotation: CGFloat = 0
}

extension UITouch {
  /// The place: the origin, unless code that plays touches says otherwise.
  ///
  /// - Parameter view: The view in whose coordinates it is.
  public func location(in view: View?) -> CGPoint { (stored as? Place)?.point ?? .zero }
  /// The place before.
  ///
  /// - Parameter view: The view in whose coordinates it is.
  public func previousLocation(in view: View?) -> CGPoint { location(in: view) }
  /// The view that is touched.
  public var view: View? { (stored as? Place)?.view }
  /// The number of taps.
  public var tapCount: Int { 1 }

  /// Makes a touch, for code that plays touches; this is not in UIKit.
  ///
  /// - Parameters:
  ///   - point: The place, in the coordinates of whatever view asks.
  ///   - view: The view that is touched.
  public convenience init(at point: CGPoint, in view: View) {
    self.init()
    stored = Place(point, view)
  }

  private final class Place {
    let point: CGPoint
    weak var view: View?

    init(_ point: CGPoint, _ view: View) { (self.point, self.view) = (point, view) }
  }
}

extension UIEvent {
  /// The kind of an event.
  public enum EventType: Int, Sendable {
    /// The kinds of UIKit.
    case touches, motion, remoteControl, presses
  }

  /// The deed of an event.
  public enum EventSubtype: Int, Sendable {
    /// The deeds of UIKit.
    case none, motionShake
    case remoteControlPlay = 100, remoteControlPause, remoteControlStop
    /// The deeds of UIKit.
    case remoteControlTogglePlayPause, remoteControlNextTrack, remoteControlPreviousTrack
  }

  /// The kind: that of touches.
  public var type: EventType { .touches }
  /// The deed: none.
  public var subtype: EventSubtype { .none }
  /// The touches: none.
  public var allTouches: Set<UITouch>? { nil }
  /// The touches of a view: none.
  ///
  /// - Parameter view: The view.
  public func touches(for view: View) -> Set<UITouch>? { nil }
}
