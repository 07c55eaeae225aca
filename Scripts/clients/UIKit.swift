// Stands in for what SnapKit and EasyPeasy need of UIKit and of the Objective-C runtime beyond ViewTree.

@_exported import Foundation
@_exported import ViewTree

public enum objc_AssociationPolicy: Sendable {
  case OBJC_ASSOCIATION_ASSIGN, OBJC_ASSOCIATION_RETAIN_NONATOMIC, OBJC_ASSOCIATION_COPY_NONATOMIC
  case OBJC_ASSOCIATION_RETAIN, OBJC_ASSOCIATION_COPY
}

private struct Associations {
  let owner: AnyObject
  var values: [UnsafeRawPointer: Any] = [:]
}

nonisolated(unsafe) private var associations: [ObjectIdentifier: Associations] = [:]

public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  associations[ObjectIdentifier(object as AnyObject)]?.values[key]
}

/// Keeps the object, so that no address is used twice.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  let owner = object as AnyObject
  associations[ObjectIdentifier(owner), default: Associations(owner: owner)].values[key] = value
}

public enum UIUserInterfaceIdiom: Sendable { case unspecified, phone, pad }

public enum UIUserInterfaceSizeClass: Sendable { case unspecified, compact, regular }

public struct UIDevice: Sendable {
  public static let current = UIDevice()
  public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
}

public struct UITraitCollection: Sendable {
  public var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  public var horizontalSizeClass = UIUserInterfaceSizeClass.unspecified
  public var verticalSizeClass = UIUserInterfaceSizeClass.unspecified

  public init() {}

  public init(horizontalSizeClass: UIUserInterfaceSizeClass) {
    self.horizontalSizeClass = horizontalSizeClass
  }

  public init(verticalSizeClass: UIUserInterfaceSizeClass) {
    self.verticalSizeClass = verticalSizeClass
  }
}

public protocol UILayoutSupport: AnyObject {
  var length: CGFloat { get }
  var topAnchor: NSLayoutYAxisAnchor { get }
  var bottomAnchor: NSLayoutYAxisAnchor { get }
  var heightAnchor: NSLayoutDimension { get }
}

extension LayoutGuide: UILayoutSupport {
  public var length: CGFloat { layoutFrame.height }
}

extension ViewController {
  /// A guide without height at the upper edge: there are no bars.
  public var topLayoutGuide: any UILayoutSupport { edgeGuide("top") { $0.topAnchor } }
  /// A guide without height at the lower edge.
  public var bottomLayoutGuide: any UILayoutSupport { edgeGuide("bottom") { $0.bottomAnchor } }

  private func edgeGuide(
    _ name: String, _ edge: (View) -> NSLayoutYAxisAnchor
  ) -> any UILayoutSupport {
    if let guide = view.layoutGuides.first(where: { $0.identifier == name }) { return guide }
    let guide = LayoutGuide()
    guide.identifier = name
    view.addLayoutGuide(guide)
    guide.topAnchor.constraint(equalTo: edge(view)).isActive = true
    guide.heightAnchor.constraint(equalToConstant: 0).isActive = true
    return guide
  }
}

extension View {
  public var traitCollection: UITraitCollection { UITraitCollection() }
}

public func UI_USER_INTERFACE_IDIOM() -> UIUserInterfaceIdiom { UIDevice.current.userInterfaceIdiom }
