import Foundation
import LoopScenarios
import ViewTree

/// A view whose natural size is a closure, which may do more than answer.
private final class Meter: View {
  var onQuestion: (() -> CGSize)?

  override var intrinsicContentSize: CGSize { onQuestion?() ?? super.intrinsicContentSize }
}

/// A stack of an app, with a property of its own that stands for a setting.
private final class TagStack: StackView {
  var isDense = false {
    didSet { spacing = isDense ? 2 : 12 }  // culprit: dense-tags
  }
}

/// Makes a row of views of natural widths, with code after it arranges them.
private func row(_ views: [View], _ onLayout: ((FoundStack) -> Void)? = nil) -> FoundStack {
  let row = FoundStack("Row", .horizontal, views)
  row.onLayout = onLayout
  return row
}

/// Makes a view with a name and a natural size.
private func chip(_ name: String, width: CGFloat = 60, height: CGFloat = 30) -> GeneratedView {
  let chip = GeneratedView(name)
  chip.naturalSize = CGSize(width: width, height: height)
  return chip
}

extension FoundLoop {
  /// Thought up: loops that turn on a setting of a window, a stack, a label or a scroll view.
  static let probedSettings: [FoundLoop] = [
    FoundLoop(
      "covering-overlay", nil,
      "an overlay tells the window that its top is covered if it is not, and uncovers it if it is",
      FoundTruth(
        .oscillating(period: 2), [.init("Overlay", ["safeAreaInsets"], on: ["Window"])],
        values: ["Window.safeAreaInsets.top"], members: ["Screen", "Overlay"],
        victims: ["Screen"], others: ["Window", "Screen"], remedy: .oncePerTurn,
        not: [.blame("Screen"), .blame("Window")]),
      because: """
        A window's safe area is set, not derived; that of the overlay follows from it and brings its next \
        layout. Nobody else writes anything.
        """
    ) { isRepaired in
      let overlay = GeneratedView("Overlay")
      overlay.onLayout = { overlay in
        guard !isRepaired else { return }
        let top: CGFloat = overlay.safeAreaInsets.top == 0 ? 20 : 0
        overlay.window?.safeAreaInsets.top = top  // culprit: covering-overlay
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(overlay), suspect: overlay))
    },
    FoundLoop(
      "sharp-ruler", nil,
      "a ruler in a row changes the pixels of its window until its width is whole, and back",
      FoundTruth(
        .oscillating(period: 2), [.init("Ruler", ["displayScale"], on: ["Window"], by: "Row")],
        values: ["Window.displayScale"], members: ["Row", "Ruler", "Middle", "End"],
        accomplices: ["Row"], victims: ["Middle", "End"], others: ["Middle", "End"],
        remedy: .oncePerTurn,
        not: [.blame("Row"), .words("`arrangedSubviews`"), .words("`spacing`")]),
      because: """
        The ruler sets the window's scale; the row only rounds to its pixels, and gives the ruler another \
        width.
        """
    ) { isRepaired in
      let ruler = GeneratedView("Ruler")
      let row = FoundStack(
        "Row", .horizontal, [ruler, GeneratedView("Middle"), GeneratedView("End")])
      row.distribution = .fillEqually
      row.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      ruler.onLayout = { ruler in
        guard !isRepaired else { return }
        let halves = ruler.bounds.width * 2
        ruler.window?.displayScale = halves == halves.rounded() ? 3 : 2  // culprit: sharp-ruler
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(row), suspect: ruler))
    },
    FoundLoop(
      "mirrored-row", nil,
      "a row asks its flag for layout, which turns the row's direction round by its side",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Flag", ["semanticContentAttribute"], on: ["Row"], by: "Row")],
        values: ["Row.semanticContentAttribute"], members: ["Row", "Flag"],
        accomplices: ["Row"], others: ["Other"], remedy: .oncePerTurn,
        not: [.blame("Row"), .words("`arrangedSubviews`")]),
      because: "To ask one's views for layout is a stack's job; the flag writes the row's setting."
    ) { isRepaired in
      let flag = chip("Flag", width: 40)
      let row = row([flag, chip("Other", width: 80)]) { [unowned flag] _ in flag.setNeedsLayout() }
      flag.onLayout = { [unowned row] flag in
        guard !isRepaired else { return }
        let isLeft = flag.frame.midX < row.bounds.midX
        let side: SemanticContentAttribute = isLeft ? .forceRightToLeft : .forceLeftToRight
        row.semanticContentAttribute = side  // culprit: mirrored-row
      }
      return FoundProgram(Stage(row, suspect: flag))
    },
    FoundLoop(
      "equal-or-natural", nil,
      "a tab wants equal tabs where it is narrow, and natural ones where not",
      FoundTruth(
        .oscillating(period: 2), [.init("Tab", ["distribution"], on: ["Row"], by: "Row")],
        values: ["Row.distribution"], members: ["Row", "Tab", "Other"], accomplices: ["Row"],
        victims: ["Other"], remedy: .oncePerTurn, not: [.blame("Row"), .blame("Other")]),
      because: "The tab writes a setting of the row by the width that the row gives it."
    ) { isRepaired in
      let tab = chip("Tab", width: 40)
      let row = row([tab, chip("Other", width: 80)])
      tab.onLayout = { [unowned row] tab in
        guard !isRepaired else { return }
        let isNarrow = tab.bounds.width < 150
        row.distribution = isNarrow ? .fillEqually : .equalSpacing  // culprit: equal-or-natural
      }
      return FoundProgram(Stage(row, suspect: tab))
    },
    FoundLoop(
      "asked-and-spaced", nil, "a meter that its column asks for a size sets the column's spacing",
      FoundTruth(
        .oscillating(period: 2), [.init("Meter", ["spacing"], on: ["Column"], by: "Column")],
        values: ["Column.spacing"], members: ["Column", "Body"], victims: ["Body"],
        others: ["Meter", "Column"], proof: [.proved, .untested], remedy: .advice,
        not: [.blame("Column"), .blame("Body")]),
      because: """
        The engine asks the meter in the column's layout: what the answer does besides is the meter's own \
        code.
        """
    ) { isRepaired in
      let meter = Meter(frame: .zero)
      meter.identifier = "Meter"
      let column = FoundStack("Column", .vertical, [meter, GeneratedView("Body")])
      var layouts = 0
      column.beforeLayout = { _ in layouts += 1 }
      meter.onQuestion = { [unowned column] in
        if !isRepaired {
          column.spacing = layouts % 2 == 0 ? 4 : 8  // culprit: asked-and-spaced
        }
        return CGSize(width: 50, height: 50)
      }
      return FoundProgram(Stage(column, suspect: column))
    },
    FoundLoop(
      "block-then-timer", nil,
      "a card's layout enqueues a block that starts a timer that makes the card higher or lower",
      FoundTruth(
        .acrossTurns, [.init("Card", ["frame.size.height"], on: ["Card"])],
        values: ["Card.frame.size.height"], members: ["Card"], others: ["Screen"],
        proof: [.proved, .untested], not: [.blame("Screen"), .words("grows by")]),
      because: "Block and timer come from the card's layout, whatever stands between."
    ) { isRepaired in
      let card = GeneratedView("Card")
      card.onLayout = { card in
        guard !isRepaired, let loop = card.window?.loop else { return }
        loop.async { [weak card] in
          loop.after(.milliseconds(50)) {
            let height = card?.frame.height ?? 0
            card?.frame.size.height = height == 90 ? 100 : 90  // culprit: block-then-timer
          }
        }
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(card), suspect: card).overTurns())
    },
    FoundLoop(
      "forced-in-a-block", nil,
      "a panel's layout enqueues a block that marks the panel and forces its layout",
      FoundTruth(
        .acrossTurns, [.init("Panel", ["setNeedsLayout", "layoutIfNeeded"], on: ["Panel"])],
        members: ["Panel"], others: ["Screen"], proof: [.proved, .untested],
        not: [.blame("Screen"), .words("grows by")]),
      because:
        "The block is the panel's; its call marks the panel, and the force only hastens that."
    ) { isRepaired in
      let panel = GeneratedView("Panel")
      panel.onLayout = { panel in
        guard !isRepaired else { return }
        panel.window?.loop.async { [weak panel] in
          panel?.setNeedsLayout()  // culprit: forced-in-a-block
          panel?.layoutIfNeeded()  // culprit: forced-in-a-block
        }
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(panel), suspect: panel).overTurns())
    },
    FoundLoop(
      "dense-tags", nil,
      "a tag makes its stack dense where the tag is narrow, by a property of the app's stack",
      FoundTruth(
        .oscillating(period: 2), [.init("Tag", ["spacing"], on: ["Tags"], by: "Tags")],
        values: ["Tags.spacing"], members: ["Tags", "Tag", "Other"], accomplices: ["Tags"],
        victims: ["Other"], remedy: .oncePerTurn, not: [.blame("Tags"), .blame("Other")]),
      because: "The property's observer runs in the tag's layout, and is called by it."
    ) { isRepaired in
      let tag = GeneratedView("Tag")
      let tags = TagStack(arrangedSubviews: [tag, GeneratedView("Other")])
      tags.identifier = "Tags"
      tags.distribution = .fillEqually
      tag.onLayout = { [unowned tags] tag in
        guard !isRepaired else { return }
        tags.isDense = tag.bounds.width < 190  // culprit: dense-tags
      }
      return FoundProgram(Stage(tags, suspect: tag))
    },
    FoundLoop(
      "wrapping-width", nil,
      "a title that is high wants to wrap late, and one that is not wants to wrap early",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Title", ["preferredMaxLayoutWidth"], on: ["Title"], by: "Column")],
        values: ["Title.preferredMaxLayoutWidth"], members: ["Column", "Title"],
        accomplices: ["Column"], others: ["Body"], remedy: .oncePerTurn,
        not: [.blame("Column"), .words("`invalidateIntrinsicContentSize`")]),
      because: "The title writes itself, and the column gives it the size that it then asks for."
    ) { isRepaired in
      let title = FoundLabel("Title", "A title of some words that do not fit in a short line")
      title.numberOfLines = 0
      let column = FoundStack("Column", .vertical, [title, GeneratedView("Body")])
      column.alignment = .leading
      title.onLayout = { title in
        guard !isRepaired else { return }
        let isHigh = title.bounds.height > 60
        title.preferredMaxLayoutWidth = isHigh ? 380 : 90  // culprit: wrapping-width
      }
      return FoundProgram(Stage(column, suspect: title))
    },
    FoundLoop(
      "handed-on-inset", nil,
      "a page lets its gallery absorb the safe area where it has one, and hand it on where not",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init(
            "Page", ["contentInsetAdjustmentBehavior", "safeAreaInsets"], on: ["Gallery", "Page"])
        ],
        values: ["Gallery.contentInsetAdjustmentBehavior"], members: ["Page"],
        others: ["Gallery"], remedy: .oncePerTurn,
        not: [.blame("Gallery"), .blame("Screen")]),
      because: """
        The page writes a setting of the scroll view around it, whose rule changes the page's safe area.
        """
    ) { isRepaired in
      let page = GeneratedView("Page", CGRect(x: 0, y: 0, width: 390, height: 900))
      let gallery = GeneratedScroll("Gallery", CGRect(x: 0, y: 0, width: 390, height: 844))
      gallery.contentSize = page.frame.size
      gallery.addSubview(page)
      page.onLayout = { [unowned gallery] page in
        guard !isRepaired else { return }
        let mode: ScrollView.ContentInsetAdjustmentBehavior =
          page.safeAreaInsets.top > 0 ? .always : .never
        gallery.contentInsetAdjustmentBehavior = mode  // culprit: handed-on-inset
      }
      let stage = Stage(GeneratedView("Screen").with(gallery), suspect: page)
      stage.window.safeAreaInsets.top = 40
      return FoundProgram(stage)
    },
    FoundLoop(
      "inside-the-margins", nil,
      "a note that is wide keeps its column's margins free, and not else",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Note", ["isLayoutMarginsRelativeArrangement"], on: ["Column"], by: "Column")],
        values: ["Column.isLayoutMarginsRelativeArrangement"],
        members: ["Column", "Note", "Body"], accomplices: ["Column"], victims: ["Body"],
        remedy: .oncePerTurn, not: [.blame("Column"), .blame("Body")]),
      because: "The note writes a flag of the column, which gives it another width for it."
    ) { isRepaired in
      let note = chip("Note")
      let column = FoundStack("Column", .vertical, [note, GeneratedView("Body")])
      note.onLayout = { [unowned column] note in
        guard !isRepaired else { return }
        let isWide = note.bounds.width > 380
        column.isLayoutMarginsRelativeArrangement = isWide  // culprit: inside-the-margins
      }
      return FoundProgram(Stage(column, suspect: note))
    },
    FoundLoop(
      "stretched-or-not", nil,
      "a button that is stretched aligns its column, and one that is not fills it",
      FoundTruth(
        .oscillating(period: 2), [.init("Button", ["alignment"], on: ["Column"], by: "Column")],
        values: ["Column.alignment"], members: ["Column", "Button", "Body"],
        accomplices: ["Column"], victims: ["Body"], remedy: .oncePerTurn,
        not: [.blame("Column"), .blame("Body")]),
      because: "The button writes a setting of the column by the width that the column gives it."
    ) { isRepaired in
      let button = chip("Button")
      let column = FoundStack("Column", .vertical, [button, chip("Body", width: 100)])
      button.onLayout = { [unowned column] button in
        guard !isRepaired else { return }
        column.alignment = button.bounds.width > 60 ? .leading : .fill  // culprit: stretched-or-not
      }
      return FoundProgram(Stage(column, suspect: button))
    },
    FoundLoop(
      "arranged-or-not", nil,
      "a field takes the chip beside it out of their row where the field is narrow, and puts it back",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Field", ["arrangedSubviews", "arrangedIndex"], on: ["Row", "Chip"], by: "Row")],
        values: ["Chip.arrangedIndex"], members: ["Row", "Field"], accomplices: ["Row"],
        others: ["Chip"], remedy: .oncePerTurn, not: [.blame("Row"), .blame("Chip")]),
      because: "The field changes what the row arranges, and the row gives it another width."
    ) { isRepaired in
      let (field, chip) = (GeneratedView("Field"), GeneratedView("Chip"))
      let row = FoundStack("Row", .horizontal, [field, chip])
      row.distribution = .fillEqually
      field.onLayout = { [unowned row, unowned chip] field in
        guard !isRepaired else { return }
        if field.bounds.width < 300 {
          row.removeArrangedSubview(chip)  // culprit: arranged-or-not
        } else {
          row.addArrangedSubview(chip)  // culprit: arranged-or-not
        }
      }
      return FoundProgram(Stage(row, suspect: field))
    },
    FoundLoop(
      "two-spacings", nil,
      "a header and a footer each give their row another spacing in its layout",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("Header", ["spacing"], on: ["Row"]), .init("Footer", ["spacing"], on: ["Row"]),
        ], naming: .tie, values: ["Row.spacing"], members: ["Row", "Header", "Footer"],
        accomplices: ["Row"], remedy: .keepOneOwnersValue, not: [.blame("Row")]),
      because: """
        Each sets one value of the row, which asks both for layout: that is a stack's job. Without either \
        the other one writes what is there.
        """
    ) { isRepaired in
      let (header, footer) = (chip("Header"), chip("Footer"))
      let row = row([header, footer]) { row in
        for view in row.arrangedSubviews { view.setNeedsLayout() }
      }
      for (view, spacing) in [(header, 4), (footer, 8)] as [(GeneratedView, CGFloat)] {
        view.onLayout = { [unowned row] _ in
          guard !isRepaired else { return }
          row.spacing = spacing  // culprit: two-spacings
        }
      }
      return FoundProgram(Stage(row, suspect: header))
    },
    FoundLoop(
      "zooming-pin", nil,
      "a pin makes its map larger by a hundredth each time, and asks it for layout",
      FoundTruth(
        .accelerating(["transform"]), [.init("Pin", ["transform"], on: ["Map"])],
        values: ["Map.transform"], members: ["Map", "Pin"], accomplices: ["Map"],
        remedy: .oncePerTurn, not: [.blame("Map"), .words("per round")]),
      because: """
        A transform dirties nobody; the pin's call announces it, and the write comes first. Each step is \
        larger than the one before.
        """
    ) { isRepaired in
      let pin = GeneratedView("Pin")
      let map = GeneratedView("Map").with(pin)
      map.onLayout = { [unowned pin] _ in pin.setNeedsLayout() }
      pin.onLayout = { [unowned map] _ in
        guard !isRepaired else { return }
        map.transform.scale(1.01)  // culprit: zooming-pin
        map.setNeedsLayout()  // culprit: zooming-pin
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(map), suspect: pin))
    },
    FoundLoop(
      "two-callers-one-helper", nil, "two badges ask their board for layout by one helper",
      FoundTruth(
        .redundant,
        [
          .init("Left", ["setNeedsLayout"], on: ["Board"]),
          .init("Right", ["setNeedsLayout"], on: ["Board"]),
        ], members: ["Board", "Left", "Right"], accomplices: ["Board"],
        others: ["Left", "Right"], proof: [.proved, .untested, .refuted],
        remedy: .writeOnlyIfDifferent, not: [.blame("Board")]),
      because: "The board asks its badges, which is its job; each badge asks the board back."
    ) { isRepaired in
      func ask(_ board: View?) {
        board?.setNeedsLayout()  // culprit: two-callers-one-helper
      }
      let badges = ["Left", "Right"].map { GeneratedView($0) }
      let board = GeneratedView("Board").with(badges[0], badges[1])
      board.onLayout = { for view in $0.subviews { view.setNeedsLayout() } }
      for badge in badges {
        badge.onLayout = { badge in
          if !isRepaired { ask(badge.superview) }
        }
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(board), suspect: badges[0]))
    },
  ]
}
