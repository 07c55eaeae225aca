import ViewTree

extension View {
  /// Settings of an animation, of which none matters here.
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Subviews are laid out with the animation.
    public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
    /// Touches are allowed.
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    /// From where it is.
    public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
    /// For ever.
    public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
    /// And back.
    public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
    /// In a time of its own.
    public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
    /// In a course of time of its own.
    public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
    /// With what the views show, not with a picture of it.
    public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
    /// With settings of its own.
    public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)
    /// The course of time.
    public static let curveEaseInOut: AnimationOptions = []
    /// The course of time.
    public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
    /// The course of time.
    public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
    /// The course of time.
    public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    /// By fading.
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
    /// By turning.
    public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
    /// By turning.
    public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
    /// By turning a page.
    public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
    /// By turning a page.
    public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
    /// By turning.
    public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
    /// By turning.
    public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)
    /// Views are hidden, not removed.
    public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
  }

  /// Settings of key frames.
  public struct KeyframeAnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Subviews are laid out with the animation.
    public static let layoutSubviews = KeyframeAnimationOptions(rawValue: 1 << 0)
    /// Touches are allowed.
    public static let allowUserInteraction = KeyframeAnimationOptions(rawValue: 1 << 1)
    /// From where it is.
    public static let beginFromCurrentState = KeyframeAnimationOptions(rawValue: 1 << 2)
    /// For ever.
    public static let `repeat` = KeyframeAnimationOptions(rawValue: 1 << 3)
    /// And back.
    public static let autoreverse = KeyframeAnimationOptions(rawValue: 1 << 4)
    /// In a time of its own.
    public static let overrideInheritedDuration = KeyframeAnimationOptions(rawValue: 1 << 5)
    /// With settings of its own.
    public static let overrideInheritedOptions = KeyframeAnimationOptions(rawValue: 1 << 9)
    /// Evenly.
    public static let calculationModeLinear: KeyframeAnimationOptions = []
    /// By jumps.
    public static let calculationModeDiscrete = KeyframeAnimationOptions(rawValue: 1 << 10)
    /// At one speed.
    public static let calculationModePaced = KeyframeAnimationOptions(rawValue: 2 << 10)
    /// Smoothly, at one speed.
    public static let calculationModeCubicPaced = KeyframeAnimationOptions(rawValue: 4 << 10)
    /// Smoothly.
    public static let calculationModeCubic = KeyframeAnimationOptions(rawValue: 3 << 10)
  }

  /// The course of an animation.
  public enum AnimationCurve: Int, Sendable {
    /// The courses of UIKit.
    case easeInOut, easeIn, easeOut, linear
  }

  /// Runs the block now, and the completion in a later turn.
  ///
  /// - Parameters:
  ///   - duration: Not looked at.
  ///   - delay: Not looked at; by default 0.
  ///   - options: Not looked at; by default none.
  ///   - animations: The block.
  ///   - completion: The completion, which gets true; by default none.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animations()
    if let completion { runLater { completion(true) } }
  }

  /// Runs the block now, and the completion in a later turn.
  ///
  /// - Parameters:
  ///   - duration: Not looked at.
  ///   - delay: Not looked at.
  ///   - dampingRatio: Not looked at.
  ///   - velocity: Not looked at.
  ///   - options: Not looked at; by default none.
  ///   - animations: The block.
  ///   - completion: The completion, which gets true; by default none.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval,
    usingSpringWithDamping dampingRatio: CGFloat, initialSpringVelocity velocity: CGFloat,
    options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) { animate(withDuration: duration, animations: animations, completion: completion) }

  /// Runs the block now, and the completion in a later turn.
  ///
  /// - Parameters:
  ///   - duration: Not looked at.
  ///   - delay: Not looked at.
  ///   - options: Not looked at; by default none.
  ///   - animations: The block.
  ///   - completion: The completion, which gets true; by default none.
  public class func animateKeyframes(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: KeyframeAnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) { animate(withDuration: duration, animations: animations, completion: completion) }

  /// Runs the block now.
  ///
  /// - Parameters:
  ///   - frameStartTime: Not looked at.
  ///   - frameDuration: Not looked at.
  ///   - animations: The block.
  public class func addKeyframe(
    withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
    animations: @escaping () -> Void
  ) { animations() }

  /// Runs the block now, and the completion in a later turn.
  ///
  /// - Parameters:
  ///   - view: Not looked at.
  ///   - duration: Not looked at.
  ///   - options: Not looked at; by default none.
  ///   - animations: The block.
  ///   - completion: The completion, which gets true; by default none.
  public class func transition(
    with view: View, duration: TimeInterval, options: AnimationOptions = [],
    animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { animate(withDuration: duration, animations: animations ?? {}, completion: completion) }

  /// Runs the block.
  ///
  /// - Parameter actionsWithoutAnimation: The block.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    actionsWithoutAnimation()
  }

  /// True if animations take time: stored, and without effect.
  ///
  /// - Parameter enabled: The setting.
  public class func setAnimationsEnabled(_ enabled: Bool) {}
  /// True if animations take time; they never do.
  public class var areAnimationsEnabled: Bool { false }

  /// Runs a block in the next turn of the loop that runs this code, else of the application's.
  static func runLater(_ block: @escaping () -> Void) {
    guard let loop = MainLoop.loop else { return UIApplication.complaint.tell() }
    loop.async(block)
  }
}

/// An animation that can be stopped: its blocks run when it starts.
open class UIViewPropertyAnimator: NSObject {
  /// The seconds that it takes.
  public let duration: TimeInterval
  private var animations: [() -> Void] = []
  private var completions: [(UIViewAnimatingPosition) -> Void] = []
  /// The share of it that is over.
  open var fractionComplete: CGFloat = 0
  /// True once it was started; here it is over then.
  open private(set) var isRunning = false

  /// Makes an animator.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - curve: The course.
  ///   - animations: The block; by default none.
  public init(
    duration: TimeInterval, curve: View.AnimationCurve, animations: (() -> Void)? = nil
  ) {
    self.duration = duration
    if let animations { self.animations = [animations] }
  }

  /// Makes an animator as a spring.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - dampingRatio: Not looked at.
  ///   - animations: The block; by default none.
  public convenience init(
    duration: TimeInterval, dampingRatio: CGFloat, animations: (() -> Void)? = nil
  ) { self.init(duration: duration, curve: .linear, animations: animations) }

  /// Makes an animator, and starts it.
  ///
  /// - Parameters:
  ///   - duration: The duration.
  ///   - delay: Not looked at.
  ///   - options: Not looked at.
  ///   - animations: The block, which runs now.
  ///   - completion: Called in a later turn; by default none.
  @discardableResult
  open class func runningPropertyAnimator(
    withDuration duration: TimeInterval, delay: TimeInterval,
    options: View.AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((UIViewAnimatingPosition) -> Void)? = nil
  ) -> UIViewPropertyAnimator {
    let animator = UIViewPropertyAnimator(
      duration: duration, curve: .linear, animations: animations)
    if let completion { animator.addCompletion(completion) }
    animator.startAnimation()
    return animator
  }

  /// Adds a block.
  open func addAnimations(_ animation: @escaping () -> Void) { animations.append(animation) }
  /// Adds a completion.
  open func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {
    completions.append(completion)
  }
  /// Runs the blocks now, and the completions in a later turn.
  open func startAnimation() {
    for animation in animations { animation() }
    animations = []
    let waiting = completions
    completions = []
    if !waiting.isEmpty { View.runLater { waiting.forEach { $0(.end) } } }
  }
  /// Stops; nothing is under way.
  open func stopAnimation(_ withoutFinishing: Bool) {}
  /// Pauses; nothing is under way.
  open func pauseAnimation() {}
}

/// The place at which an animation ended.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The places of UIKit.
  case end, start, current
}
