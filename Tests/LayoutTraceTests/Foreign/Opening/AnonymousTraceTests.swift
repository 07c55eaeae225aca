import Foundation
import HuntSupport
import LayoutTrace
import LoopHunter
import TestSupport
import Testing

@Suite("Traces without names")
struct AnonymousTraceTests {
  private static func anonymous(_ trace: [UInt8]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try TraceAnonymizer.rewrite(.bytes(trace, name: "trace"), interrupt: nil) { bytes += $0 }
    return bytes
  }

  /// A trace of our own, with names in every place that can have one.
  private static let own = """
    {"e":"trace","version":1,"tool":"secretcorp-recorder 3.1","title":"Patient Miller","clock":"secretclock","source":"secretformat"}
    {"e":"view","v":1,"class":"Window","clean":true}
    {"e":"view","v":2,"class":"MillerPhotoView","name":"miller.avatar","in":1,"at":0,"frame":[0,0,10,10],"clean":true}
    {"e":"turn","n":1,"t":0,"process":"secretprocess 17"}
    {"e":"force","v":2,"from":"Clinic.openRecord(_:) (SecretClinic.swift:42)"}
    {"e":"layout","v":2}
    {"e":"dirty","v":2,"why":"secretreason","by":2,"from":"MillerPhotoView.swift:7"}
    {"e":"frame","v":2,"to":[0,0,10,11],"was":[0,0,10,10],"by":2,"from":"layoutSecret (https://admin:pw@secret.example/u/miller?token=abcdef:7:65)"}
    {"e":"inset","v":2,"name":"contentInset","to":[0,0,0,1],"from":"secretFunctionAlone"}
    {"e":"done","v":2}
    {"e":"secretevent","note":"Miller"}
    {"e":"end","turns":1,"secretkey":"Miller"}

    """

  /// The runs of letters, and of digits and letters, in what a trace says as text.
  private static func words(_ trace: [UInt8]) throws -> Set<String> {
    var words: Set<String> = []
    for line in String(decoding: trace, as: UTF8.self).split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      for (key, value) in object where key != "e" {
        guard let text = value as? String else { continue }
        for match in text.matches(of: #/[A-Za-z_][A-Za-z0-9_]{2,}/#) {
          words.insert(String(match.0))
        }
      }
    }
    return words
  }

  /// The words that a trace may keep: the format's own, usual endings, and elements of every page.
  private static let kept: Set = [
    "loophunt", "import", "wall", "virtual", "chrome", "firefox", "raw", "webkit", "safari",
    "Window", "Document", "Element", "DIV", "BODY", "HTML", "BUTTON", "text", "html", "swift",
    "style",
    "structure", "presence", "something", "explicit", "size", "bounds", "subviews", "contentInset",
    "title", "view",
  ]

  @Test("no word of a name is left anywhere, in recordings and in traces of our own")
  func noWordSurvives() throws {
    var traces = [Array(Self.own.utf8)]
    for (name, format) in [
      ("chromium-thrash", "chrome"), ("chromium-ro-pingpong", "chrome"),
      ("firefox-thrash", "firefox-raw"), ("webkit-thrash", "webkit"),
    ] {
      traces.append(
        try Imported(Recording.bytes(name), format, options: .init(showsBrowser: true)).trace)
    }
    for trace in traces {
      let shown = String(decoding: try Self.anonymous(trace), as: UTF8.self)
      let secrets = try Self.words(trace).subtracting(Self.kept)
      #expect(secrets.count >= 3, "\(secrets)")
      for word in secrets {
        #expect(!shown.localizedCaseInsensitiveContains(word), "\(word) is left")
      }
      #expect(try TraceValidation(.bytes(Array(shown.utf8), name: "shown")).errors.isEmpty)
    }
    let shown = String(decoding: try Self.anonymous(traces[0]), as: UTF8.self)
    for secret in ["secret", "miller", "clinic", "admin", "example", "token", "abcdef", "3.1"] {
      #expect(!shown.localizedCaseInsensitiveContains(secret), "\(shown)")
    }
  }

  @Test("the same name becomes the same word, different ones stay different, and lines are kept")
  func consistent() throws {
    let shown = String(decoding: try Self.anonymous(Array(Self.own.utf8)), as: UTF8.self)
    #expect(shown.contains("\"from\":\"function1 (file1.swift:42)\""), "\(shown)")
    #expect(shown.contains("\"from\":\"file2.swift:7\""), "\(shown)")
    #expect(shown.contains("\"from\":\"function2 (file3:7:65)\""), "\(shown)")
    #expect(shown.contains("\"class\":\"Class1\",\"name\":\"view1\""), "\(shown)")
    #expect(shown.contains("\"name\":\"contentInset\""))
    let page = String(
      decoding: try Self.anonymous(
        Imported(Recording.bytes("chromium-thrash")).trace), as: UTF8.self)
    // The page and the file of its scripts have one name.
    #expect(page.contains("\"class\":\"Document\",\"name\":\"page1.html\""))
    #expect(page.contains("(page1.html:7:65)") && page.contains("(page1.html:8:60)"))
    #expect(page.contains("\"class\":\"DIV\""))
    // Anonymous again, it stays what it is.
    #expect(try Self.anonymous(Array(page.utf8)).count == page.utf8.count)
  }

  /// The facts of a report without its names.
  private static func essence(_ trace: [UInt8]) throws -> [String] {
    var texts: [String] = []
    let replayer = try TraceReplayer(.bytes(trace, name: "trace"))
    let hunter = LoopHunter(loop: replayer.loop)
    var numbers: [ObjectIdentifier: Int] = [:]
    replayer.onView = { view, number in
      numbers[ObjectIdentifier(view)] = number
      _ = try? hunter.attach(to: view, threshold: 20) { report in
        let places = { (view: ViewReference) in report.cycle.firstIndex(of: view) ?? -1 }
        texts.append(
          "\(report.verdict) \(number) \(report.count) \(report.cycleLength) "
            + "\(report.culprit.map { places($0.edge.dirtied) } ?? -2) \(report.culprit?.edge.action.name ?? "") "
            + "\(report.accomplices.map(places)) \(report.victims.map(places)) "
            + "\(report.otherEdges.count) \(report.otherEdges.map(\.action))")
      }
    }
    _ = try replayer.run()
    return texts
  }

  @Test("verdicts, culprits and roles stay those of the trace with its names")
  func sameReports() throws {
    var traces = try ["chromium-thrash", "chromium-ro-pingpong"].map {
      try Imported(Recording.bytes($0)).trace
    }
    for name in ["scrollbar-flip", "didset-dirty", "async-bounce"] {
      traces.append(try Repository.bytes(of: "Examples/\(name).jsonl"))
    }
    for trace in traces {
      let reports = try Self.essence(trace)
      #expect(!reports.isEmpty)
      #expect(try Self.essence(Self.anonymous(trace)) == reports)
    }
  }
}
