import LoopHunter
import Testing
import UIKit

/// A table lays out what can be seen, and knows where everything is.
@Suite("Tables") struct TableTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
  }

  /// Shows a table that fills the window.
  func show(_ data: TableData, style: UITableView.Style = .plain) -> UITableView {
    let table = UITableView(frame: window.bounds, style: style)
    table.dataSource = data
    table.delegate = data
    window.addSubview(table)
    return table
  }

  @Test("A place has the same parts as an object of Foundation")
  func indexPaths() {
    let place = IndexPath(row: 4, section: 2) as NSIndexPath
    #expect((place.section, place.row, place.item) == (2, 4, 4))
  }

  @Test("A table of fixed heights makes the cells that can be seen, and uses them again")
  func fixed() {
    let data = TableData(20, 80)
    let table = show(data)
    table.rowHeight = 50
    loop.runUntilIdle()
    #expect(table.contentSize == CGSize(width: 300, height: 5000))
    #expect(data.asked.count == 8)
    #expect(table.visibleCells.map(\.frame.minY) == [0, 50, 100, 150, 200, 250, 300, 350])
    #expect(table.visibleCells.allSatisfy { $0.bounds.size == CGSize(width: 300, height: 50) })
    let first = table.visibleCells[0]
    table.contentOffset.y = 975
    loop.runUntilIdle()
    #expect(table.indexPathsForVisibleRows?.first == IndexPath(row: 19, section: 0))
    #expect(table.indexPathsForVisibleRows?.last == IndexPath(row: 7, section: 1))
    #expect(data.ended == 8)
    #expect(table.subviews.count == 9)
    #expect(table.visibleCells.contains(first))
    #expect(first.superview === table)
    #expect(table.indexPath(for: first).map { table.cellForRow(at: $0) } == first)
    #expect(
      table.rectForRow(at: IndexPath(row: 2, section: 1))
        == CGRect(x: 0, y: 1100, width: 300, height: 50))
    #expect(table.indexPathForRow(at: CGPoint(x: 5, y: 1149)) == IndexPath(row: 2, section: 1))
    #expect(table.rectForRow(at: IndexPath(row: 80, section: 1)) == .zero)
  }

  @Test(
    "Heights that a delegate says are asked when rows are seen, or all at once without estimates")
  func delegateHeights() {
    final class Heights: NSObject, UITableViewDelegate {
      var count = 0
      func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        count += 1
        return indexPath.row.isMultiple(of: 2) ? 30 : 70
      }
    }
    let (data, heights) = (TableData(100), Heights())
    let table = show(data)
    table.delegate = heights
    table.estimatedRowHeight = 20
    loop.runUntilIdle()
    // Twenty rows of 20 are estimated in 400 points; eight of 30 and 70 fill them.
    #expect(table.contentSize.height == 2600)
    #expect(table.visibleCells.count == 8)
    heights.count = 0
    table.estimatedRowHeight = 0
    loop.runUntilIdle()
    #expect(table.contentSize.height == 5000)
    #expect((100...101).contains(heights.count))
  }

  @Test(
    "Rows of automatic height have that of their constraints, and only those are measured that are seen"
  )
  func selfSizing() {
    let data = TableData(1000)
    data.make = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "sized", for: path)
      (cell as? SizedCell)?.height.constant = CGFloat(path.row % 3) * 10 + 10
      return cell
    }
    let table = show(data)
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    table.estimatedRowHeight = 100
    loop.runUntilIdle()
    // Twenty, thirty and forty points: thirteen and a part of the fourteenth fill 400.
    #expect(table.visibleCells.prefix(4).map(\.bounds.height) == [20, 30, 40, 20])
    #expect(table.visibleCells.count == 14)
    #expect(data.asked.count == 14)
    let measured: CGFloat = 4 * 90 + 20 + 30
    #expect(table.contentSize.height == measured + 98_600)
    let boxes = table.visibleCells.map { $0.contentView.subviews[0].frame.height + 10 }
    #expect(boxes == table.visibleCells.map(\.bounds.height))
  }

  @Test("Rows above that turn out to be of other heights do not move those that are seen")
  func anchoring() {
    let data = TableData(100)
    data.make = { table, path in table.dequeueReusableCell(withIdentifier: "sized", for: path) }
    let table = show(data)
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    table.estimatedRowHeight = 100
    loop.runUntilIdle()
    table.scrollToRow(at: IndexPath(row: 50, section: 0), at: .top, animated: false)
    loop.runUntilIdle()
    #expect(table.rectForRow(at: IndexPath(row: 50, section: 0)).minY == table.contentOffset.y)
    let seen = table.cellForRow(at: IndexPath(row: 50, section: 0))
    // One estimated row more comes into view; it has a fifth of its estimate.
    table.contentOffset.y -= 10
    loop.runUntilIdle()
    #expect(table.cellForRow(at: IndexPath(row: 50, section: 0)) === seen)
    let place: CGFloat = seen?.frame.minY ?? 0
    #expect(place - table.contentOffset.y == 10)
  }

  @Test(
    "Cells are prepared before they are used again, and a class without its initializer is named")
  func reuse() {
    let data = TableData(50)
    data.make = { table, path in table.dequeueReusableCell(withIdentifier: "sized", for: path) }
    let table = show(data)
    table.rowHeight = 40
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    loop.runUntilIdle()
    let cells = table.visibleCells.compactMap { $0 as? SizedCell }
    #expect(
      cells.count == 10
        && cells.allSatisfy { $0.preparations == 0 && $0.reuseIdentifier == "sized" })
    table.reloadData()
    #expect(data.asked.count == 10)
    loop.runUntilIdle()
    #expect(data.asked.count == 20)
    #expect(table.visibleCells.allSatisfy { cell in cells.contains { $0 === cell } })
    #expect(cells.allSatisfy { $0.preparations == 1 })
    #expect(table.subviews.count == 10)
  }

  @Test("Heads and feet have their heights, and those of a plain table stay in view")
  func headers() {
    final class Heads: NSObject, UITableViewDelegate {
      func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
        let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
        let label = UILabel()
        label.text = "A"
        label.translatesAutoresizingMaskIntoConstraints = false
        view.contentView.addSubview(label)
        NSLayoutConstraint.activate([
          label.topAnchor.constraint(equalTo: view.contentView.topAnchor, constant: 5),
          label.bottomAnchor.constraint(equalTo: view.contentView.bottomAnchor, constant: -5),
          label.leadingAnchor.constraint(equalTo: view.contentView.leadingAnchor),
        ])
        return view
      }
      func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
        9
      }
    }
    let (data, heads) = (TableData(10, 10), Heads())
    let table = show(data)
    table.delegate = heads
    table.rowHeight = 40
    table.sectionHeaderTopPadding = 0
    loop.runUntilIdle()
    // A label of 17 points is 21 high.
    #expect(table.rectForHeader(inSection: 0) == CGRect(x: 0, y: 0, width: 300, height: 31))
    #expect(table.rectForFooter(inSection: 0) == CGRect(x: 0, y: 431, width: 300, height: 9))
    // The second head has not been seen.
    #expect(table.contentSize.height == 849)
    table.contentOffset.y = 100
    loop.runUntilIdle()
    #expect(table.headerView(forSection: 0)?.frame.minY == 100)
    #expect(table.contentSize.height == 880)
    table.contentOffset.y = 420
    loop.runUntilIdle()
    #expect(table.headerView(forSection: 0)?.frame.minY == 400)
    #expect(table.headerView(forSection: 1)?.frame.minY == 440)
  }

  @Test("Titles make heads, and the view above all rows has the height it was set with")
  func titles() {
    let data = TableData(2, 2)
    data.titles = ["One", nil]
    let table = show(data)
    table.rowHeight = 40
    table.sectionHeaderTopPadding = 0
    let head = UIView(frame: CGRect(x: 9, y: 9, width: 9, height: 60))
    table.tableHeaderView = head
    table.tableFooterView = UIView(frame: CGRect(x: 0, y: 0, width: 0, height: 25))
    loop.runUntilIdle()
    #expect(table.contentSize.height == 273)
    #expect(head.frame == CGRect(x: 0, y: 0, width: 300, height: 60))
    #expect(table.tableFooterView?.frame == CGRect(x: 0, y: 248, width: 300, height: 25))
    #expect(table.headerView(forSection: 0)?.textLabel?.text == "One")
    head.frame.size.height = 90
    loop.runUntilIdle()
    #expect(table.contentSize.height == 273)
    table.tableHeaderView = head
    loop.runUntilIdle()
    #expect(table.contentSize.height == 303)
    #expect(table.rectForRow(at: IndexPath(row: 0, section: 0)).minY == 118)
  }

  @Test("Rows come, go and move, and the cells that stay are the same")
  func updates() {
    let data = TableData(4, 2)
    let table = show(data)
    table.rowHeight = 40
    loop.runUntilIdle()
    let cells = (0..<4).map { table.cellForRow(at: IndexPath(row: $0, section: 0)) }
    data.sections = [["new", "0", "3", "other"], ["1", "x", "y"]]
    data.asked = []
    table.performBatchUpdates {
      table.deleteRows(at: [IndexPath(row: 2, section: 0)], with: .automatic)
      table.insertRows(
        at: [IndexPath(row: 0, section: 0), IndexPath(row: 3, section: 0)], with: .automatic)
      table.moveRow(at: IndexPath(row: 1, section: 0), to: IndexPath(row: 0, section: 1))
    }
    loop.runUntilIdle()
    #expect(data.asked == [IndexPath(row: 0, section: 0), IndexPath(row: 3, section: 0)])
    #expect(table.cellForRow(at: IndexPath(row: 1, section: 0)) === cells[0])
    #expect(table.cellForRow(at: IndexPath(row: 0, section: 1)) === cells[1])
    #expect(table.cellForRow(at: IndexPath(row: 2, section: 0)) === cells[3])
    #expect(cells[1]?.frame.minY == 160)
    data.sections.insert(["s"], at: 0)
    table.insertSections([0], with: .none)
    data.asked = []
    table.reloadRows(at: [IndexPath(row: 1, section: 1)], with: .none)
    loop.runUntilIdle()
    #expect(data.asked == [IndexPath(row: 0, section: 0), IndexPath(row: 1, section: 1)])
    #expect(table.contentSize.height == 320)
  }

  @Test("Numbers that do not agree with the changes end the process in UIKit's words")
  func inconsistentUpdates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = TurnLoop()
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
      let (data, table) = (TableData(2), UITableView(frame: window.bounds, style: .plain))
      table.dataSource = data
      window.addSubview(table)
      loop.runUntilIdle()
      table.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      words.contains(
        """
        Invalid update: invalid number of rows in section 0. The number of rows contained in an existing \
        section after the update (2) must be equal to the number of rows contained in that section before the \
        update (2), plus or minus the number of rows inserted or deleted from that section (1 inserted, 0 \
        deleted) and plus or minus the number of rows moved into or out of that section (0 moved in, 0 moved out).
        """))
  }

  @Test("A cell that announces another size is measured again")
  func invalidation() throws {
    let data = TableData(3)
    data.make = { table, path in table.dequeueReusableCell(withIdentifier: "sized", for: path) }
    let table = show(data)
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    loop.runUntilIdle()
    #expect(table.contentSize.height == 60)
    let cell = try #require(table.cellForRow(at: IndexPath(row: 0, section: 0)) as? SizedCell)
    cell.height.constant = 30
    loop.runUntilIdle()
    #expect(table.contentSize.height == 60)
    cell.contentView.invalidateIntrinsicContentSize()
    loop.runUntilIdle()
    #expect(table.contentSize.height == 80)
    cell.height.constant = 50
    table.beginUpdates()
    table.endUpdates()
    loop.runUntilIdle()
    #expect(table.contentSize.height == 100)
  }

  @Test("Rows are chosen and scrolled to")
  func selection() {
    let data = TableData(100)
    let table = show(data)
    table.rowHeight = 40
    loop.runUntilIdle()
    table.selectRow(at: IndexPath(row: 50, section: 0), animated: false, scrollPosition: .middle)
    loop.runUntilIdle()
    #expect(table.contentOffset.y == 1820)
    #expect(table.cellForRow(at: IndexPath(row: 50, section: 0))?.isSelected == true)
    #expect(table.indexPathForSelectedRow == IndexPath(row: 50, section: 0))
    table.deselectRow(at: IndexPath(row: 50, section: 0), animated: false)
    #expect(table.visibleCells.allSatisfy { !$0.isSelected })
    table.scrollToRow(at: IndexPath(row: 99, section: 0), at: .top, animated: false)
    #expect(table.contentOffset.y == 3600)
    table.scrollToRow(at: IndexPath(row: 80, section: 0), at: .none, animated: false)
    #expect(table.contentOffset.y == 3200)
    data.sections = [["one"]]
    table.reloadData()
    loop.runUntilIdle()
    #expect(table.contentOffset.y == 0 && table.visibleCells.count == 1)
  }

  @Test("A layout of a hundred thousand rows asks for those that can be seen")
  func large() {
    let data = TableData(100_000)
    data.make = { table, path in table.dequeueReusableCell(withIdentifier: "sized", for: path) }
    let table = show(data)
    table.register(SizedCell.self, forCellReuseIdentifier: "sized")
    loop.runUntilIdle()
    let asked = data.asked.count
    for step in 0..<20 {
      table.contentOffset.y = CGFloat(step) * 100_000
      loop.runUntilIdle()
    }
    // Ten rows by their estimate of 44 points, and as many more as 20 points leave room for.
    #expect(asked == 20 && data.asked.count <= 20 * 22)
  }

  @Test("A controller of a table answers for it")
  func controller() {
    final class Controller: UITableViewController {
      override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        3
      }
      override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath)
        -> CGFloat
      {
        25
      }
    }
    let controller = Controller()
    window.rootViewController = controller
    loop.runUntilIdle()
    #expect(controller.tableView.contentSize.height == 75)
    #expect(controller.tableView.visibleCells.count == 3)
  }

  /// The left edge and the width of a cell's content, 300 points wide.
  private func room(_ cell: UITableViewCell) -> [CGFloat] {
    cell.layoutIfNeeded()
    return [cell.contentView.frame.minX, cell.contentView.frame.width]
  }

  @Test("An accessory takes room from the content, and its view more than its sign")
  func accessories() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.frame.size.width = 300
    #expect(room(cell) == [0, 300])
    let signs: [(UITableViewCell.AccessoryType, CGFloat)] = [
      (.disclosureIndicator, 267), (.checkmark, 261), (.detailButton, 253),
      (.detailDisclosureButton, 233), (.none, 300),
    ]
    for (sign, width) in signs {
      cell.accessoryType = sign
      #expect(room(cell) == [0, width])
    }
    cell.accessoryType = .checkmark
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    cell.accessoryView = view
    #expect(room(cell) == [0, 226])
    #expect(view.frame == CGRect(x: 234, y: 12, width: 50, height: 20))
    cell.isEditing = true
    #expect(room(cell) == [38, 262])
    #expect(view.superview == nil)
    cell.editingAccessoryType = .disclosureIndicator
    #expect(room(cell) == [38, 229])
    cell.showsReorderControl = true
    cell.shouldIndentWhileEditing = false
    #expect(room(cell) == [0, 262])
    cell.isEditing = false
    #expect(room(cell) == [0, 226])
    #expect(view.superview === cell)
  }

  @Test("An accessory makes a cell higher whose text wraps, and so does a level")
  func accessoryHeights() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.textLabel?.numberOfLines = 0
    cell.textLabel?.text = String(repeating: "word ", count: 12)
    let size = CGSize(width: 300, height: 0)
    let plain = cell.sizeThatFits(size).height
    cell.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 150, height: 20))
    #expect(cell.sizeThatFits(size).height > plain)
    cell.accessoryView = nil
    cell.indentationLevel = 15
    #expect(cell.sizeThatFits(size).height > plain)
    cell.frame.size.width = 300
    cell.layoutIfNeeded()
    #expect(cell.textLabel?.frame.minX == 166)
  }

  @Test("A table that is edited has its cells make room, and asks who may be edited and how")
  func editing() {
    final class Data: NSObject, UITableViewDataSource, UITableViewDelegate {
      func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
      func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
        -> UITableViewCell
      { UITableViewCell(style: .default, reuseIdentifier: nil) }
      func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool {
        indexPath.row > 0
      }
      func tableView(_ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath)
        -> UITableViewCell.EditingStyle
      { .insert }
      func tableView(_ tableView: UITableView, shouldIndentWhileEditingRowAt indexPath: IndexPath)
        -> Bool
      { indexPath.row == 1 }
    }
    let (data, table) = (Data(), UITableView(frame: window.bounds))
    (table.dataSource, table.delegate) = (data, data)
    window.addSubview(table)
    loop.runUntilIdle()
    table.setEditing(true, animated: true)
    loop.runUntilIdle()
    #expect(table.visibleCells.map { room($0)[0] } == [0, 38, 0])
    #expect(table.visibleCells.map(\.isEditing) == [false, true, true])
    #expect(table.visibleCells.map(\.editingStyle) == [.none, .insert, .insert])
    table.reloadData()
    loop.runUntilIdle()
    #expect(table.visibleCells.map { room($0)[0] } == [0, 38, 0])
    table.isEditing = false
    loop.runUntilIdle()
    #expect(table.visibleCells.allSatisfy { room($0) == [0, 300] })
  }

  @Test("A delegate that says heights may ask for the numbers of rows", arguments: [0, -1])
  func numbersForHeights(estimate: CGFloat) {
    /// Makes the last row of each section higher, and its head as high as there are rows.
    final class Heights: NSObject, UITableViewDataSource, UITableViewDelegate {
      var count = 10
      func numberOfSections(in tableView: UITableView) -> Int { 2 }
      func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { count }
      func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
      }
      func tableView(_ table: UITableView, heightForRowAt path: IndexPath) -> CGFloat {
        path.row == table.numberOfRows(inSection: path.section) - 1 ? 80 : 10
      }
      func tableView(_ table: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
        CGFloat(table.numberOfRows(inSection: section) + table.numberOfSections)
      }
      func tableView(_ table: UITableView, titleForHeaderInSection section: Int) -> String? {
        "\(table.numberOfRows(inSection: section))"
      }
    }
    let (data, table) = (Heights(), UITableView(frame: window.bounds))
    (table.dataSource, table.delegate) = (data, data)
    (table.estimatedRowHeight, table.sectionHeaderTopPadding) = (estimate, 0)
    window.addSubview(table)
    loop.runUntilIdle()
    // Two heads of 12, and twice nine rows of 10 and one of 80.
    #expect(table.contentSize.height == 364)
    // The new numbers count while an update asks for heights.
    data.count = 11
    table.insertRows(
      at: [IndexPath(row: 0, section: 0), IndexPath(row: 0, section: 1)], with: .none)
    loop.runUntilIdle()
    #expect(table.rectForHeader(inSection: 0).height == 13)
    #expect(table.rectForRow(at: IndexPath(row: 10, section: 0)).height == 80)
  }

  @Test("A data source that asks for numbers while it counts ends the process")
  func numbersInNumbers() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Asking: NSObject, UITableViewDataSource {
        func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
          table.numberOfRows(inSection: section)
        }
        func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
          UITableViewCell()
        }
      }
      let (data, table) = (Asking(), UITableView(frame: .zero))
      table.dataSource = data
      _ = table.numberOfSections
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("while it was counting them"))
  }

  @Test("A control of fixed size takes its room as an accessory")
  func switchAccessory() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.accessoryView = UISwitch()
    cell.frame.size = CGSize(width: 300, height: 50)
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame.width == 225)
    #expect(cell.accessoryView?.frame == CGRect(x: 233, y: 9.5, width: 51, height: 31))
  }

  @Test("From right to left, a cell begins at its right")
  func mirroredCell() {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    cell.frame.size = CGSize(width: 300, height: 50)
    cell.textLabel?.text = "row"
    cell.indentationLevel = 1
    cell.accessoryType = .disclosureIndicator
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 267, height: 50))
    #expect(cell.textLabel?.frame.minX == 26 && cell.textLabel?.frame.maxX == 251)
    cell.semanticContentAttribute = .forceRightToLeft
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame == CGRect(x: 33, y: 0, width: 267, height: 50))
    #expect(cell.textLabel?.frame.minX == 16 && cell.textLabel?.frame.maxX == 241)
    // The control for editing is at the beginning, so nothing is at the left.
    cell.setEditing(true, animated: false)
    cell.layoutIfNeeded()
    #expect(cell.contentView.frame == CGRect(x: 0, y: 0, width: 262, height: 50))
    cell.setEditing(false, animated: false)
    cell.accessoryView = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    cell.layoutIfNeeded()
    #expect(cell.accessoryView?.frame.minX == 16 && cell.contentView.frame.minX == 44)
  }
}
