/// The classes of the tree that lay out their subviews without code of the app.
package enum EngineClasses {
  /// Their names, also those under which UIKit code knows them.
  package static let names: Set<String> = [
    "StackView", "UIStackView", "Label", "UILabel", "UIButtonLabel",
  ]
}
