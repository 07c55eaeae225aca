import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// Android, Flutter and React Native.
  static let android: [FoundLoop] = [
    FoundLoop(
      "text-pager", github + "iPaulPro/Android-TextViewPager/issues/1",
      "a page that never fits takes the other part of its text in each of its layouts",
      FoundTruth(
        .oscillating(period: 2), [.init("Page", ["text"], on: ["Page"])], values: ["Page.text"],
        members: ["Book", "Page"], victims: ["Book"], remedy: .oncePerTurn,
        not: [.blame("Book"), .words("every round ends with the same geometry")]),
      because: "A label writes its own text; the book is told of its natural size and does nothing."
    ) { isRepaired in
      let page = FoundLabel("Page", "Chapter 1")
      page.onLayout = {
        guard !isRepaired else { return }
        $0.text = $0.text == "Chapter 1" ? "Chapter 2" : "Chapter 1"  // culprit: text-pager
      }
      let book = GeneratedView("Book").with(page)
      return FoundProgram(Stage(GeneratedView("Screen").with(book), suspect: page))
    },
    FoundLoop(
      "autofit-shrink", github + "AndroidDeveloperLB/AutoFitTextView/issues/9",
      "a text that does not fit takes a smaller font, and its frame wraps the smaller text too tightly",
      FoundTruth(
        .drifting(["font": -1, "frame.size.width": -2]), [.init("Fit", ["font"], on: ["Fit"])],
        values: ["Fit.font"], members: ["Wrap", "Fit"], accomplices: ["Wrap"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Wrap")]),
      because: """
        The font is the label's own and shrinks by a point per round; the frame that Wrap gives it \
        follows. Placing is Wrap's job.
        """
    ) { isRepaired in
      let fit = FoundLabel("Fit", "abcd", size: 1000)
      let wrap = GeneratedView("Wrap").with(fit)
      wrap.onLayout = { [unowned fit] _ in
        let size = fit.intrinsicContentSize
        fit.frame = CGRect(x: 0, y: 0, width: size.width - 4, height: size.height)
      }
      fit.onLayout = {
        guard !isRepaired, $0.intrinsicContentSize.width > $0.bounds.width else { return }
        let smaller = $0.font.pointSize - 1
        $0.font = .systemFont(ofSize: smaller)  // culprit: autofit-shrink
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(wrap), suspect: fit))
    },
    FoundLoop(
      "expression-font", github + "gergelyvagujhelyi/CalculatorM3/pull/7",
      "a display uses a small font for two lines, in which the text is one line, for which it is large",
      FoundTruth(
        .oscillating(period: 2), [.init("Display", ["font"], on: ["Expression"])],
        values: ["Expression.font"], members: ["Display", "Expression"], victims: ["Expression"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Expression")]),
      because: """
        All of it is the display's code, with the flow. The font comes back because a label tells its \
        superview of another natural size; the frame does not, because the display is laid out.
        """
    ) { isRepaired in
      let expression = FoundLabel("Expression", "12345678901234567890", size: 48)
      expression.numberOfLines = 0
      let display = GeneratedView("Display").with(expression)
      display.onLayout = { [unowned expression] _ in
        let room = CGSize(width: 300, height: 0)
        let height = expression.sizeThatFits(room).height
        let isWrapped = height > expression.font.lineHeight
        if !isRepaired {
          expression.font = .systemFont(ofSize: isWrapped ? 24 : 48)  // culprit: expression-font
        }
        expression.frame = CGRect(origin: .zero, size: expression.sizeThatFits(room))
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(display), suspect: display))
    },
    FoundLoop(
      "text-group", github + "simc/auto_size_text/issues/46",
      "two texts of a group each give the other one another size of font",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("First", ["font"], on: ["Second"]),
          .init("Second", ["font"], on: ["First"]),
        ], naming: .tie, values: ["First.font", "Second.font"],
        members: ["Row", "First", "Second"],
        victims: ["Row"], others: ["First", "Second"], proof: [.proved, .untested],
        remedy: .oncePerTurn, not: [.blame("Row")]),
      because: "Siblings that write each other, alike in all but their place: both, in tree order."
    ) { isRepaired in
      let (first, second) = (FoundLabel("First", "One"), FoundLabel("Second", "Two"))
      let row = GeneratedView("Row").with(first, second)
      func other(_ font: Label.Font) -> Label.Font {
        .systemFont(ofSize: font.pointSize == 17 ? 14 : 17)
      }
      first.onLayout = { [unowned second] _ in
        if !isRepaired { second.font = other(second.font) }  // culprit: text-group
      }
      second.onLayout = { [unowned first] _ in
        if !isRepaired { first.font = other(first.font) }  // culprit: text-group
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(row), suspect: first))
    },
    FoundLoop(
      "rendered-sizes", github + "andyhorn/flutter_resizable_container/issues/122",
      "a container tells its listeners after each frame which sizes it rendered, itself among them",
      FoundTruth(
        .acrossTurns, [.init("Container", ["setNeedsLayout"], on: ["Container"])],
        members: ["Container"], victims: ["Sidebar"], others: ["Sidebar"],
        proof: [.proved, .untested], not: [.blame("Sidebar")]),
      because: "The container's layout enqueues the block; the sidebar is only told as well."
    ) { isRepaired in
      let (container, sidebar) = (GeneratedView("Container"), GeneratedView("Sidebar"))
      let screen = GeneratedView("Screen").with(container, sidebar)
      container.onLayout = { [weak sidebar] container in
        container.window?.loop.async { [weak container] in
          sidebar?.setNeedsLayout()
          if !isRepaired { container?.setNeedsLayout() }  // culprit: rendered-sizes
        }
      }
      return FoundProgram(Stage(screen, suspect: container).overTurns())
    },
    FoundLoop(
      "keyboard-padding", github + "react/react-native/issues/39236",
      "a view that avoids the keyboard pads itself a turn after each layout by what overlaps",
      FoundTruth(
        .acrossTurns, [.init("Avoiding", ["layoutMargins"], on: ["Avoiding"])],
        values: ["Avoiding.layoutMargins"], members: ["Avoiding"], proof: [.proved, .untested]),
      because: "Padded it does not overlap, unpadded it does. One view, one write in each turn."
    ) { isRepaired in
      let view = GeneratedView("Avoiding")
      view.onLayout = { view in
        view.window?.loop.async { [weak view] in
          guard let view, !isRepaired else { return }
          let overlap: CGFloat = view.layoutMargins.bottom == 8 ? 308 : 8
          view.layoutMargins = EdgeInsets(bottom: overlap)  // culprit: keyboard-padding
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(view), suspect: view).overTurns())
    },
    FoundLoop(
      "grid-images", github + "alibaba/vlayout/issues/57",
      "a grid binds its background in each layout, and a cached image asks for layout at once",
      FoundTruth(
        .redundant, [.init("Grid", ["setNeedsLayout"], on: ["Grid"])], members: ["Grid"],
        remedy: .writeOnlyIfDifferent, not: [.blame("Background"), .words("set it back")]),
      because:
        "The image's didSet runs in the grid's layout: the grid calls on itself, in the didSet."
    ) { isRepaired in
      final class ImageView: View {
        var asks = true
        var image = 0 {
          didSet { if asks { superview?.setNeedsLayout() } }  // culprit: grid-images
        }
      }
      let image = ImageView()
      image.identifier = "Background"
      image.asks = !isRepaired
      let grid = GeneratedView("Grid").with(image)
      grid.onLayout = { [unowned image] _ in image.image = 1 }
      return FoundProgram(Stage(GeneratedView("Screen").with(grid), suspect: grid))
    },
    FoundLoop(
      "react-root-view", github + "react/react-native/issues/25515",
      "a layout measures its child twice with two heights, and the child asks for layout after each",
      FoundTruth(
        .redundant, [.init("Root", ["setNeedsLayout"], on: ["Relative"])],
        members: ["Relative", "Root"], accomplices: ["Relative"],
        not: [.blame("Relative"), .words("set it back")]),
      because: """
        Both heights are the parent's, with the flow, and the second one lasts: no value differs from \
        round to round. What goes round is the child's call.
        """
    ) { isRepaired in
      let root = GeneratedView("Root")
      let relative = GeneratedView("Relative").with(root)
      relative.onLayout = {
        $0.subviews[0].frame.size.height = 600
        $0.subviews[0].frame.size.height = 640
      }
      root.onLayout = {
        guard !isRepaired else { return }
        $0.superview?.setNeedsLayout()  // culprit: react-root-view
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(relative), suspect: root))
    },
  ]
}
