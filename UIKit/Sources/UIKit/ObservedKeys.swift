import ViewTree

/// The names of properties, by their key paths, and those of which somebody tells.
enum ObservedKeys {
  /// A property that key paths may lead to: its name, and the object that has it.
  private struct Known {
    let path: AnyKeyPath
    let key: String
    var holder: (AnyObject) -> AnyObject? = { $0 }
  }

  /// The object that has the property at the end of a key path, and the property's name there.
  ///
  /// If nobody tells of it, the standard error output says so once; the name is that of the path then.
  static func place<Root: _KeyValueCodingAndObserving>(
    of path: PartialKeyPath<Root>, in root: Root
  ) -> (AnyObject, String) {
    for known in known(Root.self) where known.path == path {
      if let holder = known.holder(root) { return (holder, known.key) }
    }
    if let key = KeyTable.shared.key(of: path) {
      requireTeller(of: key, root, key)
      return (root, key)
    }
    note("\(path)")
    return (root, "\(path)")
  }

  // MARK: Names

  private static func known<Root>(_ root: Root.Type) -> [Known] {
    var all: [Known] = []
    if let kind = root as? any (View & _KeyValueCodingAndObserving).Type { all += views(kind) }
    if let kind = root as? any (ScrollView & _KeyValueCodingAndObserving).Type {
      all += scrollViews(kind)
    }
    if let kind = root as? any (UIViewController & _KeyValueCodingAndObserving).Type {
      all += controllers(kind)
    }
    if let kind = root as? any (CALayer & _KeyValueCodingAndObserving).Type { all += layers(kind) }
    if let kind = root as? any (UILabel & _KeyValueCodingAndObserving).Type { all += labels(kind) }
    if let kind = root as? any (UIControl & _KeyValueCodingAndObserving).Type {
      all += controls(kind)
    }
    if let kind = root as? any (UITextField & _KeyValueCodingAndObserving).Type {
      all += fields(kind)
    }
    if let kind = root as? any (UITextView & _KeyValueCodingAndObserving).Type {
      all += texts(kind)
    }
    if let kind = root as? any (UIImageView & _KeyValueCodingAndObserving).Type {
      all += pictures(kind)
    }
    return all
  }

  private static func views<Root: View>(_ root: Root.Type) -> [Known] {
    func layer(_ view: AnyObject) -> AnyObject? { (view as? View)?.layer }
    return [
      Known(path: \Root.frame, key: "frame"), Known(path: \Root.bounds, key: "bounds"),
      Known(path: \Root.center, key: "center"), Known(path: \Root.transform, key: "transform"),
      Known(path: \Root.isHidden, key: "hidden"), Known(path: \Root.alpha, key: "alpha"),
      Known(path: \Root.layer.frame, key: "frame", holder: layer),
      Known(path: \Root.layer.bounds, key: "bounds", holder: layer),
      Known(path: \Root.layer.position, key: "position", holder: layer),
      // The size changes with the whole.
      Known(path: \Root.frame.size, key: "frame"), Known(path: \Root.bounds.size, key: "bounds"),
    ]
  }

  private static func scrollViews<Root: ScrollView>(_ root: Root.Type) -> [Known] {
    [
      Known(path: \Root.contentSize, key: "contentSize"),
      Known(path: \Root.contentOffset, key: "contentOffset"),
      Known(path: \Root.contentInset, key: "contentInset"),
    ]
  }

  private static func controllers<Root: UIViewController>(_ root: Root.Type) -> [Known] {
    func view(_ controller: AnyObject) -> AnyObject? { (controller as? UIViewController)?.view }
    return [
      Known(path: \Root.view.frame, key: "frame", holder: view),
      Known(path: \Root.view.bounds, key: "bounds", holder: view),
    ]
  }

  private static func layers<Root: CALayer>(_ root: Root.Type) -> [Known] {
    [
      Known(path: \Root.frame, key: "frame"), Known(path: \Root.bounds, key: "bounds"),
      Known(path: \Root.position, key: "position"),
    ]
  }

  private static func labels<Root: UILabel>(_ root: Root.Type) -> [Known] {
    [Known(path: \Root.text, key: "text")]
  }

  private static func fields<Root: UITextField>(_ root: Root.Type) -> [Known] {
    [Known(path: \Root.text, key: "text")]
  }

  private static func texts<Root: UITextView>(_ root: Root.Type) -> [Known] {
    [Known(path: \Root.text, key: "text")]
  }

  private static func pictures<Root: UIImageView>(_ root: Root.Type) -> [Known] {
    [Known(path: \Root.image, key: "image")]
  }

  private static func controls<Root: UIControl>(_ root: Root.Type) -> [Known] {
    [
      Known(path: \Root.isSelected, key: "selected"),
      Known(path: \Root.isEnabled, key: "enabled"),
      Known(path: \Root.isHighlighted, key: "highlighted"),
    ]
  }

  // MARK: Tellers

  /// Says once if nobody tells of a property.
  static func requireTeller(of key: String, _ object: AnyObject, _ path: String) {
    if !isTold(key, object) { note("\(type(of: object)).\(path)") }
  }

  private static let ofViews: Set = ["frame", "bounds", "center", "transform", "hidden", "alpha"]
  private static let ofScrollViews: Set = ["contentSize", "contentOffset", "contentInset"]
  private static let ofControls: Set = ["selected", "enabled", "highlighted"]
  private static let ofLayers: Set = ["frame", "bounds", "position"]

  private static func isTold(_ key: String, _ object: AnyObject) -> Bool {
    if object is CALayer { return ofLayers.contains(key) }
    guard object is View else { return false }
    if ofViews.contains(key) { return true }
    if key == "text" { return object is UILabel || object is UITextField || object is UITextView }
    if key == "image" { return object is UIImageView }
    return object is UIScrollView && ofScrollViews.contains(key)
      || object is UIControl && ofControls.contains(key)
  }

  private static let noted = Noted()

  private final class Noted: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: Set<String> = []
    func insert(_ text: String) -> Bool { lock.withLock { texts.insert(text).inserted } }
  }

  private static func note(_ property: String) {
    guard noted.insert(property) else { return }
    FileHandle.standardError.write(
      Data(
        """
        UIKit: no setter tells observers of \(property): they are told by didChangeValue(forKey:) only. \
        If a class overrides a property of UIKit, observe that of its superclass: \
        (view as UIScrollView).observe(\\.contentSize) …

        """.utf8))
  }
}
