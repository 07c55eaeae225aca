import Foundation
import ViewTree

// Layout code as an app has it, with UIKit's names only. Nothing here may be written for ViewTree,
// except that there is no `import UIKit`.

/// A cell with a picture at the left and two labels beside it.
final class MessageCell: UIView {
  let avatar = UIView()
  let nameLabel = UILabel()
  let bodyLabel = UILabel()
  private let padding = UIEdgeInsets(top: 12, left: 16, bottom: 12, right: 16)

  override init(frame: CGRect) {
    super.init(frame: frame)
    nameLabel.font = .boldSystemFont(ofSize: 16)
    bodyLabel.font = UIFont.systemFont(ofSize: 14)
    bodyLabel.numberOfLines = 0
    [avatar, nameLabel, bodyLabel].forEach(addSubview)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  func configure(name: String, body: String) {
    nameLabel.text = name
    bodyLabel.text = body
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let content = bounds.inset(by: padding)
    avatar.frame = CGRect(x: content.minX, y: content.minY, width: 40, height: 40)
    let x = avatar.frame.maxX + 8
    let width = content.maxX - x
    nameLabel.frame = CGRect(
      x: x, y: content.minY, width: width, height: nameLabel.font.lineHeight)
    let bodySize = bodyLabel.sizeThatFits(
      CGSize(width: width, height: CGFloat.greatestFiniteMagnitude))
    bodyLabel.frame = CGRect(
      origin: CGPoint(x: x, y: nameLabel.frame.maxY + 4),
      size: CGSize(width: width, height: bodySize.height))
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let width = size.width - padding.left - padding.right - 48
    let body = bodyLabel.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude))
    let text = nameLabel.font.lineHeight + 4 + body.height
    return CGSize(width: size.width, height: max(40, text) + padding.top + padding.bottom)
  }
}

/// A header that shrinks while its scroll view scrolls.
final class StretchyHeader: UIView, UIScrollViewDelegate {
  let imageView = UIView()
  private(set) var frameChanges = 0

  override var frame: CGRect {
    didSet {
      guard oldValue != frame else { return }
      frameChanges += 1
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(imageView)
    imageView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    imageView.frame = bounds
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize {
    CGSize(width: UIView.noIntrinsicMetric, height: 120)
  }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    let height = max(44, 120 - scrollView.contentOffset.y - scrollView.contentInset.top)
    frame = CGRect(x: 0, y: 0, width: scrollView.frame.width, height: height)
    let progress = (120 - height) / (120 - 44)
    imageView.transform = CGAffineTransform(scaleX: 1 - progress / 2, y: 1 - progress / 2)
    imageView.alpha = 1 - progress
  }
}

/// A form: a column of rows in a scroll view, inside the safe area.
final class FormView: UIView {
  let scrollView = UIScrollView()
  let stack = UIStackView()
  private(set) var marginChanges = 0

  override init(frame: CGRect) {
    super.init(frame: frame)
    stack.axis = .vertical
    stack.spacing = 8
    stack.alignment = .fill
    stack.distribution = .fill
    stack.isLayoutMarginsRelativeArrangement = true
    stack.layoutMargins = UIEdgeInsets(top: 16, left: 16, bottom: 16, right: 16)
    addSubview(scrollView)
    scrollView.addSubview(stack)
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func addRow(title: String, value: String) {
    let titleLabel = UILabel()
    titleLabel.text = title
    let valueLabel = UILabel()
    valueLabel.text = value
    let row = UIStackView(arrangedSubviews: [titleLabel, valueLabel])
    row.axis = .horizontal
    row.alignment = .firstBaseline
    row.distribution = .fillEqually
    stack.addArrangedSubview(row)
    stack.setCustomSpacing(20, after: row)
  }

  override func layoutMarginsDidChange() {
    super.layoutMarginsDidChange()
    marginChanges += 1
    setNeedsLayout()
  }

  override func safeAreaInsetsDidChange() {
    super.safeAreaInsetsDidChange()
    scrollView.contentInset.bottom = safeAreaInsets.bottom
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scrollView.frame = bounds
    let size = stack.sizeThatFits(CGSize(width: bounds.width, height: .infinity))
    stack.frame = CGRect(x: 0, y: 0, width: bounds.width, height: size.height)
    scrollView.contentSize = stack.frame.size
  }
}

/// A badge that is as round as it is high, and knows its own size.
final class BadgeView: UIView {
  private let label = UILabel()

  var count = 0 {
    didSet {
      label.text = "\(count)"
      isHidden = count == 0
      invalidateIntrinsicContentSize()
      setNeedsLayout()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.font = .systemFont(ofSize: 12)
    addSubview(label)
  }

  required init?(coder: NSCoder) { fatalError() }

  override var intrinsicContentSize: CGSize {
    let size = label.intrinsicContentSize
    return CGSize(width: max(size.height, size.width) + 8, height: size.height + 8)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.sizeToFit()
    label.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    bounds.insetBy(dx: -10, dy: -10).contains(point) ? self : super.hitTest(point, with: event)
  }
}

/// A container that shows one controller beside another.
final class SplitViewController: UIViewController {
  let sidebar: UIViewController
  let detail: UIViewController
  private(set) var log: [String] = []

  init(sidebar: UIViewController, detail: UIViewController) {
    self.sidebar = sidebar
    self.detail = detail
    super.init()
  }

  required init?(coder: NSCoder) { fatalError() }

  override func viewDidLoad() {
    super.viewDidLoad()
    for child in [sidebar, detail] {
      addChild(child)
      view.addSubview(child.view)
      child.didMove(toParent: self)
    }
    log.append("loaded")
  }

  override func viewWillLayoutSubviews() {
    super.viewWillLayoutSubviews()
    let (left, right) = view.bounds.divided(atDistance: 100, from: .minXEdge)
    sidebar.view.frame = left
    detail.view.frame = right
    log.append("will")
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    log.append("did")
  }
}

/// A controller with a root view of its own class.
final class FormViewController: UIViewController {
  private var form: FormView { view as! FormView }

  override func loadView() {
    view = FormView()
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    form.addRow(title: "Name", value: "Ada")
    form.addRow(title: "Language", value: "Swift")
  }
}

/// A row of buttons that changes its direction with the space it gets.
final class ToolbarView: UIView {
  private let buttons: [UIView]
  private let stack: UIStackView

  init(count: Int) {
    buttons = (0..<count).map { index in
      let button = UIView(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
      button.tag = index + 1
      return button
    }
    stack = UIStackView(arrangedSubviews: buttons)
    super.init(frame: .zero)
    stack.distribution = .equalSpacing
    addSubview(stack)
  }

  required init?(coder aDecoder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  private func axis(for size: CGSize) -> NSLayoutConstraint.Axis {
    size.width >= size.height ? .horizontal : .vertical
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    stack.axis = axis(for: bounds.size)
    stack.alignment = .center
    stack.frame = bounds.insetBy(dx: 8, dy: 8)
  }
}

/// A constraint with a label, as layout libraries of apps have it.
class LabelledConstraint: NSLayoutConstraint {
  var label = ""
}

func labelledConstraint(of view: UIView) -> LabelledConstraint {
  LabelledConstraint(
    item: view, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
    multiplier: 1, constant: 10)
}
