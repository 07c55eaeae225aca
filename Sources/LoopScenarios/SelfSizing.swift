import Foundation
import LoopHunter
import ViewTree

extension Scenario {
  /// A tag takes its natural size in its own layout, and its row stretches it again.
  static let intrinsicSelfSize = Scenario(
    "intrinsic-self-size", "a view sets its own frame to its intrinsic size in its own layout",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 1), cycle: ["Window/Row", "Window/Row/Tag"],
      writer: "Window/Row/Tag", action: "frame.size", dirtied: "Window/Row",
      accomplices: ["Window/Row"])
  ) {
    let row = SelfSizing.Row()
    let stage = Stage(row)
    stage.suspect = row.tagView
    return stage
  }

  /// A panel rounds its height up to a pixel, and its sheet rounds the same height down.
  ///
  /// At a scale of 1.25 a pixel is 0.8 points, and 866 lies exactly between two of them.
  static let pixelSnap = Scenario(
    "pixel-snap", "two views round one height to different pixels: 865.6 and 866.4",
    finding: ExpectedFinding(
      verdict: .oscillating(period: 1), cycle: ["Window/Sheet", "Window/Sheet/Panel"],
      writer: "Window/Sheet/Panel", action: "frame.size.height", dirtied: "Window/Sheet",
      accomplices: ["Window/Sheet"])
  ) {
    let sheet = PixelSnap.Sheet()
    let stage = Stage(sheet)
    stage.suspect = sheet.panel
    return stage
  }
}

private enum SelfSizing {
  class Row: View {
    let tagView = Tag()

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(tagView)
    }

    override func layoutSubviews() {
      tagView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: 44)
    }
  }

  class Tag: View {
    override var intrinsicContentSize: CGSize { CGSize(width: 80, height: 20) }

    override func layoutSubviews() {
      // The guilty line: a view's own size is its superview's business.
      if !Repair.isMade { frame.size = intrinsicContentSize }
    }
  }
}

private enum PixelSnap {
  static let scale: Float = 1.25
  static let height: Float = 866

  class Sheet: View {
    let panel = Panel()

    override init(frame: CGRect) {
      super.init(frame: frame)
      addSubview(panel)
    }

    override func layoutSubviews() {
      let down = (height * scale).rounded(.down) / scale
      panel.frame = CGRect(x: 0, y: 0, width: 300, height: CGFloat(down))
    }
  }

  class Panel: View {
    override func layoutSubviews() {
      // The guilty line: it rounds up a height that is already rounded down.
      if !Repair.isMade { frame.size.height = CGFloat((height * scale).rounded(.up) / scale) }
    }
  }
}
