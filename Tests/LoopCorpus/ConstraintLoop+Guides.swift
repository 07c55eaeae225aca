import Foundation
import LoopScenarios
import ViewTree

/// Loops whose constraints hang on guides.
extension ConstraintLoop {
  static let guided: [ConstraintLoop] = [
    // The card is as high as the second guide of the screen, whose height the card sets.
    ConstraintLoop(
      "flipping-guide", "a guide that code added", "oscillating", ["Card"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let guides = [LayoutGuide(), LayoutGuide()]
      for guide in guides { screen.addLayoutGuide(guide) }
      let card = ConstrainedView.card(in: screen)
      card.heightAnchor.constraint(equalTo: guides[1].heightAnchor).isActive = true
      guides[1].topAnchor.constraint(equalTo: screen.topAnchor).isActive = true
      guides[1].leadingAnchor.constraint(equalTo: screen.leadingAnchor).isActive = true
      let height = guides[1].heightAnchor.constraint(equalToConstant: 44)
      (height.identifier, height.isActive) = ("guide-height", true)
      card.onLayout = { _ in if !isRepaired { height.constant = height.constant == 44 ? 45 : 44 } }
      stage.suspect = card
      return stage
    },
    // The content of a scroll view is one point higher after each of its layouts.
    ConstraintLoop(
      "growing-content", "the guide of a scroll view's content", "drifting", ["Content"],
      ["constant of constraint"]
    ) { isRepaired in
      let (stage, screen) = Stage.screen()
      let scroll = ScrollView()
      scroll.identifier = "Scroll"
      scroll.translatesAutoresizingMaskIntoConstraints = false
      screen.addSubview(scroll)
      let content = ConstrainedView("Content", in: scroll)
      let (area, frame) = (scroll.contentLayoutGuide, scroll.frameLayoutGuide)
      let height = content.heightAnchor.constraint(equalToConstant: 900)
      height.identifier = "content-height"
      LayoutConstraint.activate([
        scroll.leadingAnchor.constraint(equalTo: screen.leadingAnchor),
        scroll.trailingAnchor.constraint(equalTo: screen.trailingAnchor),
        scroll.topAnchor.constraint(equalTo: screen.topAnchor),
        scroll.bottomAnchor.constraint(equalTo: screen.bottomAnchor),
        content.leadingAnchor.constraint(equalTo: area.leadingAnchor),
        content.trailingAnchor.constraint(equalTo: area.trailingAnchor),
        content.topAnchor.constraint(equalTo: area.topAnchor),
        content.bottomAnchor.constraint(equalTo: area.bottomAnchor),
        content.widthAnchor.constraint(equalTo: frame.widthAnchor),
        height,
      ])
      content.onLayout = { _ in if !isRepaired { height.constant += 1 } }
      stage.suspect = content
      return stage
    },
  ]
}
