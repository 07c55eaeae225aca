import Foundation
import Testing
import ViewTree

/// A view that writes its name into a journal on every layout.
final class Noted: View {
  var name = ""
  var journal: Journal?
  override func layoutSubviews() { journal?.lines.append(name) }
}

final class Journal { var lines: [String] = [] }

@Suite struct SmokeTests {
  @Test func batchOrder() {
    let loop = TurnLoop()
    let window = Window(frame: CGRect(x: 0, y: 0, width: 100, height: 100), loop: loop)
    let journal = Journal()
    func make(_ name: String) -> Noted {
      let view = Noted(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      view.name = name
      view.journal = journal
      return view
    }
    let (root, a, b, c, d) = (make("root"), make("a"), make("b"), make("c"), make("d"))
    window.addSubview(root)
    root.addSubview(a)
    a.addSubview(b)
    root.addSubview(c)
    c.addSubview(d)
    #expect(loop.runTurn())
    #expect(journal.lines == ["root", "c", "d", "a", "b"])
    #expect(!loop.runTurn())
    #expect(loop.turn == 2)
    journal.lines = []
    b.setNeedsLayout()
    d.setNeedsLayout()
    loop.runTurn()
    #expect(journal.lines == ["d", "b"])
  }
}
