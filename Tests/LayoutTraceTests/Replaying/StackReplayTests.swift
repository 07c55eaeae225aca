import Foundation
import HuntSupport
import LayoutTrace
import TestSupport
import Testing
import ViewTree

/// Recordings of stacks on constraints, whose replays arrange nothing themselves.
@Suite("Replays of stacks on constraints")
struct StackReplayTests {
  /// A stack of texts and plain views in a stack, of whose views constraints speak.
  private final class Form {
    let loop = TurnLoop()
    let window: Window
    let stack = StackView()
    let inner = StackView()
    private(set) var relations: [LayoutConstraint] = []

    init(_ distribution: StackView.Distribution, _ alignment: StackView.Alignment) {
      window = Window(frame: CGRect(x: 0, y: 0, width: 390, height: 844), loop: loop)
      (stack.distribution, stack.alignment) = (distribution, alignment)
      (stack.spacing, inner.axis) = (8, .vertical)
      let (text, plain) = (Label(), View())
      text.text = "A text of some words"
      for view in [text, inner, plain] { stack.addArrangedSubview(view) }
      for _ in 0..<2 { inner.addArrangedSubview(Label()) }
      stack.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(stack)
      relations = [
        stack.leadingAnchor.constraint(equalTo: window.leadingAnchor, constant: 20),
        stack.topAnchor.constraint(equalTo: window.topAnchor, constant: 20),
        stack.widthAnchor.constraint(lessThanOrEqualToConstant: 300),
        plain.widthAnchor.constraint(equalToConstant: 40),
        plain.heightAnchor.constraint(equalToConstant: 30),
      ]
      LayoutConstraint.activate(relations)
    }

    /// Changes, each of which is followed by a turn.
    var changes: [() -> Void] {
      [
        { [self] in relations[3].constant = 60 },
        { [self] in (inner.arrangedSubviews.first as? Label)?.text = "A longer text" },
        { [self] in stack.arrangedSubviews[0].isHidden = true },
        { [self] in stack.spacing = 3 },
        { [self] in inner.addArrangedSubview(Label()) },
        { [self] in stack.arrangedSubviews[0].isHidden = false },
        { [self] in stack.axis = .vertical },
        { [self] in relations[3].isActive = false },
        { [self] in stack.removeArrangedSubview(inner) },
        { [self] in inner.removeFromSuperview() },
      ]
    }
  }

  private static func record(_ form: Form) throws -> [UInt8] {
    let recorder = try TraceRecorder(form.loop, to: .memory)
    form.loop.runTurn()
    for change in form.changes {
      change()
      form.loop.runTurn()
    }
    try recorder.finish()
    return recorder.bytes
  }

  @Test(
    "come back byte for byte, whatever is changed in them",
    arguments: StackView.Distribution.allCases,
    sample(StackView.Alignment.allCases, oneIn: 3, seed: firstSeed("StackReplayTests")))
  func stacks(_ distribution: StackView.Distribution, _ alignment: StackView.Alignment) throws {
    let trace = try Self.record(Form(distribution, alignment))
    let text = String(decoding: trace, as: UTF8.self)
    #expect(text.contains(#""why":"solved""#))
    let (again, result) = try TraceText.replay(trace)
    let isSame = again == trace
    #expect(isSame, "\(TraceText.firstDifference(trace, again))")
    #expect(result.divergence == nil)
    #expect(result.unexplainedLayouts == 0)
  }
}
