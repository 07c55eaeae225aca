import Foundation
import TestSupport
import Testing
import ViewTree

@Suite("The visual format")
struct VisualFormatTests {
  private let window: Window
  private let views: [String: Any]
  private let metrics: [String: Any] = [
    "gap": 12, "wide": CGFloat(30.5), "low": Float(250), "number": NSNumber(value: 7),
  ]
  private let loop = TurnLoop()

  init() {
    window = Window(frame: CGRect(x: 0, y: 0, width: 300, height: 200), loop: loop)
    var views: [String: Any] = [:]
    for name in ["a", "b", "c_1"] {
      let view = View()
      view.identifier = name
      view.translatesAutoresizingMaskIntoConstraints = false
      window.addSubview(view)
      views[name] = view
    }
    let (orphan, guide) = (View(), LayoutGuide())
    guide.identifier = "guide"
    window.addLayoutGuide(guide)
    views["orphan"] = orphan
    views["guide"] = guide
    views["number"] = "no view"
    self.views = views
  }

  private func lines(
    _ format: String, _ options: LayoutConstraint.FormatOptions = []
  ) throws -> [String] {
    try LayoutConstraint.parse(
      visualFormat: format, options: options, metrics: metrics, views: views
    ).map { constraint in
      var text = "\(name(constraint.firstItem)).\(constraint.firstAttribute) "
      text += ["<=", "==", ">="][constraint.relation.rawValue + 1]
      if let second = constraint.secondItem {
        text += " \(name(second)).\(constraint.secondAttribute)"
      }
      text += " \(constraint.constant)"
      return constraint.priority == .required ? text : text + " @\(constraint.priority.rawValue)"
    }
  }

  private func name(_ item: AnyObject?) -> String {
    if item === window { return "|" }
    return (item as? View)?.identifier ?? (item as? LayoutGuide)?.identifier ?? "?"
  }

  @Test(
    "each part makes its constraints, in the order of the text",
    arguments: [
      ("[a]", []),
      ("[a(20)]", ["a.width == 20.0"]),
      ("V:[a(==20)]", ["a.height == 20.0"]),
      ("[a(b)]", ["a.width == b.width 0.0"]),
      ("[a(>=b@low)]", ["a.width >= b.width 0.0 @250.0"]),
      ("[a(>=20, <=wide@750)]", ["a.width >= 20.0", "a.width <= 30.5 @750.0"]),
      ("|[a]|", ["a.leading == |.leading 0.0", "|.trailing == a.trailing 0.0"]),
      ("H:|-5-[a]", ["a.leading == |.leading 5.0"]),
      ("[a]-5-|", ["|.trailing == a.trailing 5.0"]),
      ("|-[a]-|", ["a.leading == |.leadingMargin 0.0", "|.trailingMargin == a.trailing 0.0"]),
      ("V:|-[a]", ["a.top == |.topMargin 0.0"]),
      ("[a]-[b]", ["b.leading == a.trailing 8.0"]),
      ("[a][b]", ["b.leading == a.trailing 0.0"]),
      ("[a]-gap-[b]", ["b.leading == a.trailing 12.0"]),
      ("[a]-number-[b]", ["b.leading == a.trailing 7.0"]),
      ("[a]-(-4)-[b]", ["b.leading == a.trailing -4.0"]),
      (
        "[a]-(>=gap@low,<=40.5)-[c_1]",
        ["c_1.leading >= a.trailing 12.0 @250.0", "c_1.leading <= a.trailing 40.5"]
      ),
      (
        "V:|-3-[a(9)]-2-[guide]|",
        [
          "a.top == |.top 3.0", "a.height == 9.0", "guide.top == a.bottom 2.0",
          "|.bottom == guide.bottom 0.0",
        ]
      ),
    ] as [(String, [String])])
  func parts(format: String, expected: [String]) throws {

    #expect(try lines(format) == expected)
  }

  @Test("options choose the edges, align the views and measure between baselines")
  func options() throws {
    #expect(
      try lines("|-1-[a]-2-[b]", .directionLeftToRight) == [
        "a.left == |.left 1.0", "b.left == a.right 2.0",
      ])
    #expect(
      try lines("|-1-[a]-2-[b]", .directionRightToLeft) == [
        "|.right == a.right 1.0", "a.left == b.right 2.0",
      ])
    #expect(
      try lines("[a][b][c_1]", [.alignAllTop, .alignAllFirstBaseline]) == [
        "b.leading == a.trailing 0.0", "b.top == a.top 0.0",
        "b.firstBaseline == a.firstBaseline 0.0",
        "c_1.leading == b.trailing 0.0", "c_1.top == b.top 0.0",
        "c_1.firstBaseline == b.firstBaseline 0.0",
      ])
    #expect(
      try lines("V:[a]-4-[b]", [.alignAllTrailing, .spacingBaselineToBaseline]) == [
        "b.firstBaseline == a.lastBaseline 4.0", "b.trailing == a.trailing 0.0",
      ])
    #expect(LayoutConstraint.FormatOptions.alignAllLastBaseline.rawValue == 1 << 11)
  }

  @Test(
    "a format that is not understood is an error in UIKit's words, with the place",
    arguments: [
      ("", "The format is empty. ^"),
      ("H:|-165.000000-|", "Expected a view H:|-165.000000-^|"),
      ("|", "Expected a view |^"),
      ("H:a", "Expected a view H:^a"),
      ("[want]-|", "want is not a key in the views dictionary. [^want]-|"),
      (
        "H:|-(>=50)-[orphan(10)]",
        "Unable to interpret '|' character, because the related view doesn't have a superview "
          + "H:^|-(>=50)-[orphan(10)]"
      ),
      (
        "H:|[a]- (gap)-[b]|",
        "Expected a number or key from the metrics dictionary, but encountered something else "
          + "H:|[a]-^ (gap)-[b]|"
      ),
      (
        "H:|-margiin-[a]",
        "Encountered metric with name \"margiin\", but value was not specified in metrics or views "
          + "dictionaries H:|-^margiin-[a]"
      ),
      ("[a(20]", "Expected a ')' [a(20^]"),
      ("[a", "Expected a ']' [a^"),
      ("[a]|x", "Expected the end of the format string [a]|^x"),
      ("[a]-8[b]", "Expected a '-' [a]-8^[b]"),
      ("[a(-1)]", "A length cannot be negative [a(-1)^]"),
      ("[a(1@1001)]", "Priorities must be greater than 0 and at most 1000 [a(1@^1001)]"),
    ])
  func errors(format: String, expected: String) {
    let error = #expect(throws: VisualFormatError.self) { try lines(format) }
    #expect(error?.description == "Unable to parse constraint format: " + expected)
  }

  @Test("an alignment along the format is refused")
  func alignmentAlong() {
    let error = #expect(throws: VisualFormatError.self) { try lines("V:[a][b]", .alignAllTop) }
    #expect(
      error?.reason
        == "Options mask required views to be aligned on a vertical edge, which is not allowed for "
        + "layout that is also vertical.")
  }

  @Test("the constraints place views")
  func placing() throws {
    let formats = ["H:|-20-[a(>=40)]-gap-[b(a)]-20-|", "V:|-10-[a(30)]", "V:|-10-[b(30)]"]
    for format in formats {
      LayoutConstraint.activate(
        LayoutConstraint.constraints(withVisualFormat: format, metrics: metrics, views: views))
    }
    loop.runUntilIdle()
    let (a, b) = (try #require(views["a"] as? View), try #require(views["b"] as? View))
    #expect(a.frame == CGRect(x: 20, y: 10, width: 124, height: 30))
    #expect(b.frame == CGRect(x: 156, y: 10, width: 124, height: 30))
  }

  @Test("any text is either understood or refused with a place in it")
  func anyText() {
    let pieces = [
      "H:", "V:", "|", "-", "[", "]", "(", ")", "a", "b", "gap", "20", "1.5", ".", "@", "@750", ",",
      ">=", "<=", "==", " ", "orphan", "é", "\u{0}", "[a]", "[b(a)]", "-8-", "-(>=gap@low)-", "|-",
    ]
    let first = firstSeed("VisualFormatTests")
    var understood = 0
    for seed in first..<first + UInt64(caseCount(200_000, inDebug: 5000)) {
      var random = SeededGenerator(seed: seed)
      let format = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        pieces.randomElement(using: &random)!
      }.joined()
      do {
        let constraints = try LayoutConstraint.parse(
          visualFormat: format, metrics: metrics, views: views)
        understood += 1
        #expect(constraints.allSatisfy { !$0.isActive }, "seed \(seed)")
        #expect(format.contains("["), "seed \(seed)")
      } catch {
        #expect((0...format.count).contains(error.position), "seed \(seed): \(format)")
        #expect(error.format == format)
      }
    }
    #expect(understood > 20)
  }

  @Test("a text that is not understood ends the process")
  func misuse() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LayoutConstraint.constraints(withVisualFormat: "|[gone]", views: [:])
      })
    #expect(result.saysOnError("gone is not a key in the views dictionary."))
  }
}
