import Foundation

/// A rectangle without a view, which takes part in constraints.
///
/// ```swift
/// let gap = LayoutGuide()
/// window.addLayoutGuide(gap)
/// gap.widthAnchor.constraint(equalToConstant: 20).isActive = true
/// ```
open class LayoutGuide: AnchoredItem {
  private final var storedNode: ConstraintNode?
  fileprivate final let area: SystemArea?
  /// A stable name for reports and logs.
  open var identifier = ""
  /// True for a guide that a stack makes for its constraints.
  final var isOfStack = false

  /// Makes a guide, which `addLayoutGuide` gives to a view.
  public init() { area = nil }

  init(_ area: SystemArea, of view: View) {
    self.area = area
    identifier = area.identifier
    node.owner = view.link
  }

  deinit { storedNode?.ownerDied() }

  final var node: ConstraintNode {
    if let storedNode { return storedNode }
    let node = ConstraintNode(self, area: area)
    storedNode = node
    return node
  }

  final var constraintNode: ConstraintNode { node }

  /// The view in whose coordinates the guide lies.
  public final var owningView: View? { node.view }

  /// The rectangle in the owning view's coordinates.
  ///
  /// A guide that no constraint names is empty, at the origin; one of the system has its place.
  open var layoutFrame: CGRect {
    guard let view = owningView else { return .zero }
    if let area { return area.rectangle(in: view) }
    return node.member?.frame ?? lastFrame
  }

  /// The rectangle that the last engine gave it, which doesn't last outside a window.
  final var lastFrame = CGRect.zero

  final func ownerDied() { storedNode?.ownerDied() }
}

extension LayoutGuide: Hashable, CustomStringConvertible {
  public static func == (lhs: LayoutGuide, rhs: LayoutGuide) -> Bool { lhs === rhs }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// The class and the identifier.
  public var description: String { node.name }
}

/// The areas of a view that guides of the system show, in the order in which these follow it.
package enum SystemArea: Int, CaseIterable {
  case safeArea, margins, readable
  /// The content of a scroll view, and the view's frame among its content.
  case content, frame

  var identifier: String {
    switch self {
    case .safeArea: "UIViewSafeAreaLayoutGuide"
    case .margins: "UIViewLayoutMarginsGuide"
    case .readable: "UIViewReadableContentGuide"
    case .content: "UIScrollView-contentLayoutGuide"
    case .frame: "UIScrollView-frameLayoutGuide"
    }
  }

  /// The area in the coordinates of a view.
  func rectangle(in view: View) -> CGRect {
    if case .content = self { return CGRect(origin: .zero, size: view.contentExtent ?? .zero) }
    return view.bounds.inset(by: insets(in: view))
  }

  /// The distances of the area from the edges of the view.
  func insets(in view: View) -> EdgeInsets {
    switch self {
    case .safeArea: return view.safeAreaInsets
    case .margins: return view.layoutMargins
    case .content, .frame: return .zero
    case .readable:
      var insets = view.layoutMargins
      let width = view.bounds.width
      let rest = width - insets.left - insets.right - SystemArea.readableWidth
      guard width > SystemArea.wideWidth, rest > 0 else { return insets }
      insets.left = (width - SystemArea.readableWidth) / 2
      insets.right = insets.left
      return insets
    }
  }

  private static let readableWidth: CGFloat = 920
  private static let wideWidth: CGFloat = 1008
}

extension View {
  /// The guides that were added to the view.
  public final var layoutGuides: [LayoutGuide] { storedNode?.guides ?? [] }

  /// Adds a guide, which leaves the view that has it now.
  ///
  /// - Parameter guide: The guide.
  public final func addLayoutGuide(_ guide: LayoutGuide) {
    guard guide.owningView !== self else { return }
    guide.owningView?.removeLayoutGuide(guide)
    constraintNode.guides.append(guide)
    constraintNode.ordinal += 1
    guide.node.ordinal = constraintNode.ordinal
    guide.node.owner = link
  }

  /// Removes a guide and deactivates the constraints that name it; one of another view is ignored.
  ///
  /// - Parameter guide: The guide.
  public final func removeLayoutGuide(_ guide: LayoutGuide) {
    guard layoutGuides.contains(where: { $0 === guide }) else { return }
    LayoutConstraint.deactivate(guide.node.mentions)
    // An observer may have given it to another view.
    guard guide.owningView === self else { return }
    guide.node.member?.engine.abandon([guide.node])
    constraintNode.guides.removeAll { $0 === guide }
    guide.node.owner = nil
  }

  /// The area that no bar covers.
  public final var safeAreaLayoutGuide: LayoutGuide { systemGuide(.safeArea) }

  /// The area within the margins.
  public final var layoutMarginsGuide: LayoutGuide { systemGuide(.margins) }

  /// The area within the margins, but no wider than a text should be.
  public final var readableContentGuide: LayoutGuide { systemGuide(.readable) }

  final func systemGuide(_ area: SystemArea) -> LayoutGuide {
    let node = constraintNode
    let place = node.systemGuides.firstIndex { ($0.area ?? area).rawValue >= area.rawValue }
    if let place, node.systemGuides[place].area == area { return node.systemGuides[place] }
    let guide = LayoutGuide(area, of: self)
    node.systemGuides.insert(guide, at: place ?? node.systemGuides.count)
    return guide
  }
}
