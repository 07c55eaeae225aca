// Declarations that the examples on the pages and in the comments assume. Scripts/check-examples
// compiles this file with them.

import Foundation
import LayoutTrace
import LoopHunter
import LoopTelemetry
import ViewTree

nonisolated(unsafe) let loop = TurnLoop()
nonisolated(unsafe) let window = Window(
  frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
nonisolated(unsafe) let hunter = LoopHunter(loop: loop)
nonisolated(unsafe) let hub = hunter.analytics
nonisolated(unsafe) let feedView = FeedView()
nonisolated(unsafe) let feedController = FeedViewController()
nonisolated(unsafe) let list = View()
nonisolated(unsafe) let card = View()
nonisolated(unsafe) let model = Model()
nonisolated(unsafe) let rows: [View] = []
nonisolated(unsafe) let statistics = Statistics()
let configuration = OTLPConfiguration(endpoint: "http://localhost:4318")
let installationIdentifier = "4f1c"
let logFolder = "/var/log/feed"
let cachesFolder = "/var/cache/feed"

nonisolated class FeedView: View {}

nonisolated class Cell: View {}

nonisolated class FeedViewController: ViewController {
  func showBanner(_ text: String) {}
}

/// The state of an app.
nonisolated class Model {
  var isCollapsed = false
}

/// The statistics of an app.
nonisolated class Statistics {
  func send(_ report: LoopReport) {}
}

/// A service that collects statistics.
nonisolated enum Analytics {
  static func logEvent(_ name: String, parameters: [String: Any]) {}
}
