import LayoutTrace
import LoopHunter
import Testing
import UIKit

/// Recordings of loops through tables and collections prove the culprit where one deed makes the loop.
@Suite("Proofs in tables and collections") struct ListProofTests {
  let loop = TurnLoop()
  let window: UIWindow

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
    loop.passLimit = 300
  }

  /// Records the turn in which a view loops: the writer of the culprit's edge, its proof, and the remedy.
  func proof(_ view: UIView) throws -> [String] {
    let recorder = try TraceRecorder(loop, to: .memory)
    let hunter = LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
    let hunt = try hunter.attach(to: view) { _ in }
    loop.runTurn()
    let report = try #require(hunt.lastReport)
    try recorder.finish()
    let edge = report.culprit?.edge
    return [edge?.writer?.className, edge?.proof?.kind, report.remedy.map { "\($0.repair)" }]
      .compactMap { $0 }
  }

  func show(_ table: UITableView, _ data: TableData) {
    table.frame = window.bounds
    (table.dataSource, table.delegate) = (data, data)
    window.addSubview(table)
  }

  @Test("A cell that loads the data again is proved, and one of ten is not", arguments: [1, 30])
  func cells(count: Int) throws {
    let (data, table) = (TableData(count), UITableView())
    table.register(TableLoopTests.Asking.self, forCellReuseIdentifier: "asking")
    data.make = { table, path in
      let cell = table.dequeueReusableCell(withIdentifier: "asking", for: path)
      (cell as? TableLoopTests.Asking)?.ask = { table, _ in table.reloadData() }
      return cell
    }
    show(table, data)
    let proved = ["Asking", "proved", "oncePerTurn"]
    #expect(try proof(table) == (count == 1 ? proved : ["Asking", "untested"]))
  }

  @Test("A table whose controller sets the view above its rows after each of its layouts")
  func heading() throws {
    let controller = TableLoopTests.Heading(style: .plain)
    window.rootViewController = controller
    #expect(try proof(controller.tableView) == ["UITableView", "proved", "oncePerTurn"])
    withExtendedLifetime(controller) {}
  }

  @Test("A cell of a collection that has its items loaded again")
  func items() throws {
    let view = UICollectionView(
      frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
    view.register(CollectionLoopTests.Asking.self, forCellWithReuseIdentifier: "cell")
    let data = CollectionData(1)
    data.configure = { cell, _ in
      (cell as? CollectionLoopTests.Asking)?.ask = { view, _ in view.reloadData() }
    }
    view.dataSource = data
    window.addSubview(view)
    #expect(try proof(view) == ["Asking", "proved", "oncePerTurn"])
  }

  @Test("A cell that prefers another size each time: the recording has no round without that")
  func sizes() throws {
    let flow = UICollectionViewFlowLayout()
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: flow)
    view.register(CollectionLoopTests.Fickle.self, forCellWithReuseIdentifier: "cell")
    let data = CollectionData(1)
    view.dataSource = data
    window.addSubview(view)
    #expect(try proof(view) == ["Fickle", "untested"])
  }
}
