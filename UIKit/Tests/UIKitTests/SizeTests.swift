import LoopHunter
import Testing
import UIKit

/// Views on which layout depends have the sizes that the pages say.
///
/// One after the other: Foundation on Linux ends the process where several threads set attributes, even of different
/// strings, to values that are no objects, as fonts are.
@Suite("Sizes", .serialized) struct SizeTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
  }

  @Test("All of UIKit's views are views")
  func hierarchy() {
    let views: [UIView] = [
      UILabel(), UIStackView(), UIScrollView(), window, UIButton(type: .system), UIImageView(),
      UITextField(), UITextView(), UISwitch(),
      UITableViewCell(style: .default, reuseIdentifier: nil),
    ]
    #expect(views.count == 10)
  }

  @Test("Segments are as wide as the widest, unless they have widths of their own")
  func segments() {
    let control = UISegmentedControl(items: ["Day", "Month"])
    let widest = UILabel()
    widest.font = .systemFont(ofSize: 13)
    widest.text = "Month"
    let width = widest.intrinsicContentSize.width + 20
    #expect(control.frame.size == CGSize(width: 2 * width, height: 32))
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    control.setWidth(30, forSegmentAt: 0)
    #expect(control.intrinsicContentSize.width == 30 + width)
    control.apportionsSegmentWidthsByContent = true
    control.insertSegment(with: UIImage(size: CGSize(width: 24, height: 24)), at: 9, animated: true)
    #expect(control.intrinsicContentSize.width == 30 + width + 44)
    control.setTitleTextAttributes([.font: UIFont.systemFont(ofSize: 26)], for: .normal)
    #expect(control.intrinsicContentSize.width > 30 + width + 44)
    control.removeAllSegments()
    #expect(control.intrinsicContentSize == CGSize(width: 0, height: 32))
  }

  @Test("The chosen segment stays chosen when others come and go")
  func chosenSegment() {
    let control = UISegmentedControl(items: ["Day", "Month"])
    control.selectedSegmentIndex = 1
    control.insertSegment(withTitle: "Hour", at: 0, animated: false)
    #expect(control.selectedSegmentIndex == 2)
    #expect(control.titleForSegment(at: 2) == "Month")
    control.removeSegment(at: 1, animated: false)
    #expect(control.selectedSegmentIndex == 1)
    control.removeSegment(at: 1, animated: false)
    #expect(control.selectedSegmentIndex == UISegmentedControl.noSegment)
    #expect(control.numberOfSegments == 1)
  }

  @Test("A control for dates stays between the first and the last, if these are in order")
  func dates() {
    let picker = UIDatePicker()
    #expect(picker.intrinsicContentSize == CGSize(width: 320, height: 216))
    let days = (0..<4).map { Date(timeIntervalSince1970: 86_400 * Double($0)) }
    picker.maximumDate = days[2]
    picker.setDate(days[3], animated: true)
    #expect(picker.date == days[2])
    picker.minimumDate = days[1]
    picker.date = days[0]
    #expect(picker.date == days[1])
    picker.maximumDate = days[0]
    picker.date = days[3]
    #expect(picker.date == days[3])
  }

  @Test("A button is as large as title and picture beside each other, and what is around them")
  func buttons() {
    let button = UIButton(type: .system)
    #expect(button.intrinsicContentSize == CGSize(width: 30, height: 30))
    button.setTitle("Continue", for: .normal)
    let title = button.titleLabel?.intrinsicContentSize ?? .zero
    #expect(title.height == 18)
    #expect(button.intrinsicContentSize == CGSize(width: title.width, height: 30))
    button.setImage(UIImage(size: CGSize(width: 24, height: 24)), for: .normal)
    #expect(button.intrinsicContentSize == CGSize(width: title.width + 24, height: 24))
    button.contentEdgeInsets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(button.intrinsicContentSize == CGSize(width: title.width + 30, height: 28))
  }

  @Test("A button puts the picture before the title, in the middle")
  func buttonLayout() {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
    button.setTitle("Go", for: .normal)
    button.setImage(UIImage(size: CGSize(width: 20, height: 20)), for: .normal)
    window.addSubview(button)
    loop.runUntilIdle()
    let title = button.titleLabel?.intrinsicContentSize ?? .zero
    let start = (200 - title.width - 20) / 2
    #expect(button.imageView?.frame == CGRect(x: start, y: 12, width: 20, height: 20))
    #expect(button.titleLabel?.frame.origin == CGPoint(x: start + 20, y: 22 - title.height / 2))
  }

  @Test("A title of several lines breaks where it is told to, and where the width ends")
  func buttonLines() {
    let button = UIButton(frame: CGRect(x: 0, y: 0, width: 120, height: 90))
    button.setTitle("Continue without an account", for: .normal)
    let line = button.intrinsicContentSize
    #expect(button.sizeThatFits(CGSize(width: 120, height: 0)) == line)
    button.titleLabel?.lineBreakMode = .byWordWrapping
    #expect(button.titleLabel?.numberOfLines == 0)
    #expect(button.intrinsicContentSize == line)
    let fitting = button.sizeThatFits(CGSize(width: 120, height: 0))
    #expect(fitting.width <= 120 && fitting.height > line.height + 20)
    window.addSubview(button)
    loop.runUntilIdle()
    #expect(button.titleLabel?.frame.height == fitting.height - 12)
    button.titleLabel?.preferredMaxLayoutWidth = 120
    #expect(button.intrinsicContentSize == fitting)
    button.titleLabel?.lineBreakMode = .byTruncatingTail
    button.setTitle("Two\nlines", for: .normal)
    let one = button.intrinsicContentSize.height
    button.titleLabel?.numberOfLines = 2
    #expect(button.intrinsicContentSize.height > one)
  }

  @Test("Constraints follow the lines of a button's title")
  func buttonLinesInConstraints() {
    let button = UIButton()
    button.setTitle("Two\nlines", for: .normal)
    button.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(button)
    loop.runUntilIdle()
    let height = button.frame.height
    button.titleLabel?.numberOfLines = 0
    loop.runUntilIdle()
    #expect(button.frame.height > height)
  }

  @Test("A font comes back from an object, and from the attributes of a text that has several")
  func fontObjects() {
    let font = UIFont.systemFont(ofSize: 12.5)
    #expect(font as AnyObject as? UIFont == font)
    let text = NSMutableAttributedString(string: "a font", attributes: [.font: font])
    text.addAttribute(
      .font, value: UIFont.systemFont(ofSize: 20), range: NSRange(location: 2, length: 4))
    #expect(text.attribute(.font, at: 0, effectiveRange: nil) as? UIFont == font)
    #expect((text.attributes(at: 3, effectiveRange: nil)[.font] as? UIFont)?.pointSize == 20)
  }

  @Test("Several threads give attributes to texts")
  func fontThreads() {
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for round in 0..<2000 {
        let text = NSMutableAttributedString(string: "several threads")
        for (place, size) in [(0, 10 + round % 7), (3, 12)] {
          text.addAttribute(
            .font, value: UIFont.systemFont(ofSize: CGFloat(size)),
            range: NSRange(location: place, length: 5))
        }
        let label = UILabel()
        label.attributedText = text
        precondition(label.font.pointSize >= 12)
      }
    }
  }

  @Test("A button shows what its state asks for, or what the normal state does")
  func buttonStates() {
    let button = UIButton()
    button.setTitle("Off", for: .normal)
    button.setTitle("Switched on", for: .selected)
    let width = button.intrinsicContentSize.width
    button.isSelected = true
    #expect(button.currentTitle == "Switched on" && button.titleLabel?.text == "Switched on")
    #expect(button.intrinsicContentSize.width > width)
    button.isEnabled = false
    #expect(button.currentTitle == "Off")
  }

  @Test("An image view is as large as its picture, and none has no size")
  func images() {
    let view = UIImageView()
    #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
    view.image = UIImage(size: CGSize(width: 12, height: 34))
    #expect(view.intrinsicContentSize == CGSize(width: 12, height: 34))
    #expect(UIImage(named: "SizeTests") == nil)
    UIImage.register("SizeTests", size: CGSize(width: 7, height: 8))
    #expect(UIImage(named: "SizeTests")?.size == CGSize(width: 7, height: 8))
  }

  @Test("A field is as large as its text or placeholder, and a rounded border")
  func fields() {
    let field = UITextField()
    #expect(field.intrinsicContentSize == CGSize(width: 0, height: 21))
    field.borderStyle = .roundedRect
    #expect(field.intrinsicContentSize == CGSize(width: 14, height: 34))
    field.placeholder = "Inbox"
    #expect(field.intrinsicContentSize == CGSize(width: 53, height: 34))
    field.text = "I"
    #expect(field.intrinsicContentSize.width == 19)
    field.leftView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    field.leftViewMode = .always
    field.frame = CGRect(x: 0, y: 0, width: 120, height: 34)
    #expect(field.textRect(forBounds: field.bounds) == CGRect(x: 20, y: 2, width: 93, height: 30))
  }

  @Test(
    "A text view that does not scroll is as high as its lines, and one that scrolls has no size")
  func textViews() {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 60, height: 100))
    view.font = .systemFont(ofSize: 10)
    view.text = "aaaa aaaa aaaa"
    #expect(view.intrinsicContentSize.height == UIView.noIntrinsicMetric)
    view.isScrollEnabled = false
    // Room for 50 points: two words of 20 and a space in a line of 12 points.
    #expect(view.intrinsicContentSize.height == 40)
    #expect(view.sizeThatFits(CGSize(width: 200, height: 0)).height == 28)
    window.addSubview(view)
    loop.runUntilIdle()
    #expect(view.contentSize == CGSize(width: 60, height: 40))
  }

  @Test("The container of a text view is as wide as the view, less its insets")
  func textContainers() {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    #expect(view.textContainer.size.width == 100)
    view.textContainerInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(view.textContainer.size.width == 94)
    view.frame.size.width = 5
    #expect(view.textContainer.size.width == 0)
    #expect(NSTextContainer(size: CGSize(width: 7, height: 8)).size == CGSize(width: 7, height: 8))
  }

  @Test("The text of a text view is its content, and constraints of views in it are not")
  func textViewContent() throws {
    let view = UITextView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    let label = UILabel()
    label.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(label)
    NSLayoutConstraint.activate([
      label.topAnchor.constraint(equalTo: view.topAnchor, constant: 8),
      label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 5),
      label.widthAnchor.constraint(equalTo: view.widthAnchor, constant: -10),
    ])
    window.addSubview(view)
    try loop.expectNoLayoutLoops { loop.runUntilIdle() }
    let size = view.contentSize
    #expect(size.width == 100 && size.height > 16)
  }

  @Test("A value of Foundation holds a point, a size or a rectangle")
  func values() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(NSValue(cgRect: rect).cgRectValue == rect)
    #expect(NSValue(cgPoint: rect.origin).cgPointValue == rect.origin)
    #expect(NSValue(cgSize: rect.size).cgSizeValue == rect.size)
  }

  @Test("Attributed text is measured in its largest font, by the tree's measure")
  func attributedText() {
    let text = NSMutableAttributedString(
      string: "Inbox", attributes: [.font: UIFont.systemFont(ofSize: 10)])
    text.append(NSAttributedString(string: "", attributes: [.font: UIFont.systemFont(ofSize: 40)]))
    text.addAttribute(
      .font, value: UIFont.systemFont(ofSize: 17), range: NSRange(location: 0, length: 1))
    #expect(text.size() == CGSize(width: 39, height: 21))
    let label = UILabel()
    label.attributedText = text
    #expect(label.intrinsicContentSize == CGSize(width: 39, height: 21))
    #expect(label.text == "Inbox" && label.attributedText == text)
    label.text = "In"
    #expect(label.attributedText?.string == "In")
    let size = "Inbox".size(withAttributes: [.font: UIFont.systemFont(ofSize: 17)])
    #expect(size == CGSize(width: 39, height: 21))
    let box = "aaaa aaaa".boundingRect(
      with: CGSize(width: 30, height: 1000), options: .usesLineFragmentOrigin,
      attributes: [.font: UIFont.systemFont(ofSize: 10)], context: nil)
    #expect(box.size == CGSize(width: 20, height: 24))
  }

  @Test("A text layer wants the size of its text, as the tree measures it")
  func textLayers() {
    let layer = CATextLayer()
    #expect(layer.preferredFrameSize() == .zero)
    layer.string = "Inbox"
    layer.fontSize = 17
    #expect(layer.preferredFrameSize() == CGSize(width: 39, height: 21))
    layer.string = NSAttributedString(
      string: "aaaa aaaa", attributes: [.font: UIFont.systemFont(ofSize: 10)])
    layer.frame.size.width = 30
    layer.isWrapped = true
    #expect(layer.preferredFrameSize() == CGSize(width: 20, height: 24))
    #expect(CALayer().preferredFrameSize() == .zero)
  }

  @Test("A font of a description has its size, unless another is given")
  func fontDescriptors() {
    let descriptor = UIFont.systemFont(ofSize: 13).fontDescriptor
    #expect(descriptor.object(forKey: .size) as? CGFloat == 13)
    let bold = descriptor.withSymbolicTraits(.traitBold)
    #expect(bold?.symbolicTraits == .traitBold)
    #expect(bold.map { UIFont(descriptor: $0, size: 0).pointSize } == 13)
    #expect(UIFont(descriptor: descriptor, size: 20).pointSize == 20)
  }

  @Test("A label that adds insets to its text has them in its sizes")
  func insetLabels() {
    final class Padded: UILabel {
      override func textRect(
        forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int
      ) -> CGRect {
        let rect = super.textRect(
          forBounds: bounds.insetBy(dx: 5, dy: 3), limitedToNumberOfLines: numberOfLines)
        return rect.insetBy(dx: -5, dy: -3)
      }
    }
    let label = Padded()
    label.text = "Inbox"
    #expect(label.intrinsicContentSize == CGSize(width: 49, height: 27))
    #expect(label.sizeThatFits(.zero) == CGSize(width: 49, height: 27))
  }

  @Test("The content of a cell fills it, and its labels stand below each other")
  func cells() {
    let cell = UITableViewCell(style: .subtitle, reuseIdentifier: "row")
    cell.textLabel?.text = "Title"
    cell.detailTextLabel?.text = "More"
    cell.frame = CGRect(x: 0, y: 0, width: 300, height: 60)
    window.addSubview(cell)
    loop.runUntilIdle()
    #expect(cell.contentView.frame == cell.bounds)
    #expect(cell.textLabel?.frame == CGRect(x: 16, y: 12, width: 268, height: 21))
    #expect(cell.detailTextLabel?.frame == CGRect(x: 16, y: 33, width: 268, height: 15))
    let item = UICollectionViewCell(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    item.frame.size = CGSize(width: 50, height: 60)
    #expect(item.contentView.frame == item.bounds)
  }

  @Test("A loop in a view of UIKit's is found, with the view that makes it")
  func finding() throws {
    final class Growing: UITextView {
      override func layoutSubviews() {
        super.layoutSubviews()
        // It asks for one point more than it has, each time.
        textContainerInset.top = bounds.height + 1
        frame.size.height = sizeThatFits(bounds.size).height
        setNeedsLayout()
      }
    }
    window.addSubview(Growing(frame: CGRect(x: 0, y: 0, width: 100, height: 40)))
    #expect(throws: LoopDetected.self) { try loop.expectNoLayoutLoops(threshold: 50) }
  }

  @Test("Text is measured in lines only where code says so")
  func lines() {
    let room = CGSize(width: 50, height: 1000)
    let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20)]
    let text = "Words of a long line"
    func measure(_ options: NSStringDrawingOptions) -> CGSize {
      text.boundingRect(with: room, options: options, attributes: attributes, context: nil).size
    }
    #expect(measure([]) == text.size(withAttributes: attributes))
    #expect(measure(.usesLineFragmentOrigin).height > measure([]).height)
    let whole = NSAttributedString(string: text, attributes: attributes)
    #expect(whole.boundingRect(with: room, options: [], context: nil).size == whole.size())
  }

  @Test("Controls of a fixed size have it from the beginning")
  func fixedSizes() {
    // UIKit's pages: the size of a frame does not count for a switch and a stepper.
    let frame = CGRect(x: 5, y: 6, width: 1, height: 2)
    #expect(UISwitch(frame: frame).frame == CGRect(x: 5, y: 6, width: 51, height: 31))
    #expect(UIStepper(frame: frame).frame == CGRect(x: 5, y: 6, width: 94, height: 32))
    #expect(UISwitch().frame == CGRect(x: 0, y: 0, width: 51, height: 31))
    #expect(UIStepper().frame.size == CGSize(width: 94, height: 32))
    #expect(UIDatePicker().frame.size == CGSize(width: 320, height: 216))
    #expect(UIDatePicker(frame: frame).frame == frame)
    #expect(UIActivityIndicatorView().frame.size == CGSize(width: 20, height: 20))
    #expect(UIActivityIndicatorView(frame: frame).frame == frame)
    #expect(UIActivityIndicatorView(style: .large).frame.size == CGSize(width: 37, height: 37))
    #expect(UIActivityIndicatorView().isHidden)
    #expect(UIProgressView(progressViewStyle: .bar).frame.size == CGSize(width: 0, height: 4))
  }

  @Test("A subclass of a button is made with a kind, and its title has the font of that")
  func kindsOfButtons() {
    final class Plain: UIButton {}
    final class Close: UIButton {
      override init(frame: CGRect) {
        super.init(frame: frame)
        setTitle("Close", for: .normal)
      }
      required init?(coder: NSCoder) { nil }
      convenience init(symbol: String) {
        self.init(type: .system)
        setImage(UIImage(systemName: symbol), for: .normal)
      }
    }
    #expect(Plain(type: .system).buttonType == .system)
    #expect(Plain(frame: .zero, primaryAction: nil).buttonType == .custom)
    #expect(Plain(type: .close, primaryAction: nil).buttonType == .close)
    #expect(Close(type: .custom).titleLabel?.font == .systemFont(ofSize: 18))
    #expect(Close(symbol: "xmark").titleLabel?.font == .systemFont(ofSize: 15))
    #expect(UIButton(primaryAction: UIAction(title: "Go") { _ in }).currentTitle == "Go")
  }

  @Test("A button's picture leads its title, and leading is at the right from right to left")
  func mirroredButton() throws {
    func places(
      _ direction: UISemanticContentAttribute, _ alignment: UIControl.ContentHorizontalAlignment
    ) throws -> [CGFloat] {
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
      button.setImage(UIImage(size: CGSize(width: 20, height: 20)), for: .normal)
      button.setTitle("Hi", for: .normal)
      button.contentHorizontalAlignment = alignment
      button.layoutIfNeeded()
      button.semanticContentAttribute = direction
      button.layoutIfNeeded()
      let (picture, title) = (try #require(button.imageView), try #require(button.titleLabel))
      #expect(title.frame.width > 0)
      return [picture.frame.minX, title.frame.minX - picture.frame.maxX, title.frame.maxX]
    }
    let centred = try places(.forceLeftToRight, .center)
    #expect(centred[1] == 0)
    // The same content, mirrored: the title ends where the picture begins.
    let mirrored = try places(.forceRightToLeft, .center)
    #expect(mirrored[0] == mirrored[2] && mirrored[0] + 20 == 100 - centred[0])
    #expect(try places(.forceLeftToRight, .leading)[0] == 0)
    #expect(try places(.forceRightToLeft, .leading)[0] == 80)
    #expect(try places(.forceLeftToRight, .trailing)[2] == 100)
    #expect(try places(.forceRightToLeft, .left)[2] < 50)
  }
}
