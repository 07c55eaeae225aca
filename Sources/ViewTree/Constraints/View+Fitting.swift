import Foundation

extension View {
  /// The size to aim at for the smallest size that fits: zero.
  public static var layoutFittingCompressedSize: CGSize { .zero }

  /// The size to aim at for the largest size that fits.
  public static var layoutFittingExpandedSize: CGSize { CGSize(width: 10_000, height: 10_000) }
}

extension LayoutEngine {
  /// The size of a view by the constraints in it, in an engine of its own that is thrown away.
  static func size(
    fitting target: CGSize, _ across: LayoutPriority, _ down: LayoutPriority, of view: View
  ) -> CGSize {
    requireFinite([target.width, target.height], "The target of systemLayoutSizeFitting")
    view.judgingConflictsOnce { _ = view.renewStacks(in: view.engine) }
    let engine = LayoutEngine(root: view, isBound: false, isFitting: true)
    let insets = view.alignmentRectInsets
    engine.change {
      let member = engine.member(of: view.constraintNode)
      engine.takeIn(view)
      let margins = (Double(insets.left + insets.right), Double(insets.top + insets.bottom))
      engine.aim(member.width, at: Double(target.width) + margins.0, across.checked(), member)
      engine.aim(member.height, at: Double(target.height) + margins.1, down.checked(), member)
    }
    for _ in 0..<3 { engine.settle() }
    let member = engine.member(of: view.constraintNode)
    let grid = PixelGrid(of: view.window)
    return CGSize(
      width: grid.length(CGFloat(engine.value(member.width)) - insets.left - insets.right),
      height: grid.length(CGFloat(engine.value(member.height)) - insets.top - insets.bottom))
  }

  private func aim(
    _ length: ConstraintSolver.Variable, at size: Double, _ priority: LayoutPriority,
    _ member: EngineMember
  ) {
    replace(
      [],
      by: [ImplicitConstraint(Form(variable: length), size, priority: priority.value)],
      of: member.node
    ) { member.place += $0 }
  }
}
