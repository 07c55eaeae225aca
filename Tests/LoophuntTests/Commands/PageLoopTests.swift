import CommandSupport
import Foundation
import TestSupport
import Testing

/// Pages with a known truth: `Tests/Recordings/Pages/truth.json` was written before they were recorded.
@Suite("Loops of pages, by pairs of functions")
struct PageLoopTests {
  private let folder = TemporaryFolder()

  /// A pair of functions, the layouts that it forces in the worst task, and further writers.
  struct Pair: Hashable {
    var writer: String
    var reader: String?
    var layouts: Int
    var others: Set<String> = []
    var library: String?
  }

  /// The pairs of each page.
  static let truth: [String: Set<Pair>] = {
    let data = (try? Data(Repository.bytes(of: "Tests/Recordings/Pages/truth.json"))) ?? Data()
    let pages = try? JSONSerialization.jsonObject(with: data) as? [String: [[Any]]]
    return (pages ?? [:]).mapValues { pairs in
      Set(
        pairs.map {
          Pair(
            writer: $0[0] as? String ?? "", reader: $0[1] as? String, layouts: $0[2] as? Int ?? 0,
            others: Set($0.count > 3 ? $0[3] as? [String] ?? [] : []),
            library: $0.count > 4 ? $0[4] as? String : nil)
        })
    }
  }()

  private func path(_ page: String) -> String {
    let name = page.replacingOccurrences(of: "/", with: "-")
    return Repository.path("Tests/Recordings/Made/chromium-\(name).json.gz")
  }

  /// The reports of a recording.
  private func reports(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try InProcess.loophunt(["replay", "--format=json"] + arguments)
    let document = try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any]
    let files = try #require(document?["files"] as? [[String: Any]])
    return files.flatMap { $0["loops"] as? [[String: Any]] ?? [] }
      .compactMap { $0["report"] as? [String: Any] }
  }

  private func pair(_ report: [String: Any]) -> Pair {
    func function(_ edge: Any?) -> String? { (edge as? [String: Any])?["function"] as? String }
    let culprit = report["culprit"] as? [String: Any]
    let share = report["share"] as? [String: Any]
    let own = share?["pair"] as? [String: Any]
    return Pair(
      writer: function(culprit?["edge"]) ?? "", reader: function(culprit?["force"]),
      layouts: own?["layouts"] as? Int ?? 0,
      others: Set((report["otherEdges"] as? [[String: Any]] ?? []).compactMap(function)),
      library: share?["writerLibrary"] as? String)
  }

  /// The folder with the source map of the page that a bundler made.
  private let maps = "--source-maps=\(Repository.path("Tests/Recordings/Pages/built"))"
  /// The folder with the source map of a bundle, which lists a library.
  private let bundle = "--source-maps=\(Repository.path("Tests/Recordings/Pages/bundle"))"

  @Test(
    "each pair of a page is a finding with its own count",
    arguments: sample(
      truth.keys.sorted(), oneIn: 6, seed: firstSeed("PageLoopTests.pairs")))
  func pairs(page: String) throws {
    #expect(Set(try reports(maps, bundle, path(page)).map(pair)) == Self.truth[page])
  }

  @Test(
    "Firefox's recording of a page has the same pairs, with the same counts and fingerprints",
    arguments: sample(
      [
        "three-writers", "while-parsing", "focus", "crossed", "entering", "dispatching",
        "sent-events", "own-events", "own-clicks", "promise-chain", "io-both",
      ], oneIn: 2,
      seed: firstSeed("PageLoopTests.firefox")))
  func firefox(page: String) throws {
    let recording = Repository.path("Tests/Recordings/Made/firefox-\(page).json.gz")
    let found = try reports("--forced-time=0", recording)
    let expected = try reports("--forced-time=0", path(page))
    #expect(Set(found.map(pair)) == Set(expected.map(pair)))
    func fingerprints(_ reports: [[String: Any]]) -> Set<String> {
      Set(reports.compactMap { $0["fingerprint"] as? String })
    }
    #expect(fingerprints(found) == fingerprints(expected))
  }

  @Test("the page at the root of a host has one fingerprint on every host")
  func hosts() throws {
    let unpacked = try Child.run("gzip", ["-dc", path("two-pairs")]).text
    let found = try ["http://localhost:8000/", "https://shop.example/?a=1"].map { root in
      let text = unpacked.replacing(#/http://[0-9.:]+/two-pairs.html/#, with: root)
      return try reports(try folder.write(text, to: "root.json"))
    }
    #expect(found[0].count == 2 && found[0].map(pair) == found[1].map(pair))
    #expect(fingerprint(found[0]) == fingerprint(found[1]))
    let edge = (found[0].first?["culprit"] as? [String: Any])?["edge"] as? [String: Any]
    #expect((edge?["location"] as? String)?.hasPrefix("index:") == true, "\(edge ?? [:])")
  }

  @Test("a bug has one fingerprint, minified or not, if the source map is there")
  func minified() throws {
    let plain = try reports(path("cards"))
    let built = try reports(maps, path("built/cards"))
    #expect(built.count == 1 && built.first?["fingerprint"] as? String == fingerprint(plain))
    let edge = (built.first?["culprit"] as? [String: Any])?["edge"] as? [String: Any]
    #expect(edge?["location"] as? String == "cards.js:5:3", "\(edge ?? [:])")
    #expect(try reports(path("built/cards")).map(pair).first?.writer == "t")
  }

  private func fingerprint(_ reports: [[String: Any]]) -> String? {
    reports.first?["fingerprint"] as? String
  }

  @Test("a source map is found in the recording, and inside of a script", arguments: [true, false])
  func mapInside(isSaved: Bool) throws {
    let unpacked = try Child.run("gzip", ["-dc", path("built/cards")]).output
    var trace = try #require(try JSONSerialization.jsonObject(with: unpacked) as? [String: Any])
    var events = try #require(trace["traceEvents"] as? [[String: Any]])
    let file = "Tests/Recordings/Pages/built/app.4f9c2e1a.min.js.map"
    let map = Data(try Repository.bytes(of: file))
    let data = events.compactMap { ($0["args"] as? [String: Any])?["data"] as? [String: Any] }
    let script = try #require(data.first { $0["sourceMapUrl"] is String })
    if isSaved {
      let content = try JSONSerialization.jsonObject(with: map)
      let url = script["url"] as? String ?? ""
      trace["metadata"] = ["sourceMaps": [["url": url, "sourceMap": content]]]
    } else {
      let address = "data:application/json;base64,\(map.base64EncodedString())"
      for index in events.indices where events[index]["name"] as? String == "ScriptCatchup" {
        var arguments = events[index]["args"] as? [String: Any] ?? [:]
        var part = arguments["data"] as? [String: Any] ?? [:]
        guard part["scriptId"] as? Int == script["scriptId"] as? Int,
          let text = part["sourceText"] as? String
        else { continue }
        part["sourceText"] = "\(text)\n//# sourceMappingURL=\(address)\n"
        arguments["data"] = part
        events[index]["args"] = arguments
      }
    }
    trace["traceEvents"] = events
    let own = try folder.write(try JSONSerialization.data(withJSONObject: trace), to: "own.json")
    let pairs = try reports(own).map(pair)
    #expect(pairs.first?.writer == "widenCard", "\(pairs)")
  }

  @Test("a broken source map is a warning, and the names of the script stay")
  func brokenMap() throws {
    let broken = try folder.write("{\"version\": 2}", to: "app.4f9c2e1a.min.js.map")
    let folder = URL(fileURLWithPath: broken).deletingLastPathComponent().path
    let outcome = try InProcess.loophunt("replay", "--source-maps=\(folder)", path("built/cards"))
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("warning: the source map of app.4f9c2e1a.min.js is left out"))
    #expect(outcome.text.contains("`t`"), "\(outcome.text)")
  }

  @Test("a folder or a source map that cannot be read is a warning")
  func unreadableMap() throws {
    let absent = try InProcess.loophunt("replay", "--source-maps=/nowhere", path("built/cards"))
    #expect(absent.status == 1)
    #expect(absent.errors.contains("warning: there is no folder /nowhere"))
    let maps = folder.path("maps")
    try FileManager.default.createDirectory(
      atPath: "\(maps)/app.4f9c2e1a.min.js.map", withIntermediateDirectories: true)
    let closed = try InProcess.loophunt("replay", "--source-maps=\(maps)", path("built/cards"))
    #expect(closed.status == 1)
    #expect(closed.errors.contains("app.4f9c2e1a.min.js.map cannot be read: it is a folder"))
  }

  @Test("a source map of many sections behind many lines is read in the time of one")
  func manySections() throws {
    let section = { (column: Int) in
      #"{"offset":{"line":400000,"column":\#(column)},"map":{"version":3,"sources":["a.js"],"#
        + #""names":[],"mappings":"AAAA"}}"#
    }
    let sections = (0..<400).map(section).joined(separator: ",")
    let map = try folder.write(
      #"{"version":3,"sections":[\#(sections)]}"#, to: "app.4f9c2e1a.min.js.map")
    let maps = URL(fileURLWithPath: map).deletingLastPathComponent().path
    let clock = ContinuousClock()
    let time = try clock.measure {
      _ = try InProcess.loophunt("replay", "--source-maps=\(maps)", path("built/cards"))
    }
    // Sorting all lines after each section takes minutes in a debug build.
    #expect(time < .seconds(20))
  }

  @Test("an ignored script is not blamed, and the innermost frame is if all are ignored")
  func ignoredScripts() throws {
    let none = try reports("--ignore-script=gallery", path("through-library")).map(pair)
    #expect(none.first?.writer == "q.css" && none.first?.library == nil, "\(none)")
    let named = try reports("--ignore-script=two-*.html", path("two-pairs")).map(pair)
    #expect(named == (try reports(path("two-pairs")).map(pair)))
  }

  @Test("findings with different causes have different fingerprints")
  func fingerprints() throws {
    let reports = try reports(
      Repository.path("Tests/Recordings/Made"),
      Repository.path("Tests/Recordings/chromium-thrash.json.gz"),
      Repository.path("Tests/Recordings/chromium-ro-pingpong.json.gz"),
      Repository.path("Tests/Recordings/firefox-thrash.json.gz"))
    #expect(reports.count >= 35)
    let causes = reports.map { report in
      "\((report["view"] as? [String: Any])?["path"] ?? "") \(pair(report).writer) "
        + (pair(report).reader ?? "")
    }
    let fingerprints = reports.compactMap { $0["fingerprint"] as? String }
    #expect(Set(fingerprints).count == Set(causes).count)
  }

  @Test("two browsers agree on the fingerprint of one page")
  func twoBrowsers() throws {
    let names = ["chromium-thrash", "firefox-thrash", "webkit-thrash"]
    let found = try names.map {
      try reports(Repository.path("Tests/Recordings/\($0).json.gz")).compactMap {
        $0["fingerprint"] as? String
      }
    }
    #expect(found.allSatisfy { $0.count == 1 } && Set(found).count == 1, "\(found)")
  }

  @Test("a recording of few categories tells what it can, and says once what it lacks")
  func fewCategories() throws {
    let unpacked = try Child.run("gzip", ["-dc", path("two-pairs")]).output
    let trace = try #require(try JSONSerialization.jsonObject(with: unpacked) as? [String: Any])
    var events = try #require(trace["traceEvents"] as? [[String: Any]])
    let kept = ["EventDispatch", "FunctionCall", "Layout", "UpdateLayoutTree"]
    events.removeAll { !kept.contains($0["name"] as? String ?? "") }
    for index in events.indices {
      var arguments = events[index]["args"] as? [String: Any] ?? [:]
      var begin = arguments["beginData"] as? [String: Any]
      begin?["stackTrace"] = nil
      begin?["sampleTraceId"] = nil
      arguments["beginData"] = begin
      events[index]["args"] = arguments
    }
    let few = try folder.write(try JSONSerialization.data(withJSONObject: events), to: "few.json")
    let outcome = try InProcess.loophunt("replay", few)
    #expect(outcome.status == 1 && outcome.text.contains("80 forced layouts in turn"))
    let warnings = outcome.errors.split(separator: "\n")
    #expect(warnings.count { $0.contains("recorded without tasks") } == 1, "\(outcome.errors)")
    #expect(warnings.count { $0.contains("recorded without stacks") } == 1, "\(outcome.errors)")
  }

  @Test("no threshold changes the counts and the order of the pairs")
  func thresholds() throws {
    let usual = try reports(path("two-pairs"))
    for threshold in [1, 40, 79] {
      let other = try reports("--threshold=\(threshold)", path("two-pairs"))
      #expect(other.map(pair) == usual.map(pair))
    }
    #expect(try reports("--threshold=80", path("two-pairs")).isEmpty)
  }

  @Test("each pair tells its layouts, its time and the layouts without it, in every form")
  func everyForm() throws {
    for form in ["text", "markdown", "junit", "sarif", "github"] {
      let text = try InProcess.loophunt("replay", "--format=\(form)", path("two-pairs")).text
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("without it 30 of 80 layouts remain"), "\(form): \(text)")
      #expect(words.contains("without it 50 of 80 layouts remain"), "\(form): \(text)")
      #expect(words.contains(#/ ms of [0-9.]+ ms in this task, [0-9.]+ ms in all/#), "\(form)")
    }
  }

  @Test("a few layouts that take long are a finding, unless time does not count")
  func time() throws {
    #expect(try reports(path("slow-reads")).count == 1)
    #expect(try reports("--forced-time=0", path("slow-reads")).isEmpty)
    let known = try folder.write(#"{"version": 1, "loops": []}"#, to: "known.json")
    #expect(try reports("--baseline=\(known)", path("slow-reads")).isEmpty)
    #expect(try reports("--baseline=\(known)", "--forced-time=30", path("slow-reads")).count == 1)
    // A loop that is known by its time is not gone in a run that does not judge time.
    let update = ["replay", "--baseline=\(known)", "--update-baseline"]
    _ = try InProcess.loophunt(update + ["--forced-time=30", path("slow-reads")])
    let listed = try String(contentsOfFile: known, encoding: .utf8)
    #expect(listed.contains("fingerprint"))
    let pruned = try InProcess.loophunt(update + ["--prune", path("slow-reads")])
    #expect(pruned.status == 0 && pruned.errors == "", "\(pruned.errors)")
    #expect(try String(contentsOfFile: known, encoding: .utf8) == listed)
    let gone = path("few-reads")
    #expect(try InProcess.loophunt(update + ["--prune", "--forced-time=30", gone]).status == 0)
    #expect(try !String(contentsOfFile: known, encoding: .utf8).contains("fingerprint"))
    let near = try InProcess.loophunt("replay", "--forced-time=100000", path("slow-reads"))
    #expect(near.status == 0)
  }

  @Test("a comparison of pages has the limits of a replay", arguments: ["slow-reads", "frames"])
  func comparison(page: String) throws {
    let option = page == "frames" ? "--forced-tasks=1000" : "--forced-time=0"
    let before = Repository.path("Tests/Recordings/chromium-clean.json.gz")
    for (options, status) in [([], 1), ([option], 0)] {
      let outcome = try InProcess.loophunt(
        ["diff", "--tolerance=99999"] + options + [before, path(page)])
      #expect(outcome.status == Int32(status), "\(options): \(outcome.errors)")
    }
  }

  @Test("two forced layouts in each of many frames are a finding, and fewer frames aren't one")
  func frames() throws {
    #expect(try reports(path("frames")).count == 1)
    #expect(try reports("--forced-tasks=1000", path("frames")).isEmpty)
  }

  @Test("a pause between two frames ends a row, and half of a row is a near miss")
  func rows() throws {
    let near = try InProcess.loophunt("replay", "--forced-tasks=100", path("frames"))
    #expect(near.status == 0)
    let words = near.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("past half of the turns in a row that are allowed"), "\(near.text)")
    let unpacked = try Child.run("gzip", ["-dc", path("frames")]).output
    var trace = try #require(try JSONSerialization.jsonObject(with: unpacked) as? [String: Any])
    var events = try #require(trace["traceEvents"] as? [[String: Any]])
    for index in events.indices {
      for key in ["ts", "dur"] {
        if let time = events[index][key] as? Int { events[index][key] = time * 20 }
      }
    }
    trace["traceEvents"] = events
    let slow = try folder.write(try JSONSerialization.data(withJSONObject: trace), to: "slow.json")
    #expect(try reports("--forced-time=0", slow).isEmpty)
  }

  @Test("one slow frame hides no row of frames where time does not count")
  func slowFrame() throws {
    let unpacked = try Child.run("gzip", ["-dc", path("frames")]).output
    var trace = try #require(try JSONSerialization.jsonObject(with: unpacked) as? [String: Any])
    var events = try #require(trace["traceEvents"] as? [[String: Any]])
    func begin(_ event: [String: Any]) -> Int { event["ts"] as? Int ?? 0 }
    func end(_ event: [String: Any]) -> Int { begin(event) + (event["dur"] as? Int ?? 0) }
    let layouts = events.filter { event in
      let data = (event["args"] as? [String: Any])?["beginData"] as? [String: Any]
      return event["name"] as? String == "Layout" && data?["stackTrace"] != nil
    }
    let slow = layouts[layouts.count / 2]
    for index in events.indices {
      if begin(events[index]) >= end(slow) {
        events[index]["ts"] = begin(events[index]) + 40_000
      } else if begin(events[index]) <= begin(slow), end(events[index]) >= end(slow) {
        events[index]["dur"] = end(events[index]) - begin(events[index]) + 40_000
      }
    }
    trace["traceEvents"] = events
    let file = try folder.write(try JSONSerialization.data(withJSONObject: trace), to: "slow.json")
    let known = try folder.write(#"{"version": 1, "loops": []}"#, to: "known.json")
    let reasons = try reports(file).map { ($0["share"] as? [String: Any])?["reason"] as? String }
    #expect(reasons == ["tasks"])
    let judged = try reports("--baseline=\(known)", file)
    #expect(try fingerprint(judged) == fingerprint(reports(path("frames"))))
    #expect(judged.count == 1)
  }

  @Test("tasks of other processes between the frames of a row do not end it, nor without times")
  func otherProcesses() throws {
    let unpacked = try Child.run("gzip", ["-dc", path("frames")]).output
    var trace = try #require(try JSONSerialization.jsonObject(with: unpacked) as? [String: Any])
    var events = try #require(trace["traceEvents"] as? [[String: Any]])
    let other = 99_999
    func event(_ name: String, _ ts: Int, _ dur: Int, _ args: [String: Any]) -> [String: Any] {
      [
        "name": name, "ph": "X", "pid": other, "tid": other, "ts": ts, "dur": dur, "args": args,
        "cat": "devtools.timeline",
      ]
    }
    let frames = events.filter { $0["name"] as? String == "FireAnimationFrame" }
    for frame in frames {
      let end = (frame["ts"] as? Int ?? 0) + (frame["dur"] as? Int ?? 0)
      for number in 1...2 {
        let begin = end + number * 500
        events.append(event("RunTask", begin, 100, [:]))
        events.append(event("Layout", begin + 10, 50, ["beginData": ["frame": "OTHER"]]))
      }
    }
    trace["traceEvents"] = events
    let file = try folder.write(try JSONSerialization.data(withJSONObject: trace), to: "two.json")
    let expected = try fingerprint(reports(path("frames")))
    let timeless = try InProcess.loophunt("import", file).text.replacing(#/,"t":\d+/#, with: "")
    for file in [file, try folder.write(timeless, to: "timeless.jsonl")] {
      let found = try reports(file)
      #expect(found.count == 1 && fingerprint(found) == expected)
    }
  }

  @Test("a document past half of its threshold is a near miss")
  func nearMisses() throws {
    let outcome = try InProcess.loophunt("replay", "--threshold=10", path("few-reads"))
    #expect(outcome.status == 0)
    let words = outcome.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("Near misses: 1, past half the threshold of 10"), "\(outcome.text)")
  }

  @Test("a baseline of an older version is recognised, with the command that renews it")
  func olderBaseline() throws {
    let recording = Repository.path("Tests/Recordings/chromium-thrash.json.gz")
    let old = #"{"fingerprint": "04d52f8a7aba1143", "sentence": "growRow"}"#
    let known = try folder.write("{\"version\": 1, \"loops\": [\(old)]}", to: "known.json")
    let judged = try InProcess.loophunt("replay", "--baseline=\(known)", recording)
    #expect(judged.status == 1)
    #expect(judged.errors.contains("--update-baseline --prune"), "\(judged.errors)")
    let renewal = ["replay", "--baseline=\(known)", "--update-baseline", "--prune", recording]
    #expect(try InProcess.loophunt(renewal).status == 0)
    let again = try InProcess.loophunt("replay", "--baseline=\(known)", recording)
    #expect(again.status == 0 && again.errors == "", "\(again.errors)")
  }
}
