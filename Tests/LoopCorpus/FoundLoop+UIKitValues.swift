import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// Insets, orders, widths of wrapping and an app's state in UIKit, and what stands on it.
  static let uiKitValues: [FoundLoop] = [
    FoundLoop(
      "pull-to-refresh", github + "m1entus/INSPullToRefresh/pull/79",
      "a refresh view and the web view around it each set the content inset of one scroll view",
      FoundTruth(
        .oscillating(period: 1), [.init("Refresh", ["contentInset"], on: ["Scroll"])],
        values: ["Scroll.contentInset"], members: ["Web", "Refresh"], accomplices: ["Web"],
        others: ["Scroll"], proof: [.proved, .untested], remedy: .keepOneOwnersValue,
        not: [.blame("Web")]),
      because: """
        Refresh writes its superview; Web sets its own subview, which is its job. The callback by \
        which Scroll tells Web of its insets only announces the write.
        """
    ) { isRepaired in
      final class WebScroll: ScrollView {
        override func adjustedContentInsetDidChange() { superview?.setNeedsLayout() }
      }
      let scroll = WebScroll(frame: CGRect(x: 0, y: 0, width: 90, height: 90))
      scroll.identifier = "Scroll"
      let refresh = GeneratedView("Refresh")
      scroll.addSubview(refresh)
      let web = GeneratedView("Web")
      web.addSubview(scroll)
      web.onLayout = { [unowned scroll, unowned refresh] _ in
        scroll.contentInset = EdgeInsets(top: 20)
        refresh.setNeedsLayout()
      }
      refresh.onLayout = { [unowned scroll] _ in
        guard !isRepaired else { return }
        scroll.contentInset = EdgeInsets(top: 60)  // culprit: pull-to-refresh
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(web), suspect: web))
    },
    FoundLoop(
      "marquee-title", github + "Muesli-HQ/muesli/issues/161",
      "a title that measures itself starts a new run of its marquee each time, which lays it out",
      FoundTruth(
        .drifting(["runID": 1]), [.init("Title", ["setNeedsLayout"], on: ["Title"])],
        values: ["runID"], members: ["Title"], not: [.words("set it back")]),
      because: """
        No geometry changes; the number of the run grows by one in each layout, and the loop goes on \
        because of that. The call is in the didSet of the state, and the title's.
        """
    ) { isRepaired in
      let title = GeneratedView("Title")
      let runID = AppState(0)
      runID.didSet = { [unowned title] in
        if !isRepaired { title.setNeedsLayout() }  // culprit: marquee-title
      }
      title.onLayout = { _ in runID.value += 1 }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(title), suspect: title),
        watching: ["runID": { "\(runID.value)" }])
    },
    FoundLoop(
      "stretched-reader", github + "TokamakUI/Tokamak/issues/337",
      "a reader's helper lets a text in its box wrap a little later than the text is wide",
      FoundTruth(
        .drifting(["preferredMaxLayoutWidth": 2, "frame.size.width": 2]),
        [
          .init(
            "Reader", ["preferredMaxLayoutWidth", "invalidateIntrinsicContentSize"], on: ["Text"],
            by: "Box")
        ],
        values: ["Text.preferredMaxLayoutWidth"], members: ["Reader", "Box", "Text"],
        accomplices: ["Box"], victims: ["Text"], proof: [.proved, .untested], remedy: .oncePerTurn,
        not: [.blame("Box"), .blame("Text")]),
      because: """
        The helper runs in the reader's layout and writes a grandchild, with the flow. The engine \
        carries it back: the label tells its stack, and that tells the reader.
        """
    ) { isRepaired in
      let text = FoundLabel("Text", String(repeating: "a", count: 300), size: 4)
      text.numberOfLines = 0
      text.preferredMaxLayoutWidth = 10
      let box = FoundStack("Box", .vertical, [text])
      let reader = FoundStack("Reader", .vertical, [box])
      box.alignment = .leading
      reader.alignment = .leading
      func stretch(_ label: Label) {
        let width = label.intrinsicContentSize.width + 2
        label.preferredMaxLayoutWidth = width  // culprit: stretched-reader
      }
      reader.onLayout = { [unowned text] _ in
        if !isRepaired { stretch(text) }
      }
      // The first layout of the box takes the first change as its own: an update starts it.
      let stage = Stage(reader, suspect: reader)
      stage.script = { [unowned reader] loop in
        loop.runTurn()
        loop.event { [unowned reader] in reader.setNeedsLayout() }
        loop.runTurn()
      }
      return FoundProgram(stage)
    },
    FoundLoop(
      "swift-layout-order", github + "ioskrew/SwiftLayout/issues/240",
      "a layout brings its title to the front, and a banner that is not of it brings itself there",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init(
            "Banner", ["subviews", "bringSubviewToFront", "reorderSubviews"],
            on: ["Host", "Banner"])
        ],
        values: ["Host.subviews"], members: ["Host", "Banner"], accomplices: ["Host"],
        remedy: .keepOneOwnersValue,
        not: [.blame("Host"), .words("every round ends with the same geometry")]),
      because: """
        Two owners change the order of one view's subviews in each round. The host orders what is its \
        own; the banner reaches up.
        """
    ) { isRepaired in
      let (title, banner) = (GeneratedView("Title"), GeneratedView("Banner"))
      let host = GeneratedView("Host").with(title, banner)
      host.onLayout = { [unowned title, unowned banner] in
        $0.bringSubviewToFront(title)
        banner.setNeedsLayout()
      }
      banner.onLayout = {
        guard !isRepaired else { return }
        $0.superview?.bringSubviewToFront($0)  // culprit: swift-layout-order
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(host), suspect: banner))
    },
  ]
}
