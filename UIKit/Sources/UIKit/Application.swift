@_spi(UIKit) import ViewTree

/// The application: what tests tell it.
public final class UIApplication: UIResponder, @unchecked Sendable {
  /// The only one.
  public static let shared = UIApplication()

  /// The loop that serves the main queue, and runs completions of animations; this is not in UIKit.
  ///
  /// It is held weakly. A window that is made without a loop uses it, and makes one that becomes it if there is
  /// none. Code that a loop runs gives its work to that one. Other code needs this one: without it, a completion
  /// does not run, and work for the main queue waits for a loop that serves Foundation's. The standard error
  /// output says so once, each.
  public var loop: TurnLoop? {
    get { TurnLoop.ofApplication }
    set { TurnLoop.ofApplication = newValue }
  }
  /// The poster of the loop, which any thread may keep for a moment.
  var poster: TurnLoop.Poster? { TurnLoop.posterOfApplication }

  /// The windows of the loop.
  public var windows: [UIWindow] { loop?.windows ?? [] }
  /// The first window of the loop.
  public var keyWindow: UIWindow? { windows.first }
  /// The scenes: one, with the windows of the loop.
  public var connectedScenes: Set<UIScene> { [UIWindowScene.shared] }
  /// The direction of the language, which is from left to right.
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
  /// The bar's frame: the height of the window's safe area at the top.
  public var statusBarFrame: CGRect {
    let window = keyWindow
    return CGRect(
      x: 0, y: 0, width: window?.bounds.width ?? 0, height: window?.safeAreaInsets.top ?? 0)
  }
  /// The way the device is held.
  public var statusBarOrientation: UIInterfaceOrientation { .portrait }
  /// True if the app is in front.
  public var applicationState: State { .active }

  /// If the app is in front.
  public enum State: Int, Sendable {
    /// The states of UIKit.
    case active, inactive, background
  }

  static let complaint = Complaint(
    "a completion does not run, because UIApplication.shared.loop is not set.")

  /// Opens an address; nothing is opened.
  public func open(_ url: URL) {}

  /// Named as in UIKit; nobody posts it here.
  public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActive")
  /// Named as in UIKit; nobody posts it here.
  public static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActive")
  /// Named as in UIKit; nobody posts it here.
  public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackground")
  /// Named as in UIKit; nobody posts it here.
  public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForeground")
  /// Named as in UIKit; nobody posts it here.
  public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarning")
}

/// A part of an app that is shown by itself; there is one, of windows.
open class UIScene: NSObject, @unchecked Sendable {
  /// If a scene is in front.
  public enum ActivationState: Int, Sendable {
    /// The states of UIKit.
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  /// In front.
  open var activationState: ActivationState { .foregroundActive }
}

/// The scene of the windows of the application's loop.
public final class UIWindowScene: UIScene, @unchecked Sendable {
  static let shared = UIWindowScene()

  /// The windows.
  public var windows: [UIWindow] { UIApplication.shared.windows }
  /// The first window.
  public var keyWindow: UIWindow? { UIApplication.shared.keyWindow }
  /// The screen.
  public var screen: UIScreen { .main }
  /// The way the device is held.
  public var interfaceOrientation: UIInterfaceOrientation { .portrait }
}

/// The ways a screen is held.
public enum UIInterfaceOrientation: Int, Sendable {
  /// The ways of UIKit.
  case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
  /// True for the long side down.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// True for the short side down.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The screen: that of the first window of the application's loop, else 390 by 844 points.
public final class UIScreen: NSObject, Sendable {
  /// The only one.
  public static let main = UIScreen()
  /// The size.
  public var bounds: CGRect {
    let size = UIApplication.shared.keyWindow?.bounds.size
    return CGRect(origin: .zero, size: size ?? CGSize(width: 390, height: 844))
  }
  /// The size in pixels.
  public var nativeBounds: CGRect {
    CGRect(x: 0, y: 0, width: bounds.width * scale, height: bounds.height * scale)
  }
  /// The pixels per point.
  public var scale: CGFloat { UIApplication.shared.keyWindow?.displayScale ?? 2 }
  /// The pixels per point.
  public var nativeScale: CGFloat { scale }
  /// The traits of the first window.
  public var traitCollection: UITraitCollection {
    UIApplication.shared.keyWindow?.traitCollection ?? UITraitCollection()
  }
}

extension UIWindow {
  /// A place in the order of windows.
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat

    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// The usual one.
    public static let normal = Level(rawValue: 0)
    /// Above it.
    public static let statusBar = Level(rawValue: 1000)
    /// Above both.
    public static let alert = Level(rawValue: 2000)
  }

  /// The scene, which is the only one.
  public var windowScene: UIWindowScene? { .shared }

  /// The screen, which is the only one.
  public var screen: UIScreen { .main }

  /// The place in the order of windows: stored, and without effect.
  public var windowLevel: Level {
    get { stored("windowLevel", or: .normal) }
    set { storage.values["windowLevel"] = newValue }
  }

  /// Shows the window; from now on, Foundation's run loop of this thread runs turns of the window's loop.
  public func makeKeyAndVisible() {
    isHidden = false
    FoundationRunLoop.shared.drive(loop)
  }

  /// Nothing: keys go to the view that has the focus of its window.
  public func makeKey() {}

  /// True for the first window of the application's loop.
  public var isKeyWindow: Bool { UIApplication.shared.keyWindow === self }
}

/// The device: a telephone.
public final class UIDevice: NSObject, Sendable {
  /// The only one.
  public static let current = UIDevice()
  /// The kind.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// The system.
  public var systemVersion: String { "18.0" }
  /// The name of the system.
  public var systemName: String { "LoopHunter" }
  /// The model.
  public var model: String { "LoopHunter" }
  /// The name.
  public var name: String { "LoopHunter" }
  /// Named as in UIKit; nobody posts it here.
  public static let orientationDidChangeNotification = Notification.Name(
    "UIDeviceOrientationDidChange")
}
