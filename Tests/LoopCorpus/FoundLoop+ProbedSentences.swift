import Foundation
import LoopScenarios
import ViewTree

extension FoundLoop {
  /// Thought up: loops whose report needs a sentence that few others need.
  static let probedSentences: [FoundLoop] = [
    FoundLoop(
      "flashing-notice", nil,
      "a notice in a column hides and shows itself in a block of its layout",
      FoundTruth(
        .acrossTurns, [.init("Notice", ["isHidden"], on: ["Notice"], by: "Column")],
        values: ["Notice.isHidden"], members: ["Column", "Notice", "Body"],
        accomplices: ["Column"], victims: ["Body"], others: ["Column"],
        proof: [.proved, .untested], not: [.blame("Column"), .blame("Body")]),
      because: """
        The block is the notice's and changes the notice; the column gives it no height or its own one, and \
        each of these lays it out. The body gets the rest.
        """
    ) { isRepaired in
      let notice = GeneratedView("Notice")
      notice.naturalSize = CGSize(width: 100, height: 40)
      let column = FoundStack("Column", .vertical, [notice, GeneratedView("Body")])
      notice.onLayout = { notice in
        guard !isRepaired else { return }
        // Two layouts in the first turn would undo each other's `toggle()`.
        notice.window?.loop.async { [weak notice, isHidden = notice.isHidden] in
          notice?.isHidden = !isHidden  // culprit: flashing-notice
        }
      }
      return FoundProgram(Stage(column, suspect: notice).overTurns())
    },
    FoundLoop(
      "tip-of-a-sibling", nil,
      "a field hides and shows the tip beside it in a timer, and is as wide as the tip lets it be",
      FoundTruth(
        .acrossTurns, [.init("Field", ["isHidden"], on: ["Tip"], by: "Row")],
        values: ["Tip.isHidden"], members: ["Row", "Field", "Tip"], accomplices: ["Row"],
        victims: ["Tip"], others: ["Row", "Tip"], proof: [.proved, .untested],
        not: [.blame("Row"), .blame("Tip")]),
      because: "The timer is the field's; the row shares its width and carries the change back."
    ) { isRepaired in
      let (field, tip) = (GeneratedView("Field"), GeneratedView("Tip"))
      let row = FoundStack("Row", .horizontal, [field, tip])
      row.distribution = .fillEqually
      field.onLayout = { [unowned tip] field in
        guard !isRepaired else { return }
        field.window?.loop.after(.milliseconds(30)) { [weak tip, isHidden = tip.isHidden] in
          tip?.isHidden = !isHidden  // culprit: tip-of-a-sibling
        }
      }
      return FoundProgram(Stage(row, suspect: field).overTurns())
    },
    FoundLoop(
      "everybody-writes", nil, "three panes each give the two others another height",
      FoundTruth(
        .oscillating(period: 1),
        [
          .init("Red", ["frame.size.height"], on: ["Green", "Blue"]),
          .init("Green", ["frame.size.height"], on: ["Red", "Blue"]),
          .init("Blue", ["frame.size.height"], on: ["Red", "Green"]),
        ], naming: .tie, values: ["Red.frame.size.height"],
        members: ["Screen", "Red", "Green", "Blue"], victims: ["Screen"],
        others: ["Red", "Green", "Blue"], proof: [.proved, .untested, .refuted],
        not: [.blame("Screen")]),
      because: "Each of the three does the same to the other two: none is the better answer."
    ) { isRepaired in
      let panes = ["Red", "Green", "Blue"].map { GeneratedView($0) }
      for (pane, height) in zip(panes, [40, 50, 60]) {
        let others = panes.filter { $0 !== pane }
        pane.onLayout = { [unowned a = others[0], unowned b = others[1]] _ in
          guard !isRepaired else { return }
          for other in [a, b] {
            other.frame.size.height = CGFloat(height)  // culprit: everybody-writes
          }
        }
      }
      let screen = GeneratedView("Screen").with(panes[0], panes[1], panes[2])
      return FoundProgram(Stage(screen, suspect: panes[1]))
    },
    FoundLoop(
      "patient-gauge", nil,
      "a gauge is 400 points high in each fourth layout and 300 in the others",
      FoundTruth(
        .oscillating(period: 4), [.init("Gauge", ["frame.size.height"], on: ["Gauge"])],
        values: ["Gauge.frame.size.height"], members: ["Gauge", "Screen"], victims: ["Screen"],
        others: ["Screen"], proof: [.proved, .untested],
        not: [.blame("Screen"), .words("300 → 300")]),
      because: "The gauge writes itself, and its call for layout announces that."
    ) { isRepaired in
      let gauge = GeneratedView("Gauge")
      gauge.onLayout = { gauge in
        gauge.frame.size.height = gauge.layouts % 4 == 0 ? 400 : 300  // culprit: patient-gauge
        if !isRepaired { gauge.setNeedsLayout() }  // culprit: patient-gauge
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(gauge), suspect: gauge))
    },
    FoundLoop(
      "knob-and-followers", nil,
      "a knob turns the constant of a panel's height, and panel and caption follow by constraints",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("Knob", ["constant of constraint panelHeight"], on: ["Panel", "Page"])
        ],
        values: ["Panel.constant of constraint panelHeight"],
        members: ["Page", "Panel", "Caption", "Knob"],
        victims: ["Caption"], others: ["Page", "Panel", "Caption"],
        proof: [.proved, .untested],
        not: [
          .blame("Page"), .blame("Panel"), .blame("Caption"), .words("wrote its own"),
          .words("wrote `frame"),
        ]),
      because: """
        The knob writes the constant of a constraint between other views; what these get by it are \
        consequences that the engine draws.
        """
    ) { isRepaired in
      let names = ["Panel", "Caption", "Knob"]
      let views = names.map { PlacedView($0) }
      let page = PlacedView("Page")
      for view in views {
        view.translatesAutoresizingMaskIntoConstraints = false
        page.addSubview(view)
      }
      let (panel, caption, knob) = (views[0], views[1], views[2])
      let height = panel.heightAnchor.constraint(equalToConstant: 40)
      height.identifier = "panelHeight"
      LayoutConstraint.activate([
        height, panel.topAnchor.constraint(equalTo: page.topAnchor),
        panel.leadingAnchor.constraint(equalTo: page.leadingAnchor),
        panel.widthAnchor.constraint(equalToConstant: 100),
        caption.topAnchor.constraint(equalTo: panel.bottomAnchor),
        caption.bottomAnchor.constraint(equalTo: page.bottomAnchor),
        caption.leadingAnchor.constraint(equalTo: page.leadingAnchor),
        caption.widthAnchor.constraint(equalTo: panel.widthAnchor),
        knob.heightAnchor.constraint(equalTo: panel.heightAnchor),
        knob.topAnchor.constraint(equalTo: page.topAnchor),
        knob.trailingAnchor.constraint(equalTo: page.trailingAnchor),
        knob.widthAnchor.constraint(equalToConstant: 20),
      ])
      knob.onLayout = { [height] _ in
        guard !isRepaired else { return }
        height.constant = height.constant == 40 ? 60 : 40  // culprit: knob-and-followers
      }
      return FoundProgram(Stage(page, suspect: knob))
    },
    FoundLoop(
      "exchanged-cards", nil,
      "a handle exchanges two cards of its deck, which places the handle on the undermost card",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Handle", ["reorderSubviews", "subviews", "exchangeSubview"], on: ["Deck"])],
        members: ["Deck", "Handle"], accomplices: ["Deck"], proof: [.proved, .untested],
        not: [.blame("Deck"), .blame("CardA"), .blame("CardB")]),
      because: "The order of the deck's subviews is the deck's, which then places the handle."
    ) { isRepaired in
      let cards = ["CardA", "CardB"].map { GeneratedView($0) }
      let handle = GeneratedView("Handle")
      let deck = GeneratedView("Deck").with(cards[0], cards[1], handle)
      deck.onLayout = { [unowned handle, unowned a = cards[0]] deck in
        handle.frame.size.width = deck.subviews[0] === a ? 50 : 70
      }
      handle.onLayout = { handle in
        guard !isRepaired else { return }
        handle.superview?.exchangeSubview(at: 0, withSubviewAt: 1)  // culprit: exchanged-cards
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(deck), suspect: handle))
    },
    FoundLoop(
      "gap-behind-a-chip", nil,
      "a chip that is wide wants a gap behind it, which makes it narrow, so that it wants none",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Chip", ["customSpacing", "setCustomSpacing"], on: ["Row", "Chip"], by: "Row")],
        values: ["Chip.customSpacing"], members: ["Row", "Chip", "Other"],
        accomplices: ["Row"], victims: ["Other"], remedy: .oncePerTurn,
        not: [.blame("Row"), .blame("Other")]),
      because: "The distance is a setting of the row, the chip's superview; the row only arranges."
    ) { isRepaired in
      let chip = GeneratedView("Chip")
      let row = FoundStack("Row", .horizontal, [chip, GeneratedView("Other")])
      row.distribution = .fillEqually
      chip.onLayout = { [unowned row] chip in
        guard !isRepaired else { return }
        let gap: CGFloat = chip.bounds.width > 180 ? 40 : 0
        row.setCustomSpacing(gap, after: chip)  // culprit: gap-behind-a-chip
      }
      return FoundProgram(Stage(row, suspect: chip))
    },
    FoundLoop(
      "counted-retries", nil, "a picture counts its retries and asks for layout after each",
      FoundTruth(
        .drifting(["retries": 1]), [.init("Picture", ["setNeedsLayout"], on: ["Picture"])],
        values: ["retries"], members: ["Picture"], not: [.blame("Screen")]),
      because: "Of the tree nothing changes; the app's counter grows by one in each layout."
    ) { isRepaired in
      let picture = GeneratedView("Picture")
      let retries = AppState(0)
      picture.onLayout = { picture in
        guard !isRepaired else { return }
        retries.value += 1
        picture.setNeedsLayout()  // culprit: counted-retries
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(picture), suspect: picture),
        watching: ["retries": { "\(retries.value)" }])
    },
    FoundLoop(
      "creeping-margin", nil,
      "a note widens its page's left margin by two points, and the page moves the note by it",
      FoundTruth(
        .drifting(["layoutMargins.left": 2]),
        [.init("Note", ["layoutMargins"], on: ["Page"])],
        values: ["Page.layoutMargins.left"], members: ["Page", "Note"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: "The note adds to its ancestor's margin; the page places its own subview by that."
    ) { isRepaired in
      let note = GeneratedView("Note")
      let page = GeneratedView("Page", CGRect(x: 0, y: 0, width: 1_000, height: 90)).with(note)
      page.onLayout = { [unowned note] page in
        let left = page.layoutMargins.left
        note.frame = CGRect(x: left, y: 0, width: 1_000 - left, height: 40)
      }
      note.onLayout = { [unowned page] _ in
        guard !isRepaired else { return }
        page.layoutMargins.left += 2  // culprit: creeping-margin
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(page), suspect: note))
    },
    FoundLoop(
      "forced-at-once", nil,
      "an event forces layout of two views that give a third one two heights",
      FoundTruth(
        .oscillating(period: 1),
        [.init("Leaf", ["frame.size.height"], on: ["Branch"])],
        values: ["Branch.frame.size.height"], members: ["Trunk", "Branch", "Leaf"],
        accomplices: ["Trunk", "Branch"], proof: [.proved, .untested],
        remedy: .keepOneOwnersValue,
        not: [.blame("Trunk"), .words("settled after"), .words("raise the threshold")]),
      because: """
        The leaf writes its superview, and the trunk places its own subview; the branch asks the leaf for \
        layout. The pass that the event forces ends at its limit.
        """
    ) { isRepaired in
      let leaf = GeneratedView("Leaf")
      let branch = GeneratedView("Branch").with(leaf)
      let trunk = GeneratedView("Trunk").with(branch)
      trunk.onLayout = { [unowned branch] _ in branch.frame.size.height = 44 }
      branch.onLayout = { [unowned leaf] _ in leaf.setNeedsLayout() }
      leaf.onLayout = { [unowned branch] _ in
        guard !isRepaired else { return }
        branch.frame.size.height = 45  // culprit: forced-at-once
      }
      let stage = Stage(GeneratedView("Screen").with(trunk), suspect: leaf)
      stage.script = { [unowned stage] loop in
        loop.event { [unowned stage] in stage.window.layoutIfNeeded() }
        loop.runTurn()
      }
      return FoundProgram(stage)
    },
    FoundLoop(
      "restless-rows", nil,
      "a feed lays out another one of its rows each time, and a badge asks the feed for layout",
      FoundTruth(
        .redundant, [.init("Badge", ["setNeedsLayout"], on: ["Feed"])],
        members: ["Feed", "Badge"], accomplices: ["Feed"],
        others: ["Row0", "Row1", "Row2", "Row3", "Row4", "Row5", "Row6"],
        proof: [.proved, .untested], not: [.blame("Feed"), .blame("Row0"), .blame("Row3")]),
      because: "The badge calls its superview; which row is laid out changes without a pattern."
    ) { isRepaired in
      let badge = GeneratedView("Badge")
      let rows = (0..<7).map { GeneratedView("Row\($0)") }
      let feed = GeneratedView("Feed").with(badge)
      for row in rows { feed.addSubview(row) }
      let state = AppState(UInt32(7))
      feed.onLayout = { feed in
        state.value = state.value &* 1_664_525 &+ 1_013_904_223
        feed.subviews[1 + Int(state.value >> 16) % 7].setNeedsLayout()
        feed.subviews[0].setNeedsLayout()
      }
      badge.onLayout = { badge in
        if !isRepaired { badge.superview?.setNeedsLayout() }  // culprit: restless-rows
      }
      return FoundProgram(Stage(GeneratedView("Screen").with(feed), suspect: badge))
    },
  ]
}
