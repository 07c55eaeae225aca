import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// The bar narrows the photo, the narrow photo is low enough to need no bar, and so on.
  static let scrollBarFlip = Scenario(
    "scrollbar-flip", "a scroll bar is shown, takes width, is no longer needed, is hidden, …",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 2), cycle: ["Window/ScrollArea", "Window/ScrollArea/Photo"],
      writer: "Window/ScrollArea/Photo", action: "frame.size.height",
      dirtied: "Window/ScrollArea", accomplices: ["Window/ScrollArea"])
  ) {
    let area = ScrollBarFlip.ScrollArea()
    let stage = Stage()
    area.frame = CGRect(x: 0, y: 0, width: 400, height: 295)
    stage.window.addSubview(area)
    stage.suspect = area.photo
    return stage
  }
}

private enum ScrollBarFlip {
  class ScrollArea: View {
    let photo = Photo()
    let bar = Bar(frame: CGRect(x: 385, y: 0, width: 15, height: 295))

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(photo)
      addSubview(bar)
    }

    override func layoutSubviews() {
      bar.isHidden = photo.frame.height <= bounds.height
      photo.frame.size.width = bounds.width - (bar.isHidden ? 0 : 15)
    }
  }

  class Photo: View {
    override func layoutSubviews() {
      // The guilty line: a height that depends on a width that depends on the height.
      if !Repair.isMade { frame.size.height = bounds.width * 0.75 }
    }
  }

  class Bar: View {}
}
