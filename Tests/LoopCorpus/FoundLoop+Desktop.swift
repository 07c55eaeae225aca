import Foundation
import LoopScenarios
import ViewTree

private let github = "https://github.com/"

extension FoundLoop {
  /// Qt, WPF, WinUI, Avalonia and JavaFX.
  static let desktop: [FoundLoop] = [
    FoundLoop(
      "calcite-bar", github + "Esri/calcite-dotnet-toolkit/pull/26",
      "a scroll viewer shows its bar by what it computes, and a trigger of the bar hides the bar",
      FoundTruth(
        .oscillating(period: 1), [.init("Bar", ["isHidden"], on: ["Bar"])],
        values: ["Bar.isHidden"], members: ["Viewer", "Bar"], accomplices: ["Viewer"],
        proof: [.proved, .untested], remedy: .keepOneOwnersValue,
        not: [.blame("Viewer"), .words("every round ends with the same geometry")]),
      because: """
        Two owners of one visibility: the viewer shows what is its own, the bar hides itself in its \
        own layout, against the flow.
        """
    ) { isRepaired in
      let (content, bar) = (GeneratedView("Content"), GeneratedView("Bar"))
      bar.naturalSize = CGSize(width: 16, height: 90)
      let viewer = FoundStack("Viewer", .horizontal, [content, bar])
      viewer.frame = CGRect(x: 0, y: 0, width: 300, height: 90)
      viewer.beforeLayout = { [unowned bar] _ in
        bar.isHidden = false
        bar.setNeedsLayout()
      }
      bar.onLayout = {
        if !isRepaired { $0.isHidden = true }  // culprit: calcite-bar
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(viewer), suspect: viewer))
    },
    FoundLoop(
      "shared-size", github + "dotnet/wpf/issues/2222",
      "two grids share the width of a column, and each gives its own to the other one's column",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("GridA", ["frame.size.width"], on: ["ColumnB"]),
          .init("GridB", ["frame.size.width"], on: ["ColumnA"]),
        ], naming: .tie, values: ["ColumnA.frame.size.width", "ColumnB.frame.size.width"],
        members: ["GridA", "GridB", "ColumnA", "ColumnB"], victims: ["ColumnA", "ColumnB"],
        others: ["GridA", "GridB"], proof: [.proved, .untested], remedy: .keepOneOwnersValue,
        not: [.blame("ColumnA"), .blame("ColumnB")]),
      because: """
        Each grid may place its own column; the write into the other one is against the flow. Alike in \
        all but their place: both, in tree order.
        """
    ) { isRepaired in
      let (columnA, columnB) = (GeneratedView("ColumnA"), GeneratedView("ColumnB"))
      let (a, b) = (GeneratedView("GridA").with(columnA), GeneratedView("GridB").with(columnB))
      a.onLayout = { [unowned columnA, unowned columnB] _ in
        columnA.frame = CGRect(x: 0, y: 0, width: 120, height: 20)
        guard !isRepaired else { return }
        columnB.frame = CGRect(x: 0, y: 0, width: 120, height: 20)  // culprit: shared-size
      }
      b.onLayout = { [unowned columnA, unowned columnB] _ in
        columnB.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
        guard !isRepaired else { return }
        columnA.frame = CGRect(x: 0, y: 0, width: 100, height: 20)  // culprit: shared-size
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(a, b), suspect: a))
    },
    FoundLoop(
      "nan-columns", github + "AvaloniaUI/Avalonia.Controls.TreeDataGrid/pull/337",
      "a grid compares the old width of a column with the new one, and both are not a number",
      FoundTruth(
        .redundant, [.init("Grid", ["setNeedsLayout"], on: ["Grid"])], members: ["Grid"],
        remedy: .writeOnlyIfDifferent, not: [.blame("Cell"), .words("set it back")]),
      because: "NaN differs from itself, so the grid asks for its own layout in each layout."
    ) { isRepaired in
      let grid = GeneratedView("Grid").with(GeneratedView("Cell"))
      let width = AppState(Double.nan)
      grid.onLayout = {
        let old = width.value
        width.value = .nan
        guard !isRepaired, old != width.value else { return }
        $0.setNeedsLayout()  // culprit: nan-columns
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(grid), suspect: grid))
    },
    FoundLoop(
      "plus-minus", github + "controlsfx/controlsfx/issues/1300",
      "a header uses the picker that was the minus as the plus in its next layout",
      FoundTruth(
        .oscillating(period: 2), [.init("Header", ["text"], on: ["Minus", "Plus"])],
        values: ["Minus.text", "Plus.text"], members: ["Header", "Minus", "Plus"],
        victims: ["Minus", "Plus"], proof: [.proved, .untested], remedy: .oncePerTurn,
        not: [
          .blame("Minus"), .blame("Plus"), .words("every round ends with the same geometry"),
        ]),
      because: """
        The header exchanges the texts of its own labels, with the flow; a label that gets another \
        text tells its superview. No frame changes, but the texts come back after two rounds.
        """
    ) { isRepaired in
      let (minus, plus) = (FoundLabel("Minus", "-"), FoundLabel("Plus", "+"))
      let header = GeneratedView("Header").with(minus, plus)
      header.onLayout = { [unowned minus, unowned plus] _ in
        guard !isRepaired else { return }
        let text = minus.text
        minus.text = plus.text  // culprit: plus-minus
        plus.text = text  // culprit: plus-minus
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(header), suspect: header))
    },
    FoundLoop(
      "pixmap-label", github + "qgis/QGIS/pull/43144",
      "a label scales its picture to its size, and its natural size is that and the frame around it",
      FoundTruth(
        .drifting(["frame.size.height": 2, "frame.origin.y": 2]),
        [.init("Preview", ["invalidateIntrinsicContentSize"], on: ["Preview"], by: "Column")],
        values: ["Preview.frame.size.height"], members: ["Column", "Preview", "Spacer"],
        accomplices: ["Column"], victims: ["Spacer"], proof: [.proved, .untested],
        remedy: .oncePerTurn, not: [.blame("Column"), .blame("Spacer")]),
      because: """
        The preview asks by its natural size; the stack, the engine's code, gives it two points more \
        in each round, and the spacer two less.
        """
    ) { isRepaired in
      let (preview, spacer) = (GeneratedView("Preview"), GeneratedView("Spacer"))
      preview.naturalSize = CGSize(width: 300, height: 10)
      preview.onLayout = {
        guard !isRepaired else { return }
        $0.naturalSize = CGSize(width: 300, height: $0.bounds.height + 2)
        $0.invalidateIntrinsicContentSize()  // culprit: pixmap-label
      }
      let column = FoundStack("Column", .vertical, [preview, spacer])
      column.frame = CGRect(x: 0, y: 0, width: 390, height: 100_000)
      return FoundProgram(Stage(GeneratedView("Screen").with(column), suspect: preview))
    },
    FoundLoop(
      "vpn-content", github + "mozilla-mobile/mozilla-vpn-client/issues/3114",
      "a flickable's content is as high as its content's height and a margin, which is bound to it",
      FoundTruth(
        .drifting(["contentSize.height": 16, "frame.size.height": 16]),
        [.init("Flickable", ["contentSize"], on: ["Flickable"])],
        values: ["Flickable.contentSize"], members: ["Flickable", "Content"], victims: ["Content"],
        proof: [.proved, .untested], remedy: .oncePerTurn, not: [.blame("Content")]),
      because: """
        Both bindings are the flickable's layout. Its content is placed, with the flow; what dirties \
        the flickable is the size of the content, which is its own.
        """
    ) { isRepaired in
      let content = GeneratedView("Content")
      let flickable = GeneratedScroll("Flickable", CGRect(x: 0, y: 0, width: 90, height: 90))
      flickable.addSubview(content)
      flickable.onLayout = { [unowned content] in
        let height = $0.contentSize.height + 16
        content.frame = CGRect(x: 0, y: 0, width: 90, height: height)
        let size = CGSize(width: 90, height: max(height, $0.bounds.height))
        if !isRepaired { $0.contentSize = size }  // culprit: vpn-content
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(flickable), suspect: flickable))
    },
    FoundLoop(
      "thumb-rounding", github + "microsoft/microsoft-ui-xaml/issues/11040",
      "a scroll bar computes the length of its thumb, which rounds it up in its own layout",
      FoundTruth(
        .oscillating(period: 1), [.init("Thumb", ["frame.size.height"], on: ["Thumb"])],
        values: ["Thumb.frame.size.height"], members: ["ScrollBar", "Thumb"],
        accomplices: ["ScrollBar"], remedy: .roundToPixel, not: [.blame("ScrollBar")]),
      because:
        "88.8 and 89, less than half a pixel apart: the thumb writes itself, its bar resets it."
    ) { isRepaired in
      let thumb = GeneratedView("Thumb")
      let bar = GeneratedView("ScrollBar").with(thumb)
      bar.onLayout = { [unowned thumb] _ in
        thumb.frame = CGRect(x: 0, y: 0, width: 12, height: 88.8)
      }
      thumb.onLayout = {
        guard !isRepaired else { return }
        let height = $0.frame.height.rounded()
        $0.frame = CGRect(x: 0, y: 0, width: 12, height: height)  // culprit: thumb-rounding
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(bar), suspect: thumb))
    },
  ]
}
