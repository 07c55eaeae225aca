import Foundation
import LoopHunter
import Testing
import ViewTree

/// Evidence that is written by hand, without an engine and without a hunt.
///
/// A feed has a cell and a side bar; a badge lies in the cell.
final class WrittenEvidence {
  let recorder: EvidenceRecorder
  let views: [String: View]
  private let loop = TurnLoop()
  /// The running layouts, the innermost last.
  private(set) var running: [View] = []

  init() {
    recorder = EvidenceRecorder(loop: loop)
    recorder.arm()
    views = Dictionary(
      uniqueKeysWithValues: ["feed", "cell", "badge", "side"].map { name in
        let view = View()
        view.identifier = name
        return (name, view)
      })
    views["feed"]!.addSubview(views["cell"]!)
    views["cell"]!.addSubview(views["badge"]!)
    views["feed"]!.addSubview(views["side"]!)
  }

  // MARK: Writing

  func layOut(_ name: String, _ body: () -> Void = {}) { layOut(views[name]!, body) }

  func layOut(_ view: View, _ body: () -> Void = {}) {
    recorder.layoutEntered(view)
    running.append(view)
    body()
    running.removeLast()
    recorder.layoutLeft(view)
  }

  /// Makes views dirty, or says once more that they are.
  func dirty(_ names: String..., reason: DirtyReason = .explicit, again: Bool = false) {
    for name in names {
      recorder.viewDirtied(views[name]!, reason: reason, by: running.last, again: again)
    }
  }

  /// Adds a view to another, which becomes dirty by it, as does the view.
  func add(_ view: View, to name: String) {
    views[name]!.addSubview(view)
    recorder.treeChanged(.added(view, to: views[name]!, at: 1, from: nil), by: running.last)
    dirty(name, reason: .subviews)
    recorder.viewDirtied(view, reason: .subviews, by: running.last, again: false)
  }

  /// Writes a height, which dirties the view itself, perhaps once more, and perhaps its superview.
  func write(
    _ name: String, _ old: CGFloat, _ new: CGFloat, dirtying others: String..., again: Bool = false
  ) {
    func frame(_ height: CGFloat) -> CGRect { CGRect(x: 0, y: 0, width: 320, height: height) }
    write(name, frame(old), frame(new), dirtying: others, again: again)
  }

  /// Writes a frame, which dirties the view itself and others.
  func write(
    _ name: String, _ old: CGRect, _ new: CGRect, dirtying others: [String] = [],
    again: Bool = false
  ) {
    recorder.geometryWritten(
      views[name]!, change: GeometryChange(property: .frame, old: .rect(old), new: .rect(new)),
      by: running.last)
    for other in [name] + others {
      recorder.viewDirtied(views[other]!, reason: .size, by: running.last, again: again)
    }
  }

  /// Forces layout after something was made dirty that it then lays out.
  func force(_ name: String, dirtying first: String) {
    dirty(first)
    recorder.layoutForced(views[name]!, by: running.last)
    layOut(first)
  }

  func rounds(_ count: Int = 20, _ round: (Int) -> Void) {
    for index in 0..<count { round(index) }
  }

  /// Forgets everything.
  func restart() {
    recorder.disarm()
    recorder.arm()
  }

  // MARK: Reading

  func analyse(_ name: String = "cell") -> LoopAnalysis {
    #if DEBUG
    #expect(recorder.checkInvariants() == nil)
    #endif
    return LoopAnalysis(recorder, hunted: views[name]!)
  }

  func names(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { recorder.register.view($0)?.identifier ?? "?" }
  }
}
