import LayoutTrace
import Testing

/// Matching of rules and views.
@Suite("Rules for some views")
struct HuntRulesTests {
  private func rule(
    _ rules: [HuntRule], _ className: String, _ name: String?, _ steps: String...
  ) -> String? {
    HuntRules(threshold: 100, rules: rules).rule(className: className, name: name, path: { steps })
      .map { rules[$0].name }
  }

  @Test(
    "the rule with the longest name of a view wins, and rules for views win over rules for classes")
  func order() {
    let rules = [
      HuntRule(.class, "Cell", .threshold(1)), HuntRule(.view, "Cell", .threshold(2)),
      HuntRule(.view, "Feed/Cell", .threshold(3)),
      HuntRule(.view, "Window/Feed/Cell", .threshold(4)),
    ]
    #expect(rule(rules, "Cell", nil, "Window", "Feed", "Cell") == "Window/Feed/Cell")
    #expect(rule(rules, "Cell", nil, "Window", "Box", "Feed", "Cell") == "Feed/Cell")
    #expect(rule(rules, "Cell", nil, "Window", "MyFeed", "Cell") == "Cell")
    #expect(rule(rules, "Cell", "first", "Window", "Feed", "first") == "Cell")
    #expect(rule(rules, "Row", "x", "Window", "Feed", "x") == nil)
    let all = HuntRules(threshold: 100, rules: rules)
    #expect(all.rule(className: "Cell", name: "first", path: { ["Window", "Feed", "first"] }) == 0)
    #expect([nil, 0, 3].map { all.threshold(by: $0) } == [100, 1, 4])
  }

  @Test("identifiers with slashes are names like others, of which no part is a name")
  func slashes() {
    let rules = [
      HuntRule(.view, "a/b", .ignored(reason: nil)), HuntRule(.view, "/", .threshold(2)),
    ]
    #expect(rule(rules, "Cell", "a/b", "Window", "a/b") == "a/b")
    #expect(rule(rules, "Cell", "x/a/b", "Window", "x/a/b") == nil)
    #expect(rule(rules, "Cell", "b", "Window", "a", "b") == "a/b")
    #expect(rule(rules, "Cell", "xa/b", "Window", "xa/b") == nil)
    #expect(rule(rules, "Cell", "/", "Window", "/") == "/")
    let marked = [HuntRule(.view, "Feed/\u{301}x", .threshold(2))]
    #expect(rule(marked, "Cell", "\u{301}x", "Window", "Feed", "\u{301}x") == "Feed/\u{301}x")
    #expect(HuntRules(threshold: 100, rules: rules).threshold(by: 0) == nil)
  }

  @Test("a path is computed only if a rule may end like it")
  func lazyPaths() {
    let rules = HuntRules(threshold: 100, rules: [HuntRule(.view, "Feed/Cell", .threshold(3))])
    var paths = 0
    for name in ["a", "Feed", "Cel", "MyCell"] {
      _ = rules.rule(
        className: "Cell", name: name,
        path: {
          paths += 1
          return []
        })
    }
    #expect(paths == 0)
  }
}
