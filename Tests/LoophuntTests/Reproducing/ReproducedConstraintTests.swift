import CommandSupport
import Foundation
import LoopCorpus
import TestSupport
import Testing
import loophunt

/// Loops among constraints become programs with constraints, in which these loop.
@Suite("Reproduced constraints") struct ReproducedConstraintTests {
  private let folder = TemporaryFolder()

  /// The code of a loop, which was tried out with the same fingerprint.
  private func code(of name: String) throws -> String {
    let loop = try #require(ConstraintLoop.all.first { $0.name == name })
    let trace = try folder.write(
      String(decoding: loop.recorded(), as: UTF8.self), to: "\(name).jsonl")
    let made = try InProcess.loophunt(["reproduce", "-q", "--as-is", "--threshold=60", trace])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    #expect(!made.text.contains("another fingerprint"))
    return made.text
  }

  @Test("a constant that flips is set by the code of its view, and constraints place the views")
  func constant() throws {
    let code = try code(of: "flipping-constant")
    #expect(
      code.contains(
        "let cardHeight = card.heightAnchor.constraint(equalToConstant: Values.cardHeightConstant)")
    )
    #expect(code.contains("footer.topAnchor.constraint(equalTo: card.bottomAnchor),"))
    #expect(code.contains("card.translatesAutoresizingMaskIntoConstraints = false"))
    #expect(code.contains("    var cardHeight: LayoutConstraint?\n"))
    #expect(code.contains("card.cardHeight = cardHeight\n"))
    #expect(code.contains("static let cardHeightConstantsByCard: [CGFloat] = [45, 44]"))
    #expect(code.contains("      super.layoutSubviews()\n"))
    // The engine's writes follow again.
    #expect(!code.contains(".bounds") && !code.contains(".center"))
  }

  @Test("constraints that are activated at once are so in the program, in their order")
  func activation() throws {
    let code = try code(of: "ambiguous-x")
    #expect(
      code.contains("LayoutConstraint.deactivate([cardLeading, cardLeading2].compactMap(\\.self))"))
    #expect(
      code.contains("LayoutConstraint.activate([cardLeading2, cardLeading].compactMap(\\.self))"))
    #expect(code.contains("cardLeading.priority = LayoutPriority(750)"))
  }

  @Test("guides that code added are made in their order, and a scroll view has those of its own")
  func guides() throws {
    let code = try code(of: "flipping-guide")
    #expect(code.contains("let screenGuide2 = LayoutGuide()\n"))
    #expect(code.contains("screen.addLayoutGuide(screenGuide2)\n"))
    #expect(code.contains("card.heightAnchor.constraint(equalTo: screenGuide2.heightAnchor),"))
    let scrolled = try self.code(of: "growing-content")
    #expect(
      scrolled.contains(
        "content.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),"))
    #expect(
      scrolled.contains(
        "content.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor),"))
  }

  @Test("an identifier may look like a notation, and a notation like an identifier")
  func names() throws {
    let loop = try #require(ConstraintLoop.all.first { $0.name == "flipping-guide" })
    let identified = String(decoding: try loop.recorded(), as: UTF8.self)
      .replacing("guide-height", with: "rows[0] == height")
    let named = identified.replacing(#","identified":true"#, with: "")
    #expect(identified != named)
    for (trace, isIdentified) in [(identified, true), (named, false)] {
      let file = try folder.write(trace, to: "names.jsonl")
      let made = try InProcess.loophunt(["reproduce", "-q", "--as-is", "--threshold=60", file])
      #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
      #expect(made.text.contains(#".identifier = "rows[0] == height""#) == isIdentified)
    }
  }

  @Test("a view that asks for another intrinsic size has it before")
  func natural() throws {
    let code = try code(of: "stack-in-stack")
    #expect(code.contains("override var intrinsicContentSize: CGSize { natural }"))
    #expect(code.contains("natural = Values."))
    #expect(code.contains("invalidateIntrinsicContentSize()"))
  }

  @Test(
    "a constraint that could not be activated, and a priority that there is not, stop no search")
  func impossible() throws {
    let loop = try #require(ConstraintLoop.all.first { $0.name == "flipping-priority" })
    let turn = #"{"e":"turn","n":1"#
    let other = [
      #"{"e":"view","v":90,"class":"Window","frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"constraint","c":90,"v":90,"first":"width","relation":"==","numbers":[1,0,1000],"#
        + #""constraint":"w","of":2,"second":"width"}"#,
      #"{"e":"constraint","c":91,"v":90,"first":"top","relation":"==","numbers":[1,0,1000],"#
        + #""constraint":"t"}"#,
      turn,
    ].joined(separator: "\n")
    let text = String(decoding: try loop.recorded(), as: UTF8.self)
      .replacing(turn, with: other, maxReplacements: 1)
    for trace in [text, text.replacing(#""now":"900""#, with: #""now":"9000""#)] {
      let file = try folder.write(trace, to: "trace.jsonl")
      let made = try InProcess.loophunt(["reproduce", "-q", "--as-is", "--threshold=60", file])
      #expect(made.status == 0 || made.status == 2, "\(made.errors)")
    }
  }
}
