import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("The size that fits leaves no trace")
struct FittingTests {
  let loop = TurnLoop()

  /// Notes what the pass calls.
  private final class Journal {
    var lines: [String] = []
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private final class Noting: View {
    let journal: Journal
    init(_ name: String, _ journal: Journal) {
      self.journal = journal
      super.init(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      identifier = name
    }
    override func updateConstraints() {
      journal.lines.append("\(identifier ?? "") updates")
      super.updateConstraints()
    }
    override func layoutSubviews() {
      journal.lines.append("\(identifier ?? "") lays out")
      super.layoutSubviews()
    }
  }

  private final class Conflicts: LayoutObserver {
    var count = 0
    func constraintsConflicted(_ conflict: LayoutConflict, by layingOut: View?) { count += 1 }
  }

  @Test("a fitting switches on nothing in a tree without constraints")
  func withoutConstraints() {
    let window = loop.makeWindow()
    let journal = Journal()
    let (box, other, label) = (Noting("box", journal), Noting("other", journal), Label())
    label.text = "Hi"
    window.addSubview(box)
    window.addSubview(other)
    box.addSubview(label)
    loop.runUntilIdle()
    _ = journal.take()
    #expect(label.systemLayoutSizeFitting(.zero) == label.intrinsicContentSize)
    _ = box.systemLayoutSizeFitting(.zero)
    loop.runUntilIdle()
    #expect(journal.take().isEmpty)
    box.setNeedsLayout()
    loop.runUntilIdle()
    #expect(journal.take() == ["box lays out"])
  }

  @Test("a computed stack fits a text that wraps as its constraints do", arguments: [false, true])
  func wrappingText(onConstraints: Bool) {
    final class Sized: View {
      override var intrinsicContentSize: CGSize { CGSize(width: 50, height: 10) }
    }
    let label = Label()
    label.numberOfLines = 0
    label.text = "aaaa bbbb cccc dddd eeee ffff gggg"
    let stack = StackView(arrangedSubviews: [label, Sized()])
    stack.axis = .vertical
    if onConstraints { _ = stack.constraints }
    let lines = label.sizeThatFits(CGSize(width: 100, height: 0)).height
    let size = stack.systemLayoutSizeFitting(
      CGSize(width: 100, height: 50), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    #expect(size == CGSize(width: 100, height: lines + 10))
    #expect(lines > 2 * label.intrinsicContentSize.height)
  }

  @Test("a conflict is told once, however often engines are made that meet it")
  func conflicts() {
    let window = loop.makeWindow()
    let conflicts = Conflicts()
    let token = loop.addLayoutObserver(conflicts)
    let box = View()
    box.translatesAutoresizingMaskIntoConstraints = false
    window.addSubview(box)
    let ten = box.widthAnchor.constraint(equalToConstant: 10)
    let twenty = box.widthAnchor.constraint(equalToConstant: 20)
    LayoutConstraint.activate([ten, twenty])
    loop.runUntilIdle()
    for _ in 0..<5 {
      _ = box.systemLayoutSizeFitting(.zero)
      _ = window.systemLayoutSizeFitting(.zero)
    }
    box.removeFromSuperview()
    window.addSubview(box)
    loop.runUntilIdle()
    #expect(conflicts.count == 1)
    // Another conflict, and one that has been away.
    twenty.constant = 30
    _ = box.systemLayoutSizeFitting(.zero)
    #expect(conflicts.count == 2)
    twenty.isActive = false
    twenty.isActive = true
    loop.runUntilIdle()
    #expect(conflicts.count == 3)
    token.cancel()
  }

  @Test("outside a window each pass meets a conflict anew, and the log has it once")
  func conflictsOutsideWindows() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let root = View(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        let view = View()
        view.translatesAutoresizingMaskIntoConstraints = false
        root.addSubview(view)
        LayoutConstraint.activate([
          view.widthAnchor.constraint(equalToConstant: 10),
          view.widthAnchor.constraint(equalToConstant: 20),
        ])
        for _ in 0..<3 {
          root.setNeedsLayout()
          root.layoutIfNeeded()
          _ = view.hasAmbiguousLayout
          _ = root.systemLayoutSizeFitting(.zero)
        }
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.components(separatedBy: "Unable to simultaneously satisfy").count == 2)
  }
}
