// UIKit's names where UIKit is not there, so that layout code from an app compiles unchanged.
//
// The platform decides, not `canImport(UIKit)`: that is also true where the package that uses this
// one has a module of its own named UIKit, as soon as it was built once, and the names would vanish.

#if !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)

// As UIKit does: whoever imports the names of views finds `CGRect` with them.
@_exported import Foundation

public typealias UIView = View
/// Made by `UIWindow(frame:loop:)`: a window without a loop would never be laid out.
public typealias UIWindow = Window
public typealias UIViewController = ViewController
public typealias UIScrollView = ScrollView
public typealias UIScrollViewDelegate = ScrollViewDelegate
public typealias UIStackView = StackView
public typealias UILabel = Label
public typealias UIFont = Label.Font
public typealias UIEdgeInsets = EdgeInsets
public typealias UIEvent = Event
public typealias UISemanticContentAttribute = SemanticContentAttribute
public typealias UIUserInterfaceLayoutDirection = UserInterfaceLayoutDirection

#if !os(macOS)
public typealias NSDirectionalEdgeInsets = DirectionalEdgeInsets

/// The namespace in which UIKit code finds the name of an axis.
///
/// There are no constraints.
public enum NSLayoutConstraint {
  public typealias Axis = StackView.Axis
}
#endif

#endif
