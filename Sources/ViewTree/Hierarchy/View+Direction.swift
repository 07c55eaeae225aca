extension View {
  /// The direction of a view with this attribute.
  ///
  /// - Parameter attribute: The kind of the view's content.
  public static func userInterfaceLayoutDirection(
    for attribute: SemanticContentAttribute
  ) -> UserInterfaceLayoutDirection {
    attribute == .forceRightToLeft ? .rightToLeft : .leftToRight
  }

  final func writeSemanticContentAttribute(_ attribute: SemanticContentAttribute) {
    let former = semanticContentAttribute
    guard attribute != former else { return }
    let old = effectiveUserInterfaceLayoutDirection
    ensureExtras().insets.semanticContentAttribute = attribute
    noteChange(.semanticContentAttribute, .word("\(former)"), .word("\(attribute)"))
    guard effectiveUserInterfaceLayoutDirection != old else { return }
    judgingConflictsOnce {
      turnDirectionalMargins()
      if flags.contains(.isConstrained) { directionDidChange() }
      layoutDirectionDidChange()
    }
  }
}
