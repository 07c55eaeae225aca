import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// The web: what a browser or a library of it measures and resizes.
  static let web: [FoundLoop] = [
    FoundLoop(
      "chart-percent", github + "chartjs/Chart.js/issues/5805",
      "a responsive canvas gets the height of its box, which is that of the canvas and its border",
      FoundTruth(
        .drifting(["frame.size.height": 4]),
        [
          .init("Box", ["frame.size.height"], on: ["Canvas"]),
          .init("Box", ["setNeedsLayout"], on: ["Box"]),
        ], naming: .both, values: ["Canvas.frame.size.height"], members: ["Box", "Canvas"],
        victims: ["Canvas"], remedy: .oncePerTurn, not: [.words("set it back")]),
      because: """
        The parent lets its child grow, the child's didSet announces it upwards: the value drifts, so \
        the write is named first and the call with it.
        """
    ) { isRepaired in
      final class Canvas: GeneratedView {
        override var frame: CGRect {
          didSet {
            guard frame.size != oldValue.size else { return }
            superview?.setNeedsLayout()  // culprit: chart-percent
          }
        }
      }
      let canvas = Canvas("Canvas")
      let box = GeneratedView("Box").with(canvas)
      box.onLayout = { [unowned canvas] _ in
        guard !isRepaired else { return }
        let height = canvas.frame.height + 4
        canvas.frame = CGRect(x: 0, y: 0, width: 90, height: height)  // culprit: chart-percent
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(box), suspect: box))
    },
    FoundLoop(
      "pixel-ratio", github + "chartjs/Chart.js/issues/1321",
      "a canvas is made higher by the ratio of pixels each time that it tells of its size",
      FoundTruth(
        .accelerating(["frame.size.height"]),
        [
          .init("Box", ["frame.size.height", "frame.size"], on: ["Canvas"]),
          .init("Canvas", ["setNeedsLayout"], on: ["Box"]),
        ], naming: .both, values: ["Canvas.frame.size.height"], members: ["Box", "Canvas"],
        others: ["Box", "Canvas"], remedy: .oncePerTurn,
        not: [.words("set it back"), .words("in each round"), .words("per round")]),
      because: "It grows by a hundredth, so that no number of points per round is true."
    ) { isRepaired in
      let canvas = GeneratedView("Canvas")
      let box = GeneratedView("Box").with(canvas)
      box.onLayout = { [unowned canvas] _ in
        guard !isRepaired else { return }
        let height = canvas.frame.height * 1.01
        canvas.frame = CGRect(x: 0, y: 0, width: 90, height: height)  // culprit: pixel-ratio
      }
      canvas.onLayout = {
        if !isRepaired { $0.superview?.setNeedsLayout() }  // culprit: pixel-ratio
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(box), suspect: canvas))
    },
    FoundLoop(
      "overflow-menu", github + "go-gitea/gitea/pull/31484",
      "a bar counts what is visible to see if it overflows, its menu button included",
      FoundTruth(
        .oscillating(period: 2), [.init("Bar", ["isHidden"], on: ["Last", "More"])],
        values: ["Last.isHidden", "More.isHidden"], members: ["Bar", "First", "Last", "More"],
        victims: ["First", "Last", "More"], proof: [.proved, .untested], remedy: .oncePerTurn,
        not: [.blame("First"), .blame("Last"), .blame("More")]),
      because: """
        The bar hides and shows its own views, with the flow; a stack is laid out again when an \
        arranged view is hidden. The items only get other widths.
        """
    ) { isRepaired in
      let items = ["First", "Second", "Last", "More"].map { GeneratedView($0) }
      for item in items { item.naturalSize = CGSize(width: 110, height: 44) }
      let (last, more) = (items[2], items[3])
      more.naturalSize = CGSize(width: 40, height: 44)
      more.isHidden = true
      let bar = FoundStack("Bar", .horizontal, items)
      bar.frame = CGRect(x: 0, y: 0, width: 310, height: 44)
      bar.onLayout = { [unowned last, unowned more] bar in
        guard !isRepaired else { return }
        let visible = bar.arrangedSubviews.filter { !$0.isHidden }
        let isOverflowing = visible.reduce(0) { $0 + $1.intrinsicContentSize.width } > 310
        last.isHidden = isOverflowing  // culprit: overflow-menu
        more.isHidden = !isOverflowing  // culprit: overflow-menu
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(bar), suspect: bar))
    },
    FoundLoop(
      "toolbar-spacing", github + "microsoft/vscode/pull/303780",
      "a toolbar's button is narrow with wide gaps, asks for narrow ones, and is wide then",
      FoundTruth(
        .oscillating(period: 2), [.init("Tools", ["spacing"], on: ["Bar"])],
        values: ["Bar.spacing"], members: ["Bar", "Tools"], accomplices: ["Bar"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Bar")]),
      because: "Tools writes its superview; the stack's frames for it are a consequence."
    ) { isRepaired in
      let (picker, tools) = (GeneratedView("Picker"), GeneratedView("Tools"))
      picker.naturalSize = CGSize(width: 278, height: 30)
      let bar = FoundStack("Bar", .horizontal, [picker, tools])
      bar.frame = CGRect(x: 0, y: 0, width: 340, height: 30)
      bar.spacing = 12
      tools.onLayout = { [unowned bar] in
        guard !isRepaired else { return }
        bar.spacing = $0.bounds.width < 54 ? 4 : 12  // culprit: toolbar-spacing
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(bar), suspect: tools))
    },
    FoundLoop(
      "iframe-viewport", github + "metabase/metabase/issues/7903",
      "a dashboard is as high as its frame, and a message makes the frame as high as all of it",
      FoundTruth(
        .acrossTurns, [.init("Frame", ["frame.size.height", "frame"], on: ["Frame"])],
        values: ["Frame.frame.size.height"], members: ["Page", "Frame", "Dashboard"],
        victims: ["Page", "Dashboard"], proof: [.proved, .untested],
        not: [.blame("Dashboard"), .blame("Page")]),
      because: """
        The frame's block writes the frame's own height, 80 more, once in each turn. The dashboard is \
        sized by it, the page is told. No repair of that one line is usual.
        """
    ) { isRepaired in
      let dashboard = GeneratedView("Dashboard")
      let frame = GeneratedView("Frame").with(dashboard)
      frame.onLayout = { [weak dashboard] frame in
        dashboard?.frame.size.height = frame.bounds.height
        guard !isRepaired else { return }
        frame.window?.loop.async { [weak frame] in
          guard let frame, let dashboard else { return }
          let height = dashboard.frame.height + 80
          frame.frame = CGRect(x: 0, y: 0, width: 90, height: height)  // culprit: iframe-viewport
        }
      }
      let page = GeneratedView("Page").with(frame)
      return FoundProgram(Stage(GeneratedView("Screen").with(page), suspect: frame).overTurns())
    },
    FoundLoop(
      "sticky-header", github + "middleman/middlemanapp.com/issues/401",
      "a header shrinks when the page is scrolled, and then the page is too short to be scrolled",
      FoundTruth(
        .oscillating(period: 2), [.init("Page", ["contentSize"], on: ["Page"])],
        values: ["Page.contentSize"], members: ["Page", "Header"], victims: ["Header"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Header")]),
      because: """
        All of it is the page's layout. Its offset and the header's height dirty nobody while it runs; \
        the new size of the content dirties the page.
        """
    ) { isRepaired in
      let header = GeneratedView("Header", CGRect(x: 0, y: 0, width: 390, height: 100))
      let page = GeneratedScroll("Page", .zero)
      page.addSubview(header)
      page.contentSize = CGSize(width: 390, height: 900)
      page.onLayout = { [unowned header] page in
        let old = header.frame.height
        let new: CGFloat = page.contentOffset.y > 0 ? 40 : 100
        guard old != new else { return }
        header.frame.size.height = new
        let content = CGSize(width: 390, height: 800 + new)
        if !isRepaired { page.contentSize = content }  // culprit: sticky-header
        let last = max(0, page.contentSize.height - page.bounds.height)
        page.contentOffset.y = min(max(0, page.contentOffset.y + new - old), last)
      }
      let stage = Stage(page, suspect: page)
      stage.script = { [unowned page] loop in
        loop.runTurn()
        loop.event { [unowned page] in page.contentOffset.y = 30 }
        loop.runTurn()
      }
      return FoundProgram(stage)
    },
    FoundLoop(
      "reverse-portal", github + "httptoolkit/react-reverse-portal/issues/15",
      "two portals each mount one and the same node whenever it is not in them",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("PortalA", ["superview", "subviews", "addSubview"], on: ["PortalA", "Node"]),
          .init("PortalB", ["superview", "subviews", "addSubview"], on: ["PortalB", "Node"]),
        ], naming: .tie, values: ["Node.superview"], members: ["PortalA", "PortalB", "Node"],
        victims: ["Node"], others: ["PortalA", "PortalB"], remedy: .keepOneOwnersValue,
        not: [.blame("Node"), .words("every round ends with the same geometry")]),
      because: "Two owners add one view in turn: they fight over whose subview it is, alike."
    ) { isRepaired in
      let node = GeneratedView("Node")
      let (a, b) = (GeneratedView("PortalA"), GeneratedView("PortalB").with(node))
      for portal in [a, b] {
        portal.onLayout = { [unowned node] portal in
          guard !isRepaired, node.superview !== portal else { return }
          portal.addSubview(node)  // culprit: reverse-portal
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(a, b), suspect: a))
    },
    FoundLoop(
      "popper-margin", github + "floating-ui/floating-ui/pull/859",
      "a popper has a margin where it fits, with which it does not fit",
      FoundTruth(
        .oscillating(period: 2), [.init("Popper", ["layoutMargins"], on: ["Popper"])],
        values: ["Popper.layoutMargins"], members: ["Popper"], remedy: .oncePerTurn),
      because: "The placement is the popper's own, and so is the margin that goes with it."
    ) { isRepaired in
      let popper = GeneratedView("Popper")
      popper.onLayout = {
        guard !isRepaired else { return }
        let fits = $0.bounds.height + $0.layoutMargins.top <= 100
        $0.layoutMargins = EdgeInsets(top: fits ? 20 : 0)  // culprit: popper-margin
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(popper), suspect: popper))
    },
    FoundLoop(
      "square-box", github + "stimulus-use/stimulus-use/issues/181",
      "an observer of a box's size makes the box as high as it is wide, and a bar narrows a high one",
      FoundTruth(
        .feedback, [.init(nil, ["frame.size.height"], on: ["Box"])],
        values: ["Box.frame.size.height"], members: [], others: ["Host", "Box"],
        proof: [.proved, .untested], not: [.blame("Host"), .blame("Box")]),
      because: """
        The observer is code outside any layout, which the pass calls; nobody forces. The host only \
        places its box, 380 wide beside the bar or 390 without it.
        """
    ) { isRepaired in
      let box = GeneratedView("Box")
      let host = GeneratedView("Host").with(box)
      host.onLayout = { [unowned box] _ in
        box.frame.size.width = box.frame.height > 385 ? 380 : 390
      }
      let stage = Stage(host, suspect: box)
      return FoundProgram(
        stage.observing(box) { box in
          guard !isRepaired else { return }
          box.frame.size.height = box.frame.width  // culprit: square-box
        })
    },
    FoundLoop(
      "quickfit", github + "chunksnbits/jquery-quickfit/issues/4",
      "a script sets the font of one element after the other and asks for the width after each",
      FoundTruth(
        .thrashing, [.init(nil, ["font"], on: ["Label"])], members: [],
        others: ["List", "Label"], proof: [.proved, .untested]),
      because: "No layout dirties anything: the event writes 120 fonts and forces after each."
    ) { isRepaired in
      let list = GeneratedView("List")
      for index in 0..<120 { list.addSubview(FoundLabel("Label", "element \(index)")) }
      let stage = Stage(list, suspect: list)
      stage.script = { [unowned list] loop in
        loop.runTurn()
        loop.event { [unowned list] in
          for case let label as FoundLabel in list.subviews {
            if !isRepaired { label.font = .systemFont(ofSize: 20) }  // culprit: quickfit
            list.layoutIfNeeded()
          }
        }
        loop.runTurn()
      }
      return FoundProgram(stage)
    },
  ]
}
