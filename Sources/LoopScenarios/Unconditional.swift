import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// A table measures its header in its layout and sets it again, its height unchanged.
  static let headerReassign = Scenario(
    "header-reassign", "a table header is assigned again with an equal height, and dirties anyway",
    finding: ExpectedFinding(
      verdict: .redundant, cycle: ["Window/Table"],
      writer: "Window/Table", action: "setNeedsLayout", dirtied: "Window/Table")
  ) {
    Stage(HeaderReassign.Table())
  }

  /// A pager tells its delegate of each layout; the delegate sets a property that always dirties.
  static let didSetDirty = Scenario(
    "didset-dirty", "a delegate called from layout sets a property whose didSet always dirties",
    finding: ExpectedFinding(
      verdict: .redundant, cycle: ["Window/Screen/Pager"],
      writer: "Window/Screen/Pager", action: "setNeedsLayout", dirtied: "Window/Screen/Pager")
  ) {
    let screen = DidSetDirty.Screen()
    let stage = Stage(screen)
    stage.suspect = screen.pager
    return stage
  }
}

private enum HeaderReassign {
  class Table: View {
    let banner = View(frame: CGRect(x: 0, y: 0, width: 390, height: 80))

    var header: View? {
      didSet {
        if header !== oldValue, let header { addSubview(header) }
        // The guilty line, first half: the header may be unchanged.
        if !Repair.isMade { setNeedsLayout() }
      }
    }

    override func layoutSubviews() {
      banner.frame.size.height = 80
      // The guilty line, second half: assigned on every layout.
      header = banner
    }
  }
}

private enum DidSetDirty {
  class Pager: View {
    weak var delegate: Screen?

    var pageCount = 3 {
      // The guilty line: `where pageCount != oldValue` is missing.
      didSet { if !Repair.isMade { setNeedsLayout() } }
    }

    override func layoutSubviews() {
      delegate?.pagerDidLayOut(self)
    }
  }

  class Screen: View {
    let pager = Pager(frame: CGRect(x: 0, y: 700, width: 390, height: 40))

    override init(frame: CGRect) {
      super.init(frame: frame)
      pager.delegate = self
      addSubview(pager)
    }

    func pagerDidLayOut(_ pager: Pager) {
      pager.pageCount = 3
    }
  }
}
