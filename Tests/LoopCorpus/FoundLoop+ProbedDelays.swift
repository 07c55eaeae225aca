import Foundation
import LoopScenarios
import ViewTree

extension FoundLoop {
  /// Thought up: timers, blocks, and several windows.
  static let probedDelays: [FoundLoop] = [
    FoundLoop(
      "timed-growth", nil, "a ticker grows by four points a tenth of a second after each layout",
      FoundTruth(
        .acrossTurns, [.init("Ticker", ["frame.size.height"], on: ["Ticker"])],
        values: ["Ticker.frame.size.height"], members: ["Ticker"], victims: ["Screen"],
        others: ["Screen"], proof: [.proved, .untested], not: [.blame("Screen")]),
      because: "The timer is the ticker's, and writes the ticker; the screen is told of the size."
    ) { isRepaired in
      let ticker = GeneratedView("Ticker", CGRect(x: 0, y: 0, width: 90, height: 4))
      ticker.onLayout = { ticker in
        guard !isRepaired else { return }
        ticker.window?.loop.after(.milliseconds(100)) { [weak ticker] in
          ticker?.frame.size.height += 4  // culprit: timed-growth
        }
      }
      let stage = Stage(GeneratedView("Screen").with(ticker), suspect: ticker)
      return FoundProgram(stage.overTurns())
    },
    FoundLoop(
      "crossed-timers", nil, "two panes each give the other one another width a moment later",
      FoundTruth(
        .acrossTurns,
        [
          .init("Left", ["frame.size.width"], on: ["Right"]),
          .init("Right", ["frame.size.width"], on: ["Left"]),
        ], naming: .tie, members: ["Left", "Right"], victims: ["Screen"],
        others: ["Screen", "Left", "Right"], proof: [.proved, .untested], not: [.blame("Screen")]),
      because: "Two siblings do the same to each other, each by a timer of its own layout."
    ) { isRepaired in
      let (left, right) = (GeneratedView("Left"), GeneratedView("Right"))
      for (view, other) in [(left, right), (right, left)] {
        view.onLayout = { [unowned other] view in
          guard !isRepaired else { return }
          view.window?.loop.after(.milliseconds(50)) { [weak other] in
            guard let other else { return }
            other.frame.size.width = other.frame.width == 90 ? 100 : 90  // culprit: crossed-timers
          }
        }
      }
      let screen = GeneratedView("Screen").with(left, right)
      return FoundProgram(Stage(screen, suspect: left).overTurns())
    },
    FoundLoop(
      "window-to-window", nil,
      "a remote and a screen in two windows ask for each other's layout in blocks",
      FoundTruth(
        .acrossTurns,
        [
          .init("Screen", ["setNeedsLayout"], on: ["Remote"]),
          .init("Remote", ["setNeedsLayout"], on: ["Screen"]),
        ], naming: .tie, members: ["Screen", "Remote"], others: ["Screen", "Remote"],
        proof: [.proved, .untested]),
      because: "Neither is above the other: a tie, in the order of the windows."
    ) { isRepaired in
      let (screen, remote) = (GeneratedView("Screen"), GeneratedView("Remote"))
      for (view, other) in [(screen, remote), (remote, screen)] {
        view.onLayout = { [unowned other] view in
          guard !isRepaired else { return }
          view.window?.loop.async { [weak other] in
            other?.setNeedsLayout()  // culprit: window-to-window
          }
        }
      }
      let stage = Stage(screen)
      let second = Window(frame: CGRect(x: 0, y: 0, width: 200, height: 200), loop: stage.loop)
      second.addSubview(remote)
      stage.props = [second, remote]
      return FoundProgram(stage.overTurns())
    },
    FoundLoop(
      "three-windows", nil, "in three windows three views each resize the next one",
      FoundTruth(
        .oscillating(period: 2),
        [
          .init("One", ["frame.size.width"], on: ["Two"]),
          .init("Two", ["frame.size.width"], on: ["Three"]),
          .init("Three", ["frame.size.width"], on: ["One"]),
        ], values: ["One.frame.size.width"], members: ["One", "Two", "Three"],
        victims: ["RoomOne", "RoomTwo", "RoomThree"],
        others: ["One", "Two", "Three", "RoomOne", "RoomTwo", "RoomThree"],
        proof: [.proved, .untested], remedy: .advice,
        not: [.blame("RoomOne"), .blame("RoomTwo"), .blame("RoomThree")]),
      because: """
        A ring over three windows: each is as guilty. Their superviews are dirtied by the sizes and do \
        nothing.
        """
    ) { isRepaired in
      let views = ["One", "Two", "Three"].map { GeneratedView($0) }
      for (index, view) in views.enumerated() {
        let next = views[(index + 1) % 3]
        view.onLayout = { [unowned next] view in
          guard !isRepaired else { return }
          next.frame.size.width = view.layouts % 2 == 0 ? 50 : 60  // culprit: three-windows
        }
      }
      let stage = Stage(GeneratedView("RoomOne").with(views[0]), suspect: views[0])
      for (view, name) in zip(views.dropFirst(), ["RoomTwo", "RoomThree"]) {
        let window = Window(frame: CGRect(x: 0, y: 0, width: 200, height: 200), loop: stage.loop)
        window.addSubview(GeneratedView(name).with(view))
        stage.props.append(window)
      }
      return FoundProgram(stage)
    },
    FoundLoop(
      "expanding-card", nil, "a card is expanded or not in turn, by a timer that its layout starts",
      FoundTruth(
        .acrossTurns, [.init("Card", ["setNeedsLayout"], on: ["Card"])],
        values: ["isExpanded"], members: ["Card"], proof: [.proved, .untested],
        not: [.blame("Screen"), .words("grows by")]),
      because: "No view changes; the state of the app does, and the timer's call is the card's own."
    ) { isRepaired in
      let card = GeneratedView("Card")
      let isExpanded = AppState(false)
      card.onLayout = { card in
        guard !isRepaired else { return }
        card.window?.loop.after(.milliseconds(200)) { [weak card] in
          isExpanded.value.toggle()
          card?.setNeedsLayout()  // culprit: expanding-card
        }
      }
      return FoundProgram(
        Stage(GeneratedView("Screen").with(card), suspect: card).overTurns(),
        watching: ["isExpanded": { isExpanded.value ? "true" : "false" }])
    },
  ]
}
