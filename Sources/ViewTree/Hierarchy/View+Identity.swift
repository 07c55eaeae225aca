/// A view is equal to itself only, as UIKit's: `subviews.firstIndex(of:)`, sets of views.
extension View: Hashable {
  public static func == (left: View, right: View) -> Bool { left === right }

  public final func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A controller is equal to itself only.
extension ViewController: Hashable {
  public static func == (left: ViewController, right: ViewController) -> Bool { left === right }

  public final func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
