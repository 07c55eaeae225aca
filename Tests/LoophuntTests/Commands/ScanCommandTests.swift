import CommandSupport
import Foundation
import Glibc
import LayoutTrace
import LoopHunter
import TestSupport
import Testing
import loophunt

@Suite("The command scan")
struct ScanCommandTests {
  private let folder = TemporaryFolder()
  private let loop: String
  private let calm: String

  init() throws {
    loop = try folder.write(SampleTrace.badge(layouts: [150, 60, 150, 150]), to: "loop.jsonl")
    calm = try folder.write(SampleTrace.badge(layouts: [1, 3]), to: "calm.jsonl")
  }

  @Test("long names above many looping views fill neither the memory nor the results")
  func longPaths() throws {
    var lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
    ]
    for view in 2...251 {
      let name = String(repeating: "n", count: 4_000)
      lines.append(
        #"{"e":"view","v":\#(view),"class":"Box","name":"\#(name)","in":\#(view - 1),"clean":true}"#
      )
    }
    lines += (252...271).map { #"{"e":"view","v":\#($0),"class":"Cell","in":251,"clean":true}"# }
    lines.append(#"{"e":"turn","n":1}"#)
    for view in (252...271).flatMap({ [$0, $0, $0] }) {
      lines += [#"{"e":"layout","v":\#(view)}"#, #"{"e":"done","v":\#(view)}"#]
    }
    lines += [#"{"e":"end","turns":1}"#, ""]
    let trace = try folder.write(lines.joined(separator: "\n"), to: "long.jsonl")
    for command in ["scan", "replay"] {
      let outcome = try InProcess.loophunt(command, "--threshold=2", "--format=json", trace)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.output.count < 2_000_000, "\(command): \(outcome.output.count) bytes")
      #expect(outcome.text.replacing("\\/", with: "/").contains("n…/Cell"), "\(command)")
    }
  }

  @Test("text shows the looping views with turns and counts, and suggests a threshold")
  func text()
    throws
  {
    let outcome = try InProcess.loophunt("scan", loop)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(
      outcome.text == """
        Badge "badge" (view 2) loops
          in 3 turns: 1, 3-4
          at most 150 in turn 1, 510 layouts in all

        What to do: Replay the trace to find the code that causes the loop.

        Layouts per turn:
          @+@@
          ^ ^^
          Turns 1-4, at most 150 layouts in turn 1; ^ past the threshold.

        Busiest views:
          510 layouts, at most 150 in turn 1: Badge "badge" (view 2)

        Layouts of a view in one turn, and how often:
           51-100  1  #############
          101-200  3  ########################################

        Suggested threshold: 105
          views that settle are laid out at most 60 times in a turn, loops at least 150
            times

        1 looping view; 1,546 events, 4 turns, 2 views, 510 layouts

        """)
  }

  @Test(
    "the timeline has blocks where the locale is UTF-8",
    arguments: [
      (["LANG": "C.UTF-8"], "█▄██"), (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8"], "█▄██"),
      (["LC_ALL": "C", "LANG": "C.UTF-8"], "@+@@"), (["LC_CTYPE": "POSIX"], "@+@@"),
    ])
  func blocks(environment: [String: String], bars: String) throws {
    let text = try Child.loophunt("scan", loop, environment: environment).text
    #expect(text.contains("Layouts per turn:\n  \(bars)\n  ^ ^^\n"))
  }

  @Test("one turn has no timeline, and long traces have one that fits the terminal")
  func timeline() throws {
    let one = try folder.write(SampleTrace.badge(layouts: [150]), to: "one.jsonl")
    #expect(!(try InProcess.loophunt("scan", one).text.contains("Layouts per turn")))
    var layouts = Array(repeating: 1, count: 300)
    layouts[270] = 101
    let long = try folder.write(SampleTrace.badge(layouts: layouts), to: "long.jsonl")
    // Spans of four turns, of which 50 columns show two each.
    for (columns, turns, count) in [(50, 8, 38), (120, 4, 75), (300, 4, 75)] {
      let terminal = try PseudoTerminal(
        ["scan", long], environment: ["TERM": "dumb", "LANG": "C.UTF-8"], columns: columns)
      #expect(terminal.end().status == 1)
      let lines = terminal.shown.split(whereSeparator: \.isNewline)
      let heading = try #require(lines.firstIndex(of: "Layouts per turn:"))
      #expect(lines[heading + 1].dropFirst(2).count == count)
      #expect(Set(lines[heading + 1].dropFirst(2)) == ["▁", "█"])
      // Below the tallest bar is the mark.
      let bars = lines[heading + 1].prefix { $0 != "█" }
      #expect(lines[heading + 2] == String(repeating: " ", count: bars.count) + "^")
      #expect(terminal.shown.contains("turn 271"))
      let words = lines[(heading + 3)...].prefix { $0.hasPrefix("  ") }.joined(separator: " ")
      #expect(
        words.replacing(#/ +/#, with: " ").contains("a column shows the most of \(turns) turns"))
      #expect(lines.allSatisfy { $0.count <= max(columns, 80) })
    }
  }

  @Test("the exit status is 0 if no view exceeds the given threshold")
  func threshold() throws {
    let nothing = try InProcess.loophunt("scan", calm)
    #expect(nothing.status == 0)
    #expect(nothing.text.contains("no looping view; "))
    #expect(try InProcess.loophunt("scan", "--threshold=3", calm).status == 0)
    #expect(try InProcess.loophunt("scan", "--threshold=2", calm).status == 1)
    #expect(try InProcess.loophunt("scan", "--threshold=2", "--exit-zero", calm).status == 0)
  }

  @Test("quiet prints errors only and keeps the exit status")
  func quiet() throws {
    let found = try InProcess.loophunt("scan", "-q", loop)
    #expect(found.status == 1 && found.text == "" && found.errors == "")
    let missing = try InProcess.loophunt("scan", "-q", folder.path("none"))
    #expect(missing.status == 2 && missing.text == "" && missing.errors.contains("none"))
  }

  @Test("every file is named, and an error in one hides no result of another")
  func severalFiles()
    throws
  {
    let wrong = try folder.write("{\"e\":\"trace\",\"version\":1}\nxx\n", to: "wrong.jsonl")
    let outcome = try InProcess.loophunt("scan", calm, wrong, loop)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("\(wrong):2:1: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(outcome.text.contains("\(calm):\n\nno looping view\n\nLayouts per turn:\n"))
    #expect(outcome.text.contains("\(loop):\n\nBadge \"badge\" (view 2) loops"))
    #expect(outcome.text.contains("1 looping view in 3 files, 1 of them wrong; "))
    #expect(try InProcess.loophunt("scan", "--exit-zero", calm, wrong, loop).status == 2)
  }

  @Test("a pipe is read like a file")
  func pipe() throws {
    let input = try Data(contentsOf: URL(fileURLWithPath: loop))
    let piped = try Child.loophunt("scan", "-", input: input)
    #expect(piped.status == 1)
    #expect(try piped.text == InProcess.loophunt("scan", loop).text)
    let twice = try Child.loophunt("scan", "-", "-", input: input)
    #expect(twice.status == 2)
    #expect(
      twice.errors
        == "loophunt: '-' is given twice; standard input can be read only once\n")
  }

  @Test("a truncated trace is a warning, and lenient reading counts the lines it skips")
  func truncated() throws {
    let text = SampleTrace.badge(layouts: [2], ended: false)
    let truncated = try folder.write(text, to: "truncated.jsonl")
    let outcome = try InProcess.loophunt("scan", truncated)
    #expect(outcome.status == 0)
    #expect(outcome.errors.hasPrefix("\(truncated): warning: truncated: "))

    let torn = try folder.write(text + "xx\nyy\n", to: "torn.jsonl")
    #expect(try InProcess.loophunt("scan", torn).status == 2)
    let lenient = try InProcess.loophunt("scan", "--lenient", torn)
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("2 lines skipped"))
  }

  @Test("a name from a trace cannot control the terminal")
  func hostileName() throws {
    let text = SampleTrace.badge(layouts: [150], className: #"\u001b[2J\u0007"#)
    let hostile = try folder.write(text, to: "hostile.jsonl")
    let outcome = try InProcess.loophunt("scan", hostile)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains(#"\u{1b}[2J\u{7} "badge" (view 2) loops"#))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test("a terminal shows progress, and Ctrl-C prints what was found so far")
  func progress() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal("scan", pipe)
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    let trace = SampleTrace.badge(layouts: [150, 1], ended: false)
    // Long lines of an unknown event: bytes without work.
    let line = "{\"e\":\"other\",\"x\":\"\(String(repeating: "x", count: 60_000))\"}\n"
    let padding = Array(String(repeating: line, count: 100).utf8)
    #expect(SafeWrite.some(Array(trace.utf8), to: writer).failure == 0)
    // The line appears only after a while, and only when there is something new.
    try waitUntil {
      SafeWrite.some(padding, to: writer).failure != 0
        || terminal.waits(for: "B/s", seconds: 0.1)
    }
    #expect(terminal.shown.contains("B/s"))
    #expect(!terminal.shown.contains("looping"))

    terminal.type("\u{3}")
    let (status, signal) = terminal.end()
    #expect(status == nil && signal == SIGINT)
    #expect(terminal.shown.contains("\r\u{1B}[K"))
    #expect(terminal.shown.contains("interrupted: the results cover what was read so far"))
    #expect(terminal.shown.contains("interrupted: "))
    #expect(terminal.shown.contains("1 looping view"))
  }

  @Test("there is no progress line in a pipe or with --quiet")
  func noProgress() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal("scan", "-q", pipe)
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    let text = Array(SampleTrace.badge(layouts: [1]).utf8)
    // So long that the line would appear.
    usleep(500_000)
    #expect(write(writer, text, text.count) == text.count)
    close(writer)
    #expect(terminal.end().status == 0)
    #expect(terminal.shown == "")
  }

  @Test("a second Ctrl-C ends the process at once")
  func secondInterrupt() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    // The open of a pipe without a writer blocks: only a signal ends it.
    let terminal = try PseudoTerminal("scan", pipe)
    try terminal.waitUntilBlocked()
    terminal.type("\u{3}")
    terminal.type("\u{3}")
    #expect(terminal.end().signal == SIGINT)
  }
}
