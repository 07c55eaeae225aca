// UIKit's names on platforms without UIKit, so that layout code from an app compiles unchanged.
//
// The platform decides, not `canImport(UIKit)`: that is also true if the package that uses this one
// has its own module named UIKit, once it was built, and the names would vanish.

#if !os(iOS) && !os(tvOS) && !os(visionOS) && !os(watchOS)

// As with UIKit, a file that imports the names of views also gets `CGRect`.
@_exported import Foundation

/// UIKit's name of `View`.
public typealias UIView = View
/// UIKit's name of `Window`, which `UIWindow(frame:loop:)` makes: a loop must lay it out.
public typealias UIWindow = Window
/// UIKit's name of `ViewController`.
public typealias UIViewController = ViewController
/// UIKit's name of `ScrollView`.
public typealias UIScrollView = ScrollView
/// UIKit's name of `ScrollViewDelegate`.
public typealias UIScrollViewDelegate = ScrollViewDelegate
/// UIKit's name of `StackView`.
public typealias UIStackView = StackView
/// UIKit's name of `Label`.
public typealias UILabel = Label
/// UIKit's name of `Label.Font`.
public typealias UIFont = Label.Font
/// UIKit's name of `EdgeInsets`.
public typealias UIEdgeInsets = EdgeInsets
/// UIKit's name of `Event`.
public typealias UIEvent = Event
/// UIKit's name of `SemanticContentAttribute`.
public typealias UISemanticContentAttribute = SemanticContentAttribute
/// UIKit's name of `UserInterfaceLayoutDirection`.
public typealias UIUserInterfaceLayoutDirection = UserInterfaceLayoutDirection
/// UIKit's name of `LayoutGuide`.
public typealias UILayoutGuide = LayoutGuide
/// UIKit's name of `LayoutPriority`.
public typealias UILayoutPriority = LayoutPriority

#if !os(macOS)
/// UIKit's name of `DirectionalEdgeInsets`.
public typealias NSDirectionalEdgeInsets = DirectionalEdgeInsets

/// UIKit's name of `LayoutConstraint`.
public typealias NSLayoutConstraint = LayoutConstraint
/// UIKit's name of `LayoutAnchor`.
public typealias NSLayoutAnchor = LayoutAnchor
/// UIKit's name of `LayoutXAxisAnchor`.
public typealias NSLayoutXAxisAnchor = LayoutXAxisAnchor
/// UIKit's name of `LayoutYAxisAnchor`.
public typealias NSLayoutYAxisAnchor = LayoutYAxisAnchor
/// UIKit's name of `LayoutDimension`.
public typealias NSLayoutDimension = LayoutDimension
#endif

#endif
