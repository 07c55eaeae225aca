import LoopHunter
import Testing
import ViewTree

@Suite("The sentence about a culprit")
struct CulpritSentenceTests {
  /// A row that has its list do something again in each layout.
  private final class Row: View {
    let reason: DirtyReason
    init(_ reason: DirtyReason) {
      self.reason = reason
      super.init(frame: CGRect(x: 0, y: 0, width: 90, height: 9))
    }
    override func layoutSubviews() { superview?.setNeedsLayout(because: reason) }
  }

  private final class List: View {
    override func layoutSubviews() { subviews.forEach { $0.setNeedsLayout() } }
  }

  @Test("a reason that is the name of a method is a call, and any other a change")
  func reasons() throws {
    for (reason, deed) in [
      ("reload()", "called `reload()` on its superview `List`"),
      ("rows", "changed `rows` of its superview `List`"),
    ] {
      let loop = TurnLoop()
      loop.passLimit = 200
      let window = Window(frame: CGRect(x: 0, y: 0, width: 90, height: 90), loop: loop)
      let list = List(frame: window.bounds)
      list.addSubview(Row(DirtyReason(rawValue: reason)))
      window.addSubview(list)
      let hunter = LoopHunter(loop: loop, killSwitch: KillSwitch(isEngaged: false))
      let attachment = try hunter.attach(to: list) { _ in }
      loop.runTurn()
      let report = try #require(attachment.lastReport)
      let sentence = try #require(report.culprit?.sentence)
      #expect(sentence.contains(deed), "\(sentence)")
    }
  }
}
