import LoopHunter
import Testing
import UIKit

/// Loops through tables that people know are found, with the view whose code makes them; their twins settle.
@Suite("Loops of tables") struct TableLoopTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
  }

  func found(_ show: () -> Void) throws -> String? { try foundLoop(in: loop, show) }

  func add(_ table: UITableView, _ data: TableData) {
    table.frame = window.bounds
    (table.dataSource, table.delegate) = (data, data)
    window.addSubview(table)
  }

  @Test("A table that loads its data again in each layout")
  func reloading() throws {
    final class Reloading: UITableView {
      var times = Int.max
      override func layoutSubviews() {
        super.layoutSubviews()
        guard times > 0 else { return }
        times -= 1
        reloadData()
      }
    }
    let (data, table) = (TableData(30), Reloading())
    #expect(try found { add(table, data) } == "redundant Reloading reloadData() Reloading")
    table.removeFromSuperview()
    let (calm, once) = (TableData(30), Reloading())
    once.times = 1
    #expect(try found { add(once, calm) } == nil)
  }

  @Test("A data source that loads the data again while it makes a cell")
  func reloadingInDataSource() throws {
    let (data, table) = (TableData(30), UITableView())
    data.make = { table, _ in
      table.reloadData()
      return UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    #expect(try found { add(table, data) } == "redundant UITableView reloadData() UITableView")
  }

  @Test("A cell that has the heights found out again in its layout, and is another one each time")
  func updatingCell() throws {
    final class Growing: UITableViewCell {
      var natural: CGFloat = 30
      var step: CGFloat = 1
      override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: natural)
      }
      override func layoutSubviews() {
        super.layoutSubviews()
        guard step != 0, let table = superview as? UITableView else { return }
        natural += step
        table.beginUpdates()
        table.endUpdates()
      }
    }
    let (data, table) = (TableData(1), UITableView())
    data.make = { _, _ in Growing(style: .default, reuseIdentifier: nil) }
    #expect(try found { add(table, data) } == "drifting Growing endUpdates() UITableView")
    table.removeFromSuperview()
    let (calm, other) = (TableData(1), UITableView())
    calm.make = { _, _ in
      let cell = Growing(style: .default, reuseIdentifier: nil)
      cell.step = 0
      return cell
    }
    #expect(try found { add(other, calm) } == nil)
  }

  /// A cell that tells its table to look again in each of its layouts.
  final class Asking: UITableViewCell {
    var ask: (UITableView, UITableViewCell) -> Void = { _, _ in }
    override func layoutSubviews() {
      super.layoutSubviews()
      if let table = superview as? UITableView { ask(table, self) }
    }
  }

  @Test("A new cell that asks its table for other cells in its layout", arguments: ["data", "row"])
  func asking(for what: String) throws {
    let (data, table) = (TableData(5), UITableView())
    data.make = { _, _ in
      let cell = Asking(style: .default, reuseIdentifier: nil)
      cell.textLabel?.text = "row"
      cell.ask = { table, cell in
        if what == "data" { return table.reloadData() }
        guard let path = table.indexPath(for: cell) else { return }
        table.reloadRows(at: [path], with: .none)
      }
      return cell
    }
    let call = what == "data" ? "reloadData()" : "endUpdates()"
    #expect(try found { add(table, data) } == "redundant Asking \(call) UITableView")
  }

  /// Data whose cells are used again, and whose table asks for other cells in their first layouts.
  func reused(_ count: Int, times: Int = .max, isSetUp: Bool = false) -> TableData {
    let data = TableData(count)
    var left = times
    data.make = { table, path in
      table.register(Asking.self, forCellReuseIdentifier: "asking")
      let cell = table.dequeueReusableCell(withIdentifier: "asking", for: path) as! Asking
      cell.ask = { table, _ in
        guard left > 0 else { return }
        left -= 1
        table.reloadData()
      }
      if isSetUp { cell.setNeedsLayout() }
      return cell
    }
    return data
  }

  @Test(
    "A cell that asks its table for other cells in its layout, and is used again, with or without other content",
    arguments: [true, false])
  func askingAgain(isSetUp: Bool) throws {
    for count in [1, 30] {
      let (data, table) = (reused(count, isSetUp: isSetUp), UITableView())
      #expect(try found { add(table, data) } == "redundant Asking reloadData() UITableView")
      table.removeFromSuperview()
    }
  }

  @Test("Cells that are used again settle if they ask a few times, or if the table is scrolled")
  func usedAgain() throws {
    for times in [0, 5] {
      let (data, table) = (reused(30, times: times), UITableView())
      #expect(try found { add(table, data) } == nil)
      #expect(
        try found {
          for step in 0..<60 {
            table.contentOffset.y = CGFloat(step % 30) * 17
            loop.runTurn()
          }
        } == nil)
      #expect(try found { table.reloadData() } == nil)
      table.removeFromSuperview()
    }
  }

  @Test("A controller that loads the data again after each layout around the table settles")
  func reloadingController() throws {
    final class Controller: UIViewController {
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
      override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(table)
      }
      override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        table.reloadData()
      }
    }
    let (controller, data) = (Controller(), reused(30, times: 0))
    controller.table.dataSource = data
    #expect(try found { window.rootViewController = controller } == nil)
    #expect(
      try found {
        for _ in 0..<100 {
          controller.view.setNeedsLayout()
          loop.runTurn()
        }
      } == nil)
  }

  @Test("A head that is used again, and has the data loaded again in its layout")
  func askingHead() throws {
    final class Head: UITableViewHeaderFooterView {
      override func layoutSubviews() {
        super.layoutSubviews()
        (superview as? UITableView)?.reloadData()
      }
    }
    final class Heads: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        tableView.dequeueReusableHeaderFooterView(withIdentifier: "head")
      }
      func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        20
      }
    }
    let (data, heads, table) = (TableData(3), Heads(), UITableView(frame: window.bounds))
    table.register(Head.self, forHeaderFooterViewReuseIdentifier: "head")
    (table.dataSource, table.delegate) = (data, heads)
    #expect(try found { window.addSubview(table) } == "redundant Head reloadData() UITableView")
  }

  @Test("A cell that adds a view to itself whenever it comes into a window")
  func adding() throws {
    final class Filling: UITableViewCell {
      override func didMoveToWindow() {
        super.didMoveToWindow()
        if window != nil { contentView.addSubview(UIView()) }
      }
    }
    final class Reloading: UITableView {
      override func layoutSubviews() {
        super.layoutSubviews()
        reloadData()
      }
    }
    let (data, table) = (TableData(2), Reloading())
    data.make = { _, _ in Filling(style: .default, reuseIdentifier: nil) }
    #expect(try found { add(table, data) } == "redundant Reloading reloadData() Reloading")
  }

  /// A controller that gives the view above its rows the height that it needs, again and again or once.
  final class Heading: UITableViewController {
    let data = TableData(3)
    let head = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 10))
    var looks = false

    override func viewDidLoad() {
      super.viewDidLoad()
      tableView.dataSource = data
      tableView.tableHeaderView = head
    }

    override func viewDidLayoutSubviews() {
      super.viewDidLayoutSubviews()
      if looks, head.frame.height == 44 { return }
      head.frame.size.height = 44
      tableView.tableHeaderView = head
    }
  }

  @Test("A controller that sets the view above its rows after each layout of the table")
  func heading() throws {
    let controller = Heading(style: .plain)
    #expect(
      try found { window.rootViewController = controller }
        == "redundant UITableView tableHeaderView UITableView")
    let calm = Heading(style: .plain)
    calm.looks = true
    #expect(try found { window.rootViewController = calm } == nil)
    #expect(calm.tableView.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 44)
  }

  @Test("A controller that sets the view above the rows of a table in its view settles")
  func headingInSubview() throws {
    final class Controller: UIViewController {
      let (table, data) = (UITableView(), TableData(3))
      let head = UIView()
      override func viewDidLoad() {
        super.viewDidLoad()
        (table.dataSource, table.delegate) = (data, data)
        table.frame = CGRect(x: 0, y: 0, width: 300, height: 400)
        view.addSubview(table)
      }
      override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        head.frame.size.height = 44
        table.tableHeaderView = head
      }
    }
    let controller = Controller()
    #expect(try found { window.rootViewController = controller } == nil)
    #expect(controller.table.contentSize.height == 176)
  }

  @Test("Rows that are a share of a table, which is as high as its rows, rounded up")
  func rounding() throws {
    final class Shares: NSObject, UITableViewDelegate {
      var slack: CGFloat = 0.25
      func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        tableView.bounds.height / 4 + slack
      }
    }
    final class Fitting: UITableView {
      override var contentSize: CGSize {
        didSet { if contentSize != oldValue { superview?.setNeedsLayout() } }
      }
      override func layoutSubviews() {
        if let old = last, old != bounds.height { reloadData() }
        last = bounds.height
        super.layoutSubviews()
      }
      var last: CGFloat?
    }
    final class Panel: UIView {
      override func layoutSubviews() {
        super.layoutSubviews()
        for view in subviews.compactMap({ $0 as? UITableView }) {
          view.frame.size.height = max(100, view.contentSize.height.rounded(.up))
        }
      }
    }
    func panel(_ shares: Shares, _ data: TableData) -> Panel {
      let (panel, table) = (Panel(frame: window.bounds), Fitting())
      table.frame = CGRect(x: 0, y: 0, width: 300, height: 100)
      table.estimatedRowHeight = 0
      (table.dataSource, table.delegate) = (data, shares)
      panel.addSubview(table)
      return panel
    }
    let (data, shares) = (TableData(4), Shares())
    let growing = panel(shares, data)
    let loop = try found { window.addSubview(growing) }
    // The table makes two calls in each round; that by which it changes its rows weighs more.
    #expect(loop == "drifting Fitting reloadData() Fitting")
    growing.removeFromSuperview()
    shares.slack = 0
    let calm = panel(shares, data)
    #expect(try found { window.addSubview(calm) } == nil)
  }

  @Test("A table that is as high as its rows by its intrinsic size settles")
  func intrinsic() throws {
    final class Fitting: UITableView {
      override var contentSize: CGSize { didSet { invalidateIntrinsicContentSize() } }
      override var intrinsicContentSize: CGSize {
        layoutIfNeeded()
        return CGSize(width: UIView.noIntrinsicMetric, height: contentSize.height)
      }
    }
    let (data, table) = (TableData(5), Fitting())
    data.make = { table, path in table.dequeueReusableCell(withIdentifier: "sized", for: path) }
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    (table.dataSource, table.delegate) = (data, data)
    table.translatesAutoresizingMaskIntoConstraints = false
    #expect(
      try found {
        window.addSubview(table)
        NSLayoutConstraint.activate([
          table.topAnchor.constraint(equalTo: window.topAnchor),
          table.leadingAnchor.constraint(equalTo: window.leadingAnchor),
          table.trailingAnchor.constraint(equalTo: window.trailingAnchor),
        ])
      } == nil)
    #expect(table.frame == CGRect(x: 0, y: 0, width: 300, height: 100))
  }

  @Test(
    "A delegate that loads the data again while it makes, or is shown, a head",
    arguments: [true, false])
  func reloadingForHead(isMaking: Bool) throws {
    final class Heads: NSObject, UITableViewDataSource, UITableViewDelegate {
      var (makes, times) = (true, Int.max)
      func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        table.dequeueReusableCell(withIdentifier: "row")
          ?? UITableViewCell(style: .default, reuseIdentifier: "row")
      }
      func tableView(_ table: UITableView, heightForHeaderInSection section: Int) -> CGFloat { 30 }
      func tableView(_ table: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        if makes { reload(table) }
        return UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 30))
      }
      func tableView(
        _ table: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
      ) { if !makes { reload(table) } }
      func reload(_ table: UITableView) {
        guard times > 0 else { return }
        times -= 1
        table.reloadData()
      }
    }
    func show(_ times: Int) throws -> (found: String?, subviews: Int) {
      let (data, table) = (Heads(), UITableView())
      (data.makes, data.times) = (isMaking, times)
      let verdict = try found {
        table.frame = window.bounds
        (table.dataSource, table.delegate) = (data, data)
        window.addSubview(table)
      }
      defer { table.removeFromSuperview() }
      return (verdict, table.subviews.count)
    }
    let loop = try show(.max).found
    #expect(loop == "redundant UITableView reloadData() UITableView")
    let calm = try show(1)
    // Three cells and the head, and not the one that was given back.
    #expect(calm.found == nil && calm.subviews == 4)
  }

  @Test("A head that sets a height of the table is reported with that setting's name")
  func settingOfHead() throws {
    final class Head: UITableViewHeaderFooterView {
      var isFickle = true
      override func layoutSubviews() {
        super.layoutSubviews()
        guard isFickle, let table = superview as? UITableView else { return }
        table.sectionHeaderHeight = bounds.height == 40 ? 50 : 40
      }
    }
    final class Heads: NSObject, UITableViewDelegate {
      var isFickle = true
      func tableView(_ table: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let head = Head(reuseIdentifier: nil)
        head.isFickle = isFickle
        return head
      }
    }
    func show(isFickle: Bool) throws -> String? {
      let (data, heads, table) = (TableData(3), Heads(), UITableView())
      heads.isFickle = isFickle
      let verdict = try found {
        table.frame = window.bounds
        table.sectionHeaderHeight = 40
        (table.dataSource, table.delegate) = (data, heads)
        window.addSubview(table)
      }
      table.removeFromSuperview()
      return verdict
    }
    #expect(try show(isFickle: true)?.contains("Head sectionHeaderHeight UITableView") == true)
    #expect(try show(isFickle: false) == nil)
  }
}
