import Foundation
import ViewTree

/// A question to the user: stored, and presented as an empty view; nobody answers.
open class UIAlertController: UIViewController {
  /// The kind of a question.
  public enum Style: Int, Sendable {
    /// The kinds of UIKit.
    case actionSheet, alert
  }

  /// The kind.
  public let preferredStyle: Style
  /// The text below the title.
  open var message: String?
  /// The answers.
  open private(set) var actions: [UIAlertAction] = []
  /// The answer that is offered first.
  open var preferredAction: UIAlertAction?
  /// The fields for text.
  open private(set) var textFields: [UITextField]?

  /// Makes a question.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - message: The text below.
  ///   - preferredStyle: The kind.
  public init(title: String?, message: String?, preferredStyle: Style) {
    (self.message, self.preferredStyle) = (message, preferredStyle)
    super.init(nibName: nil, bundle: nil)
    self.title = title
    modalPresentationStyle = .overFullScreen
  }

  /// Adds an answer.
  ///
  /// - Parameter action: The answer.
  open func addAction(_ action: UIAlertAction) { actions.append(action) }

  /// Adds a field for text.
  ///
  /// - Parameter configurationHandler: Sets it up, at once.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    let field = UITextField()
    textFields = (textFields ?? []) + [field]
    configurationHandler?(field)
  }
}

/// An answer to a question.
open class UIAlertAction: NSObject {
  /// The look of an answer.
  public enum Style: Int, Sendable {
    /// The looks of UIKit.
    case `default`, cancel, destructive
  }

  /// The title.
  public let title: String?
  /// The look.
  public let style: Style
  /// True if it can be chosen.
  open var isEnabled = true
  /// Called by a test in place of a tap; this is not in UIKit.
  public let handler: ((UIAlertAction) -> Void)?

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - style: The look.
  ///   - handler: The code of a tap; by default none.
  public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
  }
}
