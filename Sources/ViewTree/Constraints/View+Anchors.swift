/// The anchors of the alignment rectangle.
extension View {
  /// The edge where a line of text begins.
  public final var leadingAnchor: LayoutXAxisAnchor { x(.leading) }

  /// The edge where a line of text ends.
  public final var trailingAnchor: LayoutXAxisAnchor { x(.trailing) }

  /// The left edge.
  public final var leftAnchor: LayoutXAxisAnchor { x(.left) }

  /// The right edge.
  public final var rightAnchor: LayoutXAxisAnchor { x(.right) }

  /// The upper edge.
  public final var topAnchor: LayoutYAxisAnchor { y(.top) }

  /// The lower edge.
  public final var bottomAnchor: LayoutYAxisAnchor { y(.bottom) }

  /// The width.
  public final var widthAnchor: LayoutDimension { length(.width) }

  /// The height.
  public final var heightAnchor: LayoutDimension { length(.height) }

  /// The middle across.
  public final var centerXAnchor: LayoutXAxisAnchor { x(.centerX) }

  /// The middle down.
  public final var centerYAnchor: LayoutYAxisAnchor { y(.centerY) }

  /// The baseline of the first line of text; the lower edge without text.
  public final var firstBaselineAnchor: LayoutYAxisAnchor { y(.firstBaseline) }

  /// The baseline of the last line of text; the lower edge without text.
  public final var lastBaselineAnchor: LayoutYAxisAnchor { y(.lastBaseline) }
}

extension LayoutGuide {
  /// The edge where a line of text begins.
  public final var leadingAnchor: LayoutXAxisAnchor { x(.leading) }

  /// The edge where a line of text ends.
  public final var trailingAnchor: LayoutXAxisAnchor { x(.trailing) }

  /// The left edge.
  public final var leftAnchor: LayoutXAxisAnchor { x(.left) }

  /// The right edge.
  public final var rightAnchor: LayoutXAxisAnchor { x(.right) }

  /// The upper edge.
  public final var topAnchor: LayoutYAxisAnchor { y(.top) }

  /// The lower edge.
  public final var bottomAnchor: LayoutYAxisAnchor { y(.bottom) }

  /// The width.
  public final var widthAnchor: LayoutDimension { length(.width) }

  /// The height.
  public final var heightAnchor: LayoutDimension { length(.height) }

  /// The middle across.
  public final var centerXAnchor: LayoutXAxisAnchor { x(.centerX) }

  /// The middle down.
  public final var centerYAnchor: LayoutYAxisAnchor { y(.centerY) }
}
