import Testing

/// Each kind of mistake, made in a house of a few lines.
@Suite("Mistakes in a house")
struct HouseTests {
  private static let rooms = [
    Room("ViewTree/Geometry"), Room("ViewTree/Layout", "Geometry"),
    Room("LayoutTrace/Reading", "ViewTree/Layout"),
    Room("LayoutTrace/Scanning", "Reading", "ViewTree"),
  ]

  private static let line = "LayoutTrace/Reading/Line.swift"

  private static let sound = [
    "ViewTree/Geometry/Box.swift":
      "public struct Box { public enum Side { case left } }; struct Work {}; public func pack() {}",
    "ViewTree/Layout/Pass.swift": "public class Pass { let box = Box(), side = Box.Side.left }",
    line: "struct Line { let pass: Pass }",
    "LayoutTrace/Scanning/Count.swift": "struct Count { var line: Line, side: Box.Side }",
  ]

  private func complaints(
    rooms: [Room] = Self.rooms, circles: [Circle] = [], with files: [String: String] = [:]
  ) -> [String] {
    House(rooms: rooms, circles: circles, files: Self.sound.merging(files) { $1 }).complaints
  }

  @Test("a house as planned has none")
  func soundHouse() {
    #expect(complaints() == [])
  }

  @Test(
    "naming a type of a room that is not known is one, be it nested or not, and so is a function",
    arguments: [
      ("func box() -> [Box] { [] }", "Box"), ("let side: Box.Side", "Box.Side"),
      ("extension Box.Side {}", "Box.Side"), ("extension Box { var side: Side }", "Box.Side"),
      ("let text = \"a \\(Box.Side.left)\"", "Box.Side"), ("let side = ViewTree.Box()", "Box"),
      ("struct Other { struct Side {}; let mine: Side, other: Box.Side }", "Box.Side"),
      ("func work() { pack() }", "pack"),
      ("let quote = /\"/; let box: Box; let text = \"\"", "Box"),
      ("let half = number / 2; let box: Box; let two = number / 1", "Box"),
    ])
  func forbiddenUse(code: String, name: String) {
    let found = complaints(with: [Self.line: "struct Line { let pass: Pass }\n" + code])
    #expect(
      found.contains(
        "\(Self.line) names \(name) of ViewTree/Geometry, which LayoutTrace/Reading does not know."
      ))
  }

  @Test(
    "words in comments and texts, members, and types of the file itself don't count",
    arguments: [
      "// Box", "/* Box */", "let text = \"Box.Side\"", "let raw = #\"\"Box\"\"#",
      "let side = pattern.Box",
      "func work() { bag.pack(); pack = 1 }", "struct Bag { func pack() {} }",
      "let pattern = #/Box/#",
      "let pattern = /a\\/Box/", "private struct Box {}; let box: Box",
      "enum Kind { struct Box {}; case box(Box) }", "struct Two<Work> { let work: Work }",
      "let text = \"\"\"\n  a \"Box\" \\n\n  \"\"\"",
    ])
  func harmlessWords(code: String) {
    #expect(complaints(with: [Self.line: "struct Line { let pass: Pass }\n" + code]) == [])
  }

  @Test("a folder that is no room is one")
  func unknownFolder() {
    #expect(
      complaints(with: ["ViewTree/Layout/Deep/More.swift": "struct More {}"])
        == ["ViewTree/Layout/Deep is no room."])
  }

  @Test("rooms that know each other are one, unless they are declared")
  func circle() {
    let rooms = [Room("ViewTree/Geometry", "Layout")] + Self.rooms.dropFirst()
    let files = ["ViewTree/Geometry/More.swift": "extension Pass {}"]
    #expect(
      complaints(rooms: rooms, with: files) == [
        "ViewTree/Geometry, ViewTree/Layout know each other."
      ])
    let circle = Circle(rooms: ["ViewTree/Geometry", "ViewTree/Layout"], reason: "A test.")
    #expect(complaints(rooms: rooms, circles: [circle], with: files) == [])
    #expect(complaints(circles: [circle]) == ["ViewTree/Geometry, ViewTree/Layout are no circle."])
  }

  @Test("knowing a room of which nothing is named is one")
  func idleKnowledge() {
    let rooms =
      Array(Self.rooms.dropLast()) + [
        Room("LayoutTrace/Scanning", "Reading", "ViewTree", "ViewTree/Layout")
      ]
    #expect(
      complaints(rooms: rooms) == ["LayoutTrace/Scanning knows ViewTree/Layout in vain."])
  }

  @Test("one name for types of two folders is one, but nested types have longer names")
  func sharedName() {
    #expect(
      complaints(with: ["LayoutTrace/Scanning/Line.swift": "struct Line {}"]).first
        == "Line is the name of a type in each of LayoutTrace/Reading, LayoutTrace/Scanning.")
    #expect(
      complaints(with: ["LayoutTrace/Scanning/More.swift": "enum More { struct Line {} }"]) == [])
  }
}
