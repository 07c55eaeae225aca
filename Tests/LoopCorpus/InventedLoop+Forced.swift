import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Layout that is forced, by layout or from outside.
  static let forced: [InventedLoop] = [
    InventedLoop(
      "measured-by-force",
      Truth(
        .redundant, [.init("Child", ["setNeedsLayout"], on: ["Host"], dirties: ["Host"])],
        accomplices: ["Host"]),
      because: """
        The host forces its child inside of its layout, one level deep and no deeper: no recursion. \
        The child's call on its host is what goes round.
        """
    ) {
      let child = GeneratedView("Child")
      let host = GeneratedView("Host").with(child)
      host.onLayout = {
        $0.subviews[0].setNeedsLayout()
        $0.subviews[0].layoutIfNeeded()
      }
      child.onLayout = { if !Repair.isMade { $0.superview?.setNeedsLayout() } }
      return Stage(host, suspect: host)
    },
    InventedLoop(
      "three-deep",
      Truth(
        .reentrant,
        [
          .init(
            "Inner", ["layoutIfNeeded", "setNeedsLayout"], on: ["Outer"], dirties: ["Outer"])
        ], accomplices: ["Outer", "Middle"]),
      because: """
        Outer forces middle, middle forces inner, inner forces outer. A superview may force what is \
        its own: the upward call is the one to remove.
        """
    ) {
      let inner = GeneratedView("Inner")
      let middle = GeneratedView("Middle").with(inner)
      let outer = GeneratedView("Outer").with(middle)
      for view in [outer, middle] {
        view.onLayout = {
          $0.subviews[0].setNeedsLayout()
          $0.subviews[0].layoutIfNeeded()
        }
      }
      inner.onLayout = { [unowned outer] _ in
        guard !Repair.isMade else { return }
        outer.setNeedsLayout()
        outer.layoutIfNeeded()
      }
      return Stage(GeneratedView("Screen").with(outer), suspect: middle)
    },
    InventedLoop(
      "forced-across",
      Truth(
        .reentrant,
        [
          .init("Here", ["layoutIfNeeded", "setNeedsLayout"], on: ["There"], dirties: ["There"]),
          .init("There", ["layoutIfNeeded", "setNeedsLayout"], on: ["Here"], dirties: ["Here"]),
        ], others: ["Here", "There"]),
      because:
        "Two views in two branches force each other; which is named is the same in all hunts."
    ) {
      let (here, there) = (GeneratedView("Here"), GeneratedView("There"))
      for (view, other) in [(here, there), (there, here)] {
        view.onLayout = { [unowned other] _ in
          guard !Repair.isMade else { return }
          other.setNeedsLayout()
          other.layoutIfNeeded()
        }
      }
      let screen = GeneratedView("Screen").with(
        GeneratedView("West").with(here), GeneratedView("East").with(there))
      return Stage(screen, suspect: here)
    },
    InventedLoop(
      "one-block-per-row",
      Truth(
        .thrashing, [.init(nil, ["frame.size.height"], on: ["Row"], dirties: ["List", "Row"])],
        others: ["List", "Row"]),
      because: """
        150 blocks of one turn, each of which writes one row and forces the list: many pieces of code \
        that run, one place that does it.
        """
    ) {
      let list = GeneratedView("List")
      for _ in 0..<150 { list.addSubview(GeneratedView("Row")) }
      return Stage(list, suspect: list).running { [unowned list] loop in
        for row in list.subviews {
          loop.async { [unowned list, unowned row] in
            if !Repair.isMade { row.frame.size.height += 1 }
            list.layoutIfNeeded()
          }
        }
      }
    },
    InventedLoop(
      "writer-here-forcer-there",
      Truth(
        .thrashing, [.init(nil, ["frame.size.height"], on: ["Row"], dirties: ["List", "Row"])],
        others: ["List", "Row"]),
      because: "One block writes, the next one forces, 120 times in a turn: both must be named."
    ) {
      let row = GeneratedView("Row")
      let list = GeneratedView("List").with(row)
      return Stage(list, suspect: list).running { [unowned list, unowned row] loop in
        for _ in 0..<120 {
          loop.async { [unowned row] in if !Repair.isMade { row.frame.size.height += 1 } }
          loop.async { [unowned list] in list.layoutIfNeeded() }
        }
      }
    },
    InventedLoop(
      "inserted-one-by-one",
      Truth(
        .thrashing, [.init(nil, ["addSubview"], on: ["List"], dirties: ["List"])],
        others: ["List", "Row"]),
      because: "An event adds 120 rows and forces the list after each: add all, then force once."
    ) {
      let list = GeneratedView("List")
      return Stage(list, suspect: list).running { [unowned list] loop in
        loop.event { [unowned list] in
          for _ in 0..<120 {
            if !Repair.isMade { list.addSubview(GeneratedView("Row")) }
            list.layoutIfNeeded()
          }
        }
      }
    },
    InventedLoop(
      "forced-at-the-window",
      Truth(
        .thrashing,
        [.init(nil, ["frame.size.width"], on: ["Thumb"], dirties: ["Slider", "Thumb"])],
        others: ["Slider", "Thumb", "Window"]),
      because: """
        A drag writes the thumb's width and forces the whole window, as programs do who do not know \
        what they changed. The thumb's width is written, the window is forced.
        """
    ) {
      let thumb = GeneratedView("Thumb")
      let slider = GeneratedView("Slider").with(thumb)
      return Stage(slider, suspect: slider).running { [unowned thumb] loop in
        loop.event { [unowned thumb] in
          for step in 0..<130 {
            if !Repair.isMade { thumb.frame.size.width = CGFloat(20 + step % 9) }
            thumb.window?.layoutIfNeeded()
          }
        }
      }
    },
    InventedLoop(
      "thrashing-with-an-answer",
      Truth(
        .thrashing, [.init(nil, ["frame.size.height"], on: ["Row"], dirties: ["List", "Row"])],
        others: ["List", "Row"]),
      because: """
        Each forced pass takes two layouts of the list, because the row corrects itself once; that \
        settles in each pass. The event repeats.
        """
    ) {
      let row = GeneratedView("Row")
      let list = GeneratedView("List").with(row)
      row.onLayout = {
        if $0.frame.height != $0.frame.height.rounded() {
          $0.frame.size.height = $0.frame.height.rounded()
        }
      }
      list.onLayout = { $0.subviews[0].setNeedsLayout() }
      return Stage(list, suspect: list).running { [unowned list, unowned row] loop in
        loop.event { [unowned list, unowned row] in
          for step in 0..<120 {
            if !Repair.isMade { row.frame.size.height = CGFloat(40 + step % 2) + 0.5 }
            list.layoutIfNeeded()
          }
        }
      }
    },
    InventedLoop(
      "told-and-told-back",
      Truth(
        .acrossTurns,
        [
          .init("Near", ["frame.size.height"], on: ["Note"], dirties: ["Far"]),
          .init("Far", ["setNeedsLayout"], on: ["Near"], dirties: ["Near"]),
        ], victims: ["Note"], others: ["Near", "Far"]),
      because: """
        A timer from Near's layout makes Far's note grow; a block from Far's layout asks for Near. The \
        note is laid out again because it grew.
        """
    ) {
      let note = GeneratedView("Note")
      let far = GeneratedView("Far").with(note)
      let near = GeneratedView("Near")
      near.onLayout = { near in
        near.window?.loop.after(.milliseconds(2)) { [weak note] in note?.frame.size.height += 1 }
      }
      far.onLayout = { far in
        far.window?.loop.async { [weak near] in if !Repair.isMade { near?.setNeedsLayout() } }
      }
      let stage = Stage(GeneratedView("Screen").with(near, far), suspect: near)
      stage.script = { [unowned stage] loop in
        loop.runTurn()
        loop.runUntilIdle(limit: 400)
        for subview in stage.window.subviews { subview.removeFromSuperview() }
        loop.runUntilIdle(limit: 10)
      }
      return stage
    },
  ]
}

extension Stage {
  /// Lets everything settle, and runs work in the turns after that.
  fileprivate func running(_ work: @escaping (TurnLoop) -> Void) -> Stage {
    script = { loop in
      loop.runTurn()
      work(loop)
      loop.runUntilIdle(limit: 10)
    }
    return self
  }
}
