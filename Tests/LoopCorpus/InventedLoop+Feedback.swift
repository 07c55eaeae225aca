import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Layout that the pass itself repeats, by calling code outside any layout between its batches, as
  /// browsers call the observers of sizes: nobody forces it.
  ///
  /// The code acts outside any layout, so the verdict is `feedback` even where the geometry is known.
  static let feedback: [InventedLoop] = [
    InventedLoop(
      "observed-and-grown",
      Truth(
        .feedback, [.init(nil, ["frame.size.height"], on: ["Box"], dirties: ["Host", "Box"])],
        others: ["Host", "Box"]),
      because: """
        An observer of the box's size makes the box a point higher whenever it was laid out. No layout \
        writes anything, and nobody forces one: the pass calls the observer.
        """
    ) {
      let box = GeneratedView("Box")
      let host = GeneratedView("Host").with(box)
      return Stage(host, suspect: host).observing(box) {
        if !Repair.isMade { $0.frame.size.height += 1 }
      }
    },
    InventedLoop(
      "observed-and-asked",
      Truth(
        .feedback, [.init(nil, ["setNeedsLayout"], on: ["Panel"], dirties: ["Panel"])],
        others: ["Panel"]),
      because: """
        The observer changes nothing: it asks for the layout of the panel after each of them. Its twin \
        that asks in its own layout is redundant; here the panel's code does nothing.
        """
    ) {
      let panel = GeneratedView("Panel")
      return Stage(panel, suspect: panel).observing(panel) {
        if !Repair.isMade { $0.setNeedsLayout() }
      }
    },
    InventedLoop(
      "observers-of-each-other",
      Truth(
        .feedback,
        [
          .init(nil, ["frame.size.width"], on: ["West"], dirties: ["Screen", "West"]),
          .init(nil, ["frame.size.width"], on: ["East"], dirties: ["Screen", "East"]),
        ], others: ["Screen", "West", "East"]),
      because: """
        The observer of the one resizes the other, and back. Which of the two is named first is the \
        same in all hunts.
        """
    ) {
      let (west, east) = (GeneratedView("West"), GeneratedView("East"))
      let screen = GeneratedView("Screen").with(west, east)
      let step = { (view: GeneratedView) in
        if !Repair.isMade { view.frame.size.width = view.frame.width == 90 ? 91 : 90 }
      }
      return Stage(screen, suspect: screen)
        .observing(west) { [unowned east] _ in step(east) }
        .observing(east) { [unowned west] _ in step(west) }
    },
    InventedLoop(
      "row-after-row",
      Truth(
        .feedback, [.init(nil, ["frame.size.height"], on: ["Row"], dirties: ["List", "Row"])],
        others: ["List", "Row"]),
      because: """
        The observer of each of 300 rows resizes the next one, so that each row is laid out a few times \
        and the list 300 times: one place in the code does it to all of them.
        """
    ) {
      .rowAfterRow(300)
    },
  ]
}

extension Innocent {
  /// Observers whose answers end.
  static let observed: [Innocent] = [
    Innocent("observed-to-the-end", because: "an observer makes a box grow sixty times, and stops")
    {
      let box = GeneratedView("Box")
      let host = GeneratedView("Host").with(box)
      return Stage(host, suspect: host).observing(box) {
        if $0.frame.height < 150 { $0.frame.size.height += 1 }
      }
    },
    Innocent("observed-rows", because: "observers of ninety rows resize the next one, each once") {
      .rowAfterRow(90)
    },
  ]
}

extension Stage {
  /// A list that is observed: after each of its layouts the next row grows.
  fileprivate static func rowAfterRow(_ count: Int) -> Stage {
    let list = GeneratedView("List")
    for _ in 0..<count { list.addSubview(GeneratedView("Row")) }
    var next = 0
    return Stage(list, suspect: list).observing(list) { list in
      guard next < list.subviews.count else { return }
      if !Repair.isMade { list.subviews[next].frame.size.height += 1 }
      next += 1
    }
  }

  /// Calls code between two batches if a view was laid out in the first of them.
  func observing(
    _ view: GeneratedView, _ body: @escaping (GeneratedView) -> Void
  ) -> Stage {
    let observers = props.lazy.compactMap { $0 as? SizeObservers }.first ?? SizeObservers()
    observers.add(view, body)
    props.append(observers)
    loop.replay = observers
    return self
  }
}

/// Callbacks that a pass runs between its batches.
private final class SizeObservers: LayoutReplay {
  private var observers: [(view: GeneratedView, seen: Int, body: (GeneratedView) -> Void)] = []

  func add(_ view: GeneratedView, _ body: @escaping (GeneratedView) -> Void) {
    observers.append((view, 0, body))
  }

  func willCollectCommit() {
    for index in observers.indices where observers[index].view.layouts > observers[index].seen {
      observers[index].seen = observers[index].view.layouts
      observers[index].body(observers[index].view)
    }
  }

  func willCollectForced(in root: View) {}
  func subviewsWouldResize(of view: View) {}
}
