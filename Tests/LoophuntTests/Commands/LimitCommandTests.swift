import CommandSupport
import Foundation
import LayoutTrace
import LoopCorpus
import TestSupport
import Testing
import ViewTree
import loophunt

/// A recorded pass that ended at its limit is a finding of every command that judges.
@Suite("Passes that end at a limit, in commands")
struct LimitCommandTests {
  private let folder = TemporaryFolder()
  private let wave: String
  private let calm: String

  init() throws {
    wave = try folder.write(Self.wave(views: 8, batches: 80), to: "wave.jsonl")
    calm = try folder.write(Self.wave(views: 8, batches: 8, hit: false), to: "calm.jsonl")
  }

  /// A turn in which each view dirties the next one, around and around.
  private static func wave(
    views: Int, batches: Int, hit: Bool = true, tellsCauses: Bool = true
  ) -> String {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":\#(batches),"nestingLimit":256}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
    ]
    for view in 0..<views {
      lines.append(
        #"{"e":"view","v":\#(view + 2),"class":"Cell","name":"cell\#(view)","in":1,"at":\#(view),"#
          + #""frame":[0,0,10,10],"clean":true}"#)
    }
    lines += [#"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"commit"}"#]
    for batch in 0..<batches {
      let (view, next) = (2 + batch % views, 2 + (batch + 1) % views)
      lines.append(#"{"e":"layout","v":\#(view)}"#)
      if tellsCauses, hit || batch < batches - 1 {
        lines.append(#"{"e":"dirty","v":\#(next),"why":"explicit","by":\#(view)}"#)
      }
      lines.append(#"{"e":"done","v":\#(view)}"#)
    }
    lines.append(#"{"e":"committed","batches":\#(batches)\#(hit ? ",\"hit\":true" : "")}"#)
    return (lines + [#"{"e":"end","turns":1}"#, ""]).joined(separator: "\n")
  }

  /// A turn in which a badge is laid out thirty times, and then a feed is to be, in vain.
  private static var refused: String {
    var lines = SampleTrace.badge(layouts: [30], ended: false).split(separator: "\n").map(
      String.init)
    lines.insert(#"{"e":"view","v":3,"class":"Feed","in":1,"clean":true}"#, at: 3)
    lines += [
      #"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"force","v":3}"#,
      #"{"e":"forced","batches":0}"#, #"{"e":"end","turns":1}"#, "",
    ]
    return lines.joined(separator: "\n")
  }

  @Test("a refused layout outside any other is hidden by no loop of its turn")
  func refusedAlone() throws {
    let calm = try folder.write(SampleTrace.badge(layouts: [30]), to: "known.jsonl")
    let trace = try folder.write(Self.refused, to: "refused.jsonl")
    let known = "--baseline=\(folder.path("known.json"))"
    let update = try InProcess.loophunt(
      "replay", known, "--update-baseline", "-q", "--threshold=20", calm)
    #expect(update.status == 0)
    #expect(try InProcess.loophunt("replay", known, "--threshold=20", trace).status == 1)
    for command in ["scan", "replay"] {
      let ignoring = try InProcess.loophunt(
        command, "--ignore-class=Badge=x", "--threshold=20", trace)
      #expect(ignoring.status == 1, "\(command)")
    }
  }

  @Test("the report of a refused layout shows no cycle of another loop of its turn")
  func refusedBeside() throws {
    var lines = SampleTrace.badge(layouts: [150], ended: false).split(separator: "\n").map(
      String.init)
    lines.insert(#"{"e":"view","v":3,"class":"Feed","in":1,"clean":true}"#, at: 3)
    lines.insert(#"{"e":"view","v":4,"class":"Row","in":1,"clean":true}"#, at: 4)
    lines += [
      #"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"commit"}"#, #"{"e":"layout","v":3}"#,
      #"{"e":"force","v":4,"by":3}"#, #"{"e":"forced","batches":0}"#, #"{"e":"done","v":3}"#,
      #"{"e":"committed","batches":1}"#, #"{"e":"end","turns":1}"#, "",
    ]
    let trace = try folder.write(lines.joined(separator: "\n"), to: "beside.jsonl")
    let outcome = try Child.loophunt("replay", "--no-config", "--no-proof", trace)
    let reports = outcome.text.components(separatedBy: "Fingerprint")
    #expect(outcome.status == 1 && reports.count == 3, "\(outcome.text)")
    #expect(reports.last?.contains("Cycle of") == false)
    #expect(!outcome.text.contains("follow no pattern"))
    #expect(outcome.text.contains("It was dirtied once by setNeedsLayout outside any layout."))
  }

  /// A pass that ended at its limit: an ignored view goes on, and others that are dirty from the beginning
  /// come to their only layouts at the end.
  private static func late(_ others: Int, forced: Bool) -> String {
    var lines = [
      #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
      #"{"e":"view","v":2,"class":"Ticker","in":1}"#,
    ]
    lines += (0..<others).map { #"{"e":"view","v":\#($0 + 3),"class":"Row","in":1}"# }
    lines += [#"{"e":"turn","n":1}"#, forced ? #"{"e":"force","v":1}"# : #"{"e":"commit"}"#]
    for view in [Int](repeating: 2, count: 50) + (0..<others).map({ $0 + 3 }) {
      lines += [#"{"e":"layout","v":\#(view)}"#, #"{"e":"done","v":\#(view)}"#]
    }
    let end = forced ? #"forced","batches":100"# : #"committed","batches":100,"hit":true"#
    return (lines + [#"{"e":"\#(end)}"#, #"{"e":"end","turns":1}"#, ""]).joined(separator: "\n")
  }

  @Test(
    "a limit beside an ignored view is judged by the recording's order of layouts",
    arguments: [1, 2], [true, false])
  func lateLayouts(others: Int, forced: Bool) throws {
    let trace = try folder.write(Self.late(others, forced: forced), to: "late.jsonl")
    let rule = ["--ignore-class=Ticker=x", "--threshold=20"]
    for command in [["scan"], ["replay"], ["diff", "--tolerance=99999999", calm]] {
      let outcome = try InProcess.loophunt(command + rule + [trace])
      #expect(outcome.status == 1, "\(command)")
    }
  }

  @Test("a layout that was refused inside an ignored loop is explained, whatever limit follows")
  func refusedInside() throws {
    let text = """
      {"e":"trace","version":1}
      {"e":"view","v":1,"class":"Window"}
      {"e":"view","v":2,"class":"Ticker","in":1}
      {"e":"view","v":3,"class":"Ticker","in":2}
      {"e":"turn","n":1}
      {"e":"layout","v":3}
      {"e":"done","v":3}
      {"e":"layout","v":3}
      {"e":"force","v":3,"by":3}
      {"e":"forced","batches":0}
      {"e":"done","v":3}
      {"e":"layout","v":3}
      {"e":"done","v":3}
      {"e":"commit"}
      {"e":"layout","v":2}
      {"e":"done","v":2}
      {"e":"layout","v":2}
      {"e":"dirty","v":2,"why":"explicit","by":2}
      {"e":"done","v":2}
      {"e":"committed","batches":8,"hit":true}
      {"e":"end","turns":1}

      """
    let trace = try folder.write(text, to: "inside.jsonl")
    for command in ["scan", "replay"] {
      let outcome = try Child.loophunt(
        command, "--ignore-class=Ticker=x", "--threshold=2", "--allow-no-layouts", trace)
      #expect(outcome.status == 0, "\(command)")
    }
  }

  /// A turn with a ticker and another view.
  private func turn(
    _ lines: [String], nestingLimit: Int = 256, to name: String? = nil
  ) throws -> String {
    let text =
      [
        #"{"e":"trace","version":1,"nestingLimit":\#(nestingLimit)}"#,
        #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"view","v":2,"class":"Ticker","in":1,"clean":true}"#,
        #"{"e":"view","v":3,"class":"Other","in":1,"clean":true}"#,
        #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#,
      ] + lines + [#"{"e":"end","turns":1}"#, ""]
    return try folder.write(text.joined(separator: "\n"), to: name ?? "turn\(lines.count).jsonl")
  }

  /// The layout of a view, which dirties another or itself.
  private static func layout(_ view: Int, dirtying next: Int?) -> [String] {
    let dirty = next.map { [#"{"e":"dirty","v":\#($0),"why":"explicit","by":\#(view)}"#] }
    return [#"{"e":"layout","v":\#(view)}"#] + (dirty ?? []) + [#"{"e":"done","v":\#(view)}"#]
  }

  /// A forced pass, or a commit at its limit, of which `round` is repeated.
  private static func settling(_ count: Int) -> [String] {
    [#"{"e":"force","v":2}"#]
      + (1...count).flatMap { layout(2, dirtying: $0 == count ? nil : 2) }
  }

  private static func endless(_ count: Int, _ round: [String]) -> [String] {
    [#"{"e":"commit"}"#] + (1...count).flatMap { _ in round }
      + [#"{"e":"committed","batches":\#(count),"hit":true}"#]
  }

  /// A commit at its limit in which the ticker gets wider and wider.
  private static func drifting(_ count: Int) -> [String] {
    var lines = [#"{"e":"commit"}"#]
    for width in 0..<count {
      lines += [
        #"{"e":"layout","v":2}"#,
        #"{"e":"frame","v":2,"to":[0,0,\#(width + 1),9],"was":[0,0,\#(width),9],"by":2}"#,
        #"{"e":"dirty","v":2,"why":"size","by":2}"#, #"{"e":"done","v":2}"#,
      ]
    }
    return lines + [#"{"e":"committed","batches":\#(count),"hit":true}"#]
  }

  /// The status of a trace with a baseline that knows the loops of another.
  private func status(
    _ trace: String, knowing known: String, threshold: Int, judging other: Int? = nil
  ) throws -> Int32? {
    let baseline = folder.path("known.json")
    try? FileManager.default.removeItem(atPath: baseline)
    let options = ["replay", "--quiet", "--no-proof", "--baseline=\(baseline)"]
    let own = options + ["--threshold=\(threshold)"]
    #expect(try InProcess.loophunt(own + ["--update-baseline", known]).status == 0)
    #expect(try InProcess.loophunt(own + [known]).status == 0)
    return try InProcess.loophunt(options + ["--threshold=\(other ?? threshold)", trace]).status
  }

  @Test("a known loop that settled in an earlier pass explains no later one at its limit")
  func settledBefore() throws {
    let known = try turn(Self.settling(24))
    let both = Self.layout(2, dirtying: 3) + Self.layout(3, dirtying: 2)
    let start = #"{"e":"dirty","v":2,"why":"explicit"}"#
    // The ticker crosses its threshold in the pass at the limit, too, or does not.
    for count in [15, 24, 70] {
      let trace = try turn(Self.settling(24) + [start] + Self.endless(count, both))
      #expect(try status(trace, knowing: known, threshold: 20) == 1, "\(count)")
      let other = try turn(Self.settling(24) + [start] + Self.drifting(count))
      #expect(try status(other, knowing: known, threshold: 20) == 1, "\(count)")
      let again = try turn(
        Self.settling(24) + [start] + Self.endless(count, Self.layout(2, dirtying: 2)))
      #expect(try status(again, knowing: known, threshold: 20) == 0, "\(count)")
    }
  }

  @Test("a known loop that settled gives its name to no refused layout of another pass")
  func refusedOutside() throws {
    let known = try turn(Self.settling(24))
    let start = #"{"e":"dirty","v":2,"why":"explicit"}"#
    let refused = [
      start, #"{"e":"commit"}"#, #"{"e":"layout","v":2}"#,
      #"{"e":"dirty","v":3,"why":"explicit","by":2}"#, #"{"e":"force","v":3,"by":2}"#,
      #"{"e":"forced","batches":0}"#, #"{"e":"done","v":2}"#, #"{"e":"layout","v":3}"#,
      #"{"e":"done","v":3}"#, #"{"e":"committed","batches":2}"#,
    ]
    for lines in [Self.settling(24) + refused, refused + [start] + Self.settling(24)] {
      let trace = try turn(lines)
      for threshold in [20, 1_000] {
        #expect(try status(trace, knowing: known, threshold: 20, judging: threshold) == 1)
      }
      for command in ["scan", "replay"] {
        let outcome = try InProcess.loophunt(
          command, "--ignore-class=Ticker=x", "--threshold=20", trace)
        #expect(outcome.status == 1, "\(command)")
      }
    }
  }

  @Test("a known loop below its threshold hides no other one in a pass at its limit")
  func besideKnown() throws {
    let known = try turn(Self.settling(109))
    let start = #"{"e":"dirty","v":3,"why":"explicit"}"#
    let ticks = Self.layout(2, dirtying: 2)
    for other in [
      Self.layout(3, dirtying: 3), Self.layout(3, dirtying: 1) + Self.layout(1, dirtying: 3),
    ] {
      let trace = try turn([start] + Self.endless(90, ticks + other))
      #expect(try status(trace, knowing: known, threshold: 100) == 1)
    }
  }

  /// A recording of views that force their own layouts until they are refused, and of a wave until the limit.
  private func recording(
    _ name: String, recursions: [(String, Int)], wave: Int
  ) throws -> String {
    let loop = TurnLoop()
    (loop.passLimit, loop.nestingLimit) = (1_000, 10)
    let window = Window(frame: CGRect(x: 0, y: 0, width: 99, height: 99), loop: loop)
    let cells = (0..<wave).map { _ in GeneratedView("cell") }
    let views = recursions.map { GeneratedView($0.0) }
    for view in cells + views { window.addSubview(view) }
    loop.runUntilIdle()
    for (index, cell) in cells.enumerated() {
      unowned let next = cells[(index + 1) % wave]
      cell.onLayout = { _ in next.setNeedsLayout() }
    }
    let recorder = try TraceRecorder(loop, to: .memory)
    cells.first?.setNeedsLayout()
    for (view, (_, layouts)) in zip(views, recursions) {
      view.layouts = 0
      view.onLayout = { view in
        guard view.layouts < layouts else { return }
        view.setNeedsLayout()
        view.layoutIfNeeded()
      }
      view.setNeedsLayout()
    }
    loop.runTurn()
    try recorder.finish()
    return try folder.write(String(decoding: recorder.bytes, as: UTF8.self), to: name)
  }

  @Test("a refused layout is hidden by no known one, and by no known wave", arguments: [0, 20])
  func refusedBesideKnown(wave: Int) throws {
    let recursion = ("known", 40)
    let known = try recording(
      "only.jsonl", recursions: wave > 0 ? [] : [recursion], wave: wave)
    let both = try recording(
      "both.jsonl", recursions: (wave > 0 ? [] : [recursion]) + [("other", 30)], wave: wave)
    #expect(try status(both, knowing: known, threshold: 100) == 1)
  }

  @Test("a view explains what was refused in a pass only by its layouts in this pass")
  func refusedLater() throws {
    let trace = try turn(
      Self.settling(3) + [
        #"{"e":"dirty","v":3,"why":"explicit"}"#, #"{"e":"commit"}"#, #"{"e":"layout","v":3}"#,
        #"{"e":"dirty","v":2,"why":"explicit","by":3}"#, #"{"e":"force","v":2,"by":3}"#,
        #"{"e":"forced","batches":0}"#, #"{"e":"done","v":3}"#,
        #"{"e":"committed","batches":1}"#,
      ], nestingLimit: 1)
    for command in ["scan", "replay"] {
      let outcome = try Child.loophunt(command, "--ignore-class=Ticker=x", "--threshold=2", trace)
      #expect(outcome.status == 1, "\(command)")
    }
  }

  /// The status of each command that judges a trace.
  private func statuses(_ options: [String], _ trace: String) throws -> [String: Int32] {
    var statuses: [String: Int32] = [:]
    let rounds = (1...9).flatMap { _ in (1...3).flatMap { Self.layout($0, dirtying: nil) } }
    let before = try turn(rounds, to: "before.jsonl")
    for command in [["scan"], ["replay", "--no-proof"], ["diff", "--tolerance=99999", before]] {
      let more = ["--no-config", "--threshold=20", "--allow-no-layouts", "--quiet"]
      statuses[command[0]] = try InProcess.loophunt(command + more + options + [trace]).status
    }
    return statuses
  }

  private static func all(_ status: Int32) -> [String: Int32] {
    ["scan": status, "replay": status, "diff": status]
  }

  /// The beginning of a commit: a layout of one view, in which that of another is refused, and two of a
  /// quiet view.
  private static func refusing(_ view: Int, _ forced: Int, _ deeds: [String] = []) -> [String] {
    let quiet = #"{"e":"dirty","v":1,"why":"explicit"}"#
    let start = #"{"e":"dirty","v":\#(view),"why":"explicit"}"#
    return [quiet, start, #"{"e":"commit"}"#] + layout(1, dirtying: 1) + layout(1, dirtying: nil)
      + [#"{"e":"layout","v":\#(view)}"#] + deeds
      + [#"{"e":"force","v":\#(forced),"by":\#(view)}"#, #"{"e":"forced","batches":0}"#]
      + [#"{"e":"done","v":\#(view)}"#]
  }

  @Test("a refused layout is judged by the views around it, and by no quiet one of its turn")
  func refusedAround() throws {
    let end = [#"{"e":"committed","batches":3}"#]
    let child = #"{"e":"view","v":4,"class":"Ticker","in":2}"#
    let gone = #"{"e":"gone","v":4}"#
    // Inside a ticker: itself, its child, its child that is dead before it was ever laid out, or both are.
    let ignored = [
      Self.refusing(2, 2), Self.refusing(2, 4, [child]), Self.refusing(2, 4, [child]) + [gone],
      Self.refusing(2, 4, [child]) + [gone, #"{"e":"gone","v":2}"#],
    ]
    for (index, lines) in ignored.enumerated() {
      let trace = try turn(lines + end)
      #expect(try statuses(["--ignore-class=Ticker=x"], trace) == Self.all(0), "\(index)")
      #expect(try statuses([], trace) == Self.all(1), "\(index)")
    }
    // A view that no rule ignores is around it, alive or dead.
    let judged = [
      Self.refusing(2, 3), Self.refusing(3, 2), Self.refusing(3, 3),
      Self.refusing(3, 3) + [#"{"e":"gone","v":3}"#],
    ]
    for (index, lines) in judged.enumerated() {
      for more in [[], ["--ignore-class=Window=x"]] {
        let rules = ["--ignore-class=Ticker=x"] + more
        #expect(try statuses(rules, try turn(lines + end)) == Self.all(1), "\(index) \(rules)")
      }
    }
  }

  @Test("a refused layout is told of a view around it, with the depth at which it was refused")
  func refusedDepth() throws {
    let trace = try turn(Self.refusing(2, 2) + [#"{"e":"committed","batches":3}"#])
    let scanned = try InProcess.loophunt("scan", "--no-config", trace)
    #expect(scanned.text.hasPrefix("Ticker (view 2)"), "\(scanned.text)")
    #expect(scanned.text.contains("refused, 1 deep"), "\(scanned.text)")
    let replayed = try InProcess.loophunt("replay", "--no-config", "--no-proof", trace)
    let words = replayed.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasPrefix("`Ticker` (Window/Ticker)"), "\(words)")
    #expect(words.contains("refused, 1 deep"), "\(words)")
    #expect(!words.contains("no view more often"))
  }

  /// A commit at its limit in which each view is replaced by a new one of its class, beside others.
  private static func replacing(
    _ rounds: Int, _ className: String, beside others: [String]
  ) -> [String] {
    var lines = [#"{"e":"view","v":10,"class":"\#(className)","in":1}"#, #"{"e":"commit"}"#]
    for view in 10..<rounds + 10 {
      lines += [
        #"{"e":"layout","v":\#(view)}"#,
        #"{"e":"view","v":\#(view + 1),"class":"\#(className)","in":1}"#,
        #"{"e":"done","v":\#(view)}"#, #"{"e":"gone","v":\#(view)}"#,
      ]
      lines += others
    }
    return lines + [#"{"e":"committed","batches":\#(rounds),"hit":true}"#]
  }

  @Test("views that replace each other until a limit are ignored by their class, dead or alive")
  func replaced() throws {
    let rules = ["--ignore-class=Ticker=x"]
    let ticks = Self.layout(2, dirtying: 2)
    // The ticker that stays crosses the threshold, or does not, or is not laid out.
    for (rounds, others) in [(50, ticks), (15, ticks), (50, []), (15, [])] {
      let ignored = try turn(Self.replacing(rounds, "Ticker", beside: others))
      #expect(try statuses(rules, ignored) == Self.all(0), "\(rounds) \(others)")
      #expect(try statuses([], ignored) == Self.all(1), "\(rounds) \(others)")
      let judged = try turn(Self.replacing(rounds, "Other", beside: others))
      #expect(try statuses(rules, judged) == Self.all(1), "\(rounds) \(others)")
    }
    // A view that a ticker dirtied goes on by itself once the ticker has settled.
    let start = #"{"e":"dirty","v":2,"why":"explicit"}"#
    var lines = Self.replacing(60, "Other", beside: [])
    lines.insert(contentsOf: (1...21).flatMap { _ in ticks }, at: 2)
    #expect(try statuses(rules, try turn([start] + lines)) == Self.all(1))
  }

  @Test("a limit is judged in a trace whose laid out views are all ignored")
  func ignored() throws {
    let text =
      SampleTrace.badge(layouts: [1], ended: false) + """
        {"e":"turn","n":2}
        {"e":"commit"}
        {"e":"committed","batches":9,"hit":true}
        {"e":"end","turns":2}

        """
    let trace = try folder.write(text, to: "ignored.jsonl")
    for command in ["scan", "replay"] {
      #expect(
        try InProcess.loophunt(command, "--ignore-class=Badge=x", trace).status == 1, "\(command)")
    }
  }

  @Test("a forced pass whose last layout never ends is counted up to the end of its turn")
  func torn() throws {
    let layouts = [5, 4, 2, 4, 4, 4, 5].map {
      #"{"e":"layout","v":\#($0)}"# + "\n" + #"{"e":"done","v":\#($0)}"#
    }
    let lines =
      [
        #"{"e":"trace","version":1,"passLimit":15}"#,
        #"{"e":"view","v":1,"class":"Window","clean":true,"frame":[0,0,10,20]}"#,
        #"{"e":"view","v":2,"class":"Cell","in":1,"at":0,"clean":true,"frame":[0,0,10,20]}"#,
        #"{"e":"layout","v":1}"#,
        #"{"e":"view","v":4,"class":"Row","in":1,"at":0,"frame":[0,0,44,20]}"#,
        #"{"e":"turn","n":3}"#,
        #"{"e":"view","v":5,"class":"Cell","in":4,"at":0,"frame":[0,0,0,20]}"#,
        #"{"e":"force","v":1}"#,
      ] + Array(repeating: #"{"e":"layout","v":1}"#, count: 3) + [#"{"e":"commit"}"#] + layouts
      + [#"{"e":"layout","v":4}"#, #"{"e":"committed","batches":10,"hit":true}"#, ""]
    let file = try folder.write(lines.joined(separator: "\n"), to: "torn.jsonl")
    for command in ["replay", "scan"] {
      #expect(try InProcess.loophunt(command, "--lenient", file).status == 1, "\(command)")
    }
  }

  @Test("a limit is told although all views that reached it are gone by then")
  func gone() throws {
    let beginning = """
      {"e":"trace","version":1,"nestingLimit":1}
      {"e":"view","v":1,"class":"Window","clean":true}
      {"e":"view","v":2,"class":"Cell","in":1}
      {"e":"turn","n":1}
      {"e":"force","v":2}
      {"e":"layout","v":2}

      """
    let refused = """
      {"e":"force","v":2,"by":2}
      {"e":"forced","batches":0}
      {"e":"done","v":2}
      {"e":"gone","v":2}
      {"e":"end","turns":1}

      """
    let ended = """
      {"e":"done","v":2}
      {"e":"gone","v":2}
      {"e":"forced","batches":100}
      {"e":"end","turns":1}

      """
    for end in [refused, ended] {
      let file = try folder.write(beginning + end, to: "gone.jsonl")
      for command in ["replay", "scan"] {
        let run = try InProcess.loophunt(command, file)
        #expect(run.status == 1, "\(command): \(run.text)\(run.errors)")
      }
    }
  }

  @Test("replay, scan and report find it, and a pass that settles in its last batch doesn't count")
  func everyCommand() throws {
    let replayed = try InProcess.loophunt("replay", wave)
    let text = replayed.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(replayed.status == 1)
    #expect(text.contains("Verdict redundant: every round ends with the same geometry"))
    #expect(text.contains("the pass ended at its limit of 80 batches: 80 layouts of 8 views"))
    #expect(text.contains("Proof proved"), "\(text)")
    let scanned = try InProcess.loophunt("scan", wave)
    #expect(scanned.status == 1)
    #expect(scanned.text.contains("Cell \"cell0\" (view 2) had the most layouts when a pass ended"))
    #expect(scanned.text.contains("dirtied last by the layout of cell7"))
    let page = try InProcess.loophunt("report", wave)
    #expect(page.status == 0 && page.text.contains("the pass ended at its limit of 80 batches"))
    for command in ["replay", "scan"] {
      #expect(try InProcess.loophunt(command, calm).status == 0, "\(command)")
    }
  }

  @Test("an ignored view explains no pass by what it did in others")
  func ignoredElsewhere() throws {
    let forced = """
      {"e":"dirty","v":2,"why":"explicit"}
      {"e":"force","v":2}
      {"e":"layout","v":2}
      {"e":"done","v":2}

      """
    let turn = "{\"e\":\"turn\",\"n\":1}\n"
    let text = Self.wave(views: 3, batches: 12)
      .replacing(turn, with: turn + String(repeating: forced, count: 3))
    let trace = try folder.write(text, to: "forced.jsonl")
    for command in ["replay", "scan"] {
      // Four layouts in the pass, seven in the turn.
      let outcome = try InProcess.loophunt(
        command, "--threshold=5", "--ignore-view=cell0=moves on purpose", trace)
      #expect(outcome.status == 1, "\(command): \(outcome.text)\(outcome.errors)")
    }
  }

  @Test("diff finds it on one side, and not on both")
  func diff() throws {
    let appeared = try InProcess.loophunt("diff", "--tolerance=10000", calm, wave)
    #expect(appeared.status == 1 && appeared.text.contains("1 loop appeared"), "\(appeared.text)")
    #expect(try InProcess.loophunt("diff", wave, wave).status == 0)
  }

  @Test("all forms and merged results have it, and fit their schema")
  func forms() throws {
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    for command in ["replay", "scan"] {
      let json = try InProcess.loophunt(command, "--format=json", wave)
      #expect(json.status == 1)
      #expect(try schema.problems(of: json.text) == [], "\(command)")
      for form in ["sarif", "junit", "github", "markdown"] {
        let shown = try InProcess.loophunt(command, "--format=\(form)", wave)
        #expect(shown.status == 1 && shown.text.contains("cell"), "\(command) \(form)")
      }
      let part = folder.path("\(command).part")
      #expect(try InProcess.loophunt(command, "-q", "--format=partial=\(part)", wave).status == 1)
      let merged = try InProcess.loophunt("merge", part)
      let whole = try InProcess.loophunt(command, wave)
      #expect(merged.status == 1 && merged.text == whole.text, "\(command)")
    }
  }

  @Test("a limit without causes, and one without layouts, is found without a verdict")
  func bare() throws {
    let bare = try folder.write(
      Self.wave(views: 3, batches: 4, tellsCauses: false), to: "bare.jsonl")
    let empty = try folder.write(
      Self.wave(views: 3, batches: 4).replacing(
        "{\"e\":\"end\",\"turns\":1}",
        with: """
          {"e":"turn","n":2}
          {"e":"commit"}
          {"e":"committed","batches":4,"hit":true}
          {"e":"end","turns":2}
          """), to: "empty.jsonl")
    for file in [bare, empty] {
      let replayed = try InProcess.loophunt("replay", file)
      #expect(replayed.status == 1 && replayed.text.contains("undetermined: the pass ended at"))
      #expect(try InProcess.loophunt("scan", file).status == 1)
    }
  }

  @Test("thresholds and other hunted views hide no limit, ignored classes do")
  func options() throws {
    for options in [
      ["--threshold=100000"], ["--class-threshold=Cell=5000"], ["--view-threshold=cell3=5000"],
    ] {
      for command in ["replay", "scan"] {
        #expect(try InProcess.loophunt([command] + options + [wave]).status == 1)
      }
    }
    #expect(try InProcess.loophunt("replay", "--class=Cell", wave).status == 1)
    #expect(try InProcess.loophunt("replay", "--view=cell5", wave).text.contains("Window/cell5"))
    // The baseline knows a loop with a verdict, and never one without.
    let known = folder.path("known.json")
    let options = ["replay", "--baseline=\(known)"]
    #expect(try InProcess.loophunt(options + ["--update-baseline", wave]).status == 0)
    #expect(try InProcess.loophunt(options + [wave]).status == 0)
    let short = try folder.write(Self.wave(views: 2, batches: 3), to: "short.jsonl")
    #expect(try InProcess.loophunt(options + ["--update-baseline", short]).status == 0)
    #expect(try InProcess.loophunt(options + [short]).status == 1)
  }

  /// A turn in which one view dirties itself in each batch, and others are laid out beside it.
  private static func busy(_ others: (Int) -> (layout: Int, dirtied: Int?, by: Int)?) -> String {
    let batches = 200
    var lines = [
      #"{"e":"trace","version":1,"passLimit":\#(batches),"nestingLimit":256}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Busy","name":"busy","in":1,"at":0,"frame":[0,0,9,9],"clean":true}"#,
    ]
    for view in 3..<23 {
      lines.append(
        #"{"e":"view","v":\#(view),"class":"Cell","name":"cell\#(view)","in":1,"#
          + #""at":\#(view - 2),"frame":[0,0,9,9],"clean":true}"#)
    }
    lines += [#"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#]
    if others(0)?.by != 2 { lines.append(#"{"e":"dirty","v":3,"why":"explicit"}"#) }
    lines.append(#"{"e":"commit"}"#)
    for batch in 0..<batches {
      let other = others(batch)
      var layouts = [(view: 2, dirtied: [2])]
      if let other {
        if other.by == 2 { layouts[0].dirtied.append(other.layout) }
        layouts.append((other.layout, other.dirtied.map { [$0] } ?? []))
      }
      // In a batch, a view that was dirtied in the one before comes after the busy one.
      for (view, dirtied) in layouts {
        lines.append(#"{"e":"layout","v":\#(view)}"#)
        for target in dirtied {
          lines.append(#"{"e":"dirty","v":\#(target),"why":"explicit","by":\#(view)}"#)
        }
        lines.append(#"{"e":"done","v":\#(view)}"#)
      }
    }
    lines.append(#"{"e":"committed","batches":\#(batches),"hit":true}"#)
    return (lines + [#"{"e":"end","turns":1}"#, ""]).joined(separator: "\n")
  }

  @Test("a busier view that is ignored, known or not hunted explains no other loop in its pass")
  func besideBusy() throws {
    let both = try folder.write(
      Self.busy { (layout: 3 + $0 % 20, dirtied: 3 + ($0 + 1) % 20, by: 3) }, to: "both.jsonl")
    let victims = try folder.write(
      Self.busy { $0 > 0 ? (layout: 3 + $0 % 20, dirtied: nil, by: 2) : nil }, to: "victims.jsonl")
    let known = folder.path("busy.json")
    let alone = try folder.write(Self.busy { _ in nil }, to: "alone.jsonl")
    let baseline = ["--baseline=\(known)"]
    #expect(
      try InProcess.loophunt(["replay", "--update-baseline", alone] + baseline).status == 0)
    #expect(try InProcess.loophunt(["replay", alone] + baseline).status == 0)
    let cases: [(options: [String], commands: [String])] = [
      (["--ignore-view=busy=moves on purpose"], ["scan", "replay"]),
      (["--ignore-class=Busy=moves on purpose"], ["scan", "replay"]),
      (["--class=Cell"], ["replay"]), (baseline, ["replay"]),
      (baseline + ["--class-threshold=Busy=50"], ["replay"]),
    ]
    for (options, commands) in cases {
      for command in commands {
        let found = try InProcess.loophunt(
          [command, "--no-proof"].filter {
            command == "replay" || $0 != "--no-proof"
          } + options + [both])
        #expect(found.status == 1, "\(command) \(options): \(found.text)")
        let quiet = try InProcess.loophunt([command] + options + [victims])
        #expect(quiet.status == 0, "\(command) \(options): \(quiet.text)")
      }
    }
  }

  @Test("shrink and reproduce take the loop, or say why not")
  func shrinking() throws {
    let wave = try folder.write(Self.wave(views: 3, batches: 12), to: "short.jsonl")
    let small = try InProcess.loophunt("shrink", wave)
    #expect(small.status == 0, "\(small.errors)")
    let code = try InProcess.loophunt("reproduce", wave)
    #expect(code.status == 0 || code.errors.contains("loops like the trace"), "\(code.errors)")
  }

  @Test("a forced layout that was refused at the recorded nesting limit is found")
  func nesting() throws {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":100,"nestingLimit":3}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
    ]
    for view in 2...6 {
      lines.append(
        #"{"e":"view","v":\#(view),"class":"Level\#(view)","in":\#(view - 1),"at":0,"#
          + #""frame":[0,0,10,10],"clean":true}"#)
    }
    lines += [#"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"commit"}"#]
    for view in 2...4 {
      lines += [
        #"{"e":"layout","v":\#(view)}"#,
        #"{"e":"dirty","v":\#(view + 1),"why":"explicit","by":\#(view)}"#,
        #"{"e":"force","v":\#(view + 1),"by":\#(view)}"#,
      ]
    }
    lines += (2...4).reversed().map { #"{"e":"done","v":\#($0)}"# }
    lines += [
      #"{"e":"layout","v":5}"#, #"{"e":"done","v":5}"#, #"{"e":"committed","batches":4}"#,
      #"{"e":"end","turns":1}"#, "",
    ]
    let trace = lines.joined(separator: "\n")
    let refused = try folder.write(trace, to: "refused.jsonl")
    let allowed = try folder.write(
      trace.replacing(#""nestingLimit":3"#, with: #""nestingLimit":4"#), to: "allowed.jsonl")
    for command in ["replay", "scan"] {
      let outcome = try InProcess.loophunt(command, refused)
      #expect(outcome.status == 1 && outcome.text.contains("refused, 3 deep"), "\(command)")
      #expect(try InProcess.loophunt(command, allowed).status == 0, "\(command)")
    }
  }

  /// A trace whose event forces the layout of a view so many times, in one pass.
  private static func forced(_ layouts: Int, _ ending: String?) -> String {
    var lines = [
      #"{"e":"trace","version":1,"passLimit":\#(layouts),"nestingLimit":256}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"view","v":2,"class":"Cell","name":"cell","in":1,"at":0,"frame":[0,0,9,9],"clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"dirty","v":2,"why":"explicit"}"#, #"{"e":"force","v":2}"#,
    ]
    for layout in 1...layouts {
      lines.append(#"{"e":"layout","v":2}"#)
      if ending != nil || layout < layouts {
        lines.append(#"{"e":"dirty","v":2,"why":"explicit","by":2}"#)
      }
      lines.append(#"{"e":"done","v":2}"#)
    }
    return (lines + [ending, #"{"e":"end","turns":1}"#, ""].compactMap { $0 })
      .joined(separator: "\n")
  }

  @Test("a forced pass that ended at its limit is found by every command")
  func forcedPass() throws {
    let found = try folder.write(
      Self.forced(40, #"{"e":"forced","batches":40}"#), to: "forced.jsonl")
    let settled = try folder.write(Self.forced(40, nil), to: "settled.jsonl")
    for command in ["replay", "scan"] {
      let outcome = try InProcess.loophunt(command, found)
      #expect(outcome.status == 1, "\(command)")
      let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("40 batches"), "\(command) \(words)")
      #expect(try InProcess.loophunt(command, settled).status == 0, "\(command)")
    }
    #expect(try InProcess.loophunt("report", found).text.contains("1 layout loop"))
    #expect(try InProcess.loophunt("diff", "--tolerance=9999", settled, found).status == 1)
    #expect(try InProcess.loophunt("diff", "--tolerance=9999", found, settled).status == 0)
    let inside = try folder.write(
      Self.forced(3, nil).replacing(
        #"{"e":"done","v":2}"#, with: #"{"e":"forced","batches":3}"# + "\n" + #"{"e":"done","v":2}"#
      ),
      to: "inside.jsonl")
    let mistakes = try InProcess.loophunt("validate", inside)
    #expect((mistakes.text + mistakes.errors).contains("a forced pass ends inside a layout"))
  }

  @Test("a refused layout is found wherever layouts run, with its line and without")
  func refusals() throws {
    // Nothing explains these layouts, so that a replay runs each in a pass of its own.
    let bare = [
      #"{"e":"trace","version":1,"nestingLimit":1}"#,
      #"{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}"#,
      #"{"e":"turn","n":1}"#, #"{"e":"layout","v":1}"#, #"{"e":"force","v":1,"by":1}"#,
      #"{"e":"done","v":1}"#, #"{"e":"end","turns":1}"#, "",
    ].joined(separator: "\n")
    let told = bare.replacing(#""nestingLimit":1"#, with: #""nestingLimit":9"#)
      .replacing(#""by":1}"#, with: #""by":1}"# + "\n" + #"{"e":"forced","batches":0}"#)
    let calm = bare.replacing(#""nestingLimit":1"#, with: #""nestingLimit":2"#)
    for (index, (text, status)) in [(bare, 1), (told, 1), (calm, 0)].enumerated() {
      let file = try folder.write(text, to: "refused\(index).jsonl")
      for command in ["replay", "scan"] {
        #expect(
          try InProcess.loophunt(command, file).status == Int32(status), "\(command) \(index)")
      }
    }
  }

  @Test(
    "no threshold is so large that it hides a limit",
    arguments: ["2147483646", "2147483647", "9007199254740991"])
  func largeThresholds(number: String) throws {
    for command in ["replay", "scan"] {
      for option in ["--threshold=", "--class-threshold=Cell="] {
        #expect(
          try InProcess.loophunt(command, "\(option)\(number)", wave).status == 1, "\(option)")
      }
    }
  }

  @Test("layouts that nest deeper than a replay can are counted as they were recorded")
  func deepNesting() throws {
    let layouts = Array(repeating: #"{"e":"layout","v":1}"#, count: 1_100)
    let lines =
      [
        #"{"e":"trace","version":1}"#, #"{"e":"view","v":1,"class":"Window","clean":true}"#,
        #"{"e":"turn","n":1}"#,
      ] + layouts + layouts.map { $0.replacing("layout", with: "done") }
      + [#"{"e":"end","turns":1}"#, ""]
    let file = try folder.write(lines.joined(separator: "\n"), to: "deep.jsonl")
    for (threshold, status) in [(1_000, 1), (1_050, 1), (1_099, 1), (1_100, 0)] {
      for command in ["replay", "scan"] {
        let outcome = try InProcess.loophunt(command, "--threshold=\(threshold)", file)
        #expect(outcome.status == Int32(status), "\(command) \(threshold)")
      }
    }
  }
}
