import LayoutTrace
import TestSupport
import Testing

/// Consoles that hold a log of UIKit or WinUI and posted texts of other loops.
@Suite("Consoles with a log and other texts")
struct MixedLogTests {
  private static let logs = [
    "Logs/drawer.log", "Logs/badge.log", "Logs/growing.log", "Logs/hosting.txt",
    "Logs/one-by-one.log", "Logs/panel.txt", "Posted/part.log",
  ]
  private static let texts = ["crash.txt", "console.txt", "bug.txt", "script.txt"]

  /// A text's findings that are loops, and all other lines of the trace that it becomes.
  private static func reading(_ text: String) throws -> (loops: Set<String>, rest: [String]) {
    let trace = try OpenedTrace(.bytes(Array(text.utf8), name: "console")).bytes()
    let lines = String(decoding: trace, as: UTF8.self).split(separator: "\n").map(String.init)
    let loops = lines.filter {
      $0.hasPrefix("{\"e\":\"finding\"") && $0.contains("\"verdict\"")
    }
    return (Set(loops), lines.filter { !$0.hasPrefix("{\"e\":\"finding\"") })
  }

  private static func text(_ name: String) throws -> String {
    String(decoding: try Repository.bytes(of: "Tests/Recordings/" + name), as: UTF8.self)
  }

  @Test(
    "every loop of both is found, whichever comes first, and neither changes the other",
    arguments: sample(logs, oneIn: 2, seed: firstSeed("MixedLogTests.logs")),
    sample(texts, oneIn: 2, seed: firstSeed("MixedLogTests")))
  func both(log: String, posted: String) throws {
    let (log, posted) = (try Self.text(log), try Self.text("Posted/" + posted))
    let (first, second) = (try Self.reading(log), try Self.reading(posted))
    #expect(!second.loops.isEmpty)
    for text in [log + "\n" + posted, posted + "\n" + log, posted + "\n" + log + "\n" + posted] {
      let found = try Self.reading(text)
      #expect(found.loops == first.loops.union(second.loops))
      #expect(found.rest == first.rest)
    }
  }

  @Test("the exception that ends an app after WinUI's tracing of its cycle is no loop of its own")
  func exception() throws {
    let log = try Self.text("Logs/panel.txt")
    #expect(log.contains("Layout cycle detected"))
    #expect(try Self.reading(log).loops == [])
  }

  @Test("a log whose only part says nothing hides no stack")
  func nothingOfUIKit() throws {
    let crash = try Self.text("Posted/crash.txt")
    let heading = "Geometry change records for <Feed.Cell: 0x1>:\n"
    #expect(try Self.reading(heading + crash).loops == Self.reading(crash).loops)
  }

  @Test("a stack of UIKit's debugger belongs to no sentence before it")
  func sentenceBefore() throws {
    let sentence = "UICollectionView <Shop.Grid: 0x1> is stuck in its update/layout loop."
    let alone = try Self.reading(sentence)
    #expect(alone.loops.count == 1)
    for name in ["one-by-one.log", "hosting.txt", "drawer.log"] {
      let found = try Self.reading(sentence + "\n" + Self.text("Logs/" + name))
      #expect(found.loops == alone.loops, "\(name)")
    }
  }

  @Test("a format that is forced reads nothing else")
  func forced() throws {
    let text = try Self.text("Logs/badge.log") + Self.text("Posted/crash.txt")
    for (format, isPosted) in [("uikit", false), ("posted", true)] {
      let opened = try OpenedTrace(
        .bytes(Array(text.utf8), name: "console"), as: TraceFormats.named(format))
      let trace = String(decoding: try opened.bytes(), as: UTF8.self)
      #expect(trace.contains("\"stack.loop\"") == isPosted)
      #expect(trace.contains("BadgeView") == !isPosted)
    }
  }
}
