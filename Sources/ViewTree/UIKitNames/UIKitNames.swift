// UIKit's names where UIKit is not there, so that layout code from an app compiles unchanged.

#if !canImport(UIKit)

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

#if !canImport(AppKit)
/// The namespace in which UIKit code finds the name of an axis.
///
/// There are no constraints.
public enum NSLayoutConstraint {
  public typealias Axis = StackView.Axis
}
#endif

#endif
