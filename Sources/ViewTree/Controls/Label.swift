import Foundation

/// A view that is as large as its text.
///
/// Nothing is drawn. Only the size matters to layout, and it is the same on every machine. It
/// is measured by grapheme clusters with `Label.Font`'s metrics.
open class Label: View {
  private var storedFont = Font.systemFont(ofSize: Font.labelFontSize)
  private var storedNumberOfLines = 1
  private var storedPreferredWidth: CGFloat = 0
  /// The width at which constraints measure the text.
  private var measuringWidth: CGFloat?

  /// Makes a label without text that takes no part in hit testing, as in UIKit.
  ///
  /// - Parameter frame: The place in the superview's coordinates.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  // MARK: Text

  /// The text.
  ///
  /// Setting an equal text does nothing.
  open var text: String? {
    didSet {
      guard text != oldValue else { return }
      noteChange(.text, .text(oldValue ?? ""), .text(text ?? ""))
      textDidChange(because: .text)
    }
  }

  /// The font; 17 points by default.
  open var font: Font! {
    get { storedFont }
    set {
      // As in UIKit, nil means the default.
      let font = newValue ?? .systemFont(ofSize: Font.labelFontSize)
      let old = storedFont
      guard font != old else { return }
      storedFont = font
      noteChange(.font, .number(old.pointSize), .number(font.pointSize))
      textDidChange(because: "font")
    }
  }

  /// The maximum number of lines; 0 or less means no limit.
  open var numberOfLines: Int {
    get { storedNumberOfLines }
    set {
      let lines = max(0, newValue)
      let old = storedNumberOfLines
      guard lines != old else { return }
      storedNumberOfLines = lines
      noteChange(.numberOfLines, .number(CGFloat(old)), .number(CGFloat(lines)))
      textDidChange(because: "numberOfLines")
    }
  }

  /// The width at which `intrinsicContentSize` wraps; 0 means that it does not wrap.
  open var preferredMaxLayoutWidth: CGFloat {
    get { storedPreferredWidth }
    set {
      requireFinite([newValue], "Label.preferredMaxLayoutWidth")
      let width = max(0, newValue)
      let old = storedPreferredWidth
      guard width != old else { return }
      storedPreferredWidth = width
      noteChange(.preferredMaxLayoutWidth, .number(old), .number(width))
      invalidateIntrinsicContentSize()
    }
  }

  private func textDidChange(because reason: DirtyReason) {
    setNeedsLayout(because: reason)
    invalidateIntrinsicContentSize()
  }

  // MARK: Size

  /// The size of the text, wrapped at `preferredMaxLayoutWidth` if there is one.
  ///
  /// Constraints ask for it twice if there is none and the text has several lines: first without a
  /// limit, then at the width that they leave.
  open override var intrinsicContentSize: CGSize {
    textSize(wrappedAt: measuringWidth ?? preferredMaxLayoutWidth)
  }

  override var isMeasuredTwice: Bool { storedNumberOfLines != 1 && storedPreferredWidth == 0 }

  override func intrinsicContentSize(wrappedAt width: CGFloat) -> CGSize {
    let outer = measuringWidth
    measuringWidth = width
    defer { measuringWidth = outer }
    return intrinsicContentSize
  }

  /// The size of the text, wrapped at the width of `size`.
  ///
  /// A single line does not wrap, so it may be wider. A width of zero means no limit.
  ///
  /// - Parameter size: The available space. Only its width counts.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { textSize(wrappedAt: size.width) }

  /// The size of the text in lines of at most `width`, rounded up to whole points.
  private func textSize(wrappedAt width: CGFloat) -> CGSize {
    guard let text, !text.isEmpty, storedFont.pointSize > 0 else { return .zero }
    let quarter = storedFont.pointSize / 4
    var limit = Int.max
    // No real text wraps beyond a million quarters.
    if numberOfLines != 1, width > 0, width / quarter < 1_000_000 {
      limit = max(1, Int((width / quarter).rounded(.down)))
    }
    let measure = TextMeasure(
      text, limit: limit, maximumLines: numberOfLines == 0 ? .max : numberOfLines)
    return CGSize(
      width: (CGFloat(measure.width) * quarter).rounded(.up).nearestFinite,
      height: (CGFloat(measure.lines) * storedFont.lineHeight).nearestFinite)
  }

  // MARK: Baselines

  override var baselineDistances: (first: CGFloat, last: CGFloat)? {
    (storedFont.ascender, -storedFont.descender)
  }

  /// The distance from the top to the first baseline when the label has `size`.
  func firstBaseline(in size: CGSize) -> CGFloat {
    (size.height - textSize(wrappedAt: size.width).height) / 2 + storedFont.ascender
  }

  /// The distance from the top to the last baseline when the label has `size`.
  func lastBaseline(in size: CGSize) -> CGFloat {
    (size.height + textSize(wrappedAt: size.width).height) / 2 + storedFont.descender
  }
}
