import Testing
import loophunt

@Suite("Swift names for the names in a trace")
struct SwiftNamesTests {
  @Test(
    "a class keeps its name if it is a Swift name, and otherwise gets one",
    arguments: [
      ("FeedCell", "FeedCell"), ("Cell<Int>", "CellInt"), ("#text", "Text"), ("class", "Class"),
      ("9Patch", "View9Patch"), ("", "UnnamedView"), ("😀", "UnnamedView"), ("Größe", "Größe"),
      ("視圖", "視圖"), ("Array<Row?>", "ArrayRow"), ("CGRect", "CGRectView"), ("Window", "Window"),
      ("(unknown context).Row", "UnknownContextRow"), ("Self", "SelfView"),
      ("\u{202e}Evil", "Evil"),
      ("a b", "AB"), ("_Private", "_Private"),
    ])
  func classes(recorded: String, name: String) {
    #expect(SwiftNames.className(recorded) == name)
    #expect(SwiftNames.isIdentifier(SwiftNames.className(recorded)))
  }

  @Test(
    "a variable is named after its view, and after nothing else in the code",
    arguments: [
      ("FeedCell", "feedCell"), ("UILabel", "uiLabel"), ("URL", "url"), ("card", "card"),
      ("loop", "loopView"), ("in", "inView"), ("3rd", "view3rd"), ("", "unnamed"),
      ("Cell<Int>", "cellInt"), ("my-row.1", "myRow1"),
    ])
  func variables(recorded: String, name: String) {
    #expect(SwiftNames.variable(recorded) == name)
  }

  @Test("names that occur twice get a number")
  func numbers() {
    var used: Set<String> = []
    let names = ["row", "row", "row2", "row"].map { SwiftNames.unique($0, among: &used) }
    #expect(names == ["row", "row2", "row2_2", "row3"])
    #expect(Set(names).count == 4)
  }

  @Test("a number becomes a literal")
  func numberLiterals() {
    #expect(SwiftNames.literal(44) == "44" && SwiftNames.literal(-0.5) == "-0.5")
  }
}
