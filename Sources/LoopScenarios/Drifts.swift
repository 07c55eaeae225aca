import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// A cell insets its content from where the last layout left it, instead of from its bounds.
  static let cumulativeInset = Scenario(
    "cumulative-inset", "a cell insets its content view a little more on each layout",
    finding: ExpectedFinding(
      verdict: .drifting(property: "frame.size.width", perRound: -2.0 / 32),
      cycle: ["Window/Cell", "Window/Cell/Content"],
      writer: "Window/Cell", action: "frame.size.width", dirtied: "Window/Cell/Content",
      accomplices: ["Window/Cell/Content"])
  ) {
    let cell = CumulativeInset.Cell()
    let stage = Stage(cell)
    stage.suspect = cell.content
    return stage
  }

  /// A gallery adds a badge in every layout without checking whether it already has one.
  static let addInLayout = Scenario(
    "add-in-layout", "a subview is added on each layout",
    finding: ExpectedFinding(
      verdict: .drifting(property: "subviews", perRound: 1),
      cycle: ["Window/Gallery", "Window/Gallery/Badge"],
      writer: "Window/Gallery", action: "addSubview", dirtied: "Window/Gallery",
      victims: ["Window/Gallery/Badge"])
  ) {
    Stage(AddInLayout.Gallery())
  }
}

private enum CumulativeInset {
  class Cell: View {
    let content = Content(frame: CGRect(x: 0, y: 0, width: 390, height: 44))

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(content)
    }

    override func layoutSubviews() {
      // The cause of the drift: each side moves in by a hairline from the previous frame.
      content.frame.origin.x += 1.0 / 32
      if !Repair.isMade { content.frame.size.width -= 2.0 / 32 }
    }
  }

  class Content: View {
    var fittedWidth: CGFloat = 0

    override func layoutSubviews() {
      guard bounds.width != fittedWidth else { return }
      fittedWidth = bounds.width
      // A new width wraps the text differently, so the cell must look at the height again.
      invalidateIntrinsicContentSize()
    }
  }
}

private enum AddInLayout {
  class Gallery: View {
    override func layoutSubviews() {
      // The guilty line: it belongs in the initialiser.
      if !Repair.isMade { addSubview(Badge(frame: CGRect(x: 0, y: 0, width: 20, height: 20))) }
    }
  }

  class Badge: View {}
}
