import CommandSupport
import Foundation
import TestSupport
import Testing

/// A scan judges pages as a replay does, by the number of layouts and by their time.
@Suite("Scans of pages")
struct PageScanTests {
  private static let recordings: [String] = {
    let places = ["Tests/Recordings", "Tests/Recordings/Made"]
    return places.flatMap { place in
      let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.path(place))
      return (names ?? []).filter { $0.hasSuffix(".json.gz") }.map { "\(place)/\($0)" }
    }.sorted()
  }()

  /// The limits that decide: the usual ones, the number alone, and a short time.
  private static let limits = [
    [], ["--forced-time=0"], ["--forced-time=2"],
    ["--threshold=3", "--forced-time=0", "--forced-tasks=20"],
  ]

  /// The loops of a trace and its near misses, without what only a replay knows.
  private func judged(_ words: [String]) throws -> (status: Int32?, loops: NSArray, misses: NSArray)
  {
    let outcome = try InProcess.loophunt(words + ["--format=json", "--no-config"])
    let document = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
    let file = try #require((document?["files"] as? [[String: Any]])?.first)
    let detail = try #require(file["detail"] as? [String: Any])
    let misses = detail["nearTasks"] ?? detail["nearMisses"]
    return (
      outcome.status, try #require(file["loops"] as? NSArray),
      try #require(misses as? NSArray)
    )
  }

  @Test(
    "scan and replay tell the same pairs, counts, times and near misses of each recording",
    arguments: sample(recordings, oneIn: 12, seed: firstSeed("PageScanTests.agreement")))
  func agreement(recording: String) throws {
    let path = Repository.path(recording)
    for limits in Self.limits {
      let scanned = try judged(["scan", path] + limits)
      let replayed = try judged(["replay", path] + limits)
      #expect(scanned.status == replayed.status, "\(recording) \(limits)")
      #expect(scanned.loops == replayed.loops, "\(recording) \(limits)")
      #expect(scanned.misses == replayed.misses, "\(recording) \(limits)")
    }
  }

  @Test("time alone convicts in a scan, too, and not where it does not count")
  func time() throws {
    let path = Repository.path("Tests/Recordings/Made/chromium-slow-reads.json.gz")
    #expect(try judged(["scan", path]).status == 1)
    #expect(try judged(["scan", "--forced-time=0", path]).status == 0)
  }

  @Test("each form of a scan tells the time of the pair, of the task and of all")
  func everyForm() throws {
    let path = Repository.path("Tests/Recordings/Made/chromium-two-pairs.json.gz")
    for form in ["text", "markdown", "junit", "sarif", "github"] {
      let text = try InProcess.loophunt("scan", "--format=\(form)", path).text
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("without it 30 of 80 layouts remain"), "\(form): \(text)")
      #expect(words.contains(#/ ms of [0-9.]+ ms in this task, [0-9.]+ ms in all/#), "\(form)")
    }
  }

  @Test("the loops of several pages are one table by their fingerprints")
  func table() throws {
    let pages = ["two-pairs", "slow-reads"].map {
      Repository.path("Tests/Recordings/Made/chromium-\($0).json.gz")
    }
    let text = try InProcess.loophunt(["scan"] + pages).text
    #expect(text.contains("Loops by fingerprint:") && text.contains("3 loops in 2 files"))
    #expect(!text.contains("Looping views"), "\(text)")
  }

  @Test("a document that a rule ignores is not judged, and its own threshold counts")
  func rules() throws {
    let path = Repository.path("Tests/Recordings/Made/chromium-two-pairs.json.gz")
    for (rule, status) in [
      ("--view-threshold=two-pairs.html=80", Int32(0)), ("--view-threshold=two-pairs.html=79", 1),
      ("--ignore-view=two-pairs.html", 2),
    ] {
      for command in ["scan", "replay"] {
        let outcome = try InProcess.loophunt([command, rule, "--no-config", path])
        #expect(outcome.status == status, "\(command) \(rule): \(outcome.errors)")
      }
    }
  }
}
