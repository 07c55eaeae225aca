import LoopHunter
import Testing
import UIKit

/// A collection shows what its layout object says, and a flow layout puts items into lines.
@Suite("Collections") struct CollectionTests {
  let loop = TurnLoop()
  let window: UIWindow
  let flow = UICollectionViewFlowLayout()

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 400), loop: loop)
  }

  /// Shows a collection that fills the window.
  func show(
    _ data: CollectionData, _ cell: UICollectionViewCell.Type = UICollectionViewCell.self,
    layout: UICollectionViewLayout? = nil
  ) -> UICollectionView {
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout ?? flow)
    view.register(cell, forCellWithReuseIdentifier: "cell")
    for kind in [
      UICollectionView.elementKindSectionHeader, UICollectionView.elementKindSectionFooter,
    ] {
      view.register(
        UICollectionReusableView.self, forSupplementaryViewOfKind: kind,
        withReuseIdentifier: "edge")
    }
    view.dataSource = data
    window.addSubview(view)
    return view
  }

  @Test("Items of one size form a grid, and the cells that can be seen are made and used again")
  func grid() {
    let data = CollectionData(1000)
    flow.itemSize = CGSize(width: 100, height: 80)
    flow.sectionInset = UIEdgeInsets(top: 5, left: 5, bottom: 7, right: 5)
    flow.minimumInteritemSpacing = 4
    let view = show(data)
    loop.runUntilIdle()
    // Three fit into 310 points, with 5 between them; 334 lines of 80 with 10 between them.
    #expect(view.contentSize == CGSize(width: 320, height: 30_062))
    #expect(
      view.visibleCells.prefix(4).map(\.frame.origin) == [
        CGPoint(x: 5, y: 5), CGPoint(x: 110, y: 5), CGPoint(x: 215, y: 5), CGPoint(x: 5, y: 95),
      ])
    #expect(data.asked.count == 15)
    view.contentOffset.y = 29_662
    loop.runUntilIdle()
    #expect(view.indexPathsForVisibleItems.last == IndexPath(item: 999, section: 0))
    #expect(
      view.cellForItem(at: IndexPath(item: 999, section: 0))?.frame.origin
        == CGPoint(x: 5, y: 29_975))
    #expect(view.subviews.count == view.visibleCells.count)
    #expect(
      view.indexPathForItem(at: CGPoint(x: 120, y: 29_900)) == IndexPath(item: 997, section: 0))
  }

  /// Sizes that a delegate says.
  final class Sizes: NSObject, UICollectionViewDelegateFlowLayout {
    let sizes: [CGSize]
    init(_ sizes: [CGSize]) { self.sizes = sizes }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      sizeForItemAt indexPath: IndexPath
    ) -> CGSize { sizes[indexPath.item] }
    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { 20 }
  }

  @Test(
    "Items of several sizes are spread over their lines, stand in their middle, and the last line begins at the side"
  )
  func lines() {
    let sizes = Sizes([
      CGSize(width: 100, height: 40), CGSize(width: 150, height: 60),
      CGSize(width: 200, height: 30),
      CGSize(width: 130, height: 30), CGSize(width: 60, height: 30),
    ])
    let data = CollectionData(5)
    let view = show(data)
    view.delegate = sizes
    loop.runUntilIdle()
    let frames = view.visibleCells.map(\.frame)
    #expect(frames[0] == CGRect(x: 0, y: 10, width: 100, height: 40))
    #expect(frames[1] == CGRect(x: 170, y: 0, width: 150, height: 60))
    // Alone in its line.
    #expect(frames[2] == CGRect(x: 60, y: 80, width: 200, height: 30))
    #expect(frames[3] == CGRect(x: 0, y: 130, width: 130, height: 30))
    #expect(frames[4] == CGRect(x: 140, y: 130, width: 60, height: 30))
    #expect(view.contentSize == CGSize(width: 320, height: 160))
  }

  @Test("Heads and feet take room along the content, in both directions, and may stay in view")
  func edges() {
    flow.headerReferenceSize = CGSize(width: 30, height: 40)
    flow.footerReferenceSize = CGSize(width: 8, height: 9)
    flow.sectionHeadersPinToVisibleBounds = true
    let data = CollectionData(60, 1)
    let view = show(data)
    loop.runUntilIdle()
    // Five in a line of 320: twelve lines, and one.
    #expect(view.contentSize == CGSize(width: 320, height: 40 + 710 + 9 + 40 + 50 + 9))
    let (kind, first) = (UICollectionView.elementKindSectionHeader, IndexPath(item: 0, section: 0))
    view.contentOffset.y = 100
    loop.runUntilIdle()
    #expect(
      view.supplementaryView(forElementKind: kind, at: first)?.frame
        == CGRect(x: 0, y: 100, width: 320, height: 40))
    #expect(view.visibleSupplementaryViews(ofKind: kind).count == 1)
    view.contentOffset = .zero
    flow.scrollDirection = .horizontal
    loop.runUntilIdle()
    // Six in a column of 400: ten columns, and one.
    #expect(view.contentSize == CGSize(width: 30 + 590 + 8 + 30 + 50 + 8, height: 400))
    #expect(view.cellForItem(at: IndexPath(item: 1, section: 0))?.frame.origin.x == 30)
  }

  @Test("Cells that say their own size are measured when they are seen")
  func selfSizing() {
    let data = CollectionData(500)
    flow.estimatedItemSize = UICollectionViewFlowLayout.automaticSize
    data.configure = { cell, path in
      (cell as? BoxCell)?.width.constant = path.item.isMultiple(of: 2) ? 200 : 100
      (cell as? BoxCell)?.height.constant = 100
    }
    let view = show(data, BoxCell.self)
    loop.runUntilIdle()
    #expect(
      view.visibleCells.prefix(2).map(\.frame) == [
        CGRect(x: 0, y: 0, width: 200, height: 100), CGRect(x: 220, y: 0, width: 100, height: 100),
      ])
    #expect(view.visibleCells.count == 8)
    // Seven lines of five were estimated in 400 points.
    #expect(data.asked.count == 35)
  }

  @Test("Items come, go and move, and the cells that stay are the same; a layout object is told")
  func updates() {
    final class Told: UICollectionViewFlowLayout {
      var told: [UICollectionViewUpdateItem.Action] = []
      var ends = 0
      override func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {
        told = updateItems.map(\.updateAction)
      }
      override func finalizeCollectionViewUpdates() { ends += 1 }
    }
    let (data, layout) = (CollectionData(4), Told())
    let view = show(data, layout: layout)
    loop.runUntilIdle()
    let cells = view.visibleCells
    data.asked = []
    view.performBatchUpdates {
      data.counts = [4]
      view.deleteItems(at: [IndexPath(item: 0, section: 0)])
      view.insertItems(at: [IndexPath(item: 3, section: 0)])
    }
    loop.runUntilIdle()
    #expect(data.asked == [IndexPath(item: 3, section: 0)])
    #expect(view.visibleCells[0] === cells[1] && view.visibleCells[2] === cells[3])
    #expect(layout.told == [.delete, .insert] && layout.ends == 1)
    #expect(cells[1].frame.minX == 0)
  }

  @Test("Numbers that do not agree with the changes end the process in UIKit's words")
  func inconsistentUpdates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = TurnLoop()
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
      let data = CollectionData(2)
      let view = UICollectionView(
        frame: window.bounds, collectionViewLayout: UICollectionViewFlowLayout())
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      view.dataSource = data
      window.addSubview(view)
      loop.runUntilIdle()
      view.deleteItems(at: [IndexPath(item: 0, section: 0)])
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("Invalid update: invalid number of items in section 0."))
    #expect(words.contains("(0 inserted, 1 deleted)"))
  }

  @Test("An item that has no room in a line is logged in UIKit's words")
  func tooWide() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let loop = TurnLoop()
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
      let (data, layout) = (CollectionData(2), UICollectionViewFlowLayout())
      layout.itemSize = CGSize(width: 301, height: 10)
      let view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
      view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      view.dataSource = data
      window.addSubview(view)
      loop.runUntilIdle()
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      words.contains("The behavior of the UICollectionViewFlowLayout is not defined because:"))
    #expect(
      words.contains("the item width must be less than the width of the UICollectionView minus"))
  }

  @Test(
    "A layout object of one's own places cells, with attributes of its own class and decorations")
  func ownLayout() {
    final class Marked: UICollectionViewLayoutAttributes {
      var mark = 0
      override func copy(with zone: NSZone? = nil) -> Any {
        let made = super.copy(with: zone)
        (made as? Marked)?.mark = mark
        return made
      }
    }
    final class Diagonal: UICollectionViewLayout {
      var prepared = 0
      override func prepare() { prepared += 1 }
      override var collectionViewContentSize: CGSize { CGSize(width: 1000, height: 1000) }
      override func layoutAttributesForElements(in rect: CGRect)
        -> [UICollectionViewLayoutAttributes]?
      {
        let cells = (0..<10).map { item in
          let made = Marked(forCellWith: IndexPath(item: item, section: 0))
          made.frame = CGRect(x: item * 100, y: item * 100, width: 100, height: 100)
          made.mark = item
          return made
        }
        let behind = UICollectionViewLayoutAttributes(
          forDecorationViewOfKind: "behind", with: IndexPath(item: 0, section: 0))
        behind.frame = CGRect(x: 0, y: 0, width: 1000, height: 300)
        return cells + [behind]
      }
    }
    final class Cell: UICollectionViewCell {
      var mark = 0
      override func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {
        mark = (layoutAttributes as? Marked)?.mark ?? -1
      }
    }
    let layout = Diagonal()
    layout.register(UICollectionReusableView.self, forDecorationViewOfKind: "behind")
    let data = CollectionData(10)
    let view = show(data, Cell.self, layout: layout)
    loop.runUntilIdle()
    #expect(view.visibleCells.map { ($0 as? Cell)?.mark } == [0, 1, 2, 3])
    #expect(view.subviews.count == 5 && layout.prepared == 1)
    view.contentOffset = CGPoint(x: 550, y: 550)
    loop.runUntilIdle()
    #expect(view.visibleCells.map { ($0 as? Cell)?.mark } == [5, 6, 7, 8])
    #expect(view.subviews.count == 4 && layout.prepared == 1)
    layout.invalidateLayout()
    loop.runUntilIdle()
    #expect(layout.prepared == 2)
  }

  @Test("Items are scrolled to and chosen, and a registration sets its cells up")
  func choosing() {
    final class Registered: NSObject, UICollectionViewDataSource {
      let registration = UICollectionView.CellRegistration<BoxCell, String> { cell, _, item in
        cell.identifier = item
      }
      func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
      ) -> Int { 500 }
      func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath)
        -> UICollectionViewCell
      {
        collectionView.dequeueConfiguredReusableCell(
          using: registration, for: indexPath, item: "item \(indexPath.item)")
      }
    }
    let (data, view) = (Registered(), show(CollectionData()))
    view.dataSource = data
    loop.runUntilIdle()
    let item = IndexPath(item: 250, section: 0)
    view.selectItem(at: item, animated: false, scrollPosition: .centeredVertically)
    loop.runUntilIdle()
    // Five in a line: the item begins line 50, at 3000 points.
    #expect(view.contentOffset.y == 2825)
    #expect(view.cellForItem(at: item)?.isSelected == true)
    #expect(view.cellForItem(at: item)?.identifier == "item 250")
    #expect(view.indexPathsForSelectedItems == [item])
  }

  @Test("A layout object that is asked for new bounds still finds the old ones in the collection")
  func oldBounds() {
    final class Columns: UICollectionViewLayout {
      var prepared: [CGFloat] = []
      var seen: [CGRect] = []
      override func prepare() { prepared.append(collectionView!.bounds.width) }
      override var collectionViewContentSize: CGSize { CGSize(width: 100, height: 2000) }
      override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        seen = [collectionView!.bounds, collectionView!.frame, newBounds]
        seen.append(CGRect(origin: collectionView!.contentOffset, size: .zero))
        return newBounds.width != collectionView!.bounds.width
      }
    }
    let columns = Columns()
    let collection = UICollectionView(
      frame: CGRect(x: 0, y: 5, width: 100, height: 200), collectionViewLayout: columns)
    window.addSubview(collection)
    loop.runUntilIdle()
    collection.frame = CGRect(x: 0, y: 5, width: 120, height: 200)
    loop.runUntilIdle()
    #expect(columns.prepared == [100, 120])
    collection.contentOffset.y = 30
    loop.runUntilIdle()
    #expect(columns.prepared == [100, 120])
    #expect(
      columns.seen == [
        CGRect(x: 0, y: 0, width: 120, height: 200), CGRect(x: 0, y: 5, width: 120, height: 200),
        CGRect(x: 0, y: 30, width: 120, height: 200), .zero,
      ])
    #expect(collection.bounds.minY == 30)
  }

  @Test(
    "A size or a distance that is not finite ends the process with words", arguments: [true, false])
  func notFinite(isSize: Bool) async {
    func words(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let result =
      isSize
      ? await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.layOut { $0.itemSize.width = .nan }
      }
      : await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Self.layOut { $0.minimumInteritemSpacing = .infinity }
      }
    #expect(words(result).contains("of \(isSize ? "an item" : "a flow layout") is not finite"))
    // A tiny one is none of these.
    Self.layOut { ($0.itemSize.width, $0.minimumInteritemSpacing) = (1e-300, 0) }
  }

  private static func layOut(_ setUp: (UICollectionViewFlowLayout) -> Void) {
    let (loop, flow, data) = (TurnLoop(), UICollectionViewFlowLayout(), CollectionData(2))
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400), loop: loop)
    setUp(flow)
    let view = UICollectionView(frame: window.bounds, collectionViewLayout: flow)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    view.dataSource = data
    window.addSubview(view)
    loop.runUntilIdle()
  }
}
