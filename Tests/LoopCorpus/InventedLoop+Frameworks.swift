import Foundation
import LoopScenarios
import ViewTree

extension InventedLoop {
  /// Mistakes that users of UI frameworks make again and again, with the properties of controls.
  static let frameworks: [InventedLoop] = [
    InventedLoop(
      "wrapped-label",
      Truth(
        .oscillating(period: 2),
        [
          .init(
            "Bubble", ["preferredMaxLayoutWidth", "invalidateIntrinsicContentSize"], on: ["Text"],
            dirties: ["Bubble"])
        ], others: ["Text"]),
      because: """
        A bubble tells its label another wrapping width in each layout, and the label tells its \
        superview. No frame changes, the width comes back; all of it is the bubble's code.
        """
    ) {
      let text = Label()
      text.identifier = "Text"
      text.text = "a text that wraps"
      let bubble = GeneratedView("Bubble").with(text)
      bubble.onLayout = { [unowned text] _ in
        guard !Repair.isMade else { return }
        text.preferredMaxLayoutWidth = text.preferredMaxLayoutWidth == 100 ? 200 : 100
      }
      return Stage(GeneratedView("Screen").with(bubble), suspect: bubble)
    },
    InventedLoop(
      "spacing-by-width",
      Truth(
        .oscillating(period: 2), [.init("Item", ["spacing"], on: ["Bar"], dirties: ["Bar"])],
        accomplices: ["Bar"], victims: ["Other"]),
      because: """
        An item wants more space around it while it is wide, which makes it narrow. The width is 146, \
        then 140. The code writes the spacing of its bar; the frames are the bar's duty.
        """
    ) {
      let (item, other) = (GeneratedView("Item"), GeneratedView("Other"))
      let bar = StackView(arrangedSubviews: [item, other])
      bar.identifier = "Bar"
      bar.distribution = .fillEqually
      bar.frame = CGRect(x: 0, y: 0, width: 300, height: 40)
      bar.spacing = 8
      item.onLayout = { [unowned bar] in
        if !Repair.isMade { bar.spacing = $0.bounds.width > 142 ? 20 : 8 }
      }
      return Stage(GeneratedView("Screen").with(bar), suspect: item)
    },
    InventedLoop(
      "axis-by-width",
      Truth(
        .oscillating(period: 2), [.init("Item", ["axis"], on: ["Bar"], dirties: ["Bar"])],
        accomplices: ["Bar"], victims: ["Other"]),
      because: """
        A narrow item wants a column, in which it is wide and wants a row. Item writes the axis, the \
        bar arranges.
        """
    ) {
      let (item, other) = (GeneratedView("Item"), GeneratedView("Other"))
      let bar = StackView(arrangedSubviews: [item, other])
      bar.identifier = "Bar"
      bar.distribution = .fillEqually
      bar.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
      item.onLayout = { [unowned bar] in
        guard !Repair.isMade else { return }
        bar.axis = $0.bounds.width < 200 ? .vertical : .horizontal
      }
      return Stage(GeneratedView("Screen").with(bar), suspect: item)
    },
    InventedLoop(
      "sticky-footer",
      Truth(
        .drifting(["frame.size.height", "frame.origin.y"], perRound: -10),
        [.init("List", ["frame.size.height"], on: ["List"], dirties: ["Page"])],
        accomplices: ["Page"], others: ["Footer"]),
      because: """
        The list ends ten points above the footer, and the footer stands at the list's end. The \
        list's size dirties the page, which lays out both. Footer's place dirties nobody; that the \
        list reads it nobody sees.
        """
    ) {
      let list = GeneratedView("List", CGRect(x: 0, y: 0, width: 300, height: 100_000))
      let footer = GeneratedView("Footer", CGRect(x: 0, y: 100_000, width: 300, height: 40))
      let page = GeneratedView("Page").with(list, footer)
      page.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      list.onLayout = { [unowned footer] in
        if !Repair.isMade { $0.frame.size.height = footer.frame.minY - 10 }
      }
      footer.onLayout = { [unowned list] in $0.frame.origin.y = list.frame.maxY }
      return Stage(GeneratedView("Screen").with(page), suspect: list)
    },
    InventedLoop(
      "zoomed-by-its-frame",
      Truth(
        .oscillating(period: 2),
        [
          .init("Zoom", ["setNeedsLayout"], on: ["Zoom"], dirties: ["Zoom"]),
          .init("Zoom", ["transform"], on: ["Photo"], dirties: ["Zoom"]),
        ], others: ["Photo"]),
      because: """
        The scale is computed from the frame, which the scale changes: a half, one, a half. A \
        transform dirties nobody; the zoom's own call goes round, from the same code.
        """
    ) {
      let photo = GeneratedView("Photo", CGRect(x: 0, y: 0, width: 200, height: 200))
      let zoom = GeneratedView("Zoom", CGRect(x: 0, y: 0, width: 100, height: 100)).with(photo)
      zoom.onLayout = { [unowned photo] in
        let scale = $0.bounds.width / photo.frame.width
        photo.transform = AffineTransform(scale: scale)
        if !Repair.isMade { $0.setNeedsLayout() }
      }
      return Stage(GeneratedView("Screen").with(zoom), suspect: zoom)
    },
    InventedLoop(
      "flipping-popup",
      Truth(
        .oscillating(period: 2),
        [.init("Popup", ["anchorPoint"], on: ["Popup"], dirties: ["Screen"])],
        accomplices: ["Screen"]),
      because: """
        A popup hangs from its top or stands on its foot, whichever has more room, and that changes \
        which has. It tells the screen, which lays it out again. The write is the mistake.
        """
    ) {
      let popup = GeneratedView("Popup", CGRect(x: 0, y: 100, width: 90, height: 90))
      let screen = GeneratedView("Screen").with(popup)
      screen.onLayout = { $0.subviews[0].setNeedsLayout() }
      popup.onLayout = {
        guard !Repair.isMade else { return }
        $0.anchorPoint = CGPoint(x: 0.5, y: $0.frame.minY < 120 ? 0 : 1)
        $0.superview?.setNeedsLayout()
      }
      return Stage(screen, suspect: popup)
    },
    InventedLoop(
      "center-against-frame",
      Truth(
        .oscillating(period: 1),
        [.init("Physics", ["center"], on: ["Knob"], dirties: ["Slider"])],
        accomplices: ["Slider"]),
      because: """
        A slider places its knob by the frame, a physics engine in another branch by the center: one \
        place with two owners, of whom the slider owns its knob.
        """
    ) {
      let knob = GeneratedView("Knob", CGRect(x: 0, y: 0, width: 20, height: 20))
      let slider = GeneratedView("Slider").with(knob)
      let physics = GeneratedView("Physics")
      slider.onLayout = { [unowned knob, unowned physics] _ in
        knob.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
        physics.setNeedsLayout()
      }
      physics.onLayout = { [unowned knob, unowned slider] _ in
        guard !Repair.isMade else { return }
        knob.center.x = 50
        slider.setNeedsLayout()
      }
      return Stage(GeneratedView("Screen").with(slider, physics), suspect: slider)
    },
    InventedLoop(
      "margins-in-margins",
      Truth(
        .drifting(["layoutMargins.top"], perRound: 20),
        [.init("Page", ["layoutMargins"], on: ["Page"], dirties: ["Page"])]),
      because: """
        The margins that are read contain the safe area, those that are set do not: each layout that \
        sets what it read adds 20.
        """
    ) {
      let page = GeneratedView("Page")
      let controller = GeneratedController(of: page)
      controller.additionalSafeAreaInsets.top = 20
      page.onLayout = { if !Repair.isMade { $0.layoutMargins = $0.layoutMargins } }
      return Stage(page, suspect: page, props: [controller])
    },
    InventedLoop(
      "turning-page",
      Truth(
        .oscillating(period: 2),
        [.init("Page", ["semanticContentAttribute"], on: ["Page"], dirties: ["Page"])]),
      because: """
        The direction of reading turns in each layout, and with it the margins, 4 and 12 or 12 and 4. \
        The code writes the attribute; the margins are the consequence.
        """
    ) {
      let page = GeneratedView("Page")
      page.directionalLayoutMargins = DirectionalEdgeInsets(
        top: 0, leading: 4, bottom: 0, trailing: 12)
      page.onLayout = {
        guard !Repair.isMade else { return }
        $0.semanticContentAttribute =
          $0.semanticContentAttribute == .forceRightToLeft ? .forceLeftToRight : .forceRightToLeft
      }
      return Stage(GeneratedView("Screen").with(page), suspect: page)
    },
    InventedLoop(
      "relying-cell",
      Truth(
        .redundant,
        [
          .init("List", ["addSubview", "removeFromSuperview"], on: ["Pool"], dirties: ["Cell"]),
          .init("Cell", ["setNeedsLayout"], on: ["List"], dirties: ["List"]),
        ], victims: ["Pool"], others: ["List", "Cell"]),
      because: """
        A list puts a new cell into a pool in each layout. The cell's class relies on constraints, so \
        that it updates them once in a window, and then it asks the list for layout. Either edge \
        ends the loop.
        """
    ) {
      let pool = GeneratedView("Pool")
      let list = GeneratedView("List")
      list.onLayout = { [unowned pool, unowned list] _ in
        pool.subviews.first?.removeFromSuperview()
        let cell = RelyingView("Cell")
        cell.onConstraints = { [unowned list] _ in if !Repair.isMade { list.setNeedsLayout() } }
        pool.addSubview(cell)
      }
      return Stage(GeneratedView("Screen").with(pool, list), suspect: list)
    },
    InventedLoop(
      "born-asking",
      Truth(
        .redundant,
        [
          .init("List", ["addSubview", "removeFromSuperview"], on: ["Pool"], dirties: ["Cell"]),
          .init("Cell", ["setNeedsLayout"], on: ["List"], dirties: ["List"]),
        ], victims: ["Pool"], others: ["List", "Cell"]),
      because: """
        The cell asks for the constraints phase before it comes into the tree, where \
        nobody hears it: that it was added is what brings its updateConstraints.
        """
    ) {
      let pool = GeneratedView("Pool")
      let list = GeneratedView("List")
      list.onLayout = { [unowned pool, unowned list] _ in
        pool.subviews.first?.removeFromSuperview()
        let cell = GeneratedView("Cell")
        cell.onConstraints = { [unowned list] _ in if !Repair.isMade { list.setNeedsLayout() } }
        cell.setNeedsUpdateConstraints()
        pool.addSubview(cell)
      }
      return Stage(GeneratedView("Screen").with(pool, list), suspect: list)
    },
    InventedLoop(
      "one-shot-carousel",
      Truth(
        .acrossTurns,
        [
          .init(
            "Carousel", ["bounds.origin", "contentOffset"], on: ["Carousel"],
            dirties: ["Carousel"])
        ]),
      because: """
        Each layout arms a timer that scrolls by a point, and scrolling is layout: one chain through \
        all turns.
        """
    ) {
      let carousel = GeneratedScroll("Carousel", CGRect(x: 0, y: 0, width: 100, height: 100))
      carousel.onLayout = { carousel in
        carousel.window?.loop.after(.milliseconds(16)) { [weak carousel] in
          if !Repair.isMade { carousel?.contentOffset.x += 1 }
        }
      }
      let stage = Stage(GeneratedView("Screen").with(carousel), suspect: carousel)
      stage.script = { [unowned stage] loop in
        loop.runUntilIdle(limit: 300)
        for subview in stage.window.subviews { subview.removeFromSuperview() }
        loop.runUntilIdle(limit: 10)
      }
      return stage
    },
  ]
}
