import Foundation
import ViewTree

/// An object whose content has a size, and may have such objects in it: a controller.
public protocol UIContentContainer: AnyObject {
  /// The size that it prefers for its content.
  var preferredContentSize: CGSize { get }
  /// Called when one in it prefers another size.
  ///
  /// - Parameter container: The one in it.
  func preferredContentSizeDidChange(forChildContentContainer container: any UIContentContainer)
  /// The size of one in it, if it gets a size itself.
  ///
  /// - Parameters:
  ///   - container: The one in it.
  ///   - parentSize: Its own new size.
  func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize
  /// Called before it gets another size.
  ///
  /// - Parameters:
  ///   - size: The new size.
  ///   - coordinator: Takes blocks that run after the change.
  func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator)
  /// Called before it gets a size of another kind.
  ///
  /// - Parameters:
  ///   - newCollection: The new traits.
  ///   - coordinator: Takes blocks that run after the change.
  func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  )
}

extension UIViewController: UIContentContainer {}

/// A change of a window's size, as controllers see it.
public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  /// True if the change takes time; it does not.
  var isAnimated: Bool { get }
  /// The seconds that it takes: 0.
  var transitionDuration: TimeInterval { get }
  /// True if it was called off; it never is.
  var isCancelled: Bool { get }
  /// The window.
  var containerView: UIView { get }
}

/// A change of a window's size that runs blocks.
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  /// Takes blocks that run after the change.
  ///
  /// - Parameters:
  ///   - animation: Runs after the change, before the layout.
  ///   - completion: Runs in a later turn.
  /// - Returns: True: the blocks will run.
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  /// Takes a block that runs after the change, before the layout.
  ///
  /// - Parameter animation: The block.
  /// - Returns: True: the block will run.
  @discardableResult
  public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool { animate(alongsideTransition: animation, completion: nil) }
}

/// The only change that there is: that of a window's size.
final class SizeChange: UIViewControllerTransitionCoordinator {
  typealias Block = (any UIViewControllerTransitionCoordinatorContext) -> Void

  private let window: UIWindow
  private var animations: [Block] = []
  private var completions: [Block] = []

  init(in window: UIWindow) { self.window = window }

  var isAnimated: Bool { false }
  var transitionDuration: TimeInterval { 0 }
  var isCancelled: Bool { false }
  var containerView: UIView { window }

  func animate(alongsideTransition animation: Block?, completion: Block?) -> Bool {
    if let animation { animations.append(animation) }
    if let completion { completions.append(completion) }
    return true
  }

  /// Runs the blocks, and the completions in a later turn of the window's loop.
  func run() {
    for animation in animations { animation(self) }
    animations = []
    let completions = completions
    guard !completions.isEmpty else { return }
    window.loop.async { for completion in completions { completion(self) } }
  }
}
