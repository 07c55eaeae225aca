import Foundation
import ViewTree

/// A file of Interface Builder, of which there are none here.
public final class UINib: NSObject {
  private let name: String

  /// Names a file.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - bundleOrNil: Not looked at.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

  /// Ends the process, as UIKit does if there is no such file.
  ///
  /// - Parameters:
  ///   - ownerOrNil: Not looked at.
  ///   - optionsOrNil: Not looked at; by default nil.
  public func instantiate(
    withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil
  )
    -> [Any]
  { misuse("Could not load the nib '\(name)': there are no nibs on Linux.") }

  /// The name of an option.
  public struct OptionsKey: Hashable, Sendable {}
}

/// A file of Interface Builder with controllers, of which there are none here.
public final class UIStoryboard: NSObject {
  private let name: String

  /// Names a file.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - storyboardBundleOrNil: Not looked at.
  public init(name: String, bundle storyboardBundleOrNil: Bundle?) { self.name = name }

  /// Ends the process, as UIKit does if there is no such file.
  ///
  /// - Parameter identifier: Not looked at.
  public func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    misuse("Could not find the storyboard '\(name)': there are no storyboards on Linux.")
  }

  /// Ends the process, as UIKit does if there is no such file.
  public func instantiateInitialViewController() -> UIViewController? {
    misuse("Could not find the storyboard '\(name)': there are no storyboards on Linux.")
  }
}

/// A way from one controller of a storyboard to another; nothing makes one but code.
open class UIStoryboardSegue: NSObject {
  /// The name.
  public let identifier: String?
  /// The controller that is left.
  public let source: UIViewController
  /// The controller that is shown.
  public let destination: UIViewController

  /// Makes a way.
  ///
  /// - Parameters:
  ///   - identifier: The name.
  ///   - source: The controller that is left.
  ///   - destination: The controller that is shown.
  public init(identifier: String?, source: UIViewController, destination: UIViewController) {
    (self.identifier, self.source, self.destination) = (identifier, source, destination)
  }

  /// Shows the destination; an override does.
  open func perform() {}
}

extension Bundle {
  /// Ends the process, as UIKit does if there is no such nib.
  ///
  /// - Parameters:
  ///   - name: The name of a nib.
  ///   - owner: Not looked at.
  ///   - options: Not looked at; by default nil.
  public func loadNibNamed(
    _ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil
  ) -> [Any]? { UINib(nibName: name, bundle: self).instantiate(withOwner: owner) }
}
