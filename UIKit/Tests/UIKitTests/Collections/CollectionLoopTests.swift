import LoopHunter
import Testing
import UIKit

/// Loops through collections that people know are found, with the view whose code makes them; their twins settle.
@Suite("Loops of collections") struct CollectionLoopTests {
  let loop = TurnLoop()
  let window: UIWindow
  let flow = UICollectionViewFlowLayout()

  init() {
    window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 400), loop: loop)
  }

  func found(_ show: () -> Void) throws -> String? { try foundLoop(in: loop, show) }

  func fill(_ view: UICollectionView, _ data: CollectionData, _ cell: UICollectionViewCell.Type) {
    view.frame = window.bounds
    view.register(cell, forCellWithReuseIdentifier: "cell")
    view.dataSource = data
  }

  /// A cell whose own height is another one each time it is asked.
  class Fickle: UICollectionViewCell {
    var times = 0
    func height() -> CGFloat {
      times += 1
      return times.isMultiple(of: 2) ? 40 : 60
    }
    override func preferredLayoutAttributesFitting(
      _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes {
      layoutAttributes.size = CGSize(width: 300, height: height())
      return layoutAttributes
    }
  }
  final class Growing: Fickle {
    override func height() -> CGFloat {
      times += 1
      return CGFloat(times) * 8
    }
  }
  final class Steady: Fickle {
    override func height() -> CGFloat { 60 }
  }

  @Test("A cell that prefers another size each time it is asked")
  func fickle() throws {
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    for (cell, verdict) in [
      (
        Fickle.self as UICollectionViewCell.Type,
        "oscillating Fickle preferredLayoutAttributes Fickle"
      ),
      (Growing.self, "drifting Growing preferredLayoutAttributes Growing"), (Steady.self, nil),
    ] as [(UICollectionViewCell.Type, String?)] {
      let (data, view) = (
        CollectionData(1), UICollectionView(frame: .zero, collectionViewLayout: flow)
      )
      fill(view, data, cell)
      let loop = try found { window.addSubview(view) }
      #expect(loop == verdict)
      view.removeFromSuperview()
    }
  }

  @Test(
    "A layout object that rounds the heights of its cells, and compares them with unrounded ones")
  func rounding() throws {
    final class Rounding: UICollectionViewLayout {
      var roundsBoth = false
      var heights: [CGFloat] = [50, 50, 50]
      override var collectionViewContentSize: CGSize {
        CGSize(width: 320, height: heights.reduce(0, +))
      }
      override func layoutAttributesForElements(in rect: CGRect)
        -> [UICollectionViewLayoutAttributes]?
      {
        heights.indices.map { item in
          let made = UICollectionViewLayoutAttributes(
            forCellWith: IndexPath(item: item, section: 0))
          made.frame = CGRect(
            x: 0, y: heights[..<item].reduce(0, +), width: 320, height: heights[item])
          return made
        }
      }
      override func shouldInvalidateLayout(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
      ) -> Bool {
        let preferred = preferredAttributes.size.height
        return (roundsBoth ? preferred.rounded() : preferred) != originalAttributes.size.height
      }
      override func invalidationContext(
        forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
        withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
      ) -> UICollectionViewLayoutInvalidationContext {
        heights[preferredAttributes.indexPath.item] = preferredAttributes.size.height.rounded()
        return super.invalidationContext(
          forPreferredLayoutAttributes: preferredAttributes,
          withOriginalAttributes: originalAttributes)
      }
    }
    final class Unrounded: Fickle {
      override func height() -> CGFloat { 45.3 }
    }
    for (roundsBoth, verdict) in [
      (false, "redundant Unrounded preferredLayoutAttributes Unrounded"), (true, nil),
    ] as [(Bool, String?)] {
      let (data, layout) = (CollectionData(3), Rounding())
      layout.roundsBoth = roundsBoth
      let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
      fill(view, data, Unrounded.self)
      let loop = try found { window.addSubview(view) }
      #expect(loop == verdict)
      #expect(!roundsBoth || view.contentSize.height == 135)
      view.removeFromSuperview()
    }
  }

  @Test("A collection that invalidates its layout object in each layout")
  func invalidating() throws {
    final class Invalidating: UICollectionView {
      var times = Int.max
      override func layoutSubviews() {
        super.layoutSubviews()
        guard times > 0 else { return }
        times -= 1
        collectionViewLayout.invalidateLayout()
      }
    }
    let (data, view) = (CollectionData(3), Invalidating(frame: .zero, collectionViewLayout: flow))
    fill(view, data, UICollectionViewCell.self)
    #expect(
      try found { window.addSubview(view) }
        == "redundant Invalidating invalidateLayout() Invalidating")
    view.removeFromSuperview()
    let calm = Invalidating(
      frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    calm.times = 1
    fill(calm, data, UICollectionViewCell.self)
    #expect(try found { window.addSubview(calm) } == nil)
  }

  /// A cell that tells its collection to look again in each of its layouts.
  final class Asking: UICollectionViewCell {
    var ask: (UICollectionView, UICollectionViewCell) -> Void = { _, _ in }
    override func layoutSubviews() {
      super.layoutSubviews()
      if let view = superview as? UICollectionView { ask(view, self) }
    }
  }

  @Test(
    "A cell that asks its collection for other cells in its layout, and is used again, with or without other content",
    arguments: ["reloadData", "performBatchUpdates"], [true, false])
  func asking(call: String, isSetUp: Bool) throws {
    let (data, view) = (
      CollectionData(1), UICollectionView(frame: .zero, collectionViewLayout: flow)
    )
    fill(view, data, Asking.self)
    data.configure = { cell, _ in
      (cell as! Asking).ask = { view, cell in
        if call == "reloadData" { return view.reloadData() }
        guard let path = view.indexPath(for: cell) else { return }
        view.reloadItems(at: [path])
      }
      if isSetUp { cell.setNeedsLayout() }
    }
    #expect(try found { window.addSubview(view) } == "redundant Asking \(call)() UICollectionView")
  }

  @Test("Cells that are used again settle if they ask a few times, or if the view is scrolled")
  func usedAgain() throws {
    for times in [0, 5] {
      let (data, view) = (
        CollectionData(500), UICollectionView(frame: .zero, collectionViewLayout: flow)
      )
      fill(view, data, Asking.self)
      var left = times
      data.configure = { cell, _ in
        (cell as! Asking).ask = { view, _ in
          guard left > 0 else { return }
          left -= 1
          view.reloadData()
        }
      }
      #expect(try found { window.addSubview(view) } == nil)
      #expect(
        try found {
          for step in 0..<60 {
            view.contentOffset.y = CGFloat(step % 30) * 37
            loop.runTurn()
          }
        } == nil)
      #expect(try found { view.reloadData() } == nil)
      view.removeFromSuperview()
    }
  }

  @Test("A head of a section that is used again, and has the data loaded again in its layout")
  func askingHead() throws {
    final class Head: UICollectionReusableView {
      override func layoutSubviews() {
        super.layoutSubviews()
        (superview as? UICollectionView)?.reloadData()
      }
    }
    let (data, view) = (
      CollectionData(2), UICollectionView(frame: .zero, collectionViewLayout: flow)
    )
    flow.headerReferenceSize = CGSize(width: 320, height: 30)
    fill(view, data, UICollectionViewCell.self)
    view.register(
      Head.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionHeader,
      withReuseIdentifier: "edge")
    #expect(try found { window.addSubview(view) } == "redundant Head reloadData() UICollectionView")
  }

  @Test(
    "A controller that invalidates the layout object after each layout: a loop if its view is the collection"
  )
  func invalidatingController() throws {
    class Controller: UICollectionViewController {
      override func collectionView(
        _ collectionView: UICollectionView, numberOfItemsInSection section: Int
      ) -> Int { 20 }
      override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
      ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
      }
      override func viewDidLoad() {
        super.viewDidLoad()
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
      }
      override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        collectionView.collectionViewLayout.invalidateLayout()
      }
    }
    // As on UIKit, the view of such a controller only holds the collection.
    let calm = Controller(collectionViewLayout: UICollectionViewFlowLayout())
    #expect(try found { window.rootViewController = calm } == nil)
    #expect(calm.collectionView.visibleCells.count == 20)
    final class Direct: Controller {
      override func loadView() {
        super.loadView()
        let collection = collectionView
        view = collection
      }
    }
    let direct = Direct(collectionViewLayout: flow)
    #expect(
      try found { window.rootViewController = direct }
        == "redundant UICollectionView invalidateLayout() UICollectionView")
  }

  /// A layout object that counts new offsets as new bounds, and sets an inset when it is prepared.
  final class Insetting: UICollectionViewFlowLayout {
    var step: CGFloat = 1
    override func prepare() {
      super.prepare()
      guard let collectionView else { return }
      collectionView.contentInset.top = step == 0 ? 10 : collectionView.contentInset.top + step
    }
    override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
  }

  @Test("A layout object that follows each offset, and moves it when it is prepared")
  func insetting() throws {
    let (data, layout) = (CollectionData(3), Insetting())
    let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    fill(view, data, UICollectionViewCell.self)
    // It shows its beginning, which moves down with the inset.
    layout.step = -1
    view.contentInset.top = 10_000
    view.contentOffset.y = -10_000
    let loop = try found { window.addSubview(view) }
    #expect(loop == "drifting UICollectionView contentInset.top UICollectionView")
    view.removeFromSuperview()
    let calm = Insetting()
    calm.step = 0
    let other = UICollectionView(frame: .zero, collectionViewLayout: calm)
    fill(other, data, UICollectionViewCell.self)
    #expect(try found { window.addSubview(other) } == nil)
  }

  @Test("A data source that loads the data again while it makes a cell")
  func reloading() throws {
    let (data, view) = (
      CollectionData(3), UICollectionView(frame: .zero, collectionViewLayout: flow)
    )
    fill(view, data, UICollectionViewCell.self)
    data.configure = { [unowned view] _, _ in view.reloadData() }
    #expect(
      try found { window.addSubview(view) }
        == "redundant UICollectionView reloadData() UICollectionView")
  }

  @Test("A hunt of the collection names the cell, too")
  func hunting() throws {
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    let (data, view) = (
      CollectionData(1), UICollectionView(frame: .zero, collectionViewLayout: flow)
    )
    fill(view, data, Fickle.self)
    window.addSubview(view)
    loop.passLimit = 300
    let hunter = LoopHunter(loop: loop)
    var reports: [LoopReport] = []
    let attachment = try hunter.attach(to: view) { reports.append($0) }
    loop.runTurn()
    attachment.detach()
    let edge = try #require(reports.first?.culprit?.edge)
    #expect(edge.writer?.className == "Fickle" && edge.action.name == "preferredLayoutAttributes")
  }

  @Test("A layout object that scrolls while it prepares is found where it writes the offset")
  func scrollingInPrepare() throws {
    final class Pushing: UICollectionViewFlowLayout {
      var times = Int.max
      override func prepare() {
        super.prepare()
        guard times > 0 else { return }
        times -= 1
        collectionView?.contentOffset.y += 1
      }
      override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
    }
    for (times, verdict) in [
      (Int.max, "drifting UICollectionView bounds.origin.y UICollectionView"), (3, nil),
    ] {
      let layout = Pushing()
      layout.times = times
      let (data, view) = (
        CollectionData(500), UICollectionView(frame: .zero, collectionViewLayout: layout)
      )
      let found = try found {
        fill(view, data, UICollectionViewCell.self)
        window.addSubview(view)
      }
      #expect(found == verdict)
      view.removeFromSuperview()
    }
    let (layout, data) = (Pushing(), CollectionData(500))
    let view = UICollectionView(frame: .zero, collectionViewLayout: layout)
    fill(view, data, UICollectionViewCell.self)
    let error = #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops {
        window.addSubview(view)
        loop.runUntilIdle()
      }
    }
    let location = error?.reports.first?.culprit?.edge.location
    #expect(location.map { "\($0)" }?.contains("CollectionLoopTests.swift") == true)
  }

  @Test("A report of a cell that prefers other sizes says that the engine asked")
  func askedCell() throws {
    flow.estimatedItemSize = CGSize(width: 300, height: 50)
    let (data, view) = (
      CollectionData(1), UICollectionView(frame: .zero, collectionViewLayout: flow)
    )
    fill(view, data, Fickle.self)
    let error = #expect(throws: LoopDetected.self) {
      try loop.expectNoLayoutLoops {
        window.addSubview(view)
        loop.runUntilIdle()
      }
    }
    let remarks = try #require(error?.reports.first?.remarks)
    #expect(remarks.contains(.answer) && !remarks.contains(.noFrame))
  }
}
