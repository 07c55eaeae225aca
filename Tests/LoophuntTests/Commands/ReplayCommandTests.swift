import CommandSupport
import Foundation
import Glibc
import LayoutTrace
import LoopHunter
import LoopScenarios
import TestSupport
import Testing
import ViewTree
import loophunt

@Suite("The command replay")
struct ReplayCommandTests {
  private let folder = TemporaryFolder()
  private let loop: String
  private let calm: String

  init() throws {
    loop = try folder.write(SampleTrace.badge(layouts: [150, 60, 150]), to: "loop.jsonl")
    calm = try folder.write(SampleTrace.badge(layouts: [1, 3]), to: "calm.jsonl")
  }

  private func timeless(_ text: String) -> String {
    text.replacing(#/Fingerprint +[0-9a-f]+/#, with: "Fingerprint  F")
  }

  @Test("text shows the report of each loop, its turns and views, and a total")
  func text() throws {
    let outcome = try InProcess.loophunt("replay", loop)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "")
    #expect(
      timeless(outcome.text) == """
        `badge` (Window/badge) called `setNeedsLayout` on itself in its layout; that
        dirtied `badge` again.

        Verdict      redundant: every round ends with the same geometry
        Hunted       Window/badge, layout 101 in turn 1, threshold 100
        Outcome      settled after 150 layouts of this view
        Proof        proved: without it the turn settles after 1 layout
        Remedy       proved: if `badge` called `setNeedsLayout` only when the geometry
                     differs, the turn settles after 1 layout
        Fingerprint  F

        Cycle of 1 layout:
          1  Window/badge  culprit, hunted

        What to do: Move the call out of layout, or make it only when something changed.

        Seen in 2 turns (1, 3), by Window/badge (view 2).

        Near misses: 1, past half the threshold of 100; nearest: Window/badge, 60
        layouts in turn 2.

        1 loop; 1,093 events, 3 turns, 2 views, 360 layouts

        """)
  }

  @Test("a pass that a test cut short is marked as such, one that ended at its own limit is not")
  func cutShort() throws {
    let place = folder.url.appending(path: "failing.jsonl")
    let stage = try #require(Scenario.named("didset-dirty")).build()
    #expect(throws: LoopDetected.self) {
      try stage.loop.expectNoLayoutLoops(threshold: 40, recordFailures: place)
    }
    let cut = try InProcess.loophunt("replay", "--threshold=40", place.path)
    let text = cut.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let remark = /The pass was cut short after batch 4\d of at most [\d,]+, as expectNoLayoutLoops/
    #expect(text.contains(remark), "\(cut.text)")
    let other = try InProcess.loophunt("replay", Repository.path("Examples/scrollbar-flip.jsonl"))
    #expect(other.text.contains("the pass ended at its limit"))
    #expect(!other.text.contains("cut short"))
  }

  private final class Toast: View {
    var onLayout: () -> Void = {}
    override func layoutSubviews() { onLayout() }
  }

  @Test("a test keeps all turns of a loop across turns, and says nothing of a file without them")
  func keptTurns() throws {
    for (name, isReplaced) in [("chain", false), ("replaced", true)] {
      let place = folder.url.appending(path: "\(name).jsonl")
      let loop = TurnLoop()
      let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
      func show(_ toast: Toast) {
        toast.onLayout = { [unowned toast] in
          toast.onLayout = {}
          loop.async {
            if isReplaced { toast.removeFromSuperview() }
            show(isReplaced ? Toast() : toast)
          }
        }
        if toast.superview == nil { window.addSubview(toast) } else { toast.setNeedsLayout() }
      }
      show(Toast())
      let found = #expect(throws: LoopDetected.self) {
        try loop.expectNoLayoutLoops(recordFailures: place) { loop.runUntilIdle(limit: 150) }
      }
      let kept = try InProcess.loophunt("replay", place.path)
      #expect(kept.status == 1, "\(name): \(kept.text)\(kept.errors)")
      let fingerprint = try #require(found?.reports.first?.fingerprint)
      #expect(kept.text.contains(fingerprint), "\(name): \(kept.text)")
    }
    let place = folder.url.appending(path: "outside.jsonl")
    let cell = Toast()
    cell.onLayout = { [unowned cell] in cell.setNeedsLayout() }
    let found = #expect(throws: LoopDetected.self) {
      try TurnLoop().expectNoLayoutLoops(recordFailures: place, allowsNoLayouts: true) {
        cell.setNeedsLayout()
        cell.layoutIfNeeded()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(found?.reports.first?.remarks.contains(.trace(path: place.path)) == false)
  }

  @Test("a proof stands beside each edge, from a file and from a pipe, and changes no fingerprint")
  func proof() throws {
    let proved = try InProcess.loophunt("replay", "--format=json", loop)
    #expect(proved.text.contains(#""proof" : "proved""#))
    #expect(proved.text.contains(#""layoutsWithout" : 1"#))
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    #expect(try schema.problems(of: proved.text) == [])
    let trace = try Data(contentsOf: URL(fileURLWithPath: loop))
    let piped = try Child.loophunt("replay", "--format=json", "-", input: trace)
    #expect(piped.text.replacing("standard input", with: loop) == proved.text)
    let plain = try InProcess.loophunt("replay", "--format=json", "--no-proof", loop)
    #expect(plain.status == 1 && !plain.text.contains(#""proof""#))
    func fingerprints(_ text: String) -> [String] {
      text.matches(of: /"fingerprint" : "([0-9a-f]+)"/).map { String($0.1) }
    }
    #expect(fingerprints(plain.text) == fingerprints(proved.text))
    let sarif = try InProcess.loophunt("replay", "--format=sarif", loop)
    #expect(
      sarif.text.contains(
        "(proved: without it the turn settles after 1 layout; if `badge` called"))
    let events = try Child.loophunt("replay", "-q", "--sink=stderr", loop)
    #expect(events.errors.contains("layout_loop_proof: Window/badge: the culprit is proved"))
  }

  @Test("the exit status is 1 if a loop was found")
  func exitStatus() throws {
    #expect(try InProcess.loophunt("replay", calm).status == 0)
    #expect(try InProcess.loophunt("replay", calm).text.hasPrefix("no loop; "))
    #expect(try InProcess.loophunt("replay", "--exit-zero", loop).status == 0)
    #expect(try InProcess.loophunt("replay", "--threshold=200", loop).status == 0)
    #expect(try InProcess.loophunt("replay", calm, loop).status == 1)
    #expect(try InProcess.loophunt("replay", calm, loop, folder.path("none")).status == 2)
    let quiet = try InProcess.loophunt("replay", "-q", loop)
    #expect(quiet.status == 1 && quiet.text == "" && quiet.errors == "")
  }

  @Test("a compressed trace can be piped in")
  func compressed() throws {
    let outcome = try Child.run(
      "/bin/sh",
      ["-c", "gzip -c \"$1\" | gunzip -c | \"$2\" replay -", "sh", loop, Child.binary])
    #expect(outcome.status == 1)
    #expect(timeless(outcome.text) == timeless(try InProcess.loophunt("replay", loop).text))
  }

  @Test(
    "a view is chosen by path, end of path, number or class",
    arguments: ["--view=Window/badge", "--view=badge", "--view=2", "--class=Badge"])
  func chosenView(option: String) throws {
    #expect(try InProcess.loophunt("replay", option, loop).status == 1)
  }

  @Test("only chosen views are hunted, and an unknown name is an error")
  func chosenOnly() throws {
    // No layout of the window is recorded.
    #expect(try InProcess.loophunt("replay", "--class=Window", loop).status == 2)
    #expect(
      try InProcess.loophunt("replay", "--class=Window", "--allow-no-layouts", loop).status == 0)
    #expect(try InProcess.loophunt("replay", "--class=Window", "--view=2", loop).status == 1)
    let outcome = try InProcess.loophunt("replay", "--view=bagde", "--class=Bagde", loop)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors
        == "\(loop): warning: nothing was judged: all its 360 layouts are of views that '--view', "
        + "'--class' or a rule leaves out\n"
        + "loophunt: no view has the class 'Bagde'; did you mean 'Badge'?\n"
        + "loophunt: no view is named 'bagde'; did you mean 'badge'?\n")
  }

  @Test("a view that appears later is also found by its path")
  func laterView() throws {
    let lines = SampleTrace.badge(layouts: [1, 150]).split(separator: "\n")
    let view = try #require(lines.first { $0.contains(#""v":2,"class""#) })
    let turn = try #require(lines.firstIndex { $0.contains(#""e":"turn","n":1"#) })
    var later = Array(lines)
    later.removeAll { $0 == view }
    later.insert(Substring(view.replacing(#","name":"badge""#, with: "")), at: turn)
    let trace = try folder.write(later.joined(separator: "\n") + "\n", to: "later.jsonl")
    #expect(try InProcess.loophunt("replay", "--view=Window/Badge", trace).status == 1)
  }

  @Test("breaking a loop ends it, and a warning states that the replay differs from the recording")
  func breaking() throws {
    let outcome = try InProcess.loophunt("replay", "--break", loop)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("Outcome      broken: "))
    #expect(outcome.errors.contains("from turn 1 on, the replay differs from the recording"))
  }

  @Test("a difference is a warning, or an error with its line if strict")
  func strict() throws {
    // Nothing dirties the badge before its second layout.
    let text = SampleTrace.badge(layouts: [2])
      .replacing("{\"e\":\"dirty\",\"v\":2,\"why\":\"explicit\",\"by\":2}\n", with: "")
    let trace = try folder.write(text, to: "foreign.jsonl")
    let lenient = try InProcess.loophunt("replay", trace)
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("1 layout without a cause in the trace"))

    let other = try folder.write(
      SampleTrace.badge(layouts: [2]).replacing(
        #""frame":[0,0,390,844],"clean":true"#, with: #""frame":[0,0,390,844]"#),
      to: "other.jsonl")
    let warned = try InProcess.loophunt("replay", other)
    #expect(warned.status == 0)
    let difference = "the replay differs from the recording at line 7, in turn 1: "
    #expect(warned.errors.contains("warning: \(difference)"))
    let strict = try InProcess.loophunt("replay", "--strict", other)
    #expect(strict.status == 2)
    #expect(strict.errors.hasPrefix("\(other):7:1: \(difference)"))
    #expect(try InProcess.loophunt("replay", "--strict", loop).status == 1)
  }

  @Test("loops found before an error are reported")
  func beforeError() throws {
    let text =
      SampleTrace.badge(layouts: [150], ended: false) + #"{"e":"turn","n":2}"# + "\nxx\nyy\n"
    let trace = try folder.write(text, to: "torn.jsonl")
    let outcome = try InProcess.loophunt("replay", trace)
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("Seen in 1 turn (1), by Window/badge"))
    #expect(outcome.errors.contains(":461:1: ") || outcome.errors.contains(": not JSON"))
  }

  @Test("the report names the recorded source location")
  func recordedPlace() throws {
    let text = SampleTrace.badge(layouts: [150])
      .replacing(#""by":2}"#, with: #""by":2,"from":"Badge.swift:42"}"#)
    let trace = try folder.write(text, to: "places.jsonl")
    let outcome = try InProcess.loophunt("replay", trace)
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("(Badge.swift:42); that dirtied `badge` again."))
    // An event without a recorded place must not get one of the replay's own.
    #expect(!(try InProcess.loophunt("replay", loop)).text.contains(".swift:"))
  }

  @Test("every file is named, even one without a loop")
  func severalFiles() throws {
    let outcome = try InProcess.loophunt("replay", calm, loop, calm)
    #expect(outcome.status == 1)
    #expect(
      timeless(outcome.text).hasPrefix(
        "\(calm):\n\nno loop\n\nno loop\n\n\(loop):\n\n`badge` (Window/badge) ")
    )
    #expect(timeless(outcome.text).contains("\n\n1 loop in 3 files; "))
    // The lines of text never go past the width of a report, however long the names are.
    let path = try folder.write(
      SampleTrace.badge(layouts: [150], className: String(repeating: "Long", count: 9)),
      to: "long.jsonl")
    let lines = try InProcess.loophunt("replay", path).text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(lines)")
  }

  @Test("a loop across turns is reported at intervals")
  func acrossTurns() throws {
    let trace = folder.path("bounce.jsonl")
    let recorded = try InProcess.loophunt("record", "async-bounce", "-o", trace)
    #expect(recorded.status == 0 && recorded.errors == "")
    let outcome = try InProcess.loophunt("replay", "--strict", trace)
    #expect(outcome.status == 1 && outcome.errors == "")
    #expect(
      outcome.text.contains("\nReported in 3 turns (61, 121, 181), by Window/Screen/Composer "))
  }

  @Test("every detection goes to the sinks")
  func sinks() throws {
    let events = folder.path("events.jsonl")
    let outcome = try InProcess.loophunt("replay", "-q", "--sink", "jsonl:\(events)", loop)
    #expect(outcome.status == 1 && outcome.errors == "")
    let lines = try String(contentsOfFile: events, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { $0.contains(#""event":"layout_loop""#) } == 2)

    let wrong = try InProcess.loophunt("replay", "--sink=syslog", loop)
    #expect(wrong.status == 2)
    #expect(
      wrong.errors
        == "loophunt: 'syslog' is not a value for '--sink'; expected jsonl:PATH, otlp:URL, otlp or stderr\n"
    )
    let unwritable = try InProcess.loophunt("replay", "--sink=jsonl:\(folder.path("none/x"))", loop)
    #expect(unwritable.status == 3)
    #expect(unwritable.errors.split(separator: "\n").count == 1)
  }

  @Test("Ctrl-C ends a replay and prints what was found so far")
  func interrupt() throws {
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal("replay", pipe)
    let writer = open(pipe, O_WRONLY | O_CLOEXEC)
    defer { close(writer) }
    let text = SampleTrace.badge(layouts: [150, 1], ended: false) + #"{"e":"turn","n":3}"# + "\n"
    #expect(SafeWrite.some(Array(text.utf8), to: writer).failure == 0)
    try terminal.waitUntilBlocked()
    terminal.type("\u{3}")
    #expect(terminal.end().signal == SIGINT)
    #expect(terminal.shown.contains("Seen in 1 turn (1), by Window/badge (view 2)."))
    #expect(terminal.shown.contains("interrupted: the results cover what was read so far"))
  }

  @Test("finding a name among many siblings takes no noticeable time")
  func manySiblings() throws {
    let folder = TemporaryFolder()
    var lines = [#"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window"}"#]
    let count = caseCount(12_000, inDebug: 1_000)
    for view in 2...count {
      let name = view == 500 ? #","name":"a/b[1]""# : ""
      lines.append(#"{"e":"view","v":\#(view),"class":"Cell"\#(name),"in":1}"#)
    }
    lines += [#"{"e":"turn","n":1}"#, #"{"e":"end","turns":1}"#]
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "wide.jsonl")
    // A limit of processor time, which other tests do not use up.
    let script = "ulimit -t \(timeBound(.seconds(30)).components.seconds); exec \"$0\" \"$@\""
    func run(_ arguments: [String]) throws -> CommandOutcome {
      try Child.run("/bin/bash", ["-c", script, Child.binary] + arguments)
    }
    for (name, isThere) in [
      ("nobody", false), ("Cell", false), ("Cell[0]", true), ("Window/Cell[\(count - 3)]", true),
      ("Cell[\(count - 2)]", false), ("a/b[1]", true), ("b[1]", true), ("Window/a/b[1]", true),
      ("7", true), ("\(count + 1)", false), ("Window", true), ("", false), ("]", false),
    ] {
      // In debug each name is sought by one of the two.
      let commands = [["replay", "-q", "--allow-no-layouts"], ["tree"]]
      for command in sample(commands, oneIn: 2, seed: UInt64(name.utf8.count)) {
        let outcome = try run(command + ["--view=\(name)", path])
        #expect(outcome.status == (isThere ? 0 : 2), "\(command) \(name): \(outcome.errors)")
      }
    }
  }

  @Test("a view that is named by its path is hunted from the turn on that brings it")
  func newViews() throws {
    var lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"view","v":2,"class":"Cell","name":"new","in":1,"at":0}"#,
      #"{"e":"commit"}"#,
    ]
    for layout in 1...150 {
      lines.append(#"{"e":"layout","v":2}"#)
      if layout < 150 { lines.append(#"{"e":"dirty","v":2,"why":"explicit","by":2}"#) }
      lines.append(#"{"e":"done","v":2}"#)
    }
    lines += [#"{"e":"committed","batches":150}"#, #"{"e":"end","turns":1}"#, ""]
    let file = try folder.write(lines.joined(separator: "\n"), to: "new.jsonl")
    for name in ["new", "2", "Window/new"] {
      #expect(try InProcess.loophunt("replay", "--view=\(name)", file).status == 1, "\(name)")
    }
  }

  @Test("layouts that only the replay has are no loop")
  func otherEngines() throws {
    // The recording app laid out its view once in each batch, however often it dirtied itself.
    var lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"view","v":2,"class":"Cell","in":1,"at":0,"clean":true}"#,
      #"{"e":"view","v":3,"class":"Badge","in":2,"at":0,"clean":true}"#, #"{"e":"turn","n":1}"#,
    ]
    for _ in 1...60 {
      lines += [
        #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"dirty","v":3,"why":"explicit"}"#,
        #"{"e":"force","v":2}"#, #"{"e":"layout","v":2}"#,
        #"{"e":"dirty","v":3,"why":"explicit","by":2}"#, #"{"e":"done","v":2}"#,
        #"{"e":"layout","v":3}"#, #"{"e":"done","v":3}"#,
      ]
    }
    // Without a further turn, the recording might have ended in the middle of its last layout.
    lines += [#"{"e":"turn","n":2}"#, #"{"e":"end","turns":2}"#, ""]
    let file = try folder.write(lines.joined(separator: "\n"), to: "other.jsonl")
    for command in ["scan", "replay"] {
      #expect(try InProcess.loophunt(command, "--threshold=60", file).status == 0, "\(command)")
      #expect(try InProcess.loophunt(command, "--threshold=59", file).status == 1, "\(command)")
    }
    let warned = try InProcess.loophunt("replay", file).errors
    #expect(warned.contains("the replay differs from the recording"))
  }
}
