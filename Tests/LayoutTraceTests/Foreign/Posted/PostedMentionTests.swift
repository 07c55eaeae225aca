import LayoutTrace
import TestSupport
import Testing

/// Sentences that a text quotes in code, in lists and in notes, beside those that a program printed.
@Suite("Mentions of sentences")
struct PostedMentionTests {
  /// A sentence of each framework whose words pages and programs compare with, and its kind.
  private static let sentences: [(words: String, kind: String)] = [
    ("Maximum update depth exceeded", "react.depth"), ("Too many re-renders", "react.depth"),
    ("ResizeObserver loop limit exceeded", "browser.resize"),
    ("ResizeObserver loop completed with undelivered notifications.", "browser.resize"),
    ("Svelte limits the number of nested updates", "svelte.depth"),
    ("Maximum recursive updates exceeded", "vue.recursive"),
    ("Infinite change detection while refreshing", "angular.refresh"),
    ("possible QQuickItem::polish() loop", "qml.polish"),
    ("Layout cycle detected", "xaml.cycle"),
    ("A cycle occurred while laying out the GUI", "xaml.cycle"),
    ("setState() or markNeedsBuild() called during build", "flutter.build"),
    ("RenderBox was not laid out: RenderFlex", "flutter.unlaid"),
    ("requestLayout() improperly called by View", "android.request"),
    ("while RecyclerView is computing a layout or scrolling", "android.recycler"),
    ("performMeasureAndLayout called during measure layout", "compose.nested"),
    ("queue_resize() during size_allocate()", "gtk.queue"),
    ("gdk-frame-clock: layout continuously requested", "gtk.clock"),
    ("AttributeGraph: cycle detected through attribute", "swiftui.cycle"),
    ("is stuck in its update/layout loop", "uikit.collection"),
  ]

  /// Code and notes around a sentence, which stands for `{s}`.
  private static let mentions = [
    "ignoreErrors: ['{s}'],", "  ignoreErrors: [\"a\", '{s}']", "\"ignoreErrors\": [\"{s}\"]",
    "  ignoreErrors: [\n    'a',\n    /b/i,\n    '{s}',\n  ],",
    "const KNOWN = [\n  // comment\n  \"{s}\",\n];",
    "+const benign = new Set([\n+  \"a\",\n+  \"{s}\",\n+]);",
    "if (msg === '{s}') return;", "    if (e.message ===\n      '{s}'\n    ) {",
    "if (error.message.includes(\n  '{s}',\n)) return false",
    "if \"{s}\" in str(error): continue", "    pattern = re.compile(r\"{s}\")",
    "if (strstr(msg, \"{s}\") != NULL) return;", "NSLog(@\"{s}\");",
    "  if (g_strrstr (message, \"a\") || strstr (message, \"{s}\"))", "g_warning (\"{s}\");",
    "IGNORED = (\n    \"{s}\",\n)", "#define MESSAGE \"{s}\"",
    "if (Message.Contains(\"{s}\")) { e.Handled = true; }",
    "private const string Benign = \"{s}\";", "  case '{s}': return",
    "if (text.startsWith(\"{s}\")) return", "Log.w(\"View\", \"{s}\");",
    "return !/^{s}$/.test(message)", "  [/a/, /{s}/i].some((p) => p.test(m))",
    "grep -v \"{s}\" console.log", "ignore_errors:\n  - a\n  - \"{s}\"\n",
    "ignore_errors:\n  - {s}\n", "// the next line prints {s}",
    "resize(); // without this: {s}",
    "This change adds '{s}' to the list of ignored errors.", "Silences: {s}",
  ]

  @Test(
    "code, lists and notes with a sentence are explained, and report no loop", arguments: mentions)
  func mentioned(form: String) throws {
    for (words, kind) in Self.sentences {
      let found = try PostedTests.findings(in: form.replacing("{s}", with: words))
      #expect(found.map(\.kind.name) == [kind + ".named"], "\(form), \(words): \(found)")
      #expect(found.allSatisfy { $0.verdict == nil && $0.views.isEmpty && $0.from == nil })
    }
  }

  /// Lines that programs print and people report, with quotation marks, brackets and commas, too.
  private static let reports = [
    "{s}", "Uncaught Error: {s}", "I get \"{s}\" when I resize.", "We see `{s}` in Chrome 120.",
    "`{s}` in Chrome and Firefox", "This throws `{s}`", "- `{s}`", "1. \"{s}\"",
    "errors: ['{s}'],", "{\"messages\":[\"a\",\"{s}\"]}", "  \"text\": \"{s}\",",
    "level=error msg=\"{s}\"", "error: '{s}'", "{ level: 'SEVERE', message: '{s}' }",
    "Unexpected error: \"{s}\"", "I get this error (\"{s}\") since the update",
    "What is this? '{s}'", "## {s}", "[\n  \"a\",\n  \"{s}\"\n]", "Steps:\n\n\"{s}\"",
    "\"10:02\",\"{s}\",\"app.js\"", "> {s}", "{s} - can it be ignored?",
  ]

  @Test(
    "a program's printed sentence is a report, in whichever dress it is posted", arguments: reports)
  func reported(form: String) throws {
    for (words, kind) in Self.sentences {
      let found = try PostedTests.findings(in: form.replacing("{s}", with: words))
      #expect(found.map(\.kind.name) == [kind], "\(form), \(words): \(found)")
    }
  }

  @Test("a report beside a mention is told alone, and so is a stack")
  func both() throws {
    let code = "ignoreErrors: ['ResizeObserver loop limit exceeded'],\n"
    let sentence = "Uncaught Error: Maximum update depth exceeded\n"
    for text in [code + sentence, sentence + code] {
      #expect(try PostedTests.findings(in: text).map(\.kind) == ["react.depth"])
    }
    let stack = "  at com.shop.Tray.onMeasure(Tray.kt:31)\n  at com.shop.Tray.load(Tray.kt:9)\n"
    #expect(try PostedTests.findings(in: code + stack).map(\.kind) == ["stack.none"])
  }

  @Test("the handler of an exception is no exception")
  func handler() throws {
    for line in [
      "catch (LayoutCycleException) { }", "throw new LayoutCycleException(\"x\");",
      "/// <exception cref=\"LayoutCycleException\">",
      "Assert.Throws<LayoutCycleException>(() => list.UpdateLayout());",
      "Assert.Equal(typeof(LayoutCycleException), e);",
    ] {
      #expect(try PostedTests.findings(in: line).map(\.kind) == ["xaml.cycle.named"], "\(line)")
    }
    let name = "We see a ResizeObserver loop error, or only its beginning."
    #expect(try PostedTests.findings(in: name).map(\.kind) == ["browser.resize.named"])
    let printed = "Unhandled exception of type Microsoft.UI.Xaml.LayoutCycleException"
    #expect(try PostedTests.findings(in: printed).map(\.kind) == ["xaml.cycle"])
  }

  @Test("each kind of a mention says what its words mean, without facts that the text lacks")
  func meaning() {
    let kinds = ReportedKind.all.filter { $0.name.hasSuffix(".named") }
    #expect(kinds.count >= 25)
    for kind in kinds {
      let sentence = TraceEvent.Finding(kind: kind.kind, verdict: nil).sentence
      #expect(kind.verdict == nil && sentence.contains("Their meaning: "), "\(sentence)")
      #expect(!sentence.contains("``") && !sentence.contains("  "), "\(sentence)")
    }
  }
}
