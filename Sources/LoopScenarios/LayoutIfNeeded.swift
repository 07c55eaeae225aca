import LoopHunter
import ViewTree

extension Scenario {
  /// A controller updates its view after layout and wants to see the result at once.
  static let layoutIfNeeded = Scenario(
    "layout-if-needed", "viewDidLayoutSubviews updates the view and calls layoutIfNeeded on it",
    finding: ExpectedFinding(
      verdict: .reentrant(depth: 101), cycle: ["Window/Form"],
      writer: "Window/Form", action: "layoutIfNeeded", dirtied: "Window/Form")
  ) {
    let stage = Stage()
    let controller = LayoutIfNeeded.FormController()
    stage.window.rootViewController = controller
    stage.suspect = controller.view
    return stage
  }
}

private enum LayoutIfNeeded {
  class FormController: ViewController {
    override func loadView() {
      view = Form()
    }

    override func viewDidLayoutSubviews() {
      update()
    }

    private func update() {
      if !Repair.isMade { view.setNeedsLayout() }
      // The guilty line: it lays out the view whose layout is not over yet.
      view.layoutIfNeeded()
    }
  }

  class Form: View {}
}
