import ViewTree

/// Observers that were added with a selector.
private final class Observers: @unchecked Sendable {
  static let shared = Observers()

  private let lock = NSLock()
  private var tokens:
    [ObjectIdentifier: [(name: Notification.Name?, token: any NSObjectProtocol)]] =
      [:]

  func add(_ token: any NSObjectProtocol, of observer: AnyObject, _ name: Notification.Name?) {
    lock.withLock { tokens[ObjectIdentifier(observer), default: []].append((name, token)) }
  }

  func take(of observer: AnyObject, _ name: Notification.Name?) -> [any NSObjectProtocol] {
    lock.withLock {
      let all = tokens.removeValue(forKey: ObjectIdentifier(observer)) ?? []
      let kept = all.filter { name != nil && $0.name != name }
      if !kept.isEmpty { tokens[ObjectIdentifier(observer)] = kept }
      return all.filter { name == nil || $0.name == name }.map(\.token)
    }
  }
}

/// A reference that crosses the closure of an observer; it is used on the thread that posts.
private struct Weak: @unchecked Sendable { weak var object: AnyObject? }

extension NotificationCenter {
  /// Calls a method for each notification, if the selector has a closure; the object is held weakly.
  ///
  /// - Parameters:
  ///   - observer: The object.
  ///   - selector: Its method.
  ///   - name: The name; nil for all.
  ///   - object: The sender; nil for any.
  public func addObserver(
    _ observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any?
  ) {
    let reference = Weak(object: observer)
    let token = addObserver(forName: name, object: object, queue: nil) { note in
      if let object = reference.object { selector.call?(object, note) }
    }
    Observers.shared.add(token, of: observer, name)
  }

  /// Ends what was added for an object with selectors.
  ///
  /// - Parameter observer: The object.
  public func removeObserver(_ observer: AnyObject) {
    if observer is any NSObjectProtocol { removeObserver(observer, name: nil, object: nil) }
    for token in Observers.shared.take(of: observer, nil) {
      removeObserver(token, name: nil, object: nil)
    }
  }

  /// Ends what was added for an object with selectors and a name.
  ///
  /// - Parameters:
  ///   - observer: The object.
  ///   - name: The name.
  public func removeObserver(_ observer: View, name: Notification.Name?) {
    for token in Observers.shared.take(of: observer, name) {
      removeObserver(token, name: nil, object: nil)
    }
  }
}

/// A timer of frames: 60 in a second of the application's loop.
///
/// It calls a method, if the selector has a closure.
open class CADisplayLink: NSObject {
  private let target: Any
  private let selector: Selector
  private var timer: TurnLoop.Timer?
  /// True if it waits.
  open var isPaused = false
  /// The time of the frame, in seconds of the loop.
  open private(set) var timestamp: CFTimeInterval = 0
  /// The length of a frame.
  open var duration: CFTimeInterval { 1 / 60 }
  /// The time of the next frame.
  open var targetTimestamp: CFTimeInterval { timestamp + duration }
  /// The number of frames in a second.
  open var preferredFramesPerSecond = 0
  /// Every which frame.
  open var frameInterval = 1

  /// Makes a timer, which holds its target.
  ///
  /// - Parameters:
  ///   - target: The object.
  ///   - selector: Its method.
  public init(target: Any, selector: Selector) {
    (self.target, self.selector) = (target, selector)
  }

  /// Begins, in the application's loop.
  ///
  /// - Parameters:
  ///   - runloop: Not looked at.
  ///   - mode: Not looked at.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    guard timer == nil else { return }
    guard let loop = MainLoop.loop else { return UIApplication.complaint.tell() }
    timer = loop.every(.nanoseconds(16_666_667), target: self) { [weak loop] link in
      guard let now = loop?.now.components, !link.isPaused else { return }
      link.timestamp = Double(now.seconds) + Double(now.attoseconds) / 1e18
      link.selector.call?(link.target, link)
    }
  }

  /// Ends.
  ///
  /// - Parameters:
  ///   - runloop: Not looked at.
  ///   - mode: Not looked at.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) { invalidate() }

  /// Ends.
  open func invalidate() {
    timer?.invalidate()
    timer = nil
  }
}
