import Foundation
import LayoutTrace
import ViewTree

/// A photo that keeps its proportions by changing its own height.
final class Photo: View {
  override func layoutSubviews() {
    frame.size.height = frame.width * 0.75
  }
}

/// A feed that gives its photo the height of the feed.
final class Feed: View {
  override func layoutSubviews() {
    for photo in subviews { photo.frame = bounds }
  }
}

let loop = TurnLoop()
loop.passLimit = 200
let window = Window(frame: CGRect(x: 0, y: 0, width: 400, height: 200), loop: loop)
let feed = Feed(frame: window.bounds)
feed.addSubview(Photo(frame: feed.bounds))
window.addSubview(feed)

let path = CommandLine.arguments.dropFirst().first ?? "feed.jsonl"
let recorder = try TraceRecorder(
  loop, to: .path(path),
  options: TraceRecorder.Options(tool: "RecordFeed", title: "the feed appears"))
loop.runTurn()
try recorder.finish()
print("Recorded \(loop.turn - 1) turn with \(loop.lastCommit.layouts) layouts.")
