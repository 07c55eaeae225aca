import CommandSupport
import Foundation
import TestSupport
import Testing
import loophunt

/// Thresholds for single classes and views, and what is ignored.
@Suite("Rules for some views")
struct ViewRuleTests {
  private let folder = TemporaryFolder()
  private let loop: String
  /// Rules may ignore the only view that is laid out.
  private let allowed = "--allow-no-layouts"

  init() throws {
    loop = try folder.write(SampleTrace.badge(layouts: [60]), to: "loop.jsonl")
  }

  @Test(
    "rules decide in scan and replay alike, from the file and from options",
    arguments: [
      (#"{}"#, [], 0), (#"{"threshold": 50}"#, ["--threshold=50"], 1),
      (#"{"thresholds": {"classes": {"Badge": 59}}}"#, ["--class-threshold=Badge=59"], 1),
      (#"{"thresholds": {"classes": {"Badge": 60}}}"#, ["--class-threshold=Badge=60"], 0),
      (#"{"thresholds": {"classes": {"Tag": 5}}}"#, ["--class-threshold=Tag=5"], 2),
      (#"{"thresholds": {"classes": {"Tag": 500}}}"#, ["--class-threshold=Tag=500"], 0),
      (#"{"thresholds": {"views": {"badge": 59}}}"#, ["--view-threshold=badge=59"], 1),
      (#"{"thresholds": {"views": {"Window/badge": 9}}}"#, ["--view-threshold=Window/badge=9"], 1),
      (#"{"thresholds": {"views": {"Other/badge": 9}}}"#, ["--view-threshold=Other/badge=9"], 0),
      (#"{"thresholds": {"views": {"adge": 9}}}"#, ["--view-threshold=adge=9"], 2),
      (
        #"{"thresholds": {"classes": {"Badge": 9}, "views": {"badge": 70}}}"#,
        ["--class-threshold=Badge=9", "--view-threshold=badge=70"], 0
      ),
      (
        #"{"thresholds": {"views": {"badge": 9, "Window/badge": 70}}}"#,
        ["--view-threshold=badge=9", "--view-threshold=Window/badge=70"], 0
      ),
      (
        #"{"threshold": 9, "ignore": [{"class": "Badge", "reason": "r"}]}"#,
        ["--threshold=9", "--ignore-class=Badge=r"], 0
      ),
      (
        #"{"threshold": 9, "ignore": [{"view": "Window/badge", "reason": "r"}]}"#,
        ["--threshold=9", "--ignore-view=Window/badge"], 0
      ),
      (
        #"{"threshold": 9, "ignore": [{"class": "Badge", "reason": "r"}], "thresholds": {"views": {"badge": 20}}}"#,
        ["--ignore-class=Badge", "--view-threshold=badge=20"], 1
      ),
    ] as [(String, [String], Int32)])
  func decide(file: String, options: [String], status: Int32) throws {
    let path = try folder.write(file, to: "c.json")
    for command in ["scan", "replay"] {
      let byFile = try InProcess.loophunt([command, "--config=\(path)", allowed, loop])
      #expect(byFile.status == status, "\(command) by \(file): \(byFile.errors)")
      let byOptions = try InProcess.loophunt([command, "--no-config", allowed, loop] + options)
      #expect(byOptions.status == status, "\(command) by \(options)")
    }
  }

  @Test("a rule for a name doesn't match a view whose name ends with it behind a slash")
  func slashes() throws {
    let named = try String(contentsOfFile: loop, encoding: .utf8)
      .replacing(#""name":"badge""#, with: #""name":"old/badge""#)
    let file = try folder.write(named, to: "slash.jsonl")
    for command in ["scan", "replay"] {
      for (name, status) in [("badge", 1), ("old/badge", 0), ("Window/old/badge", 0)] {
        let outcome = try InProcess.loophunt(
          [command, "--no-config", allowed, "--threshold=50", "--ignore-view=\(name)=why", file])
        #expect(outcome.status == Int32(status), "\(command) \(name)")
      }
    }
  }

  @Test("a name may begin with a mark that combines with the equals sign before it")
  func marks() throws {
    let named = try String(contentsOfFile: loop, encoding: .utf8)
      .replacing(#""name":"badge""#, with: "\"name\":\"\u{301}badge\"")
    let file = try folder.write(named, to: "mark.jsonl")
    for command in ["scan", "replay"] {
      let outcome = try InProcess.loophunt(
        [command, "--no-config", "--view-threshold=\u{301}badge=9", file])
      #expect(outcome.status == 1 && outcome.errors == "", "\(command) \(outcome.errors)")
    }
  }

  @Test("a wrong value of such an option is an error that lists the expected ones")
  func wrongValues() throws {
    for option in [
      "--class-threshold=A", "--class-threshold=A=0", "--class-threshold==5",
      "--view-threshold=a=+5", "--view-threshold=a=", "--ignore-class==why", "--ignore-view=",
    ] {
      let outcome = try InProcess.loophunt(["scan", option, loop])
      #expect(outcome.status == 2 && outcome.errors.contains("expected "), "\(option)")
    }
  }

  @Test("a replay matches a rule for a path with the view's place at its first layout")
  func movedView() throws {
    let text = SampleTrace.badge(layouts: [60])
      .replacing(
        #"{"e":"view","v":2"#,
        with: #"{"e":"view","v":3,"class":"Box","in":1,"at":0,"frame":[0,0,99,99],"clean":true}"#
          + "\n" + #"{"e":"view","v":2"#
      )
      .replacing(#""in":1,"at":0,"frame":[0,0,44"#, with: #""in":3,"at":0,"frame":[0,0,44"#)
    let trace = try folder.write(text, to: "boxed.jsonl")
    for (rule, status) in [("Window/Box/badge", Int32(1)), ("Window/badge", 0), ("Box/badge", 1)] {
      for options in [
        ["scan"], ["replay"], ["replay", "--view=badge"], ["replay", "--class=Badge"],
      ] {
        let outcome = try InProcess.loophunt(options + ["--view-threshold=\(rule)=9", trace])
        #expect(outcome.status == status, "\(options) \(rule): \(outcome.errors)")
      }
    }
    // A chosen view that is ignored is not a misspelt one.
    let ignored = try InProcess.loophunt(
      ["replay", allowed, "--view=badge", "--ignore-view=badge", trace])
    #expect(ignored.status == 0 && ignored.errors == "")
  }

  @Test("ignored views are counted in every format, with the rule and the reason")
  func said() throws {
    let options = [
      "--threshold=5", "--ignore-class=Badge=it ticks", "--class-threshold=Window=7",
      "--ignore-view=Nobody", allowed,
    ]
    for form in ["text", "json", "jsonl", "sarif", "junit", "github", "markdown", "partial"] {
      let outcome = try InProcess.loophunt(["replay", "--format=\(form)"] + options + [loop])
      #expect(outcome.status == 0, "\(form)")
      switch form {
      case "text":
        #expect(outcome.text.contains("1 view ignored (class Badge): it ticks."))
      case "json", "jsonl", "partial":
        let text = outcome.text.replacing(" ", with: "").replacing("\n", with: "")
        #expect(
          text.contains(
            #"{"class":"Badge","ignored":true,"reason":"itticks","suspects":1,"views":1}"#))
        #expect(text.contains(#"{"class":"Window","threshold":7,"views":"#))
        #expect(text.contains(#"{"ignored":true,"view":"Nobody","views":0}"#))
      case "junit":
        #expect(outcome.text.contains(#"name="1 view ignored (class Badge)">"#))
        #expect(outcome.text.contains(#"<skipped message="it ticks"/>"#))
      default: #expect(outcome.text.contains("1 view ignored (class Badge): it ticks"), "\(form)")
      }
      #expect(
        outcome.errors
          == "loophunt: warning: these rules match no laid-out view: class Window, view Nobody\n"
      )
    }
    let scan = try InProcess.loophunt(["scan"] + options + [loop])
    #expect(scan.status == 0)
    #expect(scan.text.contains("1 view ignored (class Badge): it ticks.\n"))
    #expect(scan.errors.contains("match no laid-out view: class Window, view Nobody"))
    let diff = try InProcess.loophunt(["diff"] + options + [loop, loop])
    #expect(diff.errors.contains("loop.jsonl: warning: 1 view ignored (class Badge): it ticks"))
    let bare = try InProcess.loophunt(["scan", allowed, "--ignore-class=Badge", loop])
    #expect(bare.text.contains("1 view ignored (class Badge): no reason is given."))
    let quiet = try InProcess.loophunt(["scan", "-q"] + options + [loop])
    #expect(quiet.text == "" && quiet.errors == "")
  }

  @Test("near misses and the suggestion go by the threshold of each view")
  func hints() throws {
    let near = try InProcess.loophunt(["scan", "--class-threshold=Badge=100", loop])
    #expect(near.text.contains("Near misses, past half of their threshold:\n  Badge \"badge\""))
    #expect(near.text.contains("no view without a rule was laid out: this is the default"))
    let far = try InProcess.loophunt(["scan", "--class-threshold=Badge=200", loop])
    #expect(!far.text.contains("Near misses"))
    let replayed = try InProcess.loophunt(["replay", "--class-threshold=Badge=100", loop])
    #expect(replayed.text.contains("Near misses: 1, past half of a view's threshold; nearest:"))
    let report = try InProcess.loophunt(["replay", "--class-threshold=Badge=30", loop])
    #expect(report.text.contains("layout 31 in turn 1, threshold 30"))
  }

  @Test("parts with the same rules are joined, and parts with others refused")
  func parts() throws {
    let other = try folder.write(SampleTrace.badge(layouts: [3, 7]), to: "other.jsonl")
    let rules = [
      "--class-threshold=A=500", "--ignore-view=badge=it ticks", "--view-threshold=Window=9",
    ]
    for command in ["scan", "replay"] {
      let parts = try [loop, other].enumerated().map { index, trace in
        let path = folder.path("part\(index)")
        _ = try InProcess.loophunt(
          [command, allowed, "-q", "--format=partial=\(path)", trace] + rules)
        return path
      }
      for form in ["text", "json"] {
        let whole = try InProcess.loophunt(
          [command, allowed, "--format=\(form)", loop, other] + rules)
        let merged = try InProcess.loophunt(["merge", "--format=\(form)"] + parts.reversed())
        #expect(merged.text == whole.text && merged.status == whole.status, "\(command)")
        #expect(
          merged.errors == whole.errors && whole.errors.contains("view: class A, view Window"))
      }
      for (index, changed) in rules.indices.map({ ($0, rules[$0].dropLast() + "8") }) {
        let path = folder.path("changed")
        var rules = rules
        // The reason for a rule decides nothing.
        rules[index] = String(changed)
        _ = try InProcess.loophunt(
          [command, allowed, "-q", "--format=partial=\(path)", other] + rules)
        let outcome = try InProcess.loophunt(["merge", parts[0], path])
        if index == 1 {
          #expect(outcome.status == 0, "\(outcome.errors)")
        } else {
          #expect(outcome.status == 2 && outcome.text == "")
          #expect(outcome.errors.contains("' were written with '\(self.option(parts, index))"))
        }
      }
    }
  }

  private func option(_ parts: [String], _ index: Int) -> String {
    index == 0 ? "--class-threshold=A=500' and with '--class-threshold=A=508'" : "--view-threshold"
  }
}
