import LoopScenarios

/// Loops of public reports, which are scenarios.
extension ConstraintLoop {
  static let published: [ConstraintLoop] = [
    ConstraintLoop(
      .stackInStack, "OAStackView issue 49", "oscillating", ["Inner"],
      ["invalidateIntrinsicContentSize"]),
    ConstraintLoop(
      .preferredWidth, "kullo MessagesHeaderView; WrapDemo issues 2 and 3", "oscillating",
      ["Title"], ["invalidateIntrinsicContentSize", "preferredMaxLayoutWidth"]),
    ConstraintLoop(
      .fractionalMessage, "SDCAlertView issues 87 and 91", "oscillating", ["Scroll"],
      ["invalidateIntrinsicContentSize"]),
    ConstraintLoop(
      .mutualLayout, "SwiftEntryKit issues 73 and 74", "reentrant", ["Entry", "Screen"],
      ["layoutIfNeeded", "setNeedsLayout"]),
    ConstraintLoop(
      .safeAreaPanel, "FloatingPanel issue 179", "oscillating", ["Panel"],
      ["constant of constraint"]),
    ConstraintLoop(
      .headerInset, "material-components-ios issues 2471 and 2521", "drifting", ["Screen"],
      ["additionalSafeAreaInsets"]),
    ConstraintLoop(
      .selfSizingCell, "convos-ios issue 1349; radar 25303115", "oscillating", ["List"],
      ["constant of constraint"]),
    ConstraintLoop(
      .reassignedHeader, "AutoLayoutTableHeaderView issues 3 and 4; YLTableView issue 32",
      "redundant", ["Table"], ["addSubview", "removeFromSuperview"]),
    ConstraintLoop(
      .reassignedAnchors, "AutoLayoutTableHeaderView issues 3 and 4", "redundant", ["List"],
      ["addSubview", "removeFromSuperview", "isActive of constraint"]),
    ConstraintLoop(
      .promisedWidth, "FDTemplateLayoutCell issue 288", "oscillating", ["Cell", "Title"],
      ["preferredMaxLayoutWidth", "invalidateIntrinsicContentSize"]),
    ConstraintLoop(
      .keyboardInset, "fluentui-apple issue 2099", "drifting", ["Bar"], ["constant of constraint"]),
    ConstraintLoop(
      .ambiguousX, "WWDC 2016 session 236, second example", "oscillating", ["Screen"],
      ["isActive of constraint"], remark: "ambiguousLayout"),
  ]
}
