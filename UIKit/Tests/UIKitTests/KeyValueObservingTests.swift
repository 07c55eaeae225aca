import LoopHunter
import Testing
import UIKit
@_spi(UIKit) import ViewTree

/// Observers are told of properties, and loops through them are found.
@Suite("Key-value observing") struct KeyValueObservingTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() { window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop) }

  @Test("A closure is told synchronously, with the values that it asked for, until its token ends")
  func closures() {
    let scroll = UIScrollView()
    var sizes: [[CGSize?]] = []
    var token: NSKeyValueObservation? = scroll.observe(
      \.contentSize, options: [.new, .old, .initial]
    ) { view, change in
      #expect(view === scroll && change.kind == .setting && !change.isPrior)
      sizes.append([change.oldValue, change.newValue])
    }
    let (zero, one, two) = (
      CGSize.zero, CGSize(width: 1, height: 1), CGSize(width: 2, height: 2)
    )
    #expect(sizes == [[nil, zero]])
    scroll.contentSize = one
    #expect(sizes.last == [zero, one] && sizes.count == 2)
    // A setter is told even if it changes nothing.
    scroll.contentSize = one
    #expect(sizes.last == [one, one] && sizes.count == 3)
    token?.invalidate()
    scroll.contentSize = two
    #expect(sizes.count == 3)
    token = scroll.observe(\.contentSize) { _, change in sizes.append([change.newValue]) }
    scroll.contentSize = one
    #expect(sizes.last == [nil] && sizes.count == 4)
    token = nil
    scroll.contentSize = two
    #expect(token == nil && sizes.count == 4)
  }

  @Test("Before a change, only an observer that wants it is told")
  func prior() {
    let view = UIView()
    var told: [String] = []
    let token = view.observe(\.frame, options: [.prior, .new, .old]) { view, change in
      told.append("\(change.isPrior) \(view.frame.width) \(change.newValue?.width ?? -1)")
    }
    view.frame.size.width = 5
    #expect(told == ["true 0.0 -1.0", "false 5.0 5.0"])
    withExtendedLifetime(token) {}
  }

  final class Fitting: UITableView {
    override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
  }

  @Test("Properties of views and layers are known by their key paths")
  func names() {
    let (table, layer) = (Fitting(), CALayer())
    var told: [String] = []
    func note<Object, Value>(_ name: String) -> (Object, NSKeyValueObservedChange<Value>) -> Void {
      { _, _ in told.append(name) }
    }
    let (label, button, picture, field, text) = (
      UILabel(), UIButton(), UIImageView(), UITextField(), UITextView()
    )
    let tokens = [
      (table as UITableView).observe(\.contentSize, changeHandler: note("size")),
      (table as UIScrollView).observe(\.contentOffset, changeHandler: note("offset")),
      table.observe(\.layer.bounds, changeHandler: note("layer")),
      (table as UIView).observe(\.center, changeHandler: note("center")),
      table.observe(\.isHidden, changeHandler: note("hidden")),
      table.observe(\.alpha, changeHandler: note("alpha")),
      layer.observe(\.position, changeHandler: note("position")),
      label.observe(\.text, changeHandler: note("text")),
      button.observe(\.isSelected, changeHandler: note("selected")),
      picture.observe(\.image, changeHandler: note("image")),
      field.observe(\.text, changeHandler: note("field")),
      text.observe(\.text, changeHandler: note("view")),
    ]
    func expect(_ names: [String], _ change: () -> Void) {
      told = []
      change()
      #expect(told == names)
    }
    expect(["size"]) { table.contentSize.height = 900 }
    expect(["layer", "center"]) { table.frame = CGRect(x: 0, y: 0, width: 10, height: 10) }
    expect(["offset", "layer"]) { table.contentOffset.y = 3 }
    expect(["center"]) { table.center.x = 30 }
    expect([]) { table.frame = table.frame }
    expect(["hidden"]) { table.isHidden = true }
    expect(["alpha"]) { table.alpha = 0.5 }
    expect(["position"]) { layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4) }
    expect(["text"]) { label.text = "a" }
    expect(["selected"]) { button.isSelected = true }
    expect(["image"]) { picture.image = UIImage() }
    expect(["field"]) { field.text = "a" }
    expect(["view"]) { text.text = "a" }
    tokens.forEach { $0.invalidate() }
    expect([]) { table.frame.origin.x += 3 }
    #expect(table.setterWatchIsGone)
  }

  /// A view that is told by name.
  final class Told: UIView {
    var told: [String] = []
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard let keyPath, keyPath != "alpha" else {
        return super.observeValue(
          forKeyPath: keyPath, of: object, change: change, context: context)
      }
      let old = change?[.oldKey] as? CGSize
      let new = change?[.newKey] as? CGSize
      told.append("\(keyPath) \(old?.width ?? -1) \(new?.width ?? -1) \(context != nil)")
    }
  }

  @Test("A view or controller is told by name until it is removed, or dies")
  func named() {
    let scroll = UIScrollView()
    let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { context.deallocate() }
    let told = Told()
    scroll.addObserver(
      told, forKeyPath: "contentSize", options: [.new, .old, .initial], context: context)
    scroll.addObserver(told, forKeyPath: "layer.bounds", options: [], context: nil)
    scroll.contentSize.width = 7
    scroll.bounds.size.width = 9
    #expect(
      told.told == [
        "contentSize -1.0 0.0 true", "contentSize 0.0 7.0 true", "layer.bounds -1.0 -1.0 false",
      ])
    scroll.removeObserver(told, forKeyPath: "contentSize", context: context)
    scroll.removeObserver(told, forKeyPath: "layer.bounds")
    scroll.contentSize.width = 8
    #expect(told.told.count == 3)
    do {
      let short = Told()
      scroll.addObserver(short, forKeyPath: "contentSize", context: nil)
    }
    scroll.contentSize.width = 9
  }

  final class Gauge: NSObject {
    var level = 0
  }

  @Test("Properties of an app are told by hand")
  func byHand() {
    KeyedValues.register("level", \Gauge.level)
    let gauge = Gauge()
    var levels: [Int?] = []
    let token = gauge.observe(\.level, options: .new) { _, change in
      levels.append(change.newValue)
    }
    gauge.level = 1
    #expect(levels.isEmpty)
    gauge.willChangeValue(forKey: "level")
    gauge.level = 2
    gauge.didChangeValue(forKey: "level")
    gauge.willChangeValue(for: \.level)
    gauge.level = 3
    gauge.didChangeValue(for: \.level)
    #expect(levels == [2, 3])
    token.invalidate()
  }

  @Test("Properties of which nobody tells are named, and misuse ends the process")
  func misuse() async {
    func expect(_ result: ExitTest.Result?, _ text: String) {
      let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(words.contains(text), "\(words)")
    }
    let unheard = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let view = UIView()
      let tokens = [
        view.observe(\.tag) { _, _ in }, view.observe(\.tag) { _, _ in },
        Fitting().observe(\.contentSize) { _, _ in },
      ]
      withExtendedLifetime(tokens) {}
    }
    let words = String(decoding: unheard?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.components(separatedBy: "no setter tells observers of ").count == 3, "\(words)")
    #expect(words.contains("View.tag") && words.contains("Fitting"), "\(words)")
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      UIView().addObserver(UIView(), forKeyPath: "unheard", context: nil)
    }
    expect(unknown, "not key value coding-compliant for the key unheard")
    let missing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      UIView().removeObserver(UIView(), forKeyPath: "frame")
    }
    expect(missing, "because it is not registered as an observer")
    let unhandled = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (view, told) = (UIView(), Told())
      view.addObserver(told, forKeyPath: "alpha", context: nil)
      view.alpha = 0.5
    }
    expect(unhandled, "message was received but not handled. Key path: alpha, observer: Told.")
  }

  // MARK: Loops

  /// A panel that makes its table as high as the content, and some points more.
  final class Panel: UIView {
    let (table, data) = (UITableView(), TableData(4))
    var token: NSKeyValueObservation?
    var slack: CGFloat = 0
    var byName = false

    func show() {
      table.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
      table.estimatedRowHeight = 0
      (table.dataSource, table.delegate) = (data, self)
      addSubview(table)
      if byName {
        table.addObserver(self, forKeyPath: "contentSize", options: [.new, .old], context: nil)
        return
      }
      token = table.observe(\.contentSize, options: [.new, .old]) { [unowned self] table, change in
        if change.newValue != change.oldValue { fit(table.contentSize.height) }
      }
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      guard let size = change?[.newKey] as? CGSize, size != change?[.oldKey] as? CGSize else {
        return
      }
      fit(size.height)
    }

    private func fit(_ height: CGFloat) {
      table.frame.size.height = height.rounded(.up)
      table.reloadData()
    }
  }

  @Test(
    "Rows that are a share of a table, which an observer of its content makes as high as they are",
    arguments: [true, false])
  func fitting(byName: Bool) throws {
    let panel = Panel(frame: window.bounds)
    (panel.byName, panel.slack) = (byName, 0.25)
    let loop = try foundLoop(in: loop) {
      panel.show()
      window.addSubview(panel)
    }
    let writer = byName ? "Panel" : "UITableView"
    #expect(loop == "drifting \(writer) reloadData() UITableView")
    panel.removeFromSuperview()
    let calm = Panel(frame: window.bounds)
    calm.byName = byName
    #expect(
      try foundLoop(in: self.loop) {
        calm.show()
        window.addSubview(calm)
      } == nil)
    #expect(calm.table.frame.height == 100)
  }

  @Test("A view that asks for its layout whenever the same place is set in it loops")
  func equalValues() throws {
    final class Holder: UIView {
      let child = UIView()
      var token: NSKeyValueObservation?
      var looks = false
      override func layoutSubviews() {
        super.layoutSubviews()
        child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      }
      func watch() {
        addSubview(child)
        token = child.observe(\.frame, options: [.old, .new]) { [unowned self] _, change in
          if !looks || change.oldValue != change.newValue { setNeedsLayout() }
        }
      }
    }
    for looks in [false, true] {
      let holder = Holder(frame: window.bounds)
      holder.looks = looks
      holder.watch()
      let loop = try foundLoop(in: loop) { window.addSubview(holder) }
      #expect(loop == (looks ? nil : "redundant Holder setNeedsLayout Holder"))
      holder.removeFromSuperview()
    }
  }
}

extension KeyValueObservingTests.Panel: UITableViewDelegate {
  func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    tableView.bounds.height / 4 + slack
  }
}

extension UIView {
  /// True if no setter tells any more.
  fileprivate var setterWatchIsGone: Bool { setterWatch == nil }
}
