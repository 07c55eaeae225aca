import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// The contents of `loophunt.json`, the places where it is found, and the precedence of options.
@Suite("Configuration")
struct ConfigurationTests {
  private let folder = TemporaryFolder()
  private let loop: String

  init() throws {
    for path in ["home/work/repo/.git", "home/work/repo/a/b", "home/other", "away/b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(path), withIntermediateDirectories: true)
    }
    loop = try folder.write(SampleTrace.badge(layouts: [60]), to: "loop.jsonl")
  }

  /// Runs the command in a folder, with a home of its own.
  private func run(
    in place: String, home: String = "home", _ arguments: String...
  ) throws -> CommandOutcome {
    try Child.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path(place), Child.binary] + arguments,
      environment: ["HOME": folder.path(home)])
  }

  // MARK: Finding it

  @Test("the file is looked for up to the root of the repository, no further, wherever the home is")
  func search() throws {
    let found = { (place: String) in
      // In debug each place has one other home.
      let others = sample(["home", "home/work", "away"], oneIn: 3, seed: UInt64(place.count))
      let lines = try ([place] + others).map { home in
        try run(in: place, home: home, "config").text.split(separator: "\n").first ?? ""
      }
      #expect(Set(lines).count == 1, "the home decides: \(lines)")
      return String(lines[0].dropFirst("Configuration: ".count))
    }
    #expect(try found("home/work/repo/a/b") == "none")
    try folder.write("{}", to: "home/work/loophunt.json")
    #expect(try found("home/work/repo/a/b") == "none", "it is above the repository")
    #expect(try found("home/work") == "loophunt.json")
    try folder.write("{}", to: "home/loophunt.json")
    #expect(try found("home/other") == "none", "outside of a repository nothing above counts")
    try folder.write("{}", to: "home/work/repo/loophunt.json")
    #expect(try found("home/work/repo/a/b") == "../../loophunt.json")
    // A work tree of git has a file in the place of the folder.
    try folder.write("gitdir: x", to: "home/work/repo/a/.git")
    #expect(try found("home/work/repo/a/b") == "none")
    try folder.write("{}", to: "home/work/repo/a/loophunt.json")
    #expect(try found("home/work/repo/a/b") == "../loophunt.json")
    try folder.write("{}", to: "loophunt.json")
    try folder.write("{}", to: "away/loophunt.json")
    #expect(try found("away/b") == "none", "outside of a repository nothing above counts")
    #expect(try found("away") == "loophunt.json")
    let none = try run(in: "away", "config", "--no-config")
    #expect(
      none.text == "Configuration: none\n  threshold: 100 (default)\n  formats: text (default)\n")
    let both = try run(in: "away", "scan", "--no-config", "--config=x", loop)
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
  }

  @Test("a file that is found and cannot be read is an error, never as if there were none")
  func unreadable() throws {
    let place = folder.path("away/loophunt.json")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    let directory = try run(in: "away", "scan", loop)
    #expect(directory.status == 2 && directory.text == "")
    #expect(directory.errors.hasPrefix("loophunt: loophunt.json: cannot be read: it is a folder;"))
    #expect(try run(in: "away", "scan", "--no-config", loop).status == 0)
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "nowhere")
    let link = try run(in: "away", "scan", loop)
    #expect(link.status == 2 && link.errors.contains("loophunt.json: there is no such file;"))
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "loophunt.json")
    let circle = try run(in: "away", "scan", loop)
    #expect(circle.status == 2 && circle.errors.contains("cannot be read: Too many levels"))
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let huge = try folder.write("{", to: "huge.json")
    #expect(truncate(huge, 1 << 40) == 0)
    for (path, said) in [
      ("/dev/zero", "cannot be read: it is a device"), (folder.path("pipe"), "it is a pipe"),
      (folder.path("gone"), "there is no such file"), (huge, "is larger than 1 MB"),
    ] {
      let outcome = try InProcess.loophunt(["scan", "--config=\(path)", loop])
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.hasPrefix("loophunt: \(path): "), "\(outcome.errors)")
      #expect(outcome.errors.contains(said), "\(outcome.errors)")
    }
  }

  // MARK: Contents

  @Test("paths in the file are relative to it, and options win")
  func paths() throws {
    try folder.write(
      #"""
      {"threshold": 20, "baseline": "known.json", "formats": ["text", "sarif=out.sarif", "jsonl=out"]}
      """#, to: "home/work/repo/loophunt.json")
    let here = "home/work/repo/a"
    let missing = try run(in: here, "replay", loop)
    #expect(missing.status == 2 && missing.errors.contains("there is no baseline '../known.json'"))
    #expect(try run(in: here, "replay", "--update-baseline", loop).status == 0)
    let known = try run(in: here, "replay", loop)
    #expect(known.status == 0 && known.text.contains("Known ("))
    for name in ["known.json", "out.sarif", "out"] {
      #expect(
        FileManager.default.fileExists(atPath: folder.path("home/work/repo/\(name)")), "\(name)")
    }
    // A scan knows neither a baseline nor SARIF.
    let scan = try run(in: here, "scan", loop)
    #expect(scan.status == 1 && scan.text.contains("looping view"))
    let options = try run(
      in: here, "replay", "--threshold=70", "--format=json",
      "--baseline=\(folder.path("home/work/repo/known.json"))", loop)
    #expect(options.status == 0 && options.text.hasPrefix("{"))
    #expect(options.text.contains(#""threshold" : 70"#))
    #expect(try run(in: here, "replay", "--format=partial=../part", loop).status == 0)
    #expect(try run(in: here, "merge", "../part").status == 0)
    #expect(try run(in: here, "merge", "--no-config", "../part").status == 1)
    #expect(try run(in: here, "scan", "--format=partial=../part", loop).status == 1)
    let merged = try run(in: here, "merge", "../part")
    #expect(merged.status == 1 && merged.errors == "" && merged.text == scan.text)
    let diff = try run(in: here, "diff", "--format=json", loop, loop)
    #expect(diff.status == 0 && diff.text.contains(#""turnsAfter" : 1"#), "the threshold is 20")
    let small = try run(in: here, "shrink", "--budget=1", "-q", "-o", "../small", loop)
    #expect(small.status == 0, "\(small.errors)")
    let replaced = try run(in: here, "scan", "--format=json=../loophunt.json", loop)
    #expect(replaced.status == 2 && replaced.errors.contains("would overwrite '../loophunt.json'"))
    let lost = try run(in: here, "scan", "--format=json=../known.json", loop)
    #expect(lost.status == 2 && lost.errors.contains("would overwrite '../known.json'"))
  }

  @Test("results of the file stay below its folder, wherever links lead")
  func confined() throws {
    for (link, target) in [("out", "/tmp"), ("file", "../../x"), ("fine", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("home/work/repo/\(link)"), withDestinationPath: target)
    }
    let config = folder.path("home/work/repo/loophunt.json")
    for (file, isFine) in [
      ("/etc/x", false), ("../x", false), ("a/../../x", false), ("out/x", false), ("file", false),
      ("..", false), ("a/..", false), ("gone/../../x", false), ("x", true), ("a/b/x", true),
      ("a/../x", true), ("fine/x", true), ("gone/x", true), ("./x", true),
    ] {
      try folder.write(#"{"formats": ["json=\#(file)"]}"#, to: "home/work/repo/loophunt.json")
      let outcome = try InProcess.loophunt(["config", "--config=\(config)"])
      #expect(outcome.status == (isFine ? 0 : 2), "\(file)")
      let said = "\(config):1:14: 'formats[0]': '\(file)' is not below the folder of the"
      #expect(isFine || outcome.errors.contains(said), "\(outcome.errors)")
    }
  }

  @Test("results of the file never go to the files of version control")
  func versionControl() throws {
    let repository = folder.path("home/work/repo")
    try FileManager.default.createDirectory(
      atPath: "\(repository)/.git/hooks", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(repository)/linked", withDestinationPath: ".git/hooks")
    let config = "\(repository)/loophunt.json"
    for file in [
      ".git/hooks/pre-commit", ".git/config", ".GIT/HEAD", "linked/pre-commit", "a/../.git/x",
      "sub/.git/config", ".hg/hgrc", ".git",
    ] {
      try folder.write(#"{"formats": ["text=\#(file)"]}"#, to: "home/work/repo/loophunt.json")
      let outcome = try InProcess.loophunt(["config", "--config=\(config)"])
      #expect(outcome.status == 2, "\(file)")
      #expect(outcome.errors.contains("'\(file)' belongs to version control"), "\(outcome.errors)")
    }
  }

  @Test("config shows each value with its origin")
  func origins() throws {
    try folder.write(
      #"""
      {"threshold": 20, "thresholds": {"classes": {"B": 7, "A": 5}, "views": {"x/y": 3}},
       "ignore": [{"view": "v", "reason": "w"}, {"class": "Ticker", "reason": "a clock"}],
       "baseline": "known.json", "formats": ["junit=j.xml"]}
      """#, to: "home/work/repo/loophunt.json")
    let file = try run(in: "home/work/repo/a", "config")
    #expect(
      file.text == """
        Configuration: ../loophunt.json
          threshold: 20 (../loophunt.json)
          thresholds.classes.A: 5 (../loophunt.json)
          thresholds.classes.B: 7 (../loophunt.json)
          thresholds.views.x/y: 3 (../loophunt.json)
          ignore.class: Ticker, because: a clock (../loophunt.json)
          ignore.view: v, because: w (../loophunt.json)
          baseline: ../known.json (../loophunt.json)
          formats: junit=../j.xml (../loophunt.json)

        """)
    let options = try run(
      in: "home/work/repo/a", "config", "--threshold=9", "--class-threshold=B=8",
      "--ignore-class=A=why",
      "--class-threshold=Ticker=30", "--baseline=k")
    #expect(
      options.text == """
        Configuration: ../loophunt.json
          threshold: 9 (option)
          thresholds.classes.B: 8 (option)
          thresholds.classes.Ticker: 30 (option)
          thresholds.views.x/y: 3 (../loophunt.json)
          ignore.class: A, because: why (option)
          ignore.view: v, because: w (../loophunt.json)
          baseline: k (option)
          formats: junit=../j.xml (../loophunt.json)

        """)
    let schema = try JSONSchema(Repository.text(of: "docs/json-output.schema.json"))
    let json = try run(in: "home/work/repo/a", "config", "--format=json", "--baseline=k").text
    #expect(try schema.problems(of: json) == [])
    #expect(json.contains(#""reason" : "a clock""#) && json.contains(#""origin" : "option""#))
    let twice = try InProcess.loophunt(["config", "--class-threshold=A=1", "--ignore-class=A"])
    #expect(twice.status == 2 && twice.errors.contains("class 'A' has a threshold of 1 and is ign"))
  }

  // MARK: Wrong files

  @Test("a broken file is an error with its place and the remedy, and the schema refuses it, too")
  func broken() throws {
    let schema = try JSONSchema(Repository.text(of: "docs/loophunt.schema.json"))
    let right = [
      "{}", #"{"$schema": "x", "threshold": 1}"#,
      #"{"thresholds": {}, "ignore": [], "formats": []}"#,
      #"{"thresholds": {"classes": {"A=B": 2}, "views": {"a/b": 3}}, "baseline": "b/c.json"}"#,
      #"{"ignore": [{"view": "a=b", "reason": "r"}], "formats": ["text=x", "partial"]}"#,
      #"{"threshold": 5e1, "thresholds": {"views": {"A": 1}, "classes": {"A": 1}}}"#,
    ]
    for text in right {
      #expect(try schema.problems(of: text) == [], "\(text)")
      let path = try folder.write(text, to: "right.json")
      #expect(try InProcess.loophunt(["config", "--config=\(path)"]).status == 0, "\(text)")
    }
    let wrong: [(String, String)] = [
      ("[]", ":1:1: the document has a wrong value; write an object, as {\"threshold\": …}"),
      ("{\n  \"treshold\": 1}", ":2:3: 'treshold' is an unknown key; did you mean 'threshold'?"),
      (#"{"zzz": 1}"#, ":1:2: 'zzz' is an unknown key; the keys are threshold, thresholds, forced"),
      (#"{"threshold": 0}"#, ":1:15: 'threshold' has a wrong value; write a whole number, 1 or m"),
      (#"{"threshold": "5"}"#, ":1:15: 'threshold' has a wrong value"),
      (#"{"threshold": 1.5}"#, ":1:15: 'threshold' has a wrong value"),
      (#"{"threshold": -1}"#, ":1:15: 'threshold' has a wrong value"),
      (#"{"threshold": true}"#, ":1:15: 'threshold' has a wrong value"),
      (#"{"threshold": null}"#, ":1:15: 'threshold' has a wrong value"),
      (#"{"thresholds": {"class": {}}}"#, "'thresholds.class' is an unknown key; did you mean 'cl"),
      (#"{"thresholds": {"views": {"a": -1}}}"#, ":1:32: 'thresholds.views.a' has a wrong value"),
      (#"{"thresholds": {"views": {"": 1}}}"#, ":1:27: 'thresholds.views.' has an empty name"),
      (#"{"thresholds": {"views": []}}"#, "'thresholds.views' has a wrong value; write an object"),
      (#"{"ignore": {}}"#, ":1:12: 'ignore' has a wrong value; write a list"),
      (#"{"ignore": [{"class": "A"}]}"#, ":1:13: 'ignore[0]' has no 'reason'; say why"),
      (#"{"ignore": [{"reason": "r"}]}"#, "'ignore[0]' must have either 'class' or 'view'"),
      (#"{"ignore": [{"class": "A", "view": "B", "reason": "r"}]}"#, "must have either 'class' or"),
      (
        #"{"ignore": [{"clas": "A", "reason": "r"}]}"#, "'ignore[0].clas' is an unknown key; did yo"
      ),
      (
        #"{"ignore": [{"fingerprint": "a", "reason": "r"}]}"#,
        "a single loop belongs in the baseline"
      ),
      (#"{"baseline": 7}"#, ":1:14: 'baseline' has a wrong value; write a text in quotes"),
      (#"{"baseline": ""}"#, "'baseline' has a wrong value"),
      (#"{"formats": "text"}"#, "'formats' has a wrong value; write a list"),
      (#"{"formats": ["text", "jsn"]}"#, "'formats[1]': 'jsn' is not an output format; did you"),
    ]
    for (text, said) in wrong {
      #expect(try schema.problems(of: text) != [], "\(text)")
      try expectError(text, said)
    }
    // Rules that no schema can express.
    for (text, said) in [
      ("", ": the file is empty; write {}"), (" \n", ": the file is empty"),
      ("{", ":1:2: not JSON: the file ends inside a value"),
      ("{\n\"threshold\": }", ":2:14: not JSON: a value is expected here"),
      ("{\"threshold\": 5,\n}", ":2:1: not JSON: a key in double quotes is expected here"),
      ("// A comment\n{}", ":1:1: not JSON: a value is expected here; JSON has no comments"),
      ("{\"baseline\": \"a\n\"}", ":1:16: not JSON: the line ends inside a string"),
      ("{}{}", ":1:3: not JSON: something follows the value"),
      (#"{"threshold": 5, "threshold": 6}"#, ":1:18: the key 'threshold' is there twice"),
      (
        #"{"thresholds": {"classes": {"A": 1}}, "ignore": [{"class": "A", "reason": "r"}]}"#,
        ":1:50: 'ignore[0]' is a second rule for class 'A'"
      ),
      ("{\"baseline\": \"a\\u0000b\"}", "'baseline' has a NUL character"),
      (
        #"{"formats": ["text", "json=a", "sarif"]}"#,
        ":1:32: 'formats[2]': two results would go to standard output; write one of them to another"
      ),
      (#"{"formats": ["json=a", "text", "sarif=./a"]}"#, "'formats[2]': two results would go to '"),
      (String(repeating: "[", count: 600), "values nest deeper than 512 levels"),
    ] { try expectError(text, said) }
    for command in ["replay", "report", "scan", "merge", "diff", "shrink", "export"] {
      let config = try folder.write(#"{"treshold": 1}"#, to: "wrong.json")
      let operands = command == "diff" ? [loop, loop] : [loop]
      let outcome = try InProcess.loophunt([command, "--config=\(config)"] + operands)
      #expect(outcome.status == 2 && outcome.text == "")
      #expect(outcome.errors.contains("did you mean 'threshold'?"), "\(command)")
    }
  }

  private func expectError(_ text: String, _ said: String) throws {
    let path = try folder.write(text, to: "wrong.json")
    let outcome = try InProcess.loophunt(["config", "--config=\(path)"])
    #expect(outcome.status == 2 && outcome.text == "", "\(text)")
    #expect(outcome.errors.hasPrefix("loophunt: \(path)"), "\(outcome.errors)")
    #expect(outcome.errors.contains(said), "\(outcome.errors)")
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  @Test("a byte-order mark and Windows line ends are accepted")
  func marks() throws {
    let text = Data([0xef, 0xbb, 0xbf]) + Data("{\r\n\"threshold\": 7\r\n}\r\n".utf8)
    let path = try folder.write(text, to: "marked.json")
    let outcome = try InProcess.loophunt(["config", "--config=\(path)"])
    #expect(outcome.text.contains("  threshold: 7 ("), "\(outcome.errors)")
    try expectError("\u{feff}{\"threshold\": 0}", ":1:18: 'threshold' has")
  }
}
