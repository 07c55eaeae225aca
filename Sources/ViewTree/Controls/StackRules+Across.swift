/// The constraints across the axis.
extension StackRules {
  /// Aligns all views with one of them, and holds them within the stack.
  mutating func addAlignment(_ lead: Item) {
    switch effectiveAlignment {
    case .fill:
      align(with: lead, \.start)
      align(with: lead, \.end)
      connect(lead.node, across.start)
      connect(lead.node, across.end)
    case .leading:
      align(with: lead, \.start)
      connect(lead.node, across.start)
      connect(addSpanner(strong: across.start, weak: [across.end]), across.end)
    case .trailing:
      align(with: lead, \.end)
      connect(addSpanner(strong: across.end, weak: [across.start]), across.start)
      connect(lead.node, across.end)
    case .center:
      align(with: lead, \.middle)
      let spanner = addSpanner(strong: nil, weak: [across.start, across.end])
      connect(spanner, across.start)
      connect(spanner, across.end)
      add("UISV-canvas-connection", canvas, across.middle, lead.node, across.middle)
    case .firstBaseline, .lastBaseline:
      for item in items where item.view !== lead.view {
        add(
          "UISV-alignment", item.node, baseline(of: item), lead.node, baseline(of: lead))
      }
      let spanner = addSpanner(strong: nil, weak: [across.start, across.end])
      connect(spanner, across.start)
      add(
        "UISV-canvas-connection", ConstraintSide(canvas, across.end), .greaterThanOrEqual,
        ConstraintSide(spanner, across.end), 0)
      add("UISV-canvas-fit", stack, across.length, 0, at: StackRules.canvasFit)
    }
  }

  /// Baselines count in rows only.
  private var effectiveAlignment: StackView.Alignment {
    let isBaseline = alignment == .firstBaseline || alignment == .lastBaseline
    return isBaseline && axis == .vertical ? .leading : alignment
  }

  /// The attribute for the baseline; a view without text has its upper or its lower edge.
  private func baseline(of item: Item) -> LayoutConstraint.Attribute {
    if alignment == .lastBaseline { return .lastBaseline }
    let speaker = item.view.forFirstBaselineLayout
    return speaker.baselineDistances == nil ? .top : .firstBaseline
  }

  private mutating func align(
    with lead: Item, _ attribute: KeyPath<Direction, LayoutConstraint.Attribute>
  ) {
    let attribute = across[keyPath: attribute]
    for item in items where item.view !== lead.view {
      add("UISV-alignment", item.node, attribute, lead.node, attribute)
    }
  }

  private mutating func connect(
    _ node: ConstraintNode, _ attribute: LayoutConstraint.Attribute
  ) {
    add("UISV-canvas-connection", canvas, attribute, node, attribute)
  }

  /// Spans a guide over all views, which keeps them within the stack on the sides that are free.
  private mutating func addSpanner(
    strong: LayoutConstraint.Attribute?, weak: [LayoutConstraint.Attribute]
  ) -> ConstraintNode {
    let spanner = spanner()
    for item in items {
      if let strong {
        add(
          "UISV-spanning-boundary", spanner, strong, item.node, strong,
          at: StackRules.strongBoundary)
      }
      for attribute in weak {
        let relation: LayoutConstraint.Relation =
          attribute == across.end ? .greaterThanOrEqual : .lessThanOrEqual
        add(
          "UISV-spanning-boundary", ConstraintSide(spanner, attribute), relation,
          side(item, attribute), 0)
      }
    }
    add("UISV-spanning-fit", spanner, across.length, 0, at: StackRules.spanningFit)
    for item in items {
      add(
        "UISV-ambiguity-suppression", item.node, across.length, 0, at: StackRules.suppression)
    }
    return spanner
  }
}
