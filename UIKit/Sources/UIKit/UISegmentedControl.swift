import ViewTree

/// A row of segments, of which one may be chosen: 32 points high.
///
/// Each segment is as wide as the widest of those without a width of their own: its title in 13 points, or its
/// picture, and 10 points at both sides.
open class UISegmentedControl: UIControl {
  /// The number that says that none is chosen.
  public static let noSegment = -1

  private struct Segment {
    var title: String?
    var image: UIImage?
    var width: CGFloat = 0
    var isEnabled = true
    var action: UIAction?
  }

  private var segments: [Segment] = [] { didSet { invalidateIntrinsicContentSize() } }
  private var titleAttributes: [State: [NSAttributedString.Key: Any]] = [:]

  /// The chosen segment, or `noSegment`; code that sets it tells no target.
  open var selectedSegmentIndex = UISegmentedControl.noSegment
  /// True if no segment stays chosen.
  open var isMomentary = false
  /// True if each segment is as wide as its own content.
  open var apportionsSegmentWidthsByContent = false { didSet { invalidateIntrinsicContentSize() } }
  /// The colour of the chosen segment.
  open var selectedSegmentTintColor: UIColor?
  /// The number of segments.
  open var numberOfSegments: Int { segments.count }

  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a row as large as its segments.
  ///
  /// - Parameter items: Titles and pictures; by default none.
  public init(items: [Any]? = nil) {
    super.init(frame: .zero)
    segments = (items ?? []).map { Segment(title: $0 as? String, image: $0 as? UIImage) }
    frame.size = intrinsicContentSize
  }

  /// Makes a row of segments with actions.
  ///
  /// - Parameters:
  ///   - frame: The place.
  ///   - actions: An action for each segment, which has its title and picture.
  public convenience init(frame: CGRect, actions: [UIAction]) {
    self.init(frame: frame)
    segments = actions.map {
      Segment(title: $0.title.isEmpty ? nil : $0.title, image: $0.image, action: $0)
    }
  }

  /// Calls the closures of an event; for another value also the action of the chosen segment.
  ///
  /// - Parameter controlEvents: The event.
  open override func sendActions(for controlEvents: Event) {
    if controlEvents.contains(.valueChanged), segments.indices.contains(selectedSegmentIndex) {
      segments[selectedSegmentIndex].action?.call(from: self)
    }
    super.sendActions(for: controlEvents)
  }

  /// Inserts a segment, as the last one if there are not that many.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - segment: The place.
  ///   - animated: Not looked at.
  open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
    insert(Segment(title: title), at: segment)
  }

  /// Inserts a segment, as the last one if there are not that many.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - segment: The place.
  ///   - animated: Not looked at.
  open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
    insert(Segment(image: image), at: segment)
  }

  private func insert(_ segment: Segment, at place: Int) {
    let place = min(max(0, place), segments.count)
    segments.insert(segment, at: place)
    if selectedSegmentIndex >= place { selectedSegmentIndex += 1 }
  }

  /// Removes a segment.
  ///
  /// - Parameters:
  ///   - segment: The place.
  ///   - animated: Not looked at.
  open func removeSegment(at segment: Int, animated: Bool) {
    guard segments.indices.contains(segment) else { return }
    segments.remove(at: segment)
    if selectedSegmentIndex == segment {
      selectedSegmentIndex = UISegmentedControl.noSegment
    } else if selectedSegmentIndex > segment {
      selectedSegmentIndex -= 1
    }
  }

  /// Removes all segments.
  open func removeAllSegments() {
    segments = []
    selectedSegmentIndex = UISegmentedControl.noSegment
  }

  /// Sets a title.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - segment: The place.
  open func setTitle(_ title: String?, forSegmentAt segment: Int) {
    (segments[segment].title, segments[segment].image) = (title, nil)
  }
  /// The title of a segment.
  ///
  /// - Parameter segment: The place.
  open func titleForSegment(at segment: Int) -> String? { segments[segment].title }

  /// Sets a picture.
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - segment: The place.
  open func setImage(_ image: UIImage?, forSegmentAt segment: Int) {
    (segments[segment].title, segments[segment].image) = (nil, image)
  }
  /// The picture of a segment.
  ///
  /// - Parameter segment: The place.
  open func imageForSegment(at segment: Int) -> UIImage? { segments[segment].image }

  /// Sets a width.
  ///
  /// - Parameters:
  ///   - width: The width; 0 for that of the content.
  ///   - segment: The place.
  open func setWidth(_ width: CGFloat, forSegmentAt segment: Int) {
    segments[segment].width = width
  }
  /// The width that was set for a segment, or 0.
  ///
  /// - Parameter segment: The place.
  open func widthForSegment(at segment: Int) -> CGFloat { segments[segment].width }

  /// Lets a segment be chosen, or not.
  ///
  /// - Parameters:
  ///   - enabled: True if it can be.
  ///   - segment: The place.
  open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
    segments[segment].isEnabled = enabled
  }
  /// True if a segment can be chosen.
  ///
  /// - Parameter segment: The place.
  open func isEnabledForSegment(at segment: Int) -> Bool { segments[segment].isEnabled }

  /// Sets the look of titles; a font counts in the size, if it is that of the normal state.
  ///
  /// - Parameters:
  ///   - attributes: The look.
  ///   - state: The state.
  open func setTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: State
  ) {
    titleAttributes[state] = attributes
    invalidateIntrinsicContentSize()
  }
  /// The look of titles.
  ///
  /// - Parameter state: The state.
  open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
    titleAttributes[state]
  }

  open override var intrinsicContentSize: CGSize {
    let label = UILabel()
    label.font = titleAttributes[.normal]?[.font] as? UIFont ?? .systemFont(ofSize: 13)
    let contents = segments.map { segment in
      label.text = segment.title
      return 20 + (segment.image?.size.width ?? label.intrinsicContentSize.width)
    }
    let widest = zip(segments, contents).map { $0.width == 0 ? $1 : 0 }.max() ?? 0
    let widths = zip(segments, contents).map { segment, content in
      segment.width > 0 ? segment.width : apportionsSegmentWidthsByContent ? content : widest
    }
    return CGSize(width: widths.reduce(0, +), height: 32)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
