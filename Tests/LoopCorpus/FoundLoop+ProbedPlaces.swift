import Foundation
import LoopScenarios
import ViewTree

/// A view that constraints place, with code around that.
final class PlacedView: View {
  var beforeLayout: ((PlacedView) -> Void)?
  var onLayout: ((PlacedView) -> Void)?
  var naturalSize: ((PlacedView) -> CGSize)?

  convenience init(_ name: String) {
    self.init(frame: .zero)
    identifier = name
  }

  override func layoutSubviews() {
    beforeLayout?(self)
    super.layoutSubviews()
    onLayout?(self)
  }

  override var intrinsicContentSize: CGSize {
    naturalSize?(self) ?? super.intrinsicContentSize
  }
}

extension View {
  /// Adds a view at the top left corner by constraints of the length given, and returns these lengths.
  fileprivate func pin(_ view: View, width: CGFloat?, height: CGFloat?) -> [LayoutConstraint] {
    view.translatesAutoresizingMaskIntoConstraints = false
    addSubview(view)
    let lengths = [
      width.map { view.widthAnchor.constraint(equalToConstant: $0) },
      height.map { view.heightAnchor.constraint(equalToConstant: $0) },
    ].compactMap { $0 }
    LayoutConstraint.activate(
      [
        view.leadingAnchor.constraint(equalTo: leadingAnchor),
        view.topAnchor.constraint(equalTo: topAnchor),
      ] + lengths)
    return lengths
  }
}

/// The names that are right for a change of a constraint, and for the layout that it calls for.
private let constants: Set<String> = [
  "constant", "constraint", "solved", "isActive", "setNeedsLayout", "constraints",
  "setNeedsUpdateConstraints", "frame", "bounds", "center",
]

/// These names with those of changes of certain constraints.
private func changes(of constraints: String...) -> Set<String> {
  constants.union(
    constraints.flatMap { ["constant of constraint \($0)", "isActive of constraint \($0)"] })
}

extension FoundLoop {
  /// Thought up: constraints place the views.
  static let probedPlaces: [FoundLoop] = [
    FoundLoop(
      "own-constant", nil, "a card sets the constant of its own height by the height that it has",
      FoundTruth(
        .oscillating(period: 2),
        [.init("Card", changes(of: "PlacedView:Card.height == 44"), on: ["Card", "Page"])],
        values: ["Card.bounds.size.height"], members: ["Page", "Card"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: """
        The card changes its own constraint, and the page applies what that means, which is the \
        engine's rule.
        """
    ) { isRepaired in
      let (page, card) = (PlacedView("Page"), PlacedView("Card"))
      let height = page.pin(card, width: 200, height: 44)[1]
      card.onLayout = {
        guard !isRepaired else { return }
        height.constant = $0.bounds.height == 44 ? 60 : 44  // culprit: own-constant
      }
      return FoundProgram(Stage(page, suspect: card))
    },
    FoundLoop(
      "growing-constant", nil, "a note adds five points to its own height in each layout",
      FoundTruth(
        .drifting([
          "bounds.size.height": 5, "frame.size.height": 5,
          "constant of constraint PlacedView:Note.height == 10": 5,
        ]),
        [.init("Note", changes(of: "PlacedView:Note.height == 10"), on: ["Note", "Page"])],
        values: ["Note.bounds.size.height"], members: ["Page", "Note"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: "The note changes its own constraint; the page only applies it."
    ) { isRepaired in
      let (page, note) = (PlacedView("Page"), PlacedView("Note"))
      let height = page.pin(note, width: 200, height: 10)[1]
      note.onLayout = { _ in
        guard !isRepaired else { return }
        height.constant += 5  // culprit: growing-constant
      }
      return FoundProgram(Stage(page, suspect: note))
    },
    FoundLoop(
      "frame-against-constraint", nil,
      "a card that constraints make 60 points high makes itself 50 points high",
      FoundTruth(
        .oscillating(period: 1), [.init("Card", ["frame"], on: ["Card"])],
        values: ["Card.frame.size.height"], members: ["Page", "Card"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: """
        The card writes its own height, which dirties the page; the page's layout only applies what the \
        constraints say.
        """
    ) { isRepaired in
      let (page, card) = (PlacedView("Page"), PlacedView("Card"))
      _ = page.pin(card, width: 200, height: 60)
      card.onLayout = {
        guard !isRepaired else { return }
        $0.frame.size.height = 50  // culprit: frame-against-constraint
      }
      return FoundProgram(Stage(page, suspect: card))
    },
    FoundLoop(
      "fickle-size", nil, "a chip that constraints place has another natural width in each layout",
      FoundTruth(
        .oscillating(period: 2), [.init("Chip", ["invalidateIntrinsicContentSize"], on: ["Chip"])],
        values: ["Chip.bounds.size.width"], members: ["Page", "Chip"], accomplices: ["Page"],
        proof: [.proved, .untested], not: [.blame("Page")]),
      because: "The chip says in its own layout that its size is another one, and answers so."
    ) { isRepaired in
      let (page, chip) = (PlacedView("Page"), PlacedView("Chip"))
      chip.naturalSize = { CGSize(width: $0.bounds.width == 80 ? 90 : 80, height: 20) }
      _ = page.pin(chip, width: nil, height: nil)
      chip.onLayout = {
        guard !isRepaired else { return }
        $0.invalidateIntrinsicContentSize()  // culprit: fickle-size
      }
      return FoundProgram(Stage(page, suspect: chip))
    },
    FoundLoop(
      "wide-or-narrow", nil,
      "a bar turns one of two constraints of its superview on, and the other off",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init(
            "Bar", changes(of: "PlacedView:Box.width == 200", "PlacedView:Box.width == 300"),
            on: ["Box", "Page", "Bar"])
        ],
        values: ["Box.bounds.size.width"], members: ["Page", "Box", "Bar"],
        accomplices: ["Page", "Box"], proof: [.proved, .untested],
        not: [.blame("Page"), .blame("Box")]),
      because: """
        The bar fills its box; it changes the width of the box, which leads up. Page and box apply what \
        the constraints say.
        """
    ) { isRepaired in
      let (page, box, bar) = (PlacedView("Page"), PlacedView("Box"), PlacedView("Bar"))
      _ = page.pin(box, width: nil, height: 40)
      let wide = box.widthAnchor.constraint(equalToConstant: 300)
      let narrow = box.widthAnchor.constraint(equalToConstant: 200)
      narrow.isActive = true
      _ = box.pin(bar, width: nil, height: 40)
      bar.trailingAnchor.constraint(equalTo: box.trailingAnchor).isActive = true
      bar.onLayout = {
        guard !isRepaired else { return }
        let isWide = $0.bounds.width > 250
        (isWide ? wide : narrow).isActive = false  // culprit: wide-or-narrow
        (isWide ? narrow : wide).isActive = true  // culprit: wide-or-narrow
      }
      return FoundProgram(Stage(page, suspect: bar))
    },
  ]
}
